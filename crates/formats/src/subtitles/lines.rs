//! Where a translation is broken into lines: as few as it needs, as even as its words allow.

use super::words::is_wide;

/// So wide may a line be; a wide character counts as two.
const MAX_WIDTH: usize = 42;

/// What is longer is no subtitle and is left on one line.
const LONGEST: usize = 1_000;

/// The places (in characters) before which a line begins. A place after a space takes the space's room.
pub(super) fn breaks(line: &str) -> Vec<usize> {
    let characters: Vec<char> = line.chars().collect();
    if characters.len() > LONGEST {
        return Vec::new();
    }
    let width = |range: &[char]| range.iter().map(|c| if is_wide(*c) { 2 } else { 1 }).sum::<usize>();
    let n_lines = width(&characters).div_ceil(MAX_WIDTH);
    let mut breaks = Vec::new();
    let mut from = 0;
    for n_left in (2..=n_lines.max(1)).rev() {
        let rest = characters.get(from..).unwrap_or_default();
        let ideal = width(rest) / n_left;
        let mut best: Option<(usize, usize)> = None;
        for at in 1..rest.len() {
            let Some(penalty) = penalty(rest, at) else { continue };
            let distance = width(rest.get(..at).unwrap_or_default()).abs_diff(ideal) + penalty;
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, at));
            }
        }
        let Some((_, at)) = best else { break };
        from += at;
        breaks.push(from);
    }
    breaks
}

/// How bad a break before this character is; `None` where none may be.
fn penalty(characters: &[char], at: usize) -> Option<usize> {
    const NOT_FIRST: &str = "、。，．！？：；）」』】〉》〕…‥・ー～!?,.:;)]}’”";
    const NOT_LAST: &str = "（「『【〈《〔([{‘“";
    let (before, after) = (*characters.get(at - 1)?, *characters.get(at)?);
    if NOT_FIRST.contains(after) || after == ' ' {
        return None;
    }
    if before == ' ' {
        let ends = characters
            .get(at.checked_sub(2)?)
            .is_some_and(|c| matches!(c, '.' | ',' | '!' | '?' | ';' | ':'));
        return Some(if ends { 0 } else { 10 });
    }
    if !is_wide(before) || !is_wide(after) || NOT_LAST.contains(before) {
        return None;
    }
    Some(if "、。，！？」』".contains(before) { 0 } else { 14 })
}
