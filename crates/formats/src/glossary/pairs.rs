//! What is known as pairs with a remark, which is all that most translators of novels read: words of terms and names of
//! characters, with gender and case in the remark or beside it.

use super::{GlossaryContent, GlossaryError};
use book::knowledge::character::Gender;
use book::knowledge::term::{Strictness, Term};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write;

/// The line of a note that says that upper and lower case are not the same.
pub(super) const CASE_SENSITIVE: &str = "case-sensitive";

/// A word, its translation and what is said about it.
pub(super) struct KnownPair<'a> {
    pub(super) source: &'a str,
    pub(super) translation: &'a str,
    pub(super) info: String,
    pub(super) is_case_sensitive: bool,
}

/// Terms and every name of the characters. What was rejected stays here.
pub(super) fn usable<'a>(knowledge: &GlossaryContent<'a>) -> Vec<KnownPair<'a>> {
    let terms = knowledge.terms.iter().filter(|term| term.standing.is_usable());
    let mut list: Vec<KnownPair<'a>> = terms.map(of_term).collect();
    let known: HashSet<&str> = knowledge.terms.iter().map(|term| term.source.as_str()).collect();
    for character in knowledge.characters {
        let gender = character.gender.iter().find(|fact| fact.standing.is_usable());
        let gender = gender.map(|fact| word_of(fact.value)).unwrap_or_default();
        let about = character.description.iter().filter(|fact| fact.standing.is_usable());
        let about = about.map(|fact| fact.value.as_str());
        let info: Vec<&str> = [gender].into_iter().chain(about).filter(|text| !text.is_empty()).collect();
        for name in character.names().filter(|name| !known.contains(name.source.as_str())) {
            list.push(KnownPair {
                source: &name.source,
                translation: &name.translation,
                info: info.join("\n"),
                is_case_sensitive: false,
            });
        }
    }
    list
}

fn of_term(term: &Term) -> KnownPair<'_> {
    let lines: Vec<&str> = term.note.lines().filter(|line| line.trim() != CASE_SENSITIVE).collect();
    KnownPair {
        source: &term.source,
        translation: match term.strictness {
            Strictness::KeepSource => &term.source,
            Strictness::Exact | Strictness::Preferred => &term.translation,
        },
        is_case_sensitive: lines.len() < term.note.lines().count(),
        info: lines.join("\n"),
    }
}

/// The word for a gender that those translators give their models.
const fn word_of(gender: Gender) -> &'static str {
    match gender {
        Gender::Female => "女性",
        Gender::Male => "男性",
        Gender::Neutral => "中性",
    }
}

/// A list of `{"src", "dst", "info"}`, with `case_sensitive` where it matters.
pub(super) fn write_json(knowledge: &GlossaryContent<'_>) -> Result<Vec<u8>, GlossaryError> {
    let list: Vec<Value> = usable(knowledge)
        .iter()
        .map(|pair| {
            let mut entry = json!({"src": pair.source, "dst": pair.translation, "info": pair.info});
            if pair.is_case_sensitive
                && let Some(entry) = entry.as_object_mut()
            {
                entry.insert("case_sensitive".to_owned(), Value::Bool(true));
            }
            entry
        })
        .collect();
    serde_json::to_vec_pretty(&list).map_err(|error| GlossaryError::Unwritable { detail: error.to_string() })
}

/// Lines of word, translation and remark between tabs, without names above them: a dictionary of `GalTransl`.
pub(super) fn write_lines(knowledge: &GlossaryContent<'_>) -> Vec<u8> {
    let clean = |text: &str| text.replace(['\t', '\n', '\r'], " ");
    let mut text = String::new();
    for pair in usable(knowledge) {
        let _ = write!(text, "{}\t{}", clean(pair.source), clean(pair.translation));
        if !pair.info.is_empty() {
            let _ = write!(text, "\t{}", clean(&pair.info));
        }
        text.push('\n');
    }
    text.into_bytes()
}
