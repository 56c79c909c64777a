//! Changes to a text as a list of replaced ranges.

use std::borrow::Cow;
use std::ops::Range;

/// Replacements in one text, in any order; they must not overlap.
#[derive(Debug, Default, Clone)]
pub(crate) struct Patches(Vec<(Range<usize>, String)>);

impl Patches {
    pub(crate) fn replace(&mut self, range: Range<usize>, with: String) {
        self.0.push((range, with));
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }

    /// Puts the replacements in order, which [`Self::cut`] needs.
    pub(crate) fn sort(&mut self) {
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
    }

    /// A stretch of the text with the replacements that lie wholly inside it.
    pub(crate) fn cut<'a>(&self, text: &'a str, range: Range<usize>) -> Cow<'a, str> {
        let first = self.0.partition_point(|(own, _)| own.start < range.start);
        let mut inside = self.0.iter().skip(first).take_while(|(own, _)| own.start < range.end).peekable();
        if inside.peek().is_none() {
            return Cow::Borrowed(text.get(range).unwrap_or_default());
        }
        let mut written = String::new();
        let mut from = range.start;
        for (own, with) in inside.filter(|(own, _)| own.end <= range.end) {
            if own.start >= from {
                written.push_str(text.get(from..own.start).unwrap_or_default());
                written.push_str(with);
                from = own.end;
            }
        }
        written.push_str(text.get(from..range.end).unwrap_or_default());
        Cow::Owned(written)
    }

    /// The replacements in order, without those inside one already replaced.
    pub(crate) fn in_order(mut self) -> Vec<(Range<usize>, String)> {
        self.sort();
        let mut end = 0;
        self.0.retain(|(range, _)| {
            let is_outside = range.start >= end;
            end = if is_outside { range.end } else { end };
            is_outside
        });
        self.0
    }

    /// The text with every replacement made. A range inside one already replaced is left out.
    pub(crate) fn apply(self, text: &str) -> String {
        let mut written = String::with_capacity(text.len() + 1024);
        let mut from = 0;
        for (range, with) in self.in_order() {
            written.push_str(text.get(from..range.start).unwrap_or_default());
            written.push_str(&with);
            from = range.end;
        }
        written.push_str(text.get(from..).unwrap_or_default());
        written
    }
}
