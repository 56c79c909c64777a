//! Measures how many paragraphs the whole suite judges in a second, against a plain pass over the same text.
//!
//! `cargo run --release -p bench --example checks [PARAGRAPHS]`; run it twice with different sizes to see that the
//! time grows with the text.
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "an example talks to the person who runs it"
)]

use book::text::markup::Marked;
use checks::judgement::Judgement;
use checks::policy::Policy;
use checks::prepared::Prepared;
use checks::suite::{ALL, Suite};
use checks::text::view::View;
use checks::unit::{Aligned, Unit};
use std::error::Error;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const N_THREADS: usize = 2;

/// Processor time of finished threads, in nanoseconds: on a busy machine the clock on the wall says little.
static BUSY: AtomicU64 = AtomicU64::new(0);

/// Processor time of this thread, where the system tells.
fn busy_nanos() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let n_paragraphs = std::env::args().nth(1).map_or(Ok(40_000), |text| text.parse::<usize>())?;
    for (source, target) in [("ja", "en"), ("en", "zh-Hans"), ("en", "de"), ("zh-Hans", "ja")] {
        measure(source, target, n_paragraphs)?;
    }
    Ok(())
}

fn measure(source: &str, target: &str, n_paragraphs: usize) -> Result<(), Box<dyn Error>> {
    let suite = Suite::for_pair(&source.parse()?, &target.parse()?);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../checks/tests/story/");
    let story = |language: &str| std::fs::read_to_string(format!("{folder}{language}.txt"));
    let (s, t) = (story(source)?, story(target)?);
    let lines: Vec<(&str, &str)> = s.lines().zip(t.lines()).skip(1).collect();
    let book: Vec<(Marked, Marked)> = lines
        .iter()
        .cycle()
        .take(n_paragraphs)
        .map(|(source, translation)| (Marked::from_plain(source), Marked::from_plain(translation)))
        .collect();
    let n_chars: usize = lines.iter().map(|(s, t)| s.chars().count() + t.chars().count()).sum();
    let plain = timed(|| plain_pass(&book));
    BUSY.store(0, Ordering::Relaxed);
    let judged = timed(|| judge_all(&suite, &book));
    let busy = Duration::from_nanos(BUSY.load(Ordering::Relaxed));
    let per_second = |time: Duration| n_paragraphs as f64 / time.as_secs_f64();
    println!(
        "{source:>7} to {target:<7} {:>9.0} paragraphs/s on {N_THREADS} threads ({:.0} by processor time), {:>6.0} × the time of a plain pass, {} characters each",
        per_second(judged),
        per_second(busy) * N_THREADS as f64,
        judged.as_secs_f64() / plain.as_secs_f64(),
        n_chars / lines.len(),
    );
    slowest(&suite, &book);
    Ok(())
}

fn timed(work: impl FnOnce() -> usize) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

/// Which checks take the time, on one thread, each on paragraphs prepared afresh.
fn slowest(suite: &Suite, book: &[(Marked, Marked)]) {
    let policy = Policy::default();
    let part = book.get(..book.len().min(2_000)).unwrap_or(book);
    let mut times: Vec<(Duration, &str)> =
        ALL.iter().map(|check| (Duration::ZERO, check.code().as_str())).collect();
    times.push((Duration::ZERO, "preparing"));
    for (index, (source, translation)) in part.iter().enumerate() {
        let aligned =
            |index: usize| part.get(index).map(|(source, translation)| Aligned { source, translation });
        let before: Vec<Aligned<'_>> = (index.saturating_sub(2)..index).filter_map(aligned).collect();
        let after: Vec<Aligned<'_>> = aligned(index + 1).into_iter().collect();
        let unit = Unit { before: &before, after: &after, ..Unit::alone(source, translation, &policy) };
        let start = Instant::now();
        let view = View::new(source.plain(), &suite.pair().source_lexicon);
        let prepared = Prepared::new(&unit, suite.pair(), &view, translation);
        let mut spent = vec![];
        let preparing = start.elapsed();
        for check in ALL {
            let start = Instant::now();
            black_box(check.run(&prepared));
            spent.push(start.elapsed());
        }
        spent.push(preparing);
        for ((time, _), spent) in times.iter_mut().zip(spent) {
            *time += spent;
        }
    }
    times.sort_unstable();
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / part.len() as f64;
    let list: Vec<String> =
        times.iter().rev().take(9).map(|(time, code)| format!("{code} {:.1}", micros(*time))).collect();
    let all: f64 = times.iter().map(|(time, _)| micros(*time)).sum();
    println!("        {all:.0} µs a paragraph, of which {}", list.join(", "));
}

/// Looks at every character once and does nothing with it.
fn plain_pass(book: &[(Marked, Marked)]) -> usize {
    in_threads(book, |_, (source, translation)| {
        let letters = |text: &Marked| text.as_str().chars().filter(|c| c.is_alphabetic()).count();
        letters(source) + letters(translation)
    })
}

fn judge_all(suite: &Suite, book: &[(Marked, Marked)]) -> usize {
    let policy = Policy::default();
    in_threads(book, |index, (source, translation)| {
        let aligned =
            |index: usize| book.get(index).map(|(source, translation)| Aligned { source, translation });
        let before: Vec<Aligned<'_>> = (index.saturating_sub(2)..index).filter_map(aligned).collect();
        let after: Vec<Aligned<'_>> = aligned(index + 1).into_iter().collect();
        let unit = Unit { before: &before, after: &after, ..Unit::alone(source, translation, &policy) };
        let judgement: Judgement = suite.judge(&unit);
        judgement.findings.len()
    })
}

fn in_threads<F>(book: &[(Marked, Marked)], work: F) -> usize
where
    F: Fn(usize, &(Marked, Marked)) -> usize + Sync,
{
    let size = book.len().div_ceil(N_THREADS).max(1);
    let work = &work;
    thread::scope(|scope| {
        let workers: Vec<_> = book
            .chunks(size)
            .enumerate()
            .map(|(part, chunk)| {
                scope.spawn(move || {
                    let sum = chunk
                        .iter()
                        .enumerate()
                        .map(|(at, pair)| work(part * size + at, pair))
                        .sum::<usize>();
                    BUSY.fetch_add(busy_nanos(), Ordering::Relaxed);
                    sum
                })
            })
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).sum()
    })
}
