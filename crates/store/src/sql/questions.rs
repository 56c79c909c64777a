//! Questions of models in the file, book by book.

use super::driver::{Connection, Row, query};
use super::people::person_name;
use super::rows::{book_key, count, number_in, run_id, stored, task_id};
use super::scope::Scope;
use super::teamwork::{NewActivity, note_activity};
use super::{DbError, SqlLibrary};
use crate::activity::ActivityKind;
use crate::error::StoreError;
use crate::people::PersonId;
use crate::questions::{BookQuestion, NewAnswer};
use crate::work::TaskNote;
use book::id::{BookId, ChapterId};

impl SqlLibrary {
    pub(crate) async fn book_questions(&self, book: BookId) -> Result<Vec<BookQuestion>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(of_book(&mut reader, book).await)
    }

    pub(crate) async fn note_answer(
        &self,
        answer: &NewAnswer<'_>,
        person: Option<PersonId>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Book(answer.book)).await?;
        let done = note(&mut tx, answer, person, now_ms).await;
        self.end(tx, done).await
    }
}

async fn of_book(connection: &mut Connection, book: BookId) -> Result<Vec<BookQuestion>, DbError> {
    let key = book_key(connection, book).await?;
    let rows = query(
        "SELECT r.id AS run_id, t.id, t.chapter, q.number, q.json, q.created_at, q.updated_at, \
         q.resolved_by AS person, m.name AS person_name FROM tasks t \
         JOIN questions q ON q.task = t.key JOIN runs r ON r.key = t.run LEFT JOIN people m ON m.key = q.resolved_by \
         WHERE t.book = $1 ORDER BY q.task, q.number",
    )
    .bind(key.0)
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<BookQuestion, DbError> {
        Ok(BookQuestion {
            run: run_id(row, "run_id")?,
            task: task_id(row, "id")?,
            chapter: ChapterId::from_number(number_in(row.try_get("chapter")?)),
            note: TaskNote { number: count(row, "number")?, json: row.try_get("json")? },
            asked_at: row.try_get("created_at")?,
            updated_at: row.try_get("updated_at")?,
            resolved_by: person_name(row)?,
        })
    };
    rows.iter().map(read).collect()
}

async fn note(
    connection: &mut Connection,
    answer: &NewAnswer<'_>,
    person: Option<PersonId>,
    now_ms: i64,
) -> Result<(), DbError> {
    let key = book_key(connection, answer.book).await?;
    query(
        "UPDATE questions SET resolved_by = $1 WHERE number = $2 AND task = (SELECT key FROM tasks WHERE id = $3 AND book = $4)",
    )
    .bind(person.map(PersonId::number))
    .bind(i64::from(answer.number))
    .bind(stored(answer.task.number()))
    .bind(key.0)
    .execute(&mut *connection)
    .await?;
    let activity = NewActivity {
        kind: ActivityKind::Answered,
        person,
        about: None,
        chapter: Some(key.chapter(answer.chapter)),
        paragraph: None,
        text: answer.text,
    };
    note_activity(connection, key, &activity, now_ms).await
}
