//! What the library tells about books, chapters, paragraphs and versions: plain records, the same for every database.

use crate::people::PersonName;
use book::id::{BookId, ChapterId, ParagraphId, SeriesId, VersionId};
use book::language::LanguageTag;
use book::text::book::{Book, FileFormat};
use book::text::chapter::Matter;
use book::text::markup::Marked;
use book::text::paragraph::{ParagraphKind, Place, TagKind};
use book::text::reading::Reading;
use book::text::review::ReviewState;
use book::text::version::Author;
use book::work::checked::Acknowledgement;
use book::work::opinion::Opinion;

/// A book to be put into the library.
#[derive(Debug, Clone, Copy)]
pub struct NewBook<'a> {
    /// The book as an importer gave it.
    pub book: &'a Book,
    /// The file it came from, byte for byte.
    pub original: &'a [u8],
    /// That file's name without folders.
    pub file_name: &'a str,
    /// The series it belongs to, by name; made if there is none. Without a name the book gets a series of its own.
    pub series: Option<&'a str>,
    /// The language to translate into, if it is known already; otherwise that of the books of its series.
    pub target_language: Option<&'a LanguageTag>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// The state of a book's text and translations: as long as it is the same, nothing in them has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookState {
    pub(crate) revision: i64,
    pub(crate) last_change: Option<i64>,
    pub(crate) target_language: Option<String>,
}

/// A book in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookSummary {
    /// The book.
    pub id: BookId,
    /// The series that owns its knowledge.
    pub series: SeriesRecord,
    /// The source's title.
    pub title: String,
    /// The translated title.
    pub title_translation: Option<String>,
    /// Whether the translated title is a person's own, which no model replaces.
    pub title_by_person: bool,
    pub author: Option<String>,
    pub source_language: Option<LanguageTag>,
    /// The language translated into.
    pub target_language: Option<LanguageTag>,
    /// The format it came in.
    pub format: FileFormat,
    /// How its file was read.
    pub reading: Reading,
    /// The name of the file it came from.
    pub file_name: String,
    /// How many chapters it has.
    pub n_chapters: u32,
    /// How many paragraphs have text; empty ones are not counted here.
    pub n_paragraphs: u32,
    /// How many paragraphs have a translation.
    pub n_translated: u32,
    /// How many of the translations a person has reviewed, approved ones among them.
    pub n_reviewed: u32,
    /// How many of those an editor has approved.
    pub n_approved: u32,
    /// How many of them need work, as a person says.
    pub n_needs_work: u32,
    /// How many paragraphs without a translation a rehearsal has a text for.
    pub n_rehearsed: u32,
    /// The title a rehearsal gave it.
    pub rehearsed_title: Option<String>,
    /// When it was imported, in milliseconds since 1970.
    pub created_at: i64,
    /// What a person asks of every translation of it.
    pub instructions: Option<String>,
}

/// A book in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrashedBook {
    pub id: BookId,
    pub title: String,
    /// The language it is translated into.
    pub target_language: Option<LanguageTag>,
    /// The name of the file it came from.
    pub file_name: String,
    /// When it was removed, in milliseconds since 1970.
    pub removed_at: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesRecord {
    /// The series.
    pub id: SeriesId,
    pub name: String,
    /// What a person asks of every translation of its books.
    pub instructions: Option<String>,
}

/// A chapter in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterRecord {
    /// The chapter.
    pub id: ChapterId,
    /// Its place in the book, counted from one.
    pub number: u32,
    /// The source's title; empty where the book gives none.
    pub title: String,
    /// The translated title.
    pub title_translation: Option<String>,
    /// Whether the translated title is a person's own, which no model replaces.
    pub title_by_person: bool,
    /// The volume or part it belongs to.
    pub volume: Option<String>,
    /// Story, or what stands around it.
    pub matter: Matter,
    /// How many paragraphs it has, empty ones included.
    pub n_paragraphs: u32,
    /// How many of them have text.
    pub n_work: u32,
    /// How many have a translation.
    pub n_translated: u32,
    /// How many of the translations a person has reviewed, approved ones among them.
    pub n_reviewed: u32,
    /// How many of those an editor has approved.
    pub n_approved: u32,
    /// How many of them need work, as a person says.
    pub n_needs_work: u32,
    /// How many without a translation a rehearsal has a text for.
    pub n_rehearsed: u32,
    /// The title a rehearsal gave it.
    pub rehearsed_title: Option<String>,
    /// What a person asks of every translation of it, beside what is asked of the book.
    pub instructions: Option<String>,
}

/// A paragraph with what stands for it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParagraphRecord {
    /// The paragraph.
    pub id: ParagraphId,
    pub chapter: ChapterId,
    /// Its 0-based place in the chapter, empty paragraphs counted.
    pub index: u32,
    /// Its 0-based place in the book, empty paragraphs counted.
    pub position: u32,
    /// The source text.
    pub text: Marked,
    /// What the source's numbered tags stand for.
    pub tags: Vec<TagKind>,
    /// What sort of block it is.
    pub kind: ParagraphKind,
    /// Where it stands in the original file.
    pub place: Place,
    /// Whether there is nothing in it to translate.
    pub is_empty: bool,
    /// The selected translation.
    pub translation: Option<Marked>,
    /// The version that translation is.
    pub version: Option<VersionId>,
    /// How far the translation is; a draft where there is none.
    pub review: ReviewState,
    /// What a rehearsal wrote for it. It is no translation.
    pub rehearsal: Option<Marked>,
    /// Whether the translation is the work of a rehearsal, from before rehearsals were kept apart.
    pub by_rehearsal: bool,
    /// Whether it is locked against every model.
    pub locked: bool,
    /// Whether the translation still belongs to what the source says now.
    pub freshness: Freshness,
}

/// Whether a translation still belongs to its source. Without a translation there is nothing to be stale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// It does.
    Fresh,
    /// It does not, and there is none that does.
    Stale(StaleReason),
    /// It does not, but a version that does waits beside it until a person decides.
    NewerWaits(StaleReason),
}

impl Freshness {
    /// Why it is stale, if it is.
    pub const fn reason(self) -> Option<StaleReason> {
        match self {
            Self::Fresh => None,
            Self::Stale(reason) | Self::NewerWaits(reason) => Some(reason),
        }
    }
}

/// What has changed since a translation was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaleReason {
    /// A newer edition says it in other words.
    Source,
    /// The book is to be in another language now.
    Language,
}

impl StaleReason {
    /// The word for it in lists.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Source => "source changed",
            Self::Language => "other language",
        }
    }
}

/// Where a paragraph stands, for orientation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParagraphPosition {
    /// The paragraph.
    pub id: ParagraphId,
    pub chapter: ChapterId,
    /// The chapter's place in the book, counted from one.
    pub chapter_number: u32,
    /// The chapter's title in the source.
    pub chapter_title: String,
    /// The chapter's translated title.
    pub chapter_title_translation: Option<String>,
    /// What a person asks of every translation of the chapter.
    pub chapter_instructions: Option<String>,
    /// The paragraph's 0-based place in the chapter, empty paragraphs counted.
    pub index: u32,
    /// How many paragraphs the chapter has, empty ones included.
    pub total_paragraphs: u32,
}

/// One translation of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionRecord {
    /// The version.
    pub id: VersionId,
    pub text: Marked,
    /// Who made it.
    pub author: Author,
    /// The person who made it, or for whom a model did.
    pub person: Option<PersonName>,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
    /// Whether it is the paragraph's translation.
    pub selected: bool,
    /// What it was written as.
    pub standing: VersionKind,
    /// Whether it was made from what the source says now.
    pub is_of_present_source: bool,
    /// What a person said of it, if anything.
    pub review: Option<ReviewRecord>,
}

/// What a person said of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewRecord {
    /// How far it is.
    pub state: ReviewState,
    /// Who said so.
    pub who: Author,
    /// The person, where there are several.
    pub person: Option<PersonName>,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
}

/// What a version was written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VersionKind {
    /// To be the translation.
    Ordinary,
    /// To wait until a person accepts it.
    Suggestion,
    /// To wait, until a person did not want it.
    Rejected,
}

/// A suggestion that waits for a person, with what stands there now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    pub paragraph: ParagraphRecord,
    /// What is suggested.
    pub version: VersionRecord,
}

/// A finding a person lets stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcknowledgementRecord {
    pub paragraph: ParagraphId,
    /// The check's code.
    pub check: String,
    /// For which words, and why.
    pub given: Acknowledgement,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
    /// Who let it stand, where there are several people.
    pub person: Option<PersonName>,
}

/// A comment about a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentRecord {
    /// The paragraph.
    pub paragraph: ParagraphId,
    /// The chapter it stands in.
    pub chapter: ChapterId,
    /// Which of the paragraph's remarks it is, from 1.
    pub number: u32,
    /// Who said it, or the file it came with.
    pub author: String,
    /// The member who said it, or who brought it in.
    pub person: Option<PersonName>,
    /// What was said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was settled; open until then.
    pub resolved_at: Option<i64>,
    /// The member who settled it.
    pub resolved_by: Option<PersonName>,
}

/// Something to say about a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewComment {
    /// The paragraph.
    pub paragraph: ParagraphId,
    /// Who says it, or the file it came with.
    pub author: String,
    /// What is said.
    pub text: String,
}

/// What a model thinks of one translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpinionRecord {
    pub paragraph: ParagraphId,
    pub model: String,
    /// The digest of the source and the translation it was asked about.
    pub digest: String,
    /// What it thinks is wrong; nothing where it has no objection.
    pub opinions: Vec<Opinion>,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
}

/// What asking one model for second opinions on a book has cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpinionCost {
    pub model: String,
    /// How many requests were answered.
    pub n_requests: i64,
    /// What they used.
    pub usage: crate::work::StepUsage,
    /// When it was last asked, in milliseconds since 1970.
    pub updated_at: i64,
}

/// How a translator's notes of a book are exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteChoice {
    /// They are welcome, and go out as footnotes.
    Footnotes,
    /// They are not welcome.
    None,
}

impl NoteChoice {
    /// The word for it in the database, in flags and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Footnotes => "footnotes",
            Self::None => "none",
        }
    }

    /// The choice a word means.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Footnotes, Self::None].into_iter().find(|choice| choice.as_str() == word)
    }
}

/// What a paragraph said before a newer edition was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerSource {
    pub text: Marked,
    /// The revision that replaced it, counted from one.
    pub until: u32,
}
