//! The loss certificate: what an exported book must hold, written down so that anyone can check it later.

mod blocks;
mod check;
mod compare;
mod issue;

pub use blocks::{BlockDigest, CertifiedBlocks};
pub use check::check;
pub use issue::issue;

use crate::epub::{self, Archive};
use crate::export::{CountedPart, KeptText, Resource};
use crate::import::ImportError;
use book::id::ParagraphId;
use book::text::book::FileFormat;
use messages::{Explain, Message};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Where the certificate stands inside an EPUB.
pub const ENTRY: &str = "META-INF/tsumugi-certificate.json";

/// The form of the report; a reader refuses a newer one.
const VERSION: u32 = 2;

/// What an exported file must hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// The form of this report.
    pub version: u32,
    /// The format of the file.
    pub format: FileFormat,
    /// Paragraphs of the source that have text.
    pub n_paragraphs: usize,
    /// How many of them appear in translation.
    pub n_translated: usize,
    /// How many stay as they are on purpose.
    pub n_kept: usize,
    /// How many stay as they are for want of a translation.
    pub n_untranslated: usize,
    /// Whether the texts are placeholders of a rehearsal and no translations.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rehearsal: bool,
    /// The version of the reader that the file is checked with; reports from before versions were counted have 1.
    #[serde(default = "first_reading", skip_serializing_if = "is_first")]
    pub reading: u32,
    /// Every block of text in order.
    pub blocks: CertifiedBlocks,
    /// Texts outside the blocks, in no order: attributes, words in pictures, lines of tables of contents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<CertifiedBlock>,
    /// Texts inside blocks that stay as they are, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<KeptText>,
    /// Places of the original where there is more or less than was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
    /// How many characters every page shows and speaks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<CountedPart>,
    /// Pictures, fonts and styles.
    pub resources: Vec<Resource>,
    /// How many lines the tables of contents have.
    pub n_contents: usize,
    /// Links that already led nowhere in the original.
    pub broken_before: Vec<String>,
}

/// A block of text that must be in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertifiedBlock {
    /// The paragraph it is there for.
    pub paragraph: ParagraphId,
    /// Which of the two texts it is.
    pub role: BlockRole,
    /// What became of the paragraph.
    pub status: ParagraphStatus,
    /// Why there is no translation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// A digest of the text without white space.
    pub digest: BlockDigest,
    /// How the text begins, for messages.
    pub excerpt: String,
}

/// Which text a block holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockRole {
    /// The source.
    Source,
    /// The translation.
    Translation,
}

/// What became of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ParagraphStatus {
    /// It appears in translation.
    Translated,
    /// It stays as it is on purpose.
    Kept,
    /// It stays as it is for want of a translation.
    Untranslated,
}

/// Something that is not as the certificate says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// What sort of thing is wrong.
    pub fault: CertificateFault,
    /// The paragraph it concerns.
    pub paragraph: Option<ParagraphId>,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

/// The ways a file can differ from its certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CertificateFault {
    /// A paragraph is gone, or empty.
    Missing,
    /// Another text stands in a paragraph's place.
    Altered,
    /// A paragraph stands elsewhere.
    Moved,
    /// A paragraph stands there more than once.
    Repeated,
    /// A text that belongs to no paragraph.
    Unexpected,
    /// A picture, font or style is gone.
    ResourceMissing,
    /// A picture, font or style has other bytes.
    ResourceAltered,
    /// A link leads nowhere.
    LinkBroken,
    /// A page has more or fewer characters than it must.
    Unaccounted,
    /// The original has text that no paragraph says.
    Unread,
    /// The table of contents has more or fewer lines.
    ContentsChanged,
    /// The file cannot be opened.
    Unreadable,
}

/// Why a report cannot be used.
#[derive(Debug)]
pub enum CertificateError {
    /// It is not a report of ours.
    Malformed(serde_json::Error),
    /// It is there, but cannot be taken out of the book.
    Unreadable(ImportError),
    /// It was written by a newer program.
    TooNew(u32),
}

impl Explain for CertificateError {
    fn message(&self) -> Message {
        match self {
            Self::Malformed(error) => Message::new("certificate_garbled").with("detail", error),
            Self::Unreadable(error) => Message::new("certificate_unreadable").part("detail", error.message()),
            Self::TooNew(version) => Message::new("certificate_too_new").with("version", version),
        }
    }
}

messages::shown_as_message!(CertificateError);

impl From<serde_json::Error> for CertificateError {
    fn from(error: serde_json::Error) -> Self {
        Self::Malformed(error)
    }
}

impl Certificate {
    /// The one line for people.
    pub fn summary(&self, violations: &[Violation]) -> Message {
        let lost: HashSet<ParagraphId> =
            violations.iter().filter_map(|violation| violation.paragraph).collect();
        let unreadable = violations.iter().any(|violation| violation.fault == CertificateFault::Unreadable);
        let n_accounted = if unreadable { 0 } else { self.n_paragraphs.saturating_sub(lost.len()) };
        Message::new("accounted_for")
            .amount("accounted", n_accounted)
            .amount("n", self.n_paragraphs)
            .amount("translated", self.n_translated)
            .amount("kept", self.n_kept)
            .amount("untranslated", self.n_untranslated)
            .with("rehearsal", if self.rehearsal { "yes" } else { "no" })
    }

    /// The report as JSON.
    pub fn to_json(&self) -> Result<Vec<u8>, CertificateError> {
        Ok(serde_json::to_vec(self)?)
    }

    /// Writes the report as JSON, piece by piece.
    pub fn write_json(&self, to: impl io::Write) -> io::Result<()> {
        Ok(serde_json::to_writer(to, self)?)
    }

    /// Reads a report.
    pub fn from_json(bytes: &[u8]) -> Result<Self, CertificateError> {
        Self::read_json(io::Cursor::new(bytes))
    }

    /// Reads a report piece by piece.
    pub fn read_json(mut from: impl io::Read + io::Seek) -> Result<Self, CertificateError> {
        let read = serde_json::from_reader(io::BufReader::new(&mut from));
        Self::of_known_form(read, || {
            from.rewind().map_err(serde_json::Error::io)?;
            serde_json::from_reader(io::BufReader::new(&mut from))
        })
    }

    /// A newer form may differ in everything but its version.
    fn of_known_form(
        read: serde_json::Result<Self>,
        header: impl FnOnce() -> serde_json::Result<Header>,
    ) -> Result<Self, CertificateError> {
        let version = match &read {
            Ok(certificate) => certificate.version,
            Err(_) => header()?.version,
        };
        if version > VERSION { Err(CertificateError::TooNew(version)) } else { Ok(read?) }
    }
}

/// What every form of the report has.
#[derive(Deserialize)]
struct Header {
    version: u32,
}

/// Puts the certificate into the file where the format has room for it; `None` means it goes [`beside`].
pub fn embed(exported: &[u8], certificate: &Certificate) -> Result<Option<Vec<u8>>, CertificateError> {
    if certificate.format == FileFormat::Epub {
        let written = epub::add_written(exported, ENTRY, |to| certificate.write_json(to)).transpose();
        Ok(written.map_err(serde_json::Error::io)?)
    } else {
        Ok(None)
    }
}

/// The certificate inside a file, if there is one.
pub fn embedded(bytes: &[u8]) -> Result<Option<Certificate>, CertificateError> {
    let Ok(mut archive) = Archive::open(bytes) else { return Ok(None) };
    let Some(at) = archive.position(ENTRY) else { return Ok(None) };
    archive.check_report(at).map_err(CertificateError::Unreadable)?;
    let report = archive.report(at).map_err(CertificateError::Unreadable)?;
    let read = serde_json::from_reader(io::BufReader::new(report));
    let header = if read.is_ok() {
        Ok(Header { version: VERSION })
    } else {
        let report = archive.report(at).map_err(CertificateError::Unreadable)?;
        serde_json::from_reader(io::BufReader::new(report))
    };
    Certificate::of_known_form(read, || header).map(Some)
}

/// Where the certificate of a file stands that cannot hold it itself.
pub fn beside(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(".certificate.json");
    file.with_file_name(name)
}

impl Violation {
    fn new(fault: CertificateFault, expected: &str, found: &str) -> Self {
        Self { fault, paragraph: None, expected: excerpt(expected, 120), found: excerpt(found, 120) }
    }
}

impl CertificateFault {
    /// The word for programs.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Altered => "altered",
            Self::Moved => "moved",
            Self::Repeated => "repeated",
            Self::Unexpected => "unexpected",
            Self::ResourceMissing => "resource_missing",
            Self::ResourceAltered => "resource_altered",
            Self::LinkBroken => "link_broken",
            Self::Unaccounted => "unaccounted",
            Self::Unread => "unread",
            Self::ContentsChanged => "contents_changed",
            Self::Unreadable => "unreadable",
        }
    }
}

impl Explain for Violation {
    fn message(&self) -> Message {
        let told = |text: &str| messages::recognise(text).unwrap_or_else(|| technical(text));
        let what = Message::new("violation").with("fault", self.fault.as_str());
        let what = what.part("expected", told(&self.expected)).part("found", told(&self.found));
        match self.paragraph {
            Some(id) => Message::new("violation_of_paragraph").with("paragraph", id).part("what", what),
            None => what,
        }
    }
}

/// In English.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

fn technical(text: &str) -> Message {
    Message::new("technical").with("detail", text)
}

const fn first_reading() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_first(reading: &u32) -> bool {
    *reading == first_reading()
}

/// The start of a text on one line, at most this many characters.
fn excerpt(text: &str, max: usize) -> String {
    let mut start = String::with_capacity(text.len().min(max * 3));
    let (mut n_chars, mut n_spaces) = (0, 0);
    for character in text.chars() {
        if character.is_whitespace() {
            n_spaces = usize::from(n_chars > 0);
        } else if n_chars + n_spaces < max {
            if n_spaces > 0 {
                start.push(' ');
            }
            start.push(character);
            n_chars += n_spaces + 1;
            n_spaces = 0;
        } else {
            if n_chars == max {
                start.pop();
            }
            start.push('…');
            break;
        }
    }
    start
}
