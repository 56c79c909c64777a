//! Reminders of due days: one notice for each assignment and day.

use super::notices::{NewNotice, NotifiedPeople, give_notice};
use crate::error::StoreError;
use crate::notices::NoticeKind;
use crate::people::PersonId;
use crate::sql::driver::{Connection, query};
use crate::sql::rows::BookKey;
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary};

impl SqlLibrary {
    pub(crate) async fn remind_of_due(&self, day: &str, now_ms: i64) -> Result<Vec<PersonId>, StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = remind(&mut tx, day, now_ms).await;
        self.end(tx, done).await
    }
}

/// The first server that finds a due assignment marks it, so that several servers give one notice.
async fn remind(connection: &mut Connection, day: &str, now_ms: i64) -> Result<Vec<PersonId>, DbError> {
    let rows = query(
        "UPDATE assignments SET reminded = due WHERE state <> 'done' AND due <= $1 AND (reminded IS NULL OR reminded <> due) \
         AND EXISTS (SELECT 1 FROM chapters c WHERE c.key = assignments.chapter AND c.number > 0) \
         RETURNING book, chapter, person, due",
    )
    .bind(day)
    .fetch_all(&mut *connection)
    .await?;
    let mut notified = NotifiedPeople::default();
    for row in rows {
        let (person, due): (i64, String) = (row.try_get("person")?, row.try_get("due")?);
        let notice = NewNotice {
            chapter: Some(row.try_get("chapter")?),
            text: &due,
            ..NewNotice::new(NoticeKind::Due, PersonId::from_number(person), None)
        };
        give_notice(connection, BookKey(row.try_get("book")?), &notice, now_ms, &mut notified).await?;
    }
    Ok(notified.people)
}
