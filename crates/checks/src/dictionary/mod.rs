//! A bilingual dictionary somebody may hand in: what CC-CEDICT, EDICT and `FreeDict` have in common.

pub mod anchors;
pub mod cedict;
pub mod edict;
pub mod freedict;
pub mod glossary;

/// Words of the source language with the stems of their translations.
pub trait Dictionary: Send + Sync {
    /// The stems of a head word's translations; empty if the word is not in it.
    fn stems(&self, head: &str) -> &[Box<str>];
    /// How many characters the longest head word has.
    fn longest_head(&self) -> usize;
}
