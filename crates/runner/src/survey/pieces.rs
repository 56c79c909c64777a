//! The chosen chapters of a book, as a survey cuts and reads them.

use crate::run_model::RunModel;
use crate::spec::RunSpec;
use std::collections::HashSet;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use task::survey::candidates::{self, Candidate};
use task::survey::piece::{BookPiece, ChapterPart, DEFAULT_PIECE_TOKENS};

/// The chosen chapters with all their text.
pub(super) async fn parts(
    library: &Library,
    book: &BookSummary,
    spec: &RunSpec,
) -> Result<Vec<ChapterPart>, StoreError> {
    let mut parts = Vec::new();
    for chapter in library.chapters(book.id).await? {
        if !spec.scope.has_chapter(chapter.id) {
            continue;
        }
        let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
        parts.push(ChapterPart {
            chapter: chapter.id,
            number: chapter.number,
            title: chapter.title,
            moment: library.position_of(book.id, chapter.id).await?,
            paragraphs,
        });
    }
    Ok(parts)
}

/// What stands out in them.
pub(super) fn candidates(parts: &[ChapterPart]) -> Vec<Candidate> {
    candidates::candidates(parts.iter().flat_map(|part| &part.paragraphs).map(|paragraph| &paragraph.text))
}

/// Cuts them into pieces that the model can read at once.
pub(super) fn cut(parts: Vec<ChapterPart>, spec: &RunSpec, model: &RunModel) -> Vec<BookPiece> {
    let by_window = model.window().map_or(u64::MAX, |window| window.saturating_sub(6000) / 2);
    let budget = spec.chunk_tokens.unwrap_or(DEFAULT_PIECE_TOKENS).min(by_window);
    task::survey::piece::pieces(parts, budget)
}

/// The candidates that stand in a piece, the most frequent first.
pub(super) fn in_piece(piece: &BookPiece, all: &[Candidate]) -> Vec<Candidate> {
    const MOST: usize = 40;
    let text: String =
        piece.paragraphs().map(|paragraph| paragraph.text.plain()).collect::<Vec<_>>().join("\n");
    let mut seen = HashSet::new();
    let here = all.iter().filter(|candidate| text.contains(&candidate.word) && seen.insert(&candidate.word));
    here.take(MOST).cloned().collect()
}
