//! Which chapter a person means: its number in the list, or its id.

use anyhow::Context;
use book::id::{BookId, ChapterId};
use store::library::Library;
use store::record::ChapterRecord;

/// The chapter that `text` names.
pub(crate) async fn find(library: &Library, book: BookId, text: &str) -> anyhow::Result<ChapterRecord> {
    let chapters = library.chapters(book).await?;
    let n_chapters = chapters.len();
    let by_number = text.parse::<u32>().ok();
    let by_id = text.parse::<ChapterId>().ok();
    chapters
        .into_iter()
        .find(|chapter| Some(chapter.number) == by_number || Some(chapter.id) == by_id)
        .with_context(|| {
            format!("no chapter `{text}`: the book has {n_chapters}\nhint: `tsumugi show {book}` lists them")
        })
}
