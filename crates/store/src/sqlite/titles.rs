//! Translated titles of a book and its chapters, changed like everything else: with a note of what was there before.

use super::DbError;
use super::edits::Editor;
use crate::change::Effect;
use crate::error::StoreError;
use book::id::ChapterId;
use sqlx::Row;

impl Editor<'_> {
    pub(super) async fn title_chapter(
        &mut self,
        chapter: ChapterId,
        title: Option<&str>,
    ) -> Result<(), DbError> {
        let before = self.chapter_title(chapter).await?;
        if before.as_deref() == title {
            return Ok(());
        }
        sqlx::query("UPDATE chapters SET title_translation = $1 WHERE key = $2")
            .bind(title)
            .bind(self.key.chapter(chapter))
            .execute(&mut *self.connection)
            .await?;
        self.effects.push(Effect::ChapterTitled { chapter, before, after: title.map(ToOwned::to_owned) });
        Ok(())
    }

    pub(super) async fn title_book(&mut self, title: Option<&str>) -> Result<(), DbError> {
        let before = self.book_title().await?;
        if before.as_deref() == title {
            return Ok(());
        }
        sqlx::query("UPDATE books SET title_translation = $1 WHERE key = $2")
            .bind(title)
            .bind(self.key.0)
            .execute(&mut *self.connection)
            .await?;
        self.effects.push(Effect::BookTitled { before, after: title.map(ToOwned::to_owned) });
        Ok(())
    }

    pub(super) async fn chapter_title(&mut self, chapter: ChapterId) -> Result<Option<String>, DbError> {
        let row = sqlx::query("SELECT title_translation FROM chapters WHERE key = $1")
            .bind(self.key.chapter(chapter))
            .fetch_optional(&mut *self.connection)
            .await?
            .ok_or(StoreError::NoSuchChapter { book: self.book, chapter })?;
        Ok(row.try_get("title_translation")?)
    }

    pub(super) async fn book_title(&mut self) -> Result<Option<String>, DbError> {
        let row = sqlx::query("SELECT title_translation FROM books WHERE key = $1")
            .bind(self.key.0)
            .fetch_one(&mut *self.connection)
            .await?;
        Ok(row.try_get("title_translation")?)
    }
}
