//! How far apart two ids are, so that a slip of the pen can be told from another paragraph.

/// No id is longer; longer texts are not compared.
const LONGEST: usize = 24;

/// Whether at most `max` characters were added, dropped or replaced between two short texts.
pub(super) fn within(left: &str, right: &str, max: usize) -> bool {
    left.chars().nth(LONGEST).is_none() && strsim::levenshtein(left, right) <= max
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
