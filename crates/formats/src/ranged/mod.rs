//! Formats that are one text with prose at known places in it: what is replaced is a range, everything else stays.
//!
//! A notation says where the prose stands and how a translation is written there. Reading the encoding, replacing,
//! doubling for bilingual books, and the proof are the same for all of them and live here.

mod file;
mod proof;
mod template;

use crate::Format;
use crate::export::{Bilingual, Expected, ExportError, Layout, Manuscript, ReadBack};
use crate::import::{FileFault, ImportError, Imported, Progress, Source};
use crate::language;
use crate::patches::Patches;
use crate::txt::title_of;
use book::language::LanguageTag;
use book::text::book::{Book, FileFormat};
use book::text::chapter::{Chapter, Matter};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::{Paragraph, ParagraphKind, Place, TagKind};
use book::text::reading::Reading;
pub(crate) use file::RangedFile;
use messages::Message;
use std::borrow::Cow;
use std::ops::Range;
use template::Template;

/// More paragraphs than any honest file has.
const MAX_STRETCHES: usize = crate::decode::MAX_LINES;

/// How a format says where its prose stands.
///
/// An implementer promises that reading depends on the text alone, that stretches stand in order and overlap only where
/// one lies within a tag of another, and that a rendered translation is read again as [`Notation::reads`] says.
pub(crate) trait Notation: Sync {
    /// What a stretch needs to be written again.
    type Style;

    /// Which format it is.
    fn format(&self) -> FileFormat;

    /// Whether the file is of this format.
    fn recognises(&self, source: &Source<'_>) -> bool;

    /// The label of the encoding that the file itself names.
    fn declared(&self, _bytes: &[u8]) -> Option<String> {
        None
    }

    /// Reads a text.
    fn read(&self, text: &str, reading: Reading) -> Result<Document<Self::Style>, ImportError>;

    /// Changes what was read before translations are written: tags of a stretch that is written beside its source.
    fn arrange(&self, _document: &mut Document<Self::Style>, _manuscript: &Manuscript) {}

    /// The translation as it is written in the place of its stretch.
    fn render(&self, page: &Page<'_>, stretch: &Stretch<Self::Style>, translation: &Marked) -> String;

    /// What reading the rendered translation gives.
    fn reads<'a>(
        &self,
        page: &Page<'_>,
        stretch: &Stretch<Self::Style>,
        translation: &'a Marked,
    ) -> Cow<'a, Marked>;

    /// How source and translation stand together: the range that both take the place of, and both. A notation without a
    /// place for two languages refuses.
    fn both(
        &self,
        _page: &Page<'_>,
        _stretch: &Stretch<Self::Style>,
        _rendered: &str,
        _source_first: bool,
    ) -> Result<(Range<usize>, String), ExportError> {
        Err(ExportError::Unsupported(Message::new("one_language_only")))
    }

    /// Whether a bilingual book has both texts of the stretch; of labels only the translation is written.
    fn doubles(&self, _stretch: &Stretch<Self::Style>) -> bool {
        true
    }

    /// Whether both texts of a bilingual book are read as one block.
    fn joins_both(&self) -> bool {
        false
    }

    /// Whatever else a translation changes: the language a file says it is in.
    fn particulars(&self, _page: &Page<'_>, _patches: &mut Patches) {}

    /// A text that had to become UTF-8, saying so.
    fn redeclare(&self, text: String) -> String {
        text
    }

    /// What there is to tell about these translations in this file.
    fn remarks(&self, _document: &Document<Self::Style>, _manuscript: &Manuscript) -> Vec<FileFault> {
        Vec::new()
    }

    /// Every text that somebody who opens the file meets, found by other code than [`Notation::read`] uses.
    fn displayed_texts(&self, text: &str) -> Vec<String>;
}

/// What a file holds.
pub(crate) struct Document<S> {
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) language: Option<LanguageTag>,
    pub(crate) stretches: Vec<Stretch<S>>,
    pub(crate) kept: Vec<Kept>,
    pub(crate) findings: Vec<FileFault>,
}

impl<S> Default for Document<S> {
    fn default() -> Self {
        let (stretches, kept, findings) = (Vec::new(), Vec::new(), Vec::new());
        Self { title: None, author: None, language: None, stretches, kept, findings }
    }
}

/// A stretch of prose: one paragraph.
pub(crate) struct Stretch<S> {
    /// The bytes a translation takes the place of.
    pub(crate) range: Range<usize>,
    pub(crate) text: Marked,
    /// Position 0 is tag 1.
    pub(crate) tags: Vec<Tag>,
    pub(crate) kind: ParagraphKind,
    /// The chapter that begins here.
    pub(crate) opens: Option<Opening>,
    pub(crate) style: S,
}

/// How a chapter begins.
#[derive(Debug, Clone, Default)]
pub(crate) struct Opening {
    pub(crate) title: String,
    pub(crate) volume: Option<String>,
    pub(crate) matter: Matter,
}

/// What a numbered tag stands for.
#[derive(Debug, Clone)]
pub(crate) struct Tag {
    pub(crate) kind: TagKind,
    pub(crate) open: Mark,
    /// How a pair ends.
    pub(crate) close: Option<Mark>,
}

/// Markup of the text, or markup of our own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mark {
    At(Range<usize>),
    Made(String),
}

/// A text that stays as it is, inside a stretch or outside.
pub(crate) struct Kept {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
    pub(crate) reason: &'static str,
}

/// A text being written.
pub(crate) struct Page<'a> {
    pub(crate) text: &'a str,
    pub(crate) manuscript: &'a Manuscript,
    /// Changes inside the markup of stretches.
    inside: Patches,
}

impl Page<'_> {
    /// Markup as it is to be written.
    pub(crate) fn mark<'a>(&'a self, mark: &'a Mark) -> Cow<'a, str> {
        match mark {
            Mark::At(range) => self.inside.cut(self.text, range.clone()),
            Mark::Made(made) => Cow::Borrowed(made),
        }
    }

    /// A stretch of the original.
    pub(crate) fn cut(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }
}

/// The tag with this number.
pub(crate) fn tag(tags: &[Tag], number: u16) -> Option<&Tag> {
    tags.get(usize::from(number).checked_sub(1)?)
}

/// The text with readings in brackets, for formats without ruby.
pub(crate) fn without_ruby<'a>(text: &'a Marked, manuscript: &Manuscript) -> Cow<'a, Marked> {
    if !text.as_str().contains('｜') {
        return Cow::Borrowed(text);
    }
    let (open, close) =
        if crate::txt::written::is_ideographic(manuscript) { ("（", "）") } else { (" (", ")") };
    let mut builder = MarkedBuilder::default();
    for piece in text.pieces() {
        match piece {
            Piece::Ruby { base, reading } => builder.push_text(&format!("{base}{open}{reading}{close}")),
            Piece::Text(_) | Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => builder.push(&piece),
        }
    }
    Cow::Owned(builder.finish())
}

/// A format made of a notation.
pub(crate) struct Ranged<N>(pub(crate) N);

impl<N: Notation> Format for Ranged<N> {
    fn format(&self) -> FileFormat {
        self.0.format()
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        self.0.recognises(source)
    }

    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError> {
        let file = RangedFile::read(&self.0, source.bytes, source.encoding)?;
        let reading = Reading { wrapped: None, ..source.reading };
        let document = self.0.read(&file.text, reading)?;
        if document.stretches.len() > MAX_STRETCHES {
            let detail = Message::new("too_many_paragraphs").count("limit", MAX_STRETCHES);
            return Err(ImportError::Hostile { detail });
        }
        let is_text = |stretch: &Stretch<N::Style>| !stretch.text.plain().trim().is_empty();
        if !document.stretches.iter().any(is_text) {
            return Err(ImportError::NoText);
        }
        let texts: Vec<Cow<'_, str>> = document
            .stretches
            .iter()
            .filter(|stretch| stretch.kind != ParagraphKind::Code)
            .map(|stretch| stretch.text.plain())
            .collect();
        let recognised = || language::recognise(texts.iter().map(AsRef::as_ref));
        let language = source.language.clone().or(document.language).or_else(recognised);
        drop(texts);
        let title = document.title.filter(|title| !title.trim().is_empty());
        let title = title.unwrap_or_else(|| title_of(source.file_name));
        let mut findings = file.findings;
        findings.extend(document.findings);
        let format = self.0.format();
        let chapters = chapters(document.stretches);
        (source.progress)(Progress { done: 1, total: 1 });
        let book = Book { title, author: document.author, language, format, reading, chapters };
        Ok(Imported { book, encoding: Some(file.charset.detected()), findings })
    }

    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError> {
        Template::open(&self.0, original, manuscript)?.write(layout.bilingual)
    }

    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError> {
        Ok(proof::expected(&Template::open(&self.0, original, manuscript)?, layout.bilingual))
    }

    fn remarks(&self, original: &[u8], manuscript: &Manuscript) -> Result<Vec<FileFault>, ExportError> {
        let template = Template::open(&self.0, original, manuscript)?;
        Ok(self.0.remarks(&template.document, manuscript))
    }

    fn read_back(&self, bytes: &[u8], reading: Reading) -> Result<ReadBack, ExportError> {
        proof::read_back(&self.0, bytes, reading)
    }
}

/// Chapters of the stretches, each in its place.
fn chapters<S>(stretches: Vec<Stretch<S>>) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for (stretch, block) in stretches.into_iter().zip(0_u32..) {
        let opening = stretch.opens;
        if opening.is_some() || chapters.is_empty() {
            let Opening { title, volume, matter } = opening.unwrap_or_default();
            chapters.push(Chapter { title, volume, matter, ..Chapter::default() });
        }
        let tags = stretch.tags.iter().map(|tag| tag.kind).collect();
        let place = Place { part: 0, block };
        if let Some(chapter) = chapters.last_mut() {
            chapter.paragraphs.push(Paragraph { text: stretch.text, tags, kind: stretch.kind, place });
        }
    }
    chapters
}

/// Whether the source stands first; `None` for a book in one language.
const fn source_first(bilingual: Bilingual) -> Option<bool> {
    match bilingual {
        Bilingual::No => None,
        Bilingual::Above => Some(true),
        Bilingual::Below => Some(false),
    }
}

/// Whether a file's name has one of these endings.
pub(crate) fn has_ending(name: &str, endings: &[&str]) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, own)| endings.iter().any(|ending| own.eq_ignore_ascii_case(ending)))
}
