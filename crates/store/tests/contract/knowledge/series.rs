//! A series and its books: shared by its volumes, with one clock, and never gone with what a person has told it.

use super::{confirmed, memory, term};
use crate::sample::{TestLibrary, cat_book, chapter};
use book::edit::Edit;
use book::id::{ChapterId, TermId};
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::knowledge::memory::Subject;
use book::knowledge::summary::Summary;
use book::text::book::Book;
use book::text::chapter::Matter;
use store::change::Cause;
use store::error::StoreError;
use store::knowledge::SeriesOutcome;
use store::record::{BookSummary, NewBook};
use store::store::Store;

async fn add(store: &Store, title: &str, original: &[u8], series: Option<&str>) -> BookSummary {
    let book = Book { title: title.to_owned(), ..cat_book() };
    let new = NewBook { book: &book, original, file_name: "x.txt", series, target_language: None, now_ms: 1 };
    store.add_book(&new, &|_, _| {}).await.unwrap()
}

#[tokio::test]
async fn what_one_volume_learns_the_other_knows_and_only_its_own_history_takes_it_back() {
    let test_library = TestLibrary::with_cat_book().await;
    let one = add(&test_library.store, "一巻", b"1", Some("猫")).await;
    let two = add(&test_library.store, "二巻", b"2", Some("猫")).await;
    assert_eq!(one.series, two.series);
    let library = test_library.store.library();
    let edit = [Edit::create(term(1, "猫", "cat"))];
    test_library.store.commit(one.id, &edit, &Cause::person(""), 1).await.unwrap();
    assert_eq!(library.terms(two.series.id).await.unwrap().len(), 1);
    assert_eq!(test_library.terms().await, [], "a book of another series knows nothing of it");
    let change = [Edit::upsert(term(1, "猫", "feline"))];
    test_library.store.commit(two.id, &change, &Cause::person(""), 2).await.unwrap();
    assert_eq!(library.changes(one.id, 9).await.unwrap().len(), 1);
    assert_eq!(library.changes(two.id, 9).await.unwrap().len(), 1);
    test_library.store.undo_last(two.id, &Cause::person(""), 3).await.unwrap();
    let terms = library.terms(one.series.id).await.unwrap();
    assert_eq!(terms[0].value.translation, "cat");
}

#[tokio::test]
async fn a_summary_belongs_to_a_chapter_of_the_book_it_is_written_through() {
    let test_library = TestLibrary::with_cat_book().await;
    let summary = test_library.summary(1, "Where was it born?").await;
    test_library.taught([summary.clone().into()]).await;
    let library = test_library.store.library();
    let kept = library.summary(test_library.book, summary.chapter).await.unwrap().unwrap();
    assert!(
        kept.value.is_current(&library.chapter_digest(test_library.book, summary.chapter).await.unwrap())
    );
    let digests = library.chapter_digests(test_library.book).await.unwrap();
    assert_eq!((digests.len(), digests[1].chapter), (2, summary.chapter));
    assert_eq!(digests[1].digest, kept.value.made_from);
    assert_ne!(digests[0].digest, digests[1].digest);
    assert_eq!(library.summaries(test_library.book).await.unwrap(), [kept]);
    assert_eq!(library.summary(test_library.book, test_library.chapter(0).await).await.unwrap(), None);
    let nowhere = Summary { chapter: ChapterId::from_number(77), ..summary.clone() };
    let other = add(&test_library.store, "other", b"o", None).await;
    let foreign = Summary { book: other.id, ..summary };
    for wrong in [nowhere, foreign] {
        let refusal = test_library.learn(&[Edit::upsert(wrong)]).await.unwrap_err();
        assert!(matches!(refusal, StoreError::NoSuchChapter { .. }), "{refusal}");
    }
}

#[tokio::test]
async fn a_moment_stays_what_it_is_when_other_volumes_come_and_go() {
    let test_library = TestLibrary::with_cat_book().await;
    let library = test_library.store.library();
    let mut books = Vec::new();
    for (title, original) in [("a", b"a"), ("b", b"b"), ("c", b"c")] {
        books.push(add(&test_library.store, title, original, Some("S")).await);
    }
    let series = books[0].series.id;
    let moment = async |book: &BookSummary, chapter: u32| {
        library.position_of(book.id, ChapterId::from_number(chapter)).await.unwrap()
    };
    let all = [
        moment(&books[0], 0).await,
        moment(&books[0], 1).await,
        moment(&books[1], 0).await,
        moment(&books[1], 1).await,
        moment(&books[2], 0).await,
    ];
    assert!(
        all.is_sorted() && all.windows(2).all(|pair| pair[0] < pair[1]) && all[0] == StoryPosition(0),
        "{all:?}"
    );
    assert_eq!(
        library.chapter_at(series, all[3]).await.unwrap(),
        Some((books[1].id, ChapterId::from_number(1)))
    );
    test_library.store.delete_book(books[0].id, 0).await.unwrap();
    assert_eq!(moment(&books[1], 1).await, all[3]);
    assert_eq!(library.chapter_at(series, all[0]).await.unwrap(), None);
    let again = add(&test_library.store, "a", b"a", Some("S")).await;
    assert!(moment(&again, 0).await > all[4], "no place is given twice");
    let all_series = library.all_series().await.unwrap();
    let known = all_series.iter().find(|one| one.series.id == series).unwrap();
    assert_eq!(known.books, [books[1].id, books[2].id, again.id]);
}

#[tokio::test]
async fn a_series_that_knows_something_stays_without_books_and_is_taken_up_again() {
    let test_library = TestLibrary::with_cat_book().await;
    let series = test_library.series().await;
    test_library.taught([confirmed(1, "猫", "cat").into(), memory(2, Subject::Series, "x").into()]).await;
    test_library.taught([test_library.summary(0, "goes with its book").await.into()]).await;
    let removed = test_library.store.delete_book(test_library.book, 0).await.unwrap();
    let SeriesOutcome::KeptForItsKnowledge(counts) = removed.fate else { panic!("{removed:?}") };
    assert_eq!((counts.terms.confirmed, counts.n_lasting(), counts.summaries.total()), (1, 2, 0));
    assert_eq!(removed.series.id, series);
    let library = test_library.store.library();
    assert_eq!(library.terms(series).await.unwrap().len(), 1);
    // The same book alone, or another of the series' name.
    let again = add(&test_library.store, "吾輩は猫である", b"again", None).await;
    assert_eq!(again.series.id, series);
    let second = add(&test_library.store, "other title", b"second", Some("吾輩は猫である")).await;
    assert_eq!(second.series.id, series);
    let alone = add(&test_library.store, "吾輩は猫である", b"third", None).await;
    assert_ne!(alone.series.id, series, "a series with books is joined only when a person says so");
}

#[tokio::test]
async fn a_series_that_knows_nothing_goes_with_its_last_book() {
    let test_library = TestLibrary::with_cat_book().await;
    test_library.taught([test_library.summary(0, "goes with its book").await.into()]).await;
    let one = add(&test_library.store, "一", b"1", Some("S")).await;
    add(&test_library.store, "二", b"2", Some("S")).await;
    assert_eq!(test_library.store.delete_book(one.id, 0).await.unwrap().fate, SeriesOutcome::HasBooks);
    assert_eq!(test_library.store.delete_book(test_library.book, 0).await.unwrap().fate, SeriesOutcome::Gone);
    assert_eq!(test_library.store.library().all_series().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_series_without_books_can_be_removed_and_says_what_goes() {
    let test_library = TestLibrary::with_cat_book().await;
    let series = test_library.series().await;
    test_library.taught([confirmed(1, "猫", "cat").into()]).await;
    let refusal = test_library.store.remove_series(series).await.unwrap_err();
    assert!(matches!(refusal, StoreError::SeriesHasBooks { n_books: 1, .. }), "{refusal}");
    test_library.store.delete_book(test_library.book, 0).await.unwrap();
    assert_eq!(test_library.store.remove_series(series).await.unwrap().terms.confirmed, 1);
    let library = test_library.store.library();
    assert_eq!(library.all_series().await.unwrap(), []);
    let gone = library.term(series, TermId::from_number(1)).await.unwrap_err();
    assert!(matches!(gone, StoreError::NoSuchSeries { .. }), "{gone}");
}

#[tokio::test]
async fn a_summary_is_out_of_date_when_the_source_is_another() {
    let test_library = TestLibrary::with_cat_book().await;
    let summary = Summary { standing: EntryState::Confirmed, ..test_library.summary(0, "x").await };
    let mut book = cat_book();
    book.title = "other".to_owned();
    book.chapters[0] = chapter("一", Matter::Body, &["一", "", "吾輩は犬である。"]);
    let new = NewBook {
        book: &book,
        original: b"n",
        file_name: "x",
        series: None,
        target_language: None,
        now_ms: 1,
    };
    let other = test_library.store.add_book(&new, &|_, _| {}).await.unwrap().id;
    let digest = test_library.store.library().chapter_digest(other, summary.chapter).await.unwrap();
    assert!(!summary.is_current(&digest));
}
