//! Things that have a name in each language.

use book::language::LanguageTag;
use messages::Message;
use store::change::ChangeId;

/// A word that programs read as well, such as the ending of a run; `family` is the message that words it.
pub(crate) fn word(family: &'static str, word: &str) -> Message {
    Message::new(family).with("word", word.replace([' ', '-'], "_"))
}

/// What was done, with the change it was.
pub(crate) fn with_change(what: Message, change: Option<ChangeId>) -> Message {
    match change {
        Some(change) => Message::new("change_made").part("what", what).with("change", change),
        None => what,
    }
}

pub(crate) fn language_name(tag: &LanguageTag) -> Message {
    Message::new("language_name").with("tag", tag.primary()).with("name", tag.english_name())
}
