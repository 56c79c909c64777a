//! Word documents (DOCX): the body, notes, headers and footers of a zip of XML parts.
//!
//! Policy:
//! - a paragraph is `w:p`, wherever it stands: in cells, text boxes, content controls;
//! - tracked changes are read as if they were accepted. A translated paragraph has none; the others keep theirs;
//! - comments stay. In a translated paragraph a comment is about the whole of it;
//! - what Word computes (page numbers, dates, numbers of figures) is carried as it is; results of other fields are text;
//! - a bookmark that a field repeats stays around its words, any other one around its paragraph.

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

/// The DOCX format.
pub(crate) struct Docx;

impl Document for Docx {
    fn format(&self) -> FileFormat {
        FileFormat::Docx
    }

    fn recognises(&self, archive: &[u8]) -> bool {
        parts::is_document(archive)
    }

    fn open(&self, archive: &mut Archive<'_>) -> Result<Opened, ImportError> {
        parts::open(archive)
    }

    fn writer<'a>(&self, part: &'a Part, languages: &'a Languages, voice: Voice) -> Box<dyn Writer + 'a> {
        Box::new(write::RunWriter::new(&part.xml, languages, voice))
    }

    fn between(&self, part: &Part, block: &Block) -> String {
        write::between(part, block)
    }

    fn adjust(&self, part: &Part, languages: &Languages, patches: &mut Patches) -> bool {
        languages::adjust(&part.xml, languages, patches);
        false
    }

    fn change_sheet(&self, text: &str, languages: &Languages) -> Option<String> {
        languages::change_sheet(text, languages)
    }

    fn count(&self, text: &str) -> Vec<String> {
        count::texts(text)
    }
}
