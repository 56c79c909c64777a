//! What a person sees: one printer for everything, data to stdout, the rest to stderr.

mod printer;
mod progress;
mod table;

pub(crate) use printer::{Output, Printer};
pub(crate) use table::{Align, Table, fit};
