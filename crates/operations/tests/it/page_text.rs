//! Text of books and models in a page: nothing unseen, nothing that becomes markup.

use operations::quality::{marked, visible};

#[test]
fn what_is_unseen_is_made_visible() {
    assert_eq!(visible("a\u{0}b\u{202e}\n"), "a\u{fffd}b\u{fffd}\n");
    assert_eq!(visible("雨"), "雨");
}

#[test]
fn places_are_marked_whatever_they_are_and_nothing_becomes_markup() {
    assert_eq!(marked("a<b>c", std::slice::from_ref(&(1..2))).0, "a<mark>&lt;</mark>b&gt;c");
    assert_eq!(marked("雨と風", &[0..1, 2..9]).0, "<mark>雨</mark>と<mark>風</mark>");
    assert_eq!(marked("ab", std::slice::from_ref(&(5..6))).0, "ab");
}
