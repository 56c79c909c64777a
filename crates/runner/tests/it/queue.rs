//! Which chapter is worked on next, and how long a book takes with so many workers.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::id::{ChapterId, ParagraphId};
use book::work::chunk::Chunk;
use runner::queue::{Attempt, ChapterWork, Queue, SpareRoom};

fn chapter(number: u32, n_chunks: u32) -> ChapterWork {
    let attempt = |chunk| {
        let paragraph = ParagraphId::from_number(number * 1000 + chunk);
        let chunk = Chunk::new(ChapterId::from_number(number), vec![paragraph]).unwrap();
        Attempt { chunk, model: 0, is_last_round: false, shareable: None, is_suspect: false }
    };
    ChapterWork::put_aside(number, (0..n_chunks).map(attempt).collect())
}

/// Works through the chapters in turns of equal length; how many turns it takes.
fn n_turns(lengths: &[u32], n_workers: usize) -> usize {
    let mut queue = Queue::default();
    queue.add(lengths.iter().zip(1..).map(|(n_chunks, number)| chapter(number, *n_chunks)));
    let mut n_turns = 0;
    loop {
        let taken: Vec<ChapterWork> = std::iter::from_fn(|| queue.take(n_workers)).take(n_workers).collect();
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
            assert!(turns <= least(lengths, n_workers) + 1, "{lengths:?} with {n_workers}: {turns} turns");
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
    assert_eq!(queue.n_at_once(), 5);
    let taken: Vec<ChapterWork> = std::iter::from_fn(|| queue.take(2000)).collect();
    assert_eq!(taken.iter().map(ChapterWork::n_left).collect::<Vec<_>>(), [1; 5]);
    for mut chapter in taken {
        chapter.pending.pop();
        queue.give_back(chapter, 1);
    }
    assert_eq!(queue.n_at_once(), 0);
}

#[test]
fn work_that_comes_back_is_done_after_what_the_chapter_has_and_none_is_lost() {
    let mut queue = Queue::default();
    queue.add([chapter(1, 2)]);
    queue.add([chapter(1, 3)]);
    assert_eq!((queue.n_at_once(), queue.take(1).unwrap().n_left()), (1, 5));
}
