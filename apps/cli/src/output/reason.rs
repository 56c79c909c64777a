//! Why something failed, as a library or another crate tells it: in English, with what to do behind it.

use messages::Language;

/// A reason in the person's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reason {
    /// What happened.
    pub(crate) what: String,
    /// What to do about it.
    pub(crate) hint: Option<String>,
}

impl Reason {
    /// Reads `what; hint: what to do`. What the catalogue does not know stays in English.
    pub(crate) fn read(text: &str, language: Language) -> Self {
        let (what, hint) = match text.split_once("; hint: ") {
            Some((what, hint)) => (what, Some(hint)),
            None => (text, None),
        };
        let english = Self { what: what.to_owned(), hint: hint.map(ToOwned::to_owned) };
        if language == Language::English {
            return english;
        }
        let Some(message) = messages::recognise(text) else { return english };
        let words = messages::render(&message, language);
        Self { what: words.text, hint: english.hint.map(|hint| words.hint.unwrap_or(hint)) }
    }

    /// On one line: what happened, and what to do.
    pub(crate) fn on_one_line(&self, language: Language) -> String {
        let parts = [Some(self.what.as_str()), self.hint.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(language.semicolon())
    }
}
