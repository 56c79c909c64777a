//! The tail of what came before the chunk, source and translation, so that pronouns, tone and names carry over.

use crate::inert::inert;
use store::record::ParagraphRecord;
use tools::text::Language;

/// At most so many paragraphs, and so many tokens of source and translation together.
const MAX_PARAGRAPHS: usize = 4;
const MAX_TOKENS: u64 = 400;

/// Renders the tail. `nearest_first` are the paragraphs before the chunk, in that order.
pub(crate) fn previous_paragraphs(language: Language, nearest_first: &[ParagraphRecord]) -> String {
    let mut used = 0;
    let mut lines = Vec::new();
    for paragraph in nearest_first.iter().take(MAX_PARAGRAPHS) {
        let line = line(paragraph);
        used += llm::estimate_tokens(&line);
        if used > MAX_TOKENS {
            break;
        }
        lines.push(line);
    }
    if lines.is_empty() {
        return String::new();
    }
    lines.push(match language {
        Language::Chinese => "前文（原文，`=>` 后为译文）：".to_owned(),
        Language::English => "Before this chunk (source, then `=>` translation):".to_owned(),
    });
    lines.reverse();
    lines.join("\n")
}

fn line(paragraph: &ParagraphRecord) -> String {
    let source = inert(paragraph.text.as_str());
    match &paragraph.translation {
        Some(translation) => format!("| {source}\n|   => {}", inert(translation.as_str())),
        None => format!("| {source}"),
    }
}
