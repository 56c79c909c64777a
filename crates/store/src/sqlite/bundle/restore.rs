//! Rows of a bundle back into a library, with new keys. Nothing in them is trusted: texts and changes must parse, keys must
//! be known, and the tables check the rest.

use super::super::add::{random, refuse_twin, sibling_digest, twin};
use super::super::rows::{BookKey, stored};
use super::super::{DbError, knowledge};
use super::BOOK;
use super::tables::{Column, Keys, Kind, TABLES, Table};
use crate::bundle::BookRows;
use crate::change::Effect;
use book::id::{BookId, SeriesId, VersionId};
use book::text::markup::Marked;
use book::text::version::Author;
use serde_json::{Map, Value};
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{Arguments, AssertSqlSafe};
use std::collections::HashMap;

pub(super) async fn restore(
    connection: &mut SqliteConnection,
    rows: &BookRows,
    now_ms: i64,
) -> Result<BookId, DbError> {
    let head: Map<String, Value> = serde_json::from_str(&rows.head)?;
    let id = head.get("id").and_then(Value::as_u64).ok_or_else(|| odd("book's id", &rows.head))?;
    let id = BookId::from_number(id);
    let target = head.get("target_language").and_then(Value::as_str);
    let mut digest = blake3::hash(&rows.original);
    if let (Some(target), Some(_)) = (target, twin(connection, digest.as_bytes()).await?) {
        digest = sibling_digest(&rows.original, target);
    }
    refuse_twin(connection, digest.as_bytes()).await?;
    let key = insert_book(connection, &head, digest.as_bytes(), now_ms).await?;
    sqlx::query("INSERT INTO originals (book, bytes) VALUES ($1, $2)")
        .bind(key.0)
        .bind(&rows.original)
        .execute(&mut *connection)
        .await?;
    let mut restoring =
        Restoring { key, given: HashMap::new(), former: rows.former.iter(), undone: Vec::new() };
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
    connection: &mut SqliteConnection,
    head: &Map<String, Value>,
    digest: &[u8],
    now_ms: i64,
) -> Result<BookKey, DbError> {
    let series = series(connection, head, now_ms).await?;
    let mut arguments = SqliteArguments::default();
    let n_columns = BOOK.split(", ").count();
    for name in BOOK.split(", ") {
        bind(&mut arguments, head.get(name).unwrap_or(&Value::Null))?;
    }
    add_argument(&mut arguments, series)?;
    add_argument(&mut arguments, digest.to_vec())?;
    let places: Vec<String> = (1..=n_columns + 2).map(|number| format!("${number}")).collect();
    let sql = format!("INSERT INTO books ({BOOK}, series, digest) VALUES ({})", places.join(", "));
    let inserted = sqlx::query_with(AssertSqlSafe(sql), arguments).execute(&mut *connection).await?;
    let key = BookKey(inserted.last_insert_rowid());
    knowledge::take_place(connection, key, series).await?;
    Ok(key)
}

/// The series the book was in, where it is here too; otherwise one of its own, with its id and name.
async fn series(
    connection: &mut SqliteConnection,
    head: &Map<String, Value>,
    now_ms: i64,
) -> Result<i64, DbError> {
    let id = head.get("series_id").and_then(Value::as_u64).ok_or_else(|| odd("series' id", ""))?;
    let target = head.get("target_language").and_then(Value::as_str);
    // Books of a series are translated into one language.
    let here: Option<i64> = sqlx::query_scalar(
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
    let is_taken: Option<i64> = sqlx::query_scalar("SELECT key FROM series WHERE id = $1")
        .bind(stored(id))
        .fetch_optional(&mut *connection)
        .await?;
    let id = if is_taken.is_some() { SeriesId::from_random(random()?).number() } else { id };
    let inserted =
        sqlx::query("INSERT INTO series (id, name, created_at, instructions) VALUES ($1, $2, $3, $4)")
            .bind(stored(id))
            .bind(name)
            .bind(now_ms)
            .bind(head.get("series_instructions").and_then(Value::as_str))
            .execute(connection)
            .await?;
    Ok(inserted.last_insert_rowid())
}

struct Restoring<'a> {
    key: BookKey,
    /// The keys rows had, and those they have now.
    given: HashMap<(Keys, i64), i64>,
    former: std::slice::Iter<'a, Vec<u8>>,
    /// Changes with the ones that took them back, both as they were called.
    undone: Vec<(i64, i64)>,
}

impl Restoring<'_> {
    async fn row(
        &mut self,
        connection: &mut SqliteConnection,
        table: &Table,
        line: &str,
    ) -> Result<(), DbError> {
        let values: Vec<Value> = serde_json::from_str(line)?;
        if values.len() != table.columns.len() {
            return Err(odd("row of its table", line));
        }
        let mut names = Vec::new();
        let mut arguments = SqliteArguments::default();
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
            names.push(column.name);
            self.bind(&mut arguments, column, value)?;
        }
        if table.name == "former_originals" {
            let bytes = self.former.next().ok_or_else(|| odd("row with a file", line))?;
            names.extend(["digest", "bytes"]);
            add_argument(&mut arguments, blake3::hash(bytes).as_bytes().to_vec())?;
            add_argument(&mut arguments, bytes.clone())?;
        }
        let places: Vec<String> = (1..=names.len()).map(|number| format!("${number}")).collect();
        let sql = format!("INSERT INTO {} ({}) VALUES ({})", table.name, names.join(", "), places.join(", "));
        let inserted = sqlx::query_with(AssertSqlSafe(sql), arguments).execute(connection).await?;
        if let Some(own) = own
            && self.given.insert(own, inserted.last_insert_rowid()).is_some()
        {
            return Err(odd("key of its own", line));
        }
        Ok(())
    }

    fn bind(&self, arguments: &mut SqliteArguments, column: &Column, value: &Value) -> Result<(), DbError> {
        match column.kind {
            Kind::Book => add_argument(arguments, self.key.0),
            Kind::Numbered => {
                let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
                let number = number.ok_or_else(|| odd("number", &value.to_string()))?;
                add_argument(arguments, self.key.at_position(number))
            }
            Kind::Ref(_) if value.is_null() => bind(arguments, value),
            Kind::Ref(keys) => {
                let here = value.as_i64().and_then(|key| self.given.get(&(keys, key)));
                add_argument(arguments, *here.ok_or_else(|| odd("key of the bundle", &value.to_string()))?)
            }
            Kind::Marked => {
                let text = value.as_str().filter(|text| Marked::parse(text).is_ok());
                add_argument(arguments, text.ok_or_else(|| odd("text", &value.to_string()))?.to_owned())
            }
            Kind::Author => {
                let author = value.as_str().ok_or_else(|| odd("author", &value.to_string()))?;
                let author: Author = serde_json::from_str(author)?;
                add_argument(arguments, serde_json::to_string(&author)?)
            }
            Kind::Effects => {
                let effects = value.as_str().ok_or_else(|| odd("list of effects", &value.to_string()))?;
                let mut effects: Vec<Effect> = serde_json::from_str(effects)?;
                for effect in &mut effects {
                    self.renew(effect);
                }
                add_argument(arguments, serde_json::to_string(&effects)?)
            }
            Kind::Value | Kind::Spec | Kind::Key(_) => bind(arguments, value),
        }
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
            | Effect::ChapterTitled { .. }
            | Effect::Instructed { .. }
            | Effect::SeriesInstructed { .. }
            | Effect::BookTitleCorrected { .. }
            | Effect::BookTitled { .. } => {}
        }
    }

    async fn note_undone(&self, connection: &mut SqliteConnection) -> Result<(), DbError> {
        for (change, by) in &self.undone {
            let [change, by] = [change, by].map(|key| self.given.get(&(Keys::Changes, *key)));
            let (Some(change), Some(by)) = (change, by) else { return Err(odd("change", "undone_by")) };
            sqlx::query("UPDATE changes SET undone_by = $1 WHERE key = $2")
                .bind(by)
                .bind(change)
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }
}

/// A plain value. A number with a fraction, a list or an object is none.
fn bind(arguments: &mut SqliteArguments, value: &Value) -> Result<(), DbError> {
    match value {
        Value::Null => add_argument(arguments, None::<i64>),
        Value::Bool(flag) => add_argument(arguments, i64::from(*flag)),
        Value::Number(number) => {
            let number = number.as_i64().ok_or_else(|| odd("whole number", &number.to_string()))?;
            add_argument(arguments, number)
        }
        Value::String(text) => add_argument(arguments, text.clone()),
        Value::Array(_) | Value::Object(_) => Err(odd("value", &value.to_string())),
    }
}

fn add_argument<'q, T>(arguments: &mut SqliteArguments, value: T) -> Result<(), DbError>
where
    T: sqlx::Encode<'q, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite> + 'q,
{
    arguments.add(value).map_err(|error| sqlx::Error::Encode(error).into())
}
