//! Tools about terms: the agreed words of the series.

pub(crate) mod create_term;
pub(crate) mod delete_term;
pub(crate) mod get_term;
pub(crate) mod search_terms;
pub(crate) mod update_term;

use crate::context::ToolContext;
use crate::knowledge_view::{KnowledgeView, folded};
use crate::paragraph::cut;
use crate::refusal::shortened;
use crate::tool::{Refusal, ToolError};
use book::id::TermId;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::{Strictness, Term, TermKind};
use serde_json::{Map, Value};
use store::knowledge::Versioned;

const MAX_NOTE_CHARS: usize = 300;
const MAX_FORMS: usize = 10;

/// The term a model means by its id or its word.
async fn find(
    ctx: &ToolContext<'_>,
    view: &KnowledgeView,
    given: &str,
) -> Result<Versioned<Term>, ToolError> {
    let kept = match find_id(view, given) {
        Some(id) => ctx.library.term(view.series, id).await?,
        None => None,
    };
    Ok(kept.ok_or_else(|| unknown(ctx, given))?)
}

/// The id of the term with this id, word or reading; one that may be used before one that was refused.
pub(crate) fn find_id(view: &KnowledgeView, given: &str) -> Option<TermId> {
    let word = folded(given);
    let usable = || view.known.terms.iter().filter(|term| view.shows(term.standing));
    let by_id = given.trim().parse::<TermId>().ok().and_then(|id| usable().find(|term| term.id == id));
    let by_word = || {
        let same = usable().filter(|term| folded(&term.source) == word);
        same.min_by_key(|term| term.standing == EntryState::Rejected)
    };
    let by_reading =
        || usable().find(|term| term.reading.as_deref().is_some_and(|reading| folded(reading) == word));
    by_id.or_else(by_word).or_else(by_reading).map(|term| term.id)
}

fn unknown(ctx: &ToolContext<'_>, given: &str) -> Refusal {
    let given = shortened(given);
    let error = ctx.language.choose(
        format!("没有术语“{given}”。可用 search_terms 查找。"),
        format!("There is no term `{given}`. search_terms looks for parts of words."),
    );
    Refusal::new("UNKNOWN_TERM", error).with("term", given)
}

/// A term as a model is shown it; what is empty goes without saying.
fn to_json(term: &Term) -> Value {
    let mut json = Map::new();
    let mut put = |name: &str, value: Value| drop(json.insert(name.to_owned(), value));
    put("term_id", term.id.to_string().into());
    put("source", term.source.as_str().into());
    if let Some(reading) = &term.reading {
        put("reading", reading.as_str().into());
    }
    put("translation", term.translation.as_str().into());
    if !term.other_forms.is_empty() {
        put("other_forms", term.other_forms.iter().take(MAX_FORMS).map(String::as_str).collect());
    }
    if term.kind != TermKind::Other {
        put("kind", term.kind.as_str().into());
    }
    if !term.note.is_empty() {
        put("note", cut(&term.note, MAX_NOTE_CHARS).into());
    }
    if term.strictness != Strictness::Preferred {
        put("strictness", term.strictness.as_str().into());
    }
    put("standing", term.standing.as_str().into());
    Value::Object(json)
}

/// What a person decided stays with people.
fn may_change(ctx: &ToolContext<'_>, term: &Term) -> Result<(), Refusal> {
    if ctx.may_overrule() || term.standing == EntryState::Proposed {
        return Ok(());
    }
    let error = ctx.language.choose(
        format!("术语“{}”已由用户决定，不能修改。如有异议，请用 create_memory 记录。", term.source),
        format!(
            "A person decided on `{}`; it cannot be changed. Note objections with create_memory.",
            term.source
        ),
    );
    Err(Refusal::new("SETTLED_BY_PERSON", error).with("term_id", term.id.to_string()))
}

/// The kind a word means; a word that means none is something else.
fn kind_of(word: Option<&str>) -> Option<TermKind> {
    let word = word?.trim().to_lowercase();
    Some(TermKind::from_word(&word).unwrap_or(match word.as_str() {
        "name" | "character" | "人名" | "人物" => TermKind::Person,
        "location" | "地名" | "地点" => TermKind::Place,
        "organization" | "group" | "组织" => TermKind::Organisation,
        "object" | "weapon" | "物品" => TermKind::Item,
        "spell" | "technique" | "技能" => TermKind::Skill,
        "rank" | "称号" | "头衔" => TermKind::Title,
        "race" | "creature" | "种族" => TermKind::Species,
        _ => TermKind::Other,
    }))
}
