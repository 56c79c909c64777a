//! What a book renders in several ways, and what contradicts, as it travels.

use serde::Serialize;
use utoipa::ToSchema;

/// How one term or name is rendered over a book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Drift {
    /// `term` or `character`.
    pub(crate) entry: String,
    /// Its id.
    pub(crate) id: String,
    /// As in the source.
    pub(crate) source: String,
    /// The agreed translation.
    pub(crate) translation: String,
    /// How many translated paragraphs have it in their source.
    pub(crate) n_paragraphs: u64,
    /// How many paragraphs would have to change for all to be alike.
    pub(crate) n_odd: u64,
    /// The share of the most frequent rendering, in thousandths.
    pub(crate) consistency: u64,
    /// What stands for it, the most frequent first.
    pub(crate) renderings: Vec<Rendering>,
    /// Paragraphs in which nothing is recognised, at most fifty.
    pub(crate) unrecognised: Vec<String>,
    /// How many of those there are.
    pub(crate) n_unrecognised: u64,
}

/// One rendering.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Rendering {
    /// The form.
    pub(crate) form: String,
    /// Whether it is an agreed one.
    pub(crate) is_agreed: bool,
    /// How many paragraphs it stands in.
    pub(crate) n_paragraphs: u64,
    /// The first fifty of them.
    pub(crate) paragraphs: Vec<String>,
    /// The number of the first chapter it stands in.
    pub(crate) first_chapter: u32,
    /// The number of the last chapter it stands in.
    pub(crate) last_chapter: u32,
    /// In how many paragraphs of each chapter it stands; chapters without it are left out.
    pub(crate) chapters: Vec<ChapterUses>,
}

/// How often a rendering stands in a chapter.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChapterUses {
    /// The chapter's number, from one.
    pub(crate) chapter: u32,
    /// In how many paragraphs.
    pub(crate) n_paragraphs: u64,
}

/// Things that cannot all be true; until a person decides, none of them is used.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KnowledgeConflict {
    /// `gender`, `address` or `translation`.
    pub(crate) about: String,
    /// The word or name it is about, as in the source.
    pub(crate) source: String,
    /// The character it is about.
    pub(crate) character: Option<String>,
    /// The character that is spoken to.
    pub(crate) to: Option<String>,
    /// The number of the chapter from which on they contradict; null from the beginning.
    pub(crate) from_chapter: Option<u32>,
    /// What is said.
    pub(crate) sides: Vec<ConflictSide>,
}

/// One of several things that cannot all be true.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConflictSide {
    /// What is said.
    pub(crate) text: String,
    /// The `term` or `character` that says so.
    pub(crate) entry: Option<String>,
    /// Its id.
    pub(crate) id: Option<String>,
    /// How far it is trusted.
    pub(crate) standing: Option<String>,
}
