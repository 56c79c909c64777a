//! Lines without numbers, as models answer that were trained on whole passages: the n-th line of the answer is the n-th of
//! the request, or none is any.

use super::escape::from_line;
use super::read::AnswerPiece;

/// The pieces of an answer by place. An answer with another number of lines says nothing about which is which; of one that
/// was cut off the last line is not whole.
pub(super) fn parse(text: &str, n_labels: usize, is_cut: bool) -> Vec<(usize, AnswerPiece)> {
    let mut lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("```")).collect();
    if is_cut {
        lines.pop();
    }
    let fits = if is_cut { lines.len() < n_labels } else { lines.len() == n_labels };
    if !fits {
        return Vec::new();
    }
    lines.into_iter().map(|line| AnswerPiece::Text(from_line(line))).enumerate().collect()
}
