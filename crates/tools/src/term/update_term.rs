//! Changes a term that nobody has decided on yet.

use super::{MAX_FORMS, MAX_NOTE_CHARS, find, kind_of, may_change, to_json};
use crate::context::ToolContext;
use crate::guard::{Guard, Occurrences};
use crate::knowledge_view::{KnowledgeView, bare};
use crate::paragraph::cut;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use book::knowledge::term::Strictness;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct UpdateTerm;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    term: String,
    translation: Option<String>,
    other_forms: Option<Vec<String>>,
    note: Option<String>,
    kind: Option<String>,
    keep_source: Option<bool>,
}

impl Tool for UpdateTerm {
    const NAME: &'static str = "update_term";
    const DESCRIPTION: Text = Text { zh: "修改提议中的术语。", en: "Change a proposed term." };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let kept = find(ctx, &view, &args.term).await?;
        may_change(ctx, &kept.value)?;
        let mut term = kept.value.clone();
        if let Some(translation) = &args.translation {
            term.translation = bare(translation);
        }
        match args.keep_source {
            Some(true) => {
                term.strictness = Strictness::KeepSource;
                term.translation.clone_from(&term.source);
            }
            Some(false) if term.strictness == Strictness::KeepSource => {
                term.strictness = Strictness::Preferred;
            }
            Some(false) | None => {}
        }
        if let Some(forms) = &args.other_forms {
            let forms = forms.iter().map(|form| bare(form)).filter(|form| !form.is_empty());
            term.other_forms = forms.take(MAX_FORMS).collect();
        }
        if let Some(note) = &args.note {
            term.note = cut(note.trim(), MAX_NOTE_CHARS);
        }
        if let Some(kind) = kind_of(args.kind.as_deref()) {
            term.kind = kind;
        }
        let places = Occurrences::find(ctx, &[&term.source]).await?;
        let guard = Guard::for_book(ctx).await?;
        guard.term(ctx, &view, &term, &places)?;
        let content = json!({ "success": true, "term": to_json(&term) });
        let edits = if term == kept.value { Vec::new() } else { vec![Edit::update(term, kept.revision)] };
        Ok(ToolOutcome::Reply { content, edits, updates: Vec::new() })
    }
}
