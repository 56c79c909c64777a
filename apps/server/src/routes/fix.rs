//! `/books/{book}/fix`: what the checks found is repaired, by code where code can, otherwise by a model.

use super::models::no_model;
use super::runs::{begun, estimate};
use crate::allowed::Allowed;
use crate::api::fix::{FixBegun, FixPlan, FixRequest, FixWay, FlaggedParagraph, Grave, MendedParagraph};
use crate::api::run_request::RunRequest;
use crate::context::ServerContext;
use crate::extract::{Body, Path, book_id};
use crate::findings_cache::translated_into;
use crate::problem::Problem;
use crate::runs::spec::{self, named_by};
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use checks::code::CheckCode;
use checks::dictionary::Dictionaries;
use messages::Message;
use operations::judge::CheckContext;
use runner::repair::{self, RepairFilter, RepairPlan, RepairScope};
use runner::run::budget;
use runner::spec::{NamedBy, RunSpec, Work};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::record::BookSummary;

/// The most paragraphs listed one by one.
const MAX_SHOWN: usize = 1_000;

/// What would be repaired, and what that takes.
#[utoipa::path(post, path = "/api/v1/books/{book}/fix/plan", tag = "findings", operation_id = "planFix",
    params(("book" = String, Path)), request_body = FixRequest, responses((status = 200, body = FixPlan), Problem))]
pub(super) async fn plan(
    allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<FixRequest>,
) -> Result<Json<FixPlan>, Problem> {
    let wished = ResolvedFix::read(&app, &book, request, named_by(allowed.member.as_ref())).await?;
    let planned = wished.preview(&app).await?;
    let mut shown = to_dto(&app, &wished.book, &planned).await?;
    if planned.plan.n_paragraphs() > 0
        && let Some(spec) = wished.spec
    {
        let models = app.host.open_models(&spec, &budget(&spec, None))?;
        let facts = runner::run::RunModel::facts_of(&models, &wished.book, &spec);
        let dictionaries = app.host.dictionaries();
        let planned = repair::plan_of(app.library(), &wished.book, &spec, &facts, &dictionaries).await?;
        shown.estimate = Some(estimate(spec.model, &planned.plan.estimate, planned.plan.chapters.len()));
    }
    Ok(Json(shown))
}

/// Mend what the checks found: by code at once, the rest as a run.
#[utoipa::path(post, path = "/api/v1/books/{book}/fix", tag = "findings", operation_id = "fix",
    params(("book" = String, Path)), request_body = FixRequest, responses((status = 202, body = FixBegun), Problem))]
pub(super) async fn begin(
    allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<FixRequest>,
) -> Result<(StatusCode, Json<FixBegun>), Problem> {
    let wished = ResolvedFix::read(&app, &book, request, named_by(allowed.member.as_ref())).await?;
    let planned = wished.preview(&app).await?;
    if planned.plan.n_paragraphs() > 0 {
        // Nothing is written where the rest could not be repaired.
        let spec = wished.spec.as_ref().ok_or_else(no_model)?;
        app.host.open_models(spec, &budget(spec, None))?;
    }
    let dictionaries = app.host.dictionaries();
    let scope = wished.scope(&dictionaries);
    let (mended, planned) =
        repair::repair_by_code(allowed.store(), &wished.book, &scope, planned, app.now_ms()).await?;
    if mended.change.is_some() {
        app.book_changed(wished.book.id);
    }
    let spec = wished.spec.filter(|_| planned.plan.n_paragraphs() > 0);
    let run = match spec {
        Some(spec) => Some(begun(&app, allowed.store(), &wished.book, spec).await?),
        None => None,
    };
    let n_mended = u64::try_from(mended.n_repaired).unwrap_or(u64::MAX);
    let change_id = mended.change.map(|change| change.to_string());
    Ok((StatusCode::ACCEPTED, Json(FixBegun { n_mended, change_id, run })))
}

/// What is to be repaired.
struct ResolvedFix {
    book: BookSummary,
    repair: RepairFilter,
    /// What a run would do; the model's name is empty where none is chosen.
    run: RunSpec,
    /// The wish of a run, where a model is chosen.
    spec: Option<RunSpec>,
}

impl ResolvedFix {
    async fn read(
        context: &ServerContext,
        book: &str,
        request: FixRequest,
        named_by: NamedBy,
    ) -> Result<Self, Problem> {
        let book = context.library().book(book_id(book)?).await?;
        let target = translated_into(&book)?;
        let known = |code: &&String| {
            let named = code.parse::<CheckCode>();
            named.is_ok_and(|code| {
                !checks::catalogue::BOUNDARY_CHECKS.iter().any(|(other, ..)| *other == code)
            })
        };
        if let Some(code) = request.checks.iter().find(|code| !known(code)) {
            let code: String = code.chars().take(20).collect();
            return Err(Problem::wrong("checks", Message::new("check_unknown").with("code", code)));
        }
        let repair =
            RepairFilter { only_blocking: request.severity == Grave::Block, checks: request.checks.clone() };
        let request = RunRequest::from(request);
        let model = request.model.clone().or(context.host.default_model()?);
        let has_model = model.is_some();
        let run = spec::from_request(context.library(), &book, &request, model.unwrap_or_default(), named_by)
            .await?;
        let run = RunSpec { target, work: Work::Fix(repair.clone()), ..run };
        let spec = has_model.then(|| run.clone());
        Ok(Self { book, repair, run, spec })
    }

    async fn preview(&self, context: &ServerContext) -> Result<RepairPlan, Problem> {
        let dictionaries = context.host.dictionaries();
        Ok(repair::preview(context.library(), &self.book, &self.scope(&dictionaries)).await?)
    }

    fn scope<'a>(&'a self, dictionaries: &'a Arc<dyn Dictionaries>) -> RepairScope<'a> {
        RepairScope {
            check_context: CheckContext { target: &self.run.target, dictionaries },
            repair: &self.repair,
            chapters: &self.run.scope.chapters,
            paragraphs: &self.run.scope.paragraphs,
        }
    }
}

async fn to_dto(
    context: &ServerContext,
    book: &BookSummary,
    planned: &RepairPlan,
) -> Result<FixPlan, Problem> {
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let mut ways: BTreeMap<&str, u64> = BTreeMap::new();
    for (_, repair) in planned.repairs.iter() {
        *ways.entry(repair.way.as_str()).or_default() += 1;
    }
    let mut autofixes = Vec::new();
    for one in planned.autofixes.iter().take(MAX_SHOWN) {
        let record = context.library().paragraph(book.id, one.paragraph).await?;
        autofixes.push(MendedParagraph {
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
        n_by_code: count(planned.autofixes.len()),
        ways: ways.into_iter().map(|(way, n)| FixWay { way: way.to_owned(), n }).collect(),
        n_waiting: count(planned.n_waiting),
        n_for_person: count(planned.n_for_person),
        flagged: flagged.collect(),
        by_code: autofixes,
        estimate: None,
    })
}
