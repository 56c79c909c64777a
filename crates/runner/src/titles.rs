//! Titles that no model gave: a chapter's title usually stands at its head as a paragraph, and that was translated.

use book::edit::Edit;
use book::id::RunId;
use book::text::version::Author;
use store::change::Cause;
use store::error::StoreError;
use store::record::{BookSummary, ParagraphRecord};
use store::store::Store;

/// A heading stands among the first paragraphs.
const N_LOOKED_AT: u32 = 8;

/// Gives every chapter without a translated title the translation of the heading that says the same.
pub(crate) async fn from_headings(
    store: &Store,
    book: &BookSummary,
    run: RunId,
    now_ms: i64,
) -> Result<(), StoreError> {
    let library = store.library();
    let mut edits = Vec::new();
    for chapter in library.chapters(book.id).await? {
        let is_done = chapter.title_translation.is_some() || chapter.n_translated == 0;
        if is_done || chapter.title.trim().is_empty() {
            continue;
        }
        let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..N_LOOKED_AT).await?;
        let translation = paragraphs.iter().find_map(|paragraph| says(paragraph, &chapter.title));
        let title =
            |translation| Edit::SetChapterTitle { chapter: chapter.id, translation: Some(translation) };
        edits.extend(translation.map(title));
    }
    if edits.is_empty() {
        return Ok(());
    }
    let note = "titles as their headings were translated".to_owned();
    let cause = Cause { who: Author::Memory, run: Some(run), task: None, note };
    store.commit(book.id, &edits, &cause, now_ms).await.map(|_receipt| ())
}

/// The translation of a paragraph that says exactly this.
fn says(paragraph: &ParagraphRecord, title: &str) -> Option<String> {
    let translation = paragraph.translation.as_ref()?;
    let is_same = paragraph.text.plain().split_whitespace().eq(title.split_whitespace());
    let translation = translation.plain().split_whitespace().collect::<Vec<_>>().join(" ");
    (is_same && !translation.is_empty()).then_some(translation)
}
