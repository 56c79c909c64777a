//! What people say about paragraphs.

use super::driver::{Connection, Row, query, query_scalar};
use super::people::person_name;
use super::rows::{BookKey, book_key, number_in};
use super::scope::Scope;
use super::teamwork::{NewActivity, NewNotice, NotifiedPeople, give_notice, mentioned, note_activity};
use super::{DbError, SqlLibrary};
use crate::activity::ActivityKind;
use crate::error::StoreError;
use crate::notices::NoticeKind;
use crate::people::{PersonId, PersonName};
use crate::record::{CommentRecord, NewComment};
use book::id::{BookId, ChapterId, ParagraphId};

macro_rules! select_comments {
    ($rest:literal) => {
        concat!(
            "SELECT o.paragraph, p.chapter, o.number, o.author, o.text, o.created_at, o.resolved_at, o.person, m.name AS person_name, ",
            "o.resolved_by, r.name AS resolver_name FROM comments o JOIN paragraphs p ON p.key = o.paragraph ",
            "LEFT JOIN people m ON m.key = o.person LEFT JOIN people r ON r.key = o.resolved_by ",
            "WHERE o.paragraph BETWEEN $1 AND $2 AND p.position >= 0 ",
            $rest
        )
    };
}

impl SqlLibrary {
    pub(crate) async fn comments(&self, book: BookId) -> Result<Vec<CommentRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(comments(&mut reader, book).await)
    }

    pub(crate) async fn paragraph_comments(
        &self,
        book: BookId,
        paragraph: ParagraphId,
    ) -> Result<Vec<CommentRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(of_paragraph(&mut reader, book, paragraph).await)
    }

    pub(crate) async fn add_comments(
        &self,
        book: BookId,
        new: &[NewComment],
        person: Option<PersonId>,
        now_ms: i64,
    ) -> Result<Vec<PersonId>, StoreError> {
        let mut tx = self.begin(Scope::Book(book)).await?;
        let done = add_comments(&mut tx, book, new, person, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn resolve_comment(
        &self,
        book: BookId,
        (paragraph, number): (ParagraphId, u32),
        resolved: bool,
        person: Option<PersonId>,
        now_ms: i64,
    ) -> Result<Vec<PersonId>, StoreError> {
        let mut tx = self.begin(Scope::Book(book)).await?;
        let done = resolve(&mut tx, book, (paragraph, number), resolved, person, now_ms).await;
        self.end(tx, done).await
    }
}

async fn comments(connection: &mut Connection, book: BookId) -> Result<Vec<CommentRecord>, DbError> {
    let (first, last) = book_key(connection, book).await?.range();
    let rows = query(select_comments!("ORDER BY p.position, o.number"))
        .bind(first)
        .bind(last)
        .fetch_all(connection)
        .await?;
    rows.iter().map(read).collect()
}

async fn of_paragraph(
    connection: &mut Connection,
    book: BookId,
    paragraph: ParagraphId,
) -> Result<Vec<CommentRecord>, DbError> {
    let key = book_key(connection, book).await?.paragraph(paragraph);
    let rows = query(select_comments!("ORDER BY o.number")).bind(key).bind(key).fetch_all(connection).await?;
    rows.iter().map(read).collect()
}

fn read(row: &Row) -> Result<CommentRecord, DbError> {
    let resolver: Option<i64> = row.try_get("resolved_by")?;
    let name: Option<String> = row.try_get("resolver_name")?;
    Ok(CommentRecord {
        paragraph: ParagraphId::from_number(number_in(row.try_get("paragraph")?)),
        chapter: ChapterId::from_number(number_in(row.try_get("chapter")?)),
        number: row.try_get("number")?,
        author: row.try_get("author")?,
        person: person_name(row)?,
        text: row.try_get("text")?,
        created_at: row.try_get("created_at")?,
        resolved_at: row.try_get("resolved_at")?,
        resolved_by: resolver.map(|id| PersonName { id: PersonId::from_number(id), name }),
    })
}

async fn add_comments(
    connection: &mut Connection,
    book: BookId,
    new: &[NewComment],
    person: Option<PersonId>,
    now_ms: i64,
) -> Result<Vec<PersonId>, DbError> {
    let key = book_key(connection, book).await?;
    let mut notified = NotifiedPeople::default();
    for comment in new {
        let paragraph = key.paragraph(comment.paragraph);
        let chapter: Option<i64> =
            query_scalar("SELECT chapter FROM paragraphs WHERE key = $1 AND position >= 0")
                .bind(paragraph)
                .fetch_optional(&mut *connection)
                .await?;
        let chapter = chapter.ok_or(StoreError::NoSuchParagraph { book, paragraph: comment.paragraph })?;
        query(
            "INSERT INTO comments (paragraph, number, author, text, created_at, person) \
             SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, CAST($5 AS BIGINT) FROM comments WHERE paragraph = $1",
        )
        .bind(paragraph)
        .bind(&comment.author)
        .bind(&comment.text)
        .bind(now_ms)
        .bind(person.map(PersonId::number))
        .execute(&mut *connection)
        .await?;
        let activity = NewActivity {
            kind: ActivityKind::Commented,
            person,
            about: None,
            chapter: Some(chapter),
            paragraph: Some(paragraph),
            text: &comment.text,
        };
        note_activity(connection, key, &activity, now_ms).await?;
        if person.is_some() {
            let place = CommentPlace { key, chapter, paragraph, text: &comment.text, person };
            notify(connection, &place, now_ms, &mut notified).await?;
        }
    }
    Ok(notified.people)
}

/// A comment a member made, and where.
struct CommentPlace<'a> {
    key: BookKey,
    chapter: i64,
    paragraph: i64,
    text: &'a str,
    person: Option<PersonId>,
}

/// Notifies the members whom the comment names; then earlier commenters of the paragraph and the author of its text.
async fn notify(
    connection: &mut Connection,
    comment: &CommentPlace<'_>,
    now_ms: i64,
    notified: &mut NotifiedPeople,
) -> Result<(), DbError> {
    let named = mentioned(connection, comment.key, comment.text).await?;
    let others: Vec<i64> = query_scalar(
        "SELECT o.person FROM comments o JOIN people m ON m.key = o.person WHERE o.paragraph = $1 AND m.removed_at IS NULL \
         UNION SELECT v.person FROM selections s JOIN versions v ON v.key = s.version JOIN people m ON m.key = v.person \
         WHERE s.paragraph = $1 AND v.by_person = 1 AND m.removed_at IS NULL",
    )
    .bind(comment.paragraph)
    .fetch_all(&mut *connection)
    .await?;
    let others = others.into_iter().map(PersonId::from_number).filter(|person| !named.contains(person));
    let told = named.iter().map(|person| (*person, NoticeKind::Mentioned));
    for (person, kind) in told.chain(others.map(|person| (person, NoticeKind::Commented))) {
        let notice = NewNotice {
            chapter: Some(comment.chapter),
            paragraph: Some(comment.paragraph),
            text: comment.text,
            ..NewNotice::new(kind, person, comment.person)
        };
        give_notice(connection, comment.key, &notice, now_ms, notified).await?;
    }
    Ok(())
}

async fn resolve(
    connection: &mut Connection,
    book: BookId,
    (paragraph, number): (ParagraphId, u32),
    resolved: bool,
    person: Option<PersonId>,
    now_ms: i64,
) -> Result<Vec<PersonId>, DbError> {
    let key = book_key(connection, book).await?;
    let all = of_paragraph(connection, book, paragraph).await?;
    let found = all.into_iter().find(|one| one.number == number);
    let found = found.ok_or(StoreError::NoSuchComment { paragraph, number })?;
    let mut notified = NotifiedPeople::default();
    if found.resolved_at.is_some() == resolved {
        return Ok(notified.people);
    }
    query("UPDATE comments SET resolved_at = $1, resolved_by = $2 WHERE paragraph = $3 AND number = $4")
        .bind(resolved.then_some(now_ms))
        .bind(person.filter(|_| resolved).map(PersonId::number))
        .bind(key.paragraph(paragraph))
        .bind(i64::from(number))
        .execute(&mut *connection)
        .await?;
    let (chapter, paragraph) = (Some(key.chapter(found.chapter)), Some(key.paragraph(paragraph)));
    let activity = NewActivity {
        kind: if resolved { ActivityKind::Resolved } else { ActivityKind::Unresolved },
        person,
        about: found.person.as_ref().map(|person| person.id),
        chapter,
        paragraph,
        text: &found.text,
    };
    note_activity(connection, key, &activity, now_ms).await?;
    // Former members get no notices.
    let author = found.person.filter(|person| person.name.is_some() && resolved);
    if let Some(author) = author {
        let notice = NewNotice {
            chapter,
            paragraph,
            text: &found.text,
            ..NewNotice::new(NoticeKind::Resolved, author.id, person)
        };
        give_notice(connection, key, &notice, now_ms, &mut notified).await?;
    }
    Ok(notified.people)
}
