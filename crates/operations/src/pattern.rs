//! What people look for in a text: words letter by letter or a regular expression, with or without case, whole words only.

use messages::{Explain, Message};
use regex::{NoExpand, Regex, RegexBuilder};
use std::ops::Range;

/// Longer words to find are a mistake.
const LONGEST: usize = 1_000;
/// A compiled expression is at most so large, in bytes.
const MAX_COMPILED: usize = 1 << 20;

/// How words are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PatternOptions {
    /// Upper and lower case are told apart.
    pub match_case: bool,
    /// Only where no letter or digit stands before or after.
    pub whole_word: bool,
    /// The words are a regular expression.
    pub regex: bool,
}

/// What is looked for, ready to be matched.
#[derive(Debug, Clone)]
pub struct Pattern {
    regex: Regex,
    is_regex: bool,
}

/// Why a pattern cannot be looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternError {
    /// There is nothing to look for, or far too much.
    NothingToFind,
    /// It is no regular expression.
    Malformed(String),
}

impl Explain for PatternError {
    fn message(&self) -> Message {
        match self {
            Self::NothingToFind => Message::new("nothing_to_find"),
            Self::Malformed(detail) => Message::new("no_pattern").with("detail", detail),
        }
    }
}

messages::shown_as_message!(PatternError);

impl Pattern {
    /// Compiles what a person typed. Matching takes time linear in the text, whatever the expression is.
    pub fn new(find: &str, options: PatternOptions) -> Result<Self, PatternError> {
        if find.trim().is_empty() || find.chars().nth(LONGEST).is_some() {
            return Err(PatternError::NothingToFind);
        }
        let core = if options.regex { format!("(?:{find})") } else { regex::escape(find) };
        let expression = if options.whole_word { format!(r"\b{core}\b") } else { core };
        let regex = RegexBuilder::new(&expression)
            .case_insensitive(!options.match_case)
            .size_limit(MAX_COMPILED)
            .build()
            .map_err(|error| PatternError::Malformed(first_line(&error)))?;
        Ok(Self { regex, is_regex: options.regex })
    }

    /// Whether it stands in the text. Matches of nothing at all do not count.
    pub fn is_in(&self, text: &str) -> bool {
        self.regex.find_iter(text).any(|found| !found.is_empty())
    }

    /// Where it stands, in characters.
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        let (mut counted, mut characters) = (0, 0);
        let mut at = |byte: usize| {
            characters += text.get(counted..byte).map_or(0, |part| part.chars().count());
            counted = byte;
            characters
        };
        let found = self.regex.find_iter(text).filter(|found| !found.is_empty());
        found.map(|found| at(found.start())..at(found.end())).collect()
    }

    /// The text with every match replaced. In a regular expression `$1` stands for the first group.
    pub fn replace(&self, text: &str, with: &str) -> String {
        let replaced = if self.is_regex {
            self.regex.replace_all(text, with)
        } else {
            self.regex.replace_all(text, NoExpand(with))
        };
        replaced.into_owned()
    }
}

/// The last line of a syntax error says what is wrong; those before draw a picture for a terminal.
fn first_line(error: &regex::Error) -> String {
    let text = error.to_string();
    text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
