//! Books go in whole, are read back as they were, and leave without a trace.

use crate::open;
use crate::sample::{TestLibrary, add, cat_book};
use book::id::{ChapterId, ParagraphId};
use book::text::book::Book;
use book::text::chapter::Matter;
use store::error::StoreError;
use store::record::NewBook;

#[tokio::test]
async fn a_book_is_read_back_as_it_was_added() {
    let test_library = TestLibrary::with_cat_book().await;
    let book = cat_book();
    let records = test_library.paragraphs().await;
    let library = test_library.store.library();
    assert_eq!(records.len(), 8);
    for (record, paragraph) in records.iter().zip(book.paragraphs()) {
        assert_eq!(
            (&record.text, &record.tags, record.kind, record.place, record.is_empty),
            (&paragraph.text, &paragraph.tags, paragraph.kind, paragraph.place, paragraph.is_empty())
        );
        assert_eq!((record.translation.as_ref(), record.version, record.locked), (None, None, false));
        assert_eq!(library.paragraph(test_library.book, record.id).await.unwrap(), *record);
    }
    assert_eq!(records.iter().map(|it| it.position).collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
    assert_eq!(records.iter().map(|it| it.index).collect::<Vec<_>>(), [0, 1, 2, 3, 0, 1, 2, 3]);
    let chapters = library.chapters(test_library.book).await.unwrap();
    assert_eq!(chapters.iter().map(|it| it.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((chapters[1].title.as_str(), chapters[1].matter, chapters[1].n_work), ("二", Matter::Back, 3));
    assert_eq!(chapters[0].volume.as_deref(), Some("上"));
    assert_eq!(library.original(test_library.book).await.unwrap(), b"the file");
    let summary = library.book(test_library.book).await.unwrap();
    assert_eq!((summary.title.as_str(), summary.n_chapters, summary.n_paragraphs), ("吾輩は猫である", 2, 6));
    assert_eq!(summary.author.as_deref(), Some("夏目漱石"));
    assert_eq!(library.books().await.unwrap(), [summary]);
}

#[tokio::test]
async fn paragraphs_come_one_by_one_as_they_come_all_at_once() {
    let test_library = TestLibrary::with_cat_book().await;
    let mut one_by_one = Vec::new();
    let library = test_library.store.library();
    library.each_paragraph(test_library.book, |paragraph| one_by_one.push(paragraph)).await.unwrap();
    assert_eq!(one_by_one, test_library.paragraphs().await);
}

#[tokio::test]
async fn a_library_keeps_its_books_when_it_is_opened_again() {
    let test_library = TestLibrary::with_cat_book().await;
    let before = test_library.paragraphs().await;
    test_library.store.close().await;
    let store = open(&test_library.folder.path().join("library.db")).await;
    assert_eq!(store.library().all_paragraphs(test_library.book).await.unwrap(), before);
}

#[tokio::test]
async fn the_folder_of_a_new_library_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("a/b/library.db")).await;
    assert_eq!(store.library().books().await.unwrap(), []);
}

#[tokio::test]
async fn a_chapter_is_read_page_by_page() {
    let test_library = TestLibrary::with_cat_book().await;
    let all = test_library.paragraphs().await;
    let library = test_library.store.library();
    let second = test_library.chapter(1).await;
    assert_eq!(library.chapter_paragraphs(test_library.book, second, 0..u32::MAX).await.unwrap(), all[4..]);
    assert_eq!(library.chapter_paragraphs(test_library.book, second, 1..3).await.unwrap(), all[5..7]);
    assert_eq!(library.chapter_paragraphs(test_library.book, second, 4..9).await.unwrap(), []);
    let ends = (all[5].id, all[6].id);
    assert_eq!(library.stretch(test_library.book, ends, 0).await.unwrap(), all[5..7]);
    assert_eq!(
        library.stretch(test_library.book, ends, 50).await.unwrap(),
        all[4..],
        "a stretch ends with its chapter"
    );
    let gone = ParagraphId::from_number(4_000);
    for ends in [(gone, all[6].id), (all[5].id, gone)] {
        let refusal = library.stretch(test_library.book, ends, 0).await.unwrap_err();
        assert!(matches!(refusal, StoreError::NoSuchParagraph { .. }), "{refusal}");
    }
    let unknown = ChapterId::from_number(77);
    let refusal = library.chapter_paragraphs(test_library.book, unknown, 0..1).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NoSuchChapter { chapter, .. } if chapter == unknown));
}

#[tokio::test]
async fn neighbours_have_text_come_nearest_first_and_cross_chapters() {
    let test_library = TestLibrary::with_cat_book().await;
    let all = test_library.paragraphs().await;
    let library = test_library.store.library();
    let pick = |positions: &[usize]| positions.iter().map(|&at| all[at].clone()).collect::<Vec<_>>();
    let next = |at: usize, count| library.next_paragraphs(test_library.book, all[at].id, count);
    let previous = |at: usize, count| library.previous_paragraphs(test_library.book, all[at].id, count);
    assert_eq!(next(0, 2).await.unwrap(), pick(&[2, 3]));
    assert_eq!(next(3, 9).await.unwrap(), pick(&[4, 5, 7]));
    assert_eq!(next(7, 3).await.unwrap(), []);
    assert_eq!(next(1, 1).await.unwrap(), pick(&[2]));
    assert_eq!(previous(5, 3).await.unwrap(), pick(&[4, 3, 2]));
    assert_eq!(previous(0, 3).await.unwrap(), []);
    let unknown = ParagraphId::from_number(4_000);
    let refusal = library.next_paragraphs(test_library.book, unknown, 1).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NoSuchParagraph { paragraph, .. } if paragraph == unknown));
}

#[tokio::test]
async fn a_position_tells_chapter_index_and_total() {
    let test_library = TestLibrary::with_cat_book().await;
    let position = test_library
        .store
        .library()
        .position(test_library.book, test_library.paragraph(5).await)
        .await
        .unwrap();
    assert_eq!((position.chapter_title.as_str(), position.chapter_number), ("二", 2));
    assert_eq!((position.index, position.total_paragraphs), (1, 4));
}

#[tokio::test]
async fn the_same_file_is_not_imported_twice() {
    let test_library = TestLibrary::with_cat_book().await;
    let book = cat_book();
    let new = NewBook {
        book: &book,
        original: b"the file",
        file_name: "other-name.txt",
        series: None,
        target_language: None,
        now_ms: 2,
    };
    let refusal = test_library.store.add_book(&new, &|_, _| {}).await.unwrap_err();
    assert!(
        matches!(&refusal, StoreError::AlreadyThere { book, .. } if *book == test_library.book),
        "{refusal}"
    );
    assert_eq!(test_library.store.library().books().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_file_is_there_once_for_each_language_it_is_translated_into() {
    let test_library = TestLibrary::with_cat_book().await;
    let (store, library) = (&test_library.store, test_library.store.library());
    let (book, french, german) = (cat_book(), "fr".parse().unwrap(), "de".parse().unwrap());
    let file = |target_language| NewBook {
        book: &book,
        original: b"another file",
        file_name: "cat.txt",
        series: None,
        target_language,
        now_ms: 2,
    };
    let first = store.add_book(&file(Some(&french)), &|_, _| {}).await.unwrap();
    let second = store.add_book(&file(Some(&german)), &|_, _| {}).await.unwrap();
    assert_ne!((first.id, first.series.id), (second.id, second.series.id), "with knowledge of its own");
    for (target, there) in [(Some(&french), &first), (Some(&german), &second), (None, &first)] {
        let refusal = store.add_book(&file(target), &|_, _| {}).await.unwrap_err();
        assert!(matches!(&refusal, StoreError::AlreadyThere { book, .. } if *book == there.id), "{refusal}");
        let found = library.book_of_file(b"another file", target).await.unwrap().unwrap();
        assert_eq!(found.id, there.id);
    }
}

#[tokio::test]
async fn books_of_one_series_share_it_and_a_lone_book_has_its_own() {
    let test_library = TestLibrary::with_cat_book().await;
    let book = Book { title: "続き".to_owned(), ..cat_book() };
    let add = async |original: &[u8], series| {
        let new = NewBook { book: &book, original, file_name: "x", series, target_language: None, now_ms: 2 };
        test_library.store.add_book(&new, &|_, _| {}).await.unwrap().series
    };
    let (one, two, alone) = (add(b"1", Some("猫")).await, add(b"2", Some("猫")).await, add(b"3", None).await);
    assert_eq!(one, two);
    assert_eq!(alone.name, "続き");
    let first = test_library.store.library().book(test_library.book).await.unwrap().series;
    assert!(alone.id != one.id && first.id != alone.id);
}

#[tokio::test]
async fn progress_ends_at_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("library.db")).await;
    let book = cat_book();
    let new = NewBook {
        book: &book,
        original: b"x",
        file_name: "x",
        series: None,
        target_language: None,
        now_ms: 2,
    };
    let last = std::sync::Mutex::new((0, 0));
    store.add_book(&new, &|done, total| *last.lock().unwrap() = (done, total)).await.unwrap();
    assert_eq!(*last.lock().unwrap(), (8, 8));
}

#[tokio::test]
async fn a_deleted_book_is_gone_and_the_others_stay() {
    let test_library = TestLibrary::with_cat_book().await;
    let other = add(&test_library.store, &cat_book(), b"another file").await;
    test_library.store.delete_book(test_library.book, 0).await.unwrap();
    let library = test_library.store.library();
    assert_eq!(library.books().await.unwrap(), std::slice::from_ref(&other));
    assert_eq!(library.all_paragraphs(other.id).await.unwrap().len(), 8);
    assert!(matches!(library.original(test_library.book).await, Err(StoreError::NoSuchBook { .. })));
    add(&test_library.store, &cat_book(), b"the file").await;
}

#[tokio::test]
async fn the_target_language_can_be_set_later() {
    let test_library = TestLibrary::with_cat_book().await;
    let language = "zh-Hans".parse().unwrap();
    test_library.store.set_target_language(test_library.book, &language, 0).await.unwrap();
    assert_eq!(
        test_library.store.library().book(test_library.book).await.unwrap().target_language,
        Some(language)
    );
}
