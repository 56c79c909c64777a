//! Measures how many answers that lost a line are seen to be shifted, and how many right ones are doubted.
//!
//! `cargo run --release -p mutation --example shifts [choosing]`; windows of a few neighbouring paragraphs by people stand for
//! the answers of a model. Not a test: it shows what thresholds do.
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use checks::shift::shifted_places;
use mutation::CorpusLine;
use mutation::corpora::wesnoth::{FOR_CHOOSING, HEIR, LANGUAGES, read, reversed, root};
use std::path::Path;

#[derive(Default)]
struct Counts {
    n: usize,
    n_flagged: usize,
}

impl Counts {
    fn note(&mut self, is_flagged: bool) {
        self.n += 1;
        self.n_flagged += usize::from(is_flagged);
    }

    fn percent(&self) -> f64 {
        let count = |n: usize| u32::try_from(n).map_or(0.0, f64::from);
        100.0 * count(self.n_flagged) / count(self.n.max(1))
    }
}

fn main() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let is_choosing = std::env::args().any(|argument| argument == "choosing");
    let campaigns = if is_choosing { FOR_CHOOSING.to_vec() } else { vec![HEIR] };
    println!(
        "| pair | lines | right, whole: doubted | right, ends early: doubted | lost, ends early: missed | lost, filled: missed |"
    );
    for back in [false, true] {
        for size in [3, 4, 8] {
            let mut all: [Counts; 4] = Default::default();
            for (folder, language) in LANGUAGES {
                let mut counts: [Counts; 4] = Default::default();
                for campaign in &campaigns {
                    let Some(root) = root(&workspace, *campaign) else { continue };
                    let Some(corpus) = read(&root, *campaign, folder) else { continue };
                    let corpus = if back { reversed(corpus) } else { corpus };
                    for window in corpus.lines.windows(size + 1).step_by(size) {
                        count(window, size, &mut counts);
                    }
                }
                let pair = if back { format!("{language} to en") } else { format!("en to {language}") };
                print(&pair, size, &counts);
                for (sum, one) in all.iter_mut().zip(&counts) {
                    sum.n += one.n;
                    sum.n_flagged += one.n_flagged;
                }
            }
            print(if back { "all into English" } else { "all from English" }, size, &all);
        }
    }
}

fn print(pair: &str, size: usize, [whole, early, lost, filled]: &[Counts; 4]) {
    println!(
        "| {pair} | {size} | {:.1} % of {} | {:.1} % | {:.1} % of {} | {:.1} % |",
        whole.percent(),
        whole.n,
        early.percent(),
        lost.percent(),
        lost.n,
        filled.percent()
    );
}

fn count(window: &[CorpusLine], size: usize, counts: &mut [Counts; 4]) {
    let [whole, early, lost, filled] = counts;
    let asked = window.get(..size).unwrap_or_default();
    let texts: Vec<&str> = window.iter().map(|line| line.translation.as_str()).collect();
    let doubted = |texts: &[&str]| {
        let lines: Vec<(&str, Option<&str>)> = asked
            .iter()
            .enumerate()
            .map(|(place, line)| (line.source.as_str(), texts.get(place).copied()))
            .collect();
        shifted_places(&lines)
    };
    whole.note(!doubted(texts.get(..size).unwrap_or_default()).is_empty());
    early.note(!doubted(texts.get(..size - 1).unwrap_or_default()).is_empty());
    for place in 0..size - 1 {
        let mut shifted = texts.clone();
        shifted.remove(place);
        let wrong: Vec<usize> = (place..size - 1).collect();
        let is_missed =
            |found: &std::collections::BTreeSet<usize>| wrong.iter().any(|one| !found.contains(one));
        lost.note(is_missed(&doubted(shifted.get(..size - 1).unwrap_or_default())));
        filled.note(is_missed(&doubted(shifted.get(..size).unwrap_or_default())));
    }
}
