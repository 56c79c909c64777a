//! `/books/{book}/cost`: what the work on a book has cost, by run, chapter and model.

use crate::allowed::Allowed;
use crate::api::cost::{Cost, CostRow, OpinionCostRow, Usage};
use crate::extract::{Path, book_id};
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use book::id::BookId;
use std::collections::HashMap;
use std::sync::Arc;
use store::work::StepUsage;

/// What a book has cost.
#[utoipa::path(get, path = "/api/v1/books/{book}/cost", tag = "cost", operation_id = "cost",
    params(("book" = String, Path)), responses((status = 200, body = Cost), Problem))]
pub(super) async fn of_book(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
) -> Result<Json<Cost>, Problem> {
    let book = book_id(&book)?;
    let library = app.library();
    let version = async { Ok(library.data_version().await?) };
    let cost = app.reports.costs.get(library, book, version, Box::pin(add_up(&app, book))).await?;
    Ok(Json(cost.as_ref().clone()))
}

async fn add_up(app: &AppState, book: BookId) -> Result<Arc<Cost>, Problem> {
    let library = app.library();
    let numbers: HashMap<_, _> =
        library.chapters(book).await?.into_iter().map(|chapter| (chapter.id, chapter.number)).collect();
    let runs = library.runs(Some(book)).await?;
    let usage = app.reports.usage(library, book).await?;
    let mut total = StepUsage::default();
    let mut rows = Vec::with_capacity(usage.len());
    for run in &runs {
        let spec = runner::run::wish_of(run).ok();
        let kind = spec.as_ref().map_or(run.kind.as_str(), runner::spec::RunSpec::kind_word).to_owned();
        let model = spec.map_or_else(|| "?".to_owned(), |spec| spec.model);
        for row in usage.iter().filter(|row| row.run == run.id) {
            total += row.usage;
            rows.push(CostRow {
                run: run.id.to_string(),
                kind: kind.clone(),
                model: row.model.clone().unwrap_or_else(|| model.clone()),
                chapter_id: row.chapter.to_string(),
                chapter: numbers.get(&row.chapter).copied().unwrap_or_default(),
                n_tasks: u64::from(row.n_tasks),
                created_at_ms: run.created_at,
                usage: row.usage.into(),
            });
        }
    }
    let mut opinions = Vec::new();
    for cost in library.opinion_costs(book).await? {
        total += cost.usage;
        opinions.push(OpinionCostRow {
            model: cost.model,
            n_requests: cost.n_requests,
            updated_at_ms: cost.updated_at,
            usage: cost.usage.into(),
        });
    }
    Ok(Arc::new(Cost { rows, opinions, total: Usage::from(total) }))
}
