//! What tasks were told, and which translations would be told something else today.

use super::rows::entry_key;
use crate::error::StoreError;
use crate::knowledge::{Decisions, OutdatedTask};
use crate::sql::bulk::list;
use crate::sql::driver::{Connection, Row, query, query_scalar, sql};
use crate::sql::rows::{BookKey, book_id, book_key, number_in, stored, task_id, word};
use crate::sql::{DbError, SqlLibrary};
use book::id::{BookId, ParagraphId, TaskId};
use book::knowledge::entry::{EntryKey, Mark, Revision};
use book::knowledge::evidence::EntryState;
use book::knowledge::usage::{KnowledgeUsed, UsedEntry};
use book::text::version::Author;
use std::collections::{BTreeMap, HashMap, HashSet};

pub(in crate::sql) async fn remember_for(
    connection: &mut Connection,
    task: TaskId,
    used: &KnowledgeUsed,
) -> Result<(), DbError> {
    let key: Option<i64> = query_scalar("SELECT key FROM tasks WHERE id = $1")
        .bind(stored(task.number()))
        .fetch_optional(&mut *connection)
        .await?;
    remember(connection, key.ok_or(StoreError::NoSuchTask { task })?, used).await
}

pub(in crate::sql) async fn remember(
    connection: &mut Connection,
    task: i64,
    used: &KnowledgeUsed,
) -> Result<(), DbError> {
    query(
        "INSERT INTO task_knowledge (task, revision, entries) VALUES ($1, $2, $3) \
         ON CONFLICT (task) DO UPDATE SET revision = excluded.revision, entries = excluded.entries",
    )
    .bind(task)
    .bind(used.revision.0)
    .bind(serde_json::to_string(&used.entries)?)
    .execute(connection)
    .await?;
    Ok(())
}

impl SqlLibrary {
    pub(crate) async fn knowledge_used(&self, task: TaskId) -> Result<Option<KnowledgeUsed>, StoreError> {
        let mut reader = self.reader().await?;
        let row = query(
            "SELECT u.revision, u.entries FROM tasks t LEFT JOIN task_knowledge u ON u.task = t.key WHERE t.id = $1",
        )
        .bind(stored(task.number()))
        .fetch_optional(&mut reader)
        .await;
        let row = self.map_db_error(row.map_err(DbError::from))?.ok_or(StoreError::NoSuchTask { task })?;
        let is_there: Option<i64> = self.map_db_error(row.try_get("revision").map_err(DbError::from))?;
        self.map_db_error(is_there.map(|_| used(&row)).transpose())
    }

    pub(crate) async fn outdated(&self, book: BookId) -> Result<Vec<OutdatedTask>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(outdated(&mut reader, book).await)
    }

    pub(crate) async fn outdated_among(
        &self,
        book: BookId,
        paragraphs: &[ParagraphId],
    ) -> Result<Vec<OutdatedTask>, StoreError> {
        let mut reader = self.snapshot().await?;
        self.map_db_error(outdated_among(&mut reader, book, paragraphs).await)
    }

    pub(crate) async fn decisions(&self, book: BookId) -> Result<Decisions, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(decisions(&mut reader, book).await)
    }
}

fn used(row: &Row) -> Result<KnowledgeUsed, DbError> {
    Ok(KnowledgeUsed {
        revision: Revision(row.try_get("revision")?),
        entries: serde_json::from_str(row.try_get("entries")?)?,
    })
}

async fn outdated(connection: &mut Connection, book: BookId) -> Result<Vec<OutdatedTask>, DbError> {
    let key = book_key(connection, book).await?;
    let present = Present::read(connection, key, book).await?;
    let told = told_tasks(connection, key, present.last_confirmed()).await?;
    let mut found: Vec<OutdatedTask> =
        told.iter().filter_map(|(task, used)| present.since(*task, used)).collect();
    if found.is_empty() {
        // The usual case: who made which translation need not be read.
        return Ok(found);
    }
    let mut made = made_by_task(connection, key).await?;
    found.retain_mut(|one| {
        let paragraphs = made.remove(&one.task);
        paragraphs.map(|paragraphs| one.paragraphs = paragraphs).is_some()
    });
    found.sort_by_key(|one| one.paragraphs.first().copied());
    Ok(found)
}

/// The same of some paragraphs, without looking at any other. What a person wrote costs nothing.
async fn outdated_among(
    connection: &mut Connection,
    book: BookId,
    paragraphs: &[ParagraphId],
) -> Result<Vec<OutdatedTask>, DbError> {
    let key = book_key(connection, book).await?;
    let rows = query(sql!(
        "SELECT v.author, s.paragraph FROM selections s JOIN versions v ON v.key = s.version \
         WHERE v.by_person = 0 AND s.paragraph IN (",
        { "SELECT value FROM json_each($1)" | "SELECT unnest($1)" },
        ") ORDER BY s.paragraph"
    ))
    .bind(list(paragraphs.iter().map(|paragraph| key.paragraph(*paragraph))))
    .fetch_all(&mut *connection)
    .await?;
    let mut made: BTreeMap<TaskId, Vec<ParagraphId>> = BTreeMap::new();
    for row in rows {
        let author: Author = serde_json::from_str(row.try_get("author")?)?;
        let Author::Model { task: Some(task), .. } = author else { continue };
        made.entry(task).or_default().push(ParagraphId::from_number(number_in(row.try_get("paragraph")?)));
    }
    if made.is_empty() {
        return Ok(Vec::new());
    }
    let present = Present::read(connection, key, book).await?;
    let mut found = Vec::new();
    for (task, paragraphs) in made {
        let row = query(
            "SELECT u.revision, u.entries FROM tasks t JOIN task_knowledge u ON u.task = t.key WHERE t.id = $1",
        )
        .bind(stored(task.number()))
        .fetch_optional(&mut *connection)
        .await?;
        let Some(row) = row else { continue };
        found.extend(present.since(task, &used(&row)?).map(|one| OutdatedTask { paragraphs, ..one }));
    }
    Ok(found)
}

/// What is decided about the terms and characters of a book's series.
async fn decisions(connection: &mut Connection, book: BookId) -> Result<Decisions, DbError> {
    let key = book_key(connection, book).await?;
    let rows = query(
        "SELECT k.kind, k.number, k.mark, k.standing FROM books b JOIN knowledge k ON k.series = b.series \
         WHERE b.key = $1 AND k.kind IN ('term', 'character')",
    )
    .bind(key.0)
    .fetch_all(connection)
    .await?;
    let mut decisions = Decisions::default();
    for row in rows {
        let key = entry_key(row.try_get("kind")?, row.try_get("number")?, book)?;
        match word(&row, "standing", EntryState::from_word)? {
            EntryState::Proposed => {
                decisions.proposed.insert(key);
            }
            standing @ (EntryState::Confirmed | EntryState::Rejected) => {
                decisions.decided.insert(key, (Mark(row.try_get("mark")?), standing));
            }
        }
    }
    Ok(decisions)
}

/// What tasks were told, but for those that were told nothing and that no entry was confirmed after.
async fn told_tasks(
    connection: &mut Connection,
    book: BookKey,
    last_confirmed: Option<Revision>,
) -> Result<Vec<(TaskId, KnowledgeUsed)>, DbError> {
    let rows = query(
        "SELECT t.id, u.revision, u.entries FROM runs r JOIN tasks t ON t.run = r.key \
         JOIN task_knowledge u ON u.task = t.key WHERE r.book = $1 AND (u.entries <> '[]' OR u.revision < $2)",
    )
    .bind(book.0)
    .bind(last_confirmed.map_or(i64::MIN, |revision| revision.0))
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((task_id(row, "id")?, used(row)?))).collect()
}

/// The paragraphs whose selected translation each task made. All versions of a task have one author, so they are one row.
async fn made_by_task(
    connection: &mut Connection,
    book: BookKey,
) -> Result<HashMap<TaskId, Vec<ParagraphId>>, DbError> {
    let rows = query(sql!(
        "SELECT v.author, ",
        { "json_group_array(s.paragraph & 4294967295)" | "json_agg(s.paragraph & 4294967295)::text" },
        " AS paragraphs FROM selections s JOIN versions v ON v.key = s.version \
         WHERE s.book = $1 AND s.version IS NOT NULL AND v.by_person = 0 GROUP BY v.author"
    ))
    .bind(book.0)
    .fetch_all(connection)
    .await?;
    let mut made: HashMap<TaskId, Vec<ParagraphId>> = HashMap::new();
    for row in rows {
        let author: Author = serde_json::from_str(row.try_get("author")?)?;
        let Author::Model { task: Some(task), .. } = author else { continue };
        let mut numbers: Vec<u32> = serde_json::from_str(row.try_get("paragraphs")?)?;
        numbers.sort_unstable();
        made.entry(task).or_default().extend(numbers.into_iter().map(ParagraphId::from_number));
    }
    Ok(made)
}

/// What the entries of a series say now.
struct Present {
    marks: HashMap<EntryKey, Mark>,
    /// Confirmed terms and characters with the revision they were last written with.
    confirmed: Vec<(EntryKey, Revision)>,
}

impl Present {
    async fn read(connection: &mut Connection, key: BookKey, book: BookId) -> Result<Self, DbError> {
        let rows = query(
            "SELECT k.kind, k.number, k.mark, k.revision, k.standing, b.id AS book_id FROM books own \
             JOIN knowledge k ON k.series = own.series LEFT JOIN chapters c ON c.key = k.chapter \
             LEFT JOIN books b ON b.key = c.book WHERE own.key = $1",
        )
        .bind(key.0)
        .fetch_all(connection)
        .await?;
        let mut present = Self { marks: HashMap::new(), confirmed: Vec::new() };
        for row in rows {
            let of: Option<i64> = row.try_get("book_id")?;
            let of = if of.is_some() { book_id(&row, "book_id")? } else { book };
            let key = entry_key(row.try_get("kind")?, row.try_get("number")?, of)?;
            present.marks.insert(key, Mark(row.try_get("mark")?));
            let is_named = matches!(key, EntryKey::Term { .. } | EntryKey::Character { .. });
            if is_named && word(&row, "standing", EntryState::from_word)? == EntryState::Confirmed {
                present.confirmed.push((key, Revision(row.try_get("revision")?)));
            }
        }
        Ok(present)
    }

    /// The revision with which an entry was last confirmed.
    fn last_confirmed(&self) -> Option<Revision> {
        self.confirmed.iter().map(|(_, revision)| *revision).max()
    }

    /// What was decided since a task was told this; its paragraphs are not known here.
    fn since(&self, task: TaskId, used: &KnowledgeUsed) -> Option<OutdatedTask> {
        let changed: Vec<_> = self.changed(used).collect();
        let added: Vec<_> = self.added(used).collect();
        let is_outdated = !(changed.is_empty() && added.is_empty());
        is_outdated.then(|| OutdatedTask { task, paragraphs: Vec::new(), changed, added })
    }

    fn changed(&self, used: &KnowledgeUsed) -> impl Iterator<Item = (EntryKey, Vec<String>)> {
        let is_other = |one: &&UsedEntry| self.marks.get(&one.key) != Some(&one.mark);
        used.entries.iter().filter(is_other).map(|one| (one.key, one.found_as.clone()))
    }

    fn added(&self, used: &KnowledgeUsed) -> impl Iterator<Item = EntryKey> {
        let known: HashSet<EntryKey> = used.entries.iter().map(|one| one.key).collect();
        let is_new =
            move |(key, revision): &&(EntryKey, Revision)| *revision > used.revision && !known.contains(key);
        self.confirmed.iter().filter(is_new).map(|(key, _)| *key)
    }
}
