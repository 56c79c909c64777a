//! Which chapter is worked on next: reading order, as long as that does not make the end late.
//!
//! The chunks of a chapter follow each other, so a chapter takes as many turns as it has chunks, however many workers
//! there are. A chapter with as many chunks left as the turns the whole rest will take has no slack: it goes first. Workers
//! do not take their turns together, so what the rest will take is known to a turn and no better, and the chapter goes that
//! much earlier.

use book::work::chunk::Chunk;
use std::collections::{BTreeMap, VecDeque};
use store::work::TaskRecord;

/// The chapters of a round that no worker holds, and how much work there is in all.
#[derive(Default)]
pub struct Queue {
    waiting: BTreeMap<u32, ChapterWork>,
    /// Chunks of chapters that are out of the queue.
    n_in_hand: usize,
    /// Whether the chunks of a chapter are given out one by one instead of one after the other.
    by_chunk: bool,
}

impl Queue {
    /// A queue whose chunks do not wait for the ones before them.
    pub fn by_chunk() -> Self {
        Self { by_chunk: true, ..Self::default() }
    }

    /// Adds work. What is already there for a chapter is done first.
    pub fn add(&mut self, chapters: impl IntoIterator<Item = ChapterWork>) {
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
    pub fn take(&mut self, n_workers: usize) -> Option<ChapterWork> {
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
    pub fn take_company(&mut self, of: &ChapterWork, mut room: SpareRoom) -> (Vec<ChapterWork>, bool) {
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
    pub fn give_back(&mut self, chapter: ChapterWork, n_taken: usize) {
        self.n_in_hand = self.n_in_hand.saturating_sub(n_taken);
        if chapter.n_left() > 0 {
            self.add([chapter]);
        }
    }

    /// How much can be worked on at the same time.
    pub fn n_at_once(&self) -> usize {
        if self.by_chunk {
            return self.waiting.values().map(ChapterWork::n_left).sum();
        }
        self.waiting.len()
    }
}

/// A chapter's work, in order.
pub struct ChapterWork {
    /// The chapter's number, from one.
    pub number: u32,
    /// Tasks begun in an earlier session.
    pub open: VecDeque<TaskRecord>,
    /// What no task has begun, the first last.
    pub pending: Vec<Attempt>,
}

/// Work still to be done: a chunk, and which model is to try it.
pub struct Attempt {
    /// The chunk.
    pub chunk: Chunk,
    /// The model's place among those of the run.
    pub model: usize,
    /// Whether it was put aside once before.
    pub is_last_round: bool,
    /// Its tokens of source, where it may share a request with the chapters beside its own: it is all of its chapter, and
    /// nothing has been tried for it.
    pub shareable: Option<u64>,
    /// Whether it is a part of a request that was refused.
    pub is_suspect: bool,
}

impl Attempt {
    /// The first attempt at a chunk of a plan.
    pub const fn planned(chunk: Chunk, shareable: Option<u64>) -> Self {
        Self { chunk, model: 0, is_last_round: false, shareable, is_suspect: false }
    }
}

/// What still fits into a request.
#[derive(Debug, Clone, Copy)]
pub struct SpareRoom {
    /// Paragraphs.
    pub n_paragraphs: usize,
    /// Tokens of source.
    pub tokens: u64,
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
    pub fn n_left(&self) -> usize {
        self.open.len() + self.pending.len()
    }

    /// Work for one chapter that was put aside.
    pub fn put_aside(number: u32, attempts: Vec<Attempt>) -> Self {
        Self { number, open: VecDeque::new(), pending: attempts }
    }
}
