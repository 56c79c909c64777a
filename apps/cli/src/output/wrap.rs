//! Running text in lines of a terminal: Latin words stay whole, Chinese and Japanese break anywhere but before a
//! closing mark.

use textwrap::{Options, WordSplitter, WrapAlgorithm};

/// The text in lines of at most `width` columns, each with this indentation.
pub fn wrap(text: &str, width: usize, indent: &str) -> String {
    let options = Options::new(width.saturating_sub(indent.len()).max(8))
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let lines = text.lines().flat_map(|line| textwrap::wrap(line, &options));
    lines.map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}
