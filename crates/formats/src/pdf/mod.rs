//! PDF with text: what stands on the pages is put back into lines and paragraphs, and made into an EPUB.
//!
//! A PDF says where each glyph stands and nothing of words, lines or paragraphs, so everything here is inference: spaces
//! from gaps, lines from baselines, paragraphs from indents and gaps, headings from the bookmarks or from larger type.
//! What was dropped (running heads, page numbers) and what is doubtful is told with its pages.

mod bookmarks;
mod doubts;
mod font;
mod heads;
mod lines;
mod load;
mod matrix;
mod page;
mod reflow;
mod ruby;

use crate::foreign::SCANNED;
use crate::import::{ImportError, Progress, Source};
use crate::language;
use crate::template::{Draft, DraftParagraph};
use doubts::Doubts;
use load::Pdf;

/// Whether the bytes are a PDF. Some begin with a line of something else.
pub(crate) fn recognises(bytes: &[u8]) -> bool {
    const LOOKED_AT: usize = 1024;
    let head = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    bytes.starts_with(b"%PDF-") || (!bytes.starts_with(b"PK") && head.windows(6).any(|w| w == b"\n%PDF-"))
}

/// Reads a document.
pub(crate) fn read(source: &Source<'_>) -> Result<Draft, ImportError> {
    let mut pdf = Pdf::open(source.bytes)?;
    let pages = pdf.pages()?;
    let (mut all, mut doubts) = (Vec::with_capacity(pages.len()), Doubts::default());
    let total = u64::try_from(pages.len()).unwrap_or(u64::MAX);
    for ((number, id), done) in (1..).zip(&pages).zip(1..) {
        let drawn = page::draw(&mut pdf, *id)?;
        doubts.page(number, &drawn);
        let lines = lines::lines_of_page(&drawn, number);
        doubts.lines(number, &lines);
        all.push(lines);
        (source.progress)(Progress { done, total });
    }
    if all.iter().all(Vec::is_empty) {
        return Err(if doubts.has_pictures() { SCANNED.refusal() } else { ImportError::NoText });
    }
    heads::drop(&mut all, &mut doubts);
    let bookmarks = bookmarks::read(&pdf.document);
    let (title, author) = pdf.title_and_author();
    let paragraphs = reflow::paragraphs(all, &bookmarks, &mut doubts);
    if doubts.is_unreadable() {
        return Err(SCANNED.refusal());
    }
    in_one_piece(&paragraphs)?;
    let language = believed(pdf.language(), &paragraphs);
    Ok(Draft { title, author, language, paragraphs, findings: doubts.findings() })
}

/// Refuses what came apart: no book has thousands of paragraphs of two characters, and each would cost a request's words.
fn in_one_piece(paragraphs: &[DraftParagraph]) -> Result<(), ImportError> {
    const MANY: usize = 2_000;
    const USUAL: usize = 3;
    let lengths = paragraphs.iter().map(|paragraph| paragraph.text.plain().trim().chars().count());
    let mut lengths: Vec<usize> = lengths.filter(|length| *length > 0).collect();
    lengths.sort_unstable();
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(USUAL + 1);
    if lengths.len() < MANY || usual > USUAL {
        return Ok(());
    }
    Err(ImportError::InPieces { n_paragraphs: lengths.len(), n_chars: usual })
}

/// The language a document declares, unless its words are of another: programs write their own language there.
fn believed(declared: Option<String>, paragraphs: &[DraftParagraph]) -> Option<String> {
    let texts: Vec<_> = paragraphs.iter().map(|paragraph| paragraph.text.plain()).collect();
    let found = language::recognise(texts.iter().map(AsRef::as_ref));
    let primary = |tag: &str| tag.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    declared.filter(|declared| found.is_none_or(|found| primary(found.as_str()) == primary(declared)))
}
