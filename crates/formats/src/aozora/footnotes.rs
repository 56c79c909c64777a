//! Footnotes of Aozora Bunko text: notes in small characters where they stand, as the notation has them.

use super::{Aozora, AozoraNotation};
use crate::Format;
use crate::export::{ExportError, Manuscript, Outcome};
use crate::import::Source;
use crate::notes::{Attempt, NotesByParagraph, added_marks, replaced, translation};
use crate::txt::template::{Insertions, Template};
use messages::Explain;
use std::collections::HashSet;

/// What the words of a note are put in the place of.
const PLACEHOLDER: &str = "注";
const MARK: &str = "［＃割り注］注［＃割り注終わり］";

pub(crate) fn add(
    original: &[u8],
    manuscript: &Manuscript,
    notes: &NotesByParagraph,
) -> Result<Attempt, ExportError> {
    let mut insertions = Insertions::default();
    let paragraphs = || manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs);
    for (at, paragraph) in paragraphs().enumerate() {
        if let Some(notes) = notes.get(&paragraph.id) {
            insertions.at_end.insert(at, MARK.repeat(notes.len()));
        }
    }
    let notation = AozoraNotation(manuscript.reading);
    let bytes = Template::open(&notation, original, manuscript)?.with_insertions(&insertions);
    let bytes = bytes.map_err(ExportError::technical)?;
    let source = Source { reading: manuscript.reading, ..Source::new(&bytes, "") };
    let imported =
        Aozora.import(&source).map_err(|error| ExportError::Unreadable { detail: error.message() })?;
    let mut manuscript = manuscript.clone();
    let mut without_place = HashSet::new();
    let own = manuscript.chapters.iter_mut().flat_map(|chapter| &mut chapter.paragraphs);
    for (paragraph, read) in own.zip(imported.book.paragraphs()) {
        let Some(notes) = notes.get(&paragraph.id) else { continue };
        let marks = added_marks(&paragraph.source, &read.text, notes.len());
        let marked = translation(paragraph).zip(marks).and_then(|(translation, marks)| {
            replaced(translation, notes, |at| {
                let body = notes.get(at).map_or("", |note| note.body.as_str());
                marks.get(at).map_or_else(String::new, |mark| mark.replacen(PLACEHOLDER, body, 1))
            })
        });
        match marked {
            Some(marked) => {
                paragraph.source = read.text.clone();
                paragraph.outcome = Outcome::Translated(marked);
            }
            None => drop(without_place.insert(paragraph.id)),
        }
    }
    if without_place.is_empty() {
        Ok(Attempt::Done(bytes, manuscript))
    } else {
        Ok(Attempt::NoPlace(without_place))
    }
}
