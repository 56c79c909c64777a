//! A book in another series: what it knows goes along, and nothing of either series is overwritten or lost.

use super::{character, confirmed, memory, term};
use crate::sample::{TestLibrary, cat_book};
use book::edit::{Edit, InstructionScope};
use book::id::SeriesId;
use book::knowledge::evidence::StoryPosition;
use book::knowledge::memory::Subject;
use book::text::book::Book;
use store::change::Cause;
use store::record::{BookSummary, NewBook};
use store::store::Store;

async fn add(store: &Store, title: &str, series: &str, to: Option<&str>) -> BookSummary {
    let book = Book { title: title.to_owned(), ..cat_book() };
    let to = to.map(|to| to.parse().unwrap());
    let new = NewBook {
        book: &book,
        original: title.as_bytes(),
        file_name: "x.txt",
        series: Some(series),
        target_language: to.as_ref(),
        now_ms: 1,
    };
    store.add_book(&new, &|_, _| {}).await.unwrap()
}

async fn words(store: &Store, series: SeriesId) -> Vec<String> {
    let terms = store.library().terms(series).await.unwrap();
    terms.into_iter().map(|term| format!("{}={}", term.value.source, term.value.translation)).collect()
}

async fn commit(store: &Store, book: &BookSummary, edits: &[Edit]) {
    store.commit(book.id, edits, &Cause::person(""), 2).await.unwrap();
}

#[tokio::test]
async fn a_book_takes_a_copy_along_where_others_need_what_the_series_knows() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let one = add(store, "一巻", "猫", None).await;
    let two = add(store, "二巻", "猫", None).await;
    let other = add(store, "犬の本", "犬", None).await;
    let mut hero = character(1, "太郎", "Taro");
    hero.name.known_from = StoryPosition::new(1, 3);
    let about_one = memory(1, Subject::Book { book: one.id }, "a note about volume one");
    commit(store, &two, &[Edit::create(term(1, "猫", "cat")), Edit::create(term(2, "鼠", "mouse"))]).await;
    commit(store, &two, &[Edit::create(hero), Edit::create(about_one)]).await;
    commit(store, &other, &[Edit::create(confirmed(7, "猫", "moggy"))]).await;
    let moved = store.move_book(two.id, "犬", 3).await.unwrap();
    assert_eq!((moved.series.id, moved.n_taken, moved.n_left), (other.series.id, 2, 2));
    assert_eq!(words(store, other.series.id).await, ["猫=moggy", "鼠=mouse"], "its own word stays");
    assert_eq!(words(store, one.series.id).await, ["猫=cat", "鼠=mouse"], "the other volume keeps its words");
    let characters = store.library().characters(other.series.id).await.unwrap();
    // It is the second book of this series too; chapter 4 is still chapter 4.
    assert_eq!(characters[0].value.name.known_from, StoryPosition::new(1, 3));
    assert_eq!(store.library().memories(other.series.id).await.unwrap(), [], "it is about the other volume");
}

#[tokio::test]
async fn the_only_book_of_a_series_renames_it_or_empties_it() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let one = add(store, "一巻", "猫", None).await;
    commit(store, &one, &[Edit::create(term(1, "猫", "cat"))]).await;
    let renamed = store.move_book(one.id, "ねこ", 3).await.unwrap();
    assert_eq!((renamed.series.id, renamed.series.name.as_str()), (one.series.id, "ねこ"));
    assert_eq!(words(store, one.series.id).await, ["猫=cat"]);
    let text = Some("Keep honorifics.".to_owned());
    let asked = Edit::SetInstructions { scope: InstructionScope::Series, text, was: None };
    commit(store, &one, &[asked]).await;
    let other = add(store, "犬の本", "犬", None).await;
    let moved = store.move_book(one.id, "犬", 4).await.unwrap();
    assert_eq!((moved.series.id, moved.n_taken, moved.n_left), (other.series.id, 1, 0));
    let asked = store.library().book(other.id).await.unwrap().series.instructions;
    assert_eq!(asked.as_deref(), Some("Keep honorifics."), "what was asked of the series goes along");
    assert_eq!(words(store, other.series.id).await, ["猫=cat"]);
    let names: Vec<String> =
        store.library().all_series().await.unwrap().into_iter().map(|one| one.series.name).collect();
    assert!(!names.contains(&"ねこ".to_owned()), "a series without books and knowledge goes: {names:?}");
    for _ in 0..2 {
        store.undo_last(one.id, &Cause::person(""), 5).await.unwrap();
    }
    assert_eq!(words(store, other.series.id).await, [] as [&str; 0], "its history went along");
}

#[tokio::test]
async fn a_name_stands_for_a_series_in_each_language() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let french = add(store, "一巻", "猫", Some("fr")).await;
    let german = add(store, "一巻ドイツ", "猫", Some("de")).await;
    let undecided = add(store, "二巻", "猫", None).await;
    assert_ne!(french.series.id, german.series.id);
    assert_eq!((french.series.name, undecided.series.id), (german.series.name.clone(), french.series.id));
    commit(store, &undecided, &[Edit::create(term(1, "猫", "chat"))]).await;
    store.set_target_language(undecided.id, &"de".parse().unwrap(), 3).await.unwrap();
    let decided = store.library().book(undecided.id).await.unwrap();
    assert_eq!(decided.series.id, german.series.id, "it goes where the others of its language are");
    assert_eq!(words(store, german.series.id).await, [] as [&str; 0], "French words are no help in German");
    assert_eq!(words(store, french.series.id).await, ["猫=chat"]);
}

#[tokio::test]
async fn a_title_is_corrected_and_a_series_is_instructed_and_both_are_taken_back() {
    let test_library = TestLibrary::with_cat_book().await;
    let store = &test_library.store;
    let one = add(store, "一巻", "猫", None).await;
    let two = add(store, "二巻", "猫", None).await;
    commit(store, &one, &[Edit::CorrectBookTitle { title: "第一巻".to_owned() }]).await;
    let text = Some("Keep honorifics.".to_owned());
    commit(store, &one, &[Edit::SetInstructions { scope: InstructionScope::Series, text, was: None }]).await;
    let summary = store.library().book(two.id).await.unwrap();
    assert_eq!(summary.series.instructions.as_deref(), Some("Keep honorifics."), "asked of every volume");
    assert_eq!(store.library().book(one.id).await.unwrap().title, "第一巻");
    for _ in 0..2 {
        store.undo_last(one.id, &Cause::person(""), 5).await.unwrap();
    }
    let summary = store.library().book(one.id).await.unwrap();
    assert_eq!((summary.title.as_str(), summary.series.instructions), ("一巻", None));
}
