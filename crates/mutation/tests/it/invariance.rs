//! Whole corpora with all their defects: cutting a book into other chunks, renaming people everywhere
//! and running again change nothing that is said about any mutant.

use book::text::markup::Marked;
use checks::check::Severity;
use checks::code::CheckCode;
use checks::judgement::Judgement;
use checks::policy::Policy;
use checks::suite::Suite;
use checks::unit::{Aligned, Unit};
use mutation::chance::Rng;
use mutation::corpora::story;
use mutation::operators::{self, Scene};
use mutation::table::Table;
use mutation::{Corpus, Mutant, Thoroughness, run};
use std::collections::BTreeSet;
use std::path::Path;
use unicode_normalization::UnicodeNormalization;

fn read(source: &str, target: &str) -> Corpus {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checks/tests/story");
    story::read(&folder, source, target, 1).unwrap()
}

fn suite(source: &str, target: &str) -> Suite {
    Suite::for_pair(&source.parse().unwrap(), &target.parse().unwrap())
}

fn table(source: &str, target: &str, corpus: &Corpus) -> Table {
    let mut table = Table::default();
    run(&suite(source, target), corpus, Thoroughness { seed: 7, most: usize::MAX }, &mut table);
    table
}

/// What is said, without the texts it is said about.
fn verdicts(table: &Table) -> String {
    let rows = table.operators.iter().map(|(name, row)| (name, row.n_planted, row.n_right, &row.fired));
    format!("{:?} {:?} {:?}", rows.collect::<Vec<_>>(), table.false_alarms, table.judged)
}

/// All mutants of a corpus.
fn mutants(suite: &Suite, corpus: &Corpus) -> Vec<(&'static str, Mutant)> {
    let mut all = Vec::new();
    for operator in operators::all() {
        let mut rng = Rng::new(7);
        for index in 0..corpus.lines.len() {
            let (characters, terms) = (corpus.characters.iter().collect(), corpus.terms.iter().collect());
            let scene = Scene { corpus, index, pair: suite.pair(), characters, terms };
            all.extend((operator.spoil)(&scene, &mut rng).map(|mutant| (operator.name, mutant)));
        }
    }
    all
}

fn codes(judgement: &Judgement) -> BTreeSet<CheckCode> {
    judgement.findings.iter().map(|finding| finding.check).collect()
}

#[test]
fn running_again_says_the_same() {
    let corpus = read("ja", "en");
    assert_eq!(verdicts(&table("ja", "en", &corpus)), verdicts(&table("ja", "en", &corpus)));
}

#[test]
fn people_renamed_everywhere_are_judged_alike_defects_included() {
    for (source, target, names) in [
        ("en", "de", [("Mira", "Mira", "Vera", "Vera"), ("Tobias", "Tobias", "Lukian", "Lukian")]),
        ("ja", "en", [("ミラ", "Mira", "ベラ", "Vera"), ("トビアス", "Tobias", "ルキアン", "Lukian")]),
        // What is renamed is the stem, so that `Миру` becomes `Лизу`. A short name that begins like other words of the story
        // (`Вера`, `Вернулась`) cannot be judged alike: at the start of a sentence nobody tells them apart.
        ("en", "ru", [("Mira", "Мир", "Lisa", "Лиз"), ("Tobias", "Тобиас", "Lukian", "Лукиан")]),
        ("en", "zh-Hans", [("Mira", "米拉", "Vera", "薇拉"), ("Tobias", "托比亚斯", "Lukian", "卢基亚努")]),
    ] {
        let corpus = read(source, target);
        let mut renamed = corpus.clone();
        for (old_source, old_target, new_source, new_target) in names {
            for line in &mut renamed.lines {
                line.source = line.source.replace(old_source, new_source);
                // The stem, so that inflected forms are renamed with it.
                line.translation = line.translation.replace(old_target, new_target);
            }
            for character in renamed.characters.iter_mut().filter(|one| one.name.source == old_source) {
                new_source.clone_into(&mut character.name.source);
                character.name.translation = character.name.translation.replace(old_target, new_target);
            }
        }
        let (before, after) = (table(source, target, &corpus), table(source, target, &renamed));
        assert_eq!(verdicts(&before), verdicts(&after), "{source} to {target}");
    }
}

#[test]
fn cutting_the_book_into_other_chunks_changes_no_verdict() {
    let policy = Policy::default();
    for (source, target) in [("en", "fr"), ("ja", "en"), ("en", "zh-Hans")] {
        let (suite, corpus) = (suite(source, target), read(source, target));
        let marked: Vec<(Marked, Marked)> = corpus
            .lines
            .iter()
            .map(|line| (Marked::from_plain(&line.source), Marked::from_plain(&line.translation)))
            .collect();
        let all: Vec<Aligned<'_>> =
            marked.iter().map(|(source, translation)| Aligned { source, translation }).collect();
        for (name, mutant) in mutants(&suite, &corpus) {
            let said = |reach: usize| {
                let at = mutant.index;
                let before = &all[at.saturating_sub(reach)..at];
                let after = &all[(at + 1).min(all.len())..(at + 1 + reach).min(all.len())];
                let alone = Unit::alone(&mutant.source, &mutant.translation, &policy);
                codes(&suite.judge(&Unit { before, after, ..alone }))
            };
            // The two nearest on each side are always handed in; more of them is what another chunk would add.
            assert_eq!(said(2), said(6), "{name}, {source} to {target}: {}", mutant.translation.as_str());
        }
    }
}

#[test]
fn the_unicode_form_of_source_and_translation_changes_no_verdict_about_a_mutant() {
    let policy = Policy::default();
    for (source, target) in
        [("en", "fr"), ("ja", "en"), ("en", "ja"), ("en", "zh-Hans"), ("ru", "pl"), ("de", "ko")]
    {
        let (suite, corpus) = (suite(source, target), read(source, target));
        for (name, mutant) in mutants(&suite, &corpus) {
            let said = |source: &Marked, translation: &Marked| {
                codes(&suite.judge(&Unit::alone(source, translation, &policy)))
            };
            let usual = said(&mutant.source, &mutant.translation);
            for (form, change) in [("NFD", decomposed as fn(&str) -> String), ("NFC", composed)] {
                let other = |marked: &Marked| Marked::parse(&change(marked.as_str())).unwrap();
                let after = said(&other(&mutant.source), &other(&mutant.translation));
                assert_eq!(
                    usual,
                    after,
                    "{name}, {source} to {target} in {form}: {}",
                    mutant.translation.as_str()
                );
            }
            // Digits of another width are the same digits; in the translation the width is a matter of style.
            let wide = Marked::parse(&wide_digits(mutant.source.as_str())).unwrap();
            let after = said(&wide, &mutant.translation);
            assert_eq!(usual, after, "{name}, {source} to {target}, wide digits: {}", wide.as_str());
        }
    }
}

fn decomposed(text: &str) -> String {
    text.nfd().collect()
}

fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Full-width digits, except in tags.
fn wide_digits(text: &str) -> String {
    let mut in_tag = false;
    text.chars()
        .map(|c| {
            in_tag = if in_tag { c != '>' } else { c == '<' };
            match c {
                '0'..='9' if !in_tag => char::from_u32(u32::from(c) - 0x30 + 0xff10).unwrap(),
                _ => c,
            }
        })
        .collect()
}

#[test]
fn mending_a_mutant_makes_nothing_worse() {
    let policy = Policy::default();
    for (source, target) in [("en", "fr"), ("ja", "en"), ("en", "ja"), ("en", "zh-Hans")] {
        let (suite, corpus) = (suite(source, target), read(source, target));
        for (name, mutant) in mutants(&suite, &corpus) {
            let unit = Unit::alone(&mutant.source, &mutant.translation, &policy);
            let judgement = suite.judge(&unit);
            let Some(fixed) = &judgement.autofixed else { continue };
            assert_eq!(fixed.revert(), mutant.translation, "{name}");
            let (before, after) =
                (suite.examine(&unit), suite.examine(&Unit { translation: &fixed.text, ..unit }));
            // What a wrapping hid is seen for the first time once it is off.
            let seen = |code: CheckCode| !before.not_reached.contains(&code) && !hidden(&judgement);
            // What is refused anyway nobody reads: there only another refusal would be worse.
            let counts = |severity| {
                severity == Severity::Block || (severity == Severity::Queue && !before.is_blocked())
            };
            let worse: Vec<CheckCode> = after
                .findings
                .iter()
                .filter(|finding| counts(finding.severity))
                .map(|finding| finding.check)
                .filter(|code| !before.has(*code) && seen(*code))
                .collect();
            assert!(worse.is_empty(), "{name}, {source} to {target}: {worse:?} in {}", fixed.text.as_str());
        }
    }
}

/// Whether something was taken off that hid the translation.
fn hidden(judgement: &Judgement) -> bool {
    judgement
        .mended
        .iter()
        .any(|finding| matches!(finding.check, CheckCode::B9 | CheckCode::E3 | CheckCode::E4 | CheckCode::E5))
}
