//! The same words everywhere: what a replacement would change, and doing it as one change that one undo takes back.

use crate::pattern::{Pattern, PatternError, PatternOptions};
use crate::search;
use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::id::{BookId, ChapterId, ParagraphId, VersionId};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::version::{Author, Selection};
use messages::{Explain, Message};
use std::borrow::Cow;
use store::change::{Cause, Receipt};
use store::error::StoreError;
use store::library::Library;
use store::record::ParagraphRecord;
use store::search::SearchScope;
use store::store::Store;

/// What is to be replaced, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacing {
    /// What to look for.
    pub find: String,
    /// How.
    pub options: PatternOptions,
    /// What to put there.
    pub replace: String,
    /// Only in these chapters; in all when empty.
    pub chapters: Vec<ChapterId>,
    /// Only in these paragraphs; in all when empty.
    pub paragraphs: Vec<ParagraphId>,
}

/// What would change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReplacePlan {
    /// The paragraphs, in reading order.
    pub changes: Vec<ReplacedText>,
    /// How many more have the words and are locked.
    pub n_locked: usize,
}

/// One paragraph before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplacedText {
    pub paragraph: ParagraphId,
    pub chapter: ChapterId,
    /// The version that is its translation.
    pub version: Option<VersionId>,
    /// The translation before.
    pub before: Marked,
    /// The translation after.
    pub after: Marked,
}

/// Why nothing can be replaced.
#[derive(Debug)]
pub enum ReplaceError {
    /// The library failed.
    Store(StoreError),
    /// It cannot be looked for.
    Pattern(PatternError),
}

impl Explain for ReplaceError {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::Pattern(error) => error.message(),
        }
    }
}

messages::shown_as_message!(ReplaceError);

impl From<StoreError> for ReplaceError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<PatternError> for ReplaceError {
    fn from(error: PatternError) -> Self {
        Self::Pattern(error)
    }
}

/// What a replacement would change. Tags stay where they are; a paragraph that would be left empty stays as it is.
#[boxed]
pub async fn plan(
    library: &Library,
    book: BookId,
    replacing: &Replacing,
) -> Result<ReplacePlan, ReplaceError> {
    let pattern = Pattern::new(&replacing.find, replacing.options)?;
    let mut planned = ReplacePlan::default();
    let mut after = None;
    loop {
        let query = search::Query {
            find: &replacing.find,
            pattern: &pattern,
            options: replacing.options,
            scope: SearchScope::Translation,
            chapter: None,
            limit: search::whole_page(replacing.options),
            after,
        };
        let page = search::page(library, book, &query).await?;
        for hit in page.hits.iter().filter(|hit| is_wanted(replacing, &hit.paragraph)) {
            let Some(changed) = changed(&hit.paragraph, &pattern, &replacing.replace) else { continue };
            if hit.paragraph.locked {
                planned.n_locked += 1;
            } else {
                planned.changes.push(changed);
            }
        }
        after = page.next;
        if after.is_none() {
            return Ok(planned);
        }
    }
}

/// Makes the changes, as a person's own words; none of them if a paragraph has changed since the plan.
#[boxed]
pub async fn apply(
    store: &Store,
    book: BookId,
    replacing: &Replacing,
    planned: &ReplacePlan,
    now_ms: i64,
) -> Result<Receipt, StoreError> {
    let expected =
        planned.changes.iter().map(|one| Edit::Expect { paragraph: one.paragraph, version: one.version });
    let versions = planned.changes.iter().map(|change| Edit::AddVersion {
        paragraph: change.paragraph,
        text: change.after.to_string(),
        author: Author::Person,
        selection: Selection::Select,
    });
    // Where only the agreed words changed, a sentence stays as far as it was; what an expression did is to be read again.
    let is_agreed = !replacing.options.regex;
    let reviews = planned.changes.iter().filter(|_| is_agreed).filter_map(|change| {
        change.version.map(|from| Edit::CarryReview { paragraph: change.paragraph, from })
    });
    let edits: Vec<Edit> = expected.chain(versions).chain(reviews).collect();
    let short = |text: &str| text.chars().take(40).collect::<String>();
    let note = format!("replaced `{}` by `{}`", short(&replacing.find), short(&replacing.replace));
    store.commit(book, &edits, &Cause::person(note), now_ms).await
}

fn is_wanted(replacing: &Replacing, paragraph: &ParagraphRecord) -> bool {
    (replacing.chapters.is_empty() || replacing.chapters.contains(&paragraph.chapter))
        && (replacing.paragraphs.is_empty() || replacing.paragraphs.contains(&paragraph.id))
}

fn changed(paragraph: &ParagraphRecord, pattern: &Pattern, with: &str) -> Option<ReplacedText> {
    let before = paragraph.translation.as_ref()?;
    let swap = |text: &str| pattern.replace(text, with);
    let mut builder = MarkedBuilder::default();
    for piece in before.pieces() {
        match piece {
            Piece::Text(text) => builder.push_text(&swap(&text)),
            Piece::Ruby { base, reading } => {
                builder.push(&Piece::Ruby { base: Cow::Owned(swap(&base)), reading });
            }
            Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => builder.push(&piece),
        }
    }
    let after = builder.finish();
    let is_change = after != *before && !after.plain().trim().is_empty();
    is_change.then(|| ReplacedText {
        paragraph: paragraph.id,
        chapter: paragraph.chapter,
        version: paragraph.version,
        before: before.clone(),
        after,
    })
}
