//! How a file was read, kept with the book so that export and proof read the original in the same way again.

use std::fmt;

/// The version of the reader, and what was decided for one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The version of the reader. Books from before versions were counted have version 1.
    pub version: u32,
    /// Whether the lines of a text are joined to paragraphs; `None` where nothing but the text itself decides.
    pub wrapped: Option<bool>,
}

impl Reading {
    /// The first reader.
    pub const FIRST: Self = Self { version: 1, wrapped: None };

    /// The reader that new books are read with.
    pub const NEWEST: Self = Self { version: 3, wrapped: None };

    /// Whether the text of navigation, pictures and attributes is read, and code is kept.
    pub const fn is_complete(self) -> bool {
        self.version >= 2
    }

    /// Whether accents written apart, long repeat marks, left ruby and editors' notes on a word are read in Aozora text.
    pub const fn has_aozora_accents(self) -> bool {
        self.version >= 3
    }

    /// The reading with this word in the store.
    pub fn from_word(word: &str) -> Option<Self> {
        let mut words = word.split(' ');
        let version = words.next()?.parse().ok().filter(|version| *version > 0)?;
        let wrapped = match words.next() {
            None => None,
            Some("wrapped") => Some(true),
            Some("unwrapped") => Some(false),
            Some(_) => return None,
        };
        Some(Self { version, wrapped })
    }
}

impl Default for Reading {
    fn default() -> Self {
        Self::NEWEST
    }
}

/// The word for it in the store.
impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.version)?;
        match self.wrapped {
            Some(true) => f.write_str(" wrapped"),
            Some(false) => f.write_str(" unwrapped"),
            None => Ok(()),
        }
    }
}
