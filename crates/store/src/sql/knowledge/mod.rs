//! What a series knows, in the file: one row an entry, whatever its kind, so that one piece of code writes, restores and
//! reads them all.

mod batch;
mod moving;
mod read;
mod rows;
mod series;
mod used;
mod write;

pub(super) use moving::{Luggage, Removal, carry, move_book};
pub(super) use read::{ALL_OF_KIND, FOUND, OF_BOOK, ONE};
pub(super) use rows::series_of;
pub(super) use series::{after_book, remove_series, take_place, without_books};
pub(super) use used::{remember, remember_for};
