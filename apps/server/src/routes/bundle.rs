//! `/books/{book}/bundle` and `/unbundle`: a book with everything as one file, and back into the library.

use super::{books, form};
use crate::allowed::Allowed;
use crate::api::bundle::{MergedBundle, UnbundleForm, UnbundledBook};
use crate::extract::{Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use operations::bundle::{self, BundleError, MergeCounts};
use operations::knowledge::exchange::ExchangeError;

/// Download a book with everything as one file: translations, knowledge and history, without keys.
#[utoipa::path(get, path = "/api/v1/books/{book}/bundle", tag = "export", operation_id = "bundleBook",
    params(("book" = String, Path)),
    responses((status = 200, content((Vec<u8> = "application/octet-stream"))), Problem))]
pub(super) async fn download(
    _allowed: Allowed<acts::Export>,
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<Response, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let bytes = bundle::write(app.library(), &book).await.map_err(problem)?;
    let stem =
        std::path::Path::new(&book.file_name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = format!("{}.tsumugi-bundle", stem.unwrap_or_else(|| book.id.to_string()));
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_DISPOSITION, form::attachment(&name));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Take a bundle.
///
/// A book that is not here is put back as it was. One that is here is merged: people's words on either side stay, and
/// where both have written, those of the bundle become suggestions.
#[utoipa::path(post, path = "/api/v1/unbundle", tag = "books", operation_id = "unbundleBook",
    request_body(content = UnbundleForm, content_type = "multipart/form-data"),
    responses((status = 200, body = UnbundledBook), Problem))]
pub(super) async fn take(
    allowed: Allowed<acts::Import>,
    State(app): SharedState,
    request: Request,
) -> Result<Json<UnbundledBook>, Problem> {
    let form = form::read(request, app.limits.max_upload_bytes, &[]).await?;
    let bytes = form.bytes().await?;
    let unbundled =
        bundle::read(allowed.store(), bytes, &form.file_name, app.now_ms()).await.map_err(problem)?;
    app.book_changed(unbundled.book.id);
    let book = books::card(&app, unbundled.book.id).await?;
    Ok(Json(UnbundledBook { book, merged: unbundled.merged.as_ref().map(to_dto) }))
}

fn to_dto(merged: &MergeCounts) -> MergedBundle {
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    MergedBundle {
        n_taken: count(merged.n_taken),
        n_suggested: count(merged.n_suggested),
        n_beside: count(merged.n_beside),
        n_same: count(merged.n_same),
        n_unmatched: count(merged.n_unmatched),
        change_id: merged.change.map(|change| change.to_string()),
    }
}

fn problem(error: BundleError) -> Problem {
    match error {
        BundleError::Store(error) | BundleError::Knowledge(ExchangeError::Store(error)) => {
            Problem::from(error)
        }
        BundleError::Knowledge(ExchangeError::Broken(_)) => Problem::broken(&error),
        BundleError::File(_) | BundleError::Unfit(_) | BundleError::Knowledge(ExchangeError::File(_)) => {
            Problem::explained(StatusCode::UNPROCESSABLE_ENTITY, "file", &error)
        }
    }
}
