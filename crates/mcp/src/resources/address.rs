//! Addresses of resources, `tsumugi://books/…`. They are made of ids and fixed words only, so no address names a file.

use book::id::{BookId, ChapterId};
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;

pub(super) const BOOK: &str = "tsumugi://books/{book}";
pub(super) const CHAPTER: &str = "tsumugi://books/{book}/chapters/{chapter}{?from}";
pub(super) const CHAPTER_SOURCE: &str = "tsumugi://books/{book}/chapters/{chapter}/source{?from}";
pub(super) const CHAPTER_TRANSLATION: &str = "tsumugi://books/{book}/chapters/{chapter}/translation{?from}";
pub(super) const CERTIFICATE: &str = "tsumugi://books/{book}/certificate";
pub(super) const EXPORT: &str = "tsumugi://books/{book}/export/{format}{?bilingual}";

const START: &str = "tsumugi://books/";
/// No address of ours is longer.
pub(super) const MAX_BYTES: usize = 200;

/// What an address stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Address {
    Book(BookId),
    /// A chapter from the paragraph with this 0-based index on.
    Chapter(BookId, ChapterId, Side, u32),
    Certificate(BookId),
    Export(BookId, ExportForm),
}

/// Which text of a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Both,
    Source,
    Translation,
}

/// How a book goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ExportForm {
    /// The format it came in when `None`.
    pub(crate) format: Option<TextFormat>,
    pub(crate) bilingual: Option<SourcePlace>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TextFormat {
    Epub,
    Text,
}

/// Where the source stands in a bilingual export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SourcePlace {
    Above,
    Below,
}

/// A text that is no address.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoAddress;

impl Address {
    pub(crate) const fn book(&self) -> BookId {
        match self {
            Self::Book(book) | Self::Chapter(book, ..) | Self::Certificate(book) | Self::Export(book, _) => {
                *book
            }
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{START}{}", self.book())?;
        match self {
            Self::Book(_) => Ok(()),
            Self::Certificate(_) => f.write_str("/certificate"),
            Self::Chapter(_, chapter, side, from) => {
                write!(f, "/chapters/{chapter}")?;
                f.write_str(match side {
                    Side::Both => "",
                    Side::Source => "/source",
                    Side::Translation => "/translation",
                })?;
                if *from > 0 { write!(f, "?from={from}") } else { Ok(()) }
            }
            Self::Export(_, form) => {
                f.write_str(match form.format {
                    None => "/export/original",
                    Some(TextFormat::Epub) => "/export/epub",
                    Some(TextFormat::Text) => "/export/text",
                })?;
                f.write_str(match form.bilingual {
                    None => "",
                    Some(SourcePlace::Above) => "?bilingual=above",
                    Some(SourcePlace::Below) => "?bilingual=below",
                })
            }
        }
    }
}

impl FromStr for Address {
    type Err = NoAddress;

    /// An address is written in one way, but that a client may say that a chapter begins at its beginning; whatever would
    /// be written otherwise is none.
    fn from_str(text: &str) -> Result<Self, NoAddress> {
        let text = text.strip_suffix("?from=0").unwrap_or(text);
        let address = parsed(text).ok_or(NoAddress)?;
        if address.to_string() == text { Ok(address) } else { Err(NoAddress) }
    }
}

fn parsed(text: &str) -> Option<Address> {
    let rest = text.strip_prefix(START).filter(|_| text.len() <= MAX_BYTES)?;
    let (path, query) = match rest.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (rest, None),
    };
    let parts: Vec<&str> = path.split('/').collect();
    let (book, parts) = parts.split_first()?;
    let book = book.parse().ok()?;
    match (parts, query) {
        ([], None) => Some(Address::Book(book)),
        (["certificate"], None) => Some(Address::Certificate(book)),
        (["chapters", chapter, rest @ ..], query) => {
            let side = match rest {
                [] => Side::Both,
                ["source"] => Side::Source,
                ["translation"] => Side::Translation,
                _ => return None,
            };
            let from = match query {
                None => 0,
                Some(query) => query.strip_prefix("from=")?.parse().ok()?,
            };
            Some(Address::Chapter(book, chapter.parse().ok()?, side, from))
        }
        (["export", format], query) => {
            let format = match *format {
                "original" => None,
                "epub" => Some(TextFormat::Epub),
                "text" => Some(TextFormat::Text),
                _ => return None,
            };
            let bilingual = match query {
                None => None,
                Some("bilingual=above") => Some(SourcePlace::Above),
                Some("bilingual=below") => Some(SourcePlace::Below),
                Some(_) => return None,
            };
            Some(Address::Export(book, ExportForm { format, bilingual }))
        }
        _ => None,
    }
}
