//! Readings over Chinese characters: small kana above a line, or to the right of a vertical one.

use super::lines::{Letter, Line};

/// Puts readings on the letters they stand over, and takes their lines away.
pub(super) fn join(lines: &mut Vec<Line>) {
    // Nobody reads a page of more lines, and comparing them all takes its time.
    const MOST: usize = 2_000;
    if lines.len() > MOST {
        return;
    }
    let mut readings = Vec::new();
    for at in 0..lines.len() {
        if let Some(base) = base_of(lines, at) {
            readings.push((at, base));
        }
    }
    for (at, base) in &readings {
        let Some(small) = lines.get(*at).cloned() else { continue };
        let Some(line) = lines.get_mut(*base) else { continue };
        // Readings of several words may stand close together.
        let near = |one: &Letter, next: &Letter| next.from - one.to < small.size * 0.6;
        let readings: Vec<&[Letter]> = small.letters.chunk_by(near).collect();
        for reading in readings {
            annotate(line, reading);
        }
    }
    let mut at = 0;
    lines.retain(|_| {
        at += 1;
        !readings.iter().any(|(reading, _)| *reading == at - 1)
    });
}

/// Puts one reading on the letters below it.
fn annotate(line: &mut Line, reading: &[Letter]) {
    let (Some(first), Some(last)) = (reading.first(), reading.last()) else { return };
    let slack = line.size * 0.25;
    let is_below = |letter: &Letter| {
        let middle = f64::midpoint(letter.from, letter.to);
        middle > first.from - slack && middle < last.to + slack
    };
    let Some(at) = line.letters.iter().position(is_below) else { return };
    let after = || line.letters.iter().skip(at);
    let n_below = after().take_while(|letter| is_below(letter)).count();
    // A short reading may begin with its word and end before it.
    let is_more = |letter: &&Letter| matches!(letter.text, '\u{3400}'..='\u{9fff}') && letter.ruby.is_none();
    let n_more = after().skip(n_below).take_while(is_more).count();
    let n = (n_below + n_more).min(n_below.max(reading.len()));
    let text: String = reading.iter().map(|letter| letter.text).filter(|c| !c.is_whitespace()).collect();
    if let Some(letter) = line.letters.get_mut(at) {
        letter.ruby = Some((text, n));
    }
}

/// The line that a line is a reading of.
fn base_of(lines: &[Line], at: usize) -> Option<usize> {
    let small = lines.get(at)?;
    let is_reading =
        small.letters.iter().all(|letter| matches!(letter.text, '\u{3041}'..='\u{30ff}' | ' ' | '　'));
    if !is_reading || small.letters.len() > 40 {
        return None;
    }
    lines.iter().position(|line| {
        let above = small.at - line.at;
        line.is_vertical == small.is_vertical
            && line.is_turned == small.is_turned
            && small.size < line.size * 0.65
            && above > line.size * 0.3
            && above < line.size * 1.4
            && small.from > line.from - line.size
            && small.to < line.to + line.size
            && line.letters.iter().any(|letter| letter.text > '\u{3400}')
    })
}
