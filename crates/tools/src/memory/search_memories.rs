//! Finds memories by words in them or by what they are about.

use super::{about, shown};
use crate::context::ToolContext;
use crate::learning::{Learning, note_more, rank, words_of_query};
use crate::text::Text;
use crate::tool::{Outcome, Tool, ToolError};
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

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<Outcome, ToolError> {
        let learning = Learning::of(ctx).await?;
        let words = words_of_query(&args.query);
        let mut found: Vec<(u32, &Memory)> = learning
            .known
            .memories
            .iter()
            .filter(|memory| learning.shows(memory.standing) && learning.may_tell(memory.known_from))
            .filter_map(|memory| {
                let about = about(&learning, memory.subject);
                Some((rank(&words, [memory.text.as_str(), about.as_str()].into_iter())?, memory))
            })
            .collect();
        found.sort_by_key(|(rank, _)| Reverse(*rank));
        let memories: Vec<Value> =
            found.iter().take(MAX_SHOWN).map(|(_, memory)| shown(&learning, memory)).collect();
        let mut say = json!({ "success": true, "count": memories.len(), "memories": memories });
        note_more(&mut say, found.len().saturating_sub(MAX_SHOWN), ctx.language);
        Ok(Outcome::said(say))
    }
}
