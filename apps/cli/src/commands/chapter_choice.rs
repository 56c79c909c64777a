//! Which chapter a person means: its number in the list, or its id.

use book::id::{BookId, ChapterId};
use messages::Message;
use store::library::Library;
use store::record::ChapterRecord;

/// The chapter that `text` names.
pub(crate) async fn find(library: &Library, book: BookId, text: &str) -> anyhow::Result<ChapterRecord> {
    let chapters = library.chapters(book).await?;
    let n_chapters = chapters.len();
    let by_number = text.parse::<u32>().ok();
    let by_id = text.parse::<ChapterId>().ok();
    let message = || Message::new("no_chapter_called").with("text", text).count("n_chapters", n_chapters);
    Ok(chapters
        .into_iter()
        .find(|chapter| Some(chapter.number) == by_number || Some(chapter.id) == by_id)
        .ok_or_else(|| message().with("book", book))?)
}
