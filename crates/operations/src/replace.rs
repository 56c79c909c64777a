//! The same words everywhere: what a replacement would change, and doing it as one change that one undo takes back.

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
use store::search::{Matching, SearchCursor, SearchQuery, SearchScope};
use store::store::Store;

/// So many paragraphs are looked at in one go.
const PAGE: u32 = 1_000;
/// Longer words to find are a mistake.
const LONGEST: usize = 1_000;

/// What is to be replaced, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacing {
    /// What to look for, letter by letter.
    pub find: String,
    /// What to put there.
    pub replace: String,
    /// Only in these chapters; in all when empty.
    pub chapters: Vec<ChapterId>,
    /// Only in these paragraphs; in all when empty.
    pub paragraphs: Vec<ParagraphId>,
}

/// What would change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Planned {
    /// The paragraphs, in reading order.
    pub changes: Vec<Changed>,
    /// How many more have the words and are locked.
    pub n_locked: usize,
}

/// One paragraph before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The paragraph.
    pub paragraph: ParagraphId,
    /// Its chapter.
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
    /// There is nothing to look for, or far too much.
    NothingToFind,
}

impl Explain for ReplaceError {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::NothingToFind => Message::new("nothing_to_find"),
        }
    }
}

messages::shown_as_message!(ReplaceError);

impl From<StoreError> for ReplaceError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// What a replacement would change. Tags stay where they are; a paragraph that would be left empty stays as it is.
pub async fn plan(library: &Library, book: BookId, replacing: &Replacing) -> Result<Planned, ReplaceError> {
    if replacing.find.trim().is_empty() || replacing.find.chars().nth(LONGEST).is_some() {
        return Err(ReplaceError::NothingToFind);
    }
    let mut planned = Planned::default();
    let mut after: Option<SearchCursor> = None;
    loop {
        let query = SearchQuery {
            texts: vec![replacing.find.clone()],
            matching: Matching::All,
            scope: SearchScope::Translation,
            chapter: None,
            limit: PAGE,
            after,
        };
        let page = library.search(book, &query).await?;
        for hit in page.hits.iter().filter(|hit| is_wanted(replacing, &hit.paragraph)) {
            let Some(changed) = changed(&hit.paragraph, replacing) else { continue };
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

/// Makes the changes, as a person's own words; none of them where somebody changed a paragraph since.
pub async fn apply(
    store: &Store,
    book: BookId,
    replacing: &Replacing,
    planned: &Planned,
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
    let edits: Vec<Edit> = expected.chain(versions).collect();
    let short = |text: &str| text.chars().take(40).collect::<String>();
    let note = format!("replaced `{}` by `{}`", short(&replacing.find), short(&replacing.replace));
    store.commit(book, &edits, &Cause::person(note), now_ms).await
}

fn is_wanted(replacing: &Replacing, paragraph: &ParagraphRecord) -> bool {
    (replacing.chapters.is_empty() || replacing.chapters.contains(&paragraph.chapter))
        && (replacing.paragraphs.is_empty() || replacing.paragraphs.contains(&paragraph.id))
}

fn changed(paragraph: &ParagraphRecord, replacing: &Replacing) -> Option<Changed> {
    let before = paragraph.translation.as_ref()?;
    let swap = |text: &str| text.replace(&replacing.find, &replacing.replace);
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
    is_change.then(|| Changed {
        paragraph: paragraph.id,
        chapter: paragraph.chapter,
        version: paragraph.version,
        before: before.clone(),
        after,
    })
}
