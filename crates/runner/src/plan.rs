//! From a wish to work: which chunks, and what they will cost about, before anything is sent.

use crate::wish::Wish;
use book::id::{ChapterId, ParagraphId};
use book::work::chunk::Chunk;
use llm::{Money, Price, Usage};
use std::collections::HashSet;
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, ChapterRecord, ParagraphRecord};
use task::chunker;

/// What is to be done.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Chapters with work in them, in reading order.
    pub chapters: Vec<PlannedChapter>,
    /// What it will take, about.
    pub estimate: Estimate,
}

/// A chapter with work in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedChapter {
    /// The chapter.
    pub id: ChapterId,
    /// Its number, from one.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// Its chunks, in reading order.
    pub chunks: Vec<Chunk>,
}

/// What a run will take, about, as a range.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    /// Paragraphs.
    pub n_paragraphs: usize,
    /// Chunks.
    pub n_chunks: usize,
    /// Tokens of source.
    pub source_tokens: u64,
    /// If every chunk takes one reply.
    pub least: Usage,
    /// If models dawdle: twice the replies, and longer ones.
    pub most: Usage,
    /// The money for `least`, where the price is known.
    pub least_money: Option<Money>,
    /// The money for `most`, where the price is known.
    pub most_money: Option<Money>,
}

impl Plan {
    /// Paragraphs to be worked on.
    pub fn n_paragraphs(&self) -> usize {
        self.estimate.n_paragraphs
    }
}

/// What a plan has to know about the model.
#[derive(Debug, Clone, Copy, Default)]
pub struct ModelFacts {
    /// Tokens the model can read at once.
    pub window: Option<u64>,
    /// Tokens it can write in one reply.
    pub output_limit: Option<u64>,
    /// What it charges.
    pub price: Option<Price>,
    /// Tokens of the fixed prompt and the tool list.
    pub fixed_tokens: u64,
}

/// Plans what is left of a wish. `settled` are paragraphs the run has already dealt with.
pub async fn plan(
    library: &Library,
    book: &BookSummary,
    wish: &Wish,
    settled: &HashSet<ParagraphId>,
    facts: &ModelFacts,
) -> Result<Plan, StoreError> {
    let budget = chunker::budget(wish.chunk_tokens, facts.window, facts.output_limit);
    let mut chapters = Vec::new();
    let mut sizes = Vec::new();
    for chapter in library.chapters(book.id).await? {
        if !wish.chapters.is_empty() && !wish.chapters.contains(&chapter.id) {
            continue;
        }
        let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
        let planned = plan_chapter(wish, settled, &chapter, &paragraphs, budget);
        sizes.extend(planned.chunks.iter().map(|chunk| size(chunk, &paragraphs)));
        if !planned.chunks.is_empty() {
            chapters.push(planned);
        }
    }
    Ok(Plan { chapters, estimate: estimate(&sizes, facts) })
}

fn plan_chapter(
    wish: &Wish,
    settled: &HashSet<ParagraphId>,
    chapter: &ChapterRecord,
    paragraphs: &[ParagraphRecord],
    budget: u64,
) -> PlannedChapter {
    let wanted: HashSet<ParagraphId> = paragraphs
        .iter()
        .filter(|paragraph| !settled.contains(&paragraph.id))
        .filter(|paragraph| wish.wants(paragraph))
        .map(|paragraph| paragraph.id)
        .collect();
    let chunks = chunker::chunks(wish.kind, chapter.id, paragraphs, &wanted, budget);
    PlannedChapter { id: chapter.id, number: chapter.number, title: chapter.title.clone(), chunks }
}

struct Size {
    n_paragraphs: u64,
    source_tokens: u64,
}

fn size(chunk: &Chunk, paragraphs: &[ParagraphRecord]) -> Size {
    let boundaries = chunk.boundaries();
    let source = paragraphs.iter().filter(|paragraph| boundaries.contains(paragraph.id));
    let source_tokens = source.map(|paragraph| llm::estimate_tokens(paragraph.text.as_str())).sum();
    Size { n_paragraphs: u64::try_from(chunk.paragraph_ids().len()).unwrap_or_default(), source_tokens }
}

/// Tokens of the label in front of a work item, and of the frame around a submitted one.
const PER_ITEM: u64 = 14;
/// Tokens of context before a chunk.
const CONTEXT: u64 = 300;

fn estimate(sizes: &[Size], facts: &ModelFacts) -> Estimate {
    let n_chunks = u64::try_from(sizes.len()).unwrap_or_default();
    let n_paragraphs: u64 = sizes.iter().map(|size| size.n_paragraphs).sum();
    let source: u64 = sizes.iter().map(|size| size.source_tokens).sum();
    let input = n_chunks * (facts.fixed_tokens + CONTEXT) + source + n_paragraphs * PER_ITEM;
    let output = source + n_paragraphs * PER_ITEM;
    let least = Usage { input, output, ..Usage::default() };
    let most = Usage { input: input * 5 / 2 + output, output: output * 2, ..Usage::default() };
    Estimate {
        n_paragraphs: usize::try_from(n_paragraphs).unwrap_or_default(),
        n_chunks: sizes.len(),
        source_tokens: source,
        least,
        most,
        least_money: facts.price.map(|price| price.of(&least)),
        most_money: facts.price.map(|price| price.of(&most)),
    }
}
