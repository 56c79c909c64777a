//! Single fields that a person wrote, read and checked.

use crate::problem::Problem;
use book::knowledge::character::Fact;
use book::knowledge::evidence::{EntryState, StoryPosition};
use messages::Message;

/// Longer texts of an entry are a mistake.
const LONGEST: usize = 4_000;

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

pub(super) fn texts(field: &'static str, given: &[String]) -> Result<Vec<String>, Problem> {
    let texts = given.iter().map(|one| text(field, one)).collect::<Result<Vec<_>, _>>()?;
    Ok(texts.into_iter().filter(|text| !text.is_empty()).collect())
}

/// What a person says is confirmed and known from the beginning.
pub(super) fn fact<T>(value: T) -> Fact<T> {
    Fact { value, evidence: Vec::new(), known_from: StoryPosition(0), standing: EntryState::Confirmed }
}

pub(super) fn unknown(field: &'static str, word: &str) -> Problem {
    let word: String = word.chars().take(40).collect();
    Problem::wrong(field, Message::new("word_unknown").with("word", word).with("field", field))
}
