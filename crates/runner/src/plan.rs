//! From a wish to work: which chunks, and what they will cost about, before anything is sent.

use crate::risk::predicts_trouble;
use crate::spec::RunSpec;
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
    /// The form in which it hands over its work.
    pub delivery: Delivery,
}

/// A plan that a person has seen, with the state of the book it was made of: while that is the same, so is the plan.
#[derive(Debug, Clone)]
pub struct ConfirmedPlan {
    /// The plan.
    pub plan: Arc<Plan>,
    state: BookState,
}

impl ConfirmedPlan {
    /// Plans a wish of which nothing is done yet.
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

    /// The plan, if nobody has touched the book since.
    pub(crate) async fn still(
        self,
        library: &Library,
        book: &BookSummary,
    ) -> Result<Option<Arc<Plan>>, StoreError> {
        Ok((library.state(book.id).await? == self.state).then_some(self.plan))
    }
}

/// Plans what is left of a wish. `settled` are paragraphs the run has already dealt with.
pub async fn plan(
    library: &Library,
    book: &BookSummary,
    spec: &RunSpec,
    settled: &HashSet<ParagraphId>,
    facts: &ModelFacts,
) -> Result<Plan, StoreError> {
    let library = &spec.seen(library);
    let budget = chunker::budget(spec.chunk_tokens, facts.window, facts.output_limit);
    let mut chapters = Vec::new();
    let (mut sizes, mut risky) = (Vec::new(), Vec::new());
    for chapter in library.chapters(book.id).await? {
        if !spec.scope.has_chapter(chapter.id) {
            continue;
        }
        let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
        let planned = plan_chapter(spec, book, settled, &chapter, &paragraphs, budget);
        sizes.extend(planned.chunks.iter().map(|chunk| size(chunk, &paragraphs)));
        if spec.work.candidates() > 1 {
            risky.extend(planned.chunks.iter().filter_map(|chunk| risky_size(chunk, &paragraphs)));
        }
        if !planned.chunks.is_empty() {
            chapters.push(planned);
        }
    }
    let mut estimate_all = estimate(&sizes, facts);
    if spec.work.candidates() > 1 {
        estimate_all.add_candidates(&estimate(&risky, facts), spec.work.candidates() - 1, facts);
    }
    Ok(Plan { chapters, estimate: estimate_all })
}

fn plan_chapter(
    spec: &RunSpec,
    book: &BookSummary,
    settled: &HashSet<ParagraphId>,
    chapter: &ChapterRecord,
    paragraphs: &[ParagraphRecord],
    budget: u64,
) -> PlannedChapter {
    let wanted: HashSet<ParagraphId> = paragraphs
        .iter()
        .filter(|paragraph| !settled.contains(&paragraph.id))
        .filter(|paragraph| spec.wants(book, paragraph))
        .map(|paragraph| paragraph.id)
        .collect();
    let chunks = chunker::chunks(spec.kind(), chapter.id, paragraphs, &wanted, budget);
    PlannedChapter { id: chapter.id, number: chapter.number, title: chapter.title.clone(), chunks }
}

/// How much a chunk is.
#[derive(Clone, Copy)]
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
        self.least_money = facts.price.map(|price| price.of(&self.least));
        self.most_money = facts.price.map(|price| price.of(&self.most));
    }
}

/// Tokens of the label in front of a work item, and of the frame around a submitted one.
const PER_ITEM: u64 = 14;
/// Output tokens reserved for every reply beyond its work.
const RESERVE: u64 = 2048;
/// Tokens of source in a small request.
const SMALL_REQUEST: u64 = 150;
/// Tokens of context before a chunk.
const CONTEXT: u64 = 300;

pub(crate) fn estimate(sizes: &[Size], facts: &ModelFacts) -> Estimate {
    let n_chunks = u64::try_from(sizes.len()).unwrap_or_default();
    let n_paragraphs: u64 = sizes.iter().map(|size| size.n_paragraphs).sum();
    let source: u64 = sizes.iter().map(|size| size.source_tokens).sum();
    let input = n_chunks * (facts.fixed_tokens + CONTEXT) + source + n_paragraphs * PER_ITEM;
    let output = source + n_paragraphs * PER_ITEM;
    let least = Usage { input, output, ..Usage::default() };
    // One request more than the work takes: what it may need is reserved before it is sent, so a limit as high as this
    // estimate lets the last chunk begin.
    let largest = sizes.iter().max_by_key(|size| size.source_tokens);
    let work = largest.map_or(0, |size| size.source_tokens + size.n_paragraphs * PER_ITEM + CONTEXT);
    let reserved = largest.map_or(0, |size| work * 2 + size.n_paragraphs * PER_ITEM + RESERVE);
    // In text a weak model is asked for ten short paragraphs at once.
    let n_small = match facts.delivery {
        Delivery::Tools => 0,
        Delivery::Structured | Delivery::Lines => n_paragraphs / 8 + source / SMALL_REQUEST,
    };
    let margin = Usage { input: facts.fixed_tokens + work, output: reserved, ..Usage::default() };
    let most = Usage {
        input: input * 5 / 2 + output + margin.input + n_small * (facts.fixed_tokens + CONTEXT),
        output: output * 2 + margin.output,
        ..Usage::default()
    };
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
