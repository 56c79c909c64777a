//! Entries written, taken out and restored: all of a commit at once, with a note of what each replaced.

use super::batch::{EntryBatch, EntrySlot, EntryWrite, words_of};
use super::rows::{TERM, entry, folded, keyed, kind_word, lookup, series_of, value};
use crate::change::Effect;
use crate::error::StoreError;
use crate::knowledge::NotWritten;
use crate::sql::DbError;
use crate::sql::driver::{query, query_scalar, sql};
use crate::sql::edits::{Editor, Overruling};
use book::edit::Edit;
use book::knowledge::entry::{Basis, Entry, EntryKey, Revision};
use book::knowledge::term::Term;
use book::text::version::Author;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

impl Editor<'_> {
    /// Writes the entries among the edits. What a person cannot have is an error; of what others wanted to write, the
    /// part they cannot have is given back.
    pub(in crate::sql) async fn learn(
        &mut self,
        edits: &[Edit],
        who: &Author,
    ) -> Result<Vec<NotWritten>, DbError> {
        let write: Vec<EntryWrite<'_>> = edits.iter().filter_map(EntryWrite::from_edit).collect();
        if write.is_empty() {
            return Ok(Vec::new());
        }
        let mut batch = self.lay_out(&write).await?;
        let mut not_written = Vec::new();
        for one in &write {
            match batch.apply(one, self.overruling) {
                Ok(()) => {}
                Err(refusal) if *who == Author::Person => return Err(StoreError::from(refusal).into()),
                Err(refusal) => not_written.push(refusal),
            }
        }
        self.put_away(batch).await?;
        Ok(not_written)
    }

    /// Restores the entries among the effects, newest first. What has changed again since is left alone and given back.
    pub(in crate::sql) async fn unlearn(&mut self, effects: &[Effect]) -> Result<Vec<Effect>, DbError> {
        let mut write = Vec::new();
        for effect in effects.iter().rev() {
            if let Effect::EntryChanged { key, before, place, .. } = effect {
                let (entry, place) = (before.as_deref(), Some(*place));
                write.push((effect, EntryWrite { key: *key, entry, basis: Basis::Whatever, place }));
            }
        }
        if write.is_empty() {
            return Ok(Vec::new());
        }
        let ones: Vec<EntryWrite<'_>> = write.iter().map(|(_, one)| one.clone()).collect();
        let mut batch = self.lay_out(&ones).await?;
        let mut left_alone = Vec::new();
        for (effect, one) in write {
            let Effect::EntryChanged { after, .. } = effect else { continue };
            let untouched = batch.now(one.key) == after.as_deref();
            if !untouched || batch.apply(&one, Overruling::Overrule).is_err() {
                left_alone.push(effect.clone());
            }
        }
        self.put_away(batch).await?;
        Ok(left_alone)
    }

    /// Reads what stands in the places that are to be written to.
    async fn lay_out(&mut self, write: &[EntryWrite<'_>]) -> Result<EntryBatch, DbError> {
        let series = series_of(self.connection, self.key).await?;
        let mut batch =
            EntryBatch { series, slots: Vec::new(), by_key: HashMap::new(), owners: HashMap::new() };
        let mut numbers = HashMap::new();
        for one in write {
            let number = keyed(one.key, self.book, self.key)?;
            if batch.open(one) {
                numbers.insert(number, one.key);
            }
        }
        self.refuse_unknown_chapters(&batch).await?;
        let keys: Vec<&(&str, i64)> = numbers.keys().collect();
        let rows = query(sql!(
            "SELECT k.key, k.kind, k.number, k.value, k.revision FROM ",
            { "json_each($1) j CROSS" | "json_array_elements($1::json) j(value)" },
            " JOIN knowledge k ON k.series = $2 AND k.kind = j.value ->> 0 AND k.number = CAST(j.value ->> 1 AS BIGINT)"
        ))
        .bind(serde_json::to_string(&keys)?)
        .bind(series)
        .fetch_all(&mut *self.connection)
        .await?;
        for row in rows {
            let kind = kind_word(row.try_get("kind")?)?;
            let Some(key) = numbers.get(&(kind, row.try_get("number")?)) else { continue };
            let entry = entry(kind, row.try_get("value")?)?;
            batch.fill(*key, row.try_get("key")?, Revision(row.try_get("revision")?), entry);
        }
        self.find_owners(&mut batch, write).await?;
        Ok(batch)
    }

    /// Which usable terms have the words that are to be written.
    async fn find_owners(&mut self, batch: &mut EntryBatch, write: &[EntryWrite<'_>]) -> Result<(), DbError> {
        let words: HashSet<String> = write
            .iter()
            .filter_map(|one| match one.entry {
                Some(Entry::Term(term)) => Some(folded(&term.source)),
                Some(Entry::Character(_) | Entry::Memory(_) | Entry::Summary(_)) | None => None,
            })
            .collect();
        if words.is_empty() {
            return Ok(());
        }
        let rows: Vec<String> = query_scalar(sql!(
            "SELECT k.value FROM ",
            { "json_each($1) j CROSS" | "json_array_elements_text($1::json) j(value)" },
            " JOIN knowledge k ON k.series = $2 AND k.kind = $3 AND k.lookup = j.value ORDER BY k.key"
        ))
        .bind(serde_json::to_string(&words)?)
        .bind(batch.series)
        .bind(TERM)
        .fetch_all(&mut *self.connection)
        .await?;
        for row in rows {
            let term: Term = serde_json::from_str(&row)?;
            if term.standing.is_usable() {
                batch.owners.entry(words_of(&term)).or_insert(term.id);
            }
        }
        Ok(())
    }

    async fn refuse_unknown_chapters(&mut self, batch: &EntryBatch) -> Result<(), DbError> {
        for slot in &batch.slots {
            let EntryKey::Summary { book, chapter } = slot.key else { continue };
            let known: Option<i64> = query_scalar("SELECT key FROM chapters WHERE key = $1")
                .bind(self.key.chapter(chapter))
                .fetch_optional(&mut *self.connection)
                .await?;
            known.ok_or(StoreError::NoSuchChapter { book, chapter })?;
        }
        Ok(())
    }

    /// Writes what has changed on the task state.
    async fn put_away(&mut self, batch: EntryBatch) -> Result<(), DbError> {
        let series = batch.series;
        let changed: Vec<EntrySlot> =
            batch.slots.into_iter().filter(|slot| slot.before != slot.now).collect();
        if changed.is_empty() {
            return Ok(());
        }
        let revision: i64 = query_scalar(
            "UPDATE series SET knowledge_revision = knowledge_revision + 1 WHERE key = $1 RETURNING knowledge_revision",
        )
        .bind(series)
        .fetch_one(&mut *self.connection)
        .await?;
        let gone: Vec<i64> =
            changed.iter().filter(|slot| slot.now.is_none()).filter_map(|slot| slot.place).collect();
        if !gone.is_empty() {
            query(sql!(
                "DELETE FROM knowledge WHERE key IN (",
                { "SELECT value FROM json_each($1)" | "SELECT unnest($1)" },
                ")"
            ))
            .bind(gone)
            .execute(&mut *self.connection)
            .await?;
        }
        let places = self.write_rows(series, revision, &changed).await?;
        for slot in changed {
            let number = keyed(slot.key, self.book, self.key)?;
            let place = places.get(&number).copied().or(slot.place).unwrap_or_default();
            let (before, after) = (slot.before.map(Box::new), slot.now.map(Box::new));
            self.effects.push(Effect::EntryChanged { key: slot.key, place, before, after });
        }
        Ok(())
    }

    /// Writes entries and says where each is.
    async fn write_rows(
        &mut self,
        series: i64,
        revision: i64,
        changed: &[EntrySlot],
    ) -> Result<HashMap<(&'static str, i64), i64>, DbError> {
        let mut rows = Vec::new();
        let mut words = HashMap::new();
        for slot in changed {
            let Some(entry) = &slot.now else { continue };
            let (kind, number) = keyed(slot.key, self.book, self.key)?;
            words.insert(kind.to_owned(), kind);
            let chapter = matches!(entry, Entry::Summary(_)).then_some(number);
            let standing = entry.standing().as_str();
            rows.push(json!([
                slot.place,
                kind,
                number,
                chapter,
                lookup(entry),
                standing,
                value(entry)?,
                entry.mark().0
            ]));
        }
        if rows.is_empty() {
            return Ok(HashMap::new());
        }
        // A new entry gets the next key, one that is restored its former one.
        let written = query(sql!(
            "INSERT INTO knowledge (key, series, kind, number, chapter, lookup, standing, value, mark, revision, updated_at) \
             SELECT ",
            { "j.value ->> 0"
            | "coalesce(CAST(j.value ->> 0 AS BIGINT), nextval(pg_get_serial_sequence('knowledge', 'key')))" },
            ", $2, j.value ->> 1, CAST(j.value ->> 2 AS BIGINT), CAST(j.value ->> 3 AS BIGINT), j.value ->> 4, \
             j.value ->> 5, j.value ->> 6, CAST(j.value ->> 7 AS BIGINT), $3, $4 FROM ",
            { "json_each($1) j" | "json_array_elements($1::json) WITH ORDINALITY j(value, key)" },
            " WHERE true ORDER BY j.key ON CONFLICT (series, kind, number) DO UPDATE SET lookup = excluded.lookup, standing = excluded.standing, \
             value = excluded.value, mark = excluded.mark, revision = excluded.revision, \
             updated_at = excluded.updated_at RETURNING key, kind, number"
        ))
        .bind(Value::Array(rows).to_string())
        .bind(series)
        .bind(revision)
        .bind(self.now_ms)
        .fetch_all(&mut *self.connection)
        .await?;
        let mut places = HashMap::new();
        for row in written {
            let kind = kind_word(row.try_get("kind")?)?;
            places.insert((kind, row.try_get("number")?), row.try_get("key")?);
        }
        Ok(places)
    }
}
