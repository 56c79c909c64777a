//! `/books/{book}/findings` and `/check`: what the checks found, worst first, and what people say to it.

use crate::allowed::Allowed;
use crate::api::finding::{
    AcknowledgeRequest, Acknowledged, AcknowledgedReply, ChapterFindings, CheckSummary, Finding,
    UsedDictionary,
};
use crate::api::page::{Page, PageQuery};
use crate::extract::{ApiQuery, Body, Path, book_id, chapter_id, paragraph_id};
use crate::findings_cache::translated_into;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::id::ParagraphId;
use checks::check::Severity;
use checks::reader::{self, ReaderLanguage};
use operations::book_findings::BookFinding;
use operations::judge::CheckContext;
use operations::review::{self, AcknowledgeError, Sieve};
use serde::Deserialize;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use store::record::{ChapterRecord, ParagraphRecord};
use utoipa::{IntoParams, ToSchema};

/// Which findings.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FindingsQuery {
    /// At least so grave; everything when left out.
    #[param(inline)]
    severity: Option<Gravity>,
    /// Only of this check, by code.
    check: Option<String>,
    /// Only in this chapter, by id.
    chapter: Option<String>,
    /// Those a person lets stand too.
    #[serde(default)]
    acknowledged: bool,
    /// How many items at most.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `next` of the page before.
    cursor: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Gravity {
    /// A translation should not go out with it.
    Block,
    /// A person should look at it.
    Queue,
    /// A remark.
    Info,
}

impl From<Gravity> for Severity {
    fn from(gravity: Gravity) -> Self {
        match gravity {
            Gravity::Block => Self::Block,
            Gravity::Queue => Self::Queue,
            Gravity::Info => Self::Info,
        }
    }
}

/// What the checks find in the book, worst first.
#[utoipa::path(get, path = "/api/v1/books/{book}/findings", tag = "review", operation_id = "listFindings",
    params(("book" = String, Path), FindingsQuery), responses((status = 200, body = Page<Finding>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(wanted): ApiQuery<FindingsQuery>,
) -> Result<Json<Page<Finding>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let chapters = app.library().chapters(book.id).await?;
    let chapter = match &wanted.chapter {
        Some(text) => {
            let id = chapter_id(text)?;
            Some(app.library().chapter(book.id, id).await?.number)
        }
        None => None,
    };
    let sieve = Sieve {
        severity: wanted.severity.unwrap_or(Gravity::Info).into(),
        chapter,
        checks: wanted.check.into_iter().filter(|code| !code.is_empty()).collect(),
        acknowledged: wanted.acknowledged,
    };
    let found = app.review.get(app.library(), &app.host.dictionaries(), &book).await?;
    let sorted = found.worst_first(&sieve);
    let page =
        PageQuery { limit: wanted.limit, cursor: wanted.cursor }.cut(sorted.iter().collect::<Vec<_>>())?;
    let first: Vec<ParagraphId> =
        page.items.iter().filter_map(|one| one.paragraphs.first().copied()).collect();
    let records = app.library().paragraphs(book.id, &first).await?;
    let records: HashMap<ParagraphId, ParagraphRecord> =
        records.into_iter().map(|one| (one.id, one)).collect();
    let items = page.items.iter().map(|spotted| to_dto(&chapters, &records, spotted));
    Ok(Json(Page { items: items.collect(), next: page.next }))
}

/// Check the book now, and count what is found.
#[utoipa::path(post, path = "/api/v1/books/{book}/check", tag = "review", operation_id = "checkBook",
    params(("book" = String, Path)), responses((status = 200, body = CheckSummary), Problem))]
pub(super) async fn check(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<Json<CheckSummary>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let found = app.review.anew(app.library(), &app.host.dictionaries(), &book).await?;
    let open: Vec<&Arc<BookFinding>> =
        found.findings.findings.iter().filter(|spotted| spotted.acknowledged.is_none()).collect();
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let tally = |chapter: Option<u32>, gravity: Gravity| {
        let is_meant = |spotted: &&&Arc<BookFinding>| {
            (chapter.is_none() || spotted.chapter == chapter) && is(spotted.finding.severity, gravity)
        };
        count(open.iter().filter(is_meant).count())
    };
    let chapters = app.library().chapters(book.id).await?;
    let chapters = chapters.iter().map(|chapter| ChapterFindings {
        chapter_id: chapter.id.to_string(),
        chapter: chapter.number,
        n_block: tally(Some(chapter.number), Gravity::Block),
        n_queue: tally(Some(chapter.number), Gravity::Queue),
        n_info: tally(Some(chapter.number), Gravity::Info),
    });
    Ok(Json(CheckSummary {
        n_checked: count(found.findings.n_checked),
        n_untranslated: count(found.findings.n_untranslated),
        n_notes: count(found.findings.n_notes),
        n_block: tally(None, Gravity::Block),
        n_queue: tally(None, Gravity::Queue),
        n_info: tally(None, Gravity::Info),
        chapters: chapters.collect(),
        dictionary: found
            .findings
            .dictionary
            .as_ref()
            .map(|(name, n_words)| UsedDictionary { name: name.clone(), n_words: count(*n_words) }),
        dictionary_problem: found
            .findings
            .complaint
            .as_ref()
            .map(|complaint| crate::language::either(&complaint.en, &complaint.zh)),
    }))
}

/// Let findings of a paragraph stand, with a reason.
#[utoipa::path(post, path = "/api/v1/books/{book}/findings/acknowledge", tag = "review", operation_id = "acknowledge",
    params(("book" = String, Path)), request_body = AcknowledgeRequest,
    responses((status = 200, body = AcknowledgedReply), Problem))]
pub(super) async fn acknowledge(
    allowed: Allowed<acts::Translate>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<AcknowledgeRequest>,
) -> Result<Json<AcknowledgedReply>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let paragraph = paragraph_id(&request.paragraph_id)?;
    let target = translated_into(&book)?;
    let checks: Vec<String> = request.check.into_iter().collect();
    let reason = request.reason.unwrap_or_default();
    let dictionaries = app.host.dictionaries();
    let check_context = CheckContext { target: &target, dictionaries: &dictionaries };
    let done = review::acknowledge(
        allowed.store(),
        &book,
        check_context,
        &[paragraph],
        &checks,
        &reason,
        app.now_ms(),
    )
    .await;
    let (n, receipt) = done.map_err(|error| match error {
        AcknowledgeError::Store(error) => Problem::from(error),
        AcknowledgeError::NothingFound { .. } => {
            Problem::explained(StatusCode::NOT_FOUND, "no_such_finding", &error)
        }
        AcknowledgeError::NoReason => Problem::explained(StatusCode::BAD_REQUEST, "reason", &error),
    })?;
    app.book_changed(book.id);
    let change_id = receipt.change.map(|change| change.to_string());
    Ok(Json(AcknowledgedReply { n_findings: u64::try_from(n).unwrap_or(u64::MAX), change_id }))
}

/// Open findings of a paragraph again.
#[utoipa::path(delete, path = "/api/v1/books/{book}/findings/acknowledge", tag = "review", operation_id = "withdraw",
    params(("book" = String, Path)), request_body = AcknowledgeRequest,
    responses((status = 200, body = AcknowledgedReply), Problem))]
pub(super) async fn withdraw(
    allowed: Allowed<acts::Translate>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<AcknowledgeRequest>,
) -> Result<Json<AcknowledgedReply>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let paragraph = paragraph_id(&request.paragraph_id)?;
    let checks: Vec<String> = request.check.into_iter().collect();
    let (n, receipt) = review::withdraw(allowed.store(), &book, &[paragraph], &checks, app.now_ms()).await?;
    app.book_changed(book.id);
    let change_id = receipt.change.map(|change| change.to_string());
    Ok(Json(AcknowledgedReply { n_findings: u64::try_from(n).unwrap_or(u64::MAX), change_id }))
}

fn is(severity: Severity, gravity: Gravity) -> bool {
    match gravity {
        Gravity::Block => severity == Severity::Block,
        Gravity::Queue => severity == Severity::Queue,
        Gravity::Info => matches!(severity, Severity::Info | Severity::Autofix),
    }
}

fn to_dto(
    chapters: &[ChapterRecord],
    records: &HashMap<ParagraphId, ParagraphRecord>,
    spotted: &BookFinding,
) -> Finding {
    let finding = &spotted.finding;
    let first = spotted.paragraphs.first().copied();
    let record = first.and_then(|paragraph| records.get(&paragraph));
    let at = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let spans = |places: &[Range<usize>]| places.iter().map(|one| [at(one.start), at(one.end)]).collect();
    let title = |side: fn(&(String, String)) -> &String| spotted.title.as_ref().map(side).cloned();
    let chapter = spotted.chapter.and_then(|number| chapters.iter().find(|one| one.number == number));
    Finding {
        paragraph_id: first.map(|paragraph| paragraph.to_string()),
        paragraph_ids: spotted.paragraphs.iter().map(ToString::to_string).collect(),
        chapter_id: chapter.map(|chapter| chapter.id.to_string()),
        chapter: spotted.chapter,
        check: finding.check.as_str().to_owned(),
        severity: finding.severity.as_str().to_owned(),
        name: reader::name(finding.check, ReaderLanguage::English).to_owned(),
        name_zh: reader::name(finding.check, ReaderLanguage::Chinese).to_owned(),
        sentence: reader::sentence(finding, ReaderLanguage::English),
        sentence_zh: reader::sentence(finding, ReaderLanguage::Chinese),
        advice: reader::advice(finding.check, ReaderLanguage::English).to_owned(),
        advice_zh: reader::advice(finding.check, ReaderLanguage::Chinese).to_owned(),
        message: finding.message.en.clone(),
        message_zh: finding.message.zh.clone(),
        is_title: spotted.title.is_some(),
        opinion_of: spotted.opinion_of.clone(),
        span: finding.span.as_ref().map(|span| [at(span.start), at(span.end)]),
        source_spans: spans(&spotted.places.source),
        spans: spans(&spotted.places.translation),
        text: record.map(|record| record.text.to_string()).or_else(|| title(|(source, _)| source)),
        translation: record
            .and_then(|record| record.translation.as_ref())
            .map(ToString::to_string)
            .or_else(|| title(|(_, translation)| translation)),
        acknowledged: spotted.acknowledged.clone().map(|reason| Acknowledged { reason }),
    }
}
