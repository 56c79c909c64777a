//! Why a glossary or a translation memory was refused, and where in the file the reason is.

use crate::import::ImportError;

/// Why a file was refused. Nothing has been taken from it.
#[derive(Debug, thiserror::Error)]
pub enum GlossaryError {
    /// The file as such cannot be read.
    #[error(transparent)]
    File(ImportError),
    /// No kind of glossary that is known.
    #[error(
        "this kind of glossary is not known\nhint: Tsumugi reads CSV, TSV, XLSX, JSON and TBX, and TMX as a translation memory"
    )]
    UnknownFormat,
    /// A workbook of before 2007.
    #[error("this is a workbook of the old kind (.xls)\nhint: save it as `.xlsx` or `.csv`")]
    OldWorkbook,
    /// There is nothing to take.
    #[error("there are no entries in this file{}\nhint: a glossary has at least a source and a translation in every row", first.as_ref().map(|first| format!("; {first}")).unwrap_or_default())]
    NoEntries {
        /// Why the first row was passed over.
        first: Option<String>,
    },
    /// No column, or only one, has a meaning.
    #[error(
        "{place}: the columns are not known: {found}\nhint: name them `source`, `translation` and, if you like, `note` in the first row"
    )]
    Columns {
        /// The row of the names.
        place: String,
        /// What stands there.
        found: String,
    },
    /// Two columns have the same meaning.
    #[error(
        "{place}: the columns {first} and {second} both give the {meaning}\nhint: remove or rename one of them"
    )]
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
    #[error("{place}: {what}\nhint: {hint}")]
    Broken {
        /// The line, row or entry.
        place: String,
        /// What is wrong there.
        what: String,
        /// What to do about it.
        hint: &'static str,
    },
    /// The languages that are wanted are not in the file.
    #[error(
        "the file is about {found}, not about {wanted}\nhint: say which languages to take with `--from` and `--to`"
    )]
    Languages {
        /// The languages of the file.
        found: String,
        /// Those that are wanted.
        wanted: String,
    },
    /// The file would take more memory or time than any honest one.
    #[error("{place}: {what}; the file was refused\nhint: this looks like a file made to do harm")]
    Hostile {
        /// The line, row or entry.
        place: String,
        /// Which limit it broke.
        what: String,
    },
    /// The file could not be put together.
    #[error("the file cannot be written: {detail}")]
    Unwritable {
        /// What went wrong.
        detail: String,
    },
}

impl From<ImportError> for GlossaryError {
    fn from(error: ImportError) -> Self {
        if matches!(error, ImportError::UnknownFormat) { Self::UnknownFormat } else { Self::File(error) }
    }
}

impl GlossaryError {
    pub(crate) fn broken(place: impl Into<String>, what: impl Into<String>, hint: &'static str) -> Self {
        Self::Broken { place: place.into(), what: what.into(), hint }
    }

    pub(crate) fn hostile(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Hostile { place: place.into(), what: what.into() }
    }
}
