//! Request body to run spec, and run progress to response body.

use crate::api::run::{Ledger, Run, RunPage, Unresolved, WaitingBatch};
use crate::api::run_request::{EffortWord, Kind, ReadsWord, RunRequest};
use crate::extract::{language, listed};
use crate::problem::Problem;
use crate::team::member::Member;
use axum::http::StatusCode;
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use book::work::status::Effort;
use messages::Message;
use runner::batches::WaitingBatches;
use runner::progress::RunProgress;
use runner::spec::{
    EndpointSpec, NamedBy, ParagraphSelection, PromptDigests, RunSpec, SpecError, SpendingLimit, Staleness,
    Work,
};
use store::library::Library;
use store::people::Role;
use store::record::BookSummary;
use store::work::RunRecord;

/// The most unfinished paragraphs that are listed.
const MAX_LISTED: usize = 1_000;
/// Chapters worked on at once where nothing is said.
const USUAL_CONCURRENCY: u16 = 4;

/// The wish a request means.
pub(crate) async fn from_request(
    library: &Library,
    book: &BookSummary,
    request: &RunRequest,
    model: String,
    named_by: NamedBy,
) -> Result<RunSpec, Problem> {
    let target = match (&request.target_language, &book.target_language) {
        (Some(text), _) => language(text)?,
        (None, Some(tag)) => tag.clone(),
        (None, None) => {
            return Err(Problem::wrong("target_language", Message::new("target_language_missing")));
        }
    };
    let is_same = book.source_language.as_ref().is_some_and(|source| source.is_same_as(&target));
    if is_same && request.kind == Kind::Translation && !request.same_language {
        let name = Message::new("language_name").with("tag", &target).with("name", target.english_name());
        let message = Message::new("in_that_language_already").with("title", &book.title);
        return Err(Problem::wrong("same_language", message.part("language", name)));
    }
    if request.candidates.is_some_and(|n| n > 1) && request.kind != Kind::Translation {
        return Err(Problem::wrong("candidates", Message::new("candidates_only_for_translations")));
    }
    let staleness = if request.strict { Staleness::Strict } else { Staleness::Usual };
    let selection = ParagraphSelection {
        chapters: listed(&request.chapters, "chapter")?,
        paragraphs: listed(&request.paragraphs, "paragraph")?,
        again: request.again,
        stale: request.stale.then_some(staleness),
    };
    let (scope, which) = selection.resolve(library, book).await?;
    let work = match request.kind {
        Kind::Translation => Work::Translate {
            which,
            reuse: request.reuse.unwrap_or(true),
            candidates: request.candidates.unwrap_or(1),
        },
        Kind::Polish => Work::Polish,
        Kind::Proofreading => Work::Proofread,
    };
    let spec = RunSpec {
        work,
        scope,
        target,
        model,
        fallbacks: request.fallbacks.clone(),
        endpoint: request.base_url.clone().map(|base_url| EndpointSpec {
            base_url,
            dialect: request.dialect.clone(),
            named_by,
        }),
        effort: request.effort.into(),
        reads: request.reads.into(),
        delivery: request.delivery.into(),
        chunk_tokens: request.chunk_tokens,
        concurrency: usize::from(request.concurrency.unwrap_or(USUAL_CONCURRENCY)),
        batch: request.batch,
        limit: SpendingLimit { micros: request.max_cost_micros, tokens: request.max_tokens },
        chapter_limit: SpendingLimit {
            micros: request.chapter_max_cost_micros,
            tokens: request.chapter_max_tokens,
        },
        temperature: request.temperature,
        instructions: request.instructions.clone(),
        digests: PromptDigests::default(),
    };
    Ok(spec.validated()?)
}

/// Who names the address of an endpoint, if a request does.
pub(crate) fn named_by(member: Option<&Member>) -> NamedBy {
    match member {
        None => NamedBy::Operator,
        Some(member) => {
            let limit = member.credential.role.unwrap_or(Role::Owner);
            let is_owner = member.role == Some(Role::Owner) && limit == Role::Owner;
            if is_owner { NamedBy::Owner } else { NamedBy::Member }
        }
    }
}

/// The spec of a run whose endpoint gets no more than if this caller had named it now.
pub(crate) fn named_at_most(mut spec: RunSpec, named_by: NamedBy) -> RunSpec {
    if let Some(endpoint) = &mut spec.endpoint {
        endpoint.named_by = endpoint.named_by.max(named_by);
    }
    spec
}

impl From<SpecError> for Problem {
    fn from(error: SpecError) -> Self {
        match error {
            SpecError::OutOfRange { field, .. } => Self::explained(StatusCode::BAD_REQUEST, field, &error),
            SpecError::RehearsalBesideOthers => Self::explained(StatusCode::BAD_REQUEST, "fallbacks", &error),
            SpecError::Store(error) => error.into(),
        }
    }
}

/// A run with the states of its paragraphs.
pub(crate) fn run_page(
    run: Run,
    record: &RunRecord,
    standing: &RunProgress,
    waiting: Option<WaitingBatches>,
    last_event: u64,
) -> RunPage {
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    RunPage {
        run,
        ledger: Ledger {
            pending: count(standing.n_pending),
            accepted: count(standing.n_accepted),
            kept: count(standing.n_kept),
            failed: count(standing.n_failed),
        },
        unresolved: standing
            .unresolved
            .iter()
            .take(MAX_LISTED)
            .map(|left| Unresolved {
                paragraph_id: left.paragraph.to_string(),
                chapter: left.chapter,
                reason: left.reason.clone(),
            })
            .collect(),
        n_unresolved: count(standing.unresolved.len()),
        last_event,
        batch: waiting.map(|waiting| WaitingBatch {
            n_requests: count(waiting.n_requests),
            since_ms: waiting.since_ms,
            provider: waiting.service().to_owned(),
            model: waiting.model,
        }),
        wish: serde_json::from_str(&record.spec).unwrap_or_default(),
    }
}

impl From<Kind> for TaskKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Translation => Self::Translation,
            Kind::Polish => Self::Polish,
            Kind::Proofreading => Self::Proofreading,
        }
    }
}

impl From<EffortWord> for Effort {
    fn from(word: EffortWord) -> Self {
        match word {
            EffortWord::Quick => Self::Quick,
            EffortWord::Standard => Self::Standard,
            EffortWord::Careful => Self::Careful,
        }
    }
}

impl From<ReadsWord> for Reads {
    fn from(word: ReadsWord) -> Self {
        match word {
            ReadsWord::Book => Self::Book,
            ReadsWord::Chunk => Self::Chunk,
        }
    }
}
