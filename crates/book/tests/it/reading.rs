//! Which reader a text was read with, as a word.

use book::text::reading::Reading;

#[test]
fn the_word_for_a_reading_is_read_again() {
    for wrapped in [None, Some(true), Some(false)] {
        let reading = Reading { version: 7, wrapped };
        assert_eq!(Reading::from_word(&reading.to_string()), Some(reading));
    }
    assert_eq!(Reading::from_word("1"), Some(Reading::FIRST));
    assert_eq!(Reading::from_word("0"), None);
    assert_eq!(Reading::from_word("2 sideways"), None);
}
