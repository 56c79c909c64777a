//! Terms of a file held against the terms that are known.

use super::super::draft::{Identity, TermDraft};
use super::super::entry::{Entry, EntryKey};
use super::super::evidence::EntryState;
use super::super::term::{Strictness, Term, TermKind};
use super::compare::Comparison;
use super::{MergeVerdict, Merging, folded};
use crate::id::{Mint, TermId};

impl Merging<'_> {
    pub(super) fn term(&mut self, draft: &TermDraft, mint: &mut Mint) {
        let evidence = self.at_home(&draft.evidence);
        let word = folded(&draft.source);
        let Some(at) = self.known_term(draft, &word) else {
            let term = Term { evidence, ..self.new_term(draft, mint) };
            let key = EntryKey::Term { id: term.id };
            self.note_term(draft, term.id);
            self.places.insert(key, self.terms.len());
            self.by_word.entry(word).or_default().push(self.terms.len());
            self.terms.push(term.clone());
            self.push(&draft.source, Some(key), MergeVerdict::Added(Box::new(Entry::Term(term))));
            return;
        };
        let Some(present) = self.terms.get(at) else { return };
        let mut term = present.clone();
        self.note_term(draft, term.id);
        let comparison = compare(&mut term, draft);
        if comparison.is_changed {
            Comparison::evidence(&mut term.evidence, &evidence);
        }
        let key = EntryKey::Term { id: term.id };
        let verdict = self.verdict(comparison, term.clone());
        if let (Some(_), Some(place)) = (verdict.entry(), self.terms.get_mut(at)) {
            *place = term;
        }
        self.push(&draft.source, Some(key), verdict);
    }

    /// The term that is meant: the same one, one of the same kind, or the only one with this word.
    fn known_term(&self, draft: &TermDraft, word: &str) -> Option<usize> {
        let known = |at: &usize| self.terms.get(*at).map(|term| (*at, term));
        let candidates = self.by_word.get(word).into_iter().flatten().filter_map(known);
        let free: Vec<(usize, &Term)> =
            candidates.filter(|(_, term)| !self.taken_terms.contains(&term.id)).collect();
        free.iter()
            .find(|(_, term)| self.identity == Identity::Ids && term.id == draft.id)
            .or_else(|| free.iter().find(|(_, term)| draft.kind == Some(term.kind)))
            .or_else(|| free.first())
            .map(|(at, _)| *at)
    }

    /// Notes which term an entry of the file is.
    fn note_term(&mut self, draft: &TermDraft, id: TermId) {
        self.term_ids.insert(draft.id, id);
        if self.identity == Identity::Ids {
            self.taken_terms.insert(id);
        }
    }

    fn new_term(&self, draft: &TermDraft, mint: &mut Mint) -> Term {
        let is_taken = |id: TermId| self.places.contains_key(&EntryKey::Term { id });
        let keeps_id = self.identity == Identity::Ids && !is_taken(draft.id);
        let id = if keeps_id { draft.id } else { mint.term(is_taken) };
        Term {
            id,
            source: draft.source.trim().to_owned(),
            reading: draft.reading.clone(),
            translation: draft.translation.clone().unwrap_or_default(),
            other_forms: draft.other_forms.clone(),
            kind: draft.kind.unwrap_or_default(),
            note: draft.note.clone().unwrap_or_default(),
            strictness: draft.strictness.unwrap_or_default(),
            evidence: Vec::new(),
            standing: draft.standing.unwrap_or(EntryState::Confirmed),
        }
    }
}

fn compare(term: &mut Term, draft: &TermDraft) -> Comparison {
    let mut comparison = Comparison::default();
    comparison.text("translation", &mut term.translation, draft.translation.as_deref());
    comparison.maybe("reading", &mut term.reading, draft.reading.as_deref());
    comparison.text("note", &mut term.note, draft.note.as_deref());
    comparison.word("kind", &mut term.kind, draft.kind, TermKind::Other, TermKind::as_str);
    let preferred = Strictness::Preferred;
    comparison.word("strictness", &mut term.strictness, draft.strictness, preferred, Strictness::as_str);
    comparison.list(&mut term.other_forms, &draft.other_forms);
    comparison.standing(&mut term.standing, draft.standing);
    comparison
}
