//! How marked text is written and read back, character by character: the one place that knows what markup looks like.

use super::markup::Piece;
use std::borrow::Cow;

/// The marks of ruby, `｜base《reading》`, as readers of Japanese text files know them.
const BASE: char = '｜';
const READING: char = '《';
const END: char = '》';

/// What stands for a character that would be read as markup.
const ESCAPES: [(&str, char); 5] =
    [("&lt;", '<'), ("&amp;", '&'), ("&bar;", BASE), ("&la;", READING), ("&ra;", END)];

/// Writes plain text so that nothing in it can be read as markup.
pub(super) fn escape_into(text: &str, written: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&', BASE]) {
        let (before, tail) = rest.split_at(at);
        written.push_str(before);
        let first = tail.chars().next().unwrap_or_default();
        let poses = match first {
            '<' => Tag::at_start_of(tail).is_some(),
            '&' => ESCAPES.iter().any(|(escape, _)| tail.starts_with(escape)),
            // Wider than what is read as ruby, so that escaping one mark never makes another one pose.
            _ => tail.split_once(READING).is_some_and(|(_, after)| after.contains(END)),
        };
        if poses {
            push_escaped(first, written);
        } else {
            written.push(first);
        }
        rest = tail.get(first.len_utf8()..).unwrap_or_default();
    }
    written.push_str(rest);
}

/// Writes the base or the reading of ruby, in which none of our marks may stand as it is.
pub(super) fn escape_ruby_into(text: &str, written: &mut String) {
    for character in text.chars() {
        if matches!(character, '<' | '&' | BASE | READING | END) {
            push_escaped(character, written);
        } else {
            written.push(character);
        }
    }
}

/// Writes ruby.
pub(super) fn write_ruby(base: &str, reading: &str, written: &mut String) {
    written.push(BASE);
    escape_ruby_into(base, written);
    written.push(READING);
    escape_ruby_into(reading, written);
    written.push(END);
}

fn push_escaped(character: char, written: &mut String) {
    let escape = ESCAPES.iter().find(|(_, escaped)| *escaped == character);
    written.push_str(escape.map_or("", |(escape, _)| escape));
}

fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, tail) = rest.split_at(at);
        plain.push_str(before);
        let known = ESCAPES.iter().find_map(|(escape, meant)| Some((*meant, tail.strip_prefix(escape)?)));
        let (meant, after) = known.unwrap_or(('&', tail.strip_prefix('&').unwrap_or_default()));
        plain.push(meant);
        rest = after;
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// The character an escape at the start of `text` means, and the escape's length in bytes.
pub(super) fn escape_at_start_of(text: &str) -> Option<(&'static str, usize)> {
    const MEANT: [&str; 5] = ["<", "&", "｜", "《", "》"];
    let known = ESCAPES.iter().zip(MEANT).find(|((escape, _), _)| text.starts_with(escape));
    known.map(|((escape, _), meant)| (meant, escape.len()))
}

/// The base and reading that `text` starts with, as written, and their length in bytes with the marks.
pub(super) fn ruby_at_start_of(text: &str) -> Option<(&str, &str, usize)> {
    let (base, after) = text.strip_prefix(BASE)?.split_once(READING)?;
    let (reading, after) = after.split_once(END)?;
    let plain = |part: &str| !part.is_empty() && !part.contains([BASE, READING, END, '\n']) && !has_tag(part);
    (plain(base) && plain(reading)).then(|| (base, reading, text.len() - after.len()))
}

fn has_tag(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| text.get(at..).and_then(Tag::at_start_of).is_some())
}

/// A numbered tag as written, spaces inside allowed because models add them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    Open(u16),
    Close(u16),
    Void(u16),
}

impl Tag {
    /// The tag `text` starts with, and its length in bytes.
    fn at_start_of(text: &str) -> Option<(Self, usize)> {
        let after = text.strip_prefix('<')?.trim_start_matches(' ');
        let (closing, after) = after.strip_prefix('/').map_or((false, after), |after| (true, after));
        let after = after.trim_start_matches(' ');
        let n_digits = after.bytes().take_while(u8::is_ascii_digit).take(5).count();
        let (number, after) = after.split_at_checked(n_digits)?;
        let after = after.trim_start_matches(' ');
        let (void, after) = after.strip_prefix('/').map_or((false, after), |after| (true, after));
        let after = after.trim_start_matches(' ').strip_prefix('>')?;
        let number = number.parse().ok().filter(|_| n_digits <= 4)?;
        let tag = match (closing, void) {
            (false, false) => Self::Open(number),
            (false, true) => Self::Void(number),
            (true, _) => Self::Close(number),
        };
        Some((tag, text.len() - after.len()))
    }
}

/// Walks over written text.
pub(super) struct Scanner<'a> {
    rest: &'a str,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(written: &'a str) -> Self {
        Self { rest: written }
    }

    /// What has not been walked over yet.
    pub(super) const fn rest(&self) -> &'a str {
        self.rest
    }

    /// Text up to the next piece of markup.
    fn text(&mut self) -> &'a str {
        let mut from = 0;
        while let Some(at) = self.rest.get(from..).and_then(|tail| tail.find(['<', BASE])) {
            let at = from + at;
            let tail = self.rest.get(at..).unwrap_or_default();
            if Tag::at_start_of(tail).is_some() || ruby_at_start_of(tail).is_some() {
                let (text, rest) = self.rest.split_at_checked(at).unwrap_or_default();
                self.rest = rest;
                return text;
            }
            from = at + tail.chars().next().map_or(1, char::len_utf8);
        }
        std::mem::take(&mut self.rest)
    }

    fn skip(&mut self, len: usize) {
        self.rest = self.rest.get(len..).unwrap_or_default();
    }
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let text = self.text();
        if !text.is_empty() {
            return Some(Piece::Text(unescape(text)));
        }
        if let Some((base, reading, len)) = ruby_at_start_of(self.rest) {
            self.skip(len);
            return Some(Piece::Ruby { base: unescape(base), reading: unescape(reading) });
        }
        let (tag, len) = Tag::at_start_of(self.rest)?;
        self.skip(len);
        Some(match tag {
            Tag::Open(number) => Piece::Open(number),
            Tag::Close(number) => Piece::Close(number),
            Tag::Void(number) => Piece::Void(number),
        })
    }
}
