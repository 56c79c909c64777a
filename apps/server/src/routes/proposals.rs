//! `/books/{book}/proposals`: what a survey or a task proposed, and what a person decides on it.

use super::knowledge::rename::entry_ref;
use crate::allowed::Allowed;
use crate::api::page::{Page, PageQuery};
use crate::api::rename::EntryRef;
use crate::api::survey::{DecidedReply, DecisionRequest, DecisionWord, DecisionsRequest, Proposal, Quote};
use crate::context::ServerContext;
use crate::extract::{ApiQuery, Body, Path, book_id};
use crate::knowledge::{self, Clock};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::id::{CharacterId, TermId};
use book::knowledge::character::Gender;
use book::knowledge::entry::{Entry, EntryKey, Revision};
use messages::Message;
use runner::survey::review::{self, Decision, DecisionError, EntryDecision};
use store::record::BookSummary;

/// The most decisions in one request.
const MOST_AT_ONCE: usize = 1_000;

/// What waits for a decision, the most used in this book first.
#[utoipa::path(get, path = "/api/v1/books/{book}/proposals", tag = "survey", operation_id = "listProposals",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Proposal>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Proposal>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let clock = Clock::for_book(app.library(), &book).await?;
    let page = page.cut(review::proposals(app.library(), &book).await?)?;
    let mut items = Vec::with_capacity(page.items.len());
    for proposal in page.items {
        items.extend(to_dto(&app, &book, clock, proposal).await?);
    }
    Ok(Json(Page { items, next: page.next }))
}

/// Decide on proposals: accept, change, reject, merge; one or many, all of them or none.
#[utoipa::path(post, path = "/api/v1/books/{book}/proposals", tag = "survey", operation_id = "decideProposals",
    params(("book" = String, Path)), request_body = DecisionsRequest,
    responses((status = 200, body = DecidedReply),
        (status = 409, description = "Somebody else was faster; nothing was decided."), Problem))]
pub(super) async fn decide(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<DecisionsRequest>,
) -> Result<Json<DecidedReply>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let n_decided = request.decisions.len();
    if n_decided == 0 || n_decided > MOST_AT_ONCE {
        let message = Message::new("decisions_out_of_range").count("most", MOST_AT_ONCE);
        return Err(Problem::wrong("decisions", message));
    }
    let mut verdicts = Vec::new();
    for decision in &request.decisions {
        verdicts.extend(read(decision)?);
    }
    let change = review::decide_all(allowed.store(), &book, &verdicts, app.now_ms()).await;
    let change = change.map_err(|error| match error {
        DecisionError::Store(error) => Problem::from(error),
        DecisionError::Gone(_) => Problem::explained(StatusCode::NOT_FOUND, "no_such_entry", &error),
        DecisionError::NotMergeable(..) => {
            Problem::explained(StatusCode::UNPROCESSABLE_ENTITY, "decision", &error)
        }
    })?;
    app.events.publish("knowledge_changed", &serde_json::json!({"book": book.id, "series": book.series.id}));
    Ok(Json(DecidedReply {
        n_decided: u64::try_from(n_decided).unwrap_or(u64::MAX),
        change_id: change.map(|change| change.to_string()),
    }))
}

/// What a decision means; another translation and a gender are two steps.
fn read(request: &DecisionRequest) -> Result<Vec<EntryDecision>, Problem> {
    let entry = key(&request.entry, &request.id)?;
    let revision = request.revision.map(Revision);
    let verdict = |decision| EntryDecision { entry, decision, revision };
    let is_with_accept = request.translation.is_some() || request.gender.is_some();
    if (is_with_accept && request.decision != DecisionWord::Accept)
        || (request.into.is_some() && request.decision != DecisionWord::Merge)
    {
        return Err(Problem::wrong("decision", Message::new("decision_mixed")));
    }
    Ok(match request.decision {
        DecisionWord::Reject => vec![verdict(Decision::Reject)],
        DecisionWord::Merge => {
            let missing = || Problem::wrong("into", Message::new("merge_into_nothing"));
            let EntryRef { entry, id } = request.into.as_ref().ok_or_else(missing)?;
            vec![verdict(Decision::MergeInto(key(entry, id)?))]
        }
        DecisionWord::Accept => {
            let mut verdicts = Vec::new();
            if let Some(translation) = &request.translation {
                let translation = knowledge::text("translation", translation)?;
                if translation.is_empty() {
                    return Err(Problem::wrong("translation", Message::new("translation_empty")));
                }
                verdicts.push(verdict(Decision::AcceptAs(translation)));
            }
            if let Some(word) = &request.gender {
                let unknown = || Problem::wrong("gender", Message::new("not_a_gender"));
                let gender = Gender::from_word(word).ok_or_else(unknown)?;
                verdicts.push(verdict(Decision::AcceptWithGender(gender)));
            }
            if verdicts.is_empty() {
                verdicts.push(verdict(Decision::Accept));
            }
            verdicts
        }
    })
}

fn key(entry: &str, id: &str) -> Result<EntryKey, Problem> {
    let missing = || super::knowledge::missing(id);
    match entry {
        "term" => Ok(id.parse::<TermId>().map_err(|_| missing())?.into()),
        "character" => Ok(id.parse::<CharacterId>().map_err(|_| missing())?.into()),
        _ => Err(Problem::wrong("entry", Message::new("neither_term_nor_character"))),
    }
}

async fn to_dto(
    context: &ServerContext,
    book: &BookSummary,
    clock: Clock,
    proposal: review::EntryProposal,
) -> Result<Option<Proposal>, Problem> {
    let Some(named) = entry_ref(proposal.entry.key()) else { return Ok(None) };
    let series = book.series.id;
    let (mut term, mut character) = (None, None);
    let (source, translation) = match &proposal.entry {
        Entry::Term(one) => {
            let kept = context.library().term(series, one.id).await?;
            term = kept.map(|kept| knowledge::term(&kept, book.id));
            (one.source.clone(), one.translation.clone())
        }
        Entry::Character(one) => {
            let kept = context.library().character(series, one.id).await?;
            character = kept.map(|kept| knowledge::character(&kept, clock));
            (one.name.source.clone(), one.name.translation.clone())
        }
        Entry::Memory(_) | Entry::Summary(_) => return Ok(None),
    };
    let quotes = proposal.quotes.into_iter().map(|quote| Quote {
        paragraph_id: quote.paragraph.to_string(),
        chapter: quote.chapter,
        text: quote.text,
    });
    Ok(Some(Proposal {
        entry: named.entry,
        id: named.id,
        source,
        translation,
        n_uses: u64::try_from(proposal.n_uses).unwrap_or(u64::MAX),
        contradicts: proposal.contradicts,
        quotes: quotes.collect(),
        term,
        character,
    }))
}
