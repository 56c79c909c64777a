//! From what travels to a wish, and from a run's standing to what travels.

use crate::api::run::{Ledger, Run, RunPage, Unresolved};
use crate::api::run_request::{EffortWord, Kind, ReadsWord, RunRequest};
use crate::extract::{language, listed};
use crate::problem::Problem;
use book::id::{ChapterId, ParagraphId};
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use book::work::status::Effort;
use runner::progress::RunProgress;
use runner::spec::{EndpointSpec, RunSpec};
use std::collections::BTreeMap;
use store::library::Library;
use store::record::BookSummary;
use store::work::RunRecord;

/// So many paragraphs that are not done are listed.
const MAX_LISTED: usize = 1_000;
/// Chapters worked on at once where nothing is said.
const USUAL_CONCURRENCY: u16 = 4;

/// The wish a request means.
pub(crate) async fn from_request(
    library: &Library,
    book: &BookSummary,
    request: &RunRequest,
    model: String,
) -> Result<RunSpec, Problem> {
    let target = match (&request.target_language, &book.target_language) {
        (Some(text), _) => language(text)?,
        (None, Some(tag)) => tag.clone(),
        (None, None) => {
            let hint = "say it with `target_language`";
            return Err(Problem::wrong("target_language", "into which language?", hint));
        }
    };
    let chapters: Vec<ChapterId> = listed(&request.chapters)?;
    for chapter in &chapters {
        library.chapter(book.id, *chapter).await?;
    }
    let mut paragraphs: Vec<ParagraphId> = listed(&request.paragraphs)?;
    for paragraph in &paragraphs {
        library.paragraph(book.id, *paragraph).await?;
    }
    if request.stale && paragraphs.is_empty() {
        let again = runner::stale::to_do_again(library, book, request.strict).await?;
        paragraphs = again.unwrap_or_default();
    }
    let stale = request.stale && paragraphs.is_empty();
    in_range("chunk_tokens", request.chunk_tokens, 64, 100_000)?;
    in_range("candidates", request.candidates.map(u64::from), 1, 8)?;
    if request.candidates.is_some_and(|n| n > 1) && request.kind != Kind::Translation {
        let hint = "leave `candidates` out";
        return Err(Problem::wrong("candidates", "only translations are asked for several times", hint));
    }
    in_range("concurrency", request.concurrency.map(u64::from), 1, 256)?;
    let money = [request.max_cost_micros, request.chapter_max_cost_micros];
    if money.iter().flatten().any(|micros| *micros < 0) {
        return Err(Problem::wrong("max_cost_micros", "a limit is not less than nothing", ""));
    }
    if request.temperature.is_some_and(|temperature| !(0.0..=2.0).contains(&temperature)) {
        return Err(Problem::wrong("temperature", "a temperature is between 0 and 2", ""));
    }
    Ok(RunSpec {
        kind: request.kind.into(),
        target,
        model,
        fallbacks: request.fallbacks.clone(),
        effort: request.effort.into(),
        reads: request.reads.into(),
        chapters,
        // Whoever names a paragraph wants it done, translated or not.
        again: request.again || !paragraphs.is_empty(),
        paragraphs,
        chunk_tokens: request.chunk_tokens,
        concurrency: usize::from(request.concurrency.unwrap_or(USUAL_CONCURRENCY)),
        max_cost_micros: request.max_cost_micros,
        max_tokens: request.max_tokens,
        chapter_max_cost_micros: request.chapter_max_cost_micros,
        chapter_max_tokens: request.chapter_max_tokens,
        temperature: request.temperature,
        instructions: request.instructions.clone().filter(|text| !text.trim().is_empty()),
        endpoint: request
            .base_url
            .clone()
            .map(|base_url| EndpointSpec { base_url, dialect: request.dialect.clone() }),
        stale,
        prompt: None,
        chapter_prompts: BTreeMap::new(),
        reuse: request.reuse.unwrap_or(true),
        repair: None,
        candidates: request.candidates.unwrap_or(1),
        survey: false,
    })
}

/// A run with what became of its paragraphs.
pub(crate) fn run_page(run: Run, record: &RunRecord, standing: &RunProgress) -> RunPage {
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
        wish: serde_json::from_str(&record.spec).unwrap_or_default(),
    }
}

fn in_range(name: &'static str, value: Option<u64>, least: u64, most: u64) -> Result<(), Problem> {
    match value {
        Some(value) if value < least || value > most => {
            Err(Problem::wrong(name, format!("`{name}` is between {least} and {most}"), ""))
        }
        Some(_) | None => Ok(()),
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
