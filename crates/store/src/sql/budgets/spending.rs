//! What was spent, by month, book and person.

use super::Payer;
use crate::budget::SpendingRecord;
use crate::sql::DbError;
use crate::sql::driver::{Connection, Row, query, query_scalar};
use crate::sql::people::person_name;
use crate::sql::rows::book_id;

/// Adds to what was spent in a month.
pub(super) async fn book(
    connection: &mut Connection,
    month: u32,
    payer: Payer,
    micros: i64,
) -> Result<(), DbError> {
    if micros <= 0 {
        return Ok(());
    }
    let added = query(
        "UPDATE spending SET micros = micros + $1 WHERE key = (SELECT min(key) FROM spending \
         WHERE month = $2 AND book = $3 AND coalesce(person, 0) = coalesce($4, 0))",
    )
    .bind(micros)
    .bind(i64::from(month))
    .bind(payer.book)
    .bind(payer.person)
    .execute(&mut *connection)
    .await?;
    if added.rows_affected() == 0 {
        query("INSERT INTO spending (month, book, person, micros) VALUES ($1, $2, $3, $4)")
            .bind(i64::from(month))
            .bind(payer.book)
            .bind(payer.person)
            .bind(micros)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// What was spent in a month: in all, for a person or on a book.
pub(super) async fn spent(
    connection: &mut Connection,
    month: u32,
    person: Option<i64>,
    book: Option<i64>,
) -> Result<i64, DbError> {
    let sum = match (person, book) {
        (None, None) => {
            query_scalar("SELECT CAST(coalesce(sum(micros), 0) AS BIGINT) FROM spending WHERE month = $1")
                .bind(i64::from(month))
        }
        (Some(person), _) => query_scalar(
            "SELECT CAST(coalesce(sum(micros), 0) AS BIGINT) FROM spending WHERE month = $1 AND person = $2",
        )
        .bind(i64::from(month))
        .bind(person),
        (None, Some(book)) => query_scalar(
            "SELECT CAST(coalesce(sum(micros), 0) AS BIGINT) FROM spending WHERE month = $1 AND book = $2",
        )
        .bind(i64::from(month))
        .bind(book),
    };
    Ok(sum.fetch_one(connection).await?)
}

pub(super) async fn since(connection: &mut Connection, month: u32) -> Result<Vec<SpendingRecord>, DbError> {
    let rows = query(
        "SELECT s.month, b.id AS book_id, b.title, s.person, m.name AS person_name, \
         CAST(sum(s.micros) AS BIGINT) AS micros FROM spending s \
         LEFT JOIN books b ON b.key = s.book LEFT JOIN people m ON m.key = s.person WHERE s.month >= $1 \
         GROUP BY s.month, b.id, b.title, s.person, m.name ORDER BY s.month DESC, 6 DESC, b.id, s.person",
    )
    .bind(i64::from(month))
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<SpendingRecord, DbError> {
        let month: i64 = row.try_get("month")?;
        let title: Option<String> = row.try_get("title")?;
        Ok(SpendingRecord {
            month: u32::try_from(month).unwrap_or_default(),
            book: title.map(|title| Ok::<_, DbError>((book_id(row, "book_id")?, title))).transpose()?,
            person: person_name(row)?,
            micros: row.try_get("micros")?,
        })
    };
    rows.iter().map(read).collect()
}
