//! The file a book came from is given back byte for byte, however large it is.

use crate::open;
use crate::revisions::{chapters, lineage, newer};
use crate::sample::{TestLibrary, add, cat_book};

/// More than stands in one row, and no two pieces alike.
pub(crate) fn large_file(seed: u8) -> Vec<u8> {
    let mut state = u64::from(seed);
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state.to_be_bytes()[0]
    };
    std::iter::repeat_with(next).take(5_500_001).collect()
}

#[tokio::test]
async fn a_large_original_comes_back_byte_for_byte_and_leaves_with_its_book() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("library.db");
    let store = open(&place).await;
    let book = add(&store, &cat_book(), &large_file(1)).await.id;
    let other = add(&store, &cat_book(), &large_file(2)).await.id;
    assert!(store.library().original(book).await.unwrap() == large_file(1), "other bytes");
    store.close().await;
    let store = open(&place).await;
    assert!(store.library().original(book).await.unwrap() == large_file(1), "other bytes after opening");
    store.delete_book(book, 9).await.unwrap();
    assert!(store.library().original(other).await.unwrap() == large_file(2), "another book's bytes");
    let again = add(&store, &cat_book(), &large_file(1)).await.id;
    assert!(store.library().original(again).await.unwrap() == large_file(1), "other bytes the second time");
}

#[tokio::test]
async fn large_originals_of_all_editions_go_into_a_bundle_and_out_of_it() {
    let test_library = TestLibrary::with_cat_book().await;
    let [first, second] = [large_file(1), large_file(2)];
    test_library.revise(&newer(), &first, &chapters(), &lineage()).await.unwrap();
    let n_now = test_library.paragraphs().await.len();
    let same: Vec<_> =
        test_library.paragraphs().await.iter().map(|one| store::revision::Lineage::Line(one.id)).collect();
    assert_eq!(same.len(), n_now);
    let kept: Vec<_> = test_library.store.library().chapters(test_library.book).await.unwrap();
    let kept: Vec<_> = kept.iter().map(|chapter| Some(chapter.id)).collect();
    test_library.revise(&newer(), &second, &kept, &same).await.unwrap();
    let rows = test_library.store.library().book_rows(test_library.book).await.unwrap();
    assert!(rows.original == second && rows.former == [b"the file".to_vec(), first], "other files");
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = open(&folder.path().join("library.db")).await;
    // A file is written under this name; what stands before it leads nowhere.
    let own_name = test_library.store.library().book(test_library.book).await.unwrap().file_name;
    let mut rows = rows;
    rows.head = rows.head.replacen(&format!("\"{own_name}\""), &format!("\"../../x/{own_name}\""), 1);
    assert!(rows.head.contains("../../x/"));
    let book = elsewhere.restore_book(&rows, 10).await.unwrap();
    assert_eq!(elsewhere.library().book(book).await.unwrap().file_name, own_name);
    assert!(elsewhere.library().original(book).await.unwrap() == rows.original, "another file");
    assert!(elsewhere.library().book_rows(book).await.unwrap().former == rows.former, "other former files");
}
