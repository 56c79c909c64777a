//! What happens to a book at the second step: another language, another script, another name, away and back again.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use book::edit::Edit;
use book::id::{BookId, TermId};
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use book::language::LanguageTag;
use book::text::review::ReviewState;
use book::text::version::{Selection, TaskKind};
use operations::book_name;
use operations::chinese::convert;
use operations::knowledge::rename::{self, Renaming};
use operations::language_edition::{LanguageEdition, find};
use operations::paragraph_filter::{self, FilterContext, ParagraphFilter, StateFilter};
use operations::pattern::PatternOptions;
use operations::replace::{self, Replacing};
use operations::revised::{Edition, EditionGuard, RevisionError, revise};
use operations::trash;
use store::change::Cause;
use store::error::StoreError;
use store::record::{BookSummary, NewBook};
use store::store::Store;
use testkit::library::{TestLibrary, by_model};
use testkit::text;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

fn tag(text: &str) -> LanguageTag {
    text.parse().unwrap()
}

async fn library(to: &str) -> TestLibrary {
    let lines = ["黒猫が雨の中を歩いていた。", "夜になると黒猫は帰ってきた。", "誰もいなかった。"];
    let book = text::book("雨", Some("ja"), vec![text::chapter("一", &lines)]);
    TestLibrary::of_file("ame.txt", &book, Some(to)).await
}

async fn second_volume(store: &Store, series: &str, to: &str) -> BookSummary {
    let book = text::book("雪", Some("ja"), vec![text::chapter("一", &["黒猫は雪を見た。"])]);
    let new = NewBook {
        book: &book,
        original: b"volume 2",
        file_name: "yuki.epub",
        series: Some(series),
        target_language: Some(&tag(to)),
        now_ms: 2,
    };
    store.add_book(&new, &|_, _| {}).await.unwrap()
}

async fn translate(store: &Store, book: BookId, texts: &[&str], state: ReviewState) {
    let paragraphs = store.library().all_paragraphs(book).await.unwrap();
    let mut edits = Vec::new();
    for (paragraph, text) in paragraphs.iter().filter(|one| !one.is_empty).zip(texts) {
        edits.push(Edit::AddVersion {
            paragraph: paragraph.id,
            text: (*text).to_owned(),
            author: by_model("m", TaskKind::Translation),
            selection: Selection::Select,
        });
        edits.push(Edit::SetReview { paragraph: paragraph.id, state });
    }
    store.commit(book, &edits, &Cause::person("set up"), 3).await.unwrap();
}

async fn texts(store: &Store, book: BookId) -> Vec<(String, ReviewState)> {
    let paragraphs = store.library().all_paragraphs(book).await.unwrap();
    let translated =
        paragraphs.into_iter().filter_map(|one| Some((one.translation?.to_string(), one.review)));
    translated.collect()
}

#[tokio::test]
async fn work_into_another_language_is_another_edition_and_the_first_one_stays() {
    let test = library("en").await;
    let (store, book) = (&test.store, test.book.id);
    let library = store.library();
    let (french, english) = (tag("fr"), tag("en"));
    assert_eq!(
        find(library, &test.book, &french).await.unwrap(),
        LanguageEdition::Here,
        "nothing is translated"
    );
    translate(store, book, &["A black cat.", "It came home.", "Nobody."], ReviewState::Reviewed).await;
    let first = library.book(book).await.unwrap();
    let before = texts(store, book).await;
    assert_eq!(find(library, &first, &french).await.unwrap(), LanguageEdition::Missing);
    let refused = store.set_target_language(book, &french, 4).await.unwrap_err();
    assert!(matches!(refused, StoreError::TranslatedInto { .. }), "{refused}");

    let other = store.add_language_edition(book, &french, 4).await.unwrap();
    assert_eq!((other.n_translated, other.n_reviewed, other.target_language.as_ref()), (0, 0, Some(&french)));
    assert_eq!(other.n_paragraphs, first.n_paragraphs);
    let same = |of: BookId| async move {
        let paragraphs = library.all_paragraphs(of).await.unwrap();
        paragraphs
            .into_iter()
            .map(|one| (one.id, one.text, one.tags, one.kind, one.place))
            .collect::<Vec<_>>()
    };
    assert_eq!(same(book).await, same(other.id).await);
    assert_eq!(library.original(book).await.unwrap(), library.original(other.id).await.unwrap());
    translate(store, other.id, &["Un chat noir."], ReviewState::Draft).await;
    assert_eq!(texts(store, book).await, before, "the English edition is as it was");

    let there = |found| if let LanguageEdition::There(book) = found { Some(book.id) } else { None };
    assert_eq!(there(find(library, &first, &french).await.unwrap()), Some(other.id));
    assert_eq!(
        there(find(library, &library.book(other.id).await.unwrap(), &english).await.unwrap()),
        Some(book)
    );
    let again = store.add_language_edition(book, &french, 5).await.unwrap_err();
    assert!(matches!(again, StoreError::AlreadyThere { book, .. } if book == other.id), "{again}");
}

#[tokio::test]
async fn a_book_answers_to_the_names_people_type() {
    let test = library("en").await;
    let (store, library) = (&test.store, test.store.library());
    let english = test.book.id;
    assert_eq!(book_name::find(library, "").await.unwrap().id, english, "it is the only one");
    store
        .commit(
            english,
            &[Edit::SetBookTitle { translation: Some("Rain".to_owned()) }],
            &Cause::person(""),
            2,
        )
        .await
        .unwrap();
    translate(store, english, &["A black cat."], ReviewState::Draft).await;
    let volume = second_volume(store, "雨", "en").await.id;
    let id = english.to_string();
    let prefix: String = id.chars().take(9).collect();
    for name in [id.as_str(), &prefix, "雨", "rain", "Rain", "ame.txt", "AME", "./books/ame.txt", "雨@en"] {
        assert_eq!(book_name::find(library, name).await.unwrap().id, english, "{name}");
    }
    assert_eq!(book_name::find(library, "books/yuki").await.unwrap().id, volume);
    assert_eq!(book_name::find(library, "ra").await.unwrap().id, english, "a part of a title will do");
    let french = store.add_language_edition(english, &tag("fr"), 5).await.unwrap().id;
    let several = book_name::find(library, "雨").await.unwrap_err();
    assert!(several.to_string().contains("雨@en") && several.to_string().contains("雨@fr"), "{several}");
    assert_eq!(book_name::find(library, "雨@fr").await.unwrap().id, french);
    for (to, wanted) in [("fr", Some(french)), ("en", Some(english)), ("de", None)] {
        let found = book_name::find_for_language(library, "雨", Some(&tag(to))).await.unwrap().id;
        assert!(wanted.is_none_or(|wanted| wanted == found), "{to}");
    }
    let which = book_name::find(library, " ").await.unwrap_err();
    assert!(
        matches!(&which, StoreError::AmbiguousBook { candidates, .. } if candidates.len() == 3),
        "{which}"
    );
    assert_eq!(book_name::find_to_read(library, "").await.unwrap().id, french, "the one touched last");
    let missing = book_name::find(library, "nothing").await.unwrap_err();
    assert!(matches!(missing, StoreError::NoSuchBook { .. }), "{missing}");

    for name in [id.as_str(), "雨@en", "Rain", "rain"] {
        assert_eq!(book_name::find_exactly(library, name).await.unwrap().id, english, "{name}");
    }
    for name in [prefix.as_str(), "ra", "ame.txt"] {
        let refused = book_name::find_exactly(library, name).await.unwrap_err();
        assert!(matches!(refused, StoreError::NotFullName { .. }), "{name}: {refused}");
    }
    assert!(book_name::find_exactly(library, "").await.is_err());
}

#[tokio::test]
async fn a_removed_book_comes_back_as_it_was_and_goes_after_thirty_days() {
    let test = library("en").await;
    let (store, library, book) = (&test.store, test.store.library(), test.book.id);
    translate(store, book, &["A black cat.", "It came home."], ReviewState::Reviewed).await;
    let (before, shown) = (texts(store, book).await, library.book(book).await.unwrap());
    store.remove_book(book, 10).await.unwrap();
    assert_eq!(library.books().await.unwrap(), []);
    assert!(library.all_series().await.unwrap().is_empty(), "its series is out of sight with it");
    assert!(matches!(library.book(book).await, Err(StoreError::NoSuchBook { .. })));
    assert!(matches!(library.chapters(book).await, Err(StoreError::NoSuchBook { .. })));
    let again = NewBook {
        book: &text::book("雨", Some("ja"), vec![text::chapter("一", &["雨"])]),
        original: b"the file",
        file_name: "ame.txt",
        series: None,
        target_language: Some(&tag("en")),
        now_ms: 11,
    };
    let refused = store.add_book(&again, &|_, _| {}).await.unwrap_err();
    assert!(matches!(refused, StoreError::InTrash { book: trashed, .. } if trashed == book), "{refused}");
    assert_eq!(trash::find(library, "雨").await.unwrap().id, book);
    assert!(trash::find(library, &book.to_string().chars().take(4).collect::<String>()).await.is_err());

    assert_eq!(trash::empty_expired(store, 10 + 30 * DAY_MS).await.unwrap(), [], "thirty days are not over");
    assert_eq!(store.put_back_book(book, 12).await.unwrap(), shown);
    assert_eq!(texts(store, book).await, before);
    let twice = store.put_back_book(book, 12).await.unwrap_err();
    assert!(matches!(twice, StoreError::NoSuchBook { .. }), "{twice}");

    store.remove_book(book, 20).await.unwrap();
    store.release_file(book).await.unwrap();
    let anew = store.add_book(&again, &|_, _| {}).await.unwrap();
    assert_eq!(store.put_back_book(book, 21).await.unwrap().id, book, "both are there");
    store.remove_book(book, 22).await.unwrap();
    let gone = trash::empty_expired(store, 23 + 30 * DAY_MS).await.unwrap();
    assert_eq!(gone.iter().map(|one| one.id).collect::<Vec<_>>(), [book]);
    assert_eq!(library.trashed_books().await.unwrap(), []);
    assert_eq!(library.books().await.unwrap().iter().map(|one| one.id).collect::<Vec<_>>(), [anew.id]);
}

#[tokio::test]
async fn a_renaming_keeps_what_was_reviewed_and_one_undo_restores_every_book() {
    let test = library("en").await;
    let (store, first) = (&test.store, test.book.id);
    let second = second_volume(store, "雨", "en").await.id;
    translate(store, first, &["The Black Cat walked.", "The Black Cat came home."], ReviewState::Reviewed)
        .await;
    translate(store, second, &["The Black Cat saw snow."], ReviewState::Approved).await;
    let term = Term::new(TermId::from_number(1), "黒猫".to_owned(), "Black Cat".to_owned());
    let term = Term { standing: EntryState::Confirmed, ..term };
    store.commit(first, &[Edit::upsert(term.clone())], &Cause::person(""), 4).await.unwrap();
    let before = (texts(store, first).await, texts(store, second).await);
    let book = store.library().book(first).await.unwrap();
    let plan =
        rename::plan(store.library(), &book, &Renaming::of_term(&term, "Kuroneko", None)).await.unwrap();
    let changes = rename::carry_out(store, &book, &plan, 5).await.unwrap();
    assert_eq!(changes.len(), 2);
    let reviewed = |text: &str| (text.to_owned(), ReviewState::Reviewed);
    assert_eq!(
        texts(store, first).await,
        [reviewed("The Kuroneko walked."), reviewed("The Kuroneko came home.")],
        "only the agreed word changed"
    );
    assert_eq!(texts(store, second).await, [("The Kuroneko saw snow.".to_owned(), ReviewState::Approved)]);
    let undone = store.undo_last(second, &Cause::person("undo"), 6).await.unwrap();
    assert_eq!((undone.changes.len(), undone.books.len()), (2, 2));
    assert_eq!((texts(store, first).await, texts(store, second).await), before);
    let redone = store.undo(undone.by, &Cause::person("redo"), 7).await.unwrap();
    assert_eq!(redone.books.len(), 2, "taking the undo back is one step as well");
    assert_eq!(texts(store, first).await.first(), Some(&reviewed("The Kuroneko walked.")));
}

#[tokio::test]
async fn a_conversion_takes_reviewed_text_along_and_its_undo_the_language_too() {
    let test = library("zh-Hans").await;
    let (store, book) = (&test.store, test.book.id);
    let volume = second_volume(store, "雨", "zh-Hans").await;
    translate(store, book, &["黑猫在雨里走着。", "入夜后黑猫回来了。", "没有人。"], ReviewState::Reviewed)
        .await;
    let (before, shown) = (texts(store, book).await, store.library().book(book).await.unwrap());
    let done = convert(store, &shown, &tag("zh-Hant"), 5).await.unwrap();
    assert_eq!((done.n_converted + done.n_doubtful, done.n_locked), (3, 0));
    let after = texts(store, book).await;
    assert_eq!(after.iter().filter(|(text, _)| text.contains('貓')).count(), 2, "{after:?}");
    assert!(after.iter().all(|(_, state)| *state == ReviewState::Reviewed), "{after:?}");
    let converted = store.library().book(book).await.unwrap();
    assert_eq!(converted.target_language, Some(tag("zh-Hant")));
    assert_ne!(converted.series.id, volume.series.id, "the other volume goes on in simplified characters");
    store.undo_last(book, &Cause::person("undo"), 6).await.unwrap();
    assert_eq!(texts(store, book).await, before);
    assert_eq!(store.library().book(book).await.unwrap(), shown, "language and series are as they were");
}

#[tokio::test]
async fn a_replaced_word_keeps_the_review_and_an_expression_leaves_it_to_be_touched_up() {
    let test = library("en").await;
    let (store, book) = (&test.store, test.book.id);
    translate(store, book, &["A black cat.", "The cat came home.", "Nobody."], ReviewState::Reviewed).await;
    let swap = async |find: &str, with: &str, regex: bool| {
        let options = PatternOptions { match_case: true, whole_word: false, regex };
        let (find, replace) = (find.to_owned(), with.to_owned());
        let replacing = Replacing { find, options, replace, chapters: Vec::new(), paragraphs: Vec::new() };
        let plan = replace::plan(store.library(), book, &replacing).await.unwrap();
        replace::apply(store, book, &replacing, &plan, 4).await.unwrap();
    };
    let touched = async || {
        let known = FilterContext { has_finding: &|_, _| false, is_stale: &|_| false };
        let filter = ParagraphFilter { state: Some(StateFilter::Touched), ..ParagraphFilter::default() };
        let found = paragraph_filter::find(store.library(), book, &filter, &known, 0, 10).await.unwrap();
        found.paragraphs.into_iter().map(|one| one.translation.unwrap().to_string()).collect::<Vec<_>>()
    };
    swap("cat", "tomcat", false).await;
    assert!(texts(store, book).await.iter().all(|(_, state)| *state == ReviewState::Reviewed));
    assert_eq!(touched().await, [] as [&str; 0]);
    swap("tom(cat)", "old $1", true).await;
    assert_eq!(touched().await, ["A black old cat.", "The old cat came home."]);
    store.undo_last(book, &Cause::person("undo"), 5).await.unwrap();
    assert_eq!(touched().await, [] as [&str; 0]);
}

#[tokio::test]
async fn a_file_with_less_than_half_of_the_lines_is_no_newer_edition_unless_forced() {
    let test = library("en").await;
    let (store, book) = (&test.store, test.book.id);
    translate(store, book, &["A black cat.", "It came home.", "Nobody."], ReviewState::Reviewed).await;
    let before = texts(store, book).await;
    let lines = ["全く別の物語である。", "そこには犬しかいなかった。"];
    let other = text::book("犬", Some("ja"), vec![text::chapter("一", &lines)]);
    let edition = Edition { newer: &other, original: b"another", file_name: "inu.txt" };
    let refused = revise(store, book, &edition, EditionGuard::LikeTheBook, 5, &|_, _| {}).await.unwrap_err();
    assert!(matches!(refused, RevisionError::LooksLikeAnother { n_kept: 0, n_lines: 3, .. }), "{refused}");
    assert_eq!(texts(store, book).await, before);
    assert_eq!(store.library().revision(book).await.unwrap(), 0);
    let report = revise(store, book, &edition, EditionGuard::Any, 6, &|_, _| {}).await.unwrap();
    assert_eq!(report.differences.n_removed, 3);
    let lines = ["黒猫が雨の中を歩いていた。", "夜になると黒猫は帰ってきた。", "誰もいなかった。"];
    let first = text::book("雨", Some("ja"), vec![text::chapter("一", &lines)]);
    let edition = Edition { newer: &first, original: b"the file", file_name: "ame.txt" };
    revise(store, book, &edition, EditionGuard::LikeTheBook, 7, &|_, _| {}).await.unwrap();
    assert_eq!(texts(store, book).await, before, "the way back needs no force");
}
