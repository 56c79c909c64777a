//! What the checks find in judged pairs does not fall behind what it was.

use mutation::judged::{Comparison, JudgedPart, WORDING, read};

#[test]
fn faults_in_judged_pairs_are_found_and_good_pairs_left_alone() {
    assert!(read(JudgedPart::Tuning).len() + read(JudgedPart::HeldOut).len() >= 400);
    let comparison = Comparison::measure();
    for recall in [&comparison.tuning, &comparison.held_out] {
        assert!(recall.precision() >= 0.97, "{comparison}");
        let (n, n_found) = recall.visible;
        assert!(n_found * 10 >= n * 7, "{comparison}");
    }
}

/// Over both parts, and class by class where there are enough pairs; wrong wording is nobody's business.
#[test]
fn seven_of_ten_faulty_pairs_are_found_in_all_and_in_every_class() {
    let comparison = Comparison::measure();
    let (tuning, held_out) = (&comparison.tuning, &comparison.held_out);
    let is_enough = |(n, n_found): (usize, usize)| n_found * 10 >= n * 7;
    let sum = |left: (usize, usize), right: (usize, usize)| (left.0 + right.0, left.1 + right.1);
    assert!(is_enough(sum(tuning.faulty, held_out.faulty)), "{comparison}");
    for (class, counts) in &tuning.classes {
        let counts = sum(*counts, held_out.classes.get(class).copied().unwrap_or_default());
        assert!(*class == WORDING || counts.0 < 4 || is_enough(counts), "{class}: {comparison}");
    }
}

#[test]
fn no_source_of_the_held_out_part_is_in_the_tuning_part() {
    let tuning = read(JudgedPart::Tuning);
    let both = read(JudgedPart::HeldOut).into_iter().find(|pair| {
        tuning
            .iter()
            .any(|known| (&known.source, known.target_language) == (&pair.source, pair.target_language))
    });
    assert!(both.is_none(), "{both:?}");
}
