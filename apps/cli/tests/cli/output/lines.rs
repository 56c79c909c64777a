//! Running text in lines of a terminal, and nothing in it that a terminal obeys.

use tsumugi::parts::{harmless, wrap};

fn check(text: &str, width: usize, expected: &str) {
    assert_eq!(wrap(text, width, ""), expected);
}

#[test]
fn words_stay_whole_and_spaces_at_breaks_go() {
    check("one two three four", 9, "one two\nthree\nfour");
    check("incomprehensibilities", 10, "incomprehensibilities");
}

#[test]
fn no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one() {
    check("あいうえ、お", 8, "あいう\nえ、お");
    check("あいう「えお」", 8, "あいう\n「えお」");
}

#[test]
fn line_breaks_of_the_text_stay_and_lines_are_set_in() {
    assert_eq!(wrap("a\nb c", 9, "  "), "  a\n  b c");
    assert_eq!(wrap("", 9, "  "), "");
}

#[test]
fn a_terminal_gets_no_orders_from_a_book() {
    assert_eq!(harmless("a\n\tb"), "a\n\tb");
    assert_eq!(harmless("\u{1b}[2Jgone\u{9b}1m\r"), "�[2Jgone�1m�");
}
