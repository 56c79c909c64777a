//! Errors as they travel: `application/problem+json`, with the same words and hints as the command line.

pub(crate) mod body;

use self::body::{Conflict, ParamValue, ProblemBody};
use crate::host::HostError;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use messages::{Explain, Message, Param, Words};
use std::collections::BTreeMap;
use store::error::StoreError;
use utoipa::IntoResponses;
use utoipa::openapi::{Ref, RefOr};

/// A reply that says no.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    /// What it says. Boxed, because this travels as the error of every handler.
    message: Box<Message>,
    book: Option<String>,
    conflict: Option<Box<Conflict>>,
    retry_after: Option<u32>,
}

impl Problem {
    /// A problem, which the catalogue words in the language of the request.
    pub(crate) fn new(status: StatusCode, code: &'static str, message: Message) -> Self {
        Self { status, code, message: Box::new(message), book: None, conflict: None, retry_after: None }
    }

    /// An error as a problem.
    pub(crate) fn explained(status: StatusCode, code: &'static str, error: &impl Explain) -> Self {
        Self::new(status, code, error.message())
    }

    /// The request makes no sense.
    pub(crate) fn wrong(code: &'static str, message: Message) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// There is no such thing.
    pub(crate) fn missing(code: &'static str, message: Message) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, message)
    }

    /// The request is not authenticated.
    pub(crate) fn login_required() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "login_required", Message::new("login_required"))
    }

    /// The member is not allowed to do this.
    pub(crate) fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", Message::new("not_your_role"))
    }

    /// Another writer was faster.
    pub(crate) fn conflict(conflict: Conflict) -> Self {
        let message = Message::new("paragraph_changed");
        Self {
            conflict: Some(Box::new(conflict)),
            ..Self::new(StatusCode::CONFLICT, "edit_conflict", message)
        }
    }

    /// The same, with both texts.
    pub(crate) fn with_conflict(self, conflict: Conflict) -> Self {
        Self { conflict: Some(Box::new(conflict)), ..self }
    }

    /// The program itself failed.
    pub(crate) fn failed(detail: &impl std::fmt::Display) -> Self {
        Self::broken(&Message::new("program_failed").with("detail", detail))
    }

    /// The program itself failed, and the catalogue has words for it.
    pub(crate) fn broken(error: &impl Explain) -> Self {
        Self::explained(StatusCode::INTERNAL_SERVER_ERROR, "failed", error)
    }

    /// The server is about to end and lets nothing new begin.
    pub(crate) fn stopping() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", Message::new("server_stopping"))
            .retry_after(30)
    }

    /// The client stopped sending in the middle of a body.
    pub(crate) fn stalled() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "stalled", Message::new("request_stalled"))
    }

    /// Whether reading a body failed because nothing came for too long.
    pub(crate) fn is_stall(error: &(dyn std::error::Error + 'static)) -> bool {
        std::iter::successors(Some(error), |error| error.source())
            .any(<dyn std::error::Error>::is::<tower_http::timeout::TimeoutError>)
    }

    /// The system could not keep an upload; a full disk has a status of its own.
    pub(crate) fn unkept(error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        if matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
            let message = Message::new("upload_disk_full");
            return Self::new(StatusCode::INSUFFICIENT_STORAGE, "disk_full", message);
        }
        Self::broken(&Message::new("upload_failed").with("detail", error))
    }

    /// The sender has as much under way as one may have at once.
    pub(crate) fn too_many(code: &'static str) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, code, Message::new(code)).retry_after(5)
    }

    /// The same, to be tried again after this many seconds.
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

impl From<HostError> for Problem {
    fn from(error: HostError) -> Self {
        match error {
            HostError::Refused(message) => {
                Self::explained(StatusCode::UNPROCESSABLE_ENTITY, "model", &message)
            }
            HostError::Failed(message) => Self::broken(&message),
            HostError::DiskFull(message) => {
                Self::explained(StatusCode::INSUFFICIENT_STORAGE, "disk_full", &message)
            }
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        use StoreError as E;
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
            | E::NoSuchPerson { .. }
            | E::NoSuchInvitation
            | E::NoSuchAssignment { .. }
            | E::NoSuchComment { .. }
            | E::NoSuchChat { .. } => StatusCode::NOT_FOUND,
            E::CredentialEnded => StatusCode::UNAUTHORIZED,
            E::NotAllowed | E::NotAnApprover { .. } | E::GivenToOthers { .. } => StatusCode::FORBIDDEN,
            E::AlreadyThere { book, .. }
            | E::EarlierEdition { book, .. }
            | E::InTrash { book, .. }
            | E::TranslatedInto { book, .. }
            | E::BookClaimed { book, .. } => {
                return Self::explained(StatusCode::CONFLICT, code, &error).about(book.to_string());
            }
            E::AmbiguousBook { .. }
            | E::NotFullName { .. }
            | E::DoesNotFit { .. }
            | E::NotUndoable { .. }
            | E::RevisedMeanwhile { .. }
            | E::TaskEnded { .. }
            | E::NotAssigned { .. }
            | E::Protected { .. }
            | E::NothingToReview { .. }
            | E::LoginTaken { .. }
            | E::LastOwner
            | E::SettledByPerson { .. }
            | E::NotOwnChange { .. }
            | E::NothingToUndo { .. }
            | E::AlreadyUndone { .. }
            | E::Overwritten { .. }
            | E::ClaimLost { .. }
            | E::SeriesHasBooks { .. }
            | E::ChangedMeanwhile { .. }
            | E::InstructedMeanwhile { .. }
            | E::MovedAway { .. }
            | E::NotWritten(_) => StatusCode::CONFLICT,
            E::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            E::Busy { .. } | E::Unreachable { .. } => StatusCode::SERVICE_UNAVAILABLE,
            E::DiskFull { .. } => StatusCode::INSUFFICIENT_STORAGE,
            E::NotALibrary { .. }
            | E::IsFolder { .. }
            | E::OtherFormat { .. }
            | E::BackupExists { .. }
            | E::BackupFailed { .. }
            | E::NotAFile { .. }
            | E::HalfMoved { .. }
            | E::SetAside { .. }
            | E::Originals { .. }
            | E::NotEmpty { .. }
            | E::MovedDiffers { .. }
            | E::Forbidden { .. }
            | E::ReadOnly { .. }
            | E::Damaged { .. }
            | E::Failed { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let problem = Self::explained(status, code, &error);
        // It comes back by itself.
        if status == StatusCode::SERVICE_UNAVAILABLE { problem.retry_after(5) } else { problem }
    }
}

/// What a message is about, as it travels.
pub(crate) fn params(message: Message) -> BTreeMap<&'static str, ParamValue> {
    let params = message.params.into_iter().map(|(name, param)| match param {
        Param::Text(text) => (name, ParamValue::Text(text)),
        Param::Number(number) | Param::Amount(number) => (name, ParamValue::Number(number)),
        Param::Message(part) => (name, ParamValue::Text(crate::language::render(&part).text)),
    });
    params.collect()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        if self.status.is_server_error() {
            // The detail may hold words of a book, so it is left out.
            tracing::error!(status = self.status.as_u16(), code = self.code, "a request failed");
        }
        let Words { text, hint } = crate::language::render(&self.message);
        let body = ProblemBody {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Problem").to_owned(),
            status: self.status.as_u16(),
            detail: text,
            hint,
            code: self.code.to_owned(),
            message: self.message.code,
            params: params(*self.message),
            book: self.book,
            conflict: self.conflict.map(|conflict| *conflict),
        };
        let json = serde_json::to_string(&body).unwrap_or_default();
        let mut response = (self.status, json).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.append(header::VARY, HeaderValue::from_static("accept-language"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl IntoResponses for Problem {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        BTreeMap::from([("default".to_owned(), RefOr::Ref(Ref::from_response_name("Problem")))])
    }
}
