//! Proposes a term; the write guard looks at it first, and a person has the last word.

use super::{MAX_NOTE_CHARS, kind_of, to_json};
use crate::context::ToolContext;
use crate::guard::{Guard, Occurrences};
use crate::knowledge_view::{self, KnowledgeView, bare};
use crate::paragraph::cut;
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use book::knowledge::term::{Strictness, Term};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct CreateTerm;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    source: String,
    translation: String,
    note: Option<String>,
    kind: Option<String>,
    keep_source: Option<bool>,
}

impl Tool for CreateTerm {
    const NAME: &'static str = "create_term";
    const DESCRIPTION: Text = Text {
        zh: "提议一个术语。提议和修改知识仅限 preparing、review 阶段。",
        en: "Propose a term. Knowledge is written in preparing and review only.",
    };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let source = bare(&args.source);
        let places = Occurrences::find(ctx, &[&source]).await?;
        let id = view.mint(ctx, &source).term(|id| view.known.terms.iter().any(|term| term.id == id));
        let mut term = Term::new(id, source, bare(&args.translation));
        if args.keep_source == Some(true) {
            term.strictness = Strictness::KeepSource;
            term.translation.clone_from(&term.source);
        }
        term.kind = kind_of(args.kind.as_deref()).unwrap_or_default();
        term.note = cut(args.note.as_deref().unwrap_or_default().trim(), MAX_NOTE_CHARS);
        term.evidence = places.evidence(ctx.book_id);
        term.standing = knowledge_view::standing(ctx);
        Guard::for_book(ctx).await?.term(ctx, &view, &term, &places)?;
        let content = json!({ "success": true, "term": to_json(&term) });
        Ok(ToolOutcome::Reply { content, edits: vec![Edit::create(term)], updates: Vec::new() })
    }
}
