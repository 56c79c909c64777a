//! What is deleted for good is in no byte of the file any more.

use crate::sample::TestLibrary;
use book::edit::Edit;
use book::text::version::{Author, Selection};
use store::change::Cause;

const SECRET: &str = "a-translation-that-was-withdrawn";

/// Whether a text is in the file of the library or in its log.
fn is_in_file(path: &std::path::Path, text: &str) -> bool {
    ["", "-wal"].iter().any(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        let bytes = std::fs::read(name).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}

#[tokio::test]
async fn of_a_book_that_was_removed_no_text_is_left_in_the_file() {
    let test_library = TestLibrary::with_cat_book().await;
    let (store, book) = (&test_library.store, test_library.book);
    let path = store.path().unwrap();
    let source = test_library.paragraphs().await[5].text.plain().into_owned();
    for paragraph in test_library.paragraphs().await.into_iter().filter(|one| !one.is_empty) {
        let (text, author, selection) = (SECRET.repeat(60), Author::Person, Selection::Select);
        let edit = Edit::AddVersion { paragraph: paragraph.id, text, author, selection };
        store.commit(book, &[edit], &Cause::person(""), 1).await.unwrap();
    }
    assert!(is_in_file(path, SECRET) && is_in_file(path, &source));
    store.delete_book(book, 2).await.unwrap();
    assert!(!is_in_file(path, SECRET), "of its translation");
    assert!(!is_in_file(path, &source), "of its source");
}
