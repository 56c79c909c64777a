//! How marked text is written and read back, character by character: the one place that knows what a tag looks like.

use super::markup::{MarkupFault, Piece};
use std::borrow::Cow;

/// Writes plain text so that nothing in it can be read as a tag.
pub(super) fn escape_into(text: &str, written: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, tail) = rest.split_at(at);
        written.push_str(before);
        if tail.starts_with("&lt;") || tail.starts_with("&amp;") {
            written.push_str("&amp;");
        } else if Tag::at_start_of(tail).is_some() {
            written.push_str("&lt;");
        } else {
            written.push_str(tail.get(..1).unwrap_or_default());
        }
        rest = tail.get(1..).unwrap_or_default();
    }
    written.push_str(rest);
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
        if let Some(after) = tail.strip_prefix("&lt;") {
            plain.push('<');
            rest = after;
        } else {
            plain.push('&');
            rest = tail.strip_prefix("&amp;").or_else(|| tail.strip_prefix('&')).unwrap_or_default();
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// A tag as written, spaces inside allowed because models add them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    Open(u16),
    Close(u16),
    Void(u16),
    RubyBase,
    RubyReading,
    RubyEnd,
    /// The name of a tag in a form that means nothing, such as `</rt>` or `</3/>`.
    Odd,
}

impl Tag {
    /// The tag `text` starts with, and its length in bytes.
    fn at_start_of(text: &str) -> Option<(Self, usize)> {
        let after = text.strip_prefix('<')?.trim_start_matches(' ');
        let (closing, after) = after.strip_prefix('/').map_or((false, after), |after| (true, after));
        let after = after.trim_start_matches(' ');
        let name_len = after.bytes().take_while(u8::is_ascii_alphanumeric).take(5).count();
        let (name, after) = after.split_at_checked(name_len)?;
        let after = after.trim_start_matches(' ');
        let (void, after) = after.strip_prefix('/').map_or((false, after), |after| (true, after));
        let after = after.trim_start_matches(' ').strip_prefix('>')?;
        let tag = match (name, closing, void) {
            ("r", false, false) => Self::RubyBase,
            ("rt", false, false) => Self::RubyReading,
            ("r", true, false) => Self::RubyEnd,
            ("r" | "rt", _, _) => Self::Odd,
            (number, closing, void) => {
                Self::numbered(number.parse().ok().filter(|_| name_len <= 4)?, closing, void)
            }
        };
        Some((tag, text.len() - after.len()))
    }

    const fn numbered(number: u16, closing: bool, void: bool) -> Self {
        match (closing, void) {
            (false, false) => Self::Open(number),
            (true, false) => Self::Close(number),
            (false, true) => Self::Void(number),
            (true, true) => Self::Odd,
        }
    }
}

/// Walks over written text. Faulty ruby is reported where it stands and its text is given as plain text.
pub(super) struct Scanner<'a> {
    rest: &'a str,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(written: &'a str) -> Self {
        Self { rest: written }
    }

    /// Text up to the next tag.
    fn text(&mut self) -> Option<&'a str> {
        let mut from = 0;
        while let Some(at) = self.rest.get(from..).and_then(|tail| tail.find('<')) {
            let at = from + at;
            if self.rest.get(at..).and_then(Tag::at_start_of).is_some() {
                let (text, rest) = self.rest.split_at_checked(at)?;
                self.rest = rest;
                return Some(text);
            }
            from = at + 1;
        }
        Some(std::mem::take(&mut self.rest))
    }

    fn tag(&mut self) -> Option<Tag> {
        let (tag, len) = Tag::at_start_of(self.rest)?;
        self.rest = self.rest.get(len..).unwrap_or_default();
        Some(tag)
    }

    /// The rest of a ruby after `<r>`; `None` leaves the scanner where it was.
    fn ruby(&mut self) -> Option<Piece<'a>> {
        let before = self.rest;
        let ruby = self.text().and_then(|base| {
            let reading_follows = self.tag() == Some(Tag::RubyReading);
            let reading = self.text().filter(|_| reading_follows)?;
            let ended = self.tag() == Some(Tag::RubyEnd);
            ended.then(|| Piece::Ruby { base: unescape(base), reading: unescape(reading) })
        });
        if ruby.is_none() {
            self.rest = before;
        }
        ruby
    }
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Result<Piece<'a>, MarkupFault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let text = self.text()?;
        if !text.is_empty() {
            return Some(Ok(Piece::Text(unescape(text))));
        }
        Some(match self.tag()? {
            Tag::Open(number) => Ok(Piece::Open(number)),
            Tag::Close(number) => Ok(Piece::Close(number)),
            Tag::Void(number) => Ok(Piece::Void(number)),
            Tag::RubyBase => self.ruby().ok_or(MarkupFault::BrokenRuby),
            Tag::RubyReading | Tag::RubyEnd | Tag::Odd => Err(MarkupFault::BrokenRuby),
        })
    }
}
