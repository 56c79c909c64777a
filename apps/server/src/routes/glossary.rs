//! `/books/{book}/terms/import` and `/terms/export`: glossaries as people and other tools keep them.

use super::form;
use crate::allowed::Allowed;
use crate::api::knowledge::{GlossaryDifference, GlossaryEntry, GlossaryForm, GlossaryTaken};
use crate::extract::{ApiQuery, Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use book::knowledge::merge::{Item, MergePolicy, MergeVerdict};
use formats::glossary::{GlossaryFormat, Languages, Rows};
use messages::Message;
use operations::knowledge::exchange::{self, ExchangeError, GlossaryFile, GlossarySpec};
use serde::Deserialize;
use utoipa::IntoParams;

/// No honest glossary is larger.
const LARGEST: u64 = 32 * 1024 * 1024;
/// The most entries listed one by one.
const MAX_SHOWN: usize = 2_000;
/// The most remarks listed one by one.
const MAX_TOLD: usize = 100;

/// Take a glossary in.
#[utoipa::path(post, path = "/api/v1/books/{book}/terms/import", tag = "knowledge", operation_id = "importTerms",
    params(("book" = String, Path)),
    request_body(content = GlossaryForm, content_type = "multipart/form-data"),
    responses((status = 200, body = GlossaryTaken), Problem))]
pub(super) async fn import(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    request: Request,
) -> Result<Json<GlossaryTaken>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let mut form =
        form::read(request, LARGEST.min(app.limits.max_upload_bytes), &["encoding", "overwrite", "preview"])
            .await?;
    let bytes = form.bytes().await?;
    let file = GlossaryFile {
        bytes,
        file_name: form.file_name.clone(),
        encoding: form.field("encoding"),
        languages: Languages::default(),
        rows: Rows::Terms,
        policy: if form.is_set("overwrite") { MergePolicy::Overwrite } else { MergePolicy::Keep },
    };
    let now_ms = app.now_ms();
    let reading = exchange::read(app.library(), &book, file, now_ms).await.map_err(problem)?;
    let change = if form.is_set("preview") {
        None
    } else {
        exchange::take(allowed.store(), &book, &reading, now_ms).await?
    };
    if change.is_some() {
        app.events
            .publish("knowledge_changed", &serde_json::json!({"book": book.id, "series": book.series.id}));
    }
    let mut taken = GlossaryTaken {
        n_added: 0,
        n_changed: 0,
        n_same: 0,
        n_conflicts: 0,
        n_left_out: 0,
        findings: reading.findings.iter().take(MAX_TOLD).map(crate::language::finding).collect(),
        entries: reading.plan.items.iter().take(MAX_SHOWN).map(to_dto).collect(),
        change_id: change.map(|change| change.to_string()),
    };
    for item in &reading.plan.items {
        *match &item.verdict {
            MergeVerdict::Added(_) => &mut taken.n_added,
            MergeVerdict::Filled(_) | MergeVerdict::Overwritten { .. } => &mut taken.n_changed,
            MergeVerdict::Same => &mut taken.n_same,
            MergeVerdict::Conflict { .. } => &mut taken.n_conflicts,
            MergeVerdict::LeftOut { .. } => &mut taken.n_left_out,
        } += 1;
    }
    Ok(Json(taken))
}

fn to_dto(item: &Item) -> GlossaryEntry {
    let (verdict, differences) = match &item.verdict {
        MergeVerdict::Added(_) => ("added", &[][..]),
        MergeVerdict::Same => ("same", &[][..]),
        MergeVerdict::Filled(_) => ("filled", &[][..]),
        MergeVerdict::Conflict { differences } => ("conflict", differences.as_slice()),
        MergeVerdict::Overwritten { differences, .. } => ("overwritten", differences.as_slice()),
        MergeVerdict::LeftOut { .. } => ("left_out", &[][..]),
    };
    let differences = differences.iter().map(|one| GlossaryDifference {
        field: one.field.to_owned(),
        here: one.here.clone(),
        there: one.there.clone(),
    });
    GlossaryEntry { name: item.name.clone(), verdict: verdict.to_owned(), differences: differences.collect() }
}

/// How the glossary is to be.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct GlossaryQuery {
    /// `csv`, `tsv`, `xlsx`, `json`, `simple-json`, `sakura`, `galtransl` or `tbx`; CSV when left out.
    format: Option<String>,
    /// `terms` or `characters`, for formats that are tables; terms when left out.
    rows: Option<String>,
    /// Only what a person has confirmed.
    #[serde(default)]
    confirmed: bool,
}

/// Write the glossary and download it.
#[utoipa::path(get, path = "/api/v1/books/{book}/terms/export", tag = "knowledge", operation_id = "exportTerms",
    params(("book" = String, Path), GlossaryQuery),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"), Problem))]
pub(super) async fn export(
    _allowed: Allowed<acts::Export>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(query): ApiQuery<GlossaryQuery>,
) -> Result<Response, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let word = query.format.as_deref().unwrap_or("csv");
    let known = GlossaryFormat::ALL.iter().find(|(_, name)| *name == word);
    let (format, _) = known.ok_or_else(|| {
        let words: Vec<&str> = GlossaryFormat::ALL.iter().map(|(_, name)| *name).collect();
        Problem::wrong("format", Message::new("not_a_glossary_format").with("formats", words.join(", ")))
    })?;
    let rows = match query.rows.as_deref() {
        None | Some("terms") => Rows::Terms,
        Some("characters") => Rows::Characters,
        Some(_) => return Err(Problem::wrong("rows", Message::new("not_glossary_rows"))),
    };
    let wanted = GlossarySpec { format: *format, rows, confirmed_only: query.confirmed };
    let bytes = exchange::write(app.library(), &book, wanted).await.map_err(problem)?;
    let ending = format.ending();
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_DISPOSITION, form::attachment(&format!("{}.terms.{ending}", book.title)));
    Ok(response)
}

fn problem(error: ExchangeError) -> Problem {
    match error {
        ExchangeError::Store(error) => Problem::from(error),
        ExchangeError::File(error) => Problem::explained(StatusCode::UNPROCESSABLE_ENTITY, "file", &error),
        ExchangeError::Broken(_) => Problem::broken(&error),
    }
}
