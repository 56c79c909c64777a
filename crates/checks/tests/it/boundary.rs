//! The checks that look at terms and versions, and the catalogue of all.

use crate::walk::suite;
use book::id::TermId;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::{Strictness, Term, TermKind};
use book::text::markup::Marked;
use checks::catalogue::{ALL, BOUNDARY_CHECKS, sequence_checks};
use checks::check::Verdict;
use checks::code::{CheckCode, UnknownCode};
use checks::generation::e08_polish_drift::{self, JudgedText};
use checks::policy::Policy;
use checks::terms::c04_glossary_collision;
use checks::terms::c05_write_guard::{self, TermProposal, Witness};
use checks::unit::Unit;
use std::collections::BTreeSet;

#[test]
fn every_code_has_a_check_and_every_check_a_code() {
    let mut codes: BTreeSet<CheckCode> = ALL.iter().map(|check| check.code()).collect();
    codes.extend(sequence_checks().iter().map(|check| check.code()));
    codes.extend(BOUNDARY_CHECKS.iter().map(|(code, ..)| *code));
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), CheckCode::ALL);
}

#[test]
fn a_code_is_read_as_it_is_written() {
    for code in CheckCode::ALL {
        assert_eq!(code.as_str().to_lowercase().parse(), Ok(*code));
    }
    assert_eq!("A1".parse::<CheckCode>(), Err(UnknownCode));
    assert!(CheckCode::A2 < CheckCode::A10);
}

fn term(source: &str, translation: &str) -> Term {
    Term {
        id: TermId::from_number(1),
        source: source.to_owned(),
        reading: None,
        translation: translation.to_owned(),
        other_forms: Vec::new(),
        kind: TermKind::Other,
        note: String::new(),
        strictness: Strictness::Exact,
        evidence: Vec::new(),
        standing: EntryState::Proposed,
    }
}

#[test]
fn colliding_terms_are_listed() {
    let found = |terms: &[Term]| match c04_glossary_collision::examine(terms) {
        Verdict::Found(findings) => findings.len(),
        Verdict::Pass | Verdict::NotApplicable(_) => 0,
    };
    assert_eq!(found(&[term("剑", "sword"), term("刀", "Sword")]), 1);
    assert_eq!(found(&[term("剑", "sword"), term("剑", "blade")]), 1);
    assert_eq!(found(&[term("剑", "sword"), term("刀", "sabre")]), 0);
}

#[test]
fn only_true_terms_pass_the_write_guard() {
    let suite = suite("zh-Hans", "en");
    let lexicon = &suite.pair().source_lexicon;
    let witnesses = [Witness {
        source: "他来到了龙魂大陆。",
        translation: Some("He came to the Dragon Soul Continent."),
    }];
    let passes = |source: &str, translation: &str| {
        c05_write_guard::judge(TermProposal { source, translation }, &witnesses, lexicon) == Verdict::Pass
    };
    assert!(passes("龙魂大陆", "Dragon Soul Continent"));
    for (source, translation) in [
        ("天龙国", "Heavenly Dragon Kingdom"),
        ("龙魂大陆", "Dragon Spirit Land"),
        ("龙魂大陆", "Dragon Soul Continent (Note: a place)"),
        ("龙魂大陆", "龙魂大陆"),
        ("龙魂大陆", ""),
        ("龙魂\n大陆", "Dragon Soul Continent"),
        ("他来到了龙魂大陆。他来到了龙魂大陆。他来到了龙魂大陆。他来到了龙魂大陆。他来到了龙魂大陆。", "x"),
    ] {
        assert!(!passes(source, translation), "{source} {translation}");
    }
}

#[test]
fn a_revision_that_is_another_text_or_has_a_new_number_is_refused_and_a_better_one_is_not() {
    let policy = Policy::default();
    let is_refused = |languages: (&str, &str), source: &str, draft: &str, revised: &str| {
        let suite = suite(languages.0, languages.1);
        let (source, draft, revised) =
            (Marked::from_plain(source), Marked::from_plain(draft), Marked::from_plain(revised));
        let judged = |text: &Marked| suite.judge(&Unit::alone(&source, text, &policy));
        let (before, after) = (judged(&draft), judged(&revised));
        let (draft, revised) = (
            JudgedText { text: &draft, judgement: &before },
            JudgedText { text: &revised, judgement: &after },
        );
        matches!(e08_polish_drift::compare(suite.pair(), &source, draft, revised), Verdict::Found(_))
    };
    let source = "1887年、彼女は二十三歳で初めて海を見て、声を上げた。";
    let draft = "In 1887, at twenty-three, she saw for the first time the sea and she cried out.";
    for (revised, refused) in [
        ("In 1887, at twenty-three, she saw the sea for the first time and cried out.", false),
        ("In 1887, aged 23, she saw the sea for the first time, and cried out.", false),
        ("In 1887, aged 25, she saw the sea for the first time, and cried out.", true),
        ("In 1887 nobody knew at twenty-three what waited beyond those dark hills.", true),
    ] {
        assert_eq!(is_refused(("ja", "en"), source, draft, revised), refused, "{revised}");
    }
    let (source, draft) = (
        "She walked down to the harbour and looked at the boats for a while.",
        "她走到港口，看了一会儿那里停着的那些小船。",
    );
    assert!(!is_refused(("en", "zh-Hans"), source, draft, "她下到港口，看了一会儿泊在那里的小船。"));
    assert!(is_refused(("en", "zh-Hans"), source, draft, "夜里下了一场大雪，村里的狗全都叫了起来。"));
    let copied = "She walked down to the harbour and looked at the boats for a while.";
    assert!(!is_refused(("en", "zh-Hans"), source, copied, draft), "a draft that is blocked may change");
}
