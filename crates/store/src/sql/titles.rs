//! Translated titles of a book and its chapters, changed like everything else: with a note of what was there before.

use super::DbError;
use super::driver::{Row, query, query_scalar};
use super::edits::{Editor, Overruling};
use crate::change::Effect;
use crate::error::StoreError;
use book::id::ChapterId;

/// A translated title, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Title {
    pub(super) text: Option<String>,
    pub(super) by_person: bool,
}

impl Title {
    fn read(row: &Row) -> Result<Self, DbError> {
        Ok(Self { text: row.try_get("title_translation")?, by_person: row.try_get("title_by_person")? })
    }
}

impl Editor<'_> {
    /// Sets or removes a chapter's title; a person's own title stays unless a person agrees.
    pub(super) async fn title_chapter(
        &mut self,
        chapter: ChapterId,
        text: Option<&str>,
        by_person: bool,
    ) -> Result<(), DbError> {
        let before = self.chapter_title(chapter).await?;
        let title = Title { text: text.map(ToOwned::to_owned), by_person: by_person && text.is_some() };
        if !self.replaces(&before, &title, "the title of the chapter")? {
            return Ok(());
        }
        query("UPDATE chapters SET title_translation = $1, title_by_person = $2 WHERE key = $3")
            .bind(text)
            .bind(title.by_person)
            .bind(self.key.chapter(chapter))
            .execute(&mut *self.connection)
            .await?;
        let (before, before_by_person) = (before.text, before.by_person);
        self.effects.push(Effect::ChapterTitled { chapter, before, before_by_person, after: title.text });
        Ok(())
    }

    /// Sets or removes the book's title; a person's own title stays unless a person agrees.
    pub(super) async fn title_book(&mut self, text: Option<&str>, by_person: bool) -> Result<(), DbError> {
        let before = self.book_title().await?;
        let title = Title { text: text.map(ToOwned::to_owned), by_person: by_person && text.is_some() };
        if !self.replaces(&before, &title, "the title of the book")? {
            return Ok(());
        }
        query("UPDATE books SET title_translation = $1, title_by_person = $2 WHERE key = $3")
            .bind(text)
            .bind(title.by_person)
            .bind(self.key.0)
            .execute(&mut *self.connection)
            .await?;
        let (before, before_by_person) = (before.text, before.by_person);
        self.effects.push(Effect::BookTitled { before, before_by_person, after: title.text });
        Ok(())
    }

    /// Corrects the title the book has in its own language.
    pub(super) async fn correct_title(&mut self, title: &str) -> Result<(), DbError> {
        let before = self.source_title().await?;
        if before == title {
            return Ok(());
        }
        query("UPDATE books SET title = $1 WHERE key = $2")
            .bind(title)
            .bind(self.key.0)
            .execute(&mut *self.connection)
            .await?;
        self.effects.push(Effect::BookTitleCorrected { before, after: title.to_owned() });
        Ok(())
    }

    pub(super) async fn source_title(&mut self) -> Result<String, DbError> {
        Ok(query_scalar("SELECT title FROM books WHERE key = $1")
            .bind(self.key.0)
            .fetch_one(&mut *self.connection)
            .await?)
    }

    /// Whether the title is to be written. A person who says a model's title again makes it their own.
    fn replaces(&self, before: &Title, after: &Title, what: &'static str) -> Result<bool, DbError> {
        match self.overruling {
            _ if before == after => Ok(false),
            Overruling::Refuse if before.text == after.text => Ok(false),
            Overruling::Keep if before.by_person => Ok(false),
            Overruling::Refuse if before.by_person => Err(StoreError::SettledByPerson { what }.into()),
            Overruling::Keep | Overruling::Refuse | Overruling::Overrule => Ok(true),
        }
    }

    pub(super) async fn chapter_title(&mut self, chapter: ChapterId) -> Result<Title, DbError> {
        let row = query("SELECT title_translation, title_by_person FROM chapters WHERE key = $1")
            .bind(self.key.chapter(chapter))
            .fetch_optional(&mut *self.connection)
            .await?
            .ok_or(StoreError::NoSuchChapter { book: self.book, chapter })?;
        Title::read(&row)
    }

    pub(super) async fn book_title(&mut self) -> Result<Title, DbError> {
        let row = query("SELECT title_translation, title_by_person FROM books WHERE key = $1")
            .bind(self.key.0)
            .fetch_one(&mut *self.connection)
            .await?;
        Title::read(&row)
    }
}
