//! What a person asks of every translation of a series, of a book or of one chapter, changed like everything else: with a
//! note of what was there before.

use super::DbError;
use super::driver::{query, query_scalar};
use super::edits::Editor;
use crate::change::Effect;
use crate::error::StoreError;
use book::edit::InstructionScope;

impl Editor<'_> {
    /// Puts instructions in the place of others; refused if something else stands there than `was`.
    pub(super) async fn instruct(
        &mut self,
        scope: InstructionScope,
        text: Option<&str>,
        was: Option<&str>,
    ) -> Result<(), DbError> {
        let before = self.instructions(scope).await?;
        if was.is_some_and(|was| was != before.as_deref().unwrap_or_default()) {
            return Err(StoreError::InstructedMeanwhile { present: before.unwrap_or_default() }.into());
        }
        let text = text.filter(|text| !text.is_empty());
        if before.as_deref() == text {
            return Ok(());
        }
        let after = text.map(ToOwned::to_owned);
        let (statement, key, effect) = match scope {
            InstructionScope::Series => (
                "UPDATE series SET instructions = $1 WHERE key = (SELECT series FROM books WHERE key = $2)",
                self.key.0,
                Effect::SeriesInstructed { before, after },
            ),
            InstructionScope::Book => (
                "UPDATE books SET instructions = $1 WHERE key = $2",
                self.key.0,
                Effect::Instructed { chapter: None, before, after },
            ),
            InstructionScope::Chapter(chapter) => (
                "UPDATE chapters SET instructions = $1 WHERE key = $2",
                self.key.chapter(chapter),
                Effect::Instructed { chapter: Some(chapter), before, after },
            ),
        };
        query(statement).bind(text).bind(key).execute(&mut *self.connection).await?;
        self.effects.push(effect);
        Ok(())
    }

    /// Restores the earlier instructions, if they have not changed since.
    pub(super) async fn uninstruct(
        &mut self,
        scope: InstructionScope,
        before: Option<&str>,
        after: Option<&str>,
    ) -> Result<bool, DbError> {
        let untouched = self.instructions(scope).await?.as_deref() == after;
        if untouched {
            self.instruct(scope, before, None).await?;
        }
        Ok(untouched)
    }

    pub(super) async fn instructions(&mut self, scope: InstructionScope) -> Result<Option<String>, DbError> {
        let (statement, key) = match scope {
            InstructionScope::Series => (
                "SELECT s.instructions FROM books b JOIN series s ON s.key = b.series WHERE b.key = $1",
                self.key.0,
            ),
            InstructionScope::Book => ("SELECT instructions FROM books WHERE key = $1", self.key.0),
            InstructionScope::Chapter(chapter) => {
                ("SELECT instructions FROM chapters WHERE key = $1", self.key.chapter(chapter))
            }
        };
        let found: Option<Option<String>> =
            query_scalar(statement).bind(key).fetch_optional(&mut *self.connection).await?;
        match (found, scope) {
            (None, InstructionScope::Chapter(chapter)) => {
                Err(StoreError::NoSuchChapter { book: self.book, chapter }.into())
            }
            (found, _) => Ok(found.flatten()),
        }
    }
}
