//! What changed from one text to another, marked in one line.

use tsumugi::parts::marked_changes;

#[test]
fn words_are_compared_where_words_are_separated() {
    assert_eq!(
        marked_changes("I am a black cat.", "I am a white cat, still."),
        "I am a [-black-]{+white+} cat{+, still+}."
    );
    assert_eq!(marked_changes("the same", "the same"), "the same");
    assert_eq!(marked_changes("one two", "three four"), "[-one two-]{+three four+}");
}

#[test]
fn characters_are_compared_where_they_are_not_and_none_is_torn_apart() {
    assert_eq!(marked_changes("吾輩は猫である。", "吾輩は犬である。"), "吾輩は[-猫-]{+犬+}である。");
    assert_eq!(marked_changes("か\u{3099}一", "か一"), "[-か\u{3099}-]{+か+}一");
}
