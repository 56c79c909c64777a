//! Finds terms by words in their source, translation or note.

use super::to_json;
use crate::context::ToolContext;
use crate::knowledge_view::{KnowledgeView, note_more, rank, words_of_query};
use crate::text::Text;
use crate::tool::{Tool, ToolError, ToolOutcome};
use book::knowledge::term::Term;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;

pub(crate) struct SearchTerms;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    query: String,
}

const MAX_SHOWN: usize = 20;

impl Tool for SearchTerms {
    const NAME: &'static str = "search_terms";
    const DESCRIPTION: Text = Text { zh: "搜索术语表。", en: "Search the glossary." };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let words = words_of_query(&args.query);
        let mut found: Vec<(u32, &Term)> = view
            .known
            .terms
            .iter()
            .filter(|term| view.shows(term.standing))
            .filter_map(|term| Some((rank(&words, texts(term))?, term)))
            .collect();
        found.sort_by_key(|(rank, _)| Reverse(*rank));
        let terms: Vec<Value> = found.iter().take(MAX_SHOWN).map(|(_, term)| to_json(term)).collect();
        let mut content = json!({ "success": true, "count": terms.len(), "terms": terms });
        note_more(&mut content, found.len().saturating_sub(MAX_SHOWN), ctx.language);
        Ok(ToolOutcome::reply(content))
    }
}

fn texts(term: &Term) -> impl Iterator<Item = &str> {
    [term.source.as_str(), term.translation.as_str(), term.note.as_str(), term.kind.as_str()]
        .into_iter()
        .chain(term.reading.as_deref())
        .chain(term.other_forms.iter().map(String::as_str))
}
