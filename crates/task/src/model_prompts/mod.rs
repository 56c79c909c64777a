//! Prompts that translation-tuned models were trained with, as data: chosen by the model's name, for the languages the
//! model knows. Users can add their own.
//!
//! Such a model gets its own words and its own form of glossary, and answers with as many lines as it was given. It is told
//! nothing else, because it understands nothing else.

use book::language::LanguageTag;
use serde::{Deserialize, Serialize};

/// The built-in prompts; the first that fits counts, so those of more special names come first.
const BUILT_IN: [&str; 4] = [
    include_str!("galtransl.toml"),
    include_str!("sakura-0.10.toml"),
    include_str!("sakura-0.9.toml"),
    include_str!("sakura-1.0.toml"),
];
/// No file is longer, in bytes.
pub const LONGEST_FILE: usize = 64 * 1024;

/// How one family of models wants to be asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelPrompt {
    /// Its name, for people.
    pub name: String,
    /// Names of models, in any case; `*` stands for anything.
    pub models: Vec<String>,
    /// The source languages it is for; any where none is named.
    #[serde(default)]
    pub from: Vec<String>,
    /// The target languages it is for; any where none is named.
    #[serde(default)]
    pub to: Vec<String>,
    /// The system message.
    #[serde(default)]
    pub system: String,
    /// The request: `{text}` is the text, one paragraph a line; `{glossary}` and `{history}` may be there too.
    pub user: String,
    /// The request where there are entries for the glossary, if that is another one.
    #[serde(default)]
    pub user_with_glossary: Option<String>,
    /// One entry of the glossary: `{source}` and `{target}`.
    #[serde(default = "usual_entry")]
    pub glossary_entry: String,
    /// What follows an entry that has a note: `{note}`.
    #[serde(default)]
    pub glossary_note: String,
    /// The temperature, where the person wants no other.
    #[serde(default)]
    pub temperature: Option<f32>,
    /// Tokens of source a request has at most.
    #[serde(default)]
    pub request_tokens: Option<u64>,
}

fn usual_entry() -> String {
    "{source}->{target}".to_owned()
}

/// A word with its translation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GlossaryEntry {
    /// The word in the source.
    pub source: String,
    /// Its translation.
    pub target: String,
    /// What to know about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Why a file is no prompt.
#[derive(Debug, thiserror::Error)]
pub enum ModelPromptError {
    /// It is longer than a prompt can be.
    #[error("it is longer than {LONGEST_FILE} bytes")]
    TooLong,
    /// It is no TOML, or has other fields.
    #[error("{0}")]
    Unreadable(#[from] toml::de::Error),
    /// It names no model.
    #[error("`models` names no model")]
    NoModels,
    /// The text would not be in the request.
    #[error("`{field}` has no `{{text}}`")]
    NoText {
        /// The template.
        field: &'static str,
    },
}

impl ModelPrompt {
    /// Reads a prompt from a file's text.
    pub fn parse(text: &str) -> Result<Self, ModelPromptError> {
        if text.len() > LONGEST_FILE {
            return Err(ModelPromptError::TooLong);
        }
        let prompt: Self = toml::from_str(text)?;
        if prompt.models.iter().all(|model| model.trim().is_empty()) {
            return Err(ModelPromptError::NoModels);
        }
        if !prompt.user.contains("{text}") {
            return Err(ModelPromptError::NoText { field: "user" });
        }
        if prompt.user_with_glossary.as_ref().is_some_and(|user| !user.contains("{text}")) {
            return Err(ModelPromptError::NoText { field: "user_with_glossary" });
        }
        Ok(prompt)
    }

    /// The prompts that come with the program.
    pub fn built_in() -> Vec<Self> {
        BUILT_IN.iter().filter_map(|text| Self::parse(text).ok()).collect()
    }

    /// Whether it is for a model of this name; what stands before the last slash does not count.
    pub fn fits(&self, model: &str) -> bool {
        let bare = model.rsplit('/').next().unwrap_or(model).to_lowercase();
        self.models.iter().any(|pattern| matches(&pattern.trim().to_lowercase(), &bare))
    }

    /// Whether it is for this pair of languages. An unknown source language fits.
    pub fn is_for(&self, source: Option<&LanguageTag>, target: &LanguageTag) -> bool {
        let knows_source = source.is_none_or(|source| {
            self.from.is_empty() || self.from.iter().any(|known| known.eq_ignore_ascii_case(source.primary()))
        });
        let knows_target =
            self.to.is_empty() || self.to.iter().any(|known| known.eq_ignore_ascii_case(target.as_str()));
        knows_source && knows_target
    }

    /// The request for a text.
    pub fn request(&self, glossary: &[GlossaryEntry], history: &str, text: &str) -> String {
        let entries: Vec<String> = glossary.iter().map(|entry| self.entry(entry)).collect();
        let template = self.user_with_glossary.as_ref().filter(|_| !entries.is_empty()).unwrap_or(&self.user);
        fill(template, &[("{text}", text), ("{glossary}", &entries.join("\n")), ("{history}", history)])
    }

    fn entry(&self, entry: &GlossaryEntry) -> String {
        let GlossaryEntry { source, target, note } = entry;
        let mut line = fill(&self.glossary_entry, &[("{source}", source), ("{target}", target)]);
        if !note.is_empty() {
            line.push_str(&fill(&self.glossary_note, &[("{note}", note)]));
        }
        line
    }
}

/// Puts values in the places of names. What a value holds is not looked at again.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        let (before, from) = rest.split_at(at);
        filled.push_str(before);
        let named = values.iter().find_map(|(name, value)| Some((from.strip_prefix(name)?, value)));
        if let Some((after, value)) = named {
            filled.push_str(value);
            rest = after;
        } else {
            filled.push('{');
            rest = from.strip_prefix('{').unwrap_or_default();
        }
    }
    filled.push_str(rest);
    filled
}

/// Whether a name fits a pattern in which `*` stands for anything.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
    let Some(last) = pattern.rsplit_once('*').map(|(_, last)| last) else { return rest.is_empty() };
    let middle: Vec<&str> = parts.collect();
    for part in middle.iter().take(middle.len().saturating_sub(1)) {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}
