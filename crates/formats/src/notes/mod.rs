//! A translator's notes as footnotes. What they need is put into the original before the translations are, so that it is
//! written, read back and accounted for like every other paragraph.
//!
//! - EPUB: a mark that leads to a page of notes at the end of the book (`noteref` and `footnote` in EPUB 3);
//! - plain text: `[1]`, and the notes below the last paragraph of their chapter;
//! - Aozora Bunko text: `［＃割り注］…［＃割り注終わり］` where the note stands.
//!
//! A note that cannot be formed, because its paragraph gives no place for a mark, stays where its author wrote it.

use crate::export::{ExportError, Layout, Manuscript, ManuscriptParagraph, Outcome};
use crate::{aozora, epub, txt};
use book::id::ParagraphId;
use book::text::book::FileFormat;
use book::text::markup::Marked;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// One note inside a translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The bytes of the written translation it takes, brackets included.
    pub range: Range<usize>,
    /// What it says.
    pub body: String,
}

/// The notes of a book by paragraph, each list in order.
pub type NotesByParagraph = HashMap<ParagraphId, Vec<Note>>;

/// A book whose notes are footnotes.
#[derive(Debug)]
pub struct Footnoted {
    /// The original with room for them.
    pub original: Vec<u8>,
    /// The manuscript with their paragraphs.
    pub manuscript: Manuscript,
    /// How many notes became footnotes; the others stay where they stand.
    pub n_formed: usize,
}

/// What a format made of the notes, or the paragraphs in which it found no place for them.
pub(crate) enum Attempt {
    Done(Vec<u8>, Manuscript),
    NoPlace(HashSet<ParagraphId>),
}

/// Makes the notes footnotes; `None` where the format has none or there is nothing to do.
pub fn add(
    format: FileFormat,
    original: &[u8],
    manuscript: &Manuscript,
    mut notes: NotesByParagraph,
) -> Result<Option<Footnoted>, ExportError> {
    // Those without a place are left out once; whatever fails then is no matter of single paragraphs.
    for _ in 0..2 {
        notes.retain(|_, notes| !notes.is_empty());
        if notes.is_empty() {
            return Ok(None);
        }
        let attempt = if format == FileFormat::Epub {
            epub::notes::add(original, manuscript, &notes)?
        } else if format == FileFormat::Text {
            txt::notes::add(original, manuscript, &notes)?
        } else if format == FileFormat::Aozora {
            aozora::footnotes::add(original, manuscript, &notes)?
        } else {
            return Ok(None);
        };
        match attempt {
            Attempt::Done(original, manuscript) => {
                // A book that could not be written so keeps its notes where they stand.
                let writer = crate::format_of(format);
                if writer.is_none_or(|it| it.expected(&original, &manuscript, &Layout::default()).is_err()) {
                    return Ok(None);
                }
                let n_formed = notes.values().map(Vec::len).sum();
                return Ok(Some(Footnoted { original, manuscript, n_formed }));
            }
            Attempt::NoPlace(paragraphs) => notes.retain(|id, _| !paragraphs.contains(id)),
        }
    }
    Ok(None)
}

/// The translation of a paragraph, if it has one.
pub(crate) fn translation(paragraph: &ManuscriptParagraph) -> Option<&Marked> {
    match &paragraph.outcome {
        Outcome::Translated(translation) => Some(translation),
        Outcome::Kept | Outcome::Untranslated(_) => None,
    }
}

/// A translation with something else in the place of each note.
pub(crate) fn replaced(
    translation: &Marked,
    notes: &[Note],
    mut with: impl FnMut(usize) -> String,
) -> Option<Marked> {
    let written = translation.as_str();
    let (mut text, mut end) = (String::with_capacity(written.len()), 0);
    for (at, note) in notes.iter().enumerate() {
        let before = written.get(end..note.range.start)?;
        // What stands between a word and its mark is a gap that the brackets needed.
        text.push_str(if with_gap(before) { before.trim_end_matches(' ') } else { before });
        text.push_str(&with(at));
        end = note.range.end;
    }
    text.push_str(written.get(end..)?);
    Marked::parse(&text).ok()
}

fn with_gap(before: &str) -> bool {
    !before.trim_end_matches(' ').is_empty()
}

/// What was added at the end of a source text, cut into one piece of markup for each note.
pub(crate) fn added_marks(before: &Marked, after: &Marked, n_notes: usize) -> Option<Vec<String>> {
    let added = after.as_str().strip_prefix(before.as_str())?;
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(start) = added.get(at..)?.find('<') {
        let start = at + start;
        let end = start + added.get(start..)?.find('>')? + 1;
        tags.push(start..end);
        at = end;
    }
    if n_notes == 0 || tags.is_empty() || tags.len() % n_notes != 0 {
        return None;
    }
    let pieces = tags.chunks(tags.len() / n_notes).map(|tags| {
        let (first, last) = (tags.first()?, tags.last()?);
        added.get(first.start..last.end).map(str::to_owned)
    });
    pieces.collect()
}

/// A number for paragraphs that the library does not have.
pub(crate) fn next_number(manuscript: &Manuscript) -> u32 {
    let paragraphs = manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs);
    paragraphs.map(|paragraph| paragraph.id.number() + 1).max().unwrap_or_default()
}
