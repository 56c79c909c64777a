//! `/books/{book}/export` and `/certificate`: the book goes out with the proof that nothing was lost.

use super::form;
use crate::allowed::Allowed;
use crate::api::export::{CertificatePage, ExportRequest, OutFormat, SourcePlace};
use crate::context::ServerContext;
use crate::extract::{ApiQuery, Body, Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use checks::policy::Notes;
use formats::export::{Bilingual, Direction, Layout};
use messages::{Explain, Message};
use operations::chapter_list::ChapterList;
use operations::export::{ExportFailure, ExportOptions, Exported, NamedTranslator, WantedFormat};
use store::record::BookSummary;

/// The most violations listed one by one.
const MAX_TOLD: usize = 50;

/// Write the book and download it.
#[utoipa::path(post, path = "/api/v1/books/{book}/export", tag = "export", operation_id = "exportBook",
    params(("book" = String, Path)), request_body = ExportRequest,
    responses((status = 200, content((Vec<u8> = "application/octet-stream"),
        (Vec<u8> = "application/epub+zip"), (Vec<u8> = "text/plain"))), Problem))]
pub(super) async fn export(
    _allowed: Allowed<acts::Export>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<ExportRequest>,
) -> Result<Response, Problem> {
    file(&app, &book, &request).await
}

/// Write the book and download it, for a plain link.
#[utoipa::path(get, path = "/api/v1/books/{book}/export", tag = "export", operation_id = "downloadBook",
    params(("book" = String, Path), ExportRequest),
    responses((status = 200, content((Vec<u8> = "application/octet-stream"),
        (Vec<u8> = "application/epub+zip"), (Vec<u8> = "text/plain"))), Problem))]
pub(super) async fn download(
    _allowed: Allowed<acts::Export>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(request): ApiQuery<ExportRequest>,
) -> Result<Response, Problem> {
    file(&app, &book, &request).await
}

/// What the proof of an export comes to, without the file.
#[utoipa::path(get, path = "/api/v1/books/{book}/certificate", tag = "export", operation_id = "certificate",
    params(("book" = String, Path), ExportRequest), responses((status = 200, body = CertificatePage), Problem))]
pub(super) async fn certificate(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(request): ApiQuery<ExportRequest>,
) -> Result<Json<CertificatePage>, Problem> {
    let exported = write(&app, &book, &request).await?;
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let certificate = &exported.certificate;
    Ok(Json(CertificatePage {
        file_name: exported.file_name.clone(),
        holds: exported.violations.is_empty(),
        summary: certificate.summary(&exported.violations).to_string(),
        n_paragraphs: count(certificate.n_paragraphs),
        n_translated: count(certificate.n_translated),
        n_kept: count(certificate.n_kept),
        n_untranslated: count(certificate.n_untranslated),
        rehearsal: certificate.rehearsal,
        violations: exported.violations.iter().take(MAX_TOLD).map(ToString::to_string).collect(),
        n_violations: count(exported.violations.len()),
        n_bytes: count(exported.bytes.len()),
    }))
}

/// The certificate itself, to keep beside a text: `tsumugi verify` looks for it there.
#[utoipa::path(get, path = "/api/v1/books/{book}/export/certificate", tag = "export",
    operation_id = "downloadCertificate", params(("book" = String, Path), ExportRequest),
    responses((status = 200, body = Object), Problem))]
pub(super) async fn certificate_file(
    _allowed: Allowed<acts::Export>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(request): ApiQuery<ExportRequest>,
) -> Result<Response, Problem> {
    let exported = write(&app, &book, &request).await?;
    let json = exported.certificate.to_json().map_err(|error| Problem::broken(&error))?;
    let beside = formats::certificate::beside(std::path::Path::new(&exported.file_name));
    Ok(attached(json, HeaderValue::from_static("application/json"), &beside.to_string_lossy()))
}

async fn file(context: &ServerContext, book: &str, request: &ExportRequest) -> Result<Response, Problem> {
    let exported = write(context, book, request).await?;
    if !exported.violations.is_empty() {
        let told = exported.violations.iter().take(MAX_TOLD);
        let told: Vec<String> = told.map(|one| crate::language::render(&one.message()).text).collect();
        let message = Message::new("file_would_lose").with("detail", told.join("; "));
        return Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "violations", message));
    }
    // Finding the encoding of a text reads all of it.
    let found = tokio::task::spawn_blocking(move || (exported.media_type(), exported)).await;
    let (media_type, Exported { file_name, bytes, .. }) = found.map_err(|error| Problem::failed(&error))?;
    let media_type = HeaderValue::from_str(&media_type);
    Ok(attached(
        bytes,
        media_type.unwrap_or(HeaderValue::from_static("application/octet-stream")),
        &file_name,
    ))
}

/// A file to keep.
fn attached(bytes: Vec<u8>, media_type: HeaderValue, file_name: &str) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, media_type);
    headers.insert(header::CONTENT_DISPOSITION, form::attachment(file_name));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whether the style in the settings wants notes as footnotes.
fn wants_footnotes(context: &ServerContext, book: &BookSummary) -> bool {
    let dictionaries = context.host.dictionaries();
    book.target_language.as_ref().is_some_and(|target| dictionaries.style(target).notes == Notes::Footnotes)
}

async fn write(context: &ServerContext, book: &str, request: &ExportRequest) -> Result<Exported, Problem> {
    let book = context.library().book(book_id(book)?).await?;
    let chapters = match request.chapters.as_deref().map(str::trim).filter(|list| !list.is_empty()) {
        None => Vec::new(),
        Some(list) => {
            let all = context.library().chapters(book.id).await?;
            let wrong = || Problem::wrong("chapters", Message::new("not_chapters").with("text", list));
            list.parse::<ChapterList>().ok().and_then(|list| list.of(&all)).ok_or_else(wrong)?
        }
    };
    let spec = ExportOptions {
        chapters,
        format: request.format.map(|format| match format {
            OutFormat::Text => WantedFormat::Text,
            OutFormat::Epub => WantedFormat::Epub,
        }),
        layout: Layout {
            bilingual: match request.bilingual {
                None => Bilingual::No,
                Some(SourcePlace::Above) => Bilingual::Above,
                Some(SourcePlace::Below) => Bilingual::Below,
            },
            direction: if request.keep_direction { Direction::Keep } else { Direction::Auto },
        },
        credits: request.credits.then(|| NamedTranslator(request.translator.clone())),
        footnotes: wants_footnotes(context, &book),
        rehearsal: request.rehearsal,
        reviewed_only: request.reviewed_only,
    };
    operations::export::export(context.library(), &book, spec, context.now_ms()).await.map_err(|error| {
        match error {
            ExportFailure::Store(error) => Problem::from(error),
            ExportFailure::Export(_)
            | ExportFailure::Certificate(_)
            | ExportFailure::Outside
            | ExportFailure::Broken(_) => {
                Problem::explained(StatusCode::UNPROCESSABLE_ENTITY, "export", &error)
            }
        }
    })
}
