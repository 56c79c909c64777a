//! Makes another version of a paragraph its translation.

use super::is_protected;
use crate::context::ToolContext;
use crate::paragraph;
use crate::refusal;
use crate::text::Text;
use crate::tool::{Refusal, Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use book::id::VersionId;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct SelectTranslation;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    paragraph_id: String,
    version_id: String,
}

impl Tool for SelectTranslation {
    const NAME: &'static str = "select_translation";
    const DESCRIPTION: Text = Text {
        zh: "把段落的某个版本设为当前译文。",
        en: "Make one of a paragraph's versions its translation.",
    };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let record = paragraph::find(ctx, &args.paragraph_id).await?;
        let version = args.version_id.parse::<VersionId>().ok();
        let versions = ctx.library.versions(ctx.book_id, record.id).await?;
        let Some(found) = versions.iter().find(|one| Some(one.id) == version) else {
            let given = refusal::shortened(&args.version_id);
            let error = ctx.language.choose(
                format!("段落 {} 没有版本 `{given}`。请用 get_translation_history 查看。", record.id),
                format!(
                    "Paragraph {} has no version `{given}`. get_translation_history shows them.",
                    record.id
                ),
            );
            return Err(Refusal::new("UNKNOWN_VERSION", error).into());
        };
        let content = json!({
            "success": true,
            "paragraph_id": record.id.to_string(),
            "version_id": found.id.to_string(),
            "previous_version_id": record.version.map(|version| version.to_string()),
        });
        if found.selected {
            return Ok(ToolOutcome::reply(content));
        }
        if is_protected(ctx, &record).await? {
            let error = ctx.language.choose(
                "段落已锁定或当前译文由人工撰写，只有用户可以更换版本。",
                "The paragraph is locked or shows a person's own words; only a person may choose another version.",
            );
            return Err(Refusal::new("PROTECTED", error).with("paragraph_id", record.id.to_string()).into());
        }
        let edit = Edit::SelectVersion { paragraph: record.id, version: Some(found.id) };
        Ok(ToolOutcome::Reply { content, edits: vec![edit], updates: Vec::new() })
    }
}
