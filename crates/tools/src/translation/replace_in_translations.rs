//! Replaces a word in all translations that have it: shown first, then done as one change that can be undone as one.

use crate::chapter;
use crate::context::ToolContext;
use crate::text::Text;
use crate::tool::{Refusal, Tool, ToolError, ToolOutcome};
use book::edit::Edit;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::version::{Author, Selection};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use store::record::ParagraphRecord;
use store::search::{Matching, SearchQuery, SearchScope};

pub(crate) struct ReplaceInTranslations;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    find: String,
    replace: String,
    chapter_id: Option<String>,
    dry_run: Option<bool>,
}

/// More paragraphs than this are not changed in one go.
const MAX_PARAGRAPHS: u32 = 5000;
/// This many are shown before and after.
const MAX_SHOWN: usize = 20;
const MAX_NEEDLE_CHARS: usize = 200;
/// Characters shown on either side of a match.
const AROUND: usize = 40;

impl Tool for ReplaceInTranslations {
    const NAME: &'static str = "replace_in_translations";
    const DESCRIPTION: Text = Text {
        zh: "在译文中替换文字。默认只预览，dry_run=false 才会修改。",
        en: "Replace text in translations. Only a preview by default; dry_run=false makes the change.",
    };
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let dry_run = args.dry_run.unwrap_or(true);
        let found = search(ctx, &args).await?;
        let may_touch_locked = *ctx.author() == Author::Person;
        let (mut replaced, mut locked) = (Vec::new(), Vec::new());
        for paragraph in found {
            let Some(new) = replaced_in(&paragraph, &args) else { continue };
            if paragraph.locked && !may_touch_locked {
                locked.push(paragraph.id);
            } else {
                replaced.push((paragraph, new));
            }
        }
        let matches: Vec<Value> = replaced
            .iter()
            .take(MAX_SHOWN)
            .map(|(paragraph, new)| to_json(paragraph, new, &args.find))
            .collect();
        let n_replacements: usize = replaced.iter().map(|(_, new)| new.n_replacements).sum();
        let mut content = json!({
            "success": true,
            "dry_run": dry_run,
            "count": replaced.len(),
            "replacements": n_replacements,
            "matches": matches,
        });
        if let Value::Object(content) = &mut content {
            if !locked.is_empty() {
                content.insert("skipped_locked".to_owned(), crate::refusal::ids(&locked).into());
            }
            if let Some(note) = note(ctx, dry_run, replaced.len()) {
                content.insert("note".to_owned(), note.into());
            }
        }
        let edits = if dry_run { Vec::new() } else { edits(ctx, replaced) };
        Ok(ToolOutcome::Reply { content, edits, updates: Vec::new() })
    }
}

/// Paragraphs whose translation may contain what is looked for; the search sees no difference of case or width.
async fn search(ctx: &ToolContext<'_>, args: &Args) -> Result<Vec<ParagraphRecord>, ToolError> {
    if args.find.trim().is_empty() || args.find.chars().nth(MAX_NEEDLE_CHARS).is_some() {
        let error = ctx.language.choose(
            format!("find 为空或超过 {MAX_NEEDLE_CHARS} 个字符。"),
            format!("find is empty or longer than {MAX_NEEDLE_CHARS} characters."),
        );
        return Err(Refusal::new("INVALID_FIND", error).into());
    }
    let chapter = match &args.chapter_id {
        Some(given) => Some(chapter::find(ctx, given).await?.id),
        None => None,
    };
    let query = SearchQuery {
        texts: vec![args.find.clone()],
        matching: Matching::All,
        scope: SearchScope::Translation,
        chapter,
        limit: MAX_PARAGRAPHS,
        after: None,
    };
    let page = ctx.library.search(ctx.book_id, &query).await?;
    if page.n_more > 0 {
        let error = ctx.language.choose(
            format!("超过 {MAX_PARAGRAPHS} 个段落匹配。请用 chapter_id 逐章替换。"),
            format!("More than {MAX_PARAGRAPHS} paragraphs match. Go chapter by chapter with chapter_id."),
        );
        return Err(Refusal::new("TOO_MANY_MATCHES", error).into());
    }
    Ok(page.hits.into_iter().map(|hit| hit.paragraph).collect())
}

struct ReplacedTranslation {
    text: Marked,
    n_replacements: usize,
}

/// The translation with the replacement made in its text; tags stay where they are. `None` where nothing changes, or
/// where nothing would be left.
fn replaced_in(paragraph: &ParagraphRecord, args: &Args) -> Option<ReplacedTranslation> {
    let mut builder = MarkedBuilder::default();
    let mut n_replacements = 0;
    let mut swap = |text: &str| {
        n_replacements += text.matches(&args.find).count();
        text.replace(&args.find, &args.replace)
    };
    let old = paragraph.translation.as_ref()?;
    for piece in old.pieces() {
        match piece {
            Piece::Text(text) => builder.push_text(&swap(&text)),
            Piece::Ruby { base, reading } => {
                builder.push(&Piece::Ruby { base: Cow::Owned(swap(&base)), reading });
            }
            Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => builder.push(&piece),
        }
    }
    let text = builder.finish();
    let changed = text != *old && !text.plain().trim().is_empty();
    changed.then_some(ReplacedTranslation { text, n_replacements })
}

fn to_json(paragraph: &ParagraphRecord, new: &ReplacedTranslation, find: &str) -> Value {
    let old = paragraph.translation.as_ref().map(|text| text.plain().into_owned()).unwrap_or_default();
    let start = old.split(find).next().map_or(0, |before| before.chars().count()).saturating_sub(AROUND);
    let window = |text: &str| -> String {
        text.chars().skip(start).take(2 * AROUND + find.chars().count().min(AROUND)).collect()
    };
    json!({
        "paragraph_id": paragraph.id.to_string(),
        "paragraph_index": paragraph.index,
        "chapter_id": paragraph.chapter.to_string(),
        "before": window(&old),
        "after": window(&new.text.plain()),
    })
}

fn note(ctx: &ToolContext<'_>, dry_run: bool, n_replaced: usize) -> Option<String> {
    let mut reply = Vec::new();
    if n_replaced > MAX_SHOWN {
        reply.push(
            ctx.language.choose(
                format!("只显示前 {MAX_SHOWN} 处。"),
                format!("Only the first {MAX_SHOWN} are shown."),
            ),
        );
    }
    if dry_run && n_replaced > 0 {
        reply.push(
            ctx.language.choose(
                "这是预览，尚未修改；确认后用 dry_run=false 执行。".to_owned(),
                "This is a preview and nothing has changed; call again with dry_run=false to apply it."
                    .to_owned(),
            ),
        );
    }
    if *ctx.author() != Author::Person && n_replaced > 0 {
        reply.push(ctx.language.choose(
            "人工撰写或审校过的译文不会被替换，只会得到建议版本。".to_owned(),
            "A person's own or reviewed words are not replaced; they get a suggestion.".to_owned(),
        ));
    }
    (!reply.is_empty()).then(|| reply.join(ctx.language.choose("", " ")))
}

fn edits(ctx: &ToolContext<'_>, replaced: Vec<(ParagraphRecord, ReplacedTranslation)>) -> Vec<Edit> {
    let edit = |(paragraph, new): (ParagraphRecord, ReplacedTranslation)| Edit::AddVersion {
        paragraph: paragraph.id,
        text: new.text.to_string(),
        author: ctx.author().clone(),
        selection: Selection::Select,
    };
    replaced.into_iter().map(edit).collect()
}
