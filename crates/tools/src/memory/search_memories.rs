//! Finds memories by words in them or by what they are about.

use super::{about, to_json};
use crate::context::ToolContext;
use crate::knowledge_view::{KnowledgeView, note_more, rank, words_of_query};
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::knowledge::memory::Memory;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;

pub(crate) struct SearchMemories;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    query: String,
}

const MAX_SHOWN: usize = 12;

impl Tool for SearchMemories {
    const NAME: &'static str = "search_memories";
    const DESCRIPTION: Text = Text { zh: "搜索笔记。", en: "Search the notes." };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let words = words_of_query(&args.query);
        let mut found: Vec<(u32, &Memory)> = view
            .known
            .memories
            .iter()
            .filter(|memory| view.shows(memory.standing) && view.may_tell(memory.known_from))
            .filter_map(|memory| {
                let about = about(&view, memory.subject);
                Some((rank(&words, [memory.text.as_str(), about.as_str()].into_iter())?, memory))
            })
            .collect();
        found.sort_by_key(|(rank, _)| Reverse(*rank));
        let memories: Vec<Value> =
            found.iter().take(MAX_SHOWN).map(|(_, memory)| to_json(&view, memory)).collect();
        let mut content = json!({ "success": true, "count": memories.len(), "memories": memories });
        note_more(&mut content, found.len().saturating_sub(MAX_SHOWN), ctx.language);
        Ok(ToolOutcome::reply(content))
    }
}
