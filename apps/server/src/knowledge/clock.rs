//! Where a book stands in its series' story.

use book::knowledge::evidence::StoryPosition;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;

/// Where a book stands in its series' story.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    place: u32,
}

impl Clock {
    pub(crate) async fn for_book(library: &Library, book: &BookSummary) -> Result<Self, StoreError> {
        let first = library.chapters(book.id).await?.first().map(|chapter| chapter.id);
        let place = match first {
            Some(chapter) => library.position_of(book.id, chapter).await?.book(),
            None => 0,
        };
        Ok(Self { place })
    }

    pub(super) const fn read(self, chapter: u32) -> StoryPosition {
        StoryPosition::new(self.place, chapter.saturating_sub(1))
    }

    /// The chapter of this book; what another volume says holds from its beginning.
    pub(crate) fn chapter_number(self, moment: StoryPosition) -> Option<u32> {
        (moment != StoryPosition(0) && moment.book() == self.place).then(|| moment.chapter() + 1)
    }

    pub(super) const fn end(self) -> StoryPosition {
        StoryPosition::new(self.place + 1, 0)
    }
}
