//! What checks said about versions, and the findings a person lets stand.

use super::driver::{Connection, Row, query, sql};
use super::edits::Editor;
use super::people::person_name;
use super::rows::{book_key, number_in};
use super::{DbError, SqlLibrary};
use crate::change::{AddedVersion, Effect};
use crate::error::StoreError;
use crate::record::AcknowledgementRecord;
use book::edit::Edit;
use book::id::{BookId, ParagraphId, VersionId};
use book::work::checked::{Acknowledgement, CheckNote};
use serde_json::{Value, json};
use std::collections::HashMap;

impl SqlLibrary {
    pub(crate) async fn check_notes(
        &self,
        book: BookId,
        paragraph: ParagraphId,
    ) -> Result<Vec<(VersionId, CheckNote)>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(check_notes(&mut reader, book, paragraph).await)
    }

    pub(crate) async fn acknowledgements(
        &self,
        book: BookId,
    ) -> Result<Vec<AcknowledgementRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(acknowledgements(&mut reader, book).await)
    }
}

async fn check_notes(
    connection: &mut Connection,
    book: BookId,
    paragraph: ParagraphId,
) -> Result<Vec<(VersionId, CheckNote)>, DbError> {
    let key = book_key(connection, book).await?;
    let rows = query(
        "SELECT n.version, n.note FROM versions v JOIN version_notes n ON n.version = v.key \
         WHERE v.paragraph = $1 ORDER BY v.key",
    )
    .bind(key.paragraph(paragraph))
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<(VersionId, CheckNote), DbError> {
        let version = VersionId::from_number(row.try_get("version")?);
        Ok((version, serde_json::from_str(row.try_get("note")?)?))
    };
    rows.iter().map(read).collect()
}

async fn acknowledgements(
    connection: &mut Connection,
    book: BookId,
) -> Result<Vec<AcknowledgementRecord>, DbError> {
    let (first, last) = book_key(connection, book).await?.range();
    let rows = query(
        "SELECT a.paragraph, a.check_code, a.digest, a.reason, a.created_at, a.person, m.name AS person_name \
         FROM acknowledgements a JOIN paragraphs p ON p.key = a.paragraph LEFT JOIN people m ON m.key = a.person WHERE a.paragraph BETWEEN $1 AND $2 AND p.position >= 0 \
         ORDER BY p.position, a.check_code",
    )
    .bind(first)
    .bind(last)
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<AcknowledgementRecord, DbError> {
        Ok(AcknowledgementRecord {
            paragraph: ParagraphId::from_number(number_in(row.try_get("paragraph")?)),
            check: row.try_get("check_code")?,
            given: Acknowledgement { digest: row.try_get("digest")?, reason: row.try_get("reason")? },
            created_at: row.try_get("created_at")?,
            person: person_name(row)?,
        })
    };
    rows.iter().map(read).collect()
}

impl Editor<'_> {
    /// Keeps what checks said about the versions that this commit added; one statement for all of them.
    pub(super) async fn keep_notes(&mut self, edits: &[Edit], added: &[AddedVersion]) -> Result<(), DbError> {
        let versions: HashMap<ParagraphId, VersionId> =
            added.iter().map(|one| (one.paragraph, one.version)).collect();
        let mut rows: Vec<Value> = Vec::new();
        for edit in edits {
            let Edit::NoteChecks { paragraph, note } = edit else { continue };
            if let Some(version) = versions.get(paragraph) {
                rows.push(json!([version.number(), serde_json::to_string(note)?]));
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
        query(sql!(
            "INSERT INTO version_notes (version, note) SELECT CAST(j.value ->> 0 AS BIGINT), j.value ->> 1 FROM ",
            { "json_each($1) j" | "json_array_elements($1::json) j(value)" }
        ))
        .bind(Value::Array(rows).to_string())
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Lets a finding stand, or opens it again.
    pub(super) async fn acknowledge(
        &mut self,
        paragraph: ParagraphId,
        check: &str,
        given: Option<&Acknowledgement>,
    ) -> Result<(), DbError> {
        // The paragraph must be there.
        self.selection_state(paragraph).await?;
        let before = self.acknowledged(paragraph, check).await?;
        if before.as_ref() == given {
            return Ok(());
        }
        let key = self.key.paragraph(paragraph);
        query("DELETE FROM acknowledgements WHERE paragraph = $1 AND check_code = $2")
            .bind(key)
            .bind(check)
            .execute(&mut *self.connection)
            .await?;
        if let Some(given) = given {
            query(
                "INSERT INTO acknowledgements (paragraph, check_code, digest, reason, created_at, person) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(key)
            .bind(check)
            .bind(&given.digest)
            .bind(&given.reason)
            .bind(self.now_ms)
            .bind(self.person)
            .execute(&mut *self.connection)
            .await?;
        }
        let (check, after) = (check.to_owned(), given.cloned());
        self.effects.push(Effect::Acknowledged { paragraph, check, before, after });
        Ok(())
    }

    pub(super) async fn acknowledged(
        &mut self,
        paragraph: ParagraphId,
        check: &str,
    ) -> Result<Option<Acknowledgement>, DbError> {
        let row =
            query("SELECT digest, reason FROM acknowledgements WHERE paragraph = $1 AND check_code = $2")
                .bind(self.key.paragraph(paragraph))
                .bind(check)
                .fetch_optional(&mut *self.connection)
                .await?;
        let read = |row: Row| -> Result<Acknowledgement, DbError> {
            Ok(Acknowledgement { digest: row.try_get("digest")?, reason: row.try_get("reason")? })
        };
        row.map(read).transpose()
    }
}
