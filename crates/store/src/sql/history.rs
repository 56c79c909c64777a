//! The history of a book: every change with what it did, written with the change itself and never rewritten.

use super::driver::{Connection, query, query_scalar};
use super::edits::Editor;
use super::people::person_name;
use super::rows::{BookKey, book_key, run_id, stored, task_id};
use super::{DbError, SqlLibrary};
use crate::change::{AttributedCause, ChangeId, ChangeRecord, Effect};
use crate::error::StoreError;
use crate::record::BookState;
use book::id::BookId;

/// What a recorded change is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Edits,
    Undo,
}

impl Editor<'_> {
    /// Writes what was done into the history.
    pub(super) async fn record(
        &mut self,
        cause: AttributedCause<'_>,
        origin: Origin,
    ) -> Result<ChangeId, DbError> {
        let key = query_scalar(
            "INSERT INTO changes (book, who, run, task, note, is_undo, created_at, effects, person) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING key",
        )
        .bind(self.key.0)
        .bind(serde_json::to_string(&cause.who)?)
        .bind(cause.run.map(|run| stored(run.number())))
        .bind(cause.task.map(|task| stored(task.number())))
        .bind(&cause.note)
        .bind(origin == Origin::Undo)
        .bind(self.now_ms)
        .bind(serde_json::to_string(&self.effects)?)
        .bind(cause.key())
        .fetch_one(&mut *self.connection)
        .await?;
        Ok(ChangeId::from_number(key))
    }
}

/// Notes that these changes of several books were made together, so that one undo takes all of them back.
pub(super) async fn mark_together(connection: &mut Connection, changes: &[ChangeId]) -> Result<(), DbError> {
    let Some(first) = changes.first() else { return Ok(()) };
    for change in changes {
        query("UPDATE changes SET made_with = $1 WHERE key = $2")
            .bind(first.number())
            .bind(change.number())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

pub(super) async fn effects_of(
    connection: &mut Connection,
    change: ChangeId,
) -> Result<Vec<Effect>, DbError> {
    let effects: String = query_scalar("SELECT effects FROM changes WHERE key = $1")
        .bind(change.number())
        .fetch_one(connection)
        .await?;
    Ok(serde_json::from_str(&effects)?)
}

pub(super) async fn changes(
    connection: &mut Connection,
    book: BookId,
    limit: u32,
) -> Result<Vec<ChangeRecord>, DbError> {
    changes_before(connection, book, None, limit).await
}

/// The changes of a book that came before this one, newest first.
pub(super) async fn changes_before(
    connection: &mut Connection,
    book: BookId,
    before: Option<ChangeId>,
    limit: u32,
) -> Result<Vec<ChangeRecord>, DbError> {
    let key = book_key(connection, book).await?;
    let rows = query(
        "SELECT c.key, c.who, c.person, m.name AS person_name, c.run, c.task, c.note, c.is_undo, c.undone_by, c.created_at, \
         c.effects FROM changes c LEFT JOIN people m ON m.key = c.person \
         WHERE c.book = $1 AND c.key < $3 ORDER BY c.key DESC LIMIT $2",
    )
    .bind(key.0)
    .bind(i64::from(limit))
    .bind(before.map_or(i64::MAX, ChangeId::number))
    .fetch_all(&mut *connection)
    .await?;
    let mut records = Vec::with_capacity(rows.len());
    for row in rows {
        let id = ChangeId::from_number(row.try_get("key")?);
        let run: Option<i64> = row.try_get("run")?;
        let task: Option<i64> = row.try_get("task")?;
        records.push(ChangeRecord {
            id,
            who: serde_json::from_str(row.try_get("who")?)?,
            person: person_name(&row)?,
            run: run.map(|_| run_id(&row, "run")).transpose()?,
            task: task.map(|_| task_id(&row, "task")).transpose()?,
            note: row.try_get("note")?,
            is_undo: row.try_get("is_undo")?,
            undone_by: row.try_get::<Option<i64>, _>("undone_by")?.map(ChangeId::from_number),
            created_at: row.try_get("created_at")?,
            effects: serde_json::from_str(row.try_get("effects")?)?,
        });
    }
    Ok(records)
}

/// The effects on a book after this change, oldest first; `None` if there are more changes than the limit.
pub(super) async fn effects_since(
    connection: &mut Connection,
    book: BookId,
    since: Option<ChangeId>,
    most: u32,
) -> Result<Option<Vec<Effect>>, DbError> {
    let key = book_key(connection, book).await?;
    effects_after(connection, key, since, most).await
}

/// The same, where the book's key is known.
pub(super) async fn effects_after(
    connection: &mut Connection,
    key: BookKey,
    since: Option<ChangeId>,
    most: u32,
) -> Result<Option<Vec<Effect>>, DbError> {
    let changes: Vec<String> =
        query_scalar("SELECT effects FROM changes WHERE book = $1 AND key > $2 ORDER BY key LIMIT $3")
            .bind(key.0)
            .bind(since.map_or(-1, ChangeId::number))
            .bind(i64::from(most) + 1)
            .fetch_all(connection)
            .await?;
    if changes.len() > usize::try_from(most).unwrap_or(usize::MAX) {
        return Ok(None);
    }
    let mut effects = Vec::new();
    for change in &changes {
        effects.append(&mut serde_json::from_str::<Vec<Effect>>(change)?);
    }
    Ok(Some(effects))
}

/// The last change of a book: whatever alters a text is one.
pub(super) async fn last_change(connection: &mut Connection, key: BookKey) -> Result<Option<i64>, DbError> {
    let last = query_scalar("SELECT max(key) FROM changes WHERE book = $1").bind(key.0);
    Ok(last.fetch_one(connection).await?)
}

impl SqlLibrary {
    pub(crate) async fn state(&self, book: BookId) -> Result<BookState, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(state(&mut reader, book).await)
    }
}

async fn state(connection: &mut Connection, book: BookId) -> Result<BookState, DbError> {
    let key = book_key(connection, book).await?;
    let last_change = last_change(connection, key).await?;
    let row = query("SELECT revision, target_language FROM books WHERE key = $1");
    let row = row.bind(key.0).fetch_one(connection).await?;
    Ok(BookState {
        revision: row.try_get("revision")?,
        last_change,
        target_language: row.try_get("target_language")?,
    })
}
