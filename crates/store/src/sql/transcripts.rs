//! Transcripts of tasks that have ended: what can be taken out without any run or cost being forgotten.

use super::driver::{Connection, query_built};
use super::rows::stored;
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::work::{OldTranscripts, TranscriptSize};

/// Tasks that have not ended are never among them: a run goes on from their transcripts.
const OLD: &str = "SELECT t.key FROM tasks t JOIN runs r ON r.key = t.run JOIN books b ON b.key = r.book \
    WHERE t.outcome IS NOT NULL AND t.updated_at < $1 AND ($2 IS NULL OR b.id = $2)";

impl SqlLibrary {
    pub(crate) async fn transcript_size(&self, old: &OldTranscripts) -> Result<TranscriptSize, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(size(&mut reader, old).await)
    }

    pub(crate) async fn purge_transcripts(&self, old: &OldTranscripts) -> Result<TranscriptSize, StoreError> {
        let mut tx = self.begin_as_process(Scope::Anywhere).await?;
        let done = purge(&mut tx, old).await;
        self.end_erasing(tx, done).await
    }
}

async fn size(connection: &mut Connection, old: &OldTranscripts) -> Result<TranscriptSize, DbError> {
    let sql = format!(
        "SELECT count(DISTINCT l.task) AS n_tasks, count(*) AS n_lines, \
         CAST(coalesce(sum(octet_length(l.json)), 0) AS BIGINT) AS n_bytes FROM transcript l WHERE l.task IN ({OLD})"
    );
    let row = query_built(sql)
        .bind(old.before_ms)
        .bind(old.book.map(|book| stored(book.number())))
        .fetch_one(connection)
        .await?;
    let number = |column: &str| -> Result<u64, DbError> {
        let number: i64 = row.try_get(column)?;
        Ok(u64::try_from(number).unwrap_or_default())
    };
    Ok(TranscriptSize {
        n_tasks: number("n_tasks")?,
        n_lines: number("n_lines")?,
        n_bytes: number("n_bytes")?,
    })
}

async fn purge(connection: &mut Connection, old: &OldTranscripts) -> Result<TranscriptSize, DbError> {
    let size = size(connection, old).await?;
    if size.n_lines == 0 {
        return Ok(size);
    }
    let sql = format!("DELETE FROM transcript WHERE task IN ({OLD})");
    query_built(sql)
        .bind(old.before_ms)
        .bind(old.book.map(|book| stored(book.number())))
        .execute(connection)
        .await?;
    Ok(size)
}
