//! Tools about characters: who is called what, and what a reader knows of them so far.

pub(crate) mod create_character;
pub(crate) mod delete_character;
pub(crate) mod get_character;
pub(crate) mod search_characters;
pub(crate) mod update_character;

mod json;
mod learnt;

use crate::context::ToolContext;
use crate::knowledge_view::{KnowledgeView, folded};
use crate::refusal::shortened;
use crate::tool::{Refusal, ToolError};
use book::id::CharacterId;
use book::knowledge::character::Character;
use book::knowledge::evidence::EntryState;
use store::knowledge::Versioned;

/// The character a model means by id or by a name the reader knows.
async fn find(
    ctx: &ToolContext<'_>,
    view: &KnowledgeView,
    given: &str,
) -> Result<Versioned<Character>, ToolError> {
    let id = find_id(view, given);
    let kept = match id {
        Some(id) => ctx.library.character(view.series, id).await?,
        None => None,
    };
    Ok(kept.ok_or_else(|| unknown(ctx, given))?)
}

/// The id of the character with this id, name or translated name.
pub(crate) fn find_id(view: &KnowledgeView, given: &str) -> Option<CharacterId> {
    let name = folded(given);
    let visible = || view.known.characters.iter().filter(|one| is_visible(view, one));
    let names = |one: &Character, choose: fn(&book::knowledge::character::Name) -> &str| {
        one.names().any(|known| view.may_tell(known.known_from) && folded(choose(known)) == name)
    };
    let by_id = given.trim().parse::<CharacterId>().ok().and_then(|id| visible().find(|one| one.id == id));
    by_id
        .or_else(|| {
            visible().find(|one| folded(&one.name.source) == name && view.may_tell(one.name.known_from))
        })
        .or_else(|| visible().find(|one| names(one, |name| &name.source)))
        .or_else(|| visible().find(|one| names(one, |name| &name.translation)))
        .map(|one| one.id)
}

/// Whether a reader has met the person by any name.
fn is_visible(view: &KnowledgeView, character: &Character) -> bool {
    view.shows(character.standing) && character.names().any(|name| view.may_tell(name.known_from))
}

fn unknown(ctx: &ToolContext<'_>, given: &str) -> Refusal {
    let given = shortened(given);
    let error = ctx.language.choose(
        format!("没有角色“{given}”。可用 search_characters 查找。"),
        format!("There is no character `{given}`. search_characters looks for parts of names."),
    );
    Refusal::new("UNKNOWN_CHARACTER", error).with("name", given)
}

/// What a person decided stays with people.
fn may_change(ctx: &ToolContext<'_>, character: &Character) -> Result<(), Refusal> {
    if ctx.may_overrule() || character.standing == EntryState::Proposed {
        return Ok(());
    }
    let name = &character.name.source;
    let error = ctx.language.choose(
        format!("角色“{name}”已由用户决定，不能修改。新信息请用 create_memory 记录。"),
        format!("A person decided on `{name}`; it cannot be changed. Note what is new with create_memory."),
    );
    Err(Refusal::new("SETTLED_BY_PERSON", error).with("character_id", character.id.to_string()))
}
