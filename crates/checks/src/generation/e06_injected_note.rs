//! **E6 injected-note.** A translator's note that nobody asked for.
//!
//! *Rule*: the beginning of a note in the target language or in English, while the source has none; not where notes are welcome. *False alarms*: the
//! source's own notes. *Severity*: queue. *Repair*: remove the note.

use crate::check::{Finding, Verdict};
use crate::language::pair::Pair;
use crate::policy::Notes;
use crate::prepared::Prepared;
use book::text::fold::fold;

check!(InjectedNote, E6, "injected-note", Queue, Style);

/// How many notes a translator put into a text: how often one begins.
pub fn count(pair: &Pair, translation: &str) -> usize {
    let notes = pair.phrases.notes.as_ref();
    notes.map_or(0, |notes| notes.find_iter(&fold(translation)).count())
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
