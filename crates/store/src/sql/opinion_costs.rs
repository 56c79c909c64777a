//! What asking models for second opinions has cost, added up for each book and model.

use super::driver::{Connection, Row, query};
use super::rows::book_key;
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::record::OpinionCost;
use crate::work::StepUsage;
use book::id::BookId;

impl SqlLibrary {
    pub(crate) async fn opinion_costs(&self, book: BookId) -> Result<Vec<OpinionCost>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(opinion_costs(&mut reader, book).await)
    }

    pub(crate) async fn add_opinion_cost(
        &self,
        book: BookId,
        model: &str,
        usage: StepUsage,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin_as_process(Scope::Book(book)).await?;
        let done = add_opinion_cost(&mut tx, book, model, usage, now_ms).await;
        self.end(tx, done).await
    }
}

async fn opinion_costs(connection: &mut Connection, book: BookId) -> Result<Vec<OpinionCost>, DbError> {
    let key = book_key(connection, book).await?;
    let rows = query(
        "SELECT model, n_requests, input, cached_input, output, reasoning, cost_micros, updated_at \
         FROM opinion_costs WHERE book = $1 ORDER BY model",
    )
    .bind(key.0)
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<OpinionCost, DbError> {
        Ok(OpinionCost {
            model: row.try_get("model")?,
            n_requests: row.try_get("n_requests")?,
            usage: StepUsage {
                input: row.try_get("input")?,
                cached_input: row.try_get("cached_input")?,
                output: row.try_get("output")?,
                reasoning: row.try_get("reasoning")?,
                cost_micros: row.try_get("cost_micros")?,
            },
            updated_at: row.try_get("updated_at")?,
        })
    };
    rows.iter().map(read).collect()
}

async fn add_opinion_cost(
    connection: &mut Connection,
    book: BookId,
    model: &str,
    usage: StepUsage,
    now_ms: i64,
) -> Result<(), DbError> {
    let key = book_key(connection, book).await?;
    query(
        "INSERT INTO opinion_costs (book, model, n_requests, input, cached_input, output, reasoning, cost_micros, \
         updated_at) VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8) ON CONFLICT (book, model) DO UPDATE SET \
         n_requests = opinion_costs.n_requests + 1, input = opinion_costs.input + excluded.input, \
         cached_input = opinion_costs.cached_input + excluded.cached_input, output = opinion_costs.output + excluded.output, \
         reasoning = opinion_costs.reasoning + excluded.reasoning, cost_micros = opinion_costs.cost_micros + excluded.cost_micros, \
         updated_at = excluded.updated_at",
    )
    .bind(key.0)
    .bind(model)
    .bind(usage.input)
    .bind(usage.cached_input)
    .bind(usage.output)
    .bind(usage.reasoning)
    .bind(usage.cost_micros)
    .bind(now_ms)
    .execute(connection)
    .await?;
    Ok(())
}
