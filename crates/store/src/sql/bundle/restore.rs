//! Rows of a bundle back into a library, with new keys. Nothing in them is trusted: texts and changes must parse, keys must
//! be known, and the tables check the rest.

use super::super::add::{random, refuse_twin, sibling_digest, twin};
use super::super::objects::OriginalColumns;
use super::super::rows::{BookKey, stored};
use super::super::{DbError, knowledge};
use super::BOOK;
use super::tables::{Column, Keys, Kind, TABLES, Table};
use crate::bundle::BookRows;
use crate::change::Effect;
use crate::error::StoreError;
use crate::grant::Grant;
use crate::sql::driver::{Connection, InsertRows, Value as SqlValue, query, query_scalar};
use crate::sql::scope::lock_series;
use book::id::{BookId, SeriesId, VersionId};
use book::text::markup::Marked;
use book::text::version::Author;
use serde_json::{Map, Value};
use std::collections::HashMap;

pub(super) async fn restore(
    connection: &mut Connection,
    rows: &BookRows,
    kept: &[OriginalColumns<'_>],
    grant: Grant,
    now_ms: i64,
) -> Result<BookId, DbError> {
    let head: Map<String, Value> = serde_json::from_str(&rows.head)?;
    let id = head.get("id").and_then(Value::as_u64).ok_or_else(|| odd("book's id", &rows.head))?;
    let id = BookId::from_number(id);
    let target = head.get("target_language").and_then(Value::as_str);
    let trashed: Option<String> =
        query_scalar("SELECT title FROM books WHERE id = $1 AND removed_at IS NOT NULL")
            .bind(stored(id.number()))
            .fetch_optional(&mut *connection)
            .await?;
    if let Some(title) = trashed {
        return Err(StoreError::InTrash { book: id, title }.into());
    }
    let mut digest = blake3::hash(&rows.original);
    if let (Some(target), Some(_)) = (target, twin(connection, digest.as_bytes()).await?) {
        digest = sibling_digest(&rows.original, target);
    }
    refuse_twin(connection, digest.as_bytes()).await?;
    let key = insert_book(connection, &head, digest.as_bytes(), grant, now_ms).await?;
    let (original, former) = kept.split_first().ok_or_else(|| odd("book with a file", ""))?;
    original.insert(connection, key).await?;
    let mut restoring =
        Restoring { key, given: HashMap::new(), former: rows.former.iter().zip(former), undone: Vec::new() };
    for table in TABLES {
        for line in rows.tables.get(table.name).map(String::as_str).unwrap_or_default().lines() {
            restoring.row(connection, table, line).await?;
        }
    }
    restoring.note_undone(connection).await?;
    Ok(id)
}

fn odd(what: &'static str, value: &str) -> DbError {
    DbError::unreadable(what, value.chars().take(80).collect())
}

async fn insert_book(
    connection: &mut Connection,
    head: &Map<String, Value>,
    digest: &[u8],
    grant: Grant,
    now_ms: i64,
) -> Result<BookKey, DbError> {
    let series = series(connection, head, now_ms).await?;
    lock_series(connection, series).await?;
    grant.verify_series(connection, series, None).await?;
    let mut row = NewRow::default();
    for name in BOOK.split(", ") {
        let value = head.get(name).unwrap_or(&Value::Null);
        let value = match value.as_str().filter(|_| name == "file_name") {
            // Files are written under it: it is a name and leads nowhere.
            Some(file) => Some(plain_name(file).to_owned().into()),
            None => plain(value)?,
        };
        row.set(name, value);
    }
    row.set("series", Some(series.into()));
    row.set("digest", Some(digest.to_vec().into()));
    let key = BookKey(row.insert(connection, "books", true).await?.unwrap_or_default());
    knowledge::take_place(connection, key, series).await?;
    Ok(key)
}

/// The series the book was in, where it is here too; otherwise one of its own, with its id and name.
async fn series(connection: &mut Connection, head: &Map<String, Value>, now_ms: i64) -> Result<i64, DbError> {
    let id = head.get("series_id").and_then(Value::as_u64).ok_or_else(|| odd("series' id", ""))?;
    let target = head.get("target_language").and_then(Value::as_str);
    // Books of a series are translated into one language.
    let here: Option<i64> = query_scalar(
        "SELECT s.key FROM series s WHERE s.id = $1 AND NOT EXISTS (SELECT 1 FROM books b \
         WHERE b.series = s.key AND b.target_language <> $2)",
    )
    .bind(stored(id))
    .bind(target)
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(key) = here {
        return Ok(key);
    }
    let name = head.get("series_name").and_then(Value::as_str).ok_or_else(|| odd("series' name", ""))?;
    let is_taken: Option<i64> = query_scalar("SELECT key FROM series WHERE id = $1")
        .bind(stored(id))
        .fetch_optional(&mut *connection)
        .await?;
    let id = if is_taken.is_some() { SeriesId::from_random(random()?).number() } else { id };
    let key = query_scalar(
        "INSERT INTO series (id, name, created_at, instructions) VALUES ($1, $2, $3, $4) RETURNING key",
    )
    .bind(stored(id))
    .bind(name)
    .bind(now_ms)
    .bind(head.get("series_instructions").and_then(Value::as_str))
    .fetch_one(connection)
    .await?;
    Ok(key)
}

struct Restoring<'a> {
    key: BookKey,
    /// The keys rows had, and those they have now.
    given: HashMap<(Keys, i64), i64>,
    /// Files of earlier editions, and how they stand in their rows.
    former: std::iter::Zip<std::slice::Iter<'a, Vec<u8>>, std::slice::Iter<'a, OriginalColumns<'a>>>,
    /// Changes with the ones that took them back, both as they were called.
    undone: Vec<(i64, i64)>,
}

impl Restoring<'_> {
    async fn row(&mut self, connection: &mut Connection, table: &Table, line: &str) -> Result<(), DbError> {
        let values: Vec<Value> = serde_json::from_str(line)?;
        if values.len() != table.columns.len() {
            return Err(odd("row of its table", line));
        }
        let mut row = NewRow::default();
        let mut own = None;
        for (column, value) in table.columns.iter().zip(&values) {
            if let Kind::Key(keys) = column.kind {
                own = Some((keys, value.as_i64().ok_or_else(|| odd("key", line))?));
                continue;
            }
            if table.name == "changes" && column.name == "undone_by" {
                let by = value.as_i64();
                self.undone.extend(own.zip(by).map(|((_, change), by)| (change, by)));
                continue;
            }
            row.set(column.name, self.bound(column, value)?);
        }
        if table.name == "former_originals" {
            let (bytes, kept) = self.former.next().ok_or_else(|| odd("row with a file", line))?;
            row.set("digest", Some(blake3::hash(bytes).as_bytes().to_vec().into()));
            row.set("bytes", Some(kept.bytes.to_vec().into()));
            row.set("object", kept.object.clone().map(Into::into));
            row.set("pieces", kept.file_in_pieces().map(|file| file.to_owned().into()));
            kept.insert_pieces(connection, self.key).await?;
        }
        let given = row.insert(connection, table.name, own.is_some()).await?;
        if let Some((own, given)) = own.zip(given)
            && self.given.insert(own, given).is_some()
        {
            return Err(odd("key of its own", line));
        }
        Ok(())
    }

    /// What a value becomes here; nothing where there is none.
    fn bound(&self, column: &Column, value: &Value) -> Result<Option<SqlValue<'static>>, DbError> {
        Ok(Some(match column.kind {
            Kind::Book => self.key.0.into(),
            Kind::Numbered => {
                let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
                let number = number.ok_or_else(|| odd("number", &value.to_string()))?;
                self.key.at_position(number).into()
            }
            Kind::Ref(_) if value.is_null() => return Ok(None),
            Kind::Ref(keys) => {
                let here = value.as_i64().and_then(|key| self.given.get(&(keys, key)));
                here.ok_or_else(|| odd("key of the bundle", &value.to_string()))?.into()
            }
            Kind::Marked => {
                let text = value.as_str().filter(|text| Marked::parse(text).is_ok());
                text.ok_or_else(|| odd("text", &value.to_string()))?.to_owned().into()
            }
            Kind::Author => {
                let author = value.as_str().ok_or_else(|| odd("author", &value.to_string()))?;
                let author: Author = serde_json::from_str(author)?;
                serde_json::to_string(&author)?.into()
            }
            Kind::Effects => {
                let effects = value.as_str().ok_or_else(|| odd("list of effects", &value.to_string()))?;
                let mut effects: Vec<Effect> = serde_json::from_str(effects)?;
                for effect in &mut effects {
                    self.renew(effect);
                }
                serde_json::to_string(&effects)?.into()
            }
            Kind::Spec => {
                let spec = value.as_str().ok_or_else(|| odd("run", &value.to_string()))?;
                without_means(spec)?.into()
            }
            Kind::Value | Kind::Key(_) => return plain(value),
        }))
    }

    /// Gives the versions of an effect the keys they have now.
    fn renew(&self, effect: &mut Effect) {
        let renew = |version: &mut VersionId| {
            if let Some(here) = self.given.get(&(Keys::Versions, version.number())) {
                *version = VersionId::from_number(*here);
            }
        };
        match effect {
            Effect::VersionAdded { version, .. }
            | Effect::Rejected { version, .. }
            | Effect::Reviewed { version, .. } => renew(version),
            Effect::Selected { before, after, .. } => before.iter_mut().chain(after).for_each(renew),
            Effect::Locked { .. }
            | Effect::Acknowledged { .. }
            | Effect::EntryChanged { .. }
            | Effect::SourceRevised { .. }
            | Effect::Retargeted { .. }
            | Effect::ChapterTitled { .. }
            | Effect::Instructed { .. }
            | Effect::SeriesInstructed { .. }
            | Effect::BookTitleCorrected { .. }
            | Effect::BookTitled { .. } => {}
        }
    }

    async fn note_undone(&self, connection: &mut Connection) -> Result<(), DbError> {
        for (change, by) in &self.undone {
            let [change, by] = [change, by].map(|key| self.given.get(&(Keys::Changes, *key)));
            let (Some(change), Some(by)) = (change, by) else { return Err(odd("change", "undone_by")) };
            query("UPDATE changes SET undone_by = $1 WHERE key = $2")
                .bind(by)
                .bind(change)
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }
}

/// What a run was to do, without what it could act by: its models, their address, programs.
fn without_means(spec: &str) -> Result<String, DbError> {
    let mut spec: Map<String, Value> = serde_json::from_str(spec)?;
    spec.insert("model".to_owned(), "".into());
    spec.insert("endpoint".to_owned(), Value::Null);
    spec.insert("fallbacks".to_owned(), Value::Array(Vec::new()));
    Ok(Value::Object(spec).to_string())
}

/// The name of a file, whatever folders stand before it.
fn plain_name(name: &str) -> &str {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    if matches!(last, "" | "." | "..") { "book" } else { last }
}

/// A plain value, or nothing. A number with a fraction, a list or an object is none.
fn plain(value: &Value) -> Result<Option<SqlValue<'static>>, DbError> {
    Ok(Some(match value {
        Value::Null => return Ok(None),
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => {
            number.as_i64().ok_or_else(|| odd("whole number", &number.to_string()))?.into()
        }
        Value::String(text) => text.clone().into(),
        Value::Array(_) | Value::Object(_) => return Err(odd("value", &value.to_string())),
    }))
}

/// A row on its way into a table.
#[derive(Default)]
struct NewRow<'a> {
    names: Vec<&'a str>,
    values: Vec<SqlValue<'static>>,
}

impl<'a> NewRow<'a> {
    fn set(&mut self, name: &'a str, value: Option<SqlValue<'static>>) {
        self.names.push(name);
        self.values.push(value.unwrap_or(SqlValue::Null));
    }

    /// Writes the row; its key, where the library gives it one.
    async fn insert(
        self,
        connection: &mut Connection,
        table: &str,
        is_keyed: bool,
    ) -> Result<Option<i64>, DbError> {
        let mut insert = InsertRows::new(&format!("INSERT INTO {table} ({})", self.names.join(", ")));
        insert.row(self.values);
        if is_keyed {
            return Ok(Some(insert.returning_key(connection).await?));
        }
        insert.execute(connection).await?;
        Ok(None)
    }
}
