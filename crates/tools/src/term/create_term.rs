//! Proposes a term; the write guard looks at it first, and a person has the last word.

use super::{MAX_NOTE_CHARS, kind_of, shown};
use crate::context::ToolContext;
use crate::guard::{Guard, Places};
use crate::learning::{self, Learning, bare};
use crate::paragraph::cut;
use crate::text::Text;
use crate::tool::{Outcome, Tool, ToolError};
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

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<Outcome, ToolError> {
        let learning = Learning::of(ctx).await?;
        let source = bare(&args.source);
        let places = Places::of(ctx, &[&source]).await?;
        let id = learning.mint(ctx, &source).term(|id| learning.known.terms.iter().any(|term| term.id == id));
        let mut term = Term::new(id, source, bare(&args.translation));
        if args.keep_source == Some(true) {
            term.strictness = Strictness::KeepSource;
            term.translation.clone_from(&term.source);
        }
        term.kind = kind_of(args.kind.as_deref()).unwrap_or_default();
        term.note = cut(args.note.as_deref().unwrap_or_default().trim(), MAX_NOTE_CHARS);
        term.evidence = places.evidence(ctx.book_id);
        term.standing = learning::standing(ctx);
        Guard::of(ctx).await?.term(ctx, &learning, &term, &places)?;
        let say = json!({ "success": true, "term": shown(&term) });
        Ok(Outcome::Said { say, edits: vec![Edit::create(term)], moves: Vec::new() })
    }
}
