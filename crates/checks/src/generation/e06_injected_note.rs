//! **E6 injected-note.** A translator's note that nobody asked for.
//!
//! *Rule*: the beginning of a note in the target language or in English, while the source has none; not where notes are welcome. *False alarms*: the
//! source's own notes. *Severity*: queue. *Repair*: remove the note.

use crate::check::{Finding, Verdict};
use crate::language::pair::Pair;
use crate::policy::Notes;
use crate::prepared::Prepared;
use book::text::fold::fold;
use std::ops::Range;

check!(InjectedNote, E6, "injected-note", Queue, Style);

/// How many notes a translator put into a text: how often one begins.
pub fn count(pair: &Pair, translation: &str) -> usize {
    let notes = pair.phrases.notes.as_ref();
    notes.map_or(0, |notes| notes.find_iter(&fold(translation)).count())
}

/// Brackets a note stands in.
const BRACKETS: &[(char, char)] =
    &[('(', ')'), ('[', ']'), ('（', '）'), ('［', '］'), ('【', '】'), ('〔', '〕'), ('〖', '〗')];
/// So many characters a marker may have.
const LONGEST_MARKER: usize = 40;
/// So many characters may stand between a marker and its colon, as in `N. del T.:`.
const LONGEST_REST: usize = 24;

/// Where the notes stand that a translator put into a text between brackets, each with what it says. A note with markup in
/// it is none of them: it cannot be moved without that.
pub fn spans(pair: &Pair, text: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut end = 0;
    for (start, opening) in text.char_indices() {
        let Some((_, closing)) = BRACKETS.iter().find(|(first, _)| *first == opening) else { continue };
        if start < end {
            continue;
        }
        let Some(rest) = text.get(start + opening.len_utf8()..) else { continue };
        let Some(length) = closed_at(rest, opening, *closing) else { continue };
        let Some(inner) = rest.get(..length) else { continue };
        if inner.contains(['<', '>']) {
            continue;
        }
        if let Some(body) = body_of(pair, opening, inner).filter(|body| !body.is_empty()) {
            end = start + opening.len_utf8() + length + closing.len_utf8();
            found.push((start..end, body.to_owned()));
        }
    }
    found
}

/// Where the bracket that was opened before a text is closed.
fn closed_at(text: &str, opening: char, closing: char) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        if c == closing && depth == 0 {
            return Some(at);
        }
        if c == opening {
            depth += 1;
        } else if c == closing {
            depth -= 1;
        }
    }
    None
}

/// What a note says behind its marker; nothing where no marker stands at the beginning.
fn body_of<'a>(pair: &Pair, opening: char, inner: &'a str) -> Option<&'a str> {
    let opening = fold(&opening.to_string());
    let marker_end = inner.char_indices().take(LONGEST_MARKER).find_map(|(at, c)| {
        let at = at + c.len_utf8();
        let begun = fold(inner.get(..at)?);
        let bracketed = format!("{opening}{begun}");
        let is_marker = |marker: &String| *marker == begun || *marker == bracketed;
        pair.phrases.note_markers.iter().any(is_marker).then_some(at)
    })?;
    let rest = inner.get(marker_end..)?;
    let colon = rest.char_indices().take(LONGEST_REST).find(|(_, c)| matches!(c, ':' | '：' | '—'));
    let rest = match colon {
        Some((at, c)) => rest.get(at + c.len_utf8()..)?,
        None => rest,
    };
    Some(rest.trim_start_matches([':', '：', '.', ' ', '\u{3000}', ',', '，']).trim())
}

fn run(prepared: &Prepared<'_>) -> Verdict {
    if prepared.paragraph.policy.notes == Notes::Footnotes {
        return Verdict::NotApplicable("notes are welcome");
    }
    let Some(notes) = &prepared.pair.phrases.notes else {
        return Verdict::NotApplicable("the phrases could not be read");
    };
    if !notes.is_match(prepared.target.comparable()) {
        return Verdict::Pass;
    }
    let own = ["注", "註", "※", "note", "nota", "anm", "прим", "przyp", "n.d.", "주:", "주석"];
    if own.iter().any(|mark| prepared.source.comparable().contains(mark)) {
        return Verdict::Pass;
    }
    Finding::by(&InjectedNote, "Remove the translator's note.", "请删除译者注。").into()
}
