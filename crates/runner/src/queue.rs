//! Which chapter is worked on next: reading order, as long as that does not make the end late.
//!
//! The chunks of a chapter follow each other, so a chapter takes as many turns as it has chunks, however many workers
//! there are. A chapter with as many chunks left as the turns the whole rest will take has no slack: it goes first. Workers
//! do not take their turns together, so what the rest will take is known to a turn and no better, and the chapter goes that
//! much earlier.

use crate::run_session::{Attempt, ChapterWork};
use std::collections::{BTreeMap, VecDeque};

/// The chapters of a round that no worker holds, and how much work there is in all.
#[derive(Default)]
pub(crate) struct Queue {
    waiting: BTreeMap<u32, ChapterWork>,
    /// Chunks of chapters that are out of the queue.
    n_in_hand: usize,
    /// Whether the chunks of a chapter are given out one by one instead of one after the other.
    by_chunk: bool,
}

impl Queue {
    /// A queue whose chunks do not wait for the ones before them.
    pub(crate) fn by_chunk() -> Self {
        Self { by_chunk: true, ..Self::default() }
    }

    /// Adds work. What is already there for a chapter is done first.
    pub(crate) fn add(&mut self, chapters: impl IntoIterator<Item = ChapterWork>) {
        for chapter in chapters {
            if let Some(there) = self.waiting.get_mut(&chapter.number) {
                there.open.extend(chapter.open);
                // A pile is worked from its end.
                let first = std::mem::replace(&mut there.pending, chapter.pending);
                there.pending.extend(first);
            } else {
                self.waiting.insert(chapter.number, chapter);
            }
        }
    }

    /// The chapter to take the next chunk from.
    pub(crate) fn take(&mut self, n_workers: usize) -> Option<ChapterWork> {
        let n_left = self.n_in_hand + self.waiting.values().map(ChapterWork::n_left).sum::<usize>();
        let has_no_slack = |chapter: &&ChapterWork| (chapter.n_left() + 1) * n_workers.max(1) > n_left;
        // Of equals the first in reading order: `max_by_key` would take the last.
        let most_urgent =
            self.waiting.values().rev().filter(has_no_slack).max_by_key(|chapter| chapter.n_left());
        let number = most_urgent.or_else(|| self.waiting.values().next())?.number;
        let chapter = if self.by_chunk { self.take_chunk(number)? } else { self.waiting.remove(&number)? };
        self.n_in_hand += chapter.n_left();
        Some(chapter)
    }

    /// The chapters right after this one that fit into a request with it: each a single chunk that may share. True where
    /// the request is full, so that another one had to be left.
    pub(crate) fn take_company(&mut self, of: &ChapterWork, mut room: SpareRoom) -> (Vec<ChapterWork>, bool) {
        let Some(first) = of.shared() else { return (Vec::new(), false) };
        if !room.takes(first) {
            return (Vec::new(), false);
        }
        let (mut numbers, mut is_full) = (Vec::new(), false);
        for (number, chapter) in self.waiting.range(of.number.saturating_add(1)..) {
            let Some(next) = chapter.shared().filter(|next| next.model == first.model) else { break };
            if !room.takes(next) {
                is_full = true;
                break;
            }
            numbers.push(*number);
        }
        let company: Vec<ChapterWork> =
            numbers.iter().filter_map(|number| self.waiting.remove(number)).collect();
        self.n_in_hand += company.len();
        (company, is_full)
    }

    /// One chunk of a chapter, as if it were all of it.
    fn take_chunk(&mut self, number: u32) -> Option<ChapterWork> {
        let chapter = self.waiting.get_mut(&number)?;
        let open: VecDeque<_> = chapter.open.pop_front().into_iter().collect();
        let pending = if open.is_empty() { chapter.pending.pop().into_iter().collect() } else { Vec::new() };
        if chapter.n_left() == 0 {
            self.waiting.remove(&number);
        }
        Some(ChapterWork { number, open, pending })
    }

    /// A chapter comes back; `n_taken` is what was left of it when it was taken.
    pub(crate) fn give_back(&mut self, chapter: ChapterWork, n_taken: usize) {
        self.n_in_hand = self.n_in_hand.saturating_sub(n_taken);
        if chapter.n_left() > 0 {
            self.add([chapter]);
        }
    }

    /// How much can be worked on at the same time.
    pub(crate) fn len(&self) -> usize {
        if self.by_chunk {
            return self.waiting.values().map(ChapterWork::n_left).sum();
        }
        self.waiting.len()
    }
}

/// What still fits into a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpareRoom {
    pub(crate) n_paragraphs: usize,
    pub(crate) tokens: u64,
}

impl SpareRoom {
    /// Makes room for a chunk; false where there is none.
    fn takes(&mut self, attempt: &Attempt) -> bool {
        let n_paragraphs = self.n_paragraphs.checked_sub(attempt.chunk.paragraph_ids().len());
        let tokens = attempt.shareable.and_then(|tokens| self.tokens.checked_sub(tokens));
        let (Some(n_paragraphs), Some(tokens)) = (n_paragraphs, tokens) else { return false };
        *self = Self { n_paragraphs, tokens };
        true
    }
}

impl ChapterWork {
    /// Its only chunk, where that may share a request.
    fn shared(&self) -> Option<&Attempt> {
        match (self.open.is_empty(), &*self.pending) {
            (true, [attempt]) if attempt.shareable.is_some() => Some(attempt),
            (true | false, _) => None,
        }
    }

    /// How many tasks are left, about.
    pub(crate) fn n_left(&self) -> usize {
        self.open.len() + self.pending.len()
    }

    /// Work for one chapter that was put aside.
    pub(crate) fn put_aside(number: u32, attempts: Vec<Attempt>) -> Self {
        Self { number, open: VecDeque::new(), pending: attempts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use book::id::{ChapterId, ParagraphId};
    use book::work::chunk::Chunk;

    fn chapter(number: u32, n_chunks: u32) -> ChapterWork {
        let attempt = |chunk| {
            let paragraph = ParagraphId::from_number(number * 1000 + chunk);
            let chunk = Chunk::new(ChapterId::from_number(number), vec![paragraph]).unwrap();
            Attempt { chunk, model: 0, is_last_round: false, shareable: None }
        };
        ChapterWork::put_aside(number, (0..n_chunks).map(attempt).collect())
    }

    /// Works through the chapters in turns of equal length; how many turns it takes.
    fn n_turns(lengths: &[u32], n_workers: usize) -> usize {
        let mut queue = Queue::default();
        queue.add(lengths.iter().zip(1..).map(|(n_chunks, number)| chapter(number, *n_chunks)));
        let mut n_turns = 0;
        loop {
            let taken: Vec<ChapterWork> =
                std::iter::from_fn(|| queue.take(n_workers)).take(n_workers).collect();
            if taken.is_empty() {
                return n_turns;
            }
            for mut chapter in taken {
                let n_taken = chapter.n_left();
                chapter.pending.pop();
                queue.give_back(chapter, n_taken);
            }
            n_turns += 1;
        }
    }

    /// No order can be faster: all workers busy all the time, and no chapter shorter than itself.
    fn least(lengths: &[u32], n_workers: usize) -> usize {
        let all: u32 = lengths.iter().sum();
        let longest = lengths.iter().copied().max().unwrap_or_default();
        usize::try_from(longest).unwrap().max(usize::try_from(all).unwrap().div_ceil(n_workers))
    }

    #[test]
    fn chapters_are_taken_in_reading_order_while_there_is_time() {
        let mut queue = Queue::default();
        queue.add([chapter(3, 2), chapter(1, 2), chapter(2, 2), chapter(4, 2), chapter(5, 2)]);
        let order: Vec<u32> =
            std::iter::from_fn(|| queue.take(2)).take(2).map(|chapter| chapter.number).collect();
        assert_eq!(order, [1, 2]);
    }

    #[test]
    fn no_worker_waits_for_a_long_chapter_at_the_end() {
        let books: [&[u32]; 5] =
            [&[5; 20], &[1, 1, 1, 1, 40], &[3, 9, 2, 7, 30, 1, 1, 1, 4, 12], &[7; 9], &[1; 3]];
        for lengths in books {
            for n_workers in [1, 2, 4, 8] {
                let turns = n_turns(lengths, n_workers);
                assert!(
                    turns <= least(lengths, n_workers) + 1,
                    "{lengths:?} with {n_workers}: {turns} turns"
                );
            }
        }
    }

    /// Works through the chapters with workers that begin one tick after the other, ten ticks a chunk; how many it takes.
    fn n_ticks(lengths: &[u32], n_workers: usize) -> usize {
        let mut queue = Queue::default();
        queue.add(lengths.iter().zip(1..).map(|(n_chunks, number)| chapter(number, *n_chunks)));
        let mut at_work: Vec<Option<(ChapterWork, usize)>> = (0..n_workers).map(|_| None).collect();
        let mut tick = 0;
        loop {
            for (worker, work) in at_work.iter_mut().enumerate() {
                if let Some((mut chapter, _)) = work.take_if(|(_, until)| *until <= tick) {
                    let n_taken = chapter.n_left();
                    chapter.pending.pop();
                    queue.give_back(chapter, n_taken);
                }
                if work.is_none() && worker <= tick {
                    *work = queue.take(n_workers).map(|chapter| (chapter, tick + 10));
                }
            }
            if tick > n_workers && at_work.iter().all(Option::is_none) {
                return tick;
            }
            tick += 1;
        }
    }

    #[test]
    fn workers_that_come_one_by_one_are_done_no_later_than_if_they_came_together() {
        let books: [&[u32]; 5] = [&[2; 20], &[5; 20], &[3, 9, 2, 7, 30, 1, 1, 1, 4, 12], &[7; 9], &[2; 500]];
        for lengths in books {
            for n_workers in [1, 2, 4, 8] {
                let ticks = n_ticks(lengths, n_workers);
                let together = (least(lengths, n_workers) + 1) * 10;
                assert!(ticks <= together, "{lengths:?} with {n_workers}: {ticks} of {together} ticks");
            }
        }
        assert!(n_ticks(&[2; 20], 8) < 60, "the last chapters do not begin when the others end");
    }

    #[test]
    fn short_chapters_side_by_side_fill_one_request() {
        let mut queue = Queue::default();
        let short = |number, tokens| {
            let mut chapter = chapter(number, 1);
            chapter.pending[0].shareable = Some(tokens);
            chapter
        };
        queue.add([short(1, 10), short(2, 10), short(3, 10), chapter(4, 2), short(5, 10)]);
        let first = queue.take(1).unwrap();
        let (company, is_full) = queue.take_company(&first, SpareRoom { n_paragraphs: 10, tokens: 25 });
        assert_eq!((company.len(), is_full), (1, true), "the third would be too much");
        let third = queue.take(1).unwrap();
        let (company, is_full) = queue.take_company(&third, SpareRoom { n_paragraphs: 10, tokens: 1000 });
        assert_eq!((company.len(), is_full), (0, false), "a long chapter stands between");
    }

    #[test]
    fn chunks_of_one_chapter_are_given_out_together_for_a_batch() {
        let mut queue = Queue::by_chunk();
        queue.add([chapter(1, 3), chapter(2, 2)]);
        assert_eq!(queue.len(), 5);
        let taken: Vec<ChapterWork> = std::iter::from_fn(|| queue.take(2000)).collect();
        assert_eq!(taken.iter().map(ChapterWork::n_left).collect::<Vec<_>>(), [1; 5]);
        for mut chapter in taken {
            chapter.pending.pop();
            queue.give_back(chapter, 1);
        }
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn work_that_comes_back_is_done_after_what_the_chapter_has_and_none_is_lost() {
        let mut queue = Queue::default();
        queue.add([chapter(1, 2)]);
        queue.add([chapter(1, 3)]);
        assert_eq!((queue.len(), queue.take(1).unwrap().n_left()), (1, 5));
    }
}
