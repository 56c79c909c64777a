//! How far apart two ids are, so that a slip of the pen can be told from another paragraph.

/// Whether at most `max` characters were added, dropped or replaced between two short texts.
pub(super) fn within(left: &str, right: &str, max: usize) -> bool {
    const LONGEST: usize = 24;
    let left: Vec<char> = left.chars().take(LONGEST + 1).collect();
    let right: Vec<char> = right.chars().take(LONGEST + 1).collect();
    if left.len() > LONGEST || left.len().abs_diff(right.len()) > max {
        return false;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (n_left, a) in left.iter().enumerate() {
        let mut next = vec![n_left + 1];
        for (b, (above_left, above)) in right.iter().zip(row.iter().zip(row.iter().skip(1))) {
            let before = next.last().copied().unwrap_or(usize::MAX - 1);
            next.push((above_left + usize::from(a != b)).min(above + 1).min(before + 1));
        }
        row = next;
    }
    row.last().is_some_and(|distance| *distance <= max)
}

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn counts_added_dropped_and_replaced_characters() {
        for (left, right, distance) in [
            ("abc", "abc", 0),
            ("abc", "abd", 1),
            ("abc", "acb", 2),
            ("abc", "abcd", 1),
            ("abc", "bc", 1),
            ("abc", "xyz", 3),
            ("", "ab", 2),
        ] {
            assert!(within(left, right, distance), "{left} {right}");
            assert!(distance == 0 || !within(left, right, distance - 1), "{left} {right}");
        }
    }
}
