//! Placeholders and line breaks in a string of data.

use crate::ranged::{Mark, Tag};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::TagKind;
use std::ops::Range;

/// Longer than any placeholder.
const MAX_CODE: usize = 60;
const MAX_TAGS: usize = 9_000;

/// The marked text of these characters, each with its place in the file.
pub(super) fn marked(characters: &[(char, Range<usize>)]) -> (Marked, Vec<Tag>) {
    let mut builder = MarkedBuilder::default();
    let mut tags: Vec<Tag> = Vec::new();
    let mut at = 0;
    while let Some((character, place)) = characters.get(at) {
        let rest = characters.get(at..).unwrap_or_default();
        let (kind, n) = match character {
            '\n' => (TagKind::Break, 1),
            '\r' if matches!(rest.get(1), Some(('\n', _))) => (TagKind::Break, 2),
            _ => (TagKind::Other, code(rest)),
        };
        let end = rest.get(n.saturating_sub(1)).map(|(_, place)| place.end);
        let (Some(end), true) = (end, n > 0 && tags.len() < MAX_TAGS) else {
            builder.push_text(character.encode_utf8(&mut [0; 4]));
            at += 1;
            continue;
        };
        tags.push(Tag { kind, open: Mark::At(place.start..end), close: None });
        builder.push(&Piece::Void(u16::try_from(tags.len()).unwrap_or(u16::MAX)));
        at += n;
    }
    (builder.finish(), tags)
}

/// How many characters a placeholder at the start has: `{name}`, `<b>`, `%s`, `%1$d`, `${x}`.
fn code(rest: &[(char, Range<usize>)]) -> usize {
    let character = |at: usize| rest.get(at).map(|(character, _)| *character);
    let until = |close: char, from: usize, is_fine: fn(char) -> bool| {
        let inside = rest.iter().skip(from).take(MAX_CODE);
        let n = inside.take_while(|(c, _)| *c != close && is_fine(*c)).count();
        if character(from + n) == Some(close) && n > 0 { from + n + 1 } else { 0 }
    };
    let in_braces = |c: char| !c.is_whitespace() && !matches!(c, '{' | '"');
    match (character(0), character(1)) {
        (Some('{'), Some('{')) => {
            let n = until('}', 2, in_braces);
            if n > 0 && character(n) == Some('}') { n + 1 } else { 0 }
        }
        (Some('{'), _) => until('}', 1, in_braces),
        (Some('$'), Some('{')) => until('}', 2, in_braces),
        (Some('<'), Some(next)) if next.is_ascii_alphabetic() || next == '/' => {
            until('>', 1, |c| c != '<' && c != '"' && c.is_ascii())
        }
        (Some('%'), Some(next)) if next.is_ascii_digit() => {
            let n = rest.iter().skip(1).take_while(|(c, _)| c.is_ascii_digit()).count();
            let is_code = character(n + 1) == Some('$') && matches!(character(n + 2), Some('s' | 'd' | 'f'));
            if is_code { n + 3 } else { 0 }
        }
        (Some('%'), Some('s' | 'd' | 'f' | '@')) => 2,
        _ => 0,
    }
}
