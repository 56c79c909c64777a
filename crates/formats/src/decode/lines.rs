//! The lines of a text file: where each begins and what it says, in little room, because a long book has a million of them.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// The lines; a line break at the very end of the file opens no further line.
pub(crate) struct Lines<'a> {
    bytes: &'a [u8],
    encoding: &'static Encoding,
    starts: Vec<u32>,
    texts: Texts,
}

/// What the lines say.
enum Texts {
    /// What the bytes of the file say, but for these lines.
    OfFile(HashMap<usize, Box<str>>),
    /// The text of every line of a file in another encoding.
    Decoded(Vec<Box<str>>),
}

/// One line of a file.
pub(crate) struct Line<'l> {
    /// Its bytes without the line break.
    pub(crate) bytes: Range<usize>,
    /// Where the next line starts; the line break lies between.
    pub(crate) end: usize,
    /// Its text without the line break.
    pub(crate) text: &'l str,
}

impl<'a> Lines<'a> {
    pub(super) fn new(bytes: &'a [u8], encoding: &'static Encoding) -> Self {
        let texts =
            if encoding == UTF_8 { Texts::OfFile(HashMap::new()) } else { Texts::Decoded(Vec::new()) };
        Self { bytes, encoding, starts: Vec::new(), texts }
    }

    /// Adds the next line, which begins there and says this.
    pub(super) fn push(&mut self, start: usize, text: Cow<'_, str>) {
        match (&mut self.texts, text) {
            (Texts::Decoded(texts), text) => texts.push(text.into()),
            (Texts::OfFile(_), Cow::Borrowed(_)) => {}
            (Texts::OfFile(odd), Cow::Owned(text)) => {
                odd.insert(self.starts.len(), text.into());
            }
        }
        self.starts.push(u32::try_from(start).unwrap_or(u32::MAX));
    }

    pub(crate) const fn len(&self) -> usize {
        self.starts.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<Line<'_>> {
        let start = self.start(at)?;
        let end = self.start(at + 1).unwrap_or(self.bytes.len());
        let raw = self.bytes.get(start..end)?;
        let n_text = raw.len() - break_length(raw, self.encoding);
        let text = match &self.texts {
            Texts::Decoded(texts) => texts.get(at)?,
            Texts::OfFile(odd) => match odd.get(&at) {
                Some(text) => text,
                // Lines that cannot be read so are among the odd ones.
                None => std::str::from_utf8(raw.get(..n_text)?).unwrap_or_default(),
            },
        };
        Some(Line { bytes: start..start + n_text, end, text })
    }

    /// The text of a line; nothing beyond the last.
    pub(crate) fn text(&self, at: usize) -> &str {
        self.get(at).map_or("", |line| line.text)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Line<'_>> {
        self.range(0..self.len())
    }

    /// Some of the lines.
    pub(crate) fn range(&self, range: Range<usize>) -> impl Iterator<Item = Line<'_>> {
        range.map_while(|at| self.get(at))
    }

    fn start(&self, at: usize) -> Option<usize> {
        self.starts.get(at).and_then(|start| usize::try_from(*start).ok())
    }
}

/// How many bytes at the end of a line are its line break.
fn break_length(raw: &[u8], encoding: &'static Encoding) -> usize {
    let (one, two) = if encoding == UTF_16LE {
        (raw.ends_with(b"\n\0") || raw.ends_with(b"\r\0"), raw.ends_with(b"\r\0\n\0"))
    } else if encoding == UTF_16BE {
        (raw.ends_with(b"\0\n") || raw.ends_with(b"\0\r"), raw.ends_with(b"\0\r\0\n"))
    } else {
        let n_text =
            raw.strip_suffix(b"\r\n").or_else(|| raw.strip_suffix(b"\n").or(raw.strip_suffix(b"\r")));
        return n_text.map_or(0, |text| raw.len() - text.len());
    };
    // A byte too many at the end of the file is no half of a line break.
    match (raw.len() % 2, one, two) {
        (0, _, true) => 4,
        (0, true, false) => 2,
        _ => 0,
    }
}
