//! In excellent prose the checks hold their tongue: what they say there is false, and how much of that is bearable is bounded.

use mutation::prose::{ProseKind, ProseText, Shown, measure, read, upper_end};
use std::path::Path;

fn corpus() -> Vec<ProseText> {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/prose")).unwrap()
}

#[test]
fn the_corpus_is_large_and_has_what_checks_have_stumbled_over() {
    let corpus = corpus();
    let pairs = || corpus.iter().flat_map(|text| &text.pairs);
    assert!(pairs().count() >= 3_000, "{} pairs", pairs().count());
    let others = pairs().filter(|pair| pair.is_of_other_languages()).count();
    assert!(others >= 1_000, "{others} pairs of other languages");
    for kind in ProseKind::ALL {
        let n = pairs().filter(|pair| pair.kind == kind).count();
        assert!(n >= 50, "{n} pairs of {}", kind.as_str());
    }
}

/// Three findings to a model and fifteen to a person are bearable in three thousand paragraphs.
#[test]
fn excellent_prose_is_left_in_peace() {
    let found = measure(&corpus()).unwrap();
    println!("{found}");
    for (shown, sample) in &found.samples {
        if *shown <= Shown::Person {
            println!("{sample}");
        }
    }
    let is_bearable = |n: usize, of_three_thousand: usize| n * 3_000 <= of_three_thousand * found.n_pairs;
    assert!(is_bearable(found.n_shown_to(Shown::Model), 3), "to a model: {found}");
    assert!(is_bearable(found.n_shown_to(Shown::Person), 15), "to a person: {found}");
}

/// Garwood's interval, as tables print it.
#[test]
fn the_interval_is_exact() {
    for (n, upper) in [(0, 3.69), (1, 5.57), (3, 8.77), (15, 24.74), (50, 65.92)] {
        assert!((upper_end(n) - upper).abs() < 0.01, "{n}: {}", upper_end(n));
    }
}
