//! What an exporter is given, and what is found when its output is opened again.

use crate::certificate::BlockRole;
use book::id::{ChapterId, ParagraphId};
use book::language::LanguageTag;
use book::text::markup::Marked;
use book::text::packed::{self, Packable, PackableVec};
use book::text::paragraph::Place;
use book::text::reading::Reading;
use messages::{Explain, Message};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

/// A book with everything that is to be put into its file.
#[derive(Debug, Clone)]
pub struct Manuscript {
    /// The source's title.
    pub title: String,
    /// The translated title, where there is one.
    pub title_translation: Option<String>,
    /// The language of the source, where known.
    pub source_language: Option<LanguageTag>,
    /// The language translated into; `None` for a book without translations.
    pub target_language: Option<LanguageTag>,
    /// How the original was read, and is to be read again.
    pub reading: Reading,
    /// Chapters in reading order.
    pub chapters: Vec<ManuscriptChapter>,
}

/// A chapter of a manuscript.
#[derive(Debug, Clone)]
pub struct ManuscriptChapter {
    /// The chapter's id.
    pub id: ChapterId,
    /// The source's title.
    pub title: String,
    /// The translated title, where there is one.
    pub title_translation: Option<String>,
    /// Every paragraph in order, empty ones included.
    pub paragraphs: PackableVec<ManuscriptParagraph>,
}

/// A paragraph of a manuscript.
#[derive(Debug, Clone)]
pub struct ManuscriptParagraph {
    /// The paragraph's id.
    pub id: ParagraphId,
    /// Where it stands in the original file.
    pub place: Place,
    /// The source text.
    pub source: Marked,
    /// What becomes of it.
    pub outcome: Outcome,
}

/// What becomes of a paragraph in an exported book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It appears in translation.
    Translated(Marked),
    /// It stays as it is on purpose: empty, or nothing but symbols.
    Kept,
    /// It stays as it is because no translation exists, for this reason.
    Untranslated(Cow<'static, str>),
}

impl Outcome {
    /// The translation of a paragraph that has one.
    pub(crate) fn translation_of(paragraph: Cow<'_, ManuscriptParagraph>) -> Option<Cow<'_, Marked>> {
        match paragraph {
            Cow::Borrowed(paragraph) => match &paragraph.outcome {
                Self::Translated(translation) => Some(Cow::Borrowed(translation)),
                Self::Kept | Self::Untranslated(_) => None,
            },
            Cow::Owned(paragraph) => match paragraph.outcome {
                Self::Translated(translation) => Some(Cow::Owned(translation)),
                Self::Kept | Self::Untranslated(_) => None,
            },
        }
    }
}

/// Which outcome follows in packed bytes.
const TRANSLATED: u32 = 0;
const KEPT: u32 = 1;
const UNTRANSLATED: u32 = 2;

impl Packable for ManuscriptParagraph {
    fn write(&self, to: &mut Vec<u8>) {
        packed::write_number(self.id.number(), to);
        packed::write_number(self.place.part, to);
        packed::write_number(self.place.block, to);
        packed::write_text(self.source.as_str(), to);
        match &self.outcome {
            Outcome::Translated(translation) => {
                packed::write_number(TRANSLATED, to);
                packed::write_text(translation.as_str(), to);
            }
            Outcome::Kept => packed::write_number(KEPT, to),
            Outcome::Untranslated(reason) => {
                packed::write_number(UNTRANSLATED, to);
                packed::write_text(reason, to);
            }
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let id = ParagraphId::from_number(packed::read_number(from)?);
        let place = Place { part: packed::read_number(from)?, block: packed::read_number(from)? };
        let source = Marked::from_written(packed::read_text(from)?.to_owned());
        let outcome = match packed::read_number(from)? {
            TRANSLATED => Outcome::Translated(Marked::from_written(packed::read_text(from)?.to_owned())),
            KEPT => Outcome::Kept,
            _ => Outcome::Untranslated(packed::read_text(from)?.to_owned().into()),
        };
        Some(Self { id, place, source, outcome })
    }
}

/// The paragraphs of a manuscript by where they stand.
pub(crate) struct ByPlace<'a> {
    manuscript: &'a Manuscript,
    /// Each place with the chapter and the index in it.
    places: Vec<(Place, u32, u32)>,
    /// The packed chapter that was looked at last: whoever looks for places in order finds most of them there.
    open: RefCell<Option<(u32, Vec<ManuscriptParagraph>)>>,
}

impl<'a> ByPlace<'a> {
    pub(crate) fn new(manuscript: &'a Manuscript) -> Self {
        let n_paragraphs = manuscript.chapters.iter().map(|chapter| chapter.paragraphs.len()).sum();
        let mut places = Vec::with_capacity(n_paragraphs);
        for (chapter, number) in manuscript.chapters.iter().zip(0_u32..) {
            places.extend(chapter.paragraphs.each().zip(0_u32..).map(|(one, at)| (one.place, number, at)));
        }
        // Backwards, because of several at one place the last counts.
        places.reverse();
        places.sort_by_key(|(place, ..)| *place);
        places.dedup_by_key(|(place, ..)| *place);
        Self { manuscript, places, open: RefCell::new(None) }
    }

    /// The paragraph that stands there.
    pub(crate) fn get(&self, place: Place) -> Option<Cow<'a, ManuscriptParagraph>> {
        let at = self.places.binary_search_by_key(&place, |(place, ..)| *place).ok()?;
        let (_, number, at) = *self.places.get(at)?;
        let at = usize::try_from(at).ok()?;
        let paragraphs = &self.manuscript.chapters.get(usize::try_from(number).ok()?)?.paragraphs;
        if let Some(held) = paragraphs.held() {
            return held.get(at).map(Cow::Borrowed);
        }
        let mut open = self.open.borrow_mut();
        let (_, unpacked) = match open.take().filter(|(chapter, _)| *chapter == number) {
            Some(same) => open.insert(same),
            None => open.insert((number, paragraphs.unpacked().into_owned())),
        };
        unpacked.get(at).cloned().map(Cow::Owned)
    }

    /// How many places there are.
    pub(crate) const fn len(&self) -> usize {
        self.places.len()
    }
}

/// How source and translation share the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bilingual {
    /// Only the translation.
    #[default]
    No,
    /// The source above its translation.
    Above,
    /// The source below its translation.
    Below,
}

/// What becomes of vertical writing when the target language runs horizontally.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Vertical stays vertical only if the target language can be written so; otherwise it becomes horizontal.
    #[default]
    Auto,
    /// Everything stays as the original has it.
    Keep,
}

/// How the book is to be laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layout {
    /// How source and translation share the page.
    pub bilingual: Bilingual,
    /// What becomes of vertical writing.
    pub direction: Direction,
}

/// Why a book could not be written or opened again.
#[derive(Debug)]
pub enum ExportError {
    /// The original no longer gives the paragraphs the library has.
    TemplateMismatch(Message),
    /// What was asked for does not exist in this format.
    Unsupported(Message),
    /// A file that should be ours cannot be read.
    Unreadable {
        /// What went wrong.
        detail: Message,
    },
}

impl Explain for ExportError {
    fn message(&self) -> Message {
        match self {
            Self::TemplateMismatch(message) | Self::Unsupported(message) => message.clone(),
            Self::Unreadable { detail } => Message::new("export_unreadable").part("detail", detail.clone()),
        }
    }
}

messages::shown_as_message!(ExportError);

impl ExportError {
    /// A part of the program that has no words of its own could not read or write the file.
    pub(crate) fn technical(detail: impl fmt::Display) -> Self {
        Self::Unreadable { detail: Message::new("technical").with("detail", detail) }
    }
}

/// What must be found in an exported file if every paragraph has come out as the manuscript says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// The blocks, in reading order.
    pub blocks: Vec<ExpectedBlock>,
    /// Texts outside the blocks, in no order: attributes, words in pictures, lines of tables of contents.
    pub extras: Vec<ExpectedBlock>,
    /// Texts inside blocks that stay as they are.
    pub kept: Vec<KeptText>,
    /// Places of the original where there is more or less than was read.
    pub unread: Vec<String>,
    /// How many characters every page shows and speaks.
    pub parts: Vec<CountedPart>,
    /// What the original holds besides its text.
    pub frame: Frame,
}

/// A block that an exported file must have, and the paragraph it is there for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedBlock {
    /// The paragraph.
    pub paragraph: ParagraphId,
    /// Which of the paragraph's texts it is part of.
    pub role: BlockRole,
    /// The block's plain text; whitespace does not count when it is compared.
    pub text: String,
}

/// A text that stays as it is, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptText {
    /// The page it stands in.
    pub part: String,
    /// The text.
    pub text: String,
    /// Why it stays.
    pub reason: Cow<'static, str>,
}

/// How much there is to be seen and heard in a page, whatever the order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedPart {
    /// The page.
    pub name: String,
    /// Characters, white space aside.
    pub n_chars: u64,
    /// A sum over these characters.
    pub checksum: u64,
}

/// What is found when an exported file is opened again, with no knowledge of how it was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadBack {
    /// The plain text of every block that has text, in reading order.
    pub blocks: Vec<String>,
    /// Texts outside the blocks, in no order.
    pub extras: Vec<String>,
    /// How many characters every page shows and speaks.
    pub parts: Vec<CountedPart>,
    /// Everything else.
    pub frame: Frame,
}

/// What a file holds besides its text; nothing, where a format is all text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// Links and references that lead nowhere, as `file: target`.
    pub broken_links: Vec<String>,
    /// Names and digests of everything that is not text: pictures, fonts, styles.
    pub resources: Vec<Resource>,
    /// Titles in the table of contents, in order.
    pub contents: Vec<String>,
}

/// Something in a book that is not text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Resource {
    /// Its name in the file.
    pub name: String,
    /// A digest of its bytes.
    pub digest: String,
}
