//! What a person sees: one printer for everything, data to stdout, the rest to stderr.

mod number;
mod pager;
mod printer;
mod progress;
mod table;
mod words;
mod wrap;

pub(crate) use number::grouped;
pub(crate) use printer::{EVENT_VERSION, Output, Printer};
pub(crate) use table::{Align, Table, fit};
pub(crate) use wrap::wrap;
