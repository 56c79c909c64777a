//! Taking changes back: former states are restored by a new change, and what is newer is left alone.

use super::DbError;
use super::driver::{Connection, Row, query, query_scalar, sql};
use super::edits::{Editor, Overruling};
use super::history::{Origin, effects_of, mark_together};
use super::rows::{BookKey, book_id, book_key, stored};
use super::scope::Scope;
use super::titles::Title;
use crate::change::{AttributedCause, ChangeId, Effect, Undone};
use crate::error::StoreError;
use book::edit::InstructionScope;
use book::id::{BookId, RunId};
use book::text::version::Author;

pub(super) async fn undo(
    connection: &mut Connection,
    change: ChangeId,
    cause: AttributedCause<'_>,
    now_ms: i64,
) -> Result<Undone, DbError> {
    let row = query("SELECT undone_by FROM changes WHERE key = $1")
        .bind(change.number())
        .fetch_optional(&mut *connection)
        .await?
        .ok_or(StoreError::NoSuchChange { change })?;
    if let Some(by) = row.try_get::<Option<i64>, _>("undone_by")? {
        return Err(StoreError::AlreadyUndone { change, by: ChangeId::from_number(by) }.into());
    }
    take_back_together(connection, change, cause, now_ms).await
}

/// Undoes one change of the cause's author, or their last one in the book; never another author's.
pub(super) async fn undo_own(
    connection: &mut Connection,
    book: BookId,
    change: Option<ChangeId>,
    cause: AttributedCause<'_>,
    now_ms: i64,
) -> Result<Undone, DbError> {
    let key = book_key(connection, book).await?;
    let own: Option<i64> = query_scalar(
        "SELECT key FROM changes WHERE book = $1 AND who = $2 AND key = coalesce($3, key) \
         AND is_undo = 0 AND undone_by IS NULL AND coalesce(person, 0) = coalesce($4, 0) ORDER BY key DESC LIMIT 1",
    )
    .bind(key.0)
    .bind(serde_json::to_string(&cause.who)?)
    .bind(change.map(ChangeId::number))
    .bind(cause.key())
    .fetch_optional(&mut *connection)
    .await?;
    let nothing = || match change {
        Some(change) => StoreError::NotOwnChange { change },
        None => StoreError::NothingToUndo { book },
    };
    let own = own.map(ChangeId::from_number).ok_or_else(nothing)?;
    take_back_together(connection, own, cause, now_ms).await
}

pub(super) async fn undo_last(
    connection: &mut Connection,
    book: BookId,
    cause: AttributedCause<'_>,
    now_ms: i64,
) -> Result<Undone, DbError> {
    let key = book_key(connection, book).await?;
    let change: Option<i64> = query_scalar(sql!(
        "SELECT c.key FROM changes c WHERE c.book = $1 AND c.is_undo = 0 AND c.undone_by IS NULL AND EXISTS (SELECT 1 FROM ",
        // PostgreSQL cannot take a text out of an object that has a null character anywhere.
        { "json_each(c.effects) e WHERE e.value ->> 'effect' <> 'version_added'"
        | "json_array_elements(c.effects::json) e(value) WHERE e.value::text NOT LIKE '{\"effect\":\"version_added\"%'" },
        ") ORDER BY c.key DESC LIMIT 1"
    ))
    .bind(key.0)
    .fetch_optional(&mut *connection)
    .await?;
    let change = change.map(ChangeId::from_number).ok_or(StoreError::NothingToUndo { book })?;
    take_back_together(connection, change, cause, now_ms).await
}

pub(super) async fn undo_run(
    connection: &mut Connection,
    run: RunId,
    cause: AttributedCause<'_>,
    now_ms: i64,
) -> Result<Undone, DbError> {
    let row = query("SELECT b.id, b.key FROM runs r JOIN books b ON b.key = r.book WHERE r.id = $1")
        .bind(stored(run.number()))
        .fetch_optional(&mut *connection)
        .await?
        .ok_or(StoreError::NoSuchRun { run })?;
    let book = BookOf::read(&row)?;
    let changes: Vec<i64> = query_scalar(
        "SELECT key FROM changes WHERE run = $1 AND is_undo = 0 AND undone_by IS NULL ORDER BY key DESC",
    )
    .bind(stored(run.number()))
    .fetch_all(&mut *connection)
    .await?;
    if changes.is_empty() {
        return Err(StoreError::NothingToUndo { book: book.book }.into());
    }
    let changes = changes.into_iter().map(ChangeId::from_number).collect();
    let taken = take_back(connection, book, changes, cause, now_ms).await?;
    refuse_nothing(&taken)?;
    Ok(taken)
}

/// Takes a change back with those that were made together with it in other books.
async fn take_back_together(
    connection: &mut Connection,
    change: ChangeId,
    cause: AttributedCause<'_>,
    now_ms: i64,
) -> Result<Undone, DbError> {
    let rows = query(
        "SELECT c.key AS change, b.id, b.key FROM changes c JOIN books b ON b.key = c.book WHERE c.undone_by IS NULL \
         AND (c.key = $1 OR c.made_with = (SELECT o.made_with FROM changes o WHERE o.key = $1)) \
         ORDER BY c.key <> $1, c.key DESC",
    )
    .bind(change.number())
    .fetch_all(&mut *connection)
    .await?;
    let mut undone: Option<Undone> = None;
    let mut by = Vec::with_capacity(rows.len());
    for row in &rows {
        let one = ChangeId::from_number(row.try_get("change")?);
        let taken = take_back(connection, BookOf::read(row)?, vec![one], cause, now_ms).await?;
        by.push(taken.by);
        undone = Some(match undone {
            None => taken,
            Some(mut all) => {
                all.changes.extend(taken.changes);
                all.books.extend(taken.books);
                all.n_restored += taken.n_restored;
                all.left_alone.extend(taken.left_alone);
                all
            }
        });
    }
    let undone = undone.ok_or(StoreError::NoSuchChange { change })?;
    refuse_nothing(&undone)?;
    if by.len() > 1 {
        mark_together(connection, &by).await?;
    }
    Ok(undone)
}

/// An undo that would restore nothing is refused, and rolled back with everything else.
fn refuse_nothing(undone: &Undone) -> Result<(), StoreError> {
    match (undone.n_restored, undone.left_alone.is_empty(), undone.changes.first()) {
        (0, false, Some(change)) => {
            Err(StoreError::Overwritten { change: *change, effects: undone.left_alone.clone() })
        }
        _ => Ok(()),
    }
}

struct BookOf {
    book: BookId,
    key: BookKey,
}

impl BookOf {
    fn read(row: &Row) -> Result<Self, DbError> {
        Ok(Self { book: book_id(row, "id")?, key: BookKey(row.try_get("key")?) })
    }
}

/// Takes back changes of one book, newest first.
async fn take_back(
    connection: &mut Connection,
    BookOf { book, key }: BookOf,
    changes: Vec<ChangeId>,
    cause: AttributedCause<'_>,
    now_ms: i64,
) -> Result<Undone, DbError> {
    // The transaction may be about any book, and the change of one may take those of others with it.
    cause.grant.verify(connection, Scope::Key(key)).await?;
    let overruling = match cause.who {
        Author::Person => Overruling::Overrule,
        // Others take back their own changes, and leave alone what a person has settled since.
        Author::Assistant { .. } | Author::Model { .. } | Author::Memory | Author::Checks => Overruling::Keep,
    };
    let mut editor = Editor::new(connection, (book, key), cause, overruling, now_ms).await?;
    let mut left_alone = Vec::new();
    for change in &changes {
        let effects = effects_of(editor.connection, *change).await?;
        left_alone.extend(editor.unlearn(&effects).await?);
        for effect in effects.into_iter().rev() {
            if let Effect::SourceRevised { .. } = effect {
                return Err(StoreError::NotUndoable { change: *change }.into());
            }
            if !editor.restore(&effect).await? {
                left_alone.push(effect);
            }
        }
    }
    let n_restored = editor.effects.len();
    let by = editor.record(cause, Origin::Undo).await?;
    for change in &changes {
        query("UPDATE changes SET undone_by = $1 WHERE key = $2")
            .bind(by.number())
            .bind(change.number())
            .execute(&mut *editor.connection)
            .await?;
        // Where an undo is taken back, what it had undone stands again.
        query("UPDATE changes SET undone_by = NULL WHERE undone_by = $1")
            .bind(change.number())
            .execute(&mut *editor.connection)
            .await?;
    }
    Ok(Undone { changes, by, books: vec![book], n_restored, left_alone })
}

impl Editor<'_> {
    fn may_take_back(&self, title: &Title) -> bool {
        self.overruling == Overruling::Overrule || !title.by_person
    }

    /// Restores what was before, if what the effect left behind is still there. Versions stay: they are never lost.
    async fn restore(&mut self, effect: &Effect) -> Result<bool, DbError> {
        match effect {
            // Entries are restored together, before the rest.
            Effect::VersionAdded { .. } | Effect::EntryChanged { .. } => Ok(true),
            Effect::Selected { paragraph, before, after } => {
                let Some(selection_state) = self.find_standpoint(*paragraph).await? else { return Ok(false) };
                let is_settled = (selection_state.is_protected() && self.overruling != Overruling::Overrule)
                    || (selection_state.approved && !self.rights.approves);
                if selection_state.selected != *after || is_settled {
                    return Ok(false);
                }
                match self.select(*paragraph, &selection_state, *before).await {
                    // The source has changed since, and with it the tags.
                    Err(DbError::Known(error)) if matches!(*error, StoreError::DoesNotFit { .. }) => {
                        Ok(false)
                    }
                    done => done.map(|()| true),
                }
            }
            Effect::Locked { paragraph, before, after } => {
                let Some(selection_state) = self.find_standpoint(*paragraph).await? else { return Ok(false) };
                let untouched = selection_state.locked == *after;
                if untouched {
                    self.lock(*paragraph, &selection_state, *before).await?;
                }
                Ok(untouched)
            }
            Effect::Reviewed { paragraph, version, before, after } => {
                self.take_back_review(*paragraph, *version, (*before, *after)).await
            }
            Effect::Rejected { paragraph, version, before, after } => {
                let untouched = self.is_rejected(*version).await? == *after;
                if untouched {
                    self.reject(*paragraph, *version, *before).await?;
                }
                Ok(untouched)
            }
            Effect::Acknowledged { paragraph, check, before, after } => {
                if self.find_standpoint(*paragraph).await?.is_none()
                    || self.acknowledged(*paragraph, check).await? != *after
                {
                    return Ok(false);
                }
                self.acknowledge(*paragraph, check, before.as_ref()).await?;
                Ok(true)
            }
            Effect::SourceRevised { .. } => Ok(false),
            Effect::Retargeted { before, after, left_series } => {
                self.take_back_language(before.as_ref(), after.as_ref(), *left_series).await
            }
            Effect::ChapterTitled { chapter, before, before_by_person, after } => {
                let title = self.chapter_title(*chapter).await?;
                let untouched = title.text == *after && self.may_take_back(&title);
                if untouched {
                    self.title_chapter(*chapter, before.as_deref(), *before_by_person).await?;
                }
                Ok(untouched)
            }
            Effect::Instructed { chapter, before, after } => {
                let scope = chapter.map_or(InstructionScope::Book, InstructionScope::Chapter);
                self.uninstruct(scope, before.as_deref(), after.as_deref()).await
            }
            Effect::SeriesInstructed { before, after } => {
                self.uninstruct(InstructionScope::Series, before.as_deref(), after.as_deref()).await
            }
            Effect::BookTitleCorrected { before, after } => {
                let untouched = self.source_title().await? == *after;
                if untouched {
                    self.correct_title(before).await?;
                }
                Ok(untouched)
            }
            Effect::BookTitled { before, before_by_person, after } => {
                let title = self.book_title().await?;
                let untouched = title.text == *after && self.may_take_back(&title);
                if untouched {
                    self.title_book(before.as_deref(), *before_by_person).await?;
                }
                Ok(untouched)
            }
        }
    }
}
