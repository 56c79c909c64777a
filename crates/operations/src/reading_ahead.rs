//! A book chapter by chapter, each coming from the library while the one before it is worked on.

use book::id::{BookId, ChapterId};
use book::knowledge::evidence::StoryPosition;
use store::error::StoreError;
use store::library::Library;
use store::record::{ChapterRecord, ParagraphRecord};
use tokio::task::JoinHandle;

/// A chapter with its paragraphs, and where in the story they stand.
pub(crate) struct ChapterText {
    /// Its place in the book, from zero.
    pub(crate) place: usize,
    pub(crate) chapter: ChapterRecord,
    pub(crate) paragraphs: Vec<ParagraphRecord>,
    pub(crate) moment: StoryPosition,
}

type Text = (Vec<ParagraphRecord>, StoryPosition);
type Reading = JoinHandle<Result<Text, StoreError>>;

/// The chapters of a book that are still to come. At most one is read ahead, so memory holds two.
pub(crate) struct ReadingAhead<'a> {
    library: &'a Library,
    book: BookId,
    left: std::vec::IntoIter<(usize, ChapterRecord)>,
    coming: Option<(usize, ChapterRecord, Reading)>,
}

impl<'a> ReadingAhead<'a> {
    /// Begins with the first of these chapters, each with its place in the book from zero.
    pub(crate) fn begin(library: &'a Library, book: BookId, wanted: Vec<(usize, ChapterRecord)>) -> Self {
        let mut begun = Self { library, book, left: wanted.into_iter(), coming: None };
        begun.read_ahead();
        begun
    }

    /// The next chapter, in reading order.
    pub(crate) async fn next(&mut self) -> Result<Option<ChapterText>, StoreError> {
        let Some((place, chapter, reading)) = self.coming.take() else { return Ok(None) };
        let (paragraphs, moment) = match reading.await {
            Ok(text) => text?,
            // That task was ended with its runtime or by a fault: it is read here and now.
            Err(_ended) => read(self.library, self.book, chapter.id).await?,
        };
        self.read_ahead();
        Ok(Some(ChapterText { place, chapter, paragraphs, moment }))
    }

    fn read_ahead(&mut self) {
        self.coming = self.left.next().map(|(place, chapter)| {
            let (library, book, id) = (self.library.clone(), self.book, chapter.id);
            (place, chapter, tokio::spawn(async move { read(&library, book, id).await }))
        });
    }
}

async fn read(library: &Library, book: BookId, chapter: ChapterId) -> Result<Text, StoreError> {
    let paragraphs = library.chapter_paragraphs(book, chapter, 0..u32::MAX).await?;
    Ok((paragraphs, library.position_of(book, chapter).await?))
}
