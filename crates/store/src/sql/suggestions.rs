//! Suggestions: versions that wait beside the translation until a person accepts them or turns them down.

use super::driver::{Connection, query, query_scalar};
use super::edits::Editor;
use super::rows::{book_key, paragraph, select_paragraphs, version};
use super::{DbError, SqlLibrary};
use crate::change::Effect;
use crate::error::StoreError;
use crate::record::Suggestion;
use book::id::{BookId, ParagraphId, VersionId};

/// Suggestions for what the source says now that are newer than what stands there.
pub(super) const WAITING: &str = "SELECT v.paragraph, v.key, v.text, v.author, v.created_at, v.person, m.name AS person_name, 0 AS selected, v.suggested, \
    1 AS is_of_present_source, 0 AS rejected, w.state AS review_state, w.who AS review_who, \
    w.created_at AS reviewed_at, w.person AS reviewer, n.name AS reviewer_name FROM versions v \
    LEFT JOIN people m ON m.key = v.person LEFT JOIN reviews w ON w.version = v.key LEFT JOIN people n ON n.key = w.person \
    JOIN paragraphs p ON p.key = v.paragraph LEFT JOIN selections s ON s.paragraph = p.key \
    WHERE v.suggested = 1 AND v.paragraph BETWEEN $1 AND $2 AND p.position >= 0 AND v.source = p.source \
    AND (s.version IS NULL OR v.key > s.version) \
    AND NOT EXISTS (SELECT 1 FROM rejections r WHERE r.version = v.key)";

impl SqlLibrary {
    pub(crate) async fn suggestions(&self, book: BookId) -> Result<Vec<Suggestion>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(suggestions(&mut reader, book).await)
    }
}

async fn suggestions(connection: &mut Connection, book: BookId) -> Result<Vec<Suggestion>, DbError> {
    let key = book_key(connection, book).await?;
    let (first, last) = key.range();
    let rows = query(WAITING).bind(first).bind(last).fetch_all(&mut *connection).await?;
    let mut suggestions = Vec::with_capacity(rows.len());
    for row in rows {
        let record = query(select_paragraphs!("WHERE p.key = $1"))
            .bind(row.try_get::<i64, _>("paragraph")?)
            .fetch_one(&mut *connection)
            .await?;
        suggestions.push(Suggestion { paragraph: paragraph(&record)?, version: version(&row)? });
    }
    suggestions.sort_by_key(|one| (one.paragraph.position, one.version.id));
    Ok(suggestions)
}

impl Editor<'_> {
    /// Turns a version of the paragraph down, or lets it in again.
    pub(super) async fn reject(
        &mut self,
        paragraph: ParagraphId,
        version: VersionId,
        rejected: bool,
    ) -> Result<(), DbError> {
        let known: Option<i64> = query_scalar("SELECT 1 FROM versions WHERE key = $1 AND paragraph = $2")
            .bind(version.number())
            .bind(self.key.paragraph(paragraph))
            .fetch_optional(&mut *self.connection)
            .await?;
        known.ok_or(StoreError::NoSuchVersion { paragraph, version })?;
        let before = self.is_rejected(version).await?;
        if before == rejected {
            return Ok(());
        }
        let sql = if rejected {
            "INSERT INTO rejections (version) VALUES ($1)"
        } else {
            "DELETE FROM rejections WHERE version = $1"
        };
        query(sql).bind(version.number()).execute(&mut *self.connection).await?;
        self.effects.push(Effect::Rejected { paragraph, version, before, after: rejected });
        Ok(())
    }

    pub(super) async fn is_rejected(&mut self, version: VersionId) -> Result<bool, DbError> {
        let row: Option<i64> = query_scalar("SELECT 1 FROM rejections WHERE version = $1")
            .bind(version.number())
            .fetch_optional(&mut *self.connection)
            .await?;
        Ok(row.is_some())
    }
}
