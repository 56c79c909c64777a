//! The strings of a JSON file with their places.

use crate::import::ImportError;
use messages::Message;
use std::ops::Range;

/// Deeper than any file of a game.
const MAX_DEPTH: usize = 100;

/// A string that is a value.
pub(crate) struct JsonString {
    /// What is between the quotation marks.
    pub(crate) range: Range<usize>,
    /// The names and positions that lead to it, with `/` between.
    pub(crate) path: String,
    /// The innermost object around it, counted from zero.
    pub(crate) object: usize,
}

/// The strings of a file, and what each object is.
#[derive(Default)]
pub(crate) struct Strings {
    pub(crate) all: Vec<JsonString>,
    /// What each object gives as its `code`.
    pub(crate) codes: Vec<Option<i64>>,
    /// Whether each object holds commands of an event.
    pub(crate) is_event: Vec<bool>,
}

/// Finds the strings.
pub(crate) fn strings(text: &str) -> Result<Strings, ImportError> {
    let mut walker = Walker { text, at: 0, path: Vec::new(), objects: Vec::new(), found: Strings::default() };
    let is_read = walker.value(0).is_some();
    walker.space();
    if !is_read || walker.at < text.len() {
        return Err(ImportError::Damaged { detail: Message::new("game_not_json").count("at", walker.at) });
    }
    Ok(walker.found)
}

struct Walker<'a> {
    text: &'a str,
    at: usize,
    path: Vec<String>,
    objects: Vec<usize>,
    found: Strings,
}

impl Walker<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        self.space();
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn value(&mut self, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.space();
        match self.peek()? {
            b'{' => self.object(depth),
            b'[' => self.array(depth),
            b'"' => {
                let range = self.string()?;
                let object = self.objects.last().copied().unwrap_or_default();
                self.found.all.push(JsonString { range, path: self.path.join("/"), object });
                Some(())
            }
            _ => {
                let start = self.at;
                while self
                    .peek()
                    .is_some_and(|byte| !matches!(byte, b',' | b']' | b'}') && !byte.is_ascii_whitespace())
                {
                    self.at += 1;
                }
                if self.path.last().is_some_and(|name| name == "code")
                    && let Some(code) =
                        self.objects.last().and_then(|object| self.found.codes.get_mut(*object))
                {
                    *code = self.text.get(start..self.at).and_then(|number| number.parse().ok());
                }
                (self.at > start).then_some(())
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<()> {
        self.take(b'{')?;
        self.objects.push(self.found.codes.len());
        self.found.codes.push(None);
        self.found.is_event.push(false);
        self.space();
        if self.peek() != Some(b'}') {
            loop {
                self.space();
                let name = self.string()?;
                let name = self.text.get(name)?.to_owned();
                if matches!(name.as_str(), "pages" | "list")
                    && let Some(own) = self.objects.last().and_then(|own| self.found.is_event.get_mut(*own))
                {
                    *own = true;
                }
                self.take(b':')?;
                self.path.push(name);
                self.value(depth + 1)?;
                self.path.pop();
                if self.take(b',').is_none() {
                    break;
                }
            }
        }
        self.objects.pop();
        self.take(b'}')
    }

    fn array(&mut self, depth: usize) -> Option<()> {
        self.take(b'[')?;
        self.space();
        if self.peek() != Some(b']') {
            for position in 0_usize.. {
                self.path.push(position.to_string());
                self.value(depth + 1)?;
                self.path.pop();
                if self.take(b',').is_none() {
                    break;
                }
            }
        }
        self.take(b']')
    }

    /// The place of a string without its quotation marks.
    fn string(&mut self) -> Option<Range<usize>> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(start..self.at - 1)
    }
}

/// The characters of a string, each with its place.
pub(crate) fn characters(text: &str, range: Range<usize>) -> Vec<(char, Range<usize>)> {
    let mut characters = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let rest = text.get(at..range.end).unwrap_or_default();
        let Some(first) = rest.chars().next() else { break };
        let (character, len) = if first == '\\' { escape(rest) } else { (first, first.len_utf8()) };
        characters.push((character, at..at + len));
        at += len;
    }
    characters
}

fn escape(rest: &str) -> (char, usize) {
    let simple = match rest.as_bytes().get(1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'u') => {
            let unit = |from: usize| u32::from_str_radix(rest.get(from..from + 4)?, 16).ok();
            let Some(first) = unit(2) else { return ('\u{fffd}', 2) };
            if (0xd800..0xdc00).contains(&first)
                && rest.get(6..8) == Some("\\u")
                && let Some(second) = unit(8).filter(|second| (0xdc00..0xe000).contains(second))
            {
                let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return (char::from_u32(code).unwrap_or('\u{fffd}'), 12);
            }
            return (char::from_u32(first).unwrap_or('\u{fffd}'), 6);
        }
        Some(byte) if byte.is_ascii() => char::from(*byte),
        _ => return ('\\', 1),
    };
    (simple, 2)
}
