//! Glossaries as people and other tools keep them: spreadsheets, JSON, TBX. Bytes in, drafts out, and back.
//!
//! Nothing here knows a library. What a file says becomes a [`Draft`]; what becomes of it is for the merge to decide.

mod arrows;
mod columns;
pub(crate) mod delimited;
mod error;
mod json;
mod pairs;
pub(crate) mod table;
mod tbx;
mod words;
pub(crate) mod xlsx;
pub(crate) mod xml;

pub use error::GlossaryError;

use crate::import::{DetectedEncoding, FileFault, HowKnown};
use book::knowledge::character::Character;
use book::knowledge::draft::Draft;
use book::knowledge::memory::Memory;
use book::knowledge::summary::Summary;
use book::knowledge::term::Term;
use book::language::LanguageTag;
use messages::Message;

/// A way of writing glossaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GlossaryFormat {
    /// Values separated by commas, for spreadsheets.
    Csv,
    /// Values separated by tabs.
    Tsv,
    /// A workbook.
    Xlsx,
    /// Everything that is known, as this program writes it. Nothing is lost in it.
    Json,
    /// A list of `{"src", "dst", "info"}`, as other translators of novels read it.
    SimpleJson,
    /// Lines of `原文->译文 #注`, as Sakura and its kin read them.
    Sakura,
    /// Lines of word, translation and remark between tabs, as `GalTransl` reads them.
    GalTransl,
    /// The exchange format of terminology tools, third edition (ISO 30042:2019).
    Tbx,
}

impl GlossaryFormat {
    /// Every format, with the word for it.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Csv, "csv"),
        (Self::Tsv, "tsv"),
        (Self::Xlsx, "xlsx"),
        (Self::Json, "json"),
        (Self::SimpleJson, "simple-json"),
        (Self::Sakura, "sakura"),
        (Self::GalTransl, "galtransl"),
        (Self::Tbx, "tbx"),
    ];

    /// The format a file's name promises.
    pub fn of_name(file_name: &str) -> Option<Self> {
        match file_name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "tsv" | "tab" | "txt" => Some(Self::Tsv),
            "xlsx" => Some(Self::Xlsx),
            "json" => Some(Self::Json),
            "tbx" | "xml" => Some(Self::Tbx),
            _ => None,
        }
    }

    /// How a file of this format is named.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Xlsx => "xlsx",
            Self::Json | Self::SimpleJson => "json",
            Self::Sakura | Self::GalTransl => "txt",
            Self::Tbx => "tbx",
        }
    }
}

/// What the rows of a table are taken for, where the file does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Terms.
    Terms,
    /// Characters.
    Characters,
}

/// The two languages of a glossary, as far as the person or the book tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Languages {
    /// The source's.
    pub source: Option<LanguageTag>,
    /// The translation's.
    pub target: Option<LanguageTag>,
}

/// A glossary file to read, and what the person said about it.
#[derive(Debug, Clone, Copy)]
pub struct GlossarySource<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// Its name without folders.
    pub file_name: &'a str,
    /// The encoding the person insists on, by label.
    pub encoding: Option<&'a str>,
    /// Which languages to take, where a file has more than two.
    pub languages: &'a Languages,
    /// What the rows of a table are.
    pub rows: Rows,
}

/// What was read.
#[derive(Debug)]
pub struct ReadGlossary {
    /// The entries.
    pub draft: Draft,
    /// The format it was in.
    pub format: GlossaryFormat,
    /// The encoding, where it had to be guessed or told.
    pub encoding: Option<DetectedEncoding>,
    /// Rows and values that were passed over or taken otherwise than they stand, each with its place.
    pub findings: Vec<FileFault>,
}

/// Everything that is to be written.
#[derive(Debug, Clone, Copy)]
pub struct GlossaryContent<'a> {
    /// The name of the series.
    pub series: &'a str,
    /// Its languages.
    pub languages: &'a Languages,
    /// Terms.
    pub terms: &'a [Term],
    /// Characters.
    pub characters: &'a [Character],
    /// Memories; only [`GlossaryFormat::Json`] has a place for them.
    pub memories: &'a [Memory],
    /// Summaries; only [`GlossaryFormat::Json`] has a place for them.
    pub summaries: &'a [Summary],
}

/// Larger than any honest glossary.
const MAX_BYTES: usize = 64 << 20;

/// Reads a glossary of any known kind. The bytes decide; the name only where they do not.
pub fn read(source: &GlossarySource<'_>) -> Result<ReadGlossary, GlossaryError> {
    let bytes = source.bytes;
    if bytes.is_empty() {
        return Err(crate::import::ImportError::Empty.into());
    }
    if bytes.len() > MAX_BYTES {
        let detail = Message::new("too_large_a_glossary").count("megabytes", bytes.len() >> 20);
        return Err(crate::import::ImportError::Hostile { detail }.into());
    }
    let read = match bytes {
        [b'P', b'K', 3, 4, ..] => xlsx::read(source),
        [0xd0, 0xcf, 0x11, 0xe0, ..] => Err(GlossaryError::OldWorkbook),
        _ => read_text(source),
    }?;
    if read.draft.is_empty() {
        return Err(GlossaryError::NoEntries { first: read.findings.first().map(ToString::to_string) });
    }
    Ok(read)
}

fn read_text(source: &GlossarySource<'_>) -> Result<ReadGlossary, GlossaryError> {
    if xml::looks_like_xml(source.bytes) {
        return tbx::read(source);
    }
    let file = decoded(source)?;
    let text = file.text();
    let first = text.trim_start().chars().next();
    // A table may begin with a bracket too; only what parses as a whole, or is called JSON, is JSON.
    let is_called_json = GlossaryFormat::of_name(source.file_name) == Some(GlossaryFormat::Json);
    let mut read = if is_called_json || (matches!(first, Some('{' | '[')) && json::parses(&text)) {
        json::read(&text, source)
    } else if arrows::looks_like_it(&text) {
        arrows::read(&text, source)
    } else {
        delimited::read(&text, source)
    }?;
    read.encoding = Some(file.encoding());
    read.findings.splice(0..0, file.findings());
    Ok(read)
}

/// The file in the encoding it is told, declares or seems to have. A glossary is a few words where a book is a million,
/// so what it seems to have is doubted: the encoding in which the first line names columns is the right one.
fn decoded<'a>(source: &GlossarySource<'a>) -> Result<crate::decode::TextFile<'a>, GlossaryError> {
    let file = crate::decode::read(source.bytes, source.encoding);
    let is_guess = match &file {
        Ok(file) => file.encoding().how == HowKnown::Detected && file.encoding().name != "UTF-8",
        Err(_) => source.encoding.is_none(),
    };
    if is_guess && !file.as_ref().is_ok_and(delimited::has_names) {
        let others = ["gb18030", "shift_jis", "big5", "euc-jp", "euc-kr"].into_iter();
        let mut others = others
            .filter_map(|label| crate::decode::read(source.bytes, Some(label)).ok())
            .filter(|file| file.n_nuls == 0);
        if let Some(mut other) = others.find(delimited::has_names) {
            other.charset.how = HowKnown::Detected;
            return Ok(other);
        }
    }
    let file = file?;
    if file.n_nuls > 0 {
        let detail = Message::new("nul_in_table");
        return Err(crate::import::ImportError::Damaged { detail }.into());
    }
    Ok(file)
}

/// Writes what is known. Tables hold the terms, or the characters, as `rows` says; TBX and the simple list hold
/// terms and the names of characters.
pub fn write(
    knowledge: &GlossaryContent<'_>,
    format: GlossaryFormat,
    rows: Rows,
) -> Result<Vec<u8>, GlossaryError> {
    match format {
        GlossaryFormat::Csv => Ok(delimited::write_csv(&table::from_knowledge(knowledge, rows))),
        GlossaryFormat::Tsv => Ok(delimited::write_tsv(&table::from_knowledge(knowledge, rows))),
        GlossaryFormat::Xlsx => xlsx::write(&table::from_knowledge(knowledge, rows), rows),
        GlossaryFormat::Json => json::write(knowledge),
        GlossaryFormat::SimpleJson => pairs::write_json(knowledge),
        GlossaryFormat::Sakura => Ok(arrows::write(knowledge)),
        GlossaryFormat::GalTransl => Ok(pairs::write_lines(knowledge)),
        GlossaryFormat::Tbx => Ok(tbx::write(knowledge)),
    }
}
