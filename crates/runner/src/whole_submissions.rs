//! Chunks cut to what a model hands in at once, so that no request is made for a few paragraphs left over.

use crate::queue::ChapterWork;
use book::work::chunk::Chunk;

impl ChapterWork {
    /// Ends the next chunk where a submission of `n_at_once` paragraphs ends: what would be left over, and would take a
    /// request of its own, is done with the chunk after it.
    pub fn end_with_whole_submission(&mut self, n_at_once: usize) {
        let [.., after, next] = self.pending.as_mut_slice() else { return };
        let n_over = next.chunk.paragraph_ids().len().checked_rem(n_at_once).unwrap_or(0);
        let n_kept = next.chunk.paragraph_ids().len() - n_over;
        let are_alike = after.model == next.model && !after.is_last_round && !next.is_last_round;
        if n_over == 0 || n_kept == 0 || !are_alike {
            return;
        }
        let (kept, over) = next.chunk.paragraph_ids().split_at(n_kept);
        let moved = [over, after.chunk.paragraph_ids()].concat();
        let chunks =
            (Chunk::new(next.chunk.chapter(), kept.to_vec()), Chunk::new(after.chunk.chapter(), moved));
        if let (Ok(kept), Ok(moved)) = chunks {
            (next.chunk, after.chunk) = (kept, moved);
        }
    }
}
