//! What one request asks for, and how.

use super::structured;
use book::id::ParagraphId;
use serde::{Deserialize, Serialize};

/// What a request asks for: its labels are the places in this list, from one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ask {
    pub(crate) labels: Vec<Label>,
    pub(crate) manner: Manner,
}

/// What one label of a request stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "label", rename_all = "snake_case")]
pub(crate) enum Label {
    /// The chapter's title.
    Title,
    /// The book's title.
    BookTitle,
    /// A paragraph of the task.
    Paragraph { id: ParagraphId },
    /// A sentence of a paragraph, from zero.
    Sentence { id: ParagraphId, number: usize },
}

/// How a request asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Manner {
    /// Several paragraphs at once.
    Together,
    /// One paragraph that failed before, with its neighbours as context.
    Alone,
    /// One long paragraph that failed alone, sentence by sentence.
    Sentences,
    /// Accepted paragraphs in which a check found something.
    Review,
}

impl Ask {
    /// The keys of its labels in an object.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.labels.iter().map(|label| structured::key(*label)).collect()
    }

    /// The paragraphs it is about, each once.
    pub(crate) fn paragraphs(&self) -> Vec<ParagraphId> {
        let mut ids: Vec<ParagraphId> = Vec::with_capacity(self.labels.len());
        for label in &self.labels {
            match label {
                Label::Paragraph { id } | Label::Sentence { id, .. } if !ids.contains(id) => ids.push(*id),
                Label::Paragraph { .. } | Label::Sentence { .. } | Label::Title | Label::BookTitle => {}
            }
        }
        ids
    }
}
