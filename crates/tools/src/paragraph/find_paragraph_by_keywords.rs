//! Finds paragraphs anywhere in the book that contain one of some words, in reading order.

use super::listing::{Listing, MAX_COUNT, add_notes};
use crate::chapter;
use crate::context::ToolContext;
use crate::text::Text;
use crate::tool::{Refusal, Tool, ToolError, ToolOutcome};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::record::ParagraphRecord;
use store::search::{Matching, SearchQuery, SearchScope};

pub(crate) struct FindParagraphByKeywords;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    keywords: Vec<String>,
    search_in: Option<Side>,
    chapter_id: Option<String>,
    max_paragraphs: Option<i64>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Side {
    Source,
    Translation,
    Both,
}

const MAX_KEYWORDS: usize = 10;
const MAX_KEYWORD_CHARS: usize = 100;
const DEFAULT_PARAGRAPHS: u32 = 5;

impl Tool for FindParagraphByKeywords {
    const NAME: &'static str = "find_paragraph_by_keywords";
    const DESCRIPTION: Text = Text {
        zh: "按关键词在全书中查找段落，例如某词以前的译法。",
        en: "Find paragraphs of the book with any of the keywords, e.g. how a word was translated before.",
    };
    const ARGUMENTS: &'static [(&'static str, Text)] = &[
        ("search_in", Text { zh: "默认 both", en: "default both" }),
        ("max_paragraphs", Text { zh: "默认 5，最多 20", en: "default 5, at most 20" }),
    ];
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let texts: Vec<String> = args
            .keywords
            .iter()
            .map(|keyword| keyword.trim().chars().take(MAX_KEYWORD_CHARS).collect::<String>())
            .filter(|keyword| !keyword.is_empty())
            .take(MAX_KEYWORDS)
            .collect();
        if texts.is_empty() {
            let error = ctx.language.choose(
                "没有关键词。请在 keywords 中给出至少一个词。",
                "There is no keyword. Put at least one into keywords.",
            );
            return Err(Refusal::new("NO_KEYWORDS", error).into());
        }
        let chapter = match &args.chapter_id {
            Some(given) => Some(chapter::find(ctx, given).await?.id),
            None => None,
        };
        let limit = args.max_paragraphs.map_or(DEFAULT_PARAGRAPHS, |asked| {
            u32::try_from(asked.clamp(1, i64::from(MAX_COUNT))).unwrap_or(DEFAULT_PARAGRAPHS)
        });
        let scope = match args.search_in {
            Some(Side::Source) => SearchScope::Source,
            Some(Side::Translation) => SearchScope::Translation,
            Some(Side::Both) | None => SearchScope::Both,
        };
        let query = SearchQuery { texts, matching: Matching::Any, scope, chapter, limit, after: None };
        let page = ctx.library.search(ctx.book_id, &query).await?;
        let records: Vec<ParagraphRecord> = page.hits.into_iter().map(|hit| hit.paragraph).collect();
        let listing = Listing::from_records(ctx, &records, None);
        let mut content =
            json!({ "success": true, "count": listing.paragraphs.len(), "paragraphs": listing.paragraphs });
        let mut notes = listing.notes;
        if page.n_more > 0 {
            let n_more = format!("{}{}", page.n_more, if page.n_more_is_exact { "" } else { "+" });
            notes.push(ctx.language.choose(
                format!("另有 {n_more} 个段落匹配，未显示。"),
                format!("{n_more} more paragraphs match and are not shown."),
            ));
        }
        add_notes(&mut content, &notes, ctx.language);
        Ok(ToolOutcome::reply(content))
    }
}
