//! Measures how well a dictionary finds translations that stand at their neighbour's place (check A7).
//!
//! `cargo run -p mutation --example swap_recall -- FILE.mo ja EDICT`, where `EDICT` is the dictionary as UTF-8 text; the
//! catalogue's translations are the source and its English the target.
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "an example talks to the person who runs it"
)]

use book::text::markup::Marked;
use checks::completeness::a07_swapped_neighbour::margin;
use checks::dictionary::{cedict, edict};
use checks::policy::Policy;
use checks::prepared::Prepared;
use checks::suite::Suite;
use checks::text::view::View;
use checks::unit::{Aligned, Unit};
use mutation::corpora::catalogue;
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, language, dictionary] = arguments.as_slice() else {
        return Err("usage: swap_recall FILE.mo LANGUAGE DICTIONARY".into());
    };
    let bytes = std::fs::read(dictionary)?;
    let glossary = if language.starts_with("zh") { cedict::read(&bytes) } else { edict::read(&bytes) };
    println!("{} head words", glossary.len());
    let suite = Suite::with_dictionary(&language.parse()?, &"en".parse()?, Arc::new(glossary));
    let book: Vec<(Marked, Marked)> = catalogue::read(&std::fs::read(file)?)
        .iter()
        .map(|(english, other)| (Marked::from_plain(other), Marked::from_plain(english)))
        .collect();
    for least in [1, 20, 40] {
        let (mut clean, mut swapped) = (Vec::new(), Vec::new());
        for pair in book.chunks_exact(2) {
            let [(s, t), (next_s, next_t)] = pair else { continue };
            if s.plain().chars().count() >= least {
                clean.extend(measure(&suite, (s, t), (next_s, next_t)));
                swapped.extend(measure(&suite, (s, next_t), (next_s, t)));
            }
        }
        let n_negative = |margins: &[f64]| margins.iter().filter(|margin| **margin < 0.0).count();
        let share = |margins: &[f64]| n_negative(margins) as f64 / margins.len().max(1) as f64;
        println!(
            "sources of {least} characters and more: {} judged; false alarms {:.4}, recall on swapped ones {:.4}",
            clean.len(),
            share(&clean),
            share(&swapped),
        );
    }
    Ok(())
}

fn measure(suite: &Suite, own: (&Marked, &Marked), next: (&Marked, &Marked)) -> Option<f64> {
    let policy = Policy::default();
    let after = [Aligned { source: next.0, translation: next.1 }];
    let unit = Unit { after: &after, ..Unit::alone(own.0, own.1, &policy) };
    let source = View::new(own.0.plain(), &suite.pair().source_lexicon);
    let prepared = Prepared::new(&unit, suite.pair(), &source, own.1);
    margin(&prepared).ok()
}
