//! A tool call that was understood and not carried out: a code for programs and a sentence for models.

use ::tools::text::PromptLanguage;
use messages::{Explain, Language, render};
use serde_json::{Value, json};
use store::error::StoreError;

/// Why a call was not carried out.
#[derive(Debug)]
pub(crate) struct Refusal {
    code: String,
    pub(crate) error: String,
}

impl Refusal {
    pub(crate) fn new(code: &str, error: impl Into<String>) -> Self {
        Self { code: code.to_owned(), error: error.into() }
    }

    /// Arguments that do not fit the schema.
    pub(crate) fn arguments(error: impl std::fmt::Display) -> Self {
        Self::new("INVALID_ARGUMENTS", error.to_string())
    }

    /// The program itself failed.
    pub(crate) fn failed(error: impl std::fmt::Display) -> Self {
        Self::new("FAILED", error.to_string())
    }

    /// What the library says, in the caller's language.
    pub(crate) fn of_store(error: &StoreError, language: PromptLanguage) -> Self {
        let language = language.choose(Language::Chinese, Language::English);
        Self::new(&error.code().to_ascii_uppercase(), render(&error.message(), language).text)
    }

    /// As tools of the library say it.
    pub(crate) fn to_json(&self) -> Value {
        json!({"success": false, "error_code": self.code, "error": self.error})
    }
}
