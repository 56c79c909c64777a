//! How long a translation is expected to be.

use checks::language::LanguageProfile;
use checks::language::length::{LengthFit, LengthStatistics, MeasuredLength};

fn language(tag: &str) -> LanguageProfile {
    LanguageProfile::look_up(&tag.parse().unwrap())
}

#[test]
fn measured_pairs_come_from_the_table_and_others_from_weights() {
    let measured = LengthStatistics::usual(&language("zh-Hans"), &language("en")).unwrap();
    assert!((measured.bins[2].mu - 2.94_f64.ln()).abs() < 1e-9);
    let estimated = LengthStatistics::usual(&language("ko"), &language("it")).unwrap();
    assert!((1.5..3.0).contains(&estimated.bins[2].mu.exp()));
    assert!(LengthStatistics::usual(&language("tlh"), &language("en")).is_none());
}

#[test]
fn a_book_corrects_the_usual_lengths_only_with_enough_evidence() {
    let usual = LengthStatistics::usual(&language("zh-Hans"), &language("en")).unwrap();
    let mut few = LengthFit::default();
    let mut many = LengthFit::default();
    let text = |length: usize| "x".repeat(length);
    (0..10).for_each(|_| few.add(MeasuredLength::measure(&text(50), &text(180))));
    (0..100).for_each(|n| many.add(MeasuredLength::measure(&text(50), &text(175 + n % 10))));
    assert_eq!(few.correct(&usual), usual);
    assert!(many.correct(&usual).z(50, 180).abs() < 0.2);
}

#[test]
fn one_more_translation_does_not_move_the_lengths_of_a_book() {
    let usual = LengthStatistics::usual(&language("zh-Hans"), &language("en")).unwrap();
    let text = |length: usize| "x".repeat(length);
    let measured = |n_more: usize| {
        let mut fit = LengthFit::default();
        (0..200).for_each(|n| fit.add(MeasuredLength::measure(&text(1_000), &text(3_300 + n))));
        (0..n_more).for_each(|_| fit.add(MeasuredLength::measure(&text(1_000), &text(3_900))));
        fit.correct(&usual)
    };
    assert_ne!(measured(0), usual);
    assert_eq!(measured(1), measured(0));
}
