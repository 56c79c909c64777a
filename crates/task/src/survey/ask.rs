//! What a model is asked about a piece of a book, and how its answer is taken.

use super::candidates::Candidate;
use super::piece::BookPiece;
use crate::prompt_escape::escape_for_prompt;
use crate::prompts;
use book::language::LanguageTag;
use llm::{ChatMessage, Reply, Request, StablePrefix, ToolChoice, ToolSpec};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;
use store::record::BookSummary;
use tools::text::PromptLanguage;

/// The tool a survey is submitted with.
pub const SUBMIT: &str = "submit_survey";

/// The most candidates named in one request.
const MAX_CANDIDATES: usize = 40;

/// What stays the same through a survey.
pub struct Asking {
    system: Arc<str>,
    tools: Arc<[ToolSpec]>,
    language: PromptLanguage,
    max_output_tokens: Option<u32>,
    temperature: Option<f32>,
}

impl Asking {
    /// How a model is asked about this book.
    pub fn new(
        book: &BookSummary,
        target: &LanguageTag,
        instructions: Option<&str>,
        temperature: Option<f32>,
        max_output_tokens: Option<u32>,
    ) -> Self {
        let language = PromptLanguage::for_target(target);
        Self {
            system: prompts::survey(language, book, target, instructions).into(),
            tools: [spec(language)].into(),
            language,
            max_output_tokens,
            temperature,
        }
    }

    /// The question about one piece.
    pub fn request(&self, piece: &BookPiece, candidates: &[Candidate]) -> Request {
        let text = prompts::survey_piece(self.language, &named(candidates), &rendered(piece));
        Request {
            response_schema: None,
            system: Arc::clone(&self.system),
            messages: vec![ChatMessage::user(text)],
            tools: Arc::clone(&self.tools),
            tool_choice: ToolChoice::Named(SUBMIT.to_owned()),
            max_output_tokens: self.max_output_tokens,
            temperature: self.temperature,
            stable_prefix: StablePrefix::System,
            parallel_tool_calls: false,
            language: self.language.choose(llm::TextToolLanguage::Chinese, llm::TextToolLanguage::English),
            ..Request::default()
        }
    }

    /// Tokens of what every request begins with, about.
    pub fn fixed_tokens(&self) -> u64 {
        llm::estimate_request(&Request {
            system: Arc::clone(&self.system),
            tools: Arc::clone(&self.tools),
            ..Request::default()
        })
    }
}

/// What a reply submits, if anything; several calls count as one, and an object in plain text is taken for a call.
pub fn answer(reply: &Reply) -> Option<Value> {
    let calls = reply.tool_calls.iter().filter(|call| call.name == SUBMIT);
    let mut objects: Vec<Value> =
        calls.filter_map(|call| tools::salvage::read_object(&call.arguments)).collect();
    if objects.is_empty() {
        let start = reply.text.find('{')?;
        objects.extend(tools::salvage::read_object(reply.text.get(start..)?));
    }
    let mut all = json!({});
    for object in objects {
        for name in ["terms", "characters", "summaries"] {
            let Some(items) = object.get(name).and_then(Value::as_array) else { continue };
            if let Some(fields) = all.as_object_mut()
                && let Value::Array(known) = fields.entry(name).or_insert_with(|| json!([]))
            {
                known.extend(items.iter().cloned());
            }
        }
    }
    all.as_object().is_some_and(|fields| !fields.is_empty()).then_some(all)
}

fn named(candidates: &[Candidate]) -> String {
    let mut list = String::new();
    for candidate in candidates.iter().take(MAX_CANDIDATES) {
        let separator = if list.is_empty() { "" } else { ", " };
        let _ = write!(list, "{separator}{} ×{}", escape_for_prompt(&candidate.word), candidate.n_uses);
    }
    if list.is_empty() { "-".to_owned() } else { list }
}

fn rendered(piece: &BookPiece) -> String {
    let mut text = String::new();
    for part in &piece.parts {
        let _ = writeln!(
            text,
            "## {} {} (chapter_id {})",
            part.number,
            escape_for_prompt(&part.title),
            part.chapter
        );
        for paragraph in &part.paragraphs {
            let _ = writeln!(text, "[ID: {}] {}", paragraph.id, escape_for_prompt(paragraph.text.as_str()));
        }
    }
    text
}

fn spec(language: PromptLanguage) -> ToolSpec {
    let string = json!({ "type": "string" });
    let ids = json!({ "type": "array", "items": { "type": "string" } });
    let list = |properties: Value, required: &[&str]| json!({ "type": "array", "items": { "type": "object", "properties": properties, "required": required } });
    let facts = list(
        json!({
            "kind": { "type": "string", "enum": ["alias", "gender", "voice", "description", "address"] },
            "value": string, "translation": string, "to": string, "quote": string, "evidence": ids,
        }),
        &["kind", "value", "evidence"],
    );
    ToolSpec {
        name: SUBMIT.to_owned(),
        description: language.choose("提交预读结果。", "Submit what the reading found.").to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {
                "terms": list(
                    json!({ "source": string, "translation": string, "kind": string, "note": string, "evidence": ids }),
                    &["source", "translation", "evidence"],
                ),
                "characters": list(
                    json!({ "name": string, "translation": string, "evidence": ids, "facts": facts }),
                    &["name", "translation", "evidence"],
                ),
                "summaries": list(json!({ "chapter_id": string, "text": string }), &["chapter_id", "text"]),
            },
            "required": ["terms", "characters", "summaries"],
        }),
    }
}
