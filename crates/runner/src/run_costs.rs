//! What the runs of a book cost, for its quality report.

use crate::run::wish_of;
use crate::spec::RunSpec;
use async_recursion::async_recursion as boxed;
use book::id::BookId;
use operations::quality::RunCost;
use store::error::StoreError;
use store::library::Library;

/// Every run of the book, the newest first.
#[boxed]
pub async fn of_book(library: &Library, book: BookId) -> Result<Vec<RunCost>, StoreError> {
    let runs = library.runs(Some(book)).await?;
    Ok(runs
        .into_iter()
        .map(|run| {
            let spec = wish_of(&run).ok();
            RunCost {
                id: run.id,
                kind: spec.as_ref().map_or(run.kind.as_str(), RunSpec::kind_word),
                started_at: run.created_at,
                model: spec.map(|spec| spec.model).unwrap_or_default(),
                input: run.usage.input,
                cached_input: run.usage.cached_input,
                output: run.usage.output,
                cost_micros: run.usage.cost_micros,
            }
        })
        .collect())
}
