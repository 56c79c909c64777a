//! What a person sees: one printer for everything, data to stdout, the rest to stderr.

mod browser;
mod dictionary;
mod diff;
mod number;
mod pager;
mod printer;
mod progress;
mod table;
mod words;
mod wrap;

pub(crate) use browser::open_in_browser;
pub(crate) use dictionary::tell_dictionary;
pub(crate) use diff::marked_changes;
pub(crate) use number::{counted, grouped};
pub(crate) use operations::timestamp::format_utc;
pub(crate) use printer::{Output, Printer};
pub(crate) use table::{Align, Table, fit};
pub(crate) use wrap::wrap;
