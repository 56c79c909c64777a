//! How long a text is, by a measure that mending does not change.

/// How long a text is: characters without white space, a row of dots or dashes counting once. So `...` is as long as
/// `……`, and mending one into the other makes no translation longer.
pub fn length_of(chars: impl Iterator<Item = char>) -> usize {
    let mut length = 0;
    let mut last = Row::None;
    for c in chars {
        if matches!(c, 'a'..='z' | 'A'..='Z' | '\u{4e00}'..='\u{9fff}' | '\u{3041}'..='\u{30fa}') {
            length += 1;
            last = Row::None;
            continue;
        }
        if c == ' ' {
            last = Row::None;
            continue;
        }
        let row = match c {
            '.' | '…' | '。' | '・' | '．' | '･' => Row::Dots,
            '-' | '—' | '―' | '–' | '─' | '‐' | '‑' => Row::Dashes,
            _ => Row::None,
        };
        length += usize::from(!c.is_whitespace() && (row == Row::None || row != last));
        last = row;
    }
    length
}

/// Whether letters are those of an interjection, drawn out as it may be, or the name of a letter: no more than three different ones.
pub fn is_cry(letters: impl Iterator<Item = char>) -> bool {
    const MOST: usize = 3;
    let mut seen: Vec<char> = Vec::with_capacity(MOST);
    for letter in letters {
        if !seen.contains(&letter) {
            if seen.len() == MOST {
                return false;
            }
            seen.push(letter);
        }
    }
    true
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    None,
    Dots,
    Dashes,
}
