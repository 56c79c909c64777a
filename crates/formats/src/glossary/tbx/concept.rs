//! One concept of a TBX file, in either edition and either style, as drafts of terms.

use super::super::table::refuse_cell;
use super::super::xml::Element;
use super::super::{GlossaryError, words};
use super::OWN_NOTE;
use crate::import::FileFault;
use book::id::TermId;
use book::knowledge::draft::TermDraft;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Strictness;

/// The words of one language in a concept.
pub(super) struct Section<'a> {
    pub(super) language: &'a str,
    words: Vec<Word>,
}

struct Word {
    text: String,
    is_deprecated: bool,
    is_preferred: bool,
}

/// The languages of a concept, in the order of the file.
pub(super) fn sections(concept: &Element) -> Vec<Section<'_>> {
    let sections =
        concept.elements().filter(|element| matches!(element.name.as_str(), "langSet" | "langSec"));
    sections
        .map(|section| Section {
            language: section.attribute("lang").unwrap_or("und"),
            words: section
                .elements()
                .filter(|element| matches!(element.name.as_str(), "tig" | "ntig" | "termSec" | "termGrp"))
                .filter_map(word)
                .collect(),
        })
        .collect()
}

fn word(group: &Element) -> Option<Word> {
    let term = group.descendants("term").into_iter().next()?;
    let text = term.text().trim().to_owned();
    let is_status =
        |element: &&Element| matches!(category(element), "administrativeStatus" | "normativeAuthorization");
    let inside = group.elements().chain(group.children("termGrp").flat_map(Element::elements));
    let status = inside.filter(is_status).map(Element::text).next().unwrap_or_default();
    let status = status.trim();
    (!text.is_empty()).then(|| Word {
        text,
        is_deprecated: status.starts_with("deprecated") || status.starts_with("superseded"),
        is_preferred: status.starts_with("preferred") || status.starts_with("standardized"),
    })
}

/// What an element says: by its type in one style, by its own name in the other.
fn category(element: &Element) -> &str {
    match element.name.as_str() {
        "descrip" | "admin" | "termNote" | "transac" | "ref" | "xref" => {
            element.attribute("type").unwrap_or_default()
        }
        name => name,
    }
}

/// The drafts of a concept: one for each word of the source language.
pub(super) fn drafts(
    concept: &Element,
    source: &Section<'_>,
    target: &Section<'_>,
    first: usize,
    findings: &mut Vec<FileFault>,
) -> Result<Vec<TermDraft>, GlossaryError> {
    let place = format!("line {}", concept.line);
    for word in source.words.iter().chain(&target.words) {
        refuse_cell(&word.text, &place)?;
    }
    let (about, own) = said_about(concept, &place)?;
    let is_ours = own.is_some();
    let mut forms: Vec<&Word> = target.words.iter().filter(|word| is_ours || !word.is_deprecated).collect();
    forms.sort_by_key(|word| !word.is_preferred);
    let deprecated = target.words.len() - forms.len();
    let Some(agreed) = forms.first() else {
        let message = "there is no translation that may be used; the entry was passed over".to_owned();
        findings.push(FileFault { subject: place, message });
        return Ok(Vec::new());
    };
    if deprecated > 0 {
        let message = format!("{deprecated} deprecated translation(s) of `{}` were not taken", agreed.text);
        findings.push(FileFault { subject: place, message });
    }
    let own = own.unwrap_or_default();
    let words = source.words.iter().enumerate();
    Ok(words
        .map(|(at, word)| TermDraft {
            id: TermId::from_number(u32::try_from(first + at).unwrap_or(u32::MAX)),
            source: word.text.clone(),
            reading: own.reading.clone(),
            translation: Some(agreed.text.clone()),
            other_forms: forms.iter().skip(1).map(|word| word.text.clone()).collect(),
            kind: about.kind,
            note: about.note.clone(),
            strictness: own.strictness,
            evidence: Vec::new(),
            standing: own.standing,
        })
        .collect())
}

struct About {
    kind: Option<book::knowledge::term::TermKind>,
    note: Option<String>,
}

#[derive(Default)]
struct Own {
    strictness: Option<Strictness>,
    standing: Option<EntryState>,
    reading: Option<String>,
}

fn said_about(concept: &Element, place: &str) -> Result<(About, Option<Own>), GlossaryError> {
    let (mut kind, mut notes, mut own) = (None, Vec::new(), None);
    let groups = concept.elements().filter(|element| element.name.ends_with("Grp"));
    let inside = groups.flat_map(Element::elements);
    for element in concept.elements().chain(inside) {
        let text = element.text().trim().to_owned();
        refuse_cell(&text, place)?;
        match category(element) {
            "subjectField" => {
                kind = words::kind(&text);
                if kind.is_none() && !text.is_empty() {
                    notes.push(text);
                }
            }
            "note" => match text.strip_prefix(OWN_NOTE) {
                Some(rest) => own = Some(read_own(rest)),
                None if !text.is_empty() => notes.push(text),
                None => {}
            },
            "definition" if !text.is_empty() => notes.push(text),
            _ => {}
        }
    }
    let note = (!notes.is_empty()).then(|| notes.join("\n"));
    Ok((About { kind, note }, own))
}

/// What our own note says: `strictness=exact; standing=confirmed; reading=…`, the reading last.
fn read_own(text: &str) -> Own {
    let (values, reading) = text.split_once("reading=").map_or((text, None), |(values, reading)| {
        (values, Some(reading.trim().to_owned()).filter(|reading| !reading.is_empty()))
    });
    let mut own = Own { reading, ..Own::default() };
    for value in values.split(';') {
        match value.trim().split_once('=') {
            Some(("strictness", word)) => own.strictness = words::strictness(word),
            Some(("standing", word)) => own.standing = words::standing(word),
            Some(_) | None => {}
        }
    }
    own
}
