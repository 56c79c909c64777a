//! Texts that stand at a neighbour's place: a run that has slipped by one, and a text that comes again for the paragraph it
//! belongs to.

use super::Work;
use super::validate::{AcceptedText, BatchResult};
use crate::context::TaskScope;
use crate::text::PromptLanguage;
use crate::translation::content::ContentFault;
use book::id::ParagraphId;
use book::text::version::TaskKind;
use book::work::ledger::LedgerEntry;
use checks::completeness::a09_duplicated_neighbour::is_one_text_for_two;
use checks::shift::shifted_places;
use std::collections::{BTreeSet, HashMap};
use store::record::ParagraphRecord;

/// So many paragraphs on either side may hold a text that belongs here: more lines are not lost in one answer.
const REACH: usize = 3;
/// The check that speaks of neighbours' translations.
const CHECK: &str = "A7";

/// Moves the texts of shifted runs from the accepted to the failed.
pub(super) fn refuse_shifted(language: PromptLanguage, work: &Work, submitted: &mut BatchResult) {
    let texts: Vec<(String, String)> = submitted
        .accepted
        .iter()
        .map(|one| {
            let source = work.get(one.id).map(|source| source.text.plain().into_owned()).unwrap_or_default();
            (source, one.text.plain().into_owned())
        })
        .collect();
    let lines: Vec<(&str, Option<&str>)> =
        texts.iter().map(|(source, text)| (source.as_str(), Some(text.as_str()))).collect();
    let mut shifted = shifted_places(&lines);
    shifted.extend(neighbours_by_dictionary(&submitted.accepted));
    let mut place = 0;
    let moved: Vec<AcceptedText> = submitted
        .accepted
        .extract_if(.., |_| {
            place += 1;
            shifted.contains(&(place - 1))
        })
        .collect();
    for one in moved {
        let message = language.choose(
            "译文与相邻段落错位。请只根据本段原文翻译。",
            "The translation is that of a neighbouring paragraph. Translate this paragraph from its own source.",
        );
        let fault =
            ContentFault { code: "SHIFTED", message: message.to_owned(), checks: vec![CHECK.to_owned()] };
        submitted.failed.push((one.id, fault));
    }
}

/// Paragraphs accepted earlier in this task whose text comes again for this one, where it belongs. A model that lost a line
/// gave each paragraph after it the text of the next; the last one, asked for again, shows it. Each paragraph is doubted
/// once, so that a model that repeats itself is refused in the end.
pub(super) fn misplaced_before(
    task: &TaskScope<'_>,
    work: &Work,
    texts: &HashMap<ParagraphId, &str>,
    (source, text): (&ParagraphRecord, &str),
) -> Vec<ParagraphId> {
    let state = task.task_state;
    if !task.guards_alignment || state.kind != TaskKind::Translation {
        return Vec::new();
    }
    let is_doubted = |other: &&ParagraphRecord| {
        let accepted = state.ledger.entry(other.id) == Some(&LedgerEntry::Accepted)
            && !texts.contains_key(&other.id)
            && !state.reopened.contains(&other.id);
        accepted
            && other.translation.as_ref().is_some_and(|translation| {
                is_one_text_for_two((text, &translation.plain()), (&source.text.plain(), &other.text.plain()))
            })
    };
    work.near(source.id, REACH).filter(is_doubted).map(|other| other.id).collect()
}

/// Runs of two or more in which the dictionary, too, finds the neighbour's words.
fn neighbours_by_dictionary(accepted: &[AcceptedText]) -> BTreeSet<usize> {
    let is_found = |one: &AcceptedText| one.note.findings.iter().any(|finding| finding.check == CHECK);
    let places: Vec<bool> = accepted.iter().map(is_found).collect();
    let is_set = |place: Option<usize>| place.and_then(|place| places.get(place)).is_some_and(|found| *found);
    (0..places.len())
        .filter(|place| is_set(Some(*place)) && (is_set(place.checked_sub(1)) || is_set(Some(place + 1))))
        .collect()
}
