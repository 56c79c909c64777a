//! A chunk: consecutive paragraphs of one chapter given to a model as work, and the fence around them.

use crate::id::{ChapterId, ParagraphId};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The paragraphs of one task. There is at least one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredChunk", into = "StoredChunk")]
pub struct Chunk {
    chapter: ChapterId,
    paragraph_ids: Vec<ParagraphId>,
    first: ParagraphId,
    last: ParagraphId,
}

/// A chunk without paragraphs was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a chunk needs at least one paragraph")]
pub struct EmptyChunk;

impl Chunk {
    /// A chunk of these paragraphs, in reading order.
    pub fn new(chapter: ChapterId, paragraph_ids: Vec<ParagraphId>) -> Result<Self, EmptyChunk> {
        let (first, last) = paragraph_ids.first().zip(paragraph_ids.last()).ok_or(EmptyChunk)?;
        Ok(Self { chapter, first: *first, last: *last, paragraph_ids })
    }

    /// The chapter all of them belong to.
    pub const fn chapter(&self) -> ChapterId {
        self.chapter
    }

    /// The paragraphs in reading order.
    pub fn paragraph_ids(&self) -> &[ParagraphId] {
        &self.paragraph_ids
    }

    /// The fence that goes with the chunk.
    pub fn boundaries(&self) -> ChunkBoundaries {
        ChunkBoundaries {
            allowed_paragraph_ids: self.paragraph_ids.iter().copied().collect(),
            first_paragraph_id: self.first,
            last_paragraph_id: self.last,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct StoredChunk {
    chapter: ChapterId,
    paragraph_ids: Vec<ParagraphId>,
}

impl TryFrom<StoredChunk> for Chunk {
    type Error = EmptyChunk;

    fn try_from(stored: StoredChunk) -> Result<Self, EmptyChunk> {
        Self::new(stored.chapter, stored.paragraph_ids)
    }
}

impl From<Chunk> for StoredChunk {
    fn from(chunk: Chunk) -> Self {
        Self { chapter: chunk.chapter, paragraph_ids: chunk.paragraph_ids }
    }
}

/// What a task may write, and under [`Reads::Chunk`] read by position. Made from a chunk and in no other way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkBoundaries {
    allowed_paragraph_ids: HashSet<ParagraphId>,
    first_paragraph_id: ParagraphId,
    last_paragraph_id: ParagraphId,
}

impl ChunkBoundaries {
    /// Whether the paragraph is work of this chunk.
    pub fn contains(&self, id: ParagraphId) -> bool {
        self.allowed_paragraph_ids.contains(&id)
    }

    /// The paragraphs of the chunk.
    pub const fn allowed_paragraph_ids(&self) -> &HashSet<ParagraphId> {
        &self.allowed_paragraph_ids
    }

    /// The chunk's first paragraph.
    pub const fn first_paragraph_id(&self) -> ParagraphId {
        self.first_paragraph_id
    }

    /// The chunk's last paragraph.
    pub const fn last_paragraph_id(&self) -> ParagraphId {
        self.last_paragraph_id
    }
}

/// How far a task may read around its chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reads {
    /// Anywhere in the book.
    #[default]
    Book,
    /// Neighbours only inside the chunk.
    Chunk,
}
