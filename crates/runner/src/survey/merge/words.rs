//! Terms of all pieces, one for each word.

use super::{add_evidence, elected, folded};
use crate::survey::Learnt;
use book::edit::Edit;
use book::id::{BookId, Mint, TermId};
use book::knowledge::evidence::EntryState;
use book::knowledge::term::{Term, TermKind};
use std::collections::{BTreeMap, HashMap, HashSet};
use task::survey::found::{FoundTerm, SurveyFindings};

/// What is to be written about terms. `names` are those of people, who are no terms.
pub(super) fn learn(
    found: &[&SurveyFindings],
    known: &[Term],
    names: &HashSet<String>,
    book: BookId,
    mint: &mut Mint,
    learnt: &mut Learnt,
) -> Vec<Edit> {
    let mut by_word: BTreeMap<String, Vec<&FoundTerm>> = BTreeMap::new();
    for term in found.iter().flat_map(|found| &found.terms) {
        // `Will` and `will` are not borne out by the same paragraphs.
        by_word.entry(term.source.trim().to_owned()).or_default().push(term);
    }
    let mut taken: HashMap<String, String> = HashMap::new();
    for term in known.iter().filter(|term| term.standing.is_usable()) {
        taken.insert(folded(&term.translation), folded(&term.source));
    }
    let mut ids: HashSet<TermId> = known.iter().map(|term| term.id).collect();
    // What is borne out most comes first, and keeps its translation where two would have the same.
    let mut groups: Vec<(String, Vec<&FoundTerm>)> = by_word.into_iter().collect();
    groups.sort_by_key(|(_, terms)| std::cmp::Reverse(terms.len()));
    let mut edits = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    for (word, terms) in groups {
        let word = folded(&word);
        if names.contains(&word) || !seen.insert(word.clone()) {
            continue;
        }
        if let Some(known) = known.iter().find(|known| folded(&known.source) == word) {
            edits.extend(grown(known, &terms, book, learnt));
            continue;
        }
        let Some(translation) = elected(terms.iter().map(|term| term.translation.as_str())) else { continue };
        let owner = taken.entry(folded(translation)).or_insert_with(|| word.clone());
        if *owner != word {
            learnt.n_refused += 1;
            continue;
        }
        let Some(first) = terms.first() else { continue };
        let id = mint.term(|id| ids.contains(&id));
        ids.insert(id);
        let mut term = Term::new(id, first.source.clone(), translation.to_owned());
        term.kind = kind(&terms);
        term.note = note(&terms, translation);
        for one in &terms {
            add_evidence(&mut term.evidence, book, &one.cited);
        }
        learnt.n_terms += 1;
        edits.push(Edit::create(term));
    }
    edits
}

/// A proposal of earlier times gains evidence; what a person decided stays.
fn grown(known: &Term, terms: &[&FoundTerm], book: BookId, learnt: &mut Learnt) -> Option<Edit> {
    if known.standing != EntryState::Proposed {
        learnt.n_settled += 1;
        return None;
    }
    let mut term = known.clone();
    for one in terms {
        add_evidence(&mut term.evidence, book, &one.cited);
    }
    if term.translation.is_empty() {
        elected(terms.iter().map(|term| term.translation.as_str()))?.clone_into(&mut term.translation);
    }
    (term != *known).then(|| {
        learnt.n_grown += 1;
        Edit::upsert(term)
    })
}

fn kind(terms: &[&FoundTerm]) -> TermKind {
    let said = terms.iter().map(|term| term.kind).filter(|kind| *kind != TermKind::Other);
    let word = elected(said.map(TermKind::as_str)).unwrap_or_default();
    TermKind::from_word(word).unwrap_or_default()
}

/// The first remark, and the translations that were not elected.
fn note(terms: &[&FoundTerm], elected: &str) -> String {
    let mut others: Vec<&str> = Vec::new();
    for term in terms {
        if term.translation != elected && !others.contains(&term.translation.as_str()) {
            others.push(&term.translation);
        }
    }
    let remark =
        terms.iter().map(|term| term.note.as_str()).find(|note| !note.is_empty()).unwrap_or_default();
    let also = (!others.is_empty()).then(|| format!("({})", others.join(" / ")));
    [Some(remark.to_owned()), also]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
