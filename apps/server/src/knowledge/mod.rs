//! Between what a series knows and what travels, both ways.

mod character;
mod memory;
mod term;

pub(crate) use character::{character, written_character};
pub(crate) use memory::{memory, written_memory};
pub(crate) use term::{term, written_term};

use crate::problem::Problem;
use book::knowledge::character::Fact;
use book::knowledge::evidence::{EntryState, StoryPosition};
use messages::Message;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;

/// Longer texts of an entry are a mistake.
const LONGEST: usize = 4_000;

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

    const fn read(self, chapter: u32) -> StoryPosition {
        StoryPosition::new(self.place, chapter.saturating_sub(1))
    }

    /// The chapter of this book; what another volume says holds from its beginning.
    pub(crate) fn chapter_number(self, moment: StoryPosition) -> Option<u32> {
        (moment != StoryPosition(0) && moment.book() == self.place).then(|| moment.chapter() + 1)
    }

    const fn end(self) -> StoryPosition {
        StoryPosition::new(self.place + 1, 0)
    }
}
/// How far something is trusted, by its word.
pub(crate) fn standing(word: &str) -> Result<EntryState, Problem> {
    EntryState::from_word(word).ok_or_else(|| unknown("standing", word))
}

/// A text without space around it and of an honest length.
pub(crate) fn text(field: &'static str, given: &str) -> Result<String, Problem> {
    let text = given.trim();
    if text.chars().nth(LONGEST).is_some() {
        let message = Message::new("field_too_long").with("field", field).count("most", LONGEST);
        return Err(Problem::wrong(field, message));
    }
    Ok(text.to_owned())
}

fn texts(field: &'static str, given: &[String]) -> Result<Vec<String>, Problem> {
    let texts = given.iter().map(|one| text(field, one)).collect::<Result<Vec<_>, _>>()?;
    Ok(texts.into_iter().filter(|text| !text.is_empty()).collect())
}

/// What a person says is confirmed and known from the beginning.
fn fact<T>(value: T) -> Fact<T> {
    Fact { value, evidence: Vec::new(), known_from: StoryPosition(0), standing: EntryState::Confirmed }
}

fn unknown(field: &'static str, word: &str) -> Problem {
    let word: String = word.chars().take(40).collect();
    Problem::wrong(field, Message::new("word_unknown").with("word", word).with("field", field))
}
