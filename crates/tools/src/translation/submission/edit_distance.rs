//! How far apart two ids are, so that a slip of the pen can be told from another paragraph.

/// No id is longer; longer texts are not compared.
const LONGEST: usize = 24;

/// Whether at most `max` characters were added, dropped or replaced between two short texts.
pub(super) fn within(left: &str, right: &str, max: usize) -> bool {
    left.chars().nth(LONGEST).is_none() && strsim::levenshtein(left, right) <= max
}
