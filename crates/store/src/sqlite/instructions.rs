//! What a person asks of every translation of a book or of one chapter, changed like everything else: with a note of what
//! was there before.

use super::DbError;
use super::edits::Editor;
use crate::change::Effect;
use crate::error::StoreError;
use book::id::ChapterId;

impl Editor<'_> {
    /// Puts instructions in the place of others; refused if something else stands there than `was`.
    pub(super) async fn instruct(
        &mut self,
        chapter: Option<ChapterId>,
        text: Option<&str>,
        was: Option<&str>,
    ) -> Result<(), DbError> {
        let before = self.instructions(chapter).await?;
        if was.is_some_and(|was| was != before.as_deref().unwrap_or_default()) {
            return Err(StoreError::InstructedMeanwhile { present: before.unwrap_or_default() }.into());
        }
        let text = text.filter(|text| !text.is_empty());
        if before.as_deref() == text {
            return Ok(());
        }
        let (statement, key) = match chapter {
            Some(chapter) => {
                ("UPDATE chapters SET instructions = $1 WHERE key = $2", self.key.chapter(chapter))
            }
            None => ("UPDATE books SET instructions = $1 WHERE key = $2", self.key.0),
        };
        sqlx::query(statement).bind(text).bind(key).execute(&mut *self.connection).await?;
        self.effects.push(Effect::Instructed { chapter, before, after: text.map(ToOwned::to_owned) });
        Ok(())
    }

    pub(super) async fn instructions(
        &mut self,
        chapter: Option<ChapterId>,
    ) -> Result<Option<String>, DbError> {
        let Some(chapter) = chapter else {
            let found = sqlx::query_scalar("SELECT instructions FROM books WHERE key = $1")
                .bind(self.key.0)
                .fetch_one(&mut *self.connection)
                .await?;
            return Ok(found);
        };
        let found: Option<Option<String>> =
            sqlx::query_scalar("SELECT instructions FROM chapters WHERE key = $1")
                .bind(self.key.chapter(chapter))
                .fetch_optional(&mut *self.connection)
                .await?;
        found.ok_or_else(|| StoreError::NoSuchChapter { book: self.book, chapter }.into())
    }
}
