//! Writes down a short note for later chapters.

use super::{text_of, to_json};
use crate::context::ToolContext;
use crate::guard::Occurrences;
use crate::knowledge_view::{self, KnowledgeView, folded};
use crate::text::Text;
use crate::tool::{Refusal, Tool, ToolError, ToolOutcome};
use crate::{chapter, character, term};
use book::edit::Edit;
use book::id::ChapterId;
use book::knowledge::evidence::StoryPosition;
use book::knowledge::memory::{Memory, Subject};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(crate) struct CreateMemory;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    text: String,
    about: Option<String>,
}

impl Tool for CreateMemory {
    const NAME: &'static str = "create_memory";
    const DESCRIPTION: Text =
        Text { zh: "为后文记一条简短笔记。", en: "Note something short for later." };
    const ARGUMENTS: &'static [(&'static str, Text)] =
        &[("about", Text { zh: "book、chapter、术语或角色名", en: "book, chapter, a term or a name" })];
    type Args = Args;

    async fn call(&self, ctx: &ToolContext<'_>, args: Args) -> Result<ToolOutcome, ToolError> {
        let view = KnowledgeView::load(ctx).await?;
        let text = text_of(ctx, &args.text)?;
        let subject = subject(ctx, &view, args.about.as_deref()).await?;
        let same = |memory: &&Memory| memory.subject == subject && folded(&memory.text) == folded(&text);
        if let Some(known) = view.known.memories.iter().find(same) {
            let error = ctx.language.choose("已有相同的笔记。", "There is such a note already.");
            return Err(Refusal::new("DUPLICATE", error).with("existing_id", known.id.to_string()).into());
        }
        let places = match args.about.as_deref().filter(|_| is_named(subject)) {
            Some(name) => Occurrences::find(ctx, &[name]).await?.in_chunk(ctx),
            None => Occurrences::chunk(ctx).await?,
        };
        let known_from = match (view.moment, places.first_chapter()) {
            (Some(moment), _) => moment,
            (None, Some(chapter)) => ctx.library.position_of(ctx.book_id, chapter).await?,
            (None, None) => StoryPosition(0),
        };
        let id = view.mint(ctx, &text).memory(|id| view.known.memories.iter().any(|memory| memory.id == id));
        let memory = Memory {
            id,
            subject,
            text,
            evidence: places.evidence(ctx.book_id).into_iter().take(3).collect(),
            known_from,
            standing: knowledge_view::standing(ctx),
        };
        let content = json!({ "success": true, "memory": to_json(&view, &memory) });
        Ok(ToolOutcome::Reply { content, edits: vec![Edit::create(memory)], updates: Vec::new() })
    }
}

const fn is_named(subject: Subject) -> bool {
    matches!(subject, Subject::Term { .. } | Subject::Character { .. })
}

/// What a note is about; the book where nothing is said.
async fn subject(
    ctx: &ToolContext<'_>,
    view: &KnowledgeView,
    given: Option<&str>,
) -> Result<Subject, ToolError> {
    let book = ctx.book_id;
    let Some(given) = given.map(str::trim).filter(|given| !given.is_empty()) else {
        return Ok(Subject::Book { book });
    };
    match given.to_lowercase().as_str() {
        "book" | "本书" => return Ok(Subject::Book { book }),
        "series" | "系列" => return Ok(Subject::Series),
        "chapter" | "本章" => {
            if let Some(chapter) = chapter::current(ctx).await? {
                return Ok(Subject::Chapter { book, chapter });
            }
        }
        _ => {}
    }
    if let Some(character) = character::find_id(view, given) {
        return Ok(Subject::Character { character });
    }
    if let Some(term) = term::find_id(view, given) {
        return Ok(Subject::Term { term });
    }
    let id = given.strip_prefix("chapter").unwrap_or(given).trim();
    if id.parse::<ChapterId>().is_ok() {
        return Ok(Subject::Chapter { book, chapter: chapter::find(ctx, id).await?.id });
    }
    let error = ctx.language.choose(
        "about 应为 book、chapter、章节 id，或已有的术语、角色名。",
        "about is book, chapter, a chapter's id, or a known term or character.",
    );
    Err(Refusal::new("UNKNOWN_SUBJECT", error).into())
}
