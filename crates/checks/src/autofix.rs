//! Mends a translation by exact edits of its written form, so that each one can be logged, shown and taken back.

use crate::check::Finding;
use book::text::markup::{Marked, Piece};

/// One replacement. Places are characters of the written form as it was before its pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The check that asked for it.
    pub check: &'static str,
    /// Where it starts.
    pub at: usize,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
}

/// A mended translation with how it came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Autofixed {
    /// The mended text.
    pub text: Marked,
    /// Passes in the order they were made; the edits of one pass are in order and do not overlap.
    pub passes: Vec<Vec<Edit>>,
}

impl Autofixed {
    /// The text before mending.
    pub fn revert(&self) -> Marked {
        let mut written: Vec<char> = self.text.as_str().chars().collect();
        for pass in self.passes.iter().rev() {
            let mut restored = Vec::with_capacity(written.len());
            let (mut from, mut shift) = (0_usize, 0_usize);
            for edit in pass {
                // Where the edit stands now: its old place, moved by what earlier edits of the pass added or took.
                let now = (edit.at + from).saturating_sub(shift);
                restored.extend(written.get(from..now).unwrap_or_default());
                restored.extend(edit.before.chars());
                from = now + edit.after.chars().count();
                shift = edit.at + edit.before.chars().count();
            }
            restored.extend(written.get(from..).unwrap_or_default());
            written = restored;
        }
        Marked::from_written(written.into_iter().collect())
    }
}

/// Applies the findings that say what should stand at their place; `None` if none can be. A change that would touch a
/// tag is left out.
pub fn apply(marked: &Marked, findings: &[Finding]) -> Option<(Marked, Vec<Edit>)> {
    let mut wanted: Vec<(usize, usize, &str, &'static str)> = findings
        .iter()
        .filter_map(|finding| {
            let span = finding.span.as_ref()?;
            Some((span.start, span.end, finding.fix.as_deref()?, finding.check))
        })
        .collect();
    if wanted.is_empty() {
        return None;
    }
    wanted.sort_by_key(|(start, end, ..)| (*start, *end));
    let written: Vec<char> = marked.as_str().chars().collect();
    let places = Places::of(marked, &written)?;
    let mut edits = Vec::new();
    let mut mended = String::with_capacity(marked.as_str().len());
    let mut done = 0;
    for (start, end, replacement, check) in wanted {
        let Some((from, to)) = places.written_range(start, end) else { continue };
        if from < done {
            continue;
        }
        let before: String = written.get(from..to)?.iter().collect();
        let after = Marked::from_plain(replacement).as_str().to_owned();
        if before == after {
            continue;
        }
        mended.extend(written.get(done..from)?);
        mended.push_str(&after);
        done = to;
        edits.push(Edit { check, at: from, before, after });
    }
    mended.extend(written.get(done..)?);
    let text = Marked::parse(&mended).ok().filter(|text| text.as_str() == mended)?;
    (!edits.is_empty()).then_some((text, edits))
}

/// Where each character of the plain text stands in the written form.
struct Places {
    /// Start and length; `None` where both forms are the same.
    of_chars: Option<Vec<(usize, usize)>>,
    len: usize,
}

impl Places {
    fn of(marked: &Marked, written: &[char]) -> Option<Self> {
        if marked.is_plain() {
            return Some(Self { of_chars: None, len: written.len() });
        }
        let mut of_chars = Vec::new();
        let mut at = 0;
        for piece in marked.pieces() {
            match piece {
                Piece::Text(text) => at = walk(written, at, &text, Some(&mut of_chars)),
                Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => at = after_tag(written, at)?,
                Piece::Ruby { base, reading } => {
                    at = walk(written, after_tag(written, at)?, &base, Some(&mut of_chars));
                    at = walk(written, after_tag(written, at)?, &reading, None);
                    at = after_tag(written, at)?;
                }
            }
        }
        (at == written.len()).then_some(Self { of_chars: Some(of_chars), len: written.len() })
    }

    fn written_range(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let Some(of_chars) = &self.of_chars else {
            return (start <= end && end <= self.len).then_some((start, end));
        };
        let end_of = |at: usize| of_chars.get(at).map(|(start, length)| start + length);
        if start == end {
            let at = match of_chars.get(start) {
                Some((at, _)) => *at,
                None => end_of(start.checked_sub(1)?)?,
            };
            return Some((at, at));
        }
        let (from, to) = (of_chars.get(start)?.0, end_of(end.checked_sub(1)?)?);
        let covered: usize = of_chars.get(start..end)?.iter().map(|(_, length)| length).sum();
        (covered == to - from).then_some((from, to))
    }
}

fn after_tag(written: &[char], at: usize) -> Option<usize> {
    let rest = written.get(at..)?;
    if rest.first() != Some(&'<') {
        return None;
    }
    rest.iter().position(|c| *c == '>').map(|length| at + length + 1)
}

fn walk(written: &[char], start: usize, text: &str, mut places: Option<&mut Vec<(usize, usize)>>) -> usize {
    let mut at = start;
    for _ in text.chars() {
        let rest = written.get(at..).unwrap_or_default();
        let length = match rest {
            ['&', 'l', 't', ';', ..] => 4,
            ['&', 'a', 'm', 'p', ';', ..] => 5,
            _ => 1,
        };
        if let Some(places) = places.as_deref_mut() {
            places.push((at, length));
        }
        at += length;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Severity;

    fn replace(span: std::ops::Range<usize>, with: &str) -> Finding {
        Finding::new("X1", Severity::Autofix, "", "").at(span).mended_by(with)
    }

    #[test]
    fn tags_and_ruby_stay_where_they_are_and_everything_can_be_taken_back() {
        let marked = Marked::parse("a,<1>b &lt;2> c</1> <r>漢<rt>かん</r>. d").unwrap();
        assert_eq!(marked.plain(), "a,b <2> c 漢. d");
        let findings = [
            replace(1..2, ";"),
            replace(4..7, "!"),
            replace(9..10, ""),
            replace(10..11, "字"),
            replace(14..14, "?"),
        ];
        let (text, edits) = apply(&marked, &findings).unwrap();
        assert_eq!(text.as_str(), "a;<1>b ! c</1><r>字<rt>かん</r>. d?");
        let autofixed = Autofixed { text, passes: vec![edits] };
        assert_eq!(autofixed.revert(), marked);
    }

    #[test]
    fn a_change_across_a_tag_is_left_out() {
        let marked = Marked::parse("a <1>b</1>").unwrap();
        assert_eq!(apply(&marked, &[replace(1..3, "")]), None);
    }
}
