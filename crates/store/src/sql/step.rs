//! One step of a task: edits, machine state, transcript, ledger and notes in one transaction, or nothing of it.

use super::add::amount;
use super::bulk::{first_unassigned, list};
use super::driver::{Connection, InsertRows, query, query_scalar, sql};
use super::rows::{BookKey, book_id, run_id, stored};
use super::{DbError, NoteKind, claims, edits, tasks};
use crate::change::{AttributedCause, Cause, Receipt};
use crate::error::StoreError;
use crate::grant::Grant;
use crate::layer::Layer;
use crate::people::PersonId;
use crate::work::{LedgerRow, NewTask, Step, TaskNote};
use book::edit::Edit;
use book::id::{BookId, ParagraphId, RunId, TaskId};
use book::text::version::Author;
use std::collections::HashSet;

pub(super) async fn commit_step(
    connection: &mut Connection,
    layer: Layer,
    person: Option<PersonId>,
    step: &Step<'_>,
) -> Result<Receipt, DbError> {
    let mut task = match step.begins {
        Some(new) => OpenTask::begin(connection, step.task, new).await?,
        None => OpenTask::find(connection, step.task).await?,
    };
    if let Some(fence) = step.fence {
        claims::refuse_unclaimed(connection, task.book, task.book_id, fence).await?;
    }
    if step.after.is_some_and(|after| i64::from(after) != task.n_steps) {
        return Err(StoreError::ClaimLost { book: task.book_id, run: task.run_id }.into());
    }
    task.refuse_foreign(connection, step).await?;
    let cause = Cause {
        who: step.who.clone(),
        run: Some(task.run_id),
        task: Some(step.task),
        note: task.kind.clone(),
    };
    let overruling = edits::Overruling::by(&cause.who);
    let cause = AttributedCause { cause: &cause, person, limit: None, grant: Grant::Process };
    let book = (task.book_id, task.book);
    let receipt =
        edits::commit_to(connection, layer, book, step.edits, cause, overruling, step.now_ms).await?;
    task.append(connection, step, &receipt).await?;
    task.write_ledger(connection, step.ledger).await?;
    for todo in step.todos {
        put_note(connection, NoteKind::Todo, task.key, todo, step.now_ms).await?;
    }
    for question in step.questions {
        put_note(connection, NoteKind::Question, task.key, question, step.now_ms).await?;
    }
    Ok(receipt)
}

/// Steps of several tasks: all of them, or none.
pub(super) async fn commit_steps(
    connection: &mut Connection,
    layer: Layer,
    person: Option<PersonId>,
    steps: &[Step<'_>],
) -> Result<(), DbError> {
    for step in steps {
        commit_step(connection, layer, person, step).await?;
    }
    Ok(())
}

/// A task that has not ended.
struct OpenTask {
    id: TaskId,
    key: i64,
    run: i64,
    run_id: RunId,
    book: BookKey,
    book_id: BookId,
    kind: String,
    n_steps: i64,
    n_lines: i64,
}

impl OpenTask {
    /// Records a task. What was written is known, so that it need not be read.
    async fn begin(connection: &mut Connection, id: TaskId, new: &NewTask<'_>) -> Result<Self, DbError> {
        let keys = tasks::insert_task(connection, id, new).await?;
        Ok(Self {
            id,
            key: keys.task,
            run: keys.run,
            run_id: new.run,
            book: keys.book,
            book_id: new.book,
            kind: new.kind.as_str().to_owned(),
            n_steps: 0,
            n_lines: 0,
        })
    }

    async fn find(connection: &mut Connection, task: TaskId) -> Result<Self, DbError> {
        let row = query(
            "SELECT t.key, t.run, t.book, t.kind, t.outcome, t.n_steps, t.n_lines, r.id AS run_id, b.id AS book_id \
             FROM tasks t JOIN runs r ON r.key = t.run JOIN books b ON b.key = t.book WHERE t.id = $1",
        )
        .bind(stored(task.number()))
        .fetch_optional(connection)
        .await?
        .ok_or(StoreError::NoSuchTask { task })?;
        if let Some(outcome) = row.try_get("outcome")? {
            return Err(StoreError::TaskEnded { task, outcome }.into());
        }
        Ok(Self {
            id: task,
            key: row.try_get("key")?,
            run: row.try_get("run")?,
            run_id: run_id(&row, "run_id")?,
            book: BookKey(row.try_get("book")?),
            book_id: book_id(&row, "book_id")?,
            kind: row.try_get("kind")?,
            n_steps: row.try_get("n_steps")?,
            n_lines: row.try_get("n_lines")?,
        })
    }

    /// A task's writes stay in its chunk, whatever asked for them.
    async fn refuse_foreign(&self, connection: &mut Connection, step: &Step<'_>) -> Result<(), DbError> {
        let written = step.edits.iter().filter_map(|edit| match edit {
            Edit::AddVersion { paragraph, .. }
            | Edit::Expect { paragraph, .. }
            | Edit::SelectVersion { paragraph, .. }
            | Edit::RejectVersion { paragraph, .. }
            | Edit::NoteChecks { paragraph, .. }
            | Edit::Acknowledge { paragraph, .. } => Some(*paragraph),
            Edit::SetLock { .. }
            | Edit::SetReview { .. }
            | Edit::SetReviewOfMany { .. }
            | Edit::CarryReview { .. }
            | Edit::SetTargetLanguage { .. }
            | Edit::SetChapterTitle { .. }
            | Edit::SetBookTitle { .. }
            | Edit::CorrectBookTitle { .. }
            | Edit::SetInstructions { .. }
            | Edit::PutEntry { .. }
            | Edit::RemoveEntry { .. } => None,
        });
        let mut touched: Vec<ParagraphId> =
            written.chain(step.ledger.iter().map(|entry| entry.paragraph)).collect();
        touched.sort_unstable();
        touched.dedup();
        if let Some(new) = step.begins {
            // What it was given a moment ago needs no question.
            let assigned: HashSet<ParagraphId> = new.paragraphs.iter().copied().collect();
            touched.retain(|paragraph| !assigned.contains(paragraph));
        }
        if touched.is_empty() {
            return Ok(());
        }
        match first_unassigned(connection, self.book, self.key, touched.into_iter()).await? {
            Some(paragraph) => Err(StoreError::NotAssigned { task: self.id, paragraph }.into()),
            None => Ok(()),
        }
    }

    /// Writes ledger rows: one statement for all that share a state and a reason.
    async fn write_ledger(&self, connection: &mut Connection, ledger: &[LedgerRow]) -> Result<(), DbError> {
        let alike =
            |one: &LedgerRow, other: &LedgerRow| one.state == other.state && one.reason == other.reason;
        for entries in ledger.chunk_by(alike) {
            let Some(first) = entries.first() else { continue };
            query(sql!(
                "UPDATE task_paragraphs SET state = $1, reason = $2 WHERE task = $3 AND paragraph IN (",
                { "SELECT value FROM json_each($4)" | "SELECT unnest($4)" },
                ")"
            ))
            .bind(first.state.as_str())
            .bind(first.reason.as_deref())
            .bind(self.key)
            .bind(list(entries.iter().map(|entry| self.book.paragraph(entry.paragraph))))
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }

    /// Appends the step and its lines, and sets the task to its new state.
    async fn append(
        &mut self,
        connection: &mut Connection,
        step: &Step<'_>,
        receipt: &Receipt,
    ) -> Result<(), DbError> {
        self.n_steps += 1;
        query(
            "INSERT INTO steps (task, number, change, input, cached_input, output, reasoning, cost_micros, created_at, model) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(self.key)
        .bind(self.n_steps)
        .bind(receipt.change.map(crate::change::ChangeId::number))
        .bind(step.usage.input)
        .bind(step.usage.cached_input)
        .bind(step.usage.output)
        .bind(step.usage.reasoning)
        .bind(step.usage.cost_micros)
        .bind(step.now_ms)
        .bind(match step.who {
            Author::Model { model, .. } | Author::Assistant { model } => Some(model),
            Author::Person | Author::Memory | Author::Checks => None,
        })
        .execute(&mut *connection)
        .await?;
        if !step.transcript.is_empty() {
            let mut insert = InsertRows::new("INSERT INTO transcript (task, line, step, json)");
            for (number, line) in (self.n_lines..).zip(step.transcript) {
                insert.row([self.key.into(), number.into(), self.n_steps.into(), line.into()]);
            }
            insert.execute(&mut *connection).await?;
            self.n_lines += amount(step.transcript.len());
        }
        query(
            "UPDATE tasks SET machine = $1, machine_version = $2, outcome = $3, n_steps = $4, n_lines = $5, \
             input = input + $6, cached_input = cached_input + $7, output = output + $8, \
             reasoning = reasoning + $9, cost_micros = cost_micros + $10, updated_at = $11 WHERE key = $12",
        )
        .bind(step.machine)
        .bind(i64::from(step.machine_version))
        .bind(step.finished.map(ToString::to_string))
        .bind(self.n_steps)
        .bind(self.n_lines)
        .bind(step.usage.input)
        .bind(step.usage.cached_input)
        .bind(step.usage.output)
        .bind(step.usage.reasoning)
        .bind(step.usage.cost_micros)
        .bind(step.now_ms)
        .bind(self.key)
        .execute(&mut *connection)
        .await?;
        query("UPDATE runs SET updated_at = $1 WHERE key = $2")
            .bind(step.now_ms)
            .bind(self.run)
            .execute(connection)
            .await?;
        Ok(())
    }
}

pub(super) async fn put_note_of(
    connection: &mut Connection,
    kind: NoteKind,
    task: TaskId,
    note: &TaskNote,
    now_ms: i64,
) -> Result<(), DbError> {
    let key: Option<i64> = query_scalar("SELECT key FROM tasks WHERE id = $1")
        .bind(stored(task.number()))
        .fetch_optional(&mut *connection)
        .await?;
    let key = key.ok_or(StoreError::NoSuchTask { task })?;
    put_note(connection, kind, key, note, now_ms).await
}

async fn put_note(
    connection: &mut Connection,
    kind: NoteKind,
    task: i64,
    note: &TaskNote,
    now_ms: i64,
) -> Result<(), DbError> {
    let sql = match kind {
        NoteKind::Todo => {
            "INSERT INTO todos (task, number, json, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) \
             ON CONFLICT (task, number) DO UPDATE SET json = excluded.json, updated_at = excluded.updated_at"
        }
        NoteKind::Question => {
            "INSERT INTO questions (task, number, json, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) \
             ON CONFLICT (task, number) DO UPDATE SET json = excluded.json, updated_at = excluded.updated_at"
        }
    };
    query(sql)
        .bind(task)
        .bind(i64::from(note.number))
        .bind(&note.json)
        .bind(now_ms)
        .execute(connection)
        .await?;
    Ok(())
}
