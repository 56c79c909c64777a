//! Mends a translation by exact edits of the text between its tags, so that each one can be logged, shown and taken back.

use crate::check::Finding;
use crate::code::CheckCode;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use std::borrow::Cow;

/// One replacement inside a run of text between two tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextReplacement {
    /// The check that asked for it.
    pub check: CheckCode,
    /// Which run of text, counted over the text pieces and ruby bases of the paragraph.
    pub run: usize,
    /// Where it starts, in characters of that run as it was before its pass.
    pub at: usize,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
}

/// A mended translation with how it came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutofixedText {
    /// The mended text.
    pub text: Marked,
    /// Passes in the order they were made; the edits of one pass are in order and do not overlap.
    pub passes: Vec<Vec<TextReplacement>>,
}

impl AutofixedText {
    /// The text before mending.
    pub fn revert(&self) -> Marked {
        let mut text = self.text.clone();
        for pass in self.passes.iter().rev() {
            let mut runs = Runs::from_marked(&text);
            for (index, run) in runs.texts_mut().enumerate() {
                let edits = pass.iter().filter(|edit| edit.run == index);
                *run = rewrite(run, edits, Direction::Back);
            }
            text = runs.build();
        }
        text
    }
}

/// Applies the findings that say what should stand at their place; `None` if none can be. A change that would reach over
/// a tag, or leave nothing between two tags, is left out.
pub fn apply(marked: &Marked, findings: &[Finding]) -> Option<(Marked, Vec<TextReplacement>)> {
    let mut wanted: Vec<(usize, usize, &str, CheckCode)> = findings
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
    let mut runs = Runs::from_marked(marked);
    let n_runs = runs.texts_mut().count();
    let mut wanted = wanted.into_iter().peekable();
    let mut edits: Vec<TextReplacement> = Vec::new();
    let mut run_start = 0;
    for (index, run) in runs.texts_mut().enumerate() {
        let chars: Vec<char> = run.chars().collect();
        let run_end = run_start + chars.len();
        let is_last = index + 1 == n_runs;
        let mut own: Vec<TextReplacement> = Vec::new();
        let mut done = 0;
        while let Some((start, end, after, check)) =
            wanted.next_if(|(start, ..)| *start < run_end || (is_last && *start == run_end))
        {
            let Some(from) = start.checked_sub(run_start).filter(|from| *from >= done) else { continue };
            let Some(before) = chars.get(from..end - run_start) else { continue };
            let before: String = before.iter().collect();
            if before != after {
                done = end - run_start;
                own.push(TextReplacement { check, run: index, at: from, before, after: after.to_owned() });
            }
        }
        let mended = rewrite(run, own.iter(), Direction::Forth);
        if !mended.is_empty() {
            *run = mended;
            edits.extend(own);
        }
        run_start = run_end;
    }
    let text = runs.build();
    let stable = Marked::parse(text.as_str()).is_ok_and(|again| again == text);
    (!edits.is_empty() && stable).then_some((text, edits))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forth,
    Back,
}

/// A run with the edits of one pass made or taken back.
fn rewrite<'e>(run: &str, edits: impl Iterator<Item = &'e TextReplacement>, direction: Direction) -> String {
    let chars: Vec<char> = run.chars().collect();
    let mut written = String::with_capacity(run.len());
    // How far this text has been copied, and how far that brings us in the text the edits count in.
    let (mut copied, mut counted) = (0, 0);
    for edit in edits {
        let (old, new) = match direction {
            Direction::Forth => (&edit.before, &edit.after),
            Direction::Back => (&edit.after, &edit.before),
        };
        let next = copied + edit.at.saturating_sub(counted);
        written.extend(chars.get(copied..next).unwrap_or_default());
        written.push_str(new);
        copied = next + old.chars().count();
        counted = edit.at + edit.before.chars().count();
    }
    written.extend(chars.get(copied..).unwrap_or_default());
    written
}

/// A paragraph taken apart, so that its text can change and its tags cannot.
struct Runs {
    pieces: Vec<Piece<'static>>,
}

impl Runs {
    fn from_marked(marked: &Marked) -> Self {
        let pieces = marked
            .pieces()
            .map(|piece| match piece {
                Piece::Text(text) => Piece::Text(Cow::Owned(text.into_owned())),
                Piece::Open(number) => Piece::Open(number),
                Piece::Close(number) => Piece::Close(number),
                Piece::Void(number) => Piece::Void(number),
                Piece::Ruby { base, reading } => Piece::Ruby {
                    base: Cow::Owned(base.into_owned()),
                    reading: Cow::Owned(reading.into_owned()),
                },
            })
            .collect();
        Self { pieces }
    }

    fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.pieces.iter_mut().filter_map(|piece| match piece {
            Piece::Text(text) | Piece::Ruby { base: text, .. } => Some(text.to_mut()),
            Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => None,
        })
    }

    fn build(&self) -> Marked {
        let mut builder = MarkedBuilder::default();
        self.pieces.iter().for_each(|piece| builder.push(piece));
        builder.finish()
    }
}
