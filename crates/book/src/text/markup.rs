//! Text with inline markup a model can carry: numbered tags for what the format marks, and ruby as base and reading.
//!
//! The written form is what a model sees and what the store keeps:
//! - `<1>…</1>` is the paragraph's first piece of markup around some text, `<2/>` a mark without text;
//! - `｜漢字《かんじ》` is a base with its reading, as text files have it, and three tokens instead of ten.
//!
//! Numbers follow the source's order and may be re-ordered by a translation. Text that merely looks like markup is
//! written with `&lt;` and the like, so nothing in a book can pose as markup.

use super::markup_scan::{Scanner, escape_into, write_ruby};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// Well-formed marked text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Marked(String);

/// One piece of marked text, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Plain text.
    Text(Cow<'a, str>),
    /// The start of a numbered tag.
    Open(u16),
    /// The end of a numbered tag.
    Close(u16),
    /// A numbered mark without text.
    Void(u16),
    /// A base text with its reading.
    Ruby {
        /// The text itself.
        base: Cow<'a, str>,
        /// How it is read.
        reading: Cow<'a, str>,
    },
}

/// What is wrong with marked text, in itself or against the source's tags.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum MarkupFault {
    /// A tag is opened and never closed.
    #[error("`<{0}>` is never closed; add `</{0}>`")]
    Unclosed(u16),
    /// A tag is closed that is not open, or not the innermost open one.
    #[error("`</{0}>` closes a tag that is not the innermost open one")]
    Unopened(u16),
    /// A tag of the source is absent.
    #[error("tag {0} of the source is missing")]
    Missing(u16),
    /// A tag that the source does not have.
    #[error("tag {0} does not exist in the source; remove it")]
    Unknown(u16),
    /// A mark without text appears more than once.
    #[error("`<{0}/>` must appear exactly once")]
    Repeated(u16),
    /// A mark without text is used as a pair, or the reverse.
    #[error("tag {0} is used in another form than in the source (`<{0}>…</{0}>` or `<{0}/>`)")]
    WrongForm(u16),
}

impl Marked {
    /// Plain text as marked text.
    pub fn from_plain(text: &str) -> Self {
        let mut written = String::with_capacity(text.len());
        escape_into(text, &mut written);
        Self(written)
    }

    /// Reads the written form; tags must be balanced. Ruby that is not whole is text.
    pub fn parse(text: &str) -> Result<Self, Vec<MarkupFault>> {
        let mut builder = MarkedBuilder::default();
        let mut faults = Vec::new();
        let mut open = Vec::new();
        for piece in Scanner::new(text) {
            match &piece {
                Piece::Open(number) => open.push(*number),
                Piece::Close(number) if open.last() == Some(number) => {
                    open.pop();
                }
                Piece::Close(number) => faults.push(MarkupFault::Unopened(*number)),
                Piece::Text(_) | Piece::Void(_) | Piece::Ruby { .. } => {}
            }
            builder.push(&piece);
        }
        faults.extend(open.into_iter().map(MarkupFault::Unclosed));
        if faults.is_empty() { Ok(builder.finish()) } else { Err(faults) }
    }

    /// Takes back what [`Self::as_str`] gave, for a store that keeps what it was given.
    pub const fn from_written(written: String) -> Self {
        Self(written)
    }

    /// The written form.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether there is no markup and nothing escaped, so that the written form is the plain text.
    pub fn is_plain(&self) -> bool {
        // Counting has no way out half-way, which lets the processor look at many bytes at a time.
        let n_marks = self.0.bytes().filter(|byte| matches!(byte, b'<' | b'&')).count();
        n_marks == 0 && !self.0.contains("｜")
    }

    /// The pieces in order.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        Scanner::new(&self.0)
    }

    /// The text as a reader sees it: no tags, ruby as its base.
    pub fn plain(&self) -> Cow<'_, str> {
        if self.is_plain() {
            return Cow::Borrowed(&self.0);
        }
        let mut plain = String::with_capacity(self.0.len());
        for piece in self.pieces() {
            match piece {
                Piece::Text(text) | Piece::Ruby { base: text, .. } => plain.push_str(&text),
                Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => {}
            }
        }
        Cow::Owned(plain)
    }

    /// The same with ruby as its base alone; tags stay.
    #[must_use]
    pub fn without_readings(&self) -> Self {
        let mut builder = MarkedBuilder::default();
        for piece in self.pieces() {
            match piece {
                Piece::Ruby { base, .. } => builder.push_text(&base),
                piece @ (Piece::Text(_) | Piece::Open(_) | Piece::Close(_) | Piece::Void(_)) => {
                    builder.push(&piece);
                }
            }
        }
        builder.finish()
    }

    /// Bases with their readings, in order.
    pub fn readings(&self) -> Vec<(String, String)> {
        self.pieces()
            .filter_map(|piece| match piece {
                Piece::Ruby { base, reading } => Some((base.into_owned(), reading.into_owned())),
                Piece::Text(_) | Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => None,
            })
            .collect()
    }

    /// Reads a translation and holds it against this source: every tag of the source must be there in its form,
    /// none besides. Order is free, and a pair may be split into several.
    pub fn read_translation(&self, translation: &str) -> Result<Self, Vec<MarkupFault>> {
        let marked = Self::parse(translation)?;
        let (wanted, given) = (self.census(), marked.census());
        let mut faults = Vec::new();
        for (number, (form, _)) in &wanted {
            match given.get(number) {
                None => faults.push(MarkupFault::Missing(*number)),
                Some((given_form, _)) if given_form != form => faults.push(MarkupFault::WrongForm(*number)),
                Some((Form::Void, n_uses)) if *n_uses > 1 => faults.push(MarkupFault::Repeated(*number)),
                Some(_) => {}
            }
        }
        faults.extend(
            given.keys().filter(|number| !wanted.contains_key(number)).copied().map(MarkupFault::Unknown),
        );
        if faults.is_empty() { Ok(marked) } else { Err(faults) }
    }

    fn census(&self) -> BTreeMap<u16, (Form, usize)> {
        let mut census = BTreeMap::new();
        for piece in self.pieces() {
            let (number, form) = match piece {
                Piece::Open(number) => (number, Form::Pair),
                Piece::Void(number) => (number, Form::Void),
                Piece::Text(_) | Piece::Close(_) | Piece::Ruby { .. } => continue,
            };
            census.entry(number).or_insert((form, 0)).1 += 1;
        }
        census
    }
}

impl fmt::Display for Marked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Pair,
    Void,
}

/// Builds marked text piece by piece; whoever builds closes what it opens.
#[derive(Debug, Default)]
pub struct MarkedBuilder {
    written: String,
    /// Text waits here until the next tag, so that a look-alike split over two pieces is still seen whole.
    pending: String,
}

impl MarkedBuilder {
    /// Appends a piece.
    pub fn push(&mut self, piece: &Piece<'_>) {
        match piece {
            Piece::Text(text) => self.pending.push_str(text),
            Piece::Open(number) => self.push_tag(&format!("<{number}>")),
            Piece::Close(number) => self.push_tag(&format!("</{number}>")),
            Piece::Void(number) => self.push_tag(&format!("<{number}/>")),
            // Without a base or a reading there is nothing to annotate.
            Piece::Ruby { base, reading } if base.is_empty() || reading.is_empty() => {
                self.pending.push_str(base);
            }
            Piece::Ruby { base, reading } => {
                self.push_tag("");
                write_ruby(base, reading, &mut self.written);
            }
        }
    }

    /// Appends plain text.
    pub fn push_text(&mut self, text: &str) {
        self.pending.push_str(text);
    }

    /// The marked text.
    pub fn finish(mut self) -> Marked {
        escape_into(&self.pending, &mut self.written);
        Marked(self.written)
    }

    fn push_tag(&mut self, tag: &str) {
        escape_into(&self.pending, &mut self.written);
        self.pending.clear();
        self.written.push_str(tag);
    }
}
