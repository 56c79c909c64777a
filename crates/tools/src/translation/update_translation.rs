//! Gives one paragraph a new version, outside a task; older versions stay, and a person's words are not replaced.

use super::{content, is_protected};
use crate::context::ToolContext;
use crate::paragraph;
use crate::text::Text;
use crate::tool::{Refusal, Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use book::text::version::Selection;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) struct UpdateTranslation;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    paragraph_id: String,
    translated_text: String,
}

impl Tool for UpdateTranslation {
    const NAME: &'static str = "update_translation";
    const DESCRIPTION: Text = Text {
        zh: "为一个段落写入新的译文版本，旧版本保留。",
        en: "Give a paragraph a new translation; older versions are kept.",
    };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let record = paragraph::find(ctx, &args.paragraph_id).await?;
        let id = record.id.to_string();
        if record.is_empty {
            let error = ctx.language.choose(
                "该段落是空段落，没有可翻译的内容。",
                "The paragraph is empty; there is nothing to translate.",
            );
            return Err(Refusal::new("EMPTY_PARAGRAPH", error).with("paragraph_id", id).into());
        }
        let text = content::read(&record.text, &args.translated_text, ctx.language)
            .map_err(|fault| Refusal::new(fault.code, fault.message).with("paragraph_id", id.as_str()))?;
        let protected = is_protected(ctx, &record).await?;
        let selection = if protected { Selection::Suggest } else { Selection::Select };
        let mut content = json!({
            "success": true,
            "paragraph_id": id,
            "saved_as": if protected { "suggestion" } else { "selected" },
        });
        if let (Value::Object(content), true) = (&mut content, protected) {
            let note = ctx.language.choose(
                "段落已锁定或由人工翻译，新译文作为建议保存，由用户决定是否采用。",
                "The paragraph is locked or a person's own words; the text waits as a suggestion for them to accept.",
            );
            content.insert("note".to_owned(), note.into());
        }
        let edit = Edit::AddVersion {
            paragraph: record.id,
            text: text.to_string(),
            author: ctx.author().clone(),
            selection,
        };
        Ok(ToolOutcome::Reply { content, edits: vec![edit], updates: Vec::new() })
    }
}
