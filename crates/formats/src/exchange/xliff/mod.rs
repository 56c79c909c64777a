//! XLIFF: 2.1 is written; 2.x and 1.2 are read. A paragraph is a unit, its tags are inline codes with their numbers.

mod inline;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// The namespace of what XLIFF has no word for.
const OWN: &str = "urn:tsumugi:exchange:1";
/// How a reading is marked: an annotation of this type, with the reading as its value.
const RUBY: &str = "tsumugi:ruby";
