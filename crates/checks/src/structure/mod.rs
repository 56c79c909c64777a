//! F: tags, ruby, headings, verse, and what a hostile source or a timid model may try.

pub mod f01_tags;
pub mod f02_ruby;
pub mod f03_heading;
pub mod f04_verse;
pub mod f05_injection;
pub mod f06_scrape_garbage;
pub mod f07_softened;
