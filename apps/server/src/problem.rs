//! Errors as they travel: `application/problem+json`, with the same words and hints as the command line.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::collections::BTreeMap;
use store::error::StoreError;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use crate::api::version::Conflict;

/// What went wrong, to what, and what to do.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemBody {
    /// Always `about:blank`; `code` tells problems apart.
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    /// The status in words.
    pub(crate) title: String,
    /// The HTTP status.
    pub(crate) status: u16,
    /// What happened, and to what.
    pub(crate) detail: String,
    /// What to do next.
    pub(crate) hint: Option<String>,
    /// A word for programs.
    pub(crate) code: String,
    /// The book it is about, where that helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) book: Option<String>,
    /// Both texts, when it was changed elsewhere since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) conflict: Option<Conflict>,
}

/// A reply that says no.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    code: &'static str,
    detail: String,
    hint: Option<String>,
    book: Option<String>,
    conflict: Option<Box<Conflict>>,
    retry_after: Option<u32>,
}

impl Problem {
    /// A problem with this text: what happened, and after `hint:` what to do.
    pub(crate) fn new(status: StatusCode, code: &'static str, text: &str) -> Self {
        let (detail, hint) = match text.split_once("\nhint: ").or_else(|| text.split_once("; hint: ")) {
            Some((detail, hint)) => (detail, Some(hint.to_owned())),
            None => (text, None),
        };
        Self { status, code, detail: detail.to_owned(), hint, book: None, conflict: None, retry_after: None }
    }

    /// The request makes no sense.
    pub(crate) fn wrong(code: &'static str, detail: impl Into<String>, hint: &str) -> Self {
        let hint = Some(hint.to_owned()).filter(|hint| !hint.is_empty());
        Self { hint, ..Self::new(StatusCode::BAD_REQUEST, code, &detail.into()) }
    }

    /// There is no such thing.
    pub(crate) fn missing(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, &detail.into())
    }

    /// Somebody else was faster.
    pub(crate) fn conflict(conflict: Conflict) -> Self {
        let text = "this paragraph was changed in the meantime\nhint: look at both texts, then save again based on the newer one";
        Self { conflict: Some(Box::new(conflict)), ..Self::new(StatusCode::CONFLICT, "edit_conflict", text) }
    }

    /// The program itself failed.
    pub(crate) fn failed(text: &str) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", text)
    }

    /// The same, to be tried again after so many seconds.
    pub(crate) fn retry_after(self, seconds: u32) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    fn about(self, book: String) -> Self {
        Self { book: Some(book), ..self }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        use StoreError as E;
        let text = error.to_string();
        let code = error.code();
        let status = match &error {
            E::NoSuchBook { .. }
            | E::NoSuchChapter { .. }
            | E::NoSuchParagraph { .. }
            | E::NoSuchVersion { .. }
            | E::NoSuchChange { .. }
            | E::NoSuchRun { .. }
            | E::NoSuchSeries { .. }
            | E::NoSuchTask { .. }
            | E::NoSuchChat { .. } => StatusCode::NOT_FOUND,
            E::AlreadyThere { book, .. } | E::EarlierEdition { book, .. } | E::BookClaimed { book, .. } => {
                return Self::new(StatusCode::CONFLICT, code, &text).about(book.to_string());
            }
            E::AmbiguousBook { .. }
            | E::DoesNotFit { .. }
            | E::NotUndoable { .. }
            | E::RevisedMeanwhile { .. }
            | E::TaskEnded { .. }
            | E::NotAssigned { .. }
            | E::Protected { .. }
            | E::NothingToUndo { .. }
            | E::AlreadyUndone { .. }
            | E::ClaimLost { .. }
            | E::SeriesHasBooks { .. }
            | E::ChangedMeanwhile { .. }
            | E::InstructedMeanwhile { .. }
            | E::NotWritten(_) => StatusCode::CONFLICT,
            E::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            E::Busy { .. } => StatusCode::SERVICE_UNAVAILABLE,
            E::DiskFull { .. } => StatusCode::INSUFFICIENT_STORAGE,
            E::NotALibrary { .. }
            | E::IsFolder { .. }
            | E::Newer { .. }
            | E::NotCopied { .. }
            | E::Forbidden { .. }
            | E::ReadOnly { .. }
            | E::Unreachable { .. }
            | E::Damaged { .. }
            | E::Failed { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, code, &text)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Problem").to_owned(),
            status: self.status.as_u16(),
            detail: self.detail,
            hint: self.hint,
            code: self.code.to_owned(),
            book: self.book,
            conflict: self.conflict.map(|conflict| *conflict),
        };
        let json = serde_json::to_string(&body).unwrap_or_default();
        let mut response = (self.status, json).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl IntoResponses for Problem {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ProblemBody"))).build();
        let response = ResponseBuilder::new()
            .description("What went wrong, to what, and what to do.")
            .content("application/problem+json", content)
            .build();
        BTreeMap::from([("default".to_owned(), RefOr::T(response))])
    }
}
