//! What a person is looking at while they talk: a chapter, and paragraphs they have chosen.

use super::Assistant;
use crate::prompt_escape::escape_for_prompt;
use crate::prompts;
use book::id::{ChapterId, ParagraphId};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use store::error::StoreError;

/// The most chosen paragraphs quoted with their text.
const MAX_SHOWN: usize = 8;
/// The most characters of each.
const MAX_CHARS: usize = 600;

/// Where a person is in the book.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChatPlace {
    /// The chapter on the page.
    pub chapter: Option<ChapterId>,
    /// The paragraphs they have chosen.
    pub paragraphs: Vec<ParagraphId>,
}

/// A person's words as the model is told them: with the place in front, if there is one.
pub(super) async fn message_with_place(
    assistant: &Assistant<'_>,
    text: &str,
    place: &ChatPlace,
) -> Result<String, StoreError> {
    let (library, book) = (assistant.store.library(), assistant.book.id);
    let Some(chapter) = place.chapter else { return Ok(text.to_owned()) };
    let chapter = library.chapter(book, chapter).await?;
    let mut selection = String::new();
    for id in place.paragraphs.iter().take(MAX_SHOWN) {
        let paragraph = library.paragraph(book, *id).await?;
        let cut = |text: &str| escape_for_prompt(text).chars().take(MAX_CHARS).collect::<String>();
        let _ = write!(selection, "\n{id}: {}", cut(paragraph.text.as_str()));
        if let Some(translation) = &paragraph.translation {
            let _ = write!(selection, "\n  => {}", cut(translation.as_str()));
        }
    }
    let n_more = place.paragraphs.len().saturating_sub(MAX_SHOWN);
    if n_more > 0 {
        let _ = write!(selection, "\n+{n_more}");
    }
    let head = prompts::looking_at(assistant.language, &chapter, &selection);
    Ok(format!("{head}\n{text}"))
}
