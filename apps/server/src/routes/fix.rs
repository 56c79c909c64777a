//! `/books/{book}/fix`: what the checks found is mended, by code where code can, otherwise by a model.

use super::models::no_model;
use super::runs::{begun, estimate};
use crate::api::fix::{FixBegun, FixPlan, FixRequest, FixWay, FlaggedParagraph, Grave, MendedParagraph};
use crate::api::wish::WishRequest;
use crate::extract::{Body, book_id};
use crate::findings_cache::translated_into;
use crate::problem::Problem;
use crate::runs::wish;
use crate::state::{AppState, SharedState};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use runner::judge::Lens;
use runner::repair::{self, RepairPlan, RepairWish, Scope};
use runner::run::budget;
use runner::wish::Wish;
use std::collections::BTreeMap;
use store::record::BookSummary;

/// So many paragraphs are shown one by one.
const MAX_SHOWN: usize = 1_000;

/// What would be mended, and what that takes.
#[utoipa::path(post, path = "/api/v1/books/{book}/fix/plan", tag = "findings", operation_id = "planFix",
    params(("book" = String, Path)), request_body = FixRequest, responses((status = 200, body = FixPlan), Problem))]
pub(super) async fn plan(
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<FixRequest>,
) -> Result<Json<FixPlan>, Problem> {
    let wished = Wished::read(&app, &book, request).await?;
    let planned = wished.preview(&app).await?;
    let mut shown = to_dto(&app, &wished.book, &planned).await?;
    if planned.plan.n_paragraphs() > 0
        && let Some(wish) = wished.wish
    {
        let models = app.host.open_models(&wish, &budget(&wish, None))?;
        let facts = models.first().map(|hired| hired.facts(&wished.book, &wish)).unwrap_or_default();
        let dictionaries = app.host.dictionaries();
        let planned = repair::plan_of(app.library(), &wished.book, &wish, &facts, &dictionaries).await?;
        shown.estimate = Some(estimate(wish.model, &planned.plan));
    }
    Ok(Json(shown))
}

/// Mend what the checks found: by code at once, the rest as a run.
#[utoipa::path(post, path = "/api/v1/books/{book}/fix", tag = "findings", operation_id = "fix",
    params(("book" = String, Path)), request_body = FixRequest, responses((status = 202, body = FixBegun), Problem))]
pub(super) async fn begin(
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<FixRequest>,
) -> Result<(StatusCode, Json<FixBegun>), Problem> {
    let wished = Wished::read(&app, &book, request).await?;
    let mut planned = wished.preview(&app).await?;
    if planned.plan.n_paragraphs() > 0 {
        // Nothing is written where the rest could not be mended.
        let wish = wished.wish.as_ref().ok_or_else(no_model)?;
        app.host.open_models(wish, &budget(wish, None))?;
    }
    let (mut n_mended, mut change_id) = (0, None);
    if !planned.by_code.is_empty() {
        let mended = repair::mend_by_code(&app.store, &wished.book, &planned, app.now_ms()).await?;
        (n_mended, change_id) = (mended.n_mended, mended.change.map(|change| change.to_string()));
        app.book_changed(wished.book.id);
        planned = wished.preview(&app).await?;
    }
    let wish = wished.wish.filter(|_| planned.plan.n_paragraphs() > 0);
    let run = match wish {
        Some(wish) => Some(begun(&app, &wished.book, wish).await?),
        None => None,
    };
    let n_mended = u64::try_from(n_mended).unwrap_or(u64::MAX);
    Ok((StatusCode::ACCEPTED, Json(FixBegun { n_mended, change_id, run })))
}

/// What is to be mended.
struct Wished {
    book: BookSummary,
    repair: RepairWish,
    /// The scope, and who mends; the model's name is empty where none is chosen.
    scope: Wish,
    /// The wish of a run, where a model is chosen.
    wish: Option<Wish>,
}

impl Wished {
    async fn read(app: &AppState, book: &str, request: FixRequest) -> Result<Self, Problem> {
        let book = app.library().book(book_id(book)?).await?;
        let target = translated_into(&book)?;
        let known = |code: &&String| {
            let one = checks::catalogue::ALL.iter().any(|check| check.code().eq_ignore_ascii_case(code));
            one || checks::catalogue::sequence_checks()
                .iter()
                .any(|check| check.code().eq_ignore_ascii_case(code))
        };
        if let Some(code) = request.checks.iter().find(|code| !known(code)) {
            let code: String = code.chars().take(20).collect();
            return Err(Problem::wrong("checks", format!("there is no check `{code}`"), ""));
        }
        let repair =
            RepairWish { only_blocking: request.severity == Grave::Block, checks: request.checks.clone() };
        let request = WishRequest::from(request);
        let model = request.model.clone().or(app.host.default_model()?);
        let has_model = model.is_some();
        let scope = wish::from_request(app.library(), &book, &request, model.unwrap_or_default()).await?;
        let scope = Wish { target, repair: Some(repair.clone()), again: false, ..scope };
        let wish = has_model.then(|| scope.clone());
        Ok(Self { book, repair, scope, wish })
    }

    async fn preview(&self, app: &AppState) -> Result<RepairPlan, Problem> {
        let dictionaries = app.host.dictionaries();
        let scope = Scope {
            lens: Lens { target: &self.scope.target, dictionaries: &dictionaries },
            repair: &self.repair,
            chapters: &self.scope.chapters,
            paragraphs: &self.scope.paragraphs,
        };
        Ok(repair::preview(app.library(), &self.book, &scope).await?)
    }
}

async fn to_dto(app: &AppState, book: &BookSummary, planned: &RepairPlan) -> Result<FixPlan, Problem> {
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let mut ways: BTreeMap<&str, u64> = BTreeMap::new();
    for (_, repair) in planned.repairs.iter() {
        *ways.entry(repair.way.as_str()).or_default() += 1;
    }
    let mut by_code = Vec::new();
    for one in planned.by_code.iter().take(MAX_SHOWN) {
        let record = app.library().paragraph(book.id, one.paragraph).await?;
        by_code.push(MendedParagraph {
            paragraph_id: one.paragraph.to_string(),
            before: record.translation.as_ref().map(ToString::to_string).unwrap_or_default(),
            after: one.text.to_string(),
        });
    }
    let flagged = planned.flagged.iter().take(MAX_SHOWN).map(|(id, flagged)| FlaggedParagraph {
        paragraph_id: id.to_string(),
        chapter: flagged.chapter,
        checks: flagged.checks.clone(),
        waits: flagged.waits,
    });
    Ok(FixPlan {
        n_flagged: count(planned.flagged.len()),
        n_by_code: count(planned.by_code.len()),
        ways: ways.into_iter().map(|(way, n)| FixWay { way: way.to_owned(), n }).collect(),
        n_waiting: count(planned.n_waiting),
        n_for_person: count(planned.n_for_person),
        flagged: flagged.collect(),
        by_code,
        estimate: None,
    })
}
