//! From a chapter to chunks: consecutive paragraphs up to a budget of tokens, closed where a reader would pause.

use book::id::{ChapterId, ParagraphId};
use book::text::markup::Marked;
use book::text::paragraph::{ParagraphKind, is_symbols_only, is_work};
use book::text::version::TaskKind;
use book::work::chunk::Chunk;
use llm::Delivery;
use std::collections::HashSet;
use store::record::ParagraphRecord;

/// How many tokens of source a chunk holds by default: long enough that the fixed prompt is a small part of each request,
/// short enough that a model does not lose sentences at the end.
pub const DEFAULT_CHUNK_TOKENS: u64 = 3500;

/// No budget is smaller: below it, the prompt costs more than the work.
const SMALLEST_BUDGET: u64 = 64;
/// A pause in the text is taken for an end once this share of the budget is used, in percent.
const PAUSE_FROM: u64 = 60;
/// This many paragraphs without work between two with work end the chunk: they would only be paid for as context.
const LONGEST_GAP: usize = 6;

/// How many tokens of source fit a model: its output limit must hold the translation and the call around it, its
/// window the prompt, the chunk twice and the reply. In text there are no tools to be told of, and no conversation.
pub fn budget(
    wanted: Option<u64>,
    window: Option<u64>,
    output_limit: Option<u64>,
    delivery: Delivery,
) -> u64 {
    let (prompt, times) = match delivery {
        Delivery::Tools => (4000, 5),
        Delivery::Structured | Delivery::Lines => (1200, 4),
    };
    let by_output = output_limit.map_or(u64::MAX, |limit| limit.saturating_mul(2) / 5);
    let by_window = window.map_or(u64::MAX, |window| window.saturating_sub(prompt) / times);
    wanted.unwrap_or(DEFAULT_CHUNK_TOKENS).min(by_output).min(by_window).max(SMALLEST_BUDGET)
}

/// Splits a chapter's work into chunks. `paragraphs` is the whole chapter in order; `wanted` says which of its
/// paragraphs the run is to work on.
pub fn chunks(
    kind: TaskKind,
    chapter: ChapterId,
    paragraphs: &[ParagraphRecord],
    wanted: &HashSet<ParagraphId>,
    budget: u64,
) -> Vec<Chunk> {
    let mut packer = Packer {
        chapter,
        budget,
        chunks: Vec::new(),
        items: Vec::new(),
        tokens: 0,
        pause: None,
        gap: Gap::default(),
    };
    for paragraph in paragraphs.iter().filter(|paragraph| !paragraph.is_empty) {
        if can_be_work(kind, paragraph) && wanted.contains(&paragraph.id) {
            packer.add(paragraph);
        } else {
            packer.pass(paragraph);
        }
    }
    packer.close(packer.items.len());
    packer.chunks
}

/// Whether a task of this kind can work on the paragraph at all: polish and proofreading need a translation.
pub fn can_be_work(kind: TaskKind, paragraph: &ParagraphRecord) -> bool {
    let translated = match kind {
        TaskKind::Translation => true,
        TaskKind::Polish | TaskKind::Proofreading => paragraph.translation.is_some(),
    };
    translated && is_work(paragraph.kind, &paragraph.text)
}

/// What a paragraph takes of the budget: its source, or its present translation where that is longer.
pub(crate) fn tokens(paragraph: &ParagraphRecord) -> u64 {
    let translation = paragraph.translation.as_ref().map_or("", Marked::as_str);
    llm::estimate_tokens(paragraph.text.as_str()).max(llm::estimate_tokens(translation))
}

struct Packer {
    chapter: ChapterId,
    budget: u64,
    chunks: Vec<Chunk>,
    /// The open chunk: paragraphs with what each takes of the budget.
    items: Vec<(ParagraphId, u64)>,
    tokens: u64,
    /// How many items stood before the last good place to close.
    pause: Option<usize>,
    gap: Gap,
}

/// Settled paragraphs since the last item: shown between items, so they take of the budget once another one follows.
#[derive(Default)]
struct Gap {
    n_paragraphs: usize,
    tokens: u64,
}

impl Packer {
    fn add(&mut self, paragraph: &ParagraphRecord) {
        if paragraph.kind == ParagraphKind::Heading {
            self.note_pause();
        }
        let gap = std::mem::take(&mut self.gap);
        let own = tokens(paragraph);
        while !self.items.is_empty() && self.tokens + gap.tokens + own > self.budget {
            let n_items = self.pause.take().unwrap_or(self.items.len());
            self.close(n_items);
        }
        let taken = if self.items.is_empty() { own } else { gap.tokens + own };
        self.items.push((paragraph.id, taken));
        self.tokens += taken;
    }

    /// A paragraph that is not work: a scene break is a good place to close, a long settled stretch a necessary one.
    fn pass(&mut self, paragraph: &ParagraphRecord) {
        if is_symbols_only(&paragraph.text.plain()) {
            self.note_pause();
            return;
        }
        self.gap.n_paragraphs += 1;
        self.gap.tokens += tokens(paragraph);
        if self.gap.n_paragraphs > LONGEST_GAP {
            self.close(self.items.len());
        }
    }

    fn note_pause(&mut self) {
        if self.tokens * 100 >= self.budget * PAUSE_FROM {
            self.pause = Some(self.items.len());
        }
    }

    fn close(&mut self, n_items: usize) {
        let rest = self.items.split_off(n_items.min(self.items.len()));
        let closed = std::mem::replace(&mut self.items, rest);
        self.chunks.extend(Chunk::new(self.chapter, closed.into_iter().map(|(id, _)| id).collect()));
        self.tokens = self.items.iter().map(|(_, tokens)| tokens).sum();
        self.pause = None;
    }
}
