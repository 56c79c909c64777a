//! `/books/{book}/quality` and `/report`: the quality of a whole book, for the page and as the file for a browser.

use super::form;
use crate::allowed::Allowed;
use crate::api::quality::{BadParagraph, ChapterQuality, CheckCount, Quality, QualityFinding, RunCost};
use crate::extract::{ApiQuery, Path, book_id};
use crate::findings_cache::translated_into;
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use checks::reader::{self, ReaderLanguage};
use messages::Message;
use operations::book_findings::BookFinding;
use operations::quality::{self, PageLanguage};
use operations::timestamp::format_utc;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// How many of the worst paragraphs are listed by default, and at most.
const USUAL_WORST: u32 = 100;
const MOST_WORST: u32 = 1_000;

/// How much is shown.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct QualityQuery {
    /// How many of the worst paragraphs.
    #[param(minimum = 0, maximum = 1000, default = 100)]
    worst: Option<u32>,
}

/// The file's language and how much is shown.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportQuery {
    /// The language of the page; by the language of the translation when left out.
    #[param(inline)]
    lang: Option<ReportLanguage>,
    /// How many of the worst paragraphs.
    #[param(minimum = 0, maximum = 1000, default = 100)]
    worst: Option<u32>,
}

/// A language the file can be in.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReportLanguage {
    /// English.
    En,
    /// 中文.
    Zh,
}

/// The quality of a book: chapters against checks, the worst paragraphs, costs, drift.
#[utoipa::path(get, path = "/api/v1/books/{book}/quality", tag = "findings", operation_id = "quality",
    params(("book" = String, Path), QualityQuery), responses((status = 200, body = Quality), Problem))]
pub(super) async fn show(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(query): ApiQuery<QualityQuery>,
) -> Result<Json<Quality>, Problem> {
    let found = gathered(&app, &book, query.worst).await?;
    Ok(Json(to_dto(&found)))
}

/// The same as one page for a browser, to download.
#[utoipa::path(get, path = "/api/v1/books/{book}/report", tag = "findings", operation_id = "downloadReport",
    params(("book" = String, Path), ReportQuery),
    responses((status = 200, body = String, content_type = "text/html"), Problem))]
pub(super) async fn report(
    _allowed: Allowed<acts::Export>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(query): ApiQuery<ReportQuery>,
) -> Result<Response, Problem> {
    let found = gathered(&app, &book, query.worst).await?;
    let language = match query.lang {
        Some(ReportLanguage::En) => PageLanguage::English,
        Some(ReportLanguage::Zh) => PageLanguage::Chinese,
        None => PageLanguage::for_target(&found.target),
    };
    let mut response = quality::page(&found, language).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, form::attachment("report.html"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

async fn gathered(app: &AppState, book: &str, worst: Option<u32>) -> Result<quality::Quality, Problem> {
    let worst = worst.unwrap_or(USUAL_WORST);
    if worst > MOST_WORST {
        let message = Message::new("too_many_worst").count("n", worst).count("most", MOST_WORST);
        return Err(Problem::wrong("worst", message));
    }
    let book = app.library().book(book_id(book)?).await?;
    let target = translated_into(&book)?;
    let worst = usize::try_from(worst).unwrap_or_default();
    let made = format!("{} UTC", format_utc(app.now_ms()));
    let (library, dictionaries) = (app.library(), app.host.dictionaries());
    let about = (&book, &target);
    let found = app.reports.quality(library, (&app.review, &dictionaries), about, worst, made).await?;
    // What a run costs grows without a change of the book.
    let runs = runner::run_costs::of_book(library, book.id).await?;
    Ok(quality::Quality { runs, ..found.as_ref().clone() })
}

fn to_dto(found: &quality::Quality) -> Quality {
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let [(_, block), (_, queue), (_, info)] = found.counts;
    let checks = found.checks.iter().map(|(check, severity, n)| CheckCount {
        check: (*check).to_owned(),
        severity: Some(severity.as_str().to_owned()),
        n: count(*n),
    });
    let chapters = found.chapters.iter().map(|one| ChapterQuality {
        chapter_id: one.id.to_string(),
        chapter: one.number,
        title: one.title.clone(),
        n_translated: one.n_translated,
        n_findings: one.findings.values().copied().map(count).sum(),
        findings: one
            .findings
            .iter()
            .map(|(check, n)| CheckCount { check: (*check).to_owned(), severity: None, n: count(*n) })
            .collect(),
    });
    let worst = found.worst.iter().map(|one| BadParagraph {
        paragraph_id: one.id.to_string(),
        chapter_id: one.chapter_id.to_string(),
        chapter: one.chapter,
        paragraph_index: one.index,
        source: one.source.clone(),
        translation: one.translation.clone(),
        findings: one.findings.iter().map(|one| finding(one)).collect(),
    });
    let runs = found.runs.iter().map(|one| RunCost {
        run: one.id.to_string(),
        kind: one.kind.to_owned(),
        model: one.model.clone(),
        input_tokens: one.input,
        cached_input_tokens: one.cached_input,
        output_tokens: one.output,
        cost_micros: one.cost_micros,
    });
    Quality {
        target_language: found.target.to_string(),
        n_checked: count(found.n_checked),
        n_untranslated: count(found.n_untranslated),
        n_block: count(block),
        n_queue: count(queue),
        n_info: count(info),
        n_acknowledged: count(found.n_acknowledged),
        n_bad: count(found.n_bad),
        checks: checks.collect(),
        chapters: chapters.collect(),
        worst: worst.collect(),
        drift: found.drift.iter().map(|one| finding(one)).collect(),
        runs: runs.collect(),
    }
}

fn finding(spotted: &BookFinding) -> QualityFinding {
    QualityFinding {
        check: spotted.finding.check.as_str().to_owned(),
        severity: spotted.finding.severity.as_str().to_owned(),
        sentence: reader::sentence(&spotted.finding, ReaderLanguage::English),
        sentence_zh: reader::sentence(&spotted.finding, ReaderLanguage::Chinese),
        message: spotted.finding.message.en.clone(),
        message_zh: spotted.finding.message.zh.clone(),
        chapter: spotted.chapter,
        paragraphs: spotted.paragraphs.iter().take(50).map(ToString::to_string).collect(),
    }
}
