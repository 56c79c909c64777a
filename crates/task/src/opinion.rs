//! What a model is asked about a finished translation, and how its answer is taken: an error counts only with words that
//! literally stand in the texts.

use crate::prompt_escape::escape_for_prompt;
use crate::prompts;
use book::language::LanguageTag;
use book::work::opinion::{Opinion, OpinionCategory, OpinionGravity};
use llm::{ChatMessage, Reply, Request, StablePrefix, ToolChoice, ToolSpec};
use serde_json::{Value, json};
use std::sync::Arc;
use store::record::BookSummary;
use tools::text::PromptLanguage;

/// The tool an opinion is submitted with.
pub const SUBMIT: &str = "submit_opinion";

/// The most errors taken for one paragraph.
const MOST_ERRORS: usize = 8;
/// The most characters kept of a comment.
const LONGEST_COMMENT: usize = 300;
/// Room for the errors of one paragraph, and for a model that thinks before it names them.
const MAX_OUTPUT: u32 = 4000;

/// How a model is asked about the translations of one book.
pub struct OpinionAsking {
    system: Arc<str>,
    tools: Arc<[ToolSpec]>,
    language: PromptLanguage,
    max_output_tokens: u32,
}

impl OpinionAsking {
    /// How a model with this output limit is asked about this book.
    pub fn new(book: &BookSummary, target: &LanguageTag, max_output_tokens: Option<u32>) -> Self {
        let language = PromptLanguage::for_target(target);
        Self {
            system: prompts::opinion(language, book, target).into(),
            tools: [spec(language)].into(),
            language,
            max_output_tokens: max_output_tokens.map_or(MAX_OUTPUT, |most| most.min(MAX_OUTPUT)),
        }
    }

    /// The question about one paragraph; both texts are plain.
    pub fn request(&self, source: &str, translation: &str) -> Request {
        let (source, translation) = (escape_for_prompt(source), escape_for_prompt(translation));
        Request {
            system: Arc::clone(&self.system),
            messages: vec![ChatMessage::user(prompts::opinion_pair(self.language, &source, &translation))],
            tools: Arc::clone(&self.tools),
            tool_choice: ToolChoice::Named(SUBMIT.to_owned()),
            max_output_tokens: Some(self.max_output_tokens),
            stable_prefix: StablePrefix::System,
            language: self.language.choose(llm::TextToolLanguage::Chinese, llm::TextToolLanguage::English),
            ..Request::default()
        }
    }
}

/// What an answer came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpinionAnswer {
    /// What the model thinks is wrong.
    pub opinions: Vec<Opinion>,
    /// Errors that were left out: their quotations do not stand in the texts, or they have no known shape.
    pub n_dropped: usize,
}

/// What a reply submits about a paragraph, both of whose texts are plain; `None` if it submits nothing.
pub fn read(reply: &Reply, source: &str, translation: &str) -> Option<OpinionAnswer> {
    let call = reply.tool_calls.iter().find(|call| call.name == SUBMIT);
    let object = match call {
        Some(call) => tools::salvage::read_object(&call.arguments)?,
        None => tools::salvage::read_object(reply.text.get(reply.text.find('{')?..)?)?,
    };
    let errors = object.get("errors")?.as_array()?;
    let mut answer = OpinionAnswer::default();
    for error in errors {
        match error_of(error, source, translation) {
            Some(opinion) if answer.opinions.len() < MOST_ERRORS => answer.opinions.push(opinion),
            Some(_) | None => answer.n_dropped += 1,
        }
    }
    Some(answer)
}

fn error_of(error: &Value, source: &str, translation: &str) -> Option<Opinion> {
    let text = |field: &str| error.get(field).and_then(Value::as_str).unwrap_or_default().trim();
    let category = OpinionCategory::ALL.into_iter().find(|one| one.as_str() == text("category"))?;
    let gravity = OpinionGravity::ALL.into_iter().find(|one| one.as_str() == text("severity"))?;
    let (in_source, in_translation) = (text("source_quote"), text("translation_quote"));
    let quotes_something = !(in_source.is_empty() && in_translation.is_empty());
    let comment: String = text("comment").chars().take(LONGEST_COMMENT).collect();
    let holds = quotes_something && source.contains(in_source) && translation.contains(in_translation);
    (holds && !comment.is_empty()).then(|| Opinion {
        category,
        gravity,
        source: in_source.to_owned(),
        translation: in_translation.to_owned(),
        comment,
    })
}

fn spec(language: PromptLanguage) -> ToolSpec {
    let string = json!({ "type": "string" });
    let categories = OpinionCategory::ALL.map(OpinionCategory::as_str);
    let gravities = OpinionGravity::ALL.map(OpinionGravity::as_str);
    ToolSpec {
        name: SUBMIT.to_owned(),
        description: language
            .choose("提交对译文的意见。", "Submit the opinion on the translation.")
            .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": { "errors": { "type": "array", "items": {
                "type": "object",
                "properties": {
                    "category": { "type": "string", "enum": categories },
                    "severity": { "type": "string", "enum": gravities },
                    "source_quote": string, "translation_quote": string, "comment": string,
                },
                "required": ["category", "severity", "comment"],
            } } },
            "required": ["errors"],
        }),
    }
}
