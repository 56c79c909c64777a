//! Glossaries and memories at the door: what goes out comes in the same, what other tools write is understood, and
//! what is made to do harm is refused with the place of it.

mod cells;
mod foreign;
mod hostile;
mod round_trip;
mod tmx;

use book::knowledge::draft::TermDraft;
use formats::glossary::{GlossaryError, GlossarySource, Languages, ReadGlossary, Rows};

fn languages(source: &str, target: &str) -> Languages {
    Languages { source: source.parse().ok(), target: target.parse().ok() }
}

fn read_as(bytes: &[u8], file_name: &str, rows: Rows) -> Result<ReadGlossary, GlossaryError> {
    let languages = languages("ja", "en");
    formats::glossary::read(&GlossarySource { bytes, file_name, encoding: None, languages: &languages, rows })
}

fn read(bytes: &[u8], file_name: &str) -> Result<ReadGlossary, GlossaryError> {
    read_as(bytes, file_name, Rows::Terms)
}

/// Source, translation and note of every term.
fn pairs(read: &ReadGlossary) -> Vec<(&str, &str, &str)> {
    read.draft
        .terms
        .iter()
        .map(|term: &TermDraft| {
            (
                term.source.as_str(),
                term.translation.as_deref().unwrap_or(""),
                term.note.as_deref().unwrap_or(""),
            )
        })
        .collect()
}
