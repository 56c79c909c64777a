//! Why a glossary or a translation memory was refused, and where in the file the reason is.

use crate::import::ImportError;
use messages::{Explain, Message};

/// Why a file was refused. Nothing has been taken from it.
#[derive(Debug)]
pub enum GlossaryError {
    /// The file as such cannot be read.
    File(ImportError),
    /// No kind of glossary that is known.
    UnknownFormat,
    /// A workbook of before 2007.
    OldWorkbook,
    /// There is nothing to take.
    NoEntries {
        /// Why the first row was passed over.
        first: Option<String>,
    },
    /// No column, or only one, has a meaning.
    Columns {
        /// The row of the names.
        place: String,
        /// What stands there.
        found: String,
    },
    /// Two columns have the same meaning.
    TwoColumns {
        /// The row of the names.
        place: String,
        /// What both mean.
        meaning: &'static str,
        /// The first, with its number.
        first: String,
        /// The second, with its number.
        second: String,
    },
    /// The file breaks the rules of its format.
    Broken {
        /// The line, row or entry.
        place: String,
        /// What is wrong there; it says the place as well.
        what: Message,
    },
    /// The languages that are wanted are not in the file.
    Languages {
        /// The languages of the file.
        found: String,
        /// Those that are wanted.
        wanted: String,
    },
    /// The file would take more memory or time than any honest one.
    Hostile {
        /// The line, row or entry.
        place: String,
        /// Which limit it broke.
        what: Message,
    },
    /// The file could not be put together.
    Unwritable {
        /// What went wrong.
        detail: String,
    },
}

impl Explain for GlossaryError {
    fn message(&self) -> Message {
        match self {
            Self::File(error) => error.message(),
            Self::UnknownFormat => Message::new("unknown_glossary"),
            Self::OldWorkbook => Message::new("old_workbook"),
            Self::NoEntries { first: None } => Message::new("no_entries"),
            Self::NoEntries { first: Some(first) } => Message::new("no_entries_because").with("first", first),
            Self::Columns { place, found } if found.is_empty() => {
                Message::new("no_columns").with("place", place)
            }
            Self::Columns { place, found } => {
                Message::new("unknown_columns").with("place", place).with("found", found)
            }
            Self::TwoColumns { place, meaning, first, second } => Message::new("two_columns")
                .with("place", place)
                .with("meaning", meaning)
                .with("first", first)
                .with("second", second),
            Self::Broken { place, what } => what.clone().with("place", place),
            Self::Languages { found, wanted } => {
                Message::new("other_languages").with("found", found).with("wanted", wanted)
            }
            Self::Hostile { place, what } => {
                Message::new("glossary_refused").with("place", place).part("what", what.clone())
            }
            Self::Unwritable { detail } => Message::new("glossary_not_written").with("detail", detail),
        }
    }
}

messages::shown_as_message!(GlossaryError);

impl From<ImportError> for GlossaryError {
    fn from(error: ImportError) -> Self {
        if matches!(error, ImportError::UnknownFormat) { Self::UnknownFormat } else { Self::File(error) }
    }
}

impl GlossaryError {
    pub(crate) fn broken(place: impl Into<String>, what: Message) -> Self {
        Self::Broken { place: place.into(), what }
    }

    pub(crate) fn hostile(place: impl Into<String>, what: Message) -> Self {
        Self::Hostile { place: place.into(), what }
    }
}
