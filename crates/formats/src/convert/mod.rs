//! A book in another format than it came in: an original is made for it in that format, and the usual way takes over.
//!
//! Nothing is written here. The made original is imported like any file, its paragraphs are paired with the book's own
//! in order, and only if all of them are there, each once and with its words, does the book go on to its writer and to
//! the certificate, which then prove the rest as they always do.
//!
//! Policy:
//! - to EPUB: a page for every chapter, emphasis, line breaks and ruby as markup; headings are those of the text;
//! - to text: a line for every paragraph with a blank line between; markup goes, ruby becomes `base（reading）`, and a
//!   paragraph with line breaks becomes as many lines where its translation has as many;
//! - blank paragraphs are layout: one stays where the gap is larger than is usual in the book;
//! - pictures, tables and what else only the original's format has are left behind.

mod draft;
mod made;
mod place;

use crate::export::{ExportError, Layout, Manuscript};
use crate::{Format, format_of};
use book::id::ParagraphId;
use book::text::book::FileFormat;
use book::text::paragraph::{ParagraphKind, TagKind};
use book::text::reading::Reading;
use draft::Bare;
use messages::Message;
use place::Placed;
use std::collections::{HashMap, HashSet};

/// A book ready for the writer of another format.
pub struct Converted {
    /// The format.
    pub format: &'static dyn Format,
    /// The original that was made for it.
    pub original: Vec<u8>,
    /// The book, with its paragraphs placed in that original.
    pub manuscript: Manuscript,
}

/// What a manuscript does not say about its book, because the original does.
#[derive(Debug, Clone, Copy)]
pub struct Particulars<'a> {
    /// The author.
    pub author: Option<&'a str>,
    /// When the new file is made, in milliseconds since 1970.
    pub now_ms: i64,
    /// What sort of block each paragraph is, and what its tags stand for.
    pub shapes: &'a HashMap<ParagraphId, ParagraphShape>,
}

/// What a paragraph is beside its text.
#[derive(Debug, Clone, Default)]
pub struct ParagraphShape {
    /// What sort of block it is.
    pub kind: ParagraphKind,
    /// What its numbered tags stand for.
    pub tags: Vec<TagKind>,
}

/// Makes an original for the book in another format, and places the book in it.
pub fn convert(
    manuscript: &Manuscript,
    particulars: &Particulars<'_>,
    to: FileFormat,
    layout: &Layout,
) -> Result<Converted, ExportError> {
    let format = format_of(to).ok_or(ExportError::Unsupported(Message::new("format_not_written")))?;
    let manuscript = &without_extras(manuscript, particulars, to);
    let mut bare = Bare::Some(HashSet::new());
    // Markup that a reader of the format would number otherwise is left out in the next attempt.
    for _ in 0..3 {
        let drafts = draft::draft(manuscript, particulars, to, *layout, &bare);
        let original = if to == FileFormat::Epub {
            made::epub(manuscript, particulars, &drafts)?
        } else {
            made::text(&drafts)
        };
        match place::place(format, &original, manuscript, &drafts)? {
            Placed::All(manuscript) => return Ok(Converted { format, original, manuscript }),
            Placed::Differently(ids) => bare.extend(ids),
            Placed::NotAll => bare = Bare::All,
        }
    }
    Err(ExportError::Unsupported(Message::new("book_not_convertible")))
}

/// The book without what belongs to its own format only: labels of its table of contents, texts of its pictures. The
/// made original is read in the first way, which has neither.
fn without_extras(manuscript: &Manuscript, particulars: &Particulars<'_>, to: FileFormat) -> Manuscript {
    let mut manuscript = Manuscript { reading: Reading::FIRST, ..manuscript.clone() };
    let is_text = |id: &ParagraphId| match particulars.shapes.get(id).map(|shape| shape.kind) {
        Some(ParagraphKind::Label | ParagraphKind::Alternative) => false,
        // Notes of a notation that becomes an EPUB are lines like others.
        Some(ParagraphKind::Notation) => to == FileFormat::Epub,
        _ => true,
    };
    for chapter in &mut manuscript.chapters {
        chapter.paragraphs.retain(|paragraph| is_text(&paragraph.id));
    }
    manuscript.chapters.retain(|chapter| !chapter.paragraphs.is_empty());
    manuscript
}
