//! Search finds any part of any word in any script, in source and translation, and nothing else.

use crate::open;
use crate::sample::{TestLibrary, add, chapter, model};
use book::edit::Edit;
use book::text::book::Book;
use book::text::chapter::Matter;
use book::text::version::Selection;
use proptest::prelude::*;
use store::change::Cause;
use store::search::{MatchCounts, Matching, SearchQuery, SearchScope};
use unicode_normalization::UnicodeNormalization;

impl TestLibrary {
    async fn find(&self, query: &SearchQuery) -> Vec<u32> {
        let page = self.store.library().search(self.book, query).await.unwrap();
        page.hits.iter().map(|hit| hit.paragraph.position).collect()
    }

    async fn translate(&self, position: usize, text: &str) {
        let paragraph = self.paragraph(position).await;
        let edit = Edit::AddVersion {
            paragraph,
            text: text.to_owned(),
            author: model(),
            selection: Selection::Select,
        };
        self.store.commit(self.book, &[edit], &Cause::person(""), 1).await.unwrap();
    }
}

#[tokio::test]
async fn words_of_every_length_and_script_are_found_as_substrings() {
    let test_library = TestLibrary::with_cat_book().await;
    let cases: [(&str, &[u32]); 14] = [
        ("猫", &[2]),
        ("名前", &[3]),
        ("吾輩は猫", &[2]),
        ("まだ無い", &[3]),
        ("い", &[3]),
        ("cat", &[5]),
        ("the cat", &[5]),
        ("eow", &[5]),
        ("?!", &[5]),
        ("” ?", &[]),
        ("わがはい", &[]),
        ("無い</1>", &[]),
        ("犬", &[]),
        ("", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(test_library.find(&SearchQuery::text(text, 10)).await, expected, "{text}");
    }
}

#[tokio::test]
async fn translations_are_searched_as_they_stand_now() {
    let test_library = TestLibrary::with_cat_book().await;
    test_library.translate(2, "I am a cat.").await;
    let cats = SearchQuery::text("cat", 10);
    assert_eq!(test_library.find(&cats).await, [2, 5]);
    let in_translation = SearchQuery { scope: SearchScope::Translation, ..cats.clone() };
    assert_eq!(test_library.find(&in_translation).await, [2]);
    assert_eq!(test_library.find(&SearchQuery { scope: SearchScope::Source, ..cats.clone() }).await, [5]);
    let page = test_library.store.library().search(test_library.book, &cats).await.unwrap();
    assert_eq!((page.hits[0].in_source, page.hits[0].in_translation), (false, true));
    test_library.translate(2, "I am a dog.").await;
    assert_eq!(test_library.find(&in_translation).await, [0; 0]);
    test_library.store.undo_last(test_library.book, &Cause::person(""), 1).await.unwrap();
    assert_eq!(test_library.find(&in_translation).await, [2]);
}

#[tokio::test]
async fn several_texts_may_be_asked_for_together_or_in_turn() {
    let test_library = TestLibrary::with_cat_book().await;
    let texts = vec!["名前".to_owned(), "。".to_owned(), "ま".to_owned()];
    let all = SearchQuery { texts, ..SearchQuery::text("", 10) };
    assert_eq!(test_library.find(&all).await, [3]);
    assert_eq!(test_library.find(&SearchQuery { matching: Matching::Any, ..all.clone() }).await, [2, 3]);
    let odd = vec!["?!".to_owned(), "猫".to_owned()];
    let odd = SearchQuery { texts: odd, matching: Matching::Any, ..all };
    assert_eq!(test_library.find(&odd).await, [2, 5]);
    assert_eq!(test_library.find(&SearchQuery { matching: Matching::All, ..odd }).await, [0; 0]);
}

#[tokio::test]
async fn a_search_can_be_kept_to_one_chapter() {
    let test_library = TestLibrary::with_cat_book().await;
    let query = SearchQuery::text("い", 10);
    test_library.translate(7, "い").await;
    assert_eq!(test_library.find(&query).await, [3, 7]);
    let chapter = Some(test_library.chapter(1).await);
    assert_eq!(test_library.find(&SearchQuery { chapter, ..query }).await, [7]);
}

#[tokio::test]
async fn results_come_in_pages_and_what_follows_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("library.db")).await;
    let texts: Vec<String> = (0..1500).map(|n| format!("number {n}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let book = Book { chapters: vec![chapter("", Matter::Body, &texts)], ..Book::default() };
    let book = add(&store, &book, b"x").await.id;
    let mut query = SearchQuery::text("number 1", 100);
    let mut found = Vec::new();
    loop {
        let page = store.library().search(book, &query).await.unwrap();
        found.extend(page.hits.iter().map(|hit| hit.paragraph.position));
        assert_eq!(page.n_more as usize, 611 - found.len());
        assert!(page.n_more_is_exact);
        query.after = page.next;
        if page.next.is_none() {
            break;
        }
    }
    let expected: Vec<u32> = (0..1500).filter(|n| n.to_string().starts_with('1')).collect();
    assert_eq!(found, expected);
    let page = store.library().search(book, &SearchQuery::text("number", 100)).await.unwrap();
    assert_eq!((page.n_more, page.n_more_is_exact), (1000, false));
}

#[tokio::test]
async fn a_search_stays_in_its_book_and_a_removed_book_leaves_nothing_behind() {
    let test_library = TestLibrary::with_cat_book().await;
    let texts = Book { chapters: vec![chapter("", Matter::Body, &["猫"])], ..Book::default() };
    let other = add(&test_library.store, &texts, b"other").await.id;
    assert_eq!(test_library.find(&SearchQuery::text("猫", 10)).await, [2]);
    test_library.store.delete_book(test_library.book, 0).await.unwrap();
    let page = test_library.store.library().search(other, &SearchQuery::text("猫", 10)).await.unwrap();
    assert_eq!(page.hits.len(), 1);
}

fn fold(text: &str) -> String {
    text.nfkc().collect::<String>().to_lowercase()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::N_CASES))]
    #[test]
    fn search_is_exactly_the_substring_test(
        texts in prop::collection::vec("[猫でaBｂéが ．.「\u{3099}-]{0,8}", 1..12),
        needles in prop::collection::vec("[猫でaBｂéが .「-]{1,4}", 1..12),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let store = open(&folder.path().join("library.db")).await;
            let lines: Vec<&str> = texts.iter().map(String::as_str).collect();
            let book = Book { chapters: vec![chapter("", Matter::Body, &lines)], ..Book::default() };
            let id = add(&store, &book, b"x").await.id;
            for needle in needles.iter().filter(|needle| !needle.trim().is_empty()) {
                let expected: Vec<u32> = (0..)
                    .zip(&texts)
                    .filter(|(_, text)| !text.trim().is_empty() && fold(text).contains(&fold(needle)))
                    .map(|(position, _)| position)
                    .collect();
                let page = store.library().search(id, &SearchQuery::text(needle, 100)).await.unwrap();
                let found: Vec<u32> = page.hits.iter().map(|hit| hit.paragraph.position).collect();
                assert_eq!(found, expected, "{needle:?} in {texts:?}");
            }
        });
    }
}

/// What was searched once is kept for the next search; a change must not be hidden by that.
#[tokio::test]
async fn a_long_book_is_searched_as_it_stands_now_also_the_second_time() {
    const N_PARAGRAPHS: usize = 3000;
    let lines: Vec<String> =
        (0..N_PARAGRAPHS).map(|number| format!("line {number} of the long book")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let long = Book { chapters: vec![chapter("", Matter::Body, &lines)], ..Book::default() };
    let test_library = TestLibrary::with_cat_book().await;
    let book = add(&test_library.store, &long, b"long").await.id;
    let test_library = TestLibrary { book, ..test_library };
    let last = SearchQuery::text("line 2999", 10);
    let cats = SearchQuery::text("cat", 10);
    for _ in 0..2 {
        assert_eq!(test_library.find(&last).await, [2999]);
        assert_eq!(test_library.find(&cats).await, [0; 0]);
    }
    test_library.translate(1500, "a cat").await;
    assert_eq!(test_library.find(&cats).await, [1500]);
    test_library.translate(1500, "a dog").await;
    assert_eq!(test_library.find(&cats).await, [0; 0]);
    test_library.store.undo_last(test_library.book, &Cause::person(""), 1).await.unwrap();
    assert_eq!(test_library.find(&cats).await, [1500]);
    let common = test_library
        .store
        .library()
        .search(test_library.book, &SearchQuery::text("long book", 2))
        .await
        .unwrap();
    assert_eq!((common.hits.len(), common.n_more, common.n_more_is_exact), (2, 1000, false));
}

#[tokio::test]
async fn what_a_search_was_prepared_for_is_not_made_again_until_its_text_changes() {
    let lines: Vec<String> = (0..3000).map(|number| format!("line {number} of the long book")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let long = Book { chapters: vec![chapter("", Matter::Body, &lines)], ..Book::default() };
    let test_library = TestLibrary::with_cat_book().await;
    let book = add(&test_library.store, &long, b"long").await.id;
    let test_library = TestLibrary { book, ..test_library };
    let library = test_library.store.library();
    // Both sides of 3,000 paragraphs are 48 pages of 128.
    assert_eq!(library.prepare_search(book, 3000).await.unwrap(), 48);
    assert_eq!(library.prepare_search(book, 3000).await.unwrap(), 0);
    assert_eq!(library.prepare_search(book, 0).await.unwrap(), 0);
    test_library.translate(1500, "a cat").await;
    assert_eq!(library.prepare_search(book, 3000).await.unwrap(), 1);
    assert_eq!(library.prepare_search(book, 3000).await.unwrap(), 0);
    assert_eq!(test_library.find(&SearchQuery::text("cat", 10)).await, [1500]);
    assert_eq!(test_library.find(&SearchQuery::text("line 2999", 10)).await, [2999]);
}

#[tokio::test]
async fn counts_are_those_of_all_pages_by_chapter_and_stop_at_their_limit() {
    let chapters = (0..5).map(|number| {
        let lines: Vec<String> = (0..90).map(|line| format!("cat {number} {line} Cat, ｃａｔ")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        chapter(&format!("{number}"), Matter::Body, if number == 2 { &["a dog"] } else { &lines })
    });
    let book = Book { chapters: chapters.collect(), ..Book::default() };
    let TestLibrary { store, folder: _folder, .. } = TestLibrary::with_cat_book().await;
    let id = add(&store, &book, b"cats").await.id;
    let library = store.library();
    let paragraph = library.all_paragraphs(id).await.unwrap()[3].id;
    let edit = Edit::AddVersion {
        paragraph,
        text: "a cat".to_owned(),
        author: model(),
        selection: Selection::Select,
    };
    store.commit(id, &[edit], &Cause::person(""), 1).await.unwrap();
    let cats = SearchQuery::text("CAT", 1_000);
    let counts = library.search_counts(id, &cats).await.unwrap();
    let chapters = library.chapters(id).await.unwrap();
    let expected: Vec<_> =
        [(0, 271), (1, 270), (3, 270), (4, 270)].map(|(place, n)| (chapters[place].id, n)).into();
    assert_eq!((counts.n_paragraphs, counts.n_places, counts.is_whole), (360, 1081, true));
    let places = |counts: &MatchCounts| -> Vec<_> {
        counts.chapters.iter().map(|one| (one.chapter, one.n_places)).collect()
    };
    assert_eq!(places(&counts), expected);
    assert_eq!(counts.chapters.iter().map(|one| one.n_paragraphs).sum::<usize>(), 360);
    let few = library.search_counts(id, &SearchQuery { limit: 100, ..cats.clone() }).await.unwrap();
    assert_eq!((few.n_paragraphs, few.n_places, few.is_whole), (100, 301, false));
    let in_one = SearchQuery { chapter: Some(chapters[3].id), ..cats };
    let in_one = library.search_counts(id, &in_one).await.unwrap();
    assert_eq!((in_one.n_places, places(&in_one)), (270, vec![(chapters[3].id, 270)]));
}
