//! Mutation testing for translations: clean pairs, seeded defects, and what the checks say about them.

pub mod catalogue;
