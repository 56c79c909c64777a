//! From a wish to work: which chunks, and what they will cost about, before anything is sent.

use crate::risk::predicts_trouble;
use crate::spec::{RunSpec, Work};
use async_recursion::async_recursion as boxed;
use book::id::{ChapterId, ParagraphId};
use book::work::chunk::Chunk;
use llm::{Delivery, Money, Price, Usage};
use std::collections::HashSet;
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::record::{BookState, BookSummary, ChapterRecord, ParagraphRecord};
use task::chunker;

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RunPlan {
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
    pub title: String,
    /// Its chunks, in reading order.
    pub chunks: Vec<Chunk>,
    /// Tokens of source in all of them.
    pub source_tokens: u64,
}

/// What a run will take, about, as a range.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    pub n_paragraphs: usize,
    pub n_chunks: usize,
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

impl RunPlan {
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
    /// What the dearest model charges that the run falls back on.
    pub fallback_price: Option<Price>,
    /// Tokens of the fixed prompt and the tool list.
    pub fixed_tokens: u64,
    /// The form in which it hands over its work.
    pub delivery: Delivery,
    /// Input of its earlier runs in thousandths of the least their work takes, where it has worked by tools.
    pub reads: Option<u32>,
    /// Tokens it may think in before each reply; `None` where nobody has set how much.
    pub thinking: Option<u32>,
}

/// In text a model reads at most so many thousandths of the least its work takes.
const MOST_READ_IN_TEXT: u64 = 2_500;
/// By tools it sends its conversation again with each look at the book. Models that look often read this much.
const MOST_READ_BY_TOOLS: u64 = 8_000;

impl ModelFacts {
    /// The most input of a run, in thousandths of the least its work takes: half as much again as the model used before.
    fn most_read(&self) -> u64 {
        match (self.delivery, self.reads) {
            (Delivery::Structured | Delivery::Lines, _) => MOST_READ_IN_TEXT,
            (Delivery::Tools, Some(reads)) => (u64::from(reads) * 3 / 2).max(MOST_READ_IN_TEXT),
            (Delivery::Tools, None) => MOST_READ_BY_TOOLS,
        }
    }

    /// What so much usage costs at most: a fallback may have to do all the work.
    fn most_money(&self, usage: &Usage) -> Option<Money> {
        let first = self.price?.most_for(usage);
        Some(self.fallback_price.map_or(first, |price| first.max(price.most_for(usage))))
    }
}

/// A plan that a person has seen, with the state of the book it was made of: while that is the same, so is the plan.
#[derive(Debug, Clone)]
pub struct ConfirmedPlan {
    pub plan: Arc<RunPlan>,
    state: BookState,
}

impl ConfirmedPlan {
    /// Plans a wish of which nothing is done yet.
    #[boxed]
    pub async fn new(
        library: &Library,
        book: &BookSummary,
        spec: &RunSpec,
        facts: &ModelFacts,
    ) -> Result<Self, StoreError> {
        let state = library.state(book.id).await?;
        let plan = Arc::new(plan(library, book, spec, &HashSet::new(), facts).await?);
        Ok(Self { plan, state })
    }

    /// The plan, if the book has not changed since.
    pub(crate) async fn still(
        self,
        library: &Library,
        book: &BookSummary,
    ) -> Result<Option<Arc<RunPlan>>, StoreError> {
        Ok((library.state(book.id).await? == self.state).then_some(self.plan))
    }
}

/// A paragraph with a suggestion that waits for a person is not polished or proofread once more: that would be paid twice.
async fn with_waiting(
    library: &Library,
    book: &BookSummary,
    spec: &RunSpec,
    settled: &HashSet<ParagraphId>,
) -> Result<HashSet<ParagraphId>, StoreError> {
    let mut settled = settled.clone();
    if matches!(spec.work, Work::Polish | Work::Proofread) && spec.scope.paragraphs.is_empty() {
        let waiting = library.suggestions(book.id).await?;
        settled.extend(waiting.into_iter().map(|suggestion| suggestion.paragraph.id));
    }
    Ok(settled)
}

/// Plans what is left of a wish. `settled` are paragraphs the run has already dealt with.
#[boxed]
pub async fn plan(
    library: &Library,
    book: &BookSummary,
    spec: &RunSpec,
    settled: &HashSet<ParagraphId>,
    facts: &ModelFacts,
) -> Result<RunPlan, StoreError> {
    let library = &spec.layer_of(library);
    let settled = &with_waiting(library, book, spec, settled).await?;
    let mut chapters = Vec::new();
    let mut sizes = ChapterSizes::default();
    for chapter in library.chapters(book.id).await? {
        if !spec.scope.has_chapter(chapter.id) {
            continue;
        }
        let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
        let (planned, of_chapter) = plan_chapter(spec, book, settled, &chapter, &paragraphs, facts);
        sizes.add(&of_chapter);
        if !planned.chunks.is_empty() {
            chapters.push(planned);
        }
    }
    Ok(RunPlan { chapters, estimate: sizes.estimate(spec, facts) })
}

/// The sizes of chunks: of a chapter, or of several in reading order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ChapterSizes {
    chunks: Vec<Size>,
    /// What of them is likely to need further candidates, where those are wanted.
    risky: Vec<Size>,
}

impl ChapterSizes {
    pub(crate) const fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.chunks.extend_from_slice(&other.chunks);
        self.risky.extend_from_slice(&other.risky);
    }

    /// What it will take, about.
    pub(crate) fn estimate(&self, spec: &RunSpec, facts: &ModelFacts) -> Estimate {
        let mut all = estimate(&self.chunks, facts);
        if spec.work.candidates() > 1 {
            all.add_candidates(&estimate(&self.risky, facts), spec.work.candidates() - 1, facts);
        }
        all
    }
}

/// The chunks of a chapter, and their sizes.
pub(crate) fn plan_chapter(
    spec: &RunSpec,
    book: &BookSummary,
    settled: &HashSet<ParagraphId>,
    chapter: &ChapterRecord,
    paragraphs: &[ParagraphRecord],
    facts: &ModelFacts,
) -> (PlannedChapter, ChapterSizes) {
    let budget = chunker::budget(spec.chunk_tokens, facts.window, facts.output_limit, facts.delivery);
    let wanted: HashSet<ParagraphId> = paragraphs
        .iter()
        .filter(|paragraph| !settled.contains(&paragraph.id))
        .filter(|paragraph| spec.wants(book, paragraph))
        .map(|paragraph| paragraph.id)
        .collect();
    let chunks = chunker::chunks(spec.kind(), chapter.id, paragraphs, &wanted, budget);
    let mut sizes = ChapterSizes {
        chunks: chunks.iter().map(|chunk| size(chunk, paragraphs)).collect(),
        risky: Vec::new(),
    };
    if spec.work.candidates() > 1 {
        sizes.risky.extend(chunks.iter().filter_map(|chunk| risky_size(chunk, paragraphs)));
    }
    let (id, number, title) = (chapter.id, chapter.number, chapter.title.clone());
    let source_tokens = sizes.chunks.iter().map(|size| size.source_tokens).sum();
    (PlannedChapter { id, number, title, chunks, source_tokens }, sizes)
}

/// How much a chunk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    n_paragraphs: u64,
    source_tokens: u64,
}

pub(crate) fn size(chunk: &Chunk, paragraphs: &[ParagraphRecord]) -> Size {
    let boundaries = chunk.boundaries();
    let source = paragraphs.iter().filter(|paragraph| boundaries.contains(paragraph.id));
    let source_tokens = source.map(|paragraph| llm::estimate_tokens(paragraph.text.as_str())).sum();
    Size { n_paragraphs: u64::try_from(chunk.paragraph_ids().len()).unwrap_or_default(), source_tokens }
}

/// What of a chunk is likely to need further candidates.
fn risky_size(chunk: &Chunk, paragraphs: &[ParagraphRecord]) -> Option<Size> {
    let boundaries = chunk.boundaries();
    let risky = paragraphs.iter().filter(|one| boundaries.contains(one.id) && predicts_trouble(one));
    let size = risky.fold(Size { n_paragraphs: 0, source_tokens: 0 }, |size, one| Size {
        n_paragraphs: size.n_paragraphs + 1,
        source_tokens: size.source_tokens + llm::estimate_tokens(one.text.as_str()),
    });
    (size.n_paragraphs > 0).then_some(size)
}

impl Estimate {
    /// Adds what further candidates take: at least those the source calls for, at most a tenth of the book beside them,
    /// because the checks may find something in what came first.
    fn add_candidates(&mut self, risky: &Self, n_more: u32, facts: &ModelFacts) {
        let times = |usage: Usage, n: u64| (usage.input * n, usage.output * n);
        let n_more = u64::from(n_more);
        let (input, output) = times(risky.least, n_more);
        let (most_input, most_output) = times(risky.most, n_more);
        let flagged = (self.most.input / 10 * n_more, self.most.output / 10 * n_more);
        self.least =
            Usage { input: self.least.input + input, output: self.least.output + output, ..self.least };
        self.most = Usage {
            input: self.most.input + most_input + flagged.0,
            output: self.most.output + most_output + flagged.1,
            ..self.most
        };
        self.least_money = facts.price.map(|price| price.cost_of(&self.least));
        self.most_money = facts.most_money(&self.most);
    }
}

/// Tokens of the label in front of a work item, and of the frame around a submitted one.
const fn per_item(delivery: Delivery) -> u64 {
    match delivery {
        Delivery::Tools => 14,
        Delivery::Structured => 9,
        Delivery::Lines => 4,
    }
}
/// Requests in text begin small: this many are sent before one asks for all it may.
const WHILE_GROWING: u64 = 5;
/// Output tokens reserved for each paragraph of a reply beyond its text.
const RESERVED_EACH: u64 = 14;
/// Output tokens reserved for every reply beyond its work.
const RESERVE: u64 = 2048;
/// What a model that may or may not think may think once.
const ONE_THOUGHT: u64 = 4096;
/// Tokens of source in a small request.
const SMALL_REQUEST: u64 = 150;
/// Tokens of context before a chunk.
const CONTEXT: u64 = 300;

/// The most one request asks for: the largest chunk, or as many short ones as share a request.
fn largest_request(sizes: &[Size], delivery: Delivery) -> Option<Size> {
    let largest = sizes.iter().copied().max_by_key(|size| size.source_tokens)?;
    if delivery == Delivery::Tools {
        return Some(largest);
    }
    let mut shared = Size { n_paragraphs: 0, source_tokens: 0 };
    for size in sizes {
        shared.source_tokens += size.source_tokens;
        shared.n_paragraphs += size.n_paragraphs;
        if shared.source_tokens > chunker::DEFAULT_CHUNK_TOKENS {
            break;
        }
    }
    Some(if shared.source_tokens > largest.source_tokens { shared } else { largest })
}

pub(crate) fn estimate(sizes: &[Size], facts: &ModelFacts) -> Estimate {
    let n_chunks = u64::try_from(sizes.len()).unwrap_or_default();
    let n_paragraphs: u64 = sizes.iter().map(|size| size.n_paragraphs).sum();
    let source: u64 = sizes.iter().map(|size| size.source_tokens).sum();
    let per_item = per_item(facts.delivery);
    // In text, short chapters share a request.
    let n_requests = match facts.delivery {
        Delivery::Tools => n_chunks,
        Delivery::Structured | Delivery::Lines => {
            n_chunks.min(source.div_ceil(chunker::DEFAULT_CHUNK_TOKENS) + WHILE_GROWING)
        }
    };
    let input = n_requests * (facts.fixed_tokens + CONTEXT) + source + n_paragraphs * per_item;
    let output = source + n_paragraphs * per_item;
    let least = Usage { input, output, ..Usage::default() };
    // One request more than the work takes: what it may need is reserved before it is sent, so a limit as high as this
    // estimate lets the last chunk begin.
    let largest = largest_request(sizes, facts.delivery);
    let work = largest.map_or(0, |size| size.source_tokens + size.n_paragraphs * per_item + CONTEXT);
    let reserved = largest.map_or(0, |size| work * 2 + size.n_paragraphs * RESERVED_EACH + RESERVE);
    // In text a weak model is asked for ten short paragraphs at once.
    let n_small = match facts.delivery {
        Delivery::Tools => 0,
        Delivery::Structured | Delivery::Lines => n_paragraphs / 8 + source / SMALL_REQUEST,
    };
    let margin = Usage { input: facts.fixed_tokens + work, output: reserved, ..Usage::default() };
    let thinking = facts.thinking.map(u64::from);
    let most = Usage {
        input: input * facts.most_read() / 1000
            + output
            + margin.input
            + n_small * (facts.fixed_tokens + CONTEXT),
        output: output * 2
            + margin.output
            + n_requests * thinking.unwrap_or_default()
            + thinking.unwrap_or(ONE_THOUGHT),
        ..Usage::default()
    };
    Estimate {
        n_paragraphs: usize::try_from(n_paragraphs).unwrap_or_default(),
        n_chunks: sizes.len(),
        source_tokens: source,
        least,
        most,
        least_money: facts.price.map(|price| price.cost_of(&least)),
        most_money: facts.most_money(&most),
    }
}
