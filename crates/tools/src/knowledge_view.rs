//! What a tool has to know before it looks up or writes down knowledge: what the series knows, and how much of it a reader
//! knows at this place of the story.

use crate::context::ToolContext;
use crate::text::PromptLanguage;
use crate::tool::ToolError;
use book::id::{Mint, SeriesId};
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::text::fold::Folding;
use book::text::version::Author;
use serde_json::Value;
use store::knowledge::Knowledge;

/// What the series knows, as one call sees it.
pub(crate) struct KnowledgeView {
    pub(crate) series: SeriesId,
    pub(crate) known: Knowledge,
    /// Where the task stands in the story; nothing outside a task, where everything may be told.
    pub(crate) moment: Option<StoryPosition>,
}

impl KnowledgeView {
    pub(crate) async fn load(ctx: &ToolContext<'_>) -> Result<Self, ToolError> {
        let series = ctx.library.series_of(ctx.book_id).await?;
        let known = ctx.library.knowledge(series).await?;
        let moment = match ctx.chunk_boundaries() {
            Some(boundaries) => {
                let first = ctx.library.paragraph(ctx.book_id, boundaries.first_paragraph_id()).await?;
                Some(ctx.library.position_of(ctx.book_id, first.chapter).await?)
            }
            None => None,
        };
        Ok(Self { series, known, moment })
    }

    /// Whether something that is known from a moment on may be told here.
    pub(crate) fn may_tell(&self, known_from: StoryPosition) -> bool {
        self.moment.is_none_or(|now| known_from <= now)
    }

    /// Whether something of this standing is shown: a task has no use for what a person refused.
    pub(crate) const fn shows(&self, standing: EntryState) -> bool {
        self.moment.is_none() || standing.is_usable()
    }

    /// A mint whose ids depend on nothing but the call, so that a call that is made again names the same entry.
    pub(crate) fn mint(&self, ctx: &ToolContext<'_>, words: &str) -> Mint {
        let mut seed = 0xcbf2_9ce4_8422_2325_u64;
        let task = ctx.task_id().map_or(0, book::id::TaskId::number);
        let numbers =
            [task.to_le_bytes(), self.series.number().to_le_bytes(), self.known.revision.0.to_le_bytes()];
        for byte in numbers.as_flattened().iter().copied().chain(words.bytes()) {
            seed = (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Mint::new(seed)
    }
}

/// Whether a person makes the call; what people write down is not held against the guard.
pub(crate) fn is_person(ctx: &ToolContext<'_>) -> bool {
    *ctx.author() == Author::Person
}

/// How far a new entry is trusted: a person's is confirmed, a model's waits for one.
pub(crate) fn standing(ctx: &ToolContext<'_>) -> EntryState {
    if is_person(ctx) { EntryState::Confirmed } else { EntryState::Proposed }
}

/// A text folded as words of a source are compared.
pub(crate) fn folded(text: &str) -> String {
    Folding::SOURCE.fold(text.trim())
}

/// A text without the quotation marks around it that are not part of it.
pub(crate) fn bare(text: &str) -> String {
    const PAIRS: [(char, char); 8] = [
        ('"', '"'),
        ('“', '”'),
        ('「', '」'),
        ('『', '』'),
        ('《', '》'),
        ('\'', '\''),
        ('«', '»'),
        ('`', '`'),
    ];
    let mut text = text.trim();
    for (open, close) in PAIRS {
        let inner = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(inner) = inner.filter(|inner| !inner.trim().is_empty() && !inner.contains([open, close]))
        {
            text = inner.trim();
        }
    }
    text.to_owned()
}

/// The words of a query, folded.
pub(crate) fn words_of_query(query: &str) -> Vec<String> {
    const MAX_WORDS: usize = 12;
    let query: String = query.chars().take(200).collect();
    folded(&query).split_whitespace().take(MAX_WORDS).map(str::to_owned).collect()
}

/// How well texts match the words of a query; nothing if one of the words is in none of them.
pub(crate) fn rank<'t>(words: &[String], texts: impl Iterator<Item = &'t str>) -> Option<u32> {
    let texts: Vec<String> = texts.map(folded).collect();
    let mut rank = 0;
    for word in words {
        let best = texts
            .iter()
            .filter(|text| text.contains(word))
            .map(|text| if text == word { 3 } else { 1 })
            .max();
        rank += best?;
    }
    Some(rank)
}

/// Says that more was found than is shown.
pub(crate) fn note_more(content: &mut Value, n_more: usize, language: PromptLanguage) {
    if let (Value::Object(content), true) = (content, n_more > 0) {
        let note = language
            .choose(format!("另有 {n_more} 条，请缩小范围。"), format!("{n_more} more; narrow the query."));
        content.insert("note".to_owned(), note.into());
    }
}
