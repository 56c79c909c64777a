//! What is kept about the chapters of a book between two questions is what a library that was opened just now says.

use crate::open;
use crate::revisions::{chapters, lineage, newer};
use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::ChapterId;
use book::text::review::ReviewState;
use book::text::version::{Author, Selection};
use book::work::checked::Acknowledgement;
use proptest::prelude::*;
use std::collections::HashMap;
use store::change::Cause;
use store::library::Library;
use store::record::{ChapterRecord, ParagraphRecord};
use store::stats::ChapterRevision;
use store::store::Store;

#[derive(Debug, Clone)]
enum Act {
    Add(usize, bool, Selection),
    Select(usize, bool),
    Lock(usize, bool),
    Review(usize, ReviewState),
    Acknowledge(usize, bool),
    Title(usize, bool),
    UndoLast,
    Language(bool),
    NewerEdition,
}

fn act() -> impl Strategy<Value = Act> {
    let selection = prop_oneof![4 => Just(Selection::Select), 1 => Just(Selection::Suggest)];
    let state = prop_oneof![
        Just(ReviewState::Draft),
        Just(ReviewState::NeedsWork),
        Just(ReviewState::Reviewed),
        Just(ReviewState::Approved)
    ];
    prop_oneof![
        6 => (0..8_usize, any::<bool>(), selection).prop_map(|(at, person, how)| Act::Add(at, person, how)),
        2 => (0..8_usize, any::<bool>()).prop_map(|(at, none)| Act::Select(at, none)),
        1 => (0..8_usize, any::<bool>()).prop_map(|(at, locked)| Act::Lock(at, locked)),
        3 => (0..8_usize, state).prop_map(|(at, state)| Act::Review(at, state)),
        1 => (0..8_usize, any::<bool>()).prop_map(|(at, given)| Act::Acknowledge(at, given)),
        1 => (0..2_usize, any::<bool>()).prop_map(|(at, given)| Act::Title(at, given)),
        3 => Just(Act::UndoLast),
        1 => any::<bool>().prop_map(Act::Language),
        1 => Just(Act::NewerEdition),
    ]
}

/// Does it, or is refused: either way what is kept must be true afterwards.
async fn perform(test_library: &TestLibrary, store: &Store, act: &Act) {
    let paragraphs = test_library.paragraphs().await;
    let at = |position: usize| paragraphs[position % paragraphs.len()].id;
    let edit = match act {
        Act::Add(position, by_person, selection) => Edit::AddVersion {
            paragraph: at(*position),
            text: "a text".to_owned(),
            author: if *by_person { Author::Person } else { model() },
            selection: *selection,
        },
        Act::Select(position, none) => {
            let versions = store.library().versions(test_library.book, at(*position)).await.unwrap();
            let version = versions.first().map(|version| version.id).filter(|_| !none);
            Edit::SelectVersion { paragraph: at(*position), version }
        }
        Act::Lock(position, locked) => Edit::SetLock { paragraph: at(*position), locked: *locked },
        Act::Review(position, state) => Edit::SetReview { paragraph: at(*position), state: *state },
        Act::Acknowledge(position, given) => Edit::Acknowledge {
            paragraph: at(*position),
            check: "B1".to_owned(),
            acknowledgement: given
                .then(|| Acknowledgement { reason: "meant".to_owned(), digest: "d".to_owned() }),
        },
        Act::Title(chapter, given) => Edit::SetChapterTitle {
            chapter: test_library.chapter(*chapter).await,
            translation: given.then(|| "title".to_owned()),
        },
        Act::UndoLast => {
            let _maybe_nothing = store.undo_last(test_library.book, &Cause::person("undo"), 1).await;
            return;
        }
        Act::Language(english) => {
            let language = if *english { "en" } else { "fr" };
            Edit::SetTargetLanguage { language: language.parse().unwrap() }
        }
        Act::NewerEdition => {
            if store.library().revision(test_library.book).await.unwrap() == 0 {
                test_library.revise(&newer(), b"newer", &chapters(), &lineage()).await.unwrap();
            }
            return;
        }
    };
    let _maybe_refused = store.commit(test_library.book, &[edit], &Cause::person("by hand"), 1).await;
}

/// Everything of a chapter that its revision speaks of.
type Content = (ChapterRecord, Vec<ParagraphRecord>);

async fn contents(library: &Library, test_library: &TestLibrary) -> HashMap<ChapterId, Content> {
    let mut contents = HashMap::new();
    for chapter in library.chapters(test_library.book).await.unwrap() {
        let paragraphs =
            library.chapter_paragraphs(test_library.book, chapter.id, 0..u32::MAX).await.unwrap();
        contents.insert(chapter.id, (chapter, paragraphs));
    }
    contents
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::N_CASES))]
    #[test]
    fn whatever_happens_to_a_book_what_is_kept_of_its_chapters_is_what_a_new_count_gives(
        acts in prop::collection::vec((act(), any::<bool>()), 1..25)
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let test_library = TestLibrary::with_cat_book().await;
            let place = test_library.folder.path().join("library.db");
            let (library, book) = (test_library.store.library(), test_library.book);
            let mut known: HashMap<(ChapterId, ChapterRevision), Content> = HashMap::new();
            let other = open(&place).await;
            for (act, elsewhere) in &acts {
                // Another program has the library open too.
                let store = if *elsewhere { &other } else { &test_library.store };
                perform(&test_library, store, act).await;
                let revisions = library.chapter_revisions(book).await.unwrap();
                let fresh = open(&place).await;
                let expected = contents(fresh.library(), &test_library).await;
                for (chapter, content) in contents(library, &test_library).await {
                    assert_eq!(Some(&content), expected.get(&chapter), "after {act:?}");
                    let before = known.insert((chapter, revisions.of(chapter)), content.clone());
                    assert!(before.is_none_or(|before| before == content), "{act:?} left the revision alone");
                }
                assert_eq!(library.book(book).await.unwrap(), fresh.library().book(book).await.unwrap());
                assert_eq!(library.books().await.unwrap(), fresh.library().books().await.unwrap());
                let stale = expected.values().flat_map(|(_, paragraphs)| paragraphs);
                let n_stale = stale.filter(|one| one.freshness.reason().is_some()).count();
                assert_eq!(library.n_stale(book).await.unwrap() as usize, n_stale, "after {act:?}");
            }
        });
    }
}

#[tokio::test]
async fn a_chapter_that_nobody_touches_keeps_its_revision() {
    let test_library = TestLibrary::with_cat_book().await;
    let (first, second) = (test_library.chapter(0).await, test_library.chapter(1).await);
    let library = test_library.store.library();
    let before = library.chapter_revisions(test_library.book).await.unwrap();
    test_library.give(test_library.paragraph(2).await, "I am a cat.", model()).await;
    let after = library.chapter_revisions(test_library.book).await.unwrap();
    assert_ne!(before.of(first), after.of(first));
    assert_eq!(before.of(second), after.of(second));
}
