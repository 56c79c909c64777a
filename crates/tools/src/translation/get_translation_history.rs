//! Shows every version of a paragraph: who made it, when, and which one stands.

use crate::context::ToolContext;
use crate::paragraph::{self, cut};
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::text::version::Author;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::record::VersionRecord;

pub(crate) struct GetTranslationHistory;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    paragraph_id: String,
}

const MAX_VERSIONS: usize = 20;
const MAX_TEXT_CHARS: usize = 3000;

impl Tool for GetTranslationHistory {
    const NAME: &'static str = "get_translation_history";
    const DESCRIPTION: Text = Text {
        zh: "列出段落的所有译文版本，旧版在前。",
        en: "All versions of a paragraph's translation, oldest first.",
    };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let record = paragraph::find(ctx, &args.paragraph_id).await?;
        let versions = ctx.library.versions(ctx.book_id, record.id).await?;
        let n_left_out = versions.len().saturating_sub(MAX_VERSIONS);
        let mut content = json!({
            "success": true,
            "paragraph_id": record.id.to_string(),
            "paragraph_index": record.index,
            "text": cut(record.text.as_str(), MAX_TEXT_CHARS),
            "locked": record.locked,
            "versions": versions.iter().skip(n_left_out).map(to_json).collect::<Vec<_>>(),
            "count": versions.len(),
        });
        if let (Value::Object(content), true) = (&mut content, n_left_out > 0) {
            let note = ctx.language.choose(
                format!("省略了最早的 {n_left_out} 个版本。"),
                format!("The oldest {n_left_out} versions were left out."),
            );
            content.insert("note".to_owned(), note.into());
        }
        Ok(ToolOutcome::reply(content))
    }
}

fn to_json(version: &VersionRecord) -> Value {
    let (by, model) = match &version.author {
        Author::Person => ("person", None),
        Author::Model { model, .. } => ("model", Some(model.as_str())),
        Author::Assistant { model } => ("assistant", Some(model.as_str())),
        Author::Memory => ("memory", None),
        Author::Checks => ("checks", None),
    };
    let mut json = json!({
        "version_id": version.id.to_string(),
        "translation": cut(version.text.as_str(), MAX_TEXT_CHARS),
        "by": by,
        "model": model,
        "selected": version.selected,
        "created_at_ms": version.created_at,
    });
    if let (Value::Object(json), Some(review)) = (&mut json, &version.review) {
        json.insert("review".to_owned(), review.state.as_str().into());
    }
    json
}
