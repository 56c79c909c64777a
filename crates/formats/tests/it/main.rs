//! The crate at its door: files in and out, certificates, glossaries and memories, in one test program.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and a skipped test says so"
)]

mod census;
mod certificate;
mod convert;
mod cut;
mod data;
mod differences;
mod docx;
mod epub_attributes;
mod epub_books;
mod epub_check;
mod epub_complete;
mod epub_encodings;
mod epub_faults;
mod epub_generated;
mod epub_kit;
mod epub_layout;
mod epub_links;
mod epub_markup;
mod exchange;
mod fb2;
mod folder;
mod game;
mod glossary;
mod html;
mod long_books;
mod markdown;
mod odt;
mod pdf;
mod ranged_kit;
mod subtitles;
mod template;
mod text_aozora;
mod text_books;
mod text_decode;
mod text_headings;
mod text_large;
mod text_manuscript;
mod text_outline;
mod text_reading;
mod text_round_trip;
