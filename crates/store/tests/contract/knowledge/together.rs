//! Many at once: two programs on one library, whole imports, runs that created entries, and work dropped half-way.

use super::{by_model, term};
use crate::open;
use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::Mint;
use book::knowledge::entry::Entry;
use book::text::version::TaskKind;
use store::change::Cause;
use store::error::StoreError;
use store::knowledge::NotWritten;
use store::work::{NewRun, NewTask, Step, StepUsage};
use tokio::task::JoinSet;

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_change_an_entry_at_once_one_is_told() {
    let test_library = TestLibrary::with_cat_book().await;
    let second = open(&test_library.folder.path().join("library.db")).await;
    test_library.taught([term(1, "猫", "cat").into()]).await;
    let (book, read) = (test_library.book, test_library.one(1).await.revision);
    let mut crowd = JoinSet::new();
    for (n, store) in [test_library.store.clone(), second].into_iter().enumerate() {
        crowd.spawn(async move {
            let edit = Edit::update(term(1, "猫", &format!("cat {n}")), read);
            store.commit(book, &[edit], &Cause::person(""), 1).await
        });
    }
    let (done, told): (Vec<_>, Vec<_>) = crowd.join_all().await.into_iter().partition(Result::is_ok);
    assert_eq!((done.len(), told.len()), (1, 1));
    let Err(StoreError::NotWritten(NotWritten::Changed { entry, .. })) = &told[0] else { panic!("{told:?}") };
    assert_eq!(**entry, Entry::from(test_library.one(1).await.value), "the other's words are shown");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_that_propose_the_same_words_leave_one_term_and_no_failure() {
    let test_library = TestLibrary::with_cat_book().await;
    let second = open(&test_library.folder.path().join("library.db")).await;
    let book = test_library.book;
    let mut crowd = JoinSet::new();
    for n in 0..30_u64 {
        let store = if n % 2 == 0 { test_library.store.clone() } else { second.clone() };
        crowd.spawn(async move {
            let mut mint = Mint::new(n);
            let word = format!("word {}", n % 10);
            let mut new = term(0, &word, &format!("by {n}"));
            new.id = mint.term(|_| false);
            store.commit(book, &[Edit::create(new)], &by_model(), 1).await.unwrap()
        });
    }
    let receipts = crowd.join_all().await;
    let n_left_out: usize = receipts.iter().map(|receipt| receipt.not_written.len()).sum();
    assert_eq!((test_library.terms().await.len(), n_left_out), (10, 20));
}

#[tokio::test]
async fn five_thousand_terms_are_one_commit_and_one_undo() {
    let test_library = TestLibrary::with_cat_book().await;
    let mut mint = test_library.store.mint().unwrap();
    let mut taken = std::collections::HashSet::new();
    let edits: Vec<Edit> = (0..5_000)
        .map(|n| {
            let id = mint.term(|id| taken.contains(&id));
            taken.insert(id);
            let mut new = term(0, &format!("語{n}"), &format!("word {n}"));
            new.id = id;
            Edit::create(new)
        })
        .collect();
    let receipt = test_library.learn(&edits).await.unwrap();
    let terms = test_library.terms().await;
    assert_eq!((terms.len(), terms[4_999].source.as_str()), (5_000, "語4999"));
    let again: Vec<Edit> = terms.iter().cloned().map(Edit::upsert).collect();
    assert_eq!(test_library.learn(&again).await.unwrap().change, None);
    let undone = test_library.store.undo(receipt.change.unwrap(), &Cause::person(""), 9).await.unwrap();
    assert_eq!((undone.n_restored, test_library.terms().await.len()), (5_000, 0));
    test_library.store.undo(undone.by, &Cause::person(""), 9).await.unwrap();
    assert_eq!(test_library.terms().await, terms);
}

#[tokio::test]
async fn undoing_a_run_takes_its_entries_back_but_not_those_a_person_has_taken_over() {
    let test_library = TestLibrary::with_cat_book().await;
    let run = NewRun { book: test_library.book, kind: TaskKind::Translation, spec: "{}", now_ms: 1 };
    let run = test_library.store.create_run(&run).await.unwrap();
    let paragraphs = [test_library.paragraph(2).await];
    let task = NewTask {
        run,
        book: test_library.book,
        kind: TaskKind::Translation,
        chapter: test_library.chapter(0).await,
        knowledge: None,
        paragraphs: &paragraphs,
        machine: "{}",
        machine_version: 1,
        now_ms: 1,
    };
    let task = test_library.store.create_task(&task).await.unwrap();
    let author = model();
    for edits in [
        vec![Edit::create(term(1, "猫", "cat")), Edit::create(term(2, "犬", "dog"))],
        vec![Edit::upsert(term(2, "犬", "hound"))],
    ] {
        let step = Step {
            task,
            begins: None,
            who: &author,
            edits: &edits,
            machine: "{}",
            machine_version: 1,
            transcript: &[],
            ledger: &[],
            todos: &[],
            questions: &[],
            fence: None,
            after: None,
            finished: None,
            usage: StepUsage::default(),
            now_ms: 2,
        };
        assert_eq!(test_library.store.commit_step(&step).await.unwrap().not_written, []);
    }
    let confirmed = super::confirmed(1, "猫", "cat");
    test_library.taught([confirmed.clone().into()]).await;
    let undone = test_library.store.undo_run(run, &Cause::person(""), 3).await.unwrap();
    assert_eq!((test_library.terms().await, undone.left_alone.len()), (vec![confirmed.clone()], 1));
    test_library.store.undo(undone.by, &Cause::person(""), 4).await.unwrap();
    assert_eq!(test_library.terms().await, [confirmed, term(2, "犬", "hound")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_dropped_half_way_are_there_whole_with_their_history_or_not_at_all() {
    let test_library = TestLibrary::with_cat_book().await;
    let book = test_library.book;
    for n in 0..60_u32 {
        let store = test_library.store.clone();
        let work = tokio::spawn(async move {
            let edits = [1, 2].map(|of| Edit::upsert(term(n * 2 + of, &format!("{n} {of}"), "x")));
            store.commit(book, &edits, &Cause::person(""), 0).await
        });
        for _ in 0..n {
            tokio::task::yield_now().await;
        }
        work.abort();
    }
    test_library.taught([term(900, "last", "x").into()]).await;
    let n_changes = test_library.store.library().changes(book, 1_000).await.unwrap().len();
    assert_eq!(test_library.terms().await.len(), (n_changes - 1) * 2 + 1);
    let revision =
        test_library.store.library().knowledge_revision(test_library.series().await).await.unwrap();
    assert_eq!(usize::try_from(revision.0).unwrap(), n_changes);
}
