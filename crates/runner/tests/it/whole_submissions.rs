//! Chunks end where a submission of the model ends.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::id::{ChapterId, ParagraphId};
use book::work::chunk::Chunk;
use runner::queue::{Attempt, ChapterWork};

fn attempt(paragraphs: std::ops::Range<u32>) -> Attempt {
    let ids = paragraphs.map(ParagraphId::from_number).collect();
    let chunk = Chunk::new(ChapterId::from_number(1), ids).unwrap();
    Attempt { chunk, model: 0, is_last_round: false, shareable: None, is_suspect: false }
}

/// The paragraphs of the chunks, the next one first.
fn numbers(chapter: &ChapterWork) -> Vec<Vec<ParagraphId>> {
    chapter.pending.iter().rev().map(|attempt| attempt.chunk.paragraph_ids().to_vec()).collect()
}

fn cut(attempts: Vec<Attempt>, n_at_once: usize) -> Vec<usize> {
    let mut chapter = ChapterWork::put_aside(1, attempts);
    let before = numbers(&chapter).concat();
    chapter.end_with_whole_submission(n_at_once);
    assert_eq!(numbers(&chapter).concat(), before, "every paragraph once, in reading order");
    numbers(&chapter).iter().map(Vec::len).collect()
}

#[test]
fn what_is_left_over_of_a_chunk_is_done_with_the_next() {
    assert_eq!(cut(vec![attempt(66..100), attempt(0..66)], 10), [60, 40]);
    assert_eq!(cut(vec![attempt(60..100), attempt(0..60)], 10), [60, 40], "nothing is left over");
    assert_eq!(cut(vec![attempt(7..30), attempt(0..7)], 10), [7, 23], "less than is handed in at once");
    assert_eq!(cut(vec![attempt(0..66)], 10), [66], "no chunk comes after it");
    let last_round = Attempt { is_last_round: true, ..attempt(0..66) };
    assert_eq!(cut(vec![attempt(66..100), last_round], 10), [66, 34], "what failed before is left alone");
}
