//! Monthly budgets, what was spent, and what sessions have set aside. Whatever writes here holds the lock of the budgets, so
//! that what is read about them is still true when it writes.

mod allowances;
mod spending;

use super::driver::{Connection, Row, query, query_scalar};
use super::people::audit;
use super::rows::{book_id, book_key, stored};
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::budget::{BudgetOf, BudgetState, SpendingRecord, month_of};
use crate::error::StoreError;
use crate::people::PersonId;
use book::id::BookId;

const BUDGETS: &str = "SELECT g.person, g.limit_micros, b.id AS book_id, g.book FROM budgets g \
    LEFT JOIN books b ON b.key = g.book";

impl SqlLibrary {
    pub(crate) async fn budgets(&self, now_ms: i64) -> Result<Vec<BudgetState>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(all(&mut reader, month_of(now_ms)).await)
    }

    pub(crate) async fn budgets_for(
        &self,
        book: BookId,
        person: Option<PersonId>,
        now_ms: i64,
    ) -> Result<Vec<BudgetState>, StoreError> {
        let mut reader = self.reader().await?;
        let read = async {
            let book = book_key(&mut reader, book).await?.0;
            let payer = Payer { book, person: person.map(PersonId::number) };
            limiting(&mut reader, payer, month_of(now_ms)).await
        };
        self.map_db_error(read.await)
    }

    pub(crate) async fn spending(&self, from_month: u32) -> Result<Vec<SpendingRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(spending::since(&mut reader, from_month).await)
    }

    pub(crate) async fn set_budget(
        &self,
        of: BudgetOf,
        limit_micros: Option<i64>,
        person: Option<PersonId>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Budgets).await?;
        let done = set(&mut tx, of, limit_micros, person, now_ms).await;
        self.end(tx, done).await
    }
}

/// Whom something is booked to: the keys of a book and of a person.
#[derive(Debug, Clone, Copy)]
struct Payer {
    book: i64,
    person: Option<i64>,
}

async fn set(
    connection: &mut Connection,
    of: BudgetOf,
    limit_micros: Option<i64>,
    by: Option<PersonId>,
    now_ms: i64,
) -> Result<(), DbError> {
    let (person, book) = match of {
        BudgetOf::Library => (None, None),
        BudgetOf::Person(person) => (Some(person_key(connection, person).await?), None),
        BudgetOf::Book(book) => (None, Some(book_key(connection, book).await?.0)),
    };
    let scope = match (person, book) {
        (Some(person), _) => format!("person:{person}"),
        (None, Some(book)) => format!("book:{book}"),
        (None, None) => "library".to_owned(),
    };
    let action = if let Some(limit_micros) = limit_micros {
        query(
                "INSERT INTO budgets (scope, person, book, limit_micros, updated_at) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (scope) DO UPDATE SET limit_micros = excluded.limit_micros, updated_at = excluded.updated_at",
            )
            .bind(scope)
            .bind(person)
            .bind(book)
            .bind(limit_micros)
            .bind(now_ms)
            .execute(&mut *connection)
            .await?;
        "budget_set"
    } else {
        query("DELETE FROM budgets WHERE scope = $1").bind(scope).execute(&mut *connection).await?;
        "budget_removed"
    };
    let about = serde_json::json!({"budget": of.to_string(), "limit_micros": limit_micros}).to_string();
    audit::note(connection, by, action, &about, now_ms).await
}

async fn person_key(connection: &mut Connection, person: PersonId) -> Result<i64, DbError> {
    let key: Option<i64> = query_scalar("SELECT key FROM people WHERE key = $1 AND removed_at IS NULL")
        .bind(person.number())
        .fetch_optional(connection)
        .await?;
    key.ok_or_else(|| StoreError::NoSuchPerson { text: person.to_string() }.into())
}

async fn all(connection: &mut Connection, month: u32) -> Result<Vec<BudgetState>, DbError> {
    let rows = query_of_budgets(" ORDER BY g.scope <> 'library', g.key").fetch_all(&mut *connection).await?;
    states(connection, &rows, month).await
}

/// The budgets that limit what is spent on this book for this person.
async fn limiting(
    connection: &mut Connection,
    payer: Payer,
    month: u32,
) -> Result<Vec<BudgetState>, DbError> {
    let which = " WHERE g.scope = 'library' OR g.book = $1 OR g.person = $2 ORDER BY g.key";
    let rows =
        query_of_budgets(which).bind(payer.book).bind(payer.person).fetch_all(&mut *connection).await?;
    states(connection, &rows, month).await
}

fn query_of_budgets<'q>(rest: &'static str) -> super::driver::Query<'q> {
    super::driver::query_built(format!("{BUDGETS}{rest}"))
}

async fn states(connection: &mut Connection, rows: &[Row], month: u32) -> Result<Vec<BudgetState>, DbError> {
    let mut states = Vec::with_capacity(rows.len());
    for row in rows {
        let (person, book): (Option<i64>, Option<i64>) = (row.try_get("person")?, row.try_get("book")?);
        let of = match (person, book) {
            (Some(person), _) => BudgetOf::Person(PersonId::from_number(person)),
            (None, Some(_)) => BudgetOf::Book(book_id(row, "book_id")?),
            (None, None) => BudgetOf::Library,
        };
        states.push(BudgetState {
            of,
            limit_micros: row.try_get("limit_micros")?,
            spent_micros: spending::spent(connection, month, person, book).await?,
            held_micros: allowances::held(connection, person, book).await?,
        });
    }
    Ok(states)
}

/// What the steps of a run have cost.
async fn stepped(connection: &mut Connection, run: i64) -> Result<i64, DbError> {
    let cost =
        query_scalar("SELECT CAST(coalesce(sum(t.cost_micros), 0) AS BIGINT) FROM tasks t WHERE t.run = $1");
    Ok(cost.bind(run).fetch_one(connection).await?)
}

/// The key of a run, and whom it is booked to.
async fn payer_of_run(
    connection: &mut Connection,
    run: book::id::RunId,
) -> Result<(i64, Payer, BookId), DbError> {
    let row = query(
        "SELECT r.key, r.book, r.person, b.id AS book_id FROM runs r JOIN books b ON b.key = r.book WHERE r.id = $1",
    )
    .bind(stored(run.number()))
    .fetch_optional(connection)
    .await?
    .ok_or(StoreError::NoSuchRun { run })?;
    let payer = Payer { book: row.try_get("book")?, person: row.try_get("person")? };
    Ok((row.try_get("key")?, payer, book_id(&row, "book_id")?))
}
