//! What the sessions of a run amount to so far, by the library: where a reader begins that has not seen their events.

use crate::run::wish_of;
use crate::spec::Work;
use crate::survey::piece_result;
use async_recursion::async_recursion as boxed;
use book::id::ParagraphId;
use book::work::outcome::{LedgerState, TaskEnd};
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
use store::error::StoreError;
use store::library::Library;
use store::work::RunRecord;

/// The sessions of a run so far.
#[derive(Debug, Clone, Default)]
pub struct EarlierSessions {
    /// What a snapshot says of them.
    pub sum: Map<String, Value>,
    /// Paragraphs that are in its counts.
    pub settled: HashSet<ParagraphId>,
}

/// What the sessions of a run amount to.
#[boxed]
pub async fn of_run(library: &Library, run: &RunRecord) -> Result<EarlierSessions, StoreError> {
    let mut sum = json!({
        "run": run.id,
        "chunks": run.n_chunks,
        "input_tokens": run.usage.input,
        "cached_input_tokens": run.usage.cached_input,
        "output_tokens": run.usage.output,
        "usd_micros": run.usage.cost_micros,
    });
    let is_survey = wish_of(run).is_ok_and(|spec| matches!(spec.work, Work::Survey));
    let (counts, settled) = if is_survey {
        (pieces(library, run).await?, HashSet::new())
    } else {
        paragraphs(library, run).await?
    };
    if let (Some(sum), Value::Object(counts)) = (sum.as_object_mut(), counts) {
        sum.extend(counts);
    }
    let sum = if let Value::Object(sum) = sum { sum } else { Map::new() };
    Ok(EarlierSessions { sum, settled })
}

/// A paragraph counts once, as the last task that dealt with it left it.
async fn paragraphs(library: &Library, run: &RunRecord) -> Result<(Value, HashSet<ParagraphId>), StoreError> {
    let mut latest: HashMap<ParagraphId, LedgerState> = HashMap::new();
    for task in library.tasks(run.id).await? {
        for entry in library.ledger(task.id).await? {
            let state = latest.entry(entry.paragraph).or_insert(entry.state);
            if *state != LedgerState::Accepted {
                *state = entry.state;
            }
        }
    }
    let settled: HashSet<ParagraphId> = latest
        .into_iter()
        .filter_map(|(paragraph, state)| (state == LedgerState::Accepted).then_some(paragraph))
        .collect();
    Ok((json!({"accepted": settled.len()}), settled))
}

async fn pieces(library: &Library, run: &RunRecord) -> Result<Value, StoreError> {
    let pieces = piece_result::of_run(library, run.id).await?;
    let found: Vec<_> = pieces.iter().filter_map(|piece| piece.found.as_ref()).collect();
    let n_failed =
        pieces.iter().filter(|piece| matches!(piece.outcome, Some(TaskEnd::Failed { .. }))).count();
    Ok(json!({
        "kind": "survey",
        "survey": true,
        "pieces": run.n_chunks,
        "read": found.len(),
        "failed": n_failed,
        "terms": found.iter().map(|found| found.terms.len()).sum::<usize>(),
        "characters": found.iter().map(|found| found.characters.len()).sum::<usize>(),
        "dropped": found.iter().map(|found| found.n_dropped).sum::<usize>(),
    }))
}
