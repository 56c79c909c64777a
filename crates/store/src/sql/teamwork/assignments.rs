//! Chapters given to members.

use super::notices::{NewNotice, NotifiedPeople, give_notice};
use super::{NewActivity, named, note_activity};
use crate::activity::ActivityKind;
use crate::assignments::{AssignedWork, AssignmentChange, AssignmentRecord, AssignmentState, NewAssignments};
use crate::error::StoreError;
use crate::notices::NoticeKind;
use crate::people::PersonId;
use crate::sql::driver::{Connection, Row, query, query_scalar};
use crate::sql::rows::{BookKey, book_id, book_key, number_in, word};
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary};
use book::id::{BookId, ChapterId};

macro_rules! select_assignments {
    ($rest:literal) => {
        concat!(
            "SELECT a.key, b.id AS book, a.chapter, a.person, m.name AS person_name, a.work, a.state, a.due, a.note, a.made_by, ",
            "o.name AS maker_name, a.created_at, a.updated_at FROM assignments a JOIN books b ON b.key = a.book AND b.removed_at IS NULL ",
            "JOIN chapters c ON c.key = a.chapter LEFT JOIN people m ON m.key = a.person LEFT JOIN people o ON o.key = a.made_by ",
            // A chapter that a newer edition has dropped has no place.
            "WHERE c.number > 0 AND ",
            $rest
        )
    };
}

impl SqlLibrary {
    pub(crate) async fn assign(
        &self,
        new: &NewAssignments<'_>,
        by: Option<PersonId>,
    ) -> Result<Vec<PersonId>, StoreError> {
        let mut tx = self.begin(Scope::Book(new.book)).await?;
        let done = assign(&mut tx, new, by).await;
        self.end(tx, done).await
    }

    pub(crate) async fn change_assignment(
        &self,
        book: BookId,
        id: i64,
        change: &AssignmentChange<'_>,
        by: Option<PersonId>,
        now_ms: i64,
    ) -> Result<Vec<PersonId>, StoreError> {
        let mut tx = self.begin(Scope::Book(book)).await?;
        let done = change_one(&mut tx, book, id, change, by, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn remove_assignment(
        &self,
        book: BookId,
        id: i64,
        by: Option<PersonId>,
        now_ms: i64,
    ) -> Result<Vec<PersonId>, StoreError> {
        let mut tx = self.begin(Scope::Book(book)).await?;
        let done = remove(&mut tx, book, id, by, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn assignments(&self, book: BookId) -> Result<Vec<AssignmentRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(of_book(&mut reader, book).await)
    }

    pub(crate) async fn assignments_of(&self, person: PersonId) -> Result<Vec<AssignmentRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(of_person(&mut reader, person).await)
    }

    pub(crate) async fn assignment(&self, book: BookId, id: i64) -> Result<AssignmentRecord, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(read_assignment(&mut reader, book, id).await)
    }
}

async fn assign(
    connection: &mut Connection,
    new: &NewAssignments<'_>,
    by: Option<PersonId>,
) -> Result<Vec<PersonId>, DbError> {
    let book = book_key(connection, new.book).await?;
    let mut notified = NotifiedPeople::default();
    for chapter in new.chapters {
        let key = book.chapter(*chapter);
        refuse_unknown(connection, new.book, book, *chapter).await?;
        query(
            "INSERT INTO assignments (book, chapter, person, work, state, due, note, made_by, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, 'open', $5, $6, $7, $8, $8) ON CONFLICT (person, chapter, work) DO UPDATE SET \
             state = 'open', due = excluded.due, note = excluded.note, made_by = excluded.made_by, updated_at = excluded.updated_at",
        )
        .bind(book.0)
        .bind(key)
        .bind(new.person.number())
        .bind(new.work.as_str())
        .bind(new.due)
        .bind(new.note)
        .bind(by.map(PersonId::number))
        .bind(new.now_ms)
        .execute(&mut *connection)
        .await?;
        let activity = NewActivity {
            kind: ActivityKind::Assigned,
            person: by,
            about: Some(new.person),
            chapter: Some(key),
            paragraph: None,
            text: new.note,
        };
        note_activity(connection, book, &activity, new.now_ms).await?;
        let notice = NewNotice {
            text: new.note,
            chapter: Some(key),
            ..NewNotice::new(NoticeKind::Assigned, new.person, by)
        };
        give_notice(connection, book, &notice, new.now_ms, &mut notified).await?;
    }
    Ok(notified.people)
}

async fn change_one(
    connection: &mut Connection,
    book: BookId,
    id: i64,
    change: &AssignmentChange<'_>,
    by: Option<PersonId>,
    now_ms: i64,
) -> Result<Vec<PersonId>, DbError> {
    let found = read_assignment(connection, book, id).await?;
    let key = book_key(connection, book).await?;
    let state = change.state.unwrap_or(found.state);
    let due = change.due.unwrap_or(found.due.as_deref());
    let note = change.note.unwrap_or(&found.note);
    query("UPDATE assignments SET state = $1, due = $2, note = $3, updated_at = $4 WHERE key = $5")
        .bind(state.as_str())
        .bind(due)
        .bind(note)
        .bind(now_ms)
        .bind(id)
        .execute(&mut *connection)
        .await?;
    let mut notified = NotifiedPeople::default();
    if state == found.state {
        return Ok(notified.people);
    }
    let chapter = Some(key.chapter(found.chapter));
    let (kind, told) = match state {
        AssignmentState::Open => (ActivityKind::Reopened, Some((NoticeKind::Assigned, found.person.id))),
        AssignmentState::Returned => (ActivityKind::Returned, Some((NoticeKind::Returned, found.person.id))),
        AssignmentState::Done => {
            (ActivityKind::Done, found.made_by.as_ref().map(|by| (NoticeKind::Done, by.id)))
        }
    };
    let text = change.note.unwrap_or_default();
    let about = Some(found.person.id);
    let activity = NewActivity { kind, person: by, about, chapter, paragraph: None, text };
    note_activity(connection, key, &activity, now_ms).await?;
    if let Some((kind, person)) = told {
        let notice = NewNotice { chapter, text, ..NewNotice::new(kind, person, by) };
        give_notice(connection, key, &notice, now_ms, &mut notified).await?;
    }
    Ok(notified.people)
}

async fn remove(
    connection: &mut Connection,
    book: BookId,
    id: i64,
    by: Option<PersonId>,
    now_ms: i64,
) -> Result<Vec<PersonId>, DbError> {
    let found = read_assignment(connection, book, id).await?;
    let key = book_key(connection, book).await?;
    query("DELETE FROM assignments WHERE key = $1").bind(id).execute(&mut *connection).await?;
    let chapter = Some(key.chapter(found.chapter));
    let activity = NewActivity {
        kind: ActivityKind::Unassigned,
        person: by,
        about: Some(found.person.id),
        chapter,
        paragraph: None,
        text: "",
    };
    note_activity(connection, key, &activity, now_ms).await?;
    let mut notified = NotifiedPeople::default();
    let notice = NewNotice { chapter, ..NewNotice::new(NoticeKind::Unassigned, found.person.id, by) };
    give_notice(connection, key, &notice, now_ms, &mut notified).await?;
    Ok(notified.people)
}

async fn refuse_unknown(
    connection: &mut Connection,
    book: BookId,
    key: BookKey,
    chapter: ChapterId,
) -> Result<(), DbError> {
    let found: Option<i64> = query_scalar("SELECT key FROM chapters WHERE key = $1 AND number > 0")
        .bind(key.chapter(chapter))
        .fetch_optional(connection)
        .await?;
    if found.is_some() { Ok(()) } else { Err(StoreError::NoSuchChapter { book, chapter }.into()) }
}

async fn of_book(connection: &mut Connection, book: BookId) -> Result<Vec<AssignmentRecord>, DbError> {
    let key = book_key(connection, book).await?;
    let rows = query(select_assignments!("a.book = $1 ORDER BY c.number, a.key"))
        .bind(key.0)
        .fetch_all(connection)
        .await?;
    rows.iter().map(read).collect()
}

async fn of_person(connection: &mut Connection, person: PersonId) -> Result<Vec<AssignmentRecord>, DbError> {
    let rows = query(select_assignments!("a.person = $1 ORDER BY a.book, c.number, a.key"))
        .bind(person.number())
        .fetch_all(connection)
        .await?;
    rows.iter().map(read).collect()
}

async fn read_assignment(
    connection: &mut Connection,
    book: BookId,
    id: i64,
) -> Result<AssignmentRecord, DbError> {
    let key = book_key(connection, book).await?;
    let row = query(select_assignments!("a.key = $1 AND a.book = $2"))
        .bind(id)
        .bind(key.0)
        .fetch_optional(connection)
        .await?;
    read(&row.ok_or(StoreError::NoSuchAssignment { id })?)
}

fn read(row: &Row) -> Result<AssignmentRecord, DbError> {
    let person = named(row, "person", "person_name")?;
    Ok(AssignmentRecord {
        id: row.try_get("key")?,
        book: book_id(row, "book")?,
        chapter: ChapterId::from_number(number_in(row.try_get("chapter")?)),
        person: person.ok_or_else(|| DbError::unreadable("person", String::new()))?,
        work: word(row, "work", AssignedWork::from_word)?,
        state: word(row, "state", AssignmentState::from_word)?,
        due: row.try_get("due")?,
        note: row.try_get("note")?,
        made_by: named(row, "made_by", "maker_name")?,
        created_at: row.try_get("created_at")?,
        updated_at: row.try_get("updated_at")?,
    })
}
