//! Terms, both ways.

use super::field::{standing, text, texts, unknown};
use crate::api::knowledge as wire;
use crate::problem::Problem;
use book::id::BookId;
use book::knowledge::term::{Strictness, Term, TermKind};
use messages::Message;
use store::knowledge::Versioned;

pub(crate) fn term(kept: &Versioned<Term>, book: BookId) -> wire::Term {
    let term = &kept.value;
    let here = term.evidence.iter().filter(|evidence| evidence.book == book);
    wire::Term {
        id: term.id.to_string(),
        source: term.source.clone(),
        reading: term.reading.clone(),
        translation: term.translation.clone(),
        other_forms: term.other_forms.clone(),
        kind: term.kind.as_str().to_owned(),
        note: term.note.clone(),
        strictness: term.strictness.as_str().to_owned(),
        standing: term.standing.as_str().to_owned(),
        evidence: here.take(20).map(|evidence| evidence.paragraph.to_string()).collect(),
        revision: kept.revision.0,
    }
}

/// The term with what a person wrote put in.
pub(crate) fn written_term(mut term: Term, request: wire::TermRequest) -> Result<Term, Problem> {
    if let Some(source) = request.source {
        term.source = text("source", &source)?;
    }
    if let Some(reading) = request.reading {
        term.reading = Some(text("reading", &reading)?).filter(|reading| !reading.is_empty());
    }
    if let Some(translation) = request.translation {
        term.translation = text("translation", &translation)?;
    }
    if let Some(forms) = request.other_forms {
        term.other_forms = texts("other_forms", &forms)?;
    }
    if let Some(kind) = request.kind {
        term.kind = TermKind::from_word(&kind).ok_or_else(|| unknown("kind", &kind))?;
    }
    if let Some(note) = request.note {
        term.note = text("note", &note)?;
    }
    if let Some(strictness) = request.strictness {
        term.strictness =
            Strictness::from_word(&strictness).ok_or_else(|| unknown("strictness", &strictness))?;
    }
    if let Some(word) = request.standing {
        term.standing = standing(&word)?;
    }
    let needs_translation = term.strictness != Strictness::KeepSource;
    if term.source.is_empty() || (needs_translation && term.translation.is_empty()) {
        return Err(Problem::wrong("term", Message::new("term_incomplete")));
    }
    Ok(term)
}
