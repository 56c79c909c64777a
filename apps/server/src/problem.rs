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

    /// The client stopped sending in the middle of a body.
    pub(crate) fn stalled() -> Self {
        let text = "the request stopped in the middle\nhint: send it again over a better connection";
        Self::new(StatusCode::REQUEST_TIMEOUT, "stalled", text)
    }

    /// Whether reading a body failed because nothing came for too long.
    pub(crate) fn is_stall(error: &(dyn std::error::Error + 'static)) -> bool {
        std::iter::successors(Some(error), |error| error.source())
            .any(<dyn std::error::Error>::is::<tower_http::timeout::TimeoutError>)
    }

    /// The system could not keep something; a full disk has a status of its own.
    pub(crate) fn unkept(what: &str, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        if matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
            return Self::disk_full(&format!("{what}: the disk is full\nhint: make room, then do it again"));
        }
        Self::failed(&format!("{what}: {error}"))
    }

    /// There is no room on the disk.
    pub(crate) fn disk_full(text: &str) -> Self {
        Self::new(StatusCode::INSUFFICIENT_STORAGE, "disk_full", text)
    }

    /// The same, to be tried again after so many seconds.
    pub(crate) fn retry_after(self, seconds: u32) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    pub(crate) const fn code(&self) -> &'static str {
        self.code
    }

    fn about(self, book: String) -> Self {
        Self { book: Some(book), ..self }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        use StoreError as E;
        let text = error.to_string();
        let (status, code) = match &error {
            E::NoSuchBook { .. } => (StatusCode::NOT_FOUND, "no_such_book"),
            E::NoSuchChapter { .. } => (StatusCode::NOT_FOUND, "no_such_chapter"),
            E::NoSuchParagraph { .. } => (StatusCode::NOT_FOUND, "no_such_paragraph"),
            E::NoSuchVersion { .. } => (StatusCode::NOT_FOUND, "no_such_version"),
            E::NoSuchChange { .. } => (StatusCode::NOT_FOUND, "no_such_change"),
            E::NoSuchRun { .. } => (StatusCode::NOT_FOUND, "no_such_run"),
            E::NoSuchSeries { .. } => (StatusCode::NOT_FOUND, "no_such_series"),
            E::NoSuchTask { .. } => (StatusCode::NOT_FOUND, "no_such_task"),
            E::NoSuchChat { .. } => (StatusCode::NOT_FOUND, "no_such_chat"),
            E::AlreadyThere { book, .. } => {
                return Self::new(StatusCode::CONFLICT, "already_there", &text).about(book.to_string());
            }
            E::EarlierEdition { book, .. } => {
                return Self::new(StatusCode::CONFLICT, "earlier_edition", &text).about(book.to_string());
            }
            E::BookClaimed { book, .. } => {
                return Self::new(StatusCode::CONFLICT, "book_claimed", &text).about(book.to_string());
            }
            E::AmbiguousBook { .. } => (StatusCode::CONFLICT, "ambiguous_book"),
            E::DoesNotFit { .. } => (StatusCode::CONFLICT, "does_not_fit"),
            E::NotUndoable { .. } => (StatusCode::CONFLICT, "not_undoable"),
            E::RevisedMeanwhile { .. } => (StatusCode::CONFLICT, "revised_meanwhile"),
            E::TaskEnded { .. } => (StatusCode::CONFLICT, "task_ended"),
            E::NotAssigned { .. } => (StatusCode::CONFLICT, "not_assigned"),
            E::Protected { .. } => (StatusCode::CONFLICT, "protected"),
            E::SettledByPerson { .. } => (StatusCode::CONFLICT, "settled_by_person"),
            E::NothingToUndo { .. } => (StatusCode::CONFLICT, "nothing_to_undo"),
            E::NotOwnChange { .. } => (StatusCode::CONFLICT, "not_own_change"),
            E::AlreadyUndone { .. } => (StatusCode::CONFLICT, "already_undone"),
            E::ClaimLost { .. } => (StatusCode::CONFLICT, "claim_lost"),
            E::SeriesHasBooks { .. } => (StatusCode::CONFLICT, "series_has_books"),
            E::ChangedMeanwhile { .. } => (StatusCode::CONFLICT, "edit_conflict"),
            E::InstructedMeanwhile { .. } => (StatusCode::CONFLICT, "instructions_conflict"),
            E::NotWritten(_) => (StatusCode::CONFLICT, "not_written"),
            E::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            E::Busy { .. } => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            E::DiskFull { .. } => (StatusCode::INSUFFICIENT_STORAGE, "disk_full"),
            E::NotALibrary { .. }
            | E::IsFolder { .. }
            | E::Newer { .. }
            | E::NotCopied { .. }
            | E::Forbidden { .. }
            | E::ReadOnly { .. }
            | E::Unreachable { .. }
            | E::Damaged { .. }
            | E::Failed { .. } => (StatusCode::INTERNAL_SERVER_ERROR, "library_failed"),
        };
        Self::new(status, code, &text)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        if self.status.is_server_error() {
            // The detail may hold words of a book, so it is left out.
            tracing::error!(status = self.status.as_u16(), code = self.code, "a request failed");
        }
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
