//! A book is checked again with what is known from the last time, and nobody can tell from what is found.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::story::{N_CHAPTERS, Story};
use book::edit::Edit;
use book::id::TermId;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use book::text::version::Author;
use checks::dictionary::{Dictionaries, NoDictionaries};
use operations::book_findings::BookFindings;
use operations::judge::CheckContext;
use operations::kept_findings::{self, KeptFindings};
use std::collections::BTreeSet;
use std::sync::Arc;

const N_STEPS: usize = 40;

impl Story {
    async fn check(&self, before: Option<&KeptFindings>) -> (BookFindings, KeptFindings) {
        let dictionaries: Arc<dyn Dictionaries> = Arc::new(NoDictionaries);
        let target = "de".parse().unwrap();
        let context = CheckContext { target: &target, dictionaries: &dictionaries };
        let library = self.library.store.library();
        let book = library.book(self.library.book.id).await.unwrap();
        kept_findings::check(library, &book, context, before).await.unwrap()
    }
}

#[tokio::test]
async fn whatever_happens_to_a_book_only_what_changed_is_checked_and_nothing_is_found_otherwise() {
    let mut codes: BTreeSet<&'static str> = BTreeSet::new();
    let mut happened: BTreeSet<&'static str> = BTreeSet::new();
    let (mut n_checked, mut n_in_all) = (0, 0);
    for seed in 1..=3 {
        let mut story = Story::begin(seed).await;
        let (mut found, mut kept) = story.check(None).await;
        assert_eq!(kept.n_checked_again(), N_CHAPTERS);
        for step in 0..N_STEPS {
            let mut steps = Vec::new();
            for _ in 0..=story.chance.below(3) {
                steps.push(story.happen(&found).await);
            }
            let (again, known) = story.check(Some(&kept)).await;
            let (whole, _) = story.check(None).await;
            for (one, other) in again.findings.iter().zip(&whole.findings) {
                assert_eq!(one, other, "seed {seed}, step {step}: {steps:?}");
            }
            assert_eq!(again, whole, "seed {seed}, step {step}: {steps:?}");
            n_checked += known.n_checked_again();
            n_in_all += N_CHAPTERS;
            codes.extend(whole.findings.iter().map(|one| one.finding.check.as_str()));
            happened.extend(steps);
            (found, kept) = (again, known);
        }
    }
    assert!(n_checked * 2 < n_in_all, "{n_checked} of {n_in_all} chapters were checked again");
    let over_the_book = ["A10", "A13", "C2", "C7", "C11", "F6", "F7"];
    let silent: Vec<_> = over_the_book.iter().filter(|code| !codes.contains(*code)).collect();
    assert!(silent.len() <= 3, "these found nothing: {silent:?} of {codes:?}");
    let wanted =
        ["translated", "untranslated", "acknowledged", "withdrawn", "learnt", "titled", "undone", "revised"];
    for one in wanted {
        assert!(happened.contains(one), "{one} is not among {happened:?}");
    }
}

#[tokio::test]
async fn after_one_edit_one_chapter_is_checked_again() {
    let story = Story::begin(11).await;
    let (_, kept) = story.check(None).await;
    let (_, unchanged) = story.check(Some(&kept)).await;
    assert_eq!(unchanged.n_checked_again(), 0);
    let paragraph = story.library.paragraphs().await[20].id;
    story.library.translate(paragraph, "Ganz anders als vorher.", Author::Person).await;
    let (_, changed) = story.check(Some(&unchanged)).await;
    assert_eq!(changed.n_checked_again(), 1);
}

#[tokio::test]
async fn a_book_in_another_series_is_checked_with_what_that_one_knows() {
    let story = Story::begin(5).await;
    let term = |source: &str, translation: &str| {
        let term = Term::new(TermId::from_number(1), source.to_owned(), translation.to_owned());
        [Edit::upsert(Term { standing: EntryState::Confirmed, ..term })]
    };
    story.library.person(&term("river", "Strom")).await;
    let (found, kept) = story.check(None).await;
    story.library.store.move_book(story.library.book.id, "Boats", 7).await.unwrap();
    story.library.person(&term("boat", "Kahn")).await;
    let (again, _) = story.check(Some(&kept)).await;
    let (whole, _) = story.check(None).await;
    assert_ne!(again, found);
    assert_eq!(again, whole);
}
