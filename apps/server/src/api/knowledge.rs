//! What a series knows, as it travels: terms, characters, memories, summaries.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A word of the source and its agreed translation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Term {
    /// The term's id.
    pub(crate) id: String,
    /// The word in the source.
    pub(crate) source: String,
    /// How it is read.
    pub(crate) reading: Option<String>,
    /// The agreed translation.
    pub(crate) translation: String,
    /// Other translations that are right as well.
    pub(crate) other_forms: Vec<String>,
    /// `person`, `place`, `organisation`, `item`, `skill`, `title`, `species` or `other`.
    pub(crate) kind: String,
    /// Anything a translator should know.
    pub(crate) note: String,
    /// `exact`, `preferred` or `keep_source`.
    pub(crate) strictness: String,
    /// `proposed`, `confirmed` or `rejected`.
    pub(crate) standing: String,
    /// Paragraphs of this book that contain it.
    pub(crate) evidence: Vec<String>,
    /// Send it back with a change to be told when somebody else was faster.
    pub(crate) revision: i64,
}

/// A term as a person writes it; what is left out stays, or is as usual.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct TermRequest {
    /// The word in the source.
    pub(crate) source: Option<String>,
    /// How it is read.
    pub(crate) reading: Option<String>,
    /// The agreed translation.
    pub(crate) translation: Option<String>,
    /// Other translations that are right as well.
    pub(crate) other_forms: Option<Vec<String>>,
    /// What sort of thing it names.
    pub(crate) kind: Option<String>,
    /// Anything a translator should know.
    pub(crate) note: Option<String>,
    /// How closely a translation must follow.
    pub(crate) strictness: Option<String>,
    /// How far it is trusted.
    pub(crate) standing: Option<String>,
    /// The revision it was changed from.
    pub(crate) revision: Option<i64>,
}

/// A name with its translation.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct Name {
    /// As in the source.
    pub(crate) source: String,
    /// How it is read.
    #[serde(default)]
    pub(crate) reading: Option<String>,
    /// As in the translation.
    #[serde(default)]
    pub(crate) translation: String,
}

/// How a character talks.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct Voice {
    /// The register in a few words.
    pub(crate) register: String,
    /// Endings and words that mark it.
    pub(crate) endings: Vec<String>,
    /// A few lines that show it.
    pub(crate) samples: Vec<String>,
}

/// How one character addresses another.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct Address {
    /// The one spoken to, by id.
    pub(crate) to: String,
    /// The form in the source.
    #[serde(default)]
    pub(crate) source: String,
    /// The form in the translation.
    #[serde(default)]
    pub(crate) translation: String,
    /// The chapter of this book from which it holds; null for the beginning.
    #[serde(default)]
    pub(crate) from_chapter: Option<u32>,
    /// The last chapter of this book in which it holds.
    #[serde(default)]
    pub(crate) until_chapter: Option<u32>,
}

/// Someone in the story.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Character {
    /// The character's id.
    pub(crate) id: String,
    /// The full name.
    pub(crate) name: Name,
    /// Other names.
    pub(crate) aliases: Vec<Name>,
    /// `female`, `male` or `neutral`, as a reader of the whole book knows it; null when nothing, or different things, are said.
    pub(crate) gender: Option<String>,
    /// Who it is, one sentence a line.
    pub(crate) description: String,
    /// How it talks.
    pub(crate) voice: Voice,
    /// How it addresses others.
    pub(crate) addresses: Vec<Address>,
    /// `proposed`, `confirmed` or `rejected`.
    pub(crate) standing: String,
    /// Send it back with a change to be told when somebody else was faster.
    pub(crate) revision: i64,
}

/// A character as a person writes it; what is left out stays, or is as usual.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct CharacterRequest {
    /// The full name.
    pub(crate) name: Option<Name>,
    /// Other names.
    pub(crate) aliases: Option<Vec<Name>>,
    /// `female`, `male` or `neutral`; an empty text for nothing.
    pub(crate) gender: Option<String>,
    /// Who it is, one sentence a line.
    pub(crate) description: Option<String>,
    /// How it talks.
    pub(crate) voice: Option<Voice>,
    /// How it addresses others.
    pub(crate) addresses: Option<Vec<Address>>,
    /// How far it is trusted.
    pub(crate) standing: Option<String>,
    /// The revision it was changed from.
    pub(crate) revision: Option<i64>,
}

/// A short note.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Memory {
    /// The memory's id.
    pub(crate) id: String,
    /// What it is about: `series`, `book`, `chapter`, `term` or `character`.
    pub(crate) about: String,
    /// The id of that chapter, term or character.
    pub(crate) about_id: Option<String>,
    /// The note.
    pub(crate) text: String,
    /// `proposed`, `confirmed` or `rejected`.
    pub(crate) standing: String,
    /// Send it back with a change to be told when somebody else was faster.
    pub(crate) revision: i64,
}

/// A memory as a person writes it; what is left out stays, or is as usual.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct MemoryRequest {
    /// What it is about: `series`, `book`, `chapter`, `term` or `character`.
    pub(crate) about: Option<String>,
    /// The id of that chapter, term or character.
    pub(crate) about_id: Option<String>,
    /// The note.
    pub(crate) text: Option<String>,
    /// How far it is trusted.
    pub(crate) standing: Option<String>,
    /// The revision it was changed from.
    pub(crate) revision: Option<i64>,
}

/// What happens in a chapter.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Summary {
    /// The chapter's id.
    pub(crate) chapter_id: String,
    /// The chapter's number, from one.
    pub(crate) chapter: u32,
    /// The summary.
    pub(crate) text: String,
    /// Whether the chapter's source has changed since.
    pub(crate) stale: bool,
    /// `proposed`, `confirmed` or `rejected`.
    pub(crate) standing: String,
}

/// A summary as a person writes it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SummaryRequest {
    /// The summary.
    pub(crate) text: String,
    /// How far it is trusted; confirmed when left out.
    #[serde(default)]
    pub(crate) standing: Option<String>,
}

/// What came of changing an entry.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EntryChanged {
    /// The entry's id.
    pub(crate) id: String,
    /// The change, to undo it; null when there was nothing to do.
    pub(crate) change_id: Option<String>,
}

/// A glossary to take in.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "it describes the form's fields; the form itself is read piece by piece")]
pub(crate) struct GlossaryForm {
    /// The file: CSV, TSV, XLSX, JSON or TBX, told by its name.
    #[schema(value_type = String, format = Binary)]
    pub(crate) file: Vec<u8>,
    /// The encoding of a text file, when the detected one is wrong.
    pub(crate) encoding: Option<String>,
    /// `true` takes the file's side where it contradicts what is known.
    pub(crate) overwrite: Option<String>,
    /// `true` only shows what would be done.
    pub(crate) preview: Option<String>,
}

/// What became of a glossary.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GlossaryTaken {
    /// Entries that are new.
    pub(crate) n_added: u64,
    /// Entries that were filled or overwritten.
    pub(crate) n_changed: u64,
    /// Entries in which nothing is new.
    pub(crate) n_same: u64,
    /// Entries that contradict what is known, which stays.
    pub(crate) n_conflicts: u64,
    /// Entries that cannot be kept.
    pub(crate) n_left_out: u64,
    /// What was passed over while reading, at most a hundred.
    pub(crate) findings: Vec<String>,
    /// What becomes of each entry, in the order of the file, at most two thousand.
    pub(crate) entries: Vec<GlossaryEntry>,
    /// The change, to undo it; null for a preview, or when nothing is new.
    pub(crate) change_id: Option<String>,
}

/// What becomes of an entry of a glossary.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GlossaryEntry {
    /// The word in the source.
    pub(crate) name: String,
    /// `added`, `same`, `filled`, `conflict`, `overwritten` or `left_out`.
    pub(crate) verdict: String,
    /// Where it contradicts what is known.
    pub(crate) differences: Vec<GlossaryDifference>,
}

/// Where a glossary contradicts what is known.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GlossaryDifference {
    /// What it is about.
    pub(crate) field: String,
    /// What is known.
    pub(crate) here: String,
    /// What the file says.
    pub(crate) there: String,
}

/// Where an entry is used in the book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Use {
    /// `term` or `character`.
    pub(crate) entry: String,
    /// Its id.
    pub(crate) id: String,
    /// How often it stands in the source.
    pub(crate) n_uses: u64,
    /// In how many paragraphs.
    pub(crate) n_paragraphs: u64,
    /// The numbers of the chapters it stands in.
    pub(crate) chapters: Vec<u32>,
    /// The first few paragraphs.
    pub(crate) first: Vec<String>,
}
