//! What people say about paragraphs, and what models ask, as it travels.

use crate::api::people::Person;
use crate::api::run::Question;
use book::id::ChapterId;
use serde::{Deserialize, Serialize};
use store::record::CommentRecord;
use utoipa::ToSchema;

/// Something said about a paragraph, or asked by a model.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Comment {
    /// The paragraph; null for a question of a model, which is about its chapter.
    pub(crate) paragraph_id: Option<String>,
    pub(crate) chapter_id: Option<String>,
    /// The chapter's place in the book, from one.
    pub(crate) chapter: u32,
    /// Which of the paragraph's comments it is, from one; null for a question.
    pub(crate) number: Option<u32>,
    /// Who said it, or the file it came with; `person` where nobody logs in, `model` for a question.
    pub(crate) author: String,
    /// In a team, the member who said it, or who brought it in.
    pub(crate) person: Option<Person>,
    pub(crate) text: String,
    pub(crate) created_at_ms: i64,
    /// When it was settled; null while it is open.
    pub(crate) resolved_at_ms: Option<i64>,
    pub(crate) resolved_by: Option<Person>,
    /// The question, where it is one: how it is answered, or what was said.
    pub(crate) question: Option<AskedQuestion>,
}

/// What somebody said to a question.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GivenAnswer {
    /// The answer; null where the decision was left to the model.
    pub(crate) text: Option<String>,
}

/// A question of a model.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AskedQuestion {
    /// The run that asks.
    pub(crate) run: String,
    /// Which of the task's questions it is, from one.
    pub(crate) number: u32,
    /// The answer; null while it waits.
    pub(crate) answered: Option<GivenAnswer>,
    /// Its question.
    #[serde(flatten)]
    pub(crate) question: Question,
}

impl Comment {
    pub(crate) fn new(record: &CommentRecord, chapter: u32) -> Self {
        Self {
            paragraph_id: Some(record.paragraph.to_string()),
            chapter_id: Some(record.chapter.to_string()),
            chapter,
            number: Some(record.number),
            author: record.author.clone(),
            person: record.person.as_ref().map(Person::from),
            text: record.text.clone(),
            created_at_ms: record.created_at,
            resolved_at_ms: record.resolved_at,
            resolved_by: record.resolved_by.as_ref().map(Person::from),
            question: None,
        }
    }

    /// A question of a model about a chapter.
    pub(crate) fn from_question(asked: AskedQuestion, chapter: Option<ChapterId>, at_ms: i64) -> Self {
        let question = &asked.question;
        Self {
            paragraph_id: None,
            chapter_id: chapter.map(|chapter| chapter.to_string()),
            chapter: question.chapter,
            number: None,
            author: "model".to_owned(),
            person: None,
            text: question.text.clone(),
            created_at_ms: at_ms,
            resolved_at_ms: None,
            resolved_by: None,
            question: Some(asked),
        }
    }
}

/// Something to say.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommentRequest {
    /// The words; `@` and a member's name tells them.
    pub(crate) text: String,
}

/// Whether a comment is settled.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResolveRequest {
    pub(crate) resolved: bool,
}
