//! The paragraphs of markup that belongs to no EPUB, read as a page of one would be.

use super::inline::Inline;
use super::scan::Page;
use super::segment::segment;
use crate::import::ImportError;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::{ParagraphKind, TagKind};
use std::collections::HashMap;

/// A paragraph with nothing but emphasis, line breaks and ruby.
pub(crate) struct LooseParagraph {
    pub text: Marked,
    pub kind: ParagraphKind,
    /// How high a heading stands, from 1.
    pub level: Option<u8>,
}

/// The paragraphs of a page.
pub(crate) fn paragraphs(markup: String) -> Result<Vec<LooseParagraph>, ImportError> {
    let mut page = Page::scan(markup)?;
    page.read_completely();
    let level = |element: usize| page.name(element).strip_prefix(['h', 'H'])?.parse().ok();
    let blocks = segment(&page).into_iter();
    let loose = blocks.map(|block| LooseParagraph {
        level: block.element.and_then(level).filter(|_| block.kind == ParagraphKind::Heading),
        text: bare(&block.inline),
        kind: block.kind,
    });
    Ok(loose.collect())
}

/// The text with emphasis and line breaks numbered anew, and without other tags.
fn bare(inline: &Inline) -> Marked {
    let kind_of = |number: u16| {
        let tag = usize::from(number).checked_sub(1).and_then(|at| inline.tags.get(at));
        tag.map_or(TagKind::Other, |tag| tag.kind)
    };
    let mut numbers: HashMap<u16, u16> = HashMap::new();
    let mut builder = MarkedBuilder::default();
    for piece in inline.text.pieces() {
        let (number, wanted) = match piece {
            Piece::Open(number) | Piece::Close(number) => (number, TagKind::Emphasis),
            Piece::Void(number) => (number, TagKind::Break),
            Piece::Text(_) | Piece::Ruby { .. } => {
                builder.push(&piece);
                continue;
            }
        };
        if kind_of(number) != wanted {
            continue;
        }
        let next = u16::try_from(numbers.len() + 1).unwrap_or(u16::MAX);
        let own = *numbers.entry(number).or_insert(next);
        builder.push(&match piece {
            Piece::Open(_) => Piece::Open(own),
            Piece::Close(_) => Piece::Close(own),
            Piece::Void(_) | Piece::Text(_) | Piece::Ruby { .. } => Piece::Void(own),
        });
    }
    builder.finish()
}
