//! What the checks find in judged pairs does not fall behind what it was.

use mutation::judged::{Comparison, Part, read};

#[test]
fn faults_in_judged_pairs_are_found_and_good_pairs_left_alone() {
    assert!(read(Part::Tuning).len() + read(Part::HeldOut).len() >= 400);
    let comparison = Comparison::measure();
    for recall in [&comparison.tuning, &comparison.held_out] {
        assert!(recall.precision() >= 0.97, "{comparison}");
        let (n, n_found) = recall.visible;
        assert!(n_found * 10 >= n * 7, "{comparison}");
    }
}

#[test]
fn no_source_of_the_held_out_part_is_in_the_tuning_part() {
    let tuning = read(Part::Tuning);
    let both = read(Part::HeldOut).into_iter().find(|pair| {
        tuning
            .iter()
            .any(|known| (&known.source, known.target_language) == (&pair.source, pair.target_language))
    });
    assert!(both.is_none(), "{both:?}");
}
