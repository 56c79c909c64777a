//! What a person sees: one printer for everything, data to stdout, the rest to stderr.

mod browser;
mod dictionary;
mod diff;
mod named;
mod number;
mod pager;
mod printer;
mod progress;
mod reason;
mod table;
mod words;
mod wrap;

pub(crate) use browser::open_in_browser;
pub(crate) use dictionary::tell_dictionary;
pub(crate) use diff::marked_changes;
pub(crate) use named::{language_name, with_change, word};
pub(crate) use number::{counted, grouped, waited_for};
pub(crate) use operations::timestamp::format_utc;
pub(crate) use printer::{Output, Printer};
pub(crate) use reason::Reason;
pub(crate) use table::{Align, Table, fit};
pub(crate) use words::recognised;
pub(crate) use wrap::wrap;
