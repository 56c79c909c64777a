//! Running text in lines of a terminal: Latin words stay whole, Chinese and Japanese break anywhere but before a
//! closing mark.

use textwrap::{Options, WordSplitter, WrapAlgorithm};

/// The text in lines of at most `width` columns, each with this indentation.
pub(crate) fn wrap(text: &str, width: usize, indent: &str) -> String {
    let options = Options::new(width.saturating_sub(indent.len()).max(8))
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let lines = text.lines().flat_map(|line| textwrap::wrap(line, &options));
    lines.map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
