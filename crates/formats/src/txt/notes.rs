//! Footnotes of plain text: `[1]` in the text, the notes below the last paragraph of their chapter.

use super::template::{Insertions, Template};
use super::{PlainNotation, Text};
use crate::Format;
use crate::export::{ExportError, Manuscript, ManuscriptParagraph, Outcome};
use crate::import::Source;
use crate::notes::{Attempt, NotesByParagraph, next_number, replaced, translation};
use book::id::ParagraphId;
use book::text::markup::Marked;
use book::text::paragraph::Place;
use messages::{Explain, Message};
use std::collections::HashSet;

pub(crate) fn add(
    original: &[u8],
    manuscript: &Manuscript,
    notes: &NotesByParagraph,
) -> Result<Attempt, ExportError> {
    let mut manuscript = manuscript.clone();
    let (mut insertions, mut without_place) = (Insertions::default(), HashSet::new());
    let (mut n_before, mut n_inserted) = (0, Vec::new());
    let template_of = manuscript.clone();
    for chapter in &mut manuscript.chapters {
        let mut lines = Vec::new();
        for paragraph in &mut chapter.paragraphs {
            let Some(notes) = notes.get(&paragraph.id) else { continue };
            let first = lines.len() + 1;
            let marked = translation(paragraph)
                .and_then(|translation| replaced(translation, notes, |at| format!("[{}]", first + at)));
            match marked {
                Some(marked) => {
                    paragraph.outcome = Outcome::Translated(marked);
                    lines.extend((first..).zip(notes).map(|(n, note)| format!("[{n}] {}", note.body)));
                }
                None => drop(without_place.insert(paragraph.id)),
            }
        }
        let has_text = |paragraph: &ManuscriptParagraph| !paragraph.source.plain().trim().is_empty();
        let last = chapter.paragraphs.iter().rposition(has_text).unwrap_or_default();
        n_inserted.push(lines.len() * 2);
        if !lines.is_empty() {
            // A blank line before each, so that lines wrapped by hand are not joined with it.
            let lines = lines.into_iter().flat_map(|line| [String::new(), line]).collect();
            insertions.after.insert(n_before + last, lines);
        }
        n_before += chapter.paragraphs.len();
    }
    if !without_place.is_empty() {
        return Ok(Attempt::NoPlace(without_place));
    }
    let notation = PlainNotation(template_of.reading);
    let bytes = Template::open(&notation, original, &template_of)?.with_insertions(&insertions);
    let bytes = bytes.map_err(ExportError::technical)?;
    let source = Source { reading: manuscript.reading, ..Source::new(&bytes, "") };
    let imported =
        Text.import(&source).map_err(|error| ExportError::Unreadable { detail: error.message() })?;
    let read = imported.book.paragraphs().map(|one| (one.place, one.text.clone()));
    place_again(&mut manuscript, read, &n_inserted)?;
    Ok(Attempt::Done(bytes, manuscript))
}

/// Gives every paragraph its new place, and takes in those that were inserted: so many for each chapter.
fn place_again(
    manuscript: &mut Manuscript,
    read: impl Iterator<Item = (Place, Marked)>,
    n_inserted: &[usize],
) -> Result<(), ExportError> {
    let mut number = next_number(manuscript);
    let mut read = read.peekable();
    for (chapter, n_inserted) in manuscript.chapters.iter_mut().zip(n_inserted) {
        let n_paragraphs = chapter.paragraphs.len() + n_inserted;
        let mut paragraphs = Vec::with_capacity(n_paragraphs);
        let mut old = std::mem::take(&mut chapter.paragraphs).into_iter().peekable();
        let mut n_left = *n_inserted;
        while let Some((place, text)) = read.next_if(|_| paragraphs.len() < n_paragraphs) {
            if let Some(paragraph) = old.next_if(|paragraph| paragraph.source == text) {
                paragraphs.push(ManuscriptParagraph { place, ..paragraph });
            } else if n_left > 0 {
                n_left -= 1;
                let id = ParagraphId::from_number(number);
                number += 1;
                paragraphs.push(ManuscriptParagraph { id, place, source: text, outcome: Outcome::Kept });
            } else {
                break;
            }
        }
        if old.next().is_some() {
            let message = Message::new("mismatch_in_number").count("n_file", paragraphs.len());
            return Err(ExportError::TemplateMismatch(message.count("n_library", n_paragraphs)));
        }
        chapter.paragraphs = paragraphs.into();
    }
    Ok(())
}
