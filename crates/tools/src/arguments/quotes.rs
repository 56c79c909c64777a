//! Which quote begins a string, and which one ends it, in text whose inner quotes may not be escaped.

use std::iter::Peekable;
use std::str::Chars;

/// What a string stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    Object,
    Array,
    Key,
}

/// The quote that ends a string which this one began.
pub(super) const fn closing_quote(opening: char) -> Option<char> {
    match opening {
        '"' => Some('"'),
        '\'' => Some('\''),
        '“' => Some('”'),
        '‘' => Some('’'),
        _ => None,
    }
}

/// Whether what follows a quote shows that the quote ended the string. A quote inside running text is followed by
/// more text; one that ends a string is followed by structure.
pub(super) fn ends_string(after: &str, inside: Inside) -> bool {
    let after = after.trim_start();
    let mut chars = after.chars().peekable();
    match (chars.next(), inside) {
        (None, _) | (Some(':'), Inside::Key) | (Some('}' | ']'), Inside::Object | Inside::Array) => true,
        (Some(','), Inside::Object) => {
            skip_commas(&mut chars);
            chars.peek().is_none_or(|next| matches!(next, '}' | ']')) || starts_with_key(chars)
        }
        (Some(','), Inside::Array) => {
            skip_commas(&mut chars);
            chars.peek().is_none_or(|next| {
                matches!(next, '}' | ']' | '{' | '[' | '-')
                    || next.is_ascii_alphanumeric()
                    || closing_quote(*next).is_some()
            })
        }
        // A forgotten comma: another string begins, in an object one that is a key.
        (Some(next), Inside::Array) => closing_quote(next).is_some(),
        (Some(next), Inside::Object) => {
            closing_quote(next).is_some() && starts_with_key(after.chars().peekable())
        }
        (Some(_), Inside::Key) => false,
    }
}

fn skip_commas(chars: &mut Peekable<Chars<'_>>) {
    while chars.next_if(|c| *c == ',' || c.is_whitespace()).is_some() {}
}

/// Whether the text starts with a key and its colon.
fn starts_with_key(mut chars: Peekable<Chars<'_>>) -> bool {
    const MAX_KEY: usize = 64;
    if let Some(closing) = chars.peek().copied().and_then(closing_quote) {
        chars.next();
        let ended = chars.by_ref().take(MAX_KEY).any(|c| c == closing);
        // The text may end inside the key; then it was a key.
        return if ended { next_is_colon(chars) } else { chars.peek().is_none() };
    }
    let mut n_characters = 0;
    while chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '_').is_some() {
        n_characters += 1;
    }
    n_characters > 0 && next_is_colon(chars)
}

fn next_is_colon(mut chars: Peekable<Chars<'_>>) -> bool {
    while chars.next_if(|c| c.is_whitespace()).is_some() {}
    chars.next().is_none_or(|c| c == ':')
}
