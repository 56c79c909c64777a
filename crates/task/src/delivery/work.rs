//! What a task that is delivered as text has to do: everything its requests are written from.

use crate::model_prompts::{GlossaryEntry, ModelPrompt};
use book::id::ParagraphId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The work of one task. It is the first line of the task's transcript and never changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TextWork {
    /// What the model should know, for every request.
    pub context: String,
    /// What stands just before the chunk, for the first request.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub previous: String,
    /// The paragraphs, in reading order.
    pub items: Vec<TextItem>,
    /// The chapter's title, where its translation is asked for too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The book's title, where its translation is asked for too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book_title: Option<String>,
    /// The name of the target language, in the language of the prompts.
    pub target: String,
    /// The words of its own that the model was trained with, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<Arc<ModelPrompt>>,
    /// How words of the paragraphs are read, where the source says so and the target's letters depend on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<(String, String)>,
    /// The glossary for such a prompt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glossary: Vec<GlossaryEntry>,
}

/// One paragraph of the work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextItem {
    /// The paragraph.
    pub id: ParagraphId,
    /// Its source with tags, without readings.
    pub source: String,
    /// Its present translation, where the task revises one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub present: Option<String>,
    /// What was found in it, where the task repairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl TextWork {
    pub(crate) fn item(&self, id: ParagraphId) -> Option<&TextItem> {
        self.items.iter().find(|item| item.id == id)
    }

    /// The items before and after this one.
    pub(super) fn around(&self, id: ParagraphId) -> (Option<&TextItem>, Option<&TextItem>) {
        let Some(place) = self.items.iter().position(|item| item.id == id) else { return (None, None) };
        (place.checked_sub(1).and_then(|before| self.items.get(before)), self.items.get(place + 1))
    }
}

impl TextItem {
    /// What it takes of a request, in tokens.
    pub(super) fn tokens(&self) -> u64 {
        let present = self.present.as_deref().map_or(0, llm::estimate_tokens);
        llm::estimate_tokens(&self.source).max(present)
    }
}
