//! How near two folded words are to each other.

/// How many leading characters two texts share.
pub fn common_prefix(left: &str, right: &str) -> usize {
    left.chars().zip(right.chars()).take_while(|(left, right)| left == right).count()
}

/// The Damerau-Levenshtein distance of two words (neighbouring letters may be swapped), or `None` if it is over `most`.
pub fn distance_within(left: &[char], right: &[char], most: usize) -> Option<usize> {
    if left.len().abs_diff(right.len()) > most || left.len() > 64 || right.len() > 64 {
        return None;
    }
    let width = right.len() + 1;
    let mut before_last: Vec<usize> = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for (row, &l) in left.iter().enumerate() {
        let mut now = Vec::with_capacity(width);
        now.push(row + 1);
        for (column, &r) in right.iter().enumerate() {
            let cell = |line: &[usize], at: usize| line.get(at).copied().unwrap_or(usize::MAX / 2);
            let mut best = (cell(&last, column + 1) + 1).min(cell(&now, column) + 1);
            best = best.min(cell(&last, column) + usize::from(l != r));
            let swapped =
                row > 0 && column > 0 && left.get(row - 1) == Some(&r) && right.get(column - 1) == Some(&l);
            if swapped {
                best = best.min(cell(&before_last, column - 1) + 1);
            }
            now.push(best);
        }
        before_last = std::mem::replace(&mut last, now);
    }
    last.last().copied().filter(|distance| *distance <= most)
}
