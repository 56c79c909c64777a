//! A book in pieces that a model can read at once: whole chapters where they fit, never a paragraph cut.

use book::id::{ChapterId, ParagraphId};
use book::knowledge::evidence::StoryPosition;
use book::text::paragraph::is_work;
use store::record::ParagraphRecord;

/// How many tokens of source a piece has by default: the fixed prompt is a small part of it, and a model still reads it
/// closely.
pub const DEFAULT_PIECE_TOKENS: u64 = 6000;

/// What is read at once.
#[derive(Debug, Clone)]
pub struct BookPiece {
    /// Chapters or parts of them, in reading order.
    pub parts: Vec<ChapterPart>,
    /// Tokens of source, about.
    pub tokens: u64,
}

/// A chapter, or a part of one.
#[derive(Debug, Clone)]
pub struct ChapterPart {
    pub chapter: ChapterId,
    /// Its number, from one.
    pub number: u32,
    pub title: String,
    /// Its place in the series.
    pub moment: StoryPosition,
    /// Its paragraphs with text.
    pub paragraphs: Vec<ParagraphRecord>,
}

impl BookPiece {
    /// All its paragraphs.
    pub fn paragraphs(&self) -> impl Iterator<Item = &ParagraphRecord> {
        self.parts.iter().flat_map(|part| &part.paragraphs)
    }

    /// The first and the last paragraph, which tell one piece of a book from another.
    pub fn ends(&self) -> Option<(ParagraphId, ParagraphId)> {
        let first = self.paragraphs().next()?.id;
        Some((first, self.paragraphs().last().map_or(first, |last| last.id)))
    }

    /// The paragraph with this id, and its part.
    pub fn find(&self, id: ParagraphId) -> Option<(&ChapterPart, &ParagraphRecord)> {
        let mut all = self.parts.iter().flat_map(|part| part.paragraphs.iter().map(move |one| (part, one)));
        all.find(|(_, paragraph)| paragraph.id == id)
    }

    fn push(&mut self, part: ChapterPart, tokens: u64) {
        self.tokens += tokens;
        match self.parts.last_mut().filter(|last| last.chapter == part.chapter) {
            Some(last) => last.paragraphs.extend(part.paragraphs),
            None => self.parts.push(part),
        }
    }
}

/// Splits chapters into pieces of about this many tokens.
pub fn pieces(chapters: Vec<ChapterPart>, budget: u64) -> Vec<BookPiece> {
    let budget = budget.max(500);
    let mut pieces = Vec::new();
    let mut open = BookPiece { parts: Vec::new(), tokens: 0 };
    for chapter in chapters {
        let (stretches, tokens) = stretches(chapter, budget);
        // A chapter that does not fit into the piece any more begins one of its own.
        if open.tokens > 0 && open.tokens + tokens > budget {
            pieces.push(std::mem::replace(&mut open, BookPiece { parts: Vec::new(), tokens: 0 }));
        }
        for (part, tokens) in stretches {
            if open.tokens > 0 && open.tokens + tokens > budget {
                pieces.push(std::mem::replace(&mut open, BookPiece { parts: Vec::new(), tokens: 0 }));
            }
            open.push(part, tokens);
        }
    }
    if open.tokens > 0 {
        pieces.push(open);
    }
    pieces
}

/// A chapter in stretches of even size, none over the budget unless one paragraph alone is.
fn stretches(chapter: ChapterPart, budget: u64) -> (Vec<(ChapterPart, u64)>, u64) {
    let ChapterPart { chapter, number, title, moment, paragraphs } = chapter;
    let sized: Vec<(ParagraphRecord, u64)> = paragraphs
        .into_iter()
        .filter(|paragraph| is_work(paragraph.kind, &paragraph.text))
        .map(|paragraph| {
            let tokens = llm::estimate_tokens(paragraph.text.as_str()) + 10;
            (paragraph, tokens)
        })
        .collect();
    let total: u64 = sized.iter().map(|(_, tokens)| tokens).sum();
    let share = total.div_ceil(total.div_ceil(budget).max(1)).max(1);
    let mut stretches: Vec<(ChapterPart, u64)> = Vec::new();
    for (paragraph, tokens) in sized {
        let has_room =
            |size: u64| size.saturating_add(tokens) <= share.saturating_add(tokens / 2).min(budget);
        if let Some((part, size)) = stretches.last_mut().filter(|(_, size)| has_room(*size)) {
            part.paragraphs.push(paragraph);
            *size += tokens;
        } else {
            let title = title.clone();
            stretches
                .push((ChapterPart { chapter, number, title, moment, paragraphs: vec![paragraph] }, tokens));
        }
    }
    (stretches, total)
}
