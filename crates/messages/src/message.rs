//! What is to be said, without words.

use crate::catalogue::{Language, render};
use std::fmt;

/// A code and what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Names the message in every language.
    pub code: &'static str,
    /// What it is about.
    pub params: Vec<(&'static str, Param)>,
}

/// What a message is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Param {
    /// A name, a path, somebody's own words.
    Text(String),
    /// A number, which may decide a plural form.
    Number(i64),
    /// The same with its thousands set apart.
    Amount(i64),
    /// A message inside this one, worded in the same language; its hint is left out.
    Message(Message),
}

impl Message {
    /// A message of this code.
    pub const fn new(code: &'static str) -> Self {
        Self { code, params: Vec::new() }
    }

    /// The same, about this.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.params.push((name, Param::Text(value.to_string())));
        self
    }

    /// The same, about so many.
    #[must_use]
    pub fn count(mut self, name: &'static str, number: impl TryInto<i64>) -> Self {
        self.params.push((name, Param::Number(number.try_into().unwrap_or(i64::MAX))));
        self
    }

    /// The same, about so many, with the thousands set apart.
    #[must_use]
    pub fn amount(mut self, name: &'static str, number: impl TryInto<i64>) -> Self {
        self.params.push((name, Param::Amount(number.try_into().unwrap_or(i64::MAX))));
        self
    }

    /// The same, with a message inside it.
    #[must_use]
    pub fn part(mut self, name: &'static str, message: Self) -> Self {
        self.params.push((name, Param::Message(message)));
        self
    }
}

/// In English, the hint on a line of its own.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = render(self, Language::English);
        f.write_str(&words.text)?;
        match words.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Message {}

/// An error that can be worded in any language.
pub trait Explain {
    /// What it says.
    fn message(&self) -> Message;
}

impl Explain for Message {
    fn message(&self) -> Message {
        self.clone()
    }
}

/// Has an error say its message, in English, wherever it is shown.
#[macro_export]
macro_rules! shown_as_message {
    ($($error:ty),+ $(,)?) => {$(
        impl ::std::fmt::Display for $error {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&$crate::Explain::message(self), f)
            }
        }

        impl ::std::error::Error for $error {}
    )+};
}
