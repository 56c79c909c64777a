//! `POST /books`: a file becomes a book. It is streamed to a temporary file first, under a limit.

use super::{books, form};
use crate::allowed::Allowed;
use crate::api::book::{ImportForm, ImportedBook, RevisionReport};
use crate::extract::{book_id, language};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use messages::Message;
use operations::import::{ImportFailure, ImportOptions, ImportOutcome};

/// The most findings of a file listed one by one.
const MAX_TOLD: usize = 100;

/// Import a file.
#[utoipa::path(post, path = "/api/v1/books", tag = "books", operation_id = "importBook",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 201, body = ImportedBook), (status = 409, description = "The file is there already: `book` says which."), Problem))]
pub(super) async fn import(
    allowed: Allowed<acts::Import>,
    State(app): SharedState,
    request: Request,
) -> Result<(StatusCode, Json<ImportedBook>), Problem> {
    let fields =
        ["from", "to", "encoding", "wrapped", "heading", "text", "into", "series", "revises", "force"];
    let mut form = form::read(request, app.limits.max_upload_bytes, &fields).await?;
    let spec = ImportOptions {
        from: form.field("from").as_deref().map(language).transpose()?,
        to: form.field("to").as_deref().map(language).transpose()?,
        encoding: form.field("encoding"),
        wrapped: form.field("wrapped").as_deref().map(|text| yes_or_no("wrapped", text)).transpose()?,
        heading: form.field("heading"),
        text: form.field("text"),
        into: form.field("into"),
        series: form.field("series"),
        revises: form.field("revises").as_deref().map(book_id).transpose()?,
        force: form
            .field("force")
            .as_deref()
            .map(|text| yes_or_no("force", text))
            .transpose()?
            .unwrap_or_default(),
        file_name: form.file_name.clone(),
    };
    let bytes = form.bytes().await?;
    let done = operations::import::import(allowed.store(), bytes, spec, app.now_ms(), &|_, _| {}).await;
    let done = done.map_err(|failure| match failure {
        ImportFailure::Store(error) => Problem::from(error),
        ImportFailure::Revision(error) => Problem::explained(StatusCode::CONFLICT, "another_book", &error),
        ImportFailure::File(error) => Problem::explained(StatusCode::UNPROCESSABLE_ENTITY, "file", &error),
        ImportFailure::Broken(_) => Problem::broken(&failure),
    })?;
    app.book_changed(done.book.id);
    let findings = &done.findings;
    Ok((
        StatusCode::CREATED,
        Json(ImportedBook {
            book: books::card(&app, done.book.id).await?,
            encoding: done.encoding.map(ToOwned::to_owned),
            findings: findings.iter().take(MAX_TOLD).map(crate::language::finding).collect(),
            n_findings: u32::try_from(findings.len()).unwrap_or(u32::MAX),
            revision: match &done.outcome {
                ImportOutcome::Added => None,
                ImportOutcome::Revised(report) => Some(revision(report)),
            },
        }),
    ))
}

fn yes_or_no(name: &'static str, text: &str) -> Result<bool, Problem> {
    match text {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(Problem::wrong("form", Message::new("form_yes_or_no").with("name", name))),
    }
}

fn revision(report: &operations::revised::EditionReport) -> RevisionReport {
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let found = &report.differences;
    RevisionReport {
        revision: report.revised.revision,
        n_same: count(found.n_same),
        n_moved: count(found.n_moved),
        n_changed: count(found.n_changed),
        n_new: count(found.n_new),
        n_removed: count(found.n_removed),
        n_stale: report.revised.n_stale,
    }
}
