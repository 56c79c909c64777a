//! A paragraph as it is searched: folded, without tags, readings beside it, and the way back to the written text.

use crate::text::fold::Folding;
use crate::text::markup::Marked;
use crate::text::markup_stretch::{Layer, Stretch};
use std::ops::Range;

/// The text of one paragraph, folded. It is filled again for every paragraph, so that its room is asked for once.
#[derive(Debug, Default)]
pub(super) struct Visible {
    pub(super) text: FoldedText,
    pub(super) readings: FoldedText,
    pub(super) rubies: Vec<Ruby>,
}

/// A base with its reading.
#[derive(Debug)]
pub(super) struct Ruby {
    /// Where the base is written.
    pub(super) base: Range<usize>,
    /// Where the reading stands in the folded readings.
    pub(super) reading: Range<usize>,
    /// Where the base ends in the folded text.
    base_end: usize,
}

/// Folded text with the way back.
#[derive(Debug, Default)]
pub(super) struct FoldedText {
    pub(super) text: String,
    /// Where characters stand that were capitals.
    pub(super) capitals: Vec<usize>,
    segments: Vec<Segment>,
}

/// A stretch of folded text and the written one it comes from.
#[derive(Debug, Clone, Copy)]
struct Segment {
    folded: usize,
    n_folded: usize,
    written: usize,
    n_written: usize,
    /// Whether each byte comes from the byte at the same place; otherwise the stretch is one character.
    is_linear: bool,
}

impl Visible {
    /// Takes in marked text.
    pub(super) fn fill(&mut self, marked: &Marked, folding: Folding) {
        self.clear();
        if marked.is_plain() {
            self.text.push(marked.as_str(), 0, folding);
            return;
        }
        let mut last = Layer::Text;
        for stretch in marked.stretches() {
            match stretch.layer {
                Layer::Text => self.text.push_stretch(&stretch, folding),
                Layer::Base => {
                    if last != Layer::Base {
                        self.begin_ruby(stretch.written.start);
                    }
                    self.text.push_stretch(&stretch, folding);
                    let base_end = self.text.text.len();
                    if let Some(ruby) = self.rubies.last_mut() {
                        ruby.base.end = stretch.written.end;
                        ruby.base_end = base_end;
                    }
                }
                Layer::Reading => {
                    self.readings.push_reading(&stretch);
                    let end = self.readings.text.len();
                    if let Some(ruby) = self.rubies.last_mut() {
                        ruby.reading.end = end;
                    }
                }
            }
            last = stretch.layer;
        }
    }

    /// Takes in plain text.
    pub(super) fn fill_plain(&mut self, text: &str, folding: Folding) {
        self.clear();
        self.text.push(text, 0, folding);
    }

    fn clear(&mut self) {
        self.text.clear();
        self.readings.clear();
        self.rubies.clear();
    }

    /// Readings of bases that touch are read on; others are kept apart by a mark no reading has.
    fn begin_ruby(&mut self, written: usize) {
        let touches = self.rubies.last().is_some_and(|ruby| ruby.base_end == self.text.text.len());
        if !touches {
            self.readings.text.push('\n');
        }
        let at = self.readings.text.len();
        self.rubies.push(Ruby { base: written..written, reading: at..at, base_end: self.text.text.len() });
    }

    /// The written base under a stretch of the readings that begins and ends with whole rubies.
    pub(super) fn base_of(&self, reading: &Range<usize>) -> Option<Range<usize>> {
        let first = self.rubies.iter().find(|ruby| ruby.reading.start == reading.start)?;
        let last = self.rubies.iter().find(|ruby| ruby.reading.end == reading.end)?;
        Some(first.base.start..last.base.end)
    }
}

impl FoldedText {
    fn clear(&mut self) {
        self.text.clear();
        self.capitals.clear();
        self.segments.clear();
    }

    fn push_stretch(&mut self, stretch: &Stretch<'_>, folding: Folding) {
        if stretch.text.len() == stretch.written.len() {
            self.push(stretch.text, stretch.written.start, folding);
        } else {
            let before = self.text.len();
            for c in stretch.text.chars() {
                folding.push(c, &mut self.text);
            }
            self.add_segment(before, stretch.written.clone(), false);
        }
    }

    /// Readings are compared by sound alone: without spaces and dots.
    fn push_reading(&mut self, stretch: &Stretch<'_>) {
        for c in stretch.text.chars().filter(|c| !is_pause(*c)) {
            Folding::READING.push(c, &mut self.text);
        }
    }

    /// Appends text that is written at a place.
    pub(super) fn push(&mut self, text: &str, written: usize, folding: Folding) {
        for (offset, c) in text.char_indices() {
            let (at, before) = (written + offset, self.text.len());
            if is_unseen(c) {
                continue;
            }
            if c.is_whitespace() {
                if !self.text.ends_with(' ') {
                    self.text.push(' ');
                    self.add_segment(before, at..at + c.len_utf8(), c.len_utf8() == 1);
                }
                continue;
            }
            if Folding::joins_previous(c) {
                self.join(c, at, folding);
                continue;
            }
            folding.push(c, &mut self.text);
            if c.is_uppercase() {
                self.capitals.push(before);
            }
            let first = self.text.get(before..).and_then(|added| added.chars().next());
            let is_one = first.is_some_and(|first| first.len_utf8() == self.text.len() - before);
            let is_linear = is_one && first.map(char::len_utf8) == Some(c.len_utf8());
            self.add_segment(before, at..at + c.len_utf8(), is_linear);
        }
    }

    /// A mark belongs to the character before it: from there on both are one.
    fn join(&mut self, mark: char, at: usize, folding: Folding) {
        let last_len = self.text.chars().next_back().map_or(0, char::len_utf8);
        let start = self.text.len() - last_len;
        let written = self.written_start(start).unwrap_or(at);
        folding.push(mark, &mut self.text);
        if let Some(last) = self.segments.last_mut() {
            if last.is_linear && last.folded < start {
                last.n_folded = start - last.folded;
                last.n_written = last.n_folded;
            } else {
                self.segments.pop();
            }
        }
        let from = self.segments.last().map_or(0, |segment| segment.folded + segment.n_folded);
        self.add_segment(from.max(start.min(self.text.len())), written..at + mark.len_utf8(), false);
    }

    fn add_segment(&mut self, folded: usize, written: Range<usize>, is_linear: bool) {
        let n_folded = self.text.len() - folded;
        if n_folded == 0 {
            return;
        }
        if let Some(last) = self.segments.last_mut().filter(|last| last.is_linear && is_linear)
            && last.folded + last.n_folded == folded
            && last.written + last.n_written == written.start
        {
            last.n_folded += n_folded;
            last.n_written += n_folded;
            return;
        }
        let n_written = written.end - written.start;
        self.segments.push(Segment { folded, n_folded, written: written.start, n_written, is_linear });
    }

    fn segment_at(&self, folded: usize) -> Option<&Segment> {
        let after = self.segments.partition_point(|segment| segment.folded <= folded);
        let segment = self.segments.get(after.checked_sub(1)?)?;
        (folded < segment.folded + segment.n_folded).then_some(segment)
    }

    /// Where a folded stretch is written, if it consists of whole written characters.
    pub(super) fn written(&self, folded: &Range<usize>) -> Option<Range<usize>> {
        let start = self.written_start(folded.start)?;
        let segment = self.segment_at(folded.end.checked_sub(1)?)?;
        let within = folded.end - segment.folded;
        let end = match segment.is_linear {
            true => segment.written + within,
            false if within == segment.n_folded => segment.written + segment.n_written,
            false => return None,
        };
        Some(start..end)
    }

    fn written_start(&self, folded: usize) -> Option<usize> {
        let segment = self.segment_at(folded)?;
        match segment.is_linear {
            true => Some(segment.written + (folded - segment.folded)),
            false if folded == segment.folded => Some(segment.written),
            false => None,
        }
    }

    /// The character at a folded place, as it is written.
    pub(super) fn written_char(&self, written: &str, folded: usize) -> Option<char> {
        let segment = self.segment_at(folded)?;
        let within = if segment.is_linear { folded - segment.folded } else { 0 };
        written.get(segment.written + within..)?.chars().next()
    }

    /// The character before a folded place, as it is written.
    pub(super) fn written_char_before(&self, written: &str, folded: usize) -> Option<char> {
        let before = self.text.get(..folded)?.chars().next_back()?;
        self.written_char(written, folded - before.len_utf8())
    }
}

/// What may stand between the parts of a name and of its reading.
pub(super) const fn is_pause(c: char) -> bool {
    matches!(c, ' ' | '\u{3000}' | '\u{a0}' | '・' | '･' | '·' | '•' | '‧' | '＝' | '゠' | '=')
}

/// Characters that take no room on a page and say nothing about a word.
const fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}
