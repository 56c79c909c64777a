//! Originals made from drafts: a text, or an EPUB.

use super::Particulars;
use super::draft::{Draft, Gap};
use crate::epub::build::{self, NewChapter, NewEpub};
use crate::export::{ExportError, Manuscript, ManuscriptChapter};
use book::language::LanguageTag;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use chrono::DateTime;

/// A text of these paragraphs.
pub(super) fn text(chapters: &[Vec<Draft>]) -> Vec<u8> {
    let mut text = String::new();
    for drafts in chapters.iter().filter(|drafts| !drafts.is_empty()) {
        let before_chapter = if text.is_empty() { "" } else { "\n\n" };
        for (position, draft) in drafts.iter().enumerate() {
            text.push_str(match (position, draft.gap) {
                (0, _) => before_chapter,
                (_, Gap::None) => "",
                (_, Gap::Usual) => "\n",
                (_, Gap::Blank) => "\n\n",
            });
            text.extend([&*draft.source.plain(), "\n"]);
        }
    }
    text.into_bytes()
}

/// An EPUB of these paragraphs.
pub(super) fn epub(
    manuscript: &Manuscript,
    particulars: &Particulars<'_>,
    chapters: &[Vec<Draft>],
) -> Result<Vec<u8>, ExportError> {
    let unknown = || "und".parse::<LanguageTag>().map_err(ExportError::technical);
    let titled =
        manuscript.chapters.iter().zip(chapters).zip(1..).filter(|((_, drafts), _)| !drafts.is_empty());
    let book = NewEpub {
        title: manuscript.title.clone(),
        author: particulars.author.unwrap_or_default().to_owned(),
        language: manuscript.source_language.clone().map_or_else(unknown, Ok)?,
        identifier: identifier(manuscript, chapters),
        modified: date(particulars.now_ms),
        is_vertical: false,
        chapters: titled
            .map(|((chapter, drafts), number)| page(manuscript, chapter, drafts, number))
            .collect(),
    };
    build::build_with_own_headings(&book).map_err(ExportError::technical)
}

/// A chapter without a title still needs a line in the table of contents.
fn page(manuscript: &Manuscript, chapter: &ManuscriptChapter, drafts: &[Draft], number: usize) -> NewChapter {
    let title = match (chapter.title.trim(), number) {
        ("", 1) if !manuscript.title.trim().is_empty() => manuscript.title.clone(),
        ("", number) => number.to_string(),
        (title, _) => title.to_owned(),
    };
    let blank = || (Marked::default(), ParagraphKind::Body);
    let mut paragraphs = Vec::with_capacity(drafts.len());
    for draft in drafts {
        paragraphs.extend((draft.gap == Gap::Blank).then(blank));
        paragraphs.push((draft.source.clone(), draft.kind));
    }
    NewChapter { title, paragraphs }
}

/// The same book always has the same name.
fn identifier(manuscript: &Manuscript, chapters: &[Vec<Draft>]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(manuscript.title.as_bytes());
    for draft in chapters.iter().flatten() {
        hasher.update(draft.source.as_str().as_bytes());
        hasher.update(b"\n");
    }
    let hex: Vec<char> = hasher.finalize().to_hex().chars().collect();
    let part = |from: usize, n: usize| hex.iter().skip(from).take(n).collect::<String>();
    // Version 8 of a UUID is the one for names of one's own making.
    format!("urn:uuid:{}-{}-8{}-8{}-{}", part(0, 8), part(8, 4), part(12, 3), part(15, 3), part(18, 12))
}

/// A time as EPUB writes it.
fn date(now_ms: i64) -> String {
    // Only moments a quarter of a million years away have no date.
    DateTime::from_timestamp_millis(now_ms).unwrap_or_default().format("%Y-%m-%dT%H:%M:%SZ").to_string()
}
