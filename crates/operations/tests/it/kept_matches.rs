//! Matches are counted again with what is known from the last time, and nobody can tell from the counts.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::story::{N_CHAPTERS, Story};
use operations::book_findings::BookFindings;
use operations::kept_matches::{KeptMatches, count_again};
use operations::pattern::{Pattern, PatternOptions};
use operations::search::Query;
use store::search::SearchScope;

const N_STEPS: usize = 40;

/// What is looked for, with how many paragraphs are counted at most.
const QUERIES: [(&str, SearchScope, usize); 6] = [
    ("Anna", SearchScope::Both, 1_000),
    ("anna", SearchScope::Translation, 1_000),
    ("river", SearchScope::Both, 20),
    ("er", SearchScope::Both, 7),
    ("Fluss", SearchScope::Translation, 0),
    ("nowhere to be found", SearchScope::Both, 5),
];

async fn count(story: &Story, of: usize, is_exact: bool, before: Option<&KeptMatches>) -> KeptMatches {
    let (find, scope, most) = *QUERIES.get(of).unwrap();
    let options = PatternOptions { match_case: is_exact, ..PatternOptions::default() };
    let pattern = Pattern::new(find, options).unwrap();
    let query = Query { find, pattern: &pattern, options, scope, chapter: None, limit: 10, after: None };
    let library = story.library.store.library();
    count_again(library, story.library.book.id, &query, most, before).await.unwrap()
}

#[tokio::test]
async fn whatever_happens_to_a_book_only_changed_chapters_are_counted_and_the_counts_are_those_of_all() {
    let (mut n_counted, mut n_cut) = (0, 0);
    for seed in 21..=22 {
        let mut story = Story::begin(seed).await;
        let mut kept: Vec<Option<KeptMatches>> = QUERIES.iter().map(|_| None).collect();
        for step in 0..N_STEPS {
            let happened = story.happen(&BookFindings::default()).await;
            for (of, kept) in kept.iter_mut().enumerate() {
                let again = count(&story, of, false, kept.as_ref()).await;
                let whole = count(&story, of, false, None).await;
                assert_eq!(again.counts, whole.counts, "seed {seed}, step {step}: {happened}, query {of}");
                n_counted += again.n_counted_again().unwrap_or(N_CHAPTERS);
                n_cut += usize::from(!whole.counts.is_whole);
                *kept = Some(again);
            }
        }
    }
    let n_in_all = 2 * N_STEPS * QUERIES.len() * N_CHAPTERS;
    assert!(n_counted * 3 < n_in_all, "{n_counted} of {n_in_all} chapters were counted again");
    assert!(n_cut > N_STEPS, "counting hardly ever stopped early");
}

#[tokio::test]
async fn what_the_index_does_not_recognise_is_counted_in_the_paragraphs_every_time() {
    let mut story = Story::begin(23).await;
    let before = count(&story, 0, true, None).await;
    story.happen(&BookFindings::default()).await;
    let again = count(&story, 0, true, Some(&before)).await;
    assert_eq!(again.counts, count(&story, 0, true, None).await.counts);
    assert_eq!(again.n_counted_again(), None);
}
