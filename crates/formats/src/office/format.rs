//! Every kind of document is a format: reading, writing and proof are the same for all of them.

use super::{Document, export, import, proof};
use crate::Format;
use crate::export::{Expected, ExportError, Layout, Manuscript, ReadBack, Resource};
use crate::import::{ImportError, Imported, Source};
use book::text::book::FileFormat;
use book::text::reading::Reading;

impl<D: Document> Format for D {
    fn format(&self) -> FileFormat {
        Document::format(self)
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        if source.bytes.starts_with(b"PK") {
            return Document::recognises(self, source.bytes);
        }
        // What is called so and is no archive is damaged, and no plain text.
        let ending = Document::format(self).as_str();
        source.file_name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case(ending))
    }

    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError> {
        import::import(self, source)
    }

    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError> {
        export::export(self, original, manuscript, *layout)
    }

    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError> {
        proof::expected(self, original, manuscript, *layout)
    }

    fn style_sheets(&self, bytes: &[u8]) -> Result<Vec<Resource>, ExportError> {
        proof::sheets(self, bytes)
    }

    fn read_back(&self, bytes: &[u8], _reading: Reading) -> Result<ReadBack, ExportError> {
        proof::read_back(self, bytes)
    }
}
