//! Runs and tasks in the file.

use super::add::random;
use super::bulk::{first_unassigned, list};
use super::driver::{self, Connection, Row, query_scalar, sql};
use super::people::person_name;
use super::rows::{
    BookKey, book_id, book_key, count, number_in, optional_word, run_id, stored, task_id, word,
};
use super::{DbError, SqlLibrary, knowledge};
use crate::error::StoreError;
use crate::people::PersonId;
use crate::work::{LedgerRow, NewRun, NewTask, RunNote, RunRecord, StepUsage, TaskNote, TaskRecord};
use book::id::{BookId, ChapterId, ParagraphId, RunId, TaskId};
use book::text::version::TaskKind;
use book::work::outcome::{LedgerState, RunOutcome, TaskEnd};

/// The two kinds of notes a task keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoteKind {
    Todo,
    Question,
}

pub(super) async fn create_run(
    connection: &mut Connection,
    new: &NewRun<'_>,
    person: Option<PersonId>,
) -> Result<RunId, DbError> {
    let book = book_key(connection, new.book).await?;
    let id = RunId::from_random(random()?);
    driver::query(
        "INSERT INTO runs (id, book, kind, wish, created_at, updated_at, n_sessions, person) VALUES ($1, $2, $3, $4, $5, $5, 1, $6)",
    )
    .bind(stored(id.number()))
    .bind(book.0)
    .bind(new.kind.as_str())
    .bind(new.spec)
    .bind(new.now_ms)
    .bind(person.map(PersonId::number))
    .execute(connection)
    .await?;
    Ok(id)
}

pub(super) async fn finish_run(
    connection: &mut Connection,
    run: RunId,
    outcome: Option<RunOutcome>,
    now_ms: i64,
) -> Result<(), DbError> {
    let done = driver::query("UPDATE runs SET outcome = $1, updated_at = $2 WHERE id = $3")
        .bind(outcome.map(RunOutcome::as_str))
        .bind(now_ms)
        .bind(stored(run.number()))
        .execute(connection)
        .await?;
    if done.rows_affected() == 0 { Err(StoreError::NoSuchRun { run }.into()) } else { Ok(()) }
}

pub(super) async fn note_run(
    connection: &mut Connection,
    run: RunId,
    note: RunNote<'_>,
) -> Result<(), DbError> {
    let id = stored(run.number());
    let query = match note {
        RunNote::Spec(spec) => driver::query("UPDATE runs SET wish = $1 WHERE id = $2").bind(spec),
        RunNote::Chunks(n_chunks) => driver::query("UPDATE runs SET n_chunks = $1 WHERE id = $2")
            .bind(i64::try_from(n_chunks).unwrap_or(i64::MAX)),
        RunNote::Output(path) => driver::query("UPDATE runs SET output = $1 WHERE id = $2").bind(path),
    };
    query.bind(id).execute(connection).await?;
    Ok(())
}

/// Counts one more session of a run, and says how many there were before.
pub(super) async fn begin_session(connection: &mut Connection, run: RunId) -> Result<u64, DbError> {
    let counted: Option<i64> = query_scalar(
        "UPDATE runs SET n_sessions = n_sessions + 1, last_event = NULL WHERE id = $1 RETURNING n_sessions - 1",
    )
    .bind(stored(run.number()))
    .fetch_optional(connection)
    .await?;
    Ok(counted.ok_or(StoreError::NoSuchRun { run })?.unsigned_abs())
}

/// Notes the last event of a resting run, unless a later session has begun since.
pub(super) async fn end_session(
    connection: &mut Connection,
    run: RunId,
    n_sessions: u64,
    last_event: u64,
) -> Result<(), DbError> {
    let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    driver::query("UPDATE runs SET last_event = $1 WHERE id = $2 AND n_sessions <= $3")
        .bind(number(last_event))
        .bind(stored(run.number()))
        .bind(number(n_sessions))
        .execute(connection)
        .await?;
    Ok(())
}

/// Counts one more session of a server, and says how many there were before.
pub(super) async fn begin_serving(connection: &mut Connection) -> Result<u64, DbError> {
    let counted: i64 =
        query_scalar("UPDATE servings SET n_sessions = n_sessions + 1 RETURNING n_sessions - 1")
            .fetch_one(connection)
            .await?;
    Ok(counted.unsigned_abs())
}

pub(super) async fn create_task(connection: &mut Connection, new: &NewTask<'_>) -> Result<TaskId, DbError> {
    let id = fresh_task_id()?;
    insert_task(connection, id, new).await?;
    Ok(id)
}

/// An id that no task has.
pub(crate) fn fresh_task_id() -> Result<TaskId, DbError> {
    Ok(TaskId::from_random(random()?))
}

/// The keys under which a new task was written.
#[derive(Debug, Clone, Copy)]
pub(super) struct TaskKeys {
    pub(super) task: i64,
    pub(super) run: i64,
    pub(super) book: BookKey,
}

pub(super) async fn insert_task(
    connection: &mut Connection,
    id: TaskId,
    new: &NewTask<'_>,
) -> Result<TaskKeys, DbError> {
    let book = book_key(connection, new.book).await?;
    let run: Option<i64> = query_scalar("SELECT key FROM runs WHERE id = $1 AND book = $2")
        .bind(stored(new.run.number()))
        .bind(book.0)
        .fetch_optional(&mut *connection)
        .await?;
    let run = run.ok_or(StoreError::NoSuchRun { run: new.run })?;
    let task = query_scalar(
        "INSERT INTO tasks (id, run, book, kind, chapter, machine, machine_version, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING key",
    )
    .bind(stored(id.number()))
    .bind(run)
    .bind(book.0)
    .bind(new.kind.as_str())
    .bind(book.chapter(new.chapter))
    .bind(new.machine)
    .bind(i64::from(new.machine_version))
    .bind(new.now_ms)
    .fetch_one(&mut *connection)
    .await?;
    if let Some(used) = new.knowledge {
        knowledge::remember(connection, task, used).await?;
    }
    // Whatever is missing afterwards is not in the chapter.
    let assigned = driver::query(sql!(
        "INSERT INTO task_paragraphs (task, paragraph, ordinal, state) SELECT $1, p.key, ",
        {
            "j.key, $2 FROM json_each($3) j CROSS"
                | "j.key - 1, $2 FROM unnest($3) WITH ORDINALITY j(value, key)"
        },
        " JOIN paragraphs p ON p.key = j.value AND p.chapter = $4"
    ))
    .bind(task)
    .bind(LedgerState::Pending.as_str())
    .bind(list(new.paragraphs.iter().map(|paragraph| book.paragraph(*paragraph))))
    .bind(book.chapter(new.chapter))
    .execute(&mut *connection)
    .await?;
    if assigned.rows_affected() != u64::try_from(new.paragraphs.len()).unwrap_or(u64::MAX)
        && let Some(paragraph) =
            first_unassigned(connection, book, task, new.paragraphs.iter().copied()).await?
    {
        return Err(StoreError::NoSuchParagraph { book: new.book, paragraph }.into());
    }
    Ok(TaskKeys { task, run, book })
}

/// Runs, and the keys of the same runs. What a run has used is added up from its steps: a row of `tasks` holds the whole state
/// of its machine, and reading past that for every task of a long run takes many times as long.
macro_rules! select_runs {
    ($keys:literal, $rest:literal) => {
        concat!(
            "SELECT r.id, b.id AS book_id, r.kind, r.wish, r.outcome, r.n_chunks, r.n_sessions, r.last_event, r.output AS file, ",
            "r.created_at, r.updated_at, r.person, m.name AS person_name, ",
            "(SELECT count(*) FROM tasks o WHERE o.run = r.key) AS n_tasks, ",
            "(SELECT count(*) FROM tasks o WHERE o.run = r.key AND o.outcome IS NULL) AS n_open, ",
            "coalesce(u.input, 0) AS input, coalesce(u.cached_input, 0) AS cached_input, coalesce(u.output, 0) AS output, ",
            "coalesce(u.reasoning, 0) AS reasoning, coalesce(u.cost_micros, 0) AS cost_micros ",
            "FROM runs r JOIN books b ON b.key = r.book AND b.removed_at IS NULL LEFT JOIN people m ON m.key = r.person LEFT JOIN (SELECT t.run, ",
            "CAST(sum(s.input) AS BIGINT) AS input, CAST(sum(s.cached_input) AS BIGINT) AS cached_input, ",
            "CAST(sum(s.output) AS BIGINT) AS output, CAST(sum(s.reasoning) AS BIGINT) AS reasoning, ",
            "CAST(sum(s.cost_micros) AS BIGINT) AS cost_micros ",
            "FROM tasks t JOIN steps s ON s.task = t.key WHERE t.run IN (", $keys, ") GROUP BY t.run) u ON u.run = r.key ",
            $rest
        )
    };
}
pub(super) const RUNS_OF_BOOK: &str = select_runs!(
    "SELECT k.key FROM runs k JOIN books o ON o.key = k.book WHERE o.id = $1",
    "WHERE b.id = $1 ORDER BY r.key DESC"
);

macro_rules! select_tasks {
    ($rest:literal) => {
        concat!(
            "SELECT t.id, r.id AS run_id, b.id AS book_id, t.kind, t.chapter, t.machine, t.machine_version, t.outcome, ",
            "t.n_steps, t.input, t.cached_input, t.output, t.reasoning, t.cost_micros, t.created_at, t.updated_at ",
            "FROM tasks t JOIN runs r ON r.key = t.run JOIN books b ON b.key = t.book ",
            $rest
        )
    };
}

impl SqlLibrary {
    pub(crate) async fn run(&self, run: RunId) -> Result<RunRecord, StoreError> {
        let mut reader = self.reader().await?;
        let row = driver::query(select_runs!("SELECT k.key FROM runs k WHERE k.id = $1", "WHERE r.id = $1"))
            .bind(stored(run.number()))
            .fetch_optional(&mut reader)
            .await;
        let row = self.map_db_error(row.map_err(DbError::from))?.ok_or(StoreError::NoSuchRun { run })?;
        self.map_db_error(run_record(&row))
    }

    /// Newest first.
    pub(crate) async fn runs(&self, book: Option<BookId>) -> Result<Vec<RunRecord>, StoreError> {
        let mut reader = self.reader().await?;
        let query = match book {
            Some(book) => driver::query(RUNS_OF_BOOK).bind(stored(book.number())),
            None => driver::query(select_runs!("SELECT k.key FROM runs k", "ORDER BY r.key DESC")),
        };
        let rows = query.fetch_all(&mut reader).await;
        self.map_db_error(rows.map_err(DbError::from).and_then(|rows| rows.iter().map(run_record).collect()))
    }

    pub(crate) async fn task(&self, task: TaskId) -> Result<TaskRecord, StoreError> {
        let mut reader = self.reader().await?;
        let row = driver::query(select_tasks!("WHERE t.id = $1"))
            .bind(stored(task.number()))
            .fetch_optional(&mut reader)
            .await;
        let row = self.map_db_error(row.map_err(DbError::from))?.ok_or(StoreError::NoSuchTask { task })?;
        self.map_db_error(task_record(&row))
    }

    pub(crate) async fn tasks(&self, run: RunId) -> Result<Vec<TaskRecord>, StoreError> {
        self.tasks_where(select_tasks!("WHERE r.id = $1 ORDER BY t.key"), run).await
    }

    pub(crate) async fn unfinished_tasks(&self, run: RunId) -> Result<Vec<TaskRecord>, StoreError> {
        self.tasks_where(select_tasks!("WHERE r.id = $1 AND t.outcome IS NULL ORDER BY t.key"), run).await
    }

    async fn tasks_where(&self, sql: &'static str, run: RunId) -> Result<Vec<TaskRecord>, StoreError> {
        let mut reader = self.reader().await?;
        let rows = driver::query(sql).bind(stored(run.number())).fetch_all(&mut reader).await;
        self.map_db_error(rows.map_err(DbError::from).and_then(|rows| rows.iter().map(task_record).collect()))
    }

    pub(crate) async fn transcript(&self, task: TaskId) -> Result<Vec<String>, StoreError> {
        let mut reader = self.reader().await?;
        let lines = query_scalar(
            "SELECT l.json FROM tasks t JOIN transcript l ON l.task = t.key WHERE t.id = $1 ORDER BY l.line",
        )
        .bind(stored(task.number()))
        .fetch_all(&mut reader)
        .await;
        self.map_db_error(lines.map_err(DbError::from))
    }

    pub(crate) async fn ledger(&self, task: TaskId) -> Result<Vec<LedgerRow>, StoreError> {
        let mut reader = self.reader().await?;
        let rows = driver::query(
            "SELECT p.paragraph, p.state, p.reason FROM tasks t JOIN task_paragraphs p ON p.task = t.key \
             WHERE t.id = $1 ORDER BY p.ordinal",
        )
        .bind(stored(task.number()))
        .fetch_all(&mut reader)
        .await;
        let read = |row: &Row| -> Result<LedgerRow, DbError> {
            Ok(LedgerRow {
                paragraph: ParagraphId::from_number(number_in(row.try_get("paragraph")?)),
                state: word(row, "state", LedgerState::from_word)?,
                reason: row.try_get("reason")?,
            })
        };
        self.map_db_error(rows.map_err(DbError::from).and_then(|rows| rows.iter().map(read).collect()))
    }

    pub(crate) async fn notes(&self, kind: NoteKind, task: TaskId) -> Result<Vec<TaskNote>, StoreError> {
        let sql = match kind {
            NoteKind::Todo => {
                "SELECT n.number, n.json FROM tasks t JOIN todos n ON n.task = t.key WHERE t.id = $1 ORDER BY n.number"
            }
            NoteKind::Question => {
                "SELECT n.number, n.json FROM tasks t JOIN questions n ON n.task = t.key WHERE t.id = $1 ORDER BY n.number"
            }
        };
        let mut reader = self.reader().await?;
        let rows = driver::query(sql).bind(stored(task.number())).fetch_all(&mut reader).await;
        let read = |row: &Row| -> Result<TaskNote, DbError> {
            Ok(TaskNote { number: count(row, "number")?, json: row.try_get("json")? })
        };
        self.map_db_error(rows.map_err(DbError::from).and_then(|rows| rows.iter().map(read).collect()))
    }
}

fn run_record(row: &Row) -> Result<RunRecord, DbError> {
    Ok(RunRecord {
        id: run_id(row, "id")?,
        book: book_id(row, "book_id")?,
        kind: word(row, "kind", TaskKind::from_word)?,
        spec: row.try_get("wish")?,
        outcome: optional_word(row, "outcome", RunOutcome::from_word)?,
        n_tasks: count(row, "n_tasks")?,
        n_ended: count(row, "n_tasks")?.saturating_sub(count(row, "n_open")?),
        n_chunks: count(row, "n_chunks")?,
        n_sessions: row.try_get::<i64, _>("n_sessions")?.unsigned_abs(),
        last_event: row.try_get::<Option<i64>, _>("last_event")?.map(i64::unsigned_abs),
        output: row.try_get("file")?,
        usage: usage(row)?,
        person: person_name(row)?,
        created_at: row.try_get("created_at")?,
        updated_at: row.try_get("updated_at")?,
    })
}

fn task_record(row: &Row) -> Result<TaskRecord, DbError> {
    Ok(TaskRecord {
        id: task_id(row, "id")?,
        run: run_id(row, "run_id")?,
        book: book_id(row, "book_id")?,
        kind: word(row, "kind", TaskKind::from_word)?,
        chapter: ChapterId::from_number(number_in(row.try_get("chapter")?)),
        machine: row.try_get("machine")?,
        machine_version: count(row, "machine_version")?,
        outcome: optional_word(row, "outcome", TaskEnd::from_word)?,
        n_steps: count(row, "n_steps")?,
        usage: usage(row)?,
        created_at: row.try_get("created_at")?,
        updated_at: row.try_get("updated_at")?,
    })
}

fn usage(row: &Row) -> Result<StepUsage, DbError> {
    Ok(StepUsage {
        input: row.try_get("input")?,
        cached_input: row.try_get("cached_input")?,
        output: row.try_get("output")?,
        reasoning: row.try_get("reasoning")?,
        cost_micros: row.try_get("cost_micros")?,
    })
}
