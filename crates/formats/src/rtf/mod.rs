//! Rich Text (RTF): read into paragraphs with emphasis, line breaks and notes, and made into an EPUB.
//!
//! What is left behind: pictures, tables as such (every cell is a paragraph), headers and footers, and all other
//! formatting. Text that was deleted with its change tracked is left out.

mod codepage;
mod reader;
mod tokens;

use crate::import::ImportError;
use crate::template::Draft;

/// Whether the bytes are RTF.
pub(crate) fn recognises(bytes: &[u8]) -> bool {
    bytes.starts_with(b"{\\rtf")
}

/// Reads a document.
pub(crate) fn read(bytes: &[u8]) -> Result<Draft, ImportError> {
    reader::read(bytes)
}
