//! Changes a note that no person has confirmed.

use super::{find, may_change, text_of, to_json};
use crate::context::ToolContext;
use crate::knowledge_view::KnowledgeView;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct UpdateMemory;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    memory_id: String,
    text: String,
}

impl Tool for UpdateMemory {
    const NAME: &'static str = "update_memory";
    const DESCRIPTION: Text = Text { zh: "改写笔记。", en: "Rewrite a note." };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let kept = find(ctx, &view, &args.memory_id).await?;
        may_change(ctx, &kept.value)?;
        let mut memory = kept.value.clone();
        memory.text = text_of(ctx, &args.text)?;
        // What is learnt later than the note was written must not be told before it.
        memory.known_from = view.moment.map_or(memory.known_from, |now| now.max(memory.known_from));
        let content = json!({ "success": true, "memory": to_json(&view, &memory) });
        let edits = if memory == kept.value { Vec::new() } else { vec![Edit::update(memory, kept.revision)] };
        Ok(ToolOutcome::Reply { content, edits, updates: Vec::new() })
    }
}
