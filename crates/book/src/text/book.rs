//! A whole book as an importer hands it over: nothing numbered yet, everything in reading order.

use super::chapter::Chapter;
use super::paragraph::Paragraph;
use super::reading::Reading;
use crate::language::LanguageTag;
use serde::{Deserialize, Serialize};

/// A book as read from a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Book {
    /// The title, as the file gives it or as its name suggests.
    pub title: String,
    /// The author, where the file names one.
    pub author: Option<String>,
    /// The language of the text, as declared by the file or recognised from the text.
    pub language: Option<LanguageTag>,
    /// Which format the file has, for giving it back.
    pub format: FileFormat,
    /// How the file was read.
    pub reading: Reading,
    /// Chapters in reading order.
    pub chapters: Vec<Chapter>,
}

impl Book {
    /// All paragraphs in reading order.
    pub fn paragraphs(&self) -> impl Iterator<Item = &Paragraph> {
        self.chapters.iter().flat_map(|chapter| &chapter.paragraphs)
    }

    /// How many paragraphs are work for a translator.
    pub fn n_work(&self) -> usize {
        let paragraphs = self.chapters.iter().flat_map(|chapter| chapter.paragraphs.each());
        paragraphs.filter(|paragraph| paragraph.is_work()).count()
    }

    /// How many paragraphs there are, empty ones included.
    pub fn n_paragraphs(&self) -> usize {
        self.chapters.iter().map(|chapter| chapter.paragraphs.len()).sum()
    }
}

/// The formats a book can come in and go out as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    /// Plain text, one paragraph a line or blocks of wrapped lines.
    #[default]
    Text,
    /// Plain text in the notation of the Aozora Bunko library.
    Aozora,
    /// EPUB 2 or 3.
    Epub,
    /// Several files of plain text.
    #[serde(rename = "text-folder")]
    TextFolder,
    /// Several files of text, at least one of them in the notation of the Aozora Bunko library.
    #[serde(rename = "aozora-folder")]
    AozoraFolder,
    /// A Word document.
    Docx,
    /// An OpenDocument text.
    Odt,
    /// Markdown (`CommonMark` with front matter, footnotes and tables).
    Markdown,
    /// Subtitles: `SubRip`.
    Srt,
    /// Subtitles: `WebVTT`.
    Vtt,
    /// Subtitles: `SubStation` Alpha.
    Ass,
    /// `FictionBook` 2.
    Fb2,
    /// `FictionBook` 2 in a zip.
    #[serde(rename = "fb2-zip")]
    Fb2Zip,
    /// A web page.
    Html,
    /// A folder of web pages with what belongs to them.
    #[serde(rename = "html-folder")]
    HtmlFolder,
    /// Web pages with what belongs to them in one file.
    Htmlz,
    /// Several files of Markdown.
    #[serde(rename = "markdown-folder")]
    MarkdownFolder,
    /// A file of data of RPG Maker MV or MZ.
    #[serde(rename = "rpg-maker")]
    RpgMaker,
    /// The data of a game of RPG Maker MV or MZ.
    #[serde(rename = "rpg-maker-folder")]
    RpgMakerFolder,
    /// A script of Ren'Py.
    Renpy,
    /// The scripts of a game of Ren'Py.
    #[serde(rename = "renpy-folder")]
    RenpyFolder,
    /// A scenario of `KiriKiri`.
    Kirikiri,
    /// The scenarios of a game of `KiriKiri`.
    #[serde(rename = "kirikiri-folder")]
    KirikiriFolder,
    /// A table with a delimiter, of which chosen columns are text.
    Csv,
    /// A file of JSON, of which chosen strings are text.
    Json,
    /// A workbook, of which chosen columns are text.
    Xlsx,
}

impl FileFormat {
    /// Every format.
    pub const ALL: &'static [Self] = &[
        Self::Text,
        Self::Aozora,
        Self::Epub,
        Self::TextFolder,
        Self::AozoraFolder,
        Self::Markdown,
        Self::Srt,
        Self::Vtt,
        Self::Ass,
        Self::Fb2,
        Self::Fb2Zip,
        Self::Html,
        Self::HtmlFolder,
        Self::Htmlz,
        Self::MarkdownFolder,
        Self::RpgMaker,
        Self::RpgMakerFolder,
        Self::Renpy,
        Self::RenpyFolder,
        Self::Kirikiri,
        Self::KirikiriFolder,
        Self::Docx,
        Self::Odt,
        Self::Csv,
        Self::Json,
        Self::Xlsx,
    ];

    /// The word for the format in the store and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Aozora => "aozora",
            Self::Epub => "epub",
            Self::TextFolder => "text-folder",
            Self::AozoraFolder => "aozora-folder",
            Self::Docx => "docx",
            Self::Odt => "odt",
            Self::Markdown => "markdown",
            Self::Srt => "srt",
            Self::Vtt => "vtt",
            Self::Ass => "ass",
            Self::Fb2 => "fb2",
            Self::Fb2Zip => "fb2-zip",
            Self::Html => "html",
            Self::HtmlFolder => "html-folder",
            Self::Htmlz => "htmlz",
            Self::MarkdownFolder => "markdown-folder",
            Self::RpgMaker => "rpg-maker",
            Self::RpgMakerFolder => "rpg-maker-folder",
            Self::Renpy => "renpy",
            Self::RenpyFolder => "renpy-folder",
            Self::Kirikiri => "kirikiri",
            Self::KirikiriFolder => "kirikiri-folder",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Xlsx => "xlsx",
        }
    }

    /// Whether the book is made of several files.
    pub const fn is_folder(self) -> bool {
        matches!(
            self,
            Self::TextFolder
                | Self::AozoraFolder
                | Self::HtmlFolder
                | Self::MarkdownFolder
                | Self::RpgMakerFolder
                | Self::RenpyFolder
                | Self::KirikiriFolder
        )
    }

    /// Whether it is text of any kind that a text goes out as: plain, or in a notation of its own.
    pub const fn is_plain_text(self) -> bool {
        matches!(self, Self::Text | Self::Aozora)
    }

    /// The format with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.as_str() == word)
    }

    /// The endings of files in this format; the first is the usual one.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Text | Self::Aozora => &["txt", "text"],
            Self::Epub => &["epub"],
            Self::Docx => &["docx"],
            Self::Odt => &["odt"],
            Self::TextFolder
            | Self::AozoraFolder
            | Self::HtmlFolder
            | Self::MarkdownFolder
            | Self::RpgMakerFolder
            | Self::RenpyFolder
            | Self::KirikiriFolder => &["zip"],
            Self::RpgMaker | Self::Json => &["json"],
            Self::Csv => &["csv", "tsv", "tab"],
            Self::Xlsx => &["xlsx"],
            Self::Renpy => &["rpy"],
            Self::Kirikiri => &["ks"],
            Self::Html => &["html", "htm", "xhtml"],
            Self::Htmlz => &["htmlz"],
            Self::Markdown => &["md", "markdown", "mdown", "mkd"],
            Self::Srt => &["srt"],
            Self::Vtt => &["vtt"],
            Self::Ass => &["ass", "ssa"],
            Self::Fb2 => &["fb2"],
            Self::Fb2Zip => &["fb2.zip", "fbz"],
        }
    }

    /// The usual ending of a file in this format.
    pub fn extension(self) -> &'static str {
        self.endings().first().copied().unwrap_or_default()
    }

    /// The media type of a file in this format.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Text | Self::Aozora | Self::Renpy | Self::Kirikiri => "text/plain",
            Self::Epub => "application/epub+zip",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Odt => "application/vnd.oasis.opendocument.text",
            Self::TextFolder
            | Self::AozoraFolder
            | Self::HtmlFolder
            | Self::MarkdownFolder
            | Self::RpgMakerFolder
            | Self::RenpyFolder
            | Self::KirikiriFolder
            | Self::Htmlz => "application/zip",
            Self::RpgMaker | Self::Json => "application/json",
            Self::Csv => "text/csv",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Html => "text/html",
            Self::Markdown => "text/markdown",
            Self::Srt => "application/x-subrip",
            Self::Vtt => "text/vtt",
            Self::Ass => "text/x-ssa",
            Self::Fb2 => "application/x-fictionbook+xml",
            Self::Fb2Zip => "application/x-zip-compressed-fb2",
        }
    }
}
