//! C: names, terms, forms of address, pronouns, voices.

pub mod gender;
pub mod matching;
pub mod speaker;

pub mod c01_glossary_violation;
pub mod c02_name_drift;
pub mod c03_near_miss;
pub mod c04_glossary_collision;
pub mod c05_write_guard;
pub mod c06_honorifics;
pub mod c07_form_of_address;
pub mod c08_pronoun_gender;
pub mod c09_voice;
pub mod c10_stutter;
pub mod c11_tense;
