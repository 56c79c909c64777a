//! Notices of members: given in the transaction of what they are about, so that none is lost and none comes of nothing.

use super::{chapter_in, named, paragraph_in};
use crate::change::{AttributedCause, Effect};
use crate::error::StoreError;
use crate::notices::{NoticeKind, NoticeRecord};
use crate::people::PersonId;
use crate::sql::bulk::list;
use crate::sql::driver::{Connection, Row, query, query_scalar, sql};
use crate::sql::edits::Editor;
use crate::sql::rows::{BookKey, book_id, count, word};
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary};
use book::id::VersionId;
use book::text::review::ReviewState;
use book::text::version::Author;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A notice to be given.
pub(in crate::sql) struct NewNotice<'a> {
    pub(in crate::sql) kind: NoticeKind,
    pub(in crate::sql) person: PersonId,
    pub(in crate::sql) by: Option<PersonId>,
    /// Keys of the chapter and the paragraph.
    pub(in crate::sql) chapter: Option<i64>,
    pub(in crate::sql) paragraph: Option<i64>,
    /// How many paragraphs or chapters it is about.
    pub(in crate::sql) n: i64,
    pub(in crate::sql) text: &'a str,
}

impl NewNotice<'_> {
    pub(in crate::sql) const fn new(kind: NoticeKind, person: PersonId, by: Option<PersonId>) -> Self {
        Self { kind, person, by, chapter: None, paragraph: None, n: 1, text: "" }
    }
}

/// Who got a notice, each of them once.
#[derive(Default)]
pub(in crate::sql) struct NotifiedPeople {
    pub(in crate::sql) people: Vec<PersonId>,
}

/// Gives a notice, unless it is about what the member did. What is said only by numbers is added to an unread notice of the
/// same kind, chapter and person that was not mailed; words are kept apart.
pub(in crate::sql) async fn give_notice(
    connection: &mut Connection,
    book: BookKey,
    new: &NewNotice<'_>,
    now_ms: i64,
    notified: &mut NotifiedPeople,
) -> Result<(), DbError> {
    if new.by == Some(new.person) {
        return Ok(());
    }
    if !notified.people.contains(&new.person) {
        notified.people.push(new.person);
    }
    if new.text.is_empty() {
        let unread: Option<i64> = query_scalar(
            "SELECT key FROM notices WHERE person = $1 AND book = $2 AND read_at IS NULL AND kind = $3 AND text = '' \
             AND coalesce(chapter, -1) = $4 AND coalesce(by_person, -1) = $5 AND mailed = 0 ORDER BY key DESC LIMIT 1",
        )
        .bind(new.person.number())
        .bind(book.0)
        .bind(new.kind.as_str())
        .bind(new.chapter.unwrap_or(-1))
        .bind(new.by.map_or(-1, PersonId::number))
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(unread) = unread {
            // One that is read or mailed meanwhile stays as it was told.
            let added = query(
                "UPDATE notices SET n = n + $1, created_at = $2 WHERE key = $3 AND read_at IS NULL AND mailed = 0",
            )
            .bind(new.n)
            .bind(now_ms)
            .bind(unread)
            .execute(&mut *connection)
            .await?;
            if added.rows_affected() > 0 {
                return Ok(());
            }
        }
    }
    query(
        "INSERT INTO notices (person, kind, book, chapter, paragraph, by_person, n, text, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(new.person.number())
    .bind(new.kind.as_str())
    .bind(book.0)
    .bind(new.chapter)
    .bind(new.paragraph)
    .bind(new.by.map(PersonId::number))
    .bind(new.n)
    .bind(new.text)
    .bind(now_ms)
    .execute(connection)
    .await?;
    Ok(())
}

/// Whose words a version is, and where.
struct Words {
    /// The member who wrote it; nothing where a model did.
    person: Option<PersonId>,
    chapter: i64,
    paragraph: i64,
}

impl Editor<'_> {
    /// Notifies members about their words: approved, found wanting, accepted, or changed by another member. A change by a model
    /// causes no notice.
    pub(in crate::sql) async fn notify_authors(
        &mut self,
        cause: &AttributedCause<'_>,
    ) -> Result<Vec<PersonId>, DbError> {
        let Some(by) = cause.person.filter(|_| cause.who == Author::Person) else { return Ok(Vec::new()) };
        let judged = self.judged();
        if judged.is_empty() {
            return Ok(Vec::new());
        }
        let words = self.words_of(judged.iter().map(|(version, _)| *version)).await?;
        let translators = self.translators().await?;
        let mut told: BTreeMap<(PersonId, NoticeKind, i64), (i64, i64)> = BTreeMap::new();
        for (version, kind) in judged {
            let Some(words) = words.get(&version) else { continue };
            let is_judgement = matches!(kind, NoticeKind::Approved | NoticeKind::NeedsWork);
            let of_chapter = translators.get(&words.chapter).filter(|_| is_judgement);
            let people: HashSet<PersonId> =
                words.person.into_iter().chain(of_chapter.into_iter().flatten().copied()).collect();
            for person in people.into_iter().filter(|person| *person != by) {
                let (n, _) = told.entry((person, kind, words.chapter)).or_insert((0, words.paragraph));
                *n += 1;
            }
        }
        let mut notified = NotifiedPeople::default();
        for ((person, kind, chapter), (n, paragraph)) in told {
            let notice = NewNotice {
                chapter: Some(chapter),
                paragraph: Some(paragraph),
                n,
                ..NewNotice::new(kind, person, Some(by))
            };
            give_notice(self.connection, self.key, &notice, self.now_ms, &mut notified).await?;
        }
        Ok(notified.people)
    }

    /// The versions something was said about, and what.
    fn judged(&self) -> Vec<(VersionId, NoticeKind)> {
        let written = self.effects.iter().filter_map(|effect| {
            let Effect::VersionAdded { version, .. } = effect else { return None };
            Some(*version)
        });
        let written: HashSet<VersionId> = written.collect();
        self.effects.iter().filter_map(|effect| judgement(effect, &written)).collect()
    }

    async fn words_of(
        &mut self,
        versions: impl Iterator<Item = VersionId>,
    ) -> Result<HashMap<VersionId, Words>, DbError> {
        let rows = query(sql!(
            "SELECT v.key, v.paragraph, p.chapter, CASE WHEN v.by_person = 1 THEN v.person END AS person FROM ",
            { "json_each($1) j CROSS" | "(SELECT unnest($1) AS value) j" },
            " JOIN versions v ON v.key = j.value JOIN paragraphs p ON p.key = v.paragraph"
        ))
        .bind(list(versions.map(VersionId::number)))
        .fetch_all(&mut *self.connection)
        .await?;
        let read = |row: &Row| -> Result<(VersionId, Words), DbError> {
            let person: Option<i64> = row.try_get("person")?;
            let words = Words {
                person: person.map(PersonId::from_number),
                chapter: row.try_get("chapter")?,
                paragraph: row.try_get("paragraph")?,
            };
            Ok((VersionId::from_number(row.try_get("key")?), words))
        };
        rows.iter().map(read).collect()
    }

    /// Who translates each chapter.
    async fn translators(&mut self) -> Result<HashMap<i64, Vec<PersonId>>, DbError> {
        let rows = query("SELECT chapter, person FROM assignments WHERE book = $1 AND work = 'translate'")
            .bind(self.key.0)
            .fetch_all(&mut *self.connection)
            .await?;
        let mut translators: HashMap<i64, Vec<PersonId>> = HashMap::new();
        for row in rows {
            let person = PersonId::from_number(row.try_get("person")?);
            translators.entry(row.try_get("chapter")?).or_default().push(person);
        }
        Ok(translators)
    }
}

/// What an effect says about a version. A text that was written in the same commit changes the one before it; another one was
/// accepted.
fn judgement(effect: &Effect, written: &HashSet<VersionId>) -> Option<(VersionId, NoticeKind)> {
    if let Effect::Reviewed { version, after, .. } = effect {
        return match after {
            ReviewState::Approved => Some((*version, NoticeKind::Approved)),
            ReviewState::NeedsWork => Some((*version, NoticeKind::NeedsWork)),
            ReviewState::Draft | ReviewState::Reviewed => None,
        };
    }
    let Effect::Selected { before, after: Some(after), .. } = effect else { return None };
    if written.contains(after) {
        before.map(|before| (before, NoticeKind::Changed))
    } else {
        Some((*after, NoticeKind::Accepted))
    }
}

macro_rules! select_notices {
    ($rest:literal) => {
        concat!(
            "SELECT n.key, n.person, n.kind, b.id AS book, coalesce(b.title_translation, b.title) AS book_title, n.chapter, ",
            "c.number AS chapter_number, n.paragraph, n.by_person, o.name AS by_name, n.n, n.text, n.created_at, ",
            "CASE WHEN n.read_at IS NULL THEN 0 ELSE 1 END AS is_read FROM notices n JOIN books b ON b.key = n.book AND b.removed_at IS NULL ",
            "LEFT JOIN chapters c ON c.key = n.chapter LEFT JOIN people o ON o.key = n.by_person ",
            $rest
        )
    };
}

pub(super) use select_notices;

impl SqlLibrary {
    pub(crate) async fn notices_of(
        &self,
        person: PersonId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<NoticeRecord>, StoreError> {
        let mut reader = self.reader().await?;
        let found = query(select_notices!("WHERE n.person = $1 AND n.key < $2 ORDER BY n.key DESC LIMIT $3"))
            .bind(person.number())
            .bind(before.unwrap_or(i64::MAX))
            .bind(i64::from(limit))
            .fetch_all(&mut reader)
            .await
            .map_err(DbError::from)
            .and_then(|rows| rows.iter().map(read).collect());
        self.map_db_error(found)
    }

    pub(crate) async fn n_unread(&self, person: PersonId) -> Result<u32, StoreError> {
        let mut reader = self.reader().await?;
        let n: Result<i64, _> =
            query_scalar("SELECT count(*) FROM notices WHERE person = $1 AND read_at IS NULL")
                .bind(person.number())
                .fetch_one(&mut reader)
                .await;
        let n = self.map_db_error(n.map_err(DbError::from))?;
        Ok(u32::try_from(n).unwrap_or(u32::MAX))
    }

    pub(crate) async fn mark_notices_read(
        &self,
        person: PersonId,
        up_to: Option<i64>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let read =
            query("UPDATE notices SET read_at = $1 WHERE person = $2 AND read_at IS NULL AND key <= $3")
                .bind(now_ms)
                .bind(person.number())
                .bind(up_to.unwrap_or(i64::MAX));
        let done = read.execute(&mut tx).await.map(|_| ()).map_err(DbError::from);
        self.end(tx, done).await
    }
}

pub(super) fn read(row: &Row) -> Result<NoticeRecord, DbError> {
    let number: Option<i64> = row.try_get("chapter_number")?;
    Ok(NoticeRecord {
        id: row.try_get("key")?,
        kind: word(row, "kind", NoticeKind::from_word)?,
        book: book_id(row, "book")?,
        book_title: row.try_get("book_title")?,
        chapter: chapter_in(row)?,
        chapter_number: number.and_then(|number| u32::try_from(number).ok()),
        paragraph: paragraph_in(row)?,
        by: named(row, "by_person", "by_name")?,
        n: count(row, "n")?,
        text: row.try_get("text")?,
        created_at: row.try_get("created_at")?,
        is_read: row.try_get("is_read")?,
    })
}
