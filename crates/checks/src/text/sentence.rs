//! Where sentences end, well enough for counting them on both sides.

use super::letter::is_alphanumeric;
use book::text::script::Script;
use std::ops::Range;

/// Splits a text into sentences: after a run of terminators and the closing marks that follow it.
pub fn split(chars: &[char]) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < chars.len() {
        let row = ellipsis_end(chars, at);
        let ends = row.map_or_else(|| ends_at(chars, at), |end| !goes_on_after(chars, end));
        let mut end = row.unwrap_or(at + 1);
        if !ends {
            at = end;
            continue;
        }
        while chars.get(end).is_some_and(|&c| is_terminator(c) || is_dot(c) || is_closing(c)) {
            end += 1;
        }
        if is_inside(chars, at..end) {
            at = end;
            continue;
        }
        push(chars, start..end, &mut sentences);
        start = end;
        at = end;
    }
    push(chars, start..chars.len(), &mut sentences);
    sentences
}

/// Whether a statement in quotation marks ends here and its sentence goes on: `“I wish you wouldn’t.” said the Dormouse.` A question
/// or an exclamation is a sentence of its own.
fn is_inside(chars: &[char], end: Range<usize>) -> bool {
    let next = chars.get(end.end..).unwrap_or_default().iter().take(8).find(|c| !c.is_whitespace());
    let marks = chars.get(end).unwrap_or_default();
    marks.iter().any(|c| is_closing(*c))
        && !marks.iter().any(|c| is_terminator(*c))
        && next.is_some_and(|c| c.is_lowercase() || *c == ',')
}

/// Whether a character can end a sentence by itself. The full stop needs a look around.
pub const fn is_terminator(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '!' | '?' | '…' | '｡' | '؟' | '।' | '\n')
}

/// Whether a character may follow a terminator inside the same sentence.
const fn is_closing(c: char) -> bool {
    matches!(c, '"' | '”' | '’' | '»' | '」' | '』' | '）' | ')' | '】' | ']' | '\'')
}

fn push(chars: &[char], range: Range<usize>, sentences: &mut Vec<Range<usize>>) {
    let says_something =
        chars.get(range.clone()).is_some_and(|chars| chars.iter().any(|c| is_alphanumeric(*c)));
    if says_something {
        sentences.push(range);
    }
}

fn ends_at(chars: &[char], at: usize) -> bool {
    let Some(&c) = chars.get(at) else { return false };
    if is_terminator(c) {
        return true;
    }
    if !matches!(c, '.' | '．') {
        return false;
    }
    let next = chars.get(at + 1).copied();
    // After Han or kana it stands for `。`, unless a number or an address goes on.
    let after_wide = at.checked_sub(1).and_then(|at| chars.get(at)).is_some_and(|c| is_ideographic(*c));
    let ends_word = next.is_none_or(|next| {
        next.is_whitespace()
            || is_closing(next)
            || is_dot(next)
            || (after_wide && !next.is_ascii_alphanumeric())
    });
    if !ends_word {
        return false;
    }
    // An initial or a short title with a capital: `J.`, `Mr.`, `Dr.`, `St.`.
    let word_start = chars
        .get(..at)
        .and_then(|before| before.iter().rposition(|c| !c.is_alphabetic()))
        .map_or(0, |position| position + 1);
    let word = chars.get(word_start..at).unwrap_or_default();
    let is_title = word.first().is_some_and(|c| c.is_uppercase())
        && (word.len() == 1 || matches!(word, ['M' | 'D', 'r'] | ['S', 't'] | ['M', 'r', 's'] | ['M', 's']));
    !is_title || next.is_none()
}

/// More dots with spaces between them are not looked for at once; a hostile text must not make that long.
const LONGEST_ROW: usize = 8;

/// Whether a character is one of those ellipses are made of.
const fn is_dot(c: char) -> bool {
    matches!(c, '.' | '。' | '・' | '．' | '…' | '⋯')
}

/// Where the ellipsis that starts here ends. However it is written (`…`, `...`, `. . .`, `。。。`, `・・・`), it counts the same.
pub fn ellipsis_end(chars: &[char], at: usize) -> Option<usize> {
    let &first = chars.get(at).filter(|c| is_dot(**c))?;
    let row = chars.get(at..)?.iter().take_while(|c| **c == first).count();
    if row >= 3 || matches!(first, '…' | '⋯') {
        return Some(at + row);
    }
    let is_spaced = |pair: &&[char]| matches!(**pair, [' ' | '\u{a0}' | '\u{202f}', '.']);
    let more = chars.get(at + 1..)?.chunks(2).take(LONGEST_ROW).take_while(is_spaced).count();
    (first == '.' && more >= 2).then_some(at + 1 + more * 2)
}

fn is_ideographic(c: char) -> bool {
    Script::of_char(c).is_ideographic()
}

/// After an ellipsis, whether the sentence goes on in lower case.
fn goes_on_after(chars: &[char], at: usize) -> bool {
    let rest = chars.get(at..).unwrap_or_default();
    // A row of dots can be as long as it likes; a look ahead cannot.
    let next = rest.iter().take(64).find(|c| !matches!(c, '…' | '.' | ' ' | '\u{a0}' | '\u{202f}'));
    next.is_some_and(|c| c.is_lowercase() || is_ideographic(*c))
}
