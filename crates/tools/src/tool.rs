//! What a tool is: a name, typed arguments, and a call that reads the library and proposes, but never writes.

use crate::context::ToolContext;
use crate::text::Text;
use book::edit::Edit;
use book::work::question::Question;
use book::work::task_state::TaskUpdate;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::future::Future;
use store::error::StoreError;

/// One thing a model may do. `Args` gives both the parsing and the schema shown to the model, so the two agree.
///
/// An implementer promises to change nothing by itself: whatever is to be written goes into the outcome, and whoever
/// called commits it. It also promises that everything it says exists in both languages and has a cap.
pub trait Tool: Send + Sync + 'static {
    /// The name a model calls it by.
    const NAME: &'static str;
    /// What it does, in a sentence or two.
    const DESCRIPTION: Text;
    /// What single arguments mean, by path (`count`, `paragraphs.translated_text`), where the name does not say it.
    const ARGUMENTS: &'static [(&'static str, Text)] = &[];
    /// What it looks at.
    const READS: ReadSet = ReadSet::Library;
    /// Who finds the faults in the arguments.
    const VALIDATION: ArgumentValidation = ArgumentValidation::Schema;
    /// The arguments.
    type Args: DeserializeOwned + JsonSchema + Send;

    /// Does it.
    fn call(
        &self,
        ctx: &ToolContext<'_>,
        args: Self::Args,
    ) -> impl Future<Output = Result<ToolOutcome, ToolError>> + Send;
}

/// What a tool looks at to do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadSet {
    /// What is written in the library, so everything before must have been written.
    Library,
    /// Only titles, of the book and its chapters.
    Titles,
    /// Only the task's state.
    TaskState,
}

impl ReadSet {
    /// Whether it takes in what these edits change.
    pub(crate) fn affected_by(self, edits: &[Edit]) -> bool {
        let is_title = |edit: &Edit| matches!(edit, Edit::SetChapterTitle { .. } | Edit::SetBookTitle { .. });
        match self {
            Self::Library => !edits.is_empty(),
            Self::Titles => edits.iter().any(is_title),
            Self::TaskState => false,
        }
    }
}

/// Who finds the faults in a call's arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentValidation {
    /// The registry holds them against the schema and answers all faults itself.
    Schema,
    /// The tool takes them as they come, because its faults have codes of their own.
    Tool,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolOutcome {
    /// An answer for the model, and what should be written.
    Reply {
        /// One JSON object with `success`.
        content: Value,
        /// Changes to the book, to be committed together.
        edits: Vec<Edit>,
        /// Changes to the task's state.
        updates: Vec<TaskUpdate>,
    },
    /// A question to a person; the answer to the model waits for theirs.
    Question(Question),
}

impl ToolOutcome {
    /// An answer that changes nothing.
    pub const fn reply(content: Value) -> Self {
        Self::Reply { content, edits: Vec::new(), updates: Vec::new() }
    }
}

/// The two ways in which a tool fails.
#[derive(Debug)]
pub enum ToolError {
    /// The model can repair it, and is told how.
    TellModel(Refusal),
    /// The library failed; no model can help.
    Fatal(StoreError),
}

impl From<StoreError> for ToolError {
    fn from(error: StoreError) -> Self {
        Self::Fatal(error)
    }
}

impl From<Refusal> for ToolError {
    fn from(refusal: Refusal) -> Self {
        Self::TellModel(refusal)
    }
}

/// A no, with what the model needs to do better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The code, the same as `error_code` in `content`.
    pub code: &'static str,
    /// One JSON object with `success: false`, `error` and `error_code`.
    pub content: Value,
}

impl Refusal {
    /// A refusal with its code and sentence.
    pub fn new(code: &'static str, error: impl Into<String>) -> Self {
        Self { code, content: json!({ "success": false, "error": error.into(), "error_code": code }) }
    }

    /// The same with one more field.
    #[must_use]
    pub fn with(mut self, field: &str, value: impl Into<Value>) -> Self {
        if let Value::Object(content) = &mut self.content {
            content.insert(field.to_owned(), value.into());
        }
        self
    }
}
