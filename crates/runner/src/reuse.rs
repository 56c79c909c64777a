//! Exact translation memory: what the same words became elsewhere in the series, before any model is asked.

use crate::spec::{RunSpec, Which, Work};
use book::edit::Edit;
use book::id::{ParagraphId, RunId};
use book::text::version::{Author, Selection};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use store::change::Cause;
use store::error::StoreError;
use store::record::{BookSummary, Freshness, ParagraphRecord};
use store::store::Store;

/// Shorter paragraphs mean too much by where they stand: "Yes?" is not the same everywhere.
const SHORTEST: usize = 12;
/// The most versions in one commit.
const BATCH: usize = 500;

/// Gives untranslated paragraphs the translation that the same source text has elsewhere in the series, in the same
/// language. Returns how many there were. Nothing that has a translation or a lock is touched.
pub(crate) async fn reuse(
    store: &Store,
    book: &BookSummary,
    spec: &RunSpec,
    run: RunId,
    now_ms: i64,
) -> Result<usize, StoreError> {
    if !matches!(spec.work, Work::Translate { which: Which::Missing, reuse: true, .. }) {
        return Ok(0);
    }
    let library = store.library();
    let mut sources = library.books().await?;
    sources.retain(|other| {
        other.series.id == book.series.id
            && other.target_language.as_ref() == Some(&spec.target)
            && other.n_translated > 0
    });
    if sources.is_empty() {
        return Ok(0);
    }
    let mut wanted = find_wanted_texts(store, book, spec).await?;
    let mut edits = Vec::new();
    let mut n_reused = 0;
    for source in &sources {
        for chapter in library.chapters(source.id).await?.iter().filter(|chapter| chapter.n_translated > 0) {
            if wanted.is_empty() {
                break;
            }
            for paragraph in library.chapter_paragraphs(source.id, chapter.id, 0..u32::MAX).await? {
                edits.extend(versions(&mut wanted, &paragraph));
            }
            if edits.len() >= BATCH {
                n_reused += commit(store, book, run, &mut edits, now_ms).await?;
            }
        }
    }
    n_reused += commit(store, book, run, &mut edits, now_ms).await?;
    Ok(n_reused)
}

/// What is looked for: by a mark of the source text, which is compared in full before anything is taken.
type WantedTexts = HashMap<u64, Vec<Want>>;

struct Want {
    paragraph: ParagraphId,
    text: Box<str>,
}

async fn find_wanted_texts(
    store: &Store,
    book: &BookSummary,
    spec: &RunSpec,
) -> Result<WantedTexts, StoreError> {
    let library = store.library();
    let mut wanted = WantedTexts::new();
    for chapter in library.chapters(book.id).await? {
        if !spec.scope.has_chapter(chapter.id) {
            continue;
        }
        for paragraph in library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await? {
            let is_wanted = paragraph.translation.is_none()
                && !paragraph.locked
                && spec.wants(book, &paragraph)
                && is_long(&paragraph);
            if is_wanted {
                let want = Want { paragraph: paragraph.id, text: paragraph.text.as_str().into() };
                wanted.entry(mark(paragraph.text.as_str())).or_default().push(want);
            }
        }
    }
    Ok(wanted)
}

/// The versions a translated paragraph gives to those with the same source.
fn versions(wanted: &mut WantedTexts, source: &ParagraphRecord) -> Vec<Edit> {
    // What was made from other words, or into another language, is no translation of these.
    let is_fresh = source.freshness == Freshness::Fresh;
    let Some(translation) = source.translation.as_ref().filter(|_| is_fresh) else { return Vec::new() };
    let text = source.text.as_str();
    let Some(candidates) = wanted.remove(&mark(text)) else { return Vec::new() };
    let (same, other): (Vec<Want>, Vec<Want>) = candidates.into_iter().partition(|want| &*want.text == text);
    if !other.is_empty() {
        wanted.insert(mark(text), other);
    }
    same.into_iter()
        .map(|want| Edit::AddVersion {
            paragraph: want.paragraph,
            text: translation.as_str().to_owned(),
            author: Author::Memory,
            selection: Selection::Select,
        })
        .collect()
}

async fn commit(
    store: &Store,
    book: &BookSummary,
    run: RunId,
    edits: &mut Vec<Edit>,
    now_ms: i64,
) -> Result<usize, StoreError> {
    let edits = std::mem::take(edits);
    if edits.is_empty() {
        return Ok(0);
    }
    let note = "the same text was translated before".to_owned();
    let cause = Cause { who: Author::Memory, run: Some(run), task: None, note };
    let receipt = store.commit(book.id, &edits, &cause, now_ms).await?;
    Ok(receipt.versions.iter().filter(|added| added.standing.is_selected()).count())
}

fn is_long(paragraph: &ParagraphRecord) -> bool {
    paragraph.text.plain().chars().filter(|character| character.is_alphanumeric()).nth(SHORTEST - 1).is_some()
}

fn mark(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
