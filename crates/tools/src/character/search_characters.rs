//! Finds characters by words in their names and in what is known of them.

use super::is_visible;
use super::json::to_json;
use crate::context::ToolContext;
use crate::knowledge_view::{KnowledgeView, note_more, rank, words_of_query};
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::knowledge::character::Character;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;

pub(crate) struct SearchCharacters;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    query: String,
}

const MAX_SHOWN: usize = 12;

impl Tool for SearchCharacters {
    const NAME: &'static str = "search_characters";
    const DESCRIPTION: Text = Text { zh: "搜索角色。", en: "Search the characters." };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let words = words_of_query(&args.query);
        let mut found: Vec<(u32, &Character)> = view
            .known
            .characters
            .iter()
            .filter(|one| is_visible(&view, one))
            .filter_map(|one| Some((rank(&words, texts(&view, one))?, one)))
            .collect();
        found.sort_by_key(|(rank, _)| Reverse(*rank));
        let characters: Vec<Value> =
            found.iter().take(MAX_SHOWN).map(|(_, one)| to_json(&view, one)).collect();
        let mut content = json!({ "success": true, "count": characters.len(), "characters": characters });
        note_more(&mut content, found.len().saturating_sub(MAX_SHOWN), ctx.language);
        Ok(ToolOutcome::reply(content))
    }
}

/// Only what may be told here is searched, or a search would give a revelation away.
fn texts<'a>(view: &'a KnowledgeView, character: &'a Character) -> impl Iterator<Item = &'a str> {
    let names = character.names().filter(|name| view.may_tell(name.known_from));
    let facts = character.description.iter().filter(|fact| view.may_tell(fact.known_from));
    names
        .flat_map(|name| [name.source.as_str(), name.translation.as_str()])
        .chain(facts.map(|fact| fact.value.as_str()))
}
