//! Translations on their way to people who work elsewhere and back: XLIFF, tables (CSV, XLSX, DOCX) and TMX.
//!
//! Nothing here knows a library. A book becomes [`ExchangeUnit`]s, units become a file, and a file that comes back becomes
//! [`ReadUnit`]s. Each unit carries the digest of what it was made from ([`base_of`]), so that whoever takes it back
//! can tell what was changed in the file from what was changed at home meanwhile.

mod document;
mod state;
mod table;
mod xliff;

pub use state::UnitState;

use crate::epub::Archive;
use crate::glossary::{GlossaryError, Languages, xml};
use crate::import::{FileFault, ImportError};
use crate::tmx;
use book::language::LanguageTag;
use book::text::markup::Marked;
use book::text::paragraph::TagKind;
use messages::Message;

/// Larger than any honest file.
const MAX_BYTES: usize = 256 << 20;
/// Longer than any honest paragraph.
const MAX_TEXT: usize = 100_000;
/// More units than any book has paragraphs.
const MAX_UNITS: usize = 2_000_000;
/// What a cell of a spreadsheet can hold.
const MAX_CELL: usize = 32_767;

/// A kind of file for editing elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExchangeFormat {
    /// The exchange format of translation tools; 2.1 is written, 1.2 is read too.
    Xliff,
    /// A table, values between commas.
    Csv,
    /// A workbook.
    Xlsx,
    /// A document with a table of two columns of text.
    Docx,
    /// A translation memory.
    Tmx,
}

impl ExchangeFormat {
    /// Every format, with the word for it, which is also the ending of its files.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Xliff, "xliff"),
        (Self::Csv, "csv"),
        (Self::Xlsx, "xlsx"),
        (Self::Docx, "docx"),
        (Self::Tmx, "tmx"),
    ];

    /// The word for it, which is also the ending of its files.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(format, _)| *format == self).map_or("xliff", |(_, word)| *word)
    }

    /// The format whose files have this ending.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let ending = ending.to_ascii_lowercase();
        if ending == "xlf" {
            return Some(Self::Xliff);
        }
        Self::ALL.iter().find(|(_, word)| *word == ending).map(|(format, _)| *format)
    }

    /// The media type of its files.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Xliff => "application/xliff+xml",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Tmx => "application/x-tmx+xml",
        }
    }

    /// Whether its files are text that can be shown on a terminal.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Xliff | Self::Csv | Self::Tmx)
    }
}

/// A book to hand out.
#[derive(Debug, Clone, Copy)]
pub struct Handout<'a> {
    /// The book's id.
    pub book: &'a str,
    /// Its title.
    pub title: &'a str,
    /// The name of the file it came from.
    pub file_name: &'a str,
    /// The language of the sources.
    pub source: &'a LanguageTag,
    /// The language of the translations.
    pub target: &'a LanguageTag,
    /// The chapters in order.
    pub chapters: &'a [HandoutChapter],
}

/// A chapter to hand out.
#[derive(Debug, Clone)]
pub struct HandoutChapter {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its paragraphs, in reading order.
    pub units: Vec<ExchangeUnit>,
}

/// A paragraph to hand out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExchangeUnit {
    /// Its id.
    pub id: String,
    /// The source.
    pub source: Marked,
    /// What the tags of the source stand for; position 0 is tag 1.
    pub tags: Vec<TagKind>,
    /// The translation, if there is one.
    pub translation: Option<Marked>,
    /// What people say about it.
    pub comment: String,
    /// How far it is.
    pub state: UnitState,
}

impl ExchangeUnit {
    /// The digest of what the unit says.
    pub fn base(&self) -> String {
        base_of(&self.source, self.translation.as_ref())
    }
}

/// A file that came back.
#[derive(Debug)]
pub struct ReadExchange {
    /// What it is.
    pub format: ExchangeFormat,
    /// The languages it says it is in.
    pub languages: Languages,
    /// Its units, in the order of the file.
    pub units: Vec<ReadUnit>,
    /// What was passed over.
    pub findings: Vec<FileFault>,
}

/// A unit as a file has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadUnit {
    /// Where it stands: `line 3`, `row 3`.
    pub place: String,
    /// The paragraph's id; only a memory may lack it.
    pub id: Option<String>,
    /// The digest of what it was made from, if the file still has it.
    pub base: Option<String>,
    /// The words of the source, if the file has them.
    pub source: Option<String>,
    /// The translation in its written form; its tags are not held against the source yet.
    pub translation: String,
    /// What people said about it.
    pub comment: String,
    /// How far it is, if the file says so in words that are known.
    pub state: Option<UnitState>,
}

/// The digest of a source with its translation. Line ends and blanks at the end of a line, which editors change without
/// being told, make no difference.
pub fn base_of(source: &Marked, translation: Option<&Marked>) -> String {
    let mut hasher = blake3::Hasher::new();
    let translation = translation.map(Marked::as_str).unwrap_or_default();
    for text in [source.as_str(), translation] {
        let even = even(text);
        hasher.update(&(even.len() as u64).to_le_bytes());
        hasher.update(even.as_bytes());
    }
    hasher.finalize().to_hex().chars().take(DIGEST_LEN).collect()
}

/// 64 bits: two texts of one paragraph do not meet by chance.
const DIGEST_LEN: usize = 16;

/// A text without what editors leave behind: other line ends, blanks at the end of lines, blank lines around.
pub fn even(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches([' ', '\t', '\r'])).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Writes a file for editing elsewhere. The same book gives the same bytes.
pub fn write(handout: &Handout<'_>, format: ExchangeFormat) -> Result<Vec<u8>, GlossaryError> {
    match format {
        ExchangeFormat::Xliff => Ok(xliff::write(handout)),
        ExchangeFormat::Csv => Ok(table::write_csv(handout)),
        ExchangeFormat::Xlsx => table::write_xlsx(handout),
        ExchangeFormat::Docx => document::write(handout),
        ExchangeFormat::Tmx => Ok(tmx::write(handout.title, handout.source, handout.target, &pairs(handout))),
    }
}

/// A memory has no place for what is not translated.
fn pairs(handout: &Handout<'_>) -> Vec<tmx::TranslationPair> {
    let units = handout.chapters.iter().flat_map(|chapter| &chapter.units);
    units
        .filter_map(|unit| {
            Some(tmx::TranslationPair {
                source: unit.source.clone(),
                translation: unit.translation.clone()?,
                id: Some(unit.id.clone()),
                base: Some(unit.base()),
                comment: unit.comment.clone(),
            })
        })
        .collect()
}

/// A file to read, and what the person said about it.
#[derive(Debug, Clone, Copy)]
pub struct ExchangeSource<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// The encoding the person insists on, by label.
    pub encoding: Option<&'a str>,
    /// The languages to take from a memory that has more than two.
    pub languages: &'a Languages,
}

/// Reads a file of any known kind. The bytes decide what it is; a file that is broken anywhere is refused whole.
pub fn read(source: &ExchangeSource<'_>) -> Result<ReadExchange, GlossaryError> {
    let bytes = source.bytes;
    if bytes.is_empty() {
        return Err(ImportError::Empty.into());
    }
    if bytes.len() > MAX_BYTES {
        let detail = Message::new("too_large_to_take_back").count("megabytes", bytes.len() >> 20);
        return Err(ImportError::Hostile { detail }.into());
    }
    let read = match bytes {
        [b'P', b'K', 3, 4, ..] => {
            let archive = Archive::open(bytes)?;
            if archive.position("word/document.xml").is_some() {
                document::read(archive)
            } else {
                table::read_xlsx(bytes)
            }
        }
        [0xd0, 0xcf, 0x11, 0xe0, ..] => Err(GlossaryError::OldWorkbook),
        _ if xml::looks_like_xml(bytes) => read_xml(source),
        _ => table::read_csv(source),
    }?;
    refuse_hostile(&read.units)?;
    if read.units.is_empty() {
        return Err(GlossaryError::broken("line 1", Message::new("nothing_to_take_back")));
    }
    Ok(read)
}

fn read_xml(source: &ExchangeSource<'_>) -> Result<ReadExchange, GlossaryError> {
    let text = xml::decode(source.bytes)?;
    let root = xml::root_of(&text)?;
    if root == "xliff" {
        return xliff::read(&text);
    }
    if root != "tmx" {
        return Err(GlossaryError::broken("line 1", Message::new("xml_not_exchange").with("root", root)));
    }
    let memory = tmx::read(source.bytes, source.languages)?;
    let languages = Languages { source: Some(memory.source), target: Some(memory.target) };
    let units = memory.pairs.into_iter().zip(1_usize..).map(|(pair, number)| ReadUnit {
        place: format!("unit {number}"),
        id: pair.id,
        base: pair.base,
        source: Some(pair.source.plain().into_owned()),
        translation: pair.translation.as_str().to_owned(),
        comment: pair.comment,
        state: None,
    });
    Ok(ReadExchange {
        format: ExchangeFormat::Tmx,
        languages,
        units: units.collect(),
        findings: memory.findings,
    })
}

/// Refuses what no book has: endless texts, and characters that are no text.
fn refuse_hostile(units: &[ReadUnit]) -> Result<(), GlossaryError> {
    if let Some(unit) = units.get(MAX_UNITS) {
        let what = Message::new("too_many_units").count("limit", MAX_UNITS);
        return Err(GlossaryError::hostile(&unit.place, what));
    }
    for unit in units {
        for text in [&unit.translation, &unit.comment] {
            if text.len() > MAX_TEXT && text.chars().nth(MAX_TEXT).is_some() {
                let what = Message::new("too_long_a_text").count("limit", MAX_TEXT);
                return Err(GlossaryError::hostile(&unit.place, what));
            }
            if let Some(character) = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
            {
                let character = format!("U+{:04X}", u32::from(character));
                let what = Message::new("control_character").with("character", character);
                return Err(GlossaryError::broken(&unit.place, what));
            }
        }
    }
    Ok(())
}
