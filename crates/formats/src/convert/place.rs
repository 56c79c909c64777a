//! The paragraphs of a book found in an original that was made for it: all of them, each once, with its words.

use super::draft::Draft;
use crate::Format;
use crate::export::{ExportError, Manuscript, ManuscriptChapter, ManuscriptParagraph, Outcome};
use crate::import::Source;
use book::id::ParagraphId;
use book::text::book::FileFormat;
use messages::Explain;

/// What became of the drafts in the made original.
pub(super) enum Placed {
    /// Every one is there, once and as drafted.
    All(Manuscript),
    /// Every one is there, but these are marked up otherwise.
    Differently(Vec<ParagraphId>),
    /// The format reads other paragraphs than were written.
    NotAll,
}

pub(super) fn place(
    format: &dyn Format,
    original: &[u8],
    manuscript: &Manuscript,
    chapters: &[Vec<Draft>],
) -> Result<Placed, ExportError> {
    let source = Source {
        encoding: (format.format() != FileFormat::Epub).then_some("utf-8"),
        language: manuscript.source_language.clone(),
        reading: manuscript.reading,
        ..Source::new(original, "")
    };
    let imported =
        format.import(&source).map_err(|error| ExportError::Unreadable { detail: error.message() })?;
    let drafts = chapters.iter().enumerate();
    let mut drafts = drafts.flat_map(|(at, drafts)| drafts.iter().map(move |draft| (at, draft))).peekable();
    let mut placed: Vec<Vec<ManuscriptParagraph>> = chapters.iter().map(|_| Vec::new()).collect();
    let mut differently = Vec::new();
    let Some((mut chapter, mut id)) = drafts.peek().map(|(at, draft)| (*at, draft.id)) else {
        return Ok(Placed::NotAll);
    };
    for paragraph in imported.book.paragraphs() {
        let mut outcome = Outcome::Kept;
        if !paragraph.is_empty() {
            let Some((at, draft)) = drafts.next() else { return Ok(Placed::NotAll) };
            if without_space(&paragraph.text.plain()) != without_space(&draft.source.plain()) {
                return Ok(Placed::NotAll);
            }
            // White space is the format's own affair; tags are not.
            if without_space(paragraph.text.as_str()) != without_space(draft.source.as_str()) {
                differently.push(draft.id);
            }
            (chapter, id, outcome) = (at, draft.id, draft.outcome.clone());
        }
        // A blank paragraph is layout of the made original; it goes by the name of the one before it.
        let (place, source) = (paragraph.place, paragraph.text.clone());
        if let Some(of_chapter) = placed.get_mut(chapter) {
            of_chapter.push(ManuscriptParagraph { id, place, source, outcome });
        }
    }
    if drafts.next().is_some() {
        return Ok(Placed::NotAll);
    }
    if !differently.is_empty() {
        return Ok(Placed::Differently(differently));
    }
    let chapters = manuscript.chapters.iter().zip(placed);
    let chapters = chapters
        .map(|(chapter, paragraphs)| ManuscriptChapter { paragraphs: paragraphs.into(), ..chapter.clone() });
    Ok(Placed::All(Manuscript { chapters: chapters.collect(), ..manuscript.clone() }))
}

fn without_space(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace()).collect()
}
