//! OpenDocument text (ODT): `content.xml` with the text and its notes, `styles.xml` with headers and footers.
//!
//! Policy: as for Word documents. Tracked changes are read as if they were accepted; in a translated paragraph no mark of
//! them stays. Notes stand inside the paragraphs that refer to them, and move with their marks.

mod count;
mod inline;
mod languages;
mod parts;
mod segment;
mod styles;
mod write;

use crate::Format;
use crate::epub::Archive;
use crate::export::{Expected, ExportError, Layout, Manuscript, ReadBack, Resource};
use crate::import::{ImportError, Imported, Source};
use crate::office::inline::Writer;
use crate::office::{Block, Document, Languages, Opened, Part, Voice, export, import, proof};
use crate::patches::Patches;
use book::text::book::FileFormat;
use book::text::reading::Reading;

/// The ODT format.
pub(crate) struct Odt;

impl Document for Odt {
    fn format(&self) -> FileFormat {
        FileFormat::Odt
    }

    fn open(&self, archive: &mut Archive<'_>) -> Result<Opened, ImportError> {
        parts::open(archive)
    }

    fn writer<'a>(&self, part: &'a Part, languages: &'a Languages, voice: Voice) -> Box<dyn Writer + 'a> {
        Box::new(write::SpanWriter::new(&part.xml, languages, voice))
    }

    fn between(&self, part: &Part, block: &Block) -> String {
        write::between(part, block)
    }

    fn adjust(&self, part: &Part, languages: &Languages, patches: &mut Patches) -> bool {
        languages::adjust(part, languages, patches)
    }

    fn change_sheet(&self, text: &str, languages: &Languages) -> Option<String> {
        languages::change_sheet(text, languages)
    }

    fn count(&self, text: &str) -> Vec<String> {
        count::texts(text)
    }
}

impl Format for Odt {
    fn format(&self) -> FileFormat {
        FileFormat::Odt
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        if source.bytes.starts_with(b"PK") {
            return parts::is_document(source.bytes);
        }
        // What is called so and is no archive is damaged, and no plain text.
        source.file_name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("odt"))
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
