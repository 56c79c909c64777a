//! Our own file of everything that is known about a series: what goes out comes in again, value for value.

use super::super::{GlossaryContent, GlossaryError};
use crate::glossary::table::refuse_cell;
use book::knowledge::character::Character;
use book::knowledge::draft::{Draft, Identity, TermDraft};
use book::knowledge::memory::Memory;
use book::knowledge::summary::Summary;
use book::knowledge::term::Term;
use book::language::LanguageTag;
use messages::Message;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How the file names itself.
const FORMAT: &str = "tsumugi-knowledge";
/// The shape of the file. Fields may be added under the same number.
const VERSION: u32 = 1;

/// The file as it is written.
#[derive(Serialize)]
struct GlossaryFile<'a> {
    format: &'static str,
    version: u32,
    series: &'a str,
    source_language: Option<&'a LanguageTag>,
    target_language: Option<&'a LanguageTag>,
    terms: &'a [Term],
    characters: &'a [Character],
    memories: &'a [Memory],
    summaries: &'a [Summary],
}

/// The file as it is read.
#[derive(Deserialize)]
struct ReadGlossary {
    version: u32,
    #[serde(default)]
    terms: Vec<Term>,
    #[serde(default)]
    characters: Vec<Character>,
    #[serde(default)]
    memories: Vec<Memory>,
    #[serde(default)]
    summaries: Vec<Summary>,
}

/// Whether the file says that it is ours.
pub(super) fn is_ours(value: &Value) -> bool {
    value.get("format").and_then(Value::as_str) == Some(FORMAT)
}

/// Reads our own file.
pub(super) fn read(text: &str) -> Result<Draft, GlossaryError> {
    let read: ReadGlossary = serde_json::from_str(text).map_err(|error| {
        GlossaryError::broken(
            format!("line {}, column {}", error.line(), error.column()),
            Message::new("not_an_export").with("detail", error),
        )
    })?;
    if read.version > VERSION {
        return Err(GlossaryError::broken(
            "the field `version`",
            Message::new("newer_export").with("found", read.version).with("known", VERSION),
        ));
    }
    refuse_texts(&read)?;
    Ok(Draft {
        identity: Identity::Ids,
        terms: read.terms.iter().map(TermDraft::from).collect(),
        characters: read.characters,
        memories: read.memories,
        summaries: read.summaries,
    })
}

fn refuse_texts(read: &ReadGlossary) -> Result<(), GlossaryError> {
    for (term, number) in read.terms.iter().zip(1..) {
        let place = format!("term {number}");
        for text in [&term.source, &term.translation, &term.note].into_iter().chain(&term.other_forms) {
            refuse_cell(text, &place)?;
        }
        refuse_blank(&term.source, &place)?;
    }
    for (character, number) in read.characters.iter().zip(1..) {
        let place = format!("character {number}");
        for name in character.names() {
            refuse_cell(&name.source, &place)?;
            refuse_cell(&name.translation, &place)?;
            refuse_blank(&name.source, &place)?;
        }
        for fact in &character.description {
            refuse_cell(&fact.value, &place)?;
        }
    }
    for (memory, number) in read.memories.iter().zip(1..) {
        let place = format!("memory {number}");
        refuse_cell(&memory.text, &place)?;
        if !Memory::fits(&memory.text) {
            let what = Message::new("no_memory_text").count("limit", Memory::MAX_CHARS);
            return Err(GlossaryError::broken(place, what));
        }
    }
    for (summary, number) in read.summaries.iter().zip(1..) {
        refuse_cell(&summary.text, &format!("summary {number}"))?;
    }
    Ok(())
}

fn refuse_blank(text: &str, place: &str) -> Result<(), GlossaryError> {
    if text.trim().is_empty() {
        return Err(GlossaryError::broken(place, Message::new("no_source_word")));
    }
    Ok(())
}

/// Writes everything.
pub(crate) fn write(knowledge: &GlossaryContent<'_>) -> Result<Vec<u8>, GlossaryError> {
    let written = GlossaryFile {
        format: FORMAT,
        version: VERSION,
        series: knowledge.series,
        source_language: knowledge.languages.source.as_ref(),
        target_language: knowledge.languages.target.as_ref(),
        terms: knowledge.terms,
        characters: knowledge.characters,
        memories: knowledge.memories,
        summaries: knowledge.summaries,
    };
    serde_json::to_vec_pretty(&written)
        .map_err(|error| GlossaryError::Unwritable { detail: error.to_string() })
}
