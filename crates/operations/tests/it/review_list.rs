//! The list for review leaves out chapters by their counts, and never a paragraph that is wanted.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::story::Story;
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::review::ReviewState;
use operations::book_findings::BookFindings;
use operations::paragraph_filter::{FilterContext, ParagraphFilter, StateFilter, find};

/// So many paragraphs come at a time.
const LIMIT: usize = 7;

async fn listed(story: &Story, state: StateFilter) -> Vec<ParagraphId> {
    let known = FilterContext { has_finding: &|_, _| false, is_stale: &|_| false };
    let filter = ParagraphFilter { state: Some(state), ..ParagraphFilter::default() };
    let (library, book) = (story.library.store.library(), story.library.book.id);
    let (mut all, mut next) = (Vec::new(), Some(0));
    while let Some(from) = next {
        let page = find(library, book, &filter, &known, from, LIMIT).await.unwrap();
        all.extend(page.paragraphs.iter().map(|one| one.id));
        next = page.next;
    }
    all
}

#[tokio::test]
async fn whatever_happens_to_a_book_every_paragraph_of_a_state_is_listed_and_no_other() {
    let mut story = Story::begin(31).await;
    let mut n_listed = [0; 5];
    for step in 0..40 {
        let happened = story.happen(&BookFindings::default()).await;
        let paragraphs = story.library.paragraphs().await;
        let one = story.chance.of(&paragraphs).clone();
        if one.translation.is_some() {
            let state = *story.chance.of(&ReviewState::ALL);
            story.library.person(&[Edit::SetReview { paragraph: one.id, state }]).await;
        }
        let paragraphs = story.library.paragraphs().await;
        let states = ReviewState::ALL.map(StateFilter::Review).into_iter().chain([StateFilter::Untranslated]);
        for (state, n_listed) in states.zip(&mut n_listed) {
            let is_so = |is_translated: bool, review: ReviewState| match state {
                StateFilter::Untranslated => !is_translated,
                StateFilter::Review(state) => is_translated && review == state,
                StateFilter::Touched => false,
            };
            let wanted = paragraphs.iter().filter(|one| !one.is_empty);
            let wanted = wanted.filter(|one| is_so(one.translation.is_some(), one.review));
            let expected: Vec<ParagraphId> = wanted.map(|one| one.id).collect();
            assert_eq!(listed(&story, state).await, expected, "step {step}: {happened}, {state:?}");
            *n_listed += expected.len();
        }
    }
    assert!(n_listed.iter().all(|n| *n > 0), "{n_listed:?}");
}
