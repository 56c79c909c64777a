//! Where words stand in the book: the paragraphs that literally contain them, those of the task's own chunk first.

use crate::context::ToolContext;
use crate::tool::ToolError;
use book::id::{BookId, ChapterId, TermId};
use book::knowledge::evidence::Evidence;
use book::knowledge::matching::{Findable, Matcher, Options, Singles};
use book::knowledge::term::Term;
use book::text::markup::Marked;
use std::collections::HashSet;
use store::record::ParagraphRecord;
use store::search::{Matching, SearchQuery, SearchScope};

/// Paragraphs that contain some words.
pub(crate) struct Occurrences {
    paragraphs: Vec<ParagraphRecord>,
}

/// So many paragraphs are kept as evidence of one thing.
const MAX_EVIDENCE: usize = 5;
/// So many paragraphs of the book are looked at.
const MAX_LOOKED_AT: u32 = 60;

impl Occurrences {
    /// The paragraphs that contain one of the words.
    pub(crate) async fn find(ctx: &ToolContext<'_>, words: &[&str]) -> Result<Self, ToolError> {
        let terms: Vec<Term> = words
            .iter()
            .filter(|word| !word.trim().is_empty())
            .zip(0..)
            .map(|(word, number)| {
                Term::new(TermId::from_number(number), word.trim().to_owned(), "-".to_owned())
            })
            .collect();
        if terms.is_empty() {
            return Ok(Self { paragraphs: Vec::new() });
        }
        let matcher = |singles| {
            let options = Options { singles, ..Options::USUAL };
            Matcher::for_entries(terms.iter().map(Findable::Term), &options)
        };
        let mut seen = HashSet::new();
        let mut paragraphs = chunk(ctx).await?;
        let texts = terms.iter().map(|term| term.source.clone()).collect();
        let query = SearchQuery {
            texts,
            matching: Matching::Any,
            scope: SearchScope::Source,
            chapter: None,
            limit: MAX_LOOKED_AT,
            after: None,
        };
        let page = ctx.library.search(ctx.book_id, &query).await?;
        paragraphs.extend(page.hits.into_iter().map(|hit| hit.paragraph));
        let anywhere = matcher(Singles::Anywhere);
        paragraphs.retain(|it| seen.insert(it.id) && !anywhere.occurrences(&it.text).is_empty());
        // Where one character stands alone is better evidence than where it may be part of a word.
        let alone = matcher(Singles::Alone);
        let is_alone = |it: &ParagraphRecord| !alone.occurrences(&it.text).is_empty();
        if paragraphs.iter().any(is_alone) {
            paragraphs.retain(is_alone);
        }
        Ok(Self { paragraphs })
    }

    /// The task's chunk; nothing outside one.
    pub(crate) async fn chunk(ctx: &ToolContext<'_>) -> Result<Self, ToolError> {
        Ok(Self { paragraphs: chunk(ctx).await? })
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.paragraphs.is_empty()
    }

    pub(crate) fn evidence(&self, book: BookId) -> Vec<Evidence> {
        let ids = self.paragraphs.iter().take(MAX_EVIDENCE).map(|it| it.id);
        ids.map(|paragraph| Evidence { book, paragraph }).collect()
    }

    /// The accepted translations of these paragraphs.
    pub(crate) fn translations(&self) -> impl Iterator<Item = &Marked> {
        self.paragraphs.iter().filter_map(|it| it.translation.as_ref())
    }

    /// The chapter of the first of them in reading order.
    pub(crate) fn first_chapter(&self) -> Option<ChapterId> {
        self.paragraphs.iter().min_by_key(|it| it.position).map(|it| it.chapter)
    }

    /// Those in the task's own chunk, which is where it learnt what it writes down; all of them outside a task.
    pub(crate) fn in_chunk(&self, ctx: &ToolContext<'_>) -> Self {
        let inside = |it: &&ParagraphRecord| ctx.in_chunk(it.id).unwrap_or(true);
        Self { paragraphs: self.paragraphs.iter().filter(inside).cloned().collect() }
    }
}

async fn chunk(ctx: &ToolContext<'_>) -> Result<Vec<ParagraphRecord>, ToolError> {
    let Some(boundaries) = ctx.chunk_boundaries() else { return Ok(Vec::new()) };
    let first = ctx.library.paragraph(ctx.book_id, boundaries.first_paragraph_id()).await?;
    let last = ctx.library.paragraph(ctx.book_id, boundaries.last_paragraph_id()).await?;
    let range = first.index..last.index.saturating_add(1);
    let mut paragraphs = ctx.library.chapter_paragraphs(ctx.book_id, first.chapter, range).await?;
    paragraphs.retain(|paragraph| boundaries.contains(paragraph.id));
    Ok(paragraphs)
}
