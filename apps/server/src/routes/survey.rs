//! `/books/{book}/survey`: a book is read before it is translated; what each piece brought can be looked at.

use super::runs::{begun, resolve_request};
use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::run::Begun;
use crate::api::run_request::RunRequest;
use crate::api::survey::{
    DroppedClaim, SurveyCandidate, SurveyEstimate, SurveyPiece, SurveyRequest, SurveyedCharacter,
    SurveyedFact, SurveyedSummary, SurveyedTerm,
};
use crate::context::ServerContext;
use crate::extract::{ApiQuery, Body, Path, book_id, run_id};
use crate::problem::Problem;
use crate::runs::spec::named_by;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::id::ParagraphId;
use book::language::LanguageTag;
use messages::Message;
use runner::run::{budget, wish_of};
use runner::spec::{NamedBy, RunSpec, Work};
use runner::survey;
use runner::survey::piece_result::{CharacterClaim, FoundFact, PieceResult, SurveyFindings};
use std::collections::BTreeMap;
use store::record::BookSummary;

/// The fewest tokens of source that are worth a request of their own.
const LEAST_PIECE: u64 = 500;

/// What stands out in a book without a model.
#[utoipa::path(get, path = "/api/v1/books/{book}/survey/candidates", tag = "survey", operation_id = "surveyCandidates",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<SurveyCandidate>), Problem))]
pub(super) async fn candidates(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<SurveyCandidate>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let spec = RunSpec::for_model(String::new(), LanguageTag::undetermined());
    let page = page.cut(survey::candidates(app.library(), &book, &spec).await?)?;
    let items = page.items.iter().map(|one| SurveyCandidate {
        word: one.word.clone(),
        reading: one.reading.clone(),
        n_uses: u64::try_from(one.n_uses).unwrap_or(u64::MAX),
        signs: one.signs.iter().map(|sign| sign.as_str().to_owned()).collect(),
    });
    Ok(Json(Page { items: items.collect(), next: page.next }))
}

/// What a survey will take, before anything is sent.
#[utoipa::path(post, path = "/api/v1/books/{book}/survey/plan", tag = "survey", operation_id = "planSurvey",
    params(("book" = String, Path)), request_body = SurveyRequest,
    responses((status = 200, body = SurveyEstimate), Problem))]
pub(super) async fn plan(
    allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<SurveyRequest>,
) -> Result<Json<SurveyEstimate>, Problem> {
    let (book, spec) = wished(&app, &book, request, named_by(allowed.member.as_ref())).await?;
    let models = app.host.open_models(&spec, &budget(&spec, None))?;
    let model = models.first().ok_or_else(super::models::no_model)?;
    let plan = survey::plan(app.library(), &book, &spec, model).await?;
    let estimate = &plan.estimate;
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let money = estimate.least_money.zip(estimate.most_money);
    Ok(Json(SurveyEstimate {
        model: spec.model,
        n_pieces: count(plan.n_pieces),
        n_chapters: count(plan.n_chapters),
        n_candidates: count(plan.candidates.len()),
        source_tokens: estimate.source_tokens,
        input_tokens: [estimate.least.total_input(), estimate.most.total_input()],
        output_tokens: [estimate.least.output, estimate.most.output],
        cost_micros: money.map(|(least, most)| [least.micro_dollars(), most.micro_dollars()]),
    }))
}

/// Read a book before it is translated. Follow the run at its events: `started`, `piece_read`, `piece_failed`, `ended`.
#[utoipa::path(post, path = "/api/v1/books/{book}/survey", tag = "survey", operation_id = "beginSurvey",
    params(("book" = String, Path)), request_body = SurveyRequest,
    responses((status = 202, body = Begun), Problem))]
pub(super) async fn begin(
    allowed: Allowed<acts::Spend>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<SurveyRequest>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let (book, spec) = wished(&app, &book, request, named_by(allowed.member.as_ref())).await?;
    let run = begun(&app, allowed.store(), &book, spec).await?;
    Ok((StatusCode::ACCEPTED, Json(Begun { run })))
}

/// What each piece of a survey brought: what was kept, with its evidence, and what was dropped.
#[utoipa::path(get, path = "/api/v1/runs/{run}/survey", tag = "survey", operation_id = "surveyPieces",
    params(("run" = String, Path), PageQuery), responses((status = 200, body = Page<SurveyPiece>), Problem))]
pub(super) async fn pieces(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(run): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<SurveyPiece>>, Problem> {
    let record = app.library().run(run_id(&run)?).await?;
    if !wish_of(&record).is_ok_and(|spec| matches!(spec.work, Work::Survey)) {
        return Err(Problem::missing("not_a_survey", Message::new("not_a_survey")));
    }
    let chapters = app.library().chapters(record.book).await?;
    let numbers: BTreeMap<_, u32> = chapters.into_iter().map(|one| (one.id, one.number)).collect();
    let page = page.cut(survey::piece_result::of_run(app.library(), record.id).await?)?;
    let items = page.items.into_iter().map(|piece| {
        let number = numbers.get(&piece.chapter).copied().unwrap_or_default();
        to_dto(piece, number)
    });
    Ok(Json(Page { items: items.collect(), next: page.next }))
}

async fn wished(
    context: &ServerContext,
    book: &str,
    request: SurveyRequest,
    named_by: NamedBy,
) -> Result<(BookSummary, RunSpec), Problem> {
    if request.piece_tokens.is_some_and(|tokens| tokens < LEAST_PIECE) {
        let message = Message::new("piece_tokens_out_of_range").count("least", LEAST_PIECE);
        return Err(Problem::wrong("piece_tokens", message));
    }
    let (book, spec) = resolve_request(context, book, &RunRequest::from(request), named_by).await?;
    Ok((book, RunSpec { work: Work::Survey, ..spec }))
}

fn to_dto(piece: PieceResult, chapter: u32) -> SurveyPiece {
    let SurveyFindings { terms, characters, summaries, n_dropped, n_refused, dropped } =
        piece.found.unwrap_or_default();
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    SurveyPiece {
        chapter,
        chapter_id: piece.chapter.to_string(),
        outcome: piece.outcome.map(|end| end.to_string()),
        terms: terms
            .into_iter()
            .map(|term| SurveyedTerm {
                source: term.source,
                translation: term.translation,
                kind: term.kind.as_str().to_owned(),
                note: term.note,
                paragraphs: ids(&term.cited.paragraphs),
            })
            .collect(),
        characters: characters
            .into_iter()
            .map(|one| SurveyedCharacter {
                name: one.name,
                translation: one.translation,
                paragraphs: ids(&one.cited.paragraphs),
                facts: one.facts.iter().map(fact).collect(),
            })
            .collect(),
        summaries: summaries
            .into_iter()
            .map(|one| SurveyedSummary { chapter_id: one.chapter.to_string(), text: one.text })
            .collect(),
        dropped: dropped
            .into_iter()
            .map(|one| DroppedClaim {
                what: one.what.as_str().to_owned(),
                source: one.source,
                translation: one.translation,
                why: one.why.as_str().to_owned(),
                paragraphs: ids(&one.cited),
            })
            .collect(),
        n_dropped: count(n_dropped),
        n_refused: count(n_refused),
    }
}

fn fact(fact: &FoundFact) -> SurveyedFact {
    let (claim, text) = match &fact.claim {
        CharacterClaim::Alias { name, translation } => ("alias", format!("{name} → {translation}")),
        CharacterClaim::Gender { gender } => ("gender", gender.as_str().to_owned()),
        CharacterClaim::Voice { register } => ("voice", register.clone()),
        CharacterClaim::Description { text } => ("description", text.clone()),
        CharacterClaim::Address { to, form, translation } => {
            ("address", format!("{to}: {form} → {translation}"))
        }
    };
    SurveyedFact { claim: claim.to_owned(), text, paragraphs: ids(&fact.cited.paragraphs) }
}

fn ids(paragraphs: &[ParagraphId]) -> Vec<String> {
    paragraphs.iter().map(ToString::to_string).collect()
}
