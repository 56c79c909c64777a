//! `/books/{book}/exchange`: translations go out to people who work elsewhere, and come back.

use super::form;
use crate::allowed::Allowed;
use crate::api::exchange::{EditFormat, ExchangeForm, ExchangeQuery, ExchangeRow, ExchangeTaken};
use crate::extract::{ApiQuery, Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use formats::exchange::ExchangeFormat;
use operations::exchange::{self, ExchangePlan, LeftOut, LineVerdict, PlannedRow};
use operations::knowledge::exchange::ExchangeError;

/// No honest file is larger.
const LARGEST: u64 = 256 * 1024 * 1024;
/// The most paragraphs listed one by one.
const MAX_SHOWN: usize = 1_000;
/// The most remarks listed one by one.
const MAX_TOLD: usize = 100;

/// Write source and translation of every paragraph for editing elsewhere, and download it.
#[utoipa::path(get, path = "/api/v1/books/{book}/exchange", tag = "export", operation_id = "handOut",
    params(("book" = String, Path), ExchangeQuery),
    responses((status = 200, content((Vec<u8> = "application/octet-stream"))), Problem))]
pub(super) async fn hand_out(
    _allowed: Allowed<acts::Export>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(query): ApiQuery<ExchangeQuery>,
) -> Result<Response, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let format = match query.format.unwrap_or(EditFormat::Xliff) {
        EditFormat::Xliff => ExchangeFormat::Xliff,
        EditFormat::Csv => ExchangeFormat::Csv,
        EditFormat::Xlsx => ExchangeFormat::Xlsx,
        EditFormat::Docx => ExchangeFormat::Docx,
        EditFormat::Tmx => ExchangeFormat::Tmx,
    };
    let written = exchange::write(app.library(), &book, format, &[]).await.map_err(problem)?;
    let mut response = written.bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_DISPOSITION, form::attachment(&written.file_name));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Take an edited file back, or show what it would do.
///
/// What was changed in the file becomes the translation. Where it was changed here too since the file was written, it
/// becomes a suggestion.
#[utoipa::path(post, path = "/api/v1/books/{book}/exchange", tag = "export", operation_id = "takeBack",
    params(("book" = String, Path)),
    request_body(content = ExchangeForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ExchangeTaken), Problem))]
pub(super) async fn take_back(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    request: Request,
) -> Result<Json<ExchangeTaken>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let limit = LARGEST.min(app.limits.max_upload_bytes);
    let mut form = form::read(request, limit, &["encoding", "preview"]).await?;
    let bytes = form.bytes().await?;
    let encoding = form.field("encoding");
    let plan = exchange::plan(app.library(), &book, bytes, &form.file_name, encoding).await;
    let plan = plan.map_err(problem)?;
    let change = if form.is_set("preview") {
        None
    } else {
        exchange::apply(allowed.store(), &book, &plan, app.now_ms()).await?
    };
    if change.is_some() {
        app.book_changed(book.id);
    }
    Ok(Json(ExchangeTaken { change_id: change.map(|change| change.to_string()), ..to_dto(&plan) }))
}

fn to_dto(plan: &ExchangePlan) -> ExchangeTaken {
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let n = |is: fn(&LineVerdict) -> bool| count(plan.rows.iter().filter(|row| is(&row.verdict)).count());
    ExchangeTaken {
        format: plan.format.word().to_owned(),
        n_units: count(plan.n_units),
        n_unchanged: count(plan.n_same),
        n_taken: n(|verdict| matches!(verdict, LineVerdict::Taken(_))),
        n_conflicts: n(|verdict| matches!(verdict, LineVerdict::Suggested(..))),
        n_left_out: n(|verdict| matches!(verdict, LineVerdict::LeftOut(_))),
        rows: plan.rows.iter().take(MAX_SHOWN).map(row_to_dto).collect(),
        findings: plan.findings.iter().take(MAX_TOLD).map(crate::language::finding).collect(),
        change_id: None,
    }
}

fn row_to_dto(row: &PlannedRow) -> ExchangeRow {
    let (verdict, why) = match &row.verdict {
        LineVerdict::Taken(_) => ("taken", None),
        LineVerdict::Suggested(_, conflict) => ("suggested", Some(conflict.word())),
        LineVerdict::LeftOut(left_out) => ("left_out", Some(left_out.word())),
        LineVerdict::Same => ("same", None),
    };
    let faults = match &row.verdict {
        LineVerdict::LeftOut(LeftOut::Tags(faults)) => faults.iter().map(ToString::to_string).collect(),
        LineVerdict::LeftOut(_) | LineVerdict::Taken(_) | LineVerdict::Suggested(..) | LineVerdict::Same => {
            Vec::new()
        }
    };
    ExchangeRow {
        paragraph_id: row.id.clone(),
        chapter_id: row.paragraph.map(|(_, chapter, _)| chapter.to_string()),
        place: row.place.clone(),
        verdict: verdict.to_owned(),
        why: why.map(str::to_owned),
        faults,
        here: row.here.as_ref().map(ToString::to_string),
        there: row.there.clone(),
        comment: Some(row.comment.clone()).filter(|text| !text.is_empty()),
        state: row.state.as_ref().map(|(state, _)| state.word().to_owned()),
    }
}

fn problem(error: ExchangeError) -> Problem {
    match error {
        ExchangeError::Store(error) => Problem::from(error),
        ExchangeError::File(error) => Problem::explained(StatusCode::UNPROCESSABLE_ENTITY, "file", &error),
        ExchangeError::Broken(_) => Problem::broken(&error),
    }
}
