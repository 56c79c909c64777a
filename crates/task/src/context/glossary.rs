//! The words of a chunk with their translations, for models that take a plain glossary and nothing else.

use super::found::KnowledgeInText;
use super::people::gender;
use crate::model_prompts::GlossaryEntry;
use tools::series_knowledge::KnowledgeAt;
use tools::text::PromptLanguage;

/// The most entries of a glossary.
const MAX_ENTRIES: usize = 60;
const LONGEST_NOTE: usize = 60;

/// Terms and names that stand in the chunk. A person's note is their gender, which such models are trained to read.
pub(super) fn glossary(known: &KnowledgeAt<'_>, found: &KnowledgeInText) -> Vec<GlossaryEntry> {
    let mut entries: Vec<GlossaryEntry> = Vec::new();
    for character in known.series.characters() {
        let Some(seen) = found.people.get(&character.id) else { continue };
        let note = gender(PromptLanguage::Chinese, character, known.moment).unwrap_or_default();
        for (_, name) in character.names().enumerate().filter(|(number, _)| seen.names.contains(number)) {
            add(&mut entries, &name.source, &name.translation, note);
        }
    }
    for term in known.series.terms() {
        if found.terms.contains_key(&term.id) {
            let translation = term.allowed_forms().next().unwrap_or_default().to_owned();
            add(&mut entries, &term.source, &translation, &term.note);
        }
    }
    entries
}

fn add(entries: &mut Vec<GlossaryEntry>, source: &str, target: &str, note: &str) {
    let on_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_known = entries.iter().any(|entry| entry.source == source);
    if entries.len() < MAX_ENTRIES && !is_known && !target.trim().is_empty() {
        let note: String = on_one_line(note).chars().take(LONGEST_NOTE).collect();
        entries.push(GlossaryEntry { source: on_one_line(source), target: on_one_line(target), note });
    }
}
