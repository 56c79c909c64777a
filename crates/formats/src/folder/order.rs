//! The order of the files of a book: as a list in the folder says, otherwise as people count.

use std::cmp::Ordering;
use std::collections::HashMap;

/// The file that lists the others in their order, one name a line.
pub const LIST: &str = "order.txt";

/// Whether a file of this name is a text of the book.
pub fn is_text(name: &str) -> bool {
    let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
    let is_hidden = |part: &str| part.starts_with('.') || part == "__MACOSX";
    let has_ending = last.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("txt"));
    has_ending && name != LIST && !is_hidden(last) && !folder.split('/').any(is_hidden)
}

/// Puts names in order: those in the list first, as they stand there, then the others as people count.
pub(super) fn arranged(mut names: Vec<String>, list: Option<&str>) -> Vec<String> {
    names.sort_by(|left, right| natural(left, right));
    let Some(list) = list else { return names };
    let lines = list.lines().map(|line| line.trim().trim_start_matches('\u{feff}'));
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (at, line) in lines.enumerate() {
        places.entry(line).or_insert(at);
    }
    // The sort is stable: what the list does not name stays as people count, at the end.
    names.sort_by_key(|name| places.get(name.as_str()).copied().unwrap_or(usize::MAX));
    names
}

/// `2` before `10`, `第九章` before `第十章` only where they are written in digits; the same number by its zeros.
pub(crate) fn natural(left: &str, right: &str) -> Ordering {
    let (mut left_rest, mut right_rest) = (left, right);
    loop {
        let (Some(first), Some(second)) = (left_rest.chars().next(), right_rest.chars().next()) else {
            return left_rest.len().cmp(&right_rest.len()).then_with(|| left.cmp(right));
        };
        let (ordering, n_left, n_right) = if first.is_ascii_digit() && second.is_ascii_digit() {
            let (one, other) = (digits(left_rest), digits(right_rest));
            let value = |digits: &str| digits.trim_start_matches('0').to_owned();
            let (a, b) = (value(one), value(other));
            (a.len().cmp(&b.len()).then_with(|| a.cmp(&b)), one.len(), other.len())
        } else {
            let fold = |character: char| character.to_lowercase().next();
            (fold(first).cmp(&fold(second)), first.len_utf8(), second.len_utf8())
        };
        if ordering != Ordering::Equal {
            return ordering;
        }
        left_rest = left_rest.get(n_left..).unwrap_or_default();
        right_rest = right_rest.get(n_right..).unwrap_or_default();
    }
}

fn digits(text: &str) -> &str {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}
