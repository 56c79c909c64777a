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
mod stdout;
mod table;
mod words;
mod wrap;

pub(crate) use browser::open_in_browser;
pub(crate) use dictionary::tell_dictionary;
pub use diff::marked_changes;
pub(crate) use named::{language_name, with_change, word};
pub use number::{counted, grouped};
pub(crate) use number::{dollars, waited_for};
pub(crate) use operations::timestamp::format_utc;
pub use printer::{Output, Printer, harmless};
pub(crate) use reason::Reason;
pub(crate) use stdout::is_stdout;
pub(crate) use table::fit;
pub use table::{Align, TextTable};
pub use words::describe_error;
pub(crate) use words::recognised;
pub use wrap::wrap;
