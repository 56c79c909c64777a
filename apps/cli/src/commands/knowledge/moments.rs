//! Moments of the story as a person writes and reads them: chapters of this book, and of others in the series.

use crate::exit::WrongUsage;
use crate::output::Printer;
use book::knowledge::evidence::StoryPosition;
use messages::Message;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;

/// Reads and writes moments from where a book stands in its series.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    /// The place of the book in its series, from 0.
    pub place: u32,
    /// The chapters of the book.
    pub n_chapters: u32,
}

impl Clock {
    pub(super) async fn for_book(library: &Library, book: &BookSummary) -> Result<Self, StoreError> {
        let first = library.chapters(book.id).await?.first().map(|chapter| chapter.id);
        let place = match first {
            Some(chapter) => library.position_of(book.id, chapter).await?.book(),
            None => 0,
        };
        Ok(Self { place, n_chapters: book.n_chapters })
    }

    /// `12` is a chapter of this book, `2.5` the fifth of the second book; nothing is the beginning.
    pub fn read(self, text: &str) -> anyhow::Result<StoryPosition> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(StoryPosition(0));
        }
        let wrong = || {
            WrongUsage(Message::new("not_a_chapter").with("text", text).count("n_chapters", self.n_chapters))
        };
        let number = |text: &str| text.parse::<u32>().ok().and_then(|number| number.checked_sub(1));
        if let Some((book, chapter)) = text.split_once('.') {
            let book = number(book).ok_or_else(wrong)?;
            return Ok(StoryPosition::new(book, number(chapter).ok_or_else(wrong)?));
        }
        let chapter = number(text).filter(|chapter| *chapter < self.n_chapters).ok_or_else(wrong)?;
        Ok(StoryPosition::new(self.place, chapter))
    }

    /// A value with a moment behind it: `the heir@12`.
    pub fn read_dated(self, text: &str) -> anyhow::Result<(&str, StoryPosition)> {
        let is_moment =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        match text.rsplit_once('@') {
            Some((value, moment)) if is_moment(moment.trim()) => Ok((value.trim(), self.read(moment)?)),
            Some(_) | None => Ok((text.trim(), StoryPosition(0))),
        }
    }

    /// What [`Self::read`] reads.
    pub fn write(self, moment: StoryPosition) -> String {
        if moment == StoryPosition(0) {
            return String::new();
        }
        let chapter = moment.chapter() + 1;
        if moment.book() == self.place {
            chapter.to_string()
        } else {
            format!("{}.{chapter}", moment.book() + 1)
        }
    }

    /// A remark behind a value: ` (from chapter 12)`, or nothing if it was always known.
    pub(super) fn remark(self, moment: StoryPosition, printer: &Printer) -> String {
        match self.write(moment) {
            text if text.is_empty() => text,
            text => format!(" {}", printer.text_of(&Message::new("from_chapter").with("chapter", text))),
        }
    }
}
