//! `POST /books`: a file becomes a book. It is streamed to a temporary file first, under a limit.

use super::books;
use crate::api::book::{ImportForm, ImportedBook, RevisionReport};
use crate::extract::{book_id, language};
use crate::house::{House, Shared};
use crate::problem::Problem;
use axum::Json;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request, State};
use axum::http::StatusCode;
use book::id::BookId;
use book::language::LanguageTag;
use runner::import::{ImportFailure, ImportWish, Outcome};
use tokio::io::AsyncWriteExt;

/// So much of a small field of the form is read.
const MAX_FIELD: usize = 10_000;
/// So many findings of a file are told one by one.
const MAX_TOLD: usize = 100;

/// Import a file.
#[utoipa::path(post, path = "/api/v1/books", tag = "books", operation_id = "importBook",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 201, body = ImportedBook), (status = 409, description = "The file is there already: `book` says which."), Problem))]
pub(super) async fn import(
    State(house): Shared,
    mut request: Request,
) -> Result<(StatusCode, Json<ImportedBook>), Problem> {
    // The limit of ordinary requests does not fit books; what is read is counted below.
    DefaultBodyLimit::disable().apply(&mut request);
    let form = Multipart::from_request(request, &()).await.map_err(|rejection| {
        Problem::new(rejection.status(), "form", &rejection.body_text())
    })?;
    let form = read(&house, form).await?;
    let bytes = tokio::fs::read(form.file.path()).await.map_err(|error| Problem::failed(&error.to_string()))?;
    let done = runner::import::import(&house.store, bytes, form.wish, house.now_ms(), &|_, _| {}).await;
    let done = done.map_err(|failure| match failure {
        ImportFailure::Store(error) => Problem::from(error),
        ImportFailure::File(error) => {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "file", &error.to_string())
        }
        ImportFailure::Broken(error) => Problem::failed(&error),
    })?;
    house.book_changed(done.book.id);
    let findings = &done.findings;
    Ok((
        StatusCode::CREATED,
        Json(ImportedBook {
            book: books::card(&house, &done.book).await?,
            encoding: done.encoding.map(ToOwned::to_owned),
            findings: findings.iter().take(MAX_TOLD).map(ToString::to_string).collect(),
            n_findings: u32::try_from(findings.len()).unwrap_or(u32::MAX),
            revision: match &done.outcome {
                Outcome::Added => None,
                Outcome::Revised(report) => Some(revision(report)),
            },
        }),
    ))
}

struct Form {
    file: tempfile::NamedTempFile,
    wish: ImportWish,
}

async fn read(house: &House, mut form: Multipart) -> Result<Form, Problem> {
    let (mut file, mut wish) = (None, ImportWish::default());
    while let Some(field) = form.next_field().await.map_err(broken_off)? {
        match field.name().unwrap_or_default() {
            "file" => {
                wish.file_name = file_name(field.file_name().unwrap_or_default());
                file = Some(save(house, field).await?);
            }
            "from" => wish.from = tag(text(field).await?)?,
            "to" => wish.to = tag(text(field).await?)?,
            "encoding" => wish.encoding = Some(text(field).await?).filter(|text| !text.is_empty()),
            "series" => wish.series = Some(text(field).await?).filter(|text| !text.is_empty()),
            "revises" => wish.revises = revises(&text(field).await?)?,
            other => {
                let detail = format!("the form has a field `{}` that nobody knows", shortened(other));
                return Err(Problem::wrong("form", detail, "leave it out"));
            }
        }
    }
    let file = file.ok_or_else(|| Problem::wrong("form", "the form has no file", "send it as the field `file`"))?;
    Ok(Form { file, wish })
}

/// Streams the file to disk; never more of it than the limit.
async fn save(house: &House, mut field: Field<'_>) -> Result<tempfile::NamedTempFile, Problem> {
    let failed = |error: std::io::Error| Problem::failed(&format!("the upload cannot be kept: {error}"));
    let file = tempfile::NamedTempFile::new().map_err(failed)?;
    let mut out = tokio::fs::File::from_std(file.reopen().map_err(failed)?);
    let mut n_bytes: u64 = 0;
    while let Some(chunk) = field.chunk().await.map_err(broken_off)? {
        n_bytes += u64::try_from(chunk.len()).unwrap_or(u64::MAX);
        if n_bytes > house.limits.max_upload_bytes {
            let megabytes = house.limits.max_upload_bytes / 1024 / 1024;
            let text = format!("the file is larger than {megabytes} MB\nhint: split it into volumes");
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", &text));
        }
        out.write_all(&chunk).await.map_err(failed)?;
    }
    out.flush().await.map_err(failed)?;
    Ok(file)
}

async fn text(mut field: Field<'_>) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(broken_off)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_FIELD {
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "a field of the form is too long"));
        }
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| Problem::wrong("form", "a field of the form is not UTF-8", ""))?;
    Ok(text.trim().to_owned())
}

fn tag(text: String) -> Result<Option<LanguageTag>, Problem> {
    if text.is_empty() { Ok(None) } else { language(&text).map(Some) }
}

fn revises(text: &str) -> Result<Option<BookId>, Problem> {
    if text.is_empty() { Ok(None) } else { book_id(text).map(Some) }
}

/// The last part of the name, whichever system it came from; it names nothing on this machine.
fn file_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = last.chars().filter(|c| !c.is_control()).take(255).collect();
    if plain.is_empty() || plain == "." || plain == ".." { "book".to_owned() } else { plain }
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

fn broken_off(error: MultipartError) -> Problem {
    Problem::new(error.status(), "form", &error.body_text())
}

fn revision(report: &runner::revised::Report) -> RevisionReport {
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
