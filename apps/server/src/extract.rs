//! Requests become values at the door; whatever does not fit is answered with a problem, never with a bare status.

use crate::allowed::RequestRight;
use crate::problem::Problem;
use crate::server_limits::ServerLimits;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use book::id::{BookId, ChapterId, ChatId, ParagraphId, RunId, TaskId, VersionId};
use book::language::LanguageTag;
use messages::Message;
use serde::de::DeserializeOwned;
use std::str::FromStr;
use std::time::Duration;
use store::error::StoreError;

/// So long the whole body of a request may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodyDeadline(pub(crate) Duration);

impl Default for BodyDeadline {
    fn default() -> Self {
        Self(ServerLimits::default().body_deadline)
    }
}

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let BodyDeadline(deadline) = request.extensions().get().copied().unwrap_or_default();
        let right = request.extensions().get::<RequestRight>().cloned();
        let read = tokio::time::timeout(deadline, axum::Json::<T>::from_request(request, state)).await;
        RequestRight::verify(right).await?;
        match read {
            Ok(Ok(axum::Json(value))) => Ok(Self(value)),
            Ok(Err(rejection)) => Err(unreadable(&rejection)),
            Err(_) => Err(Problem::stalled()),
        }
    }
}

/// The words after the question mark.
pub(crate) struct ApiQuery<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for ApiQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(Self(value)),
            Err(rejection) => Err(unanswerable(&rejection)),
        }
    }
}

/// The named parts of the address.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(rejection) => Err(undecodable(&rejection)),
        }
    }
}

/// The book a path names.
pub(crate) fn book_id(text: &str) -> Result<BookId, Problem> {
    text.parse().map_err(|_| StoreError::NoSuchBook { text: text.to_owned() }.into())
}

/// The chapter a path names.
pub(crate) fn chapter_id(text: &str) -> Result<ChapterId, Problem> {
    named(text, "chapter", "no_such_chapter")
}

/// The paragraph a path names.
pub(crate) fn paragraph_id(text: &str) -> Result<ParagraphId, Problem> {
    named(text, "paragraph", "no_such_paragraph")
}

/// The run a path names.
pub(crate) fn run_id(text: &str) -> Result<RunId, Problem> {
    named(text, "run", "no_such_run")
}

/// The task a path names.
pub(crate) fn task_id(text: &str) -> Result<TaskId, Problem> {
    named(text, "task", "no_such_task")
}

/// The conversation a path names.
pub(crate) fn chat_id(text: &str) -> Result<ChatId, Problem> {
    named(text, "chat", "no_such_chat")
}

/// The version a path names.
pub(crate) fn version_id(text: &str) -> Result<VersionId, Problem> {
    named(text, "version", "no_such_version")
}

/// A language a body names.
pub(crate) fn language(text: &str) -> Result<LanguageTag, Problem> {
    text.parse().map_err(|_| Problem::wrong("language", Message::new("typed_no_language").with("text", text)))
}

/// Ids of this kind that a body lists.
pub(crate) fn listed<T: FromStr>(texts: &[String], kind: &str) -> Result<Vec<T>, Problem> {
    let parsed =
        texts.iter().map(|text| text.parse().map_err(|_| Problem::wrong("id", not_an_id(text, kind))));
    parsed.collect()
}

fn named<T: FromStr>(text: &str, kind: &str, code: &'static str) -> Result<T, Problem> {
    text.parse().map_err(|_| Problem::missing(code, not_an_id(text, kind)))
}

fn not_an_id(text: &str, kind: &str) -> Message {
    Message::new("not_an_id").with("text", text).with("kind", kind)
}

fn unreadable(rejection: &JsonRejection) -> Problem {
    if Problem::is_stall(rejection) {
        return Problem::stalled();
    }
    let status = rejection.status();
    let code = match status {
        StatusCode::PAYLOAD_TOO_LARGE => "too_large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "not_json",
        _ => "body",
    };
    Problem::new(status, code, Message::new("body_unreadable").with("detail", rejection.body_text()))
}

fn unanswerable(rejection: &QueryRejection) -> Problem {
    Problem::wrong("query", Message::new("query_unreadable").with("detail", rejection.body_text()))
}

fn undecodable(rejection: &PathRejection) -> Problem {
    Problem::wrong("address", Message::new("address_unreadable").with("detail", rejection.body_text()))
}
