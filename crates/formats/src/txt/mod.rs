//! The door of this format.

use crate::Format;
use crate::export::{ExportError, Layout, Manuscript, ReadBack};
use crate::import::{ImportError, Imported, Source};
use book::text::book::FileFormat;

/// The format.
pub(crate) struct Text;

impl Format for Text {
    fn format(&self) -> FileFormat {
        FileFormat::Text
    }

    fn recognises(&self, _source: &Source<'_>) -> bool {
        false
    }

    fn import(&self, _source: &Source<'_>) -> Result<Imported, ImportError> {
        Err(ImportError::UnknownFormat)
    }

    fn export(&self, original: &[u8], _: &Manuscript, _: &Layout) -> Result<Vec<u8>, ExportError> {
        Ok(original.to_vec())
    }

    fn read_back(&self, _bytes: &[u8]) -> Result<ReadBack, ExportError> {
        Ok(ReadBack::default())
    }
}
