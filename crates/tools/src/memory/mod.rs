//! Tools about memories: short notes on the book, a chapter, a term or a character.

pub(crate) mod create_memory;
pub(crate) mod delete_memory;
pub(crate) mod search_memories;
pub(crate) mod update_memory;

use crate::context::ToolContext;
use crate::knowledge_view::KnowledgeView;
use crate::refusal::shortened;
use crate::tool::{Refusal, ToolError};
use book::id::MemoryId;
use book::knowledge::evidence::EntryState;
use book::knowledge::memory::{Memory, Subject};
use serde_json::{Value, json};
use store::knowledge::Versioned;

/// The memory with this id, as far as it may be told here.
async fn find(
    ctx: &ToolContext<'_>,
    view: &KnowledgeView,
    given: &str,
) -> Result<Versioned<Memory>, ToolError> {
    let id = given.trim().parse::<MemoryId>().ok();
    let kept = match id {
        Some(id) => ctx.library.memory(view.series, id).await?,
        None => None,
    };
    let may_be_told =
        |kept: &Versioned<Memory>| view.shows(kept.value.standing) && view.may_tell(kept.value.known_from);
    Ok(kept.filter(may_be_told).ok_or_else(|| unknown(ctx, given))?)
}

fn unknown(ctx: &ToolContext<'_>, given: &str) -> Refusal {
    let given = shortened(given);
    let error = ctx.language.choose(
        format!("没有记忆 `{given}`。请用 search_memories 查看 memory_id。"),
        format!("There is no memory `{given}`. search_memories shows the ids."),
    );
    Refusal::new("UNKNOWN_MEMORY", error).with("memory_id", given)
}

fn to_json(view: &KnowledgeView, memory: &Memory) -> Value {
    json!({
        "memory_id": memory.id.to_string(),
        "about": about(view, memory.subject),
        "text": memory.text,
        "standing": memory.standing.as_str(),
    })
}

/// What a memory is about, in a word.
fn about(view: &KnowledgeView, subject: Subject) -> String {
    match subject {
        Subject::Series => "series".to_owned(),
        Subject::Book { .. } => "book".to_owned(),
        Subject::Chapter { chapter, .. } => format!("chapter {chapter}"),
        Subject::Term { term } => {
            let known = view.known.terms.iter().find(|one| one.id == term);
            known.map_or_else(|| term.to_string(), |one| one.source.clone())
        }
        Subject::Character { character } => {
            let known = view.known.characters.iter().find(|one| one.id == character);
            let name = known.and_then(|one| one.names().find(|name| view.may_tell(name.known_from)));
            name.map_or_else(|| character.to_string(), |name| name.source.clone())
        }
    }
}

/// What a person decided stays with people.
fn may_change(ctx: &ToolContext<'_>, memory: &Memory) -> Result<(), Refusal> {
    if ctx.may_overrule() || memory.standing == EntryState::Proposed {
        return Ok(());
    }
    let error = ctx
        .language
        .choose("该笔记已由用户决定，不能修改。", "A person decided on this note; it cannot be changed.");
    Err(Refusal::new("SETTLED_BY_PERSON", error).with("memory_id", memory.id.to_string()))
}

/// A note that fits, without line breaks.
fn text_of(ctx: &ToolContext<'_>, given: &str) -> Result<String, Refusal> {
    let text = given.split_whitespace().collect::<Vec<_>>().join(" ");
    if Memory::fits(&text) {
        return Ok(text);
    }
    let error = if text.is_empty() {
        ctx.language.choose("内容为空。".to_owned(), "There is no text.".to_owned())
    } else {
        ctx.language.choose(
            format!("记忆最多 {} 字，请精简。", Memory::MAX_CHARS),
            format!("A memory has at most {} characters; make it shorter.", Memory::MAX_CHARS),
        )
    };
    Err(Refusal::new("INVALID_ARGUMENTS", error))
}
