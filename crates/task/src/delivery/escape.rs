//! A paragraph on one line and back: a line break is written `⏎`, and a `⏎` of the text gets a backslash before it.
//!
//! Backslashes that stand before either are doubled, so every text comes back as it was.

/// The sign for a line break.
const BREAK: char = '⏎';

/// Whatever some reader of lines takes for the end of one.
const fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The text on one line.
pub(super) fn to_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut n_backslashes = 0_usize;
    let normal = text.replace("\r\n", "\n");
    for c in normal.chars() {
        let is_break = ends_line(c);
        if is_break || c == BREAK {
            line.extend(std::iter::repeat_n('\\', n_backslashes + usize::from(!is_break)));
            line.push(BREAK);
        } else {
            line.push(c);
        }
        n_backslashes = if c == '\\' { n_backslashes + 1 } else { 0 };
    }
    line
}

/// The text of a line.
pub(super) fn from_line(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut n_backslashes = 0_usize;
    for c in line.chars() {
        if c == BREAK {
            let n_left = n_backslashes / 2;
            text.truncate(text.len() - (n_backslashes - n_left));
            text.push(if n_backslashes % 2 == 1 { BREAK } else { '\n' });
        } else {
            text.push(c);
        }
        n_backslashes = if c == '\\' { n_backslashes + 1 } else { 0 };
    }
    // A blank on both sides of the sign is a model's habit.
    text.replace(" \n ", "\n")
}
