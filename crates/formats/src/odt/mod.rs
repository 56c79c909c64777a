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

use crate::epub::Archive;
use crate::import::ImportError;
use crate::office::inline::Writer;
use crate::office::{Block, Document, Languages, Opened, Part, Voice};
use crate::patches::Patches;
use book::text::book::FileFormat;

/// The ODT format.
pub(crate) struct Odt;

impl Document for Odt {
    fn format(&self) -> FileFormat {
        FileFormat::Odt
    }

    fn recognises(&self, archive: &[u8]) -> bool {
        parts::is_document(archive)
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
