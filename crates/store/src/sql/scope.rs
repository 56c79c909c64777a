//! What a write touches, so that PostgreSQL locks no more than that.
//!
//! SQLite has one writer, so whatever is read in a writing transaction is still true when it writes. PostgreSQL gives this up
//! at its usual isolation: a model's commit could read that a paragraph has no words of a person, wait, and replace the words
//! a person has written meanwhile. One advisory lock for each series, taken before anything is read, restores it.
//!
//! Order of locks: the library (shared, or alone for what may move books between series), then imports (shared, or alone), then
//! a file, then the name of a series, then series by rising key. Every transaction follows it, so that none waits for
//! another in a circle. What locks the budgets locks nothing else. Leases need no lock at all: a heartbeat waits for nobody.

use super::DbError;
use super::driver::{Connection, query, query_built, query_scalar};
use super::rows::{BookKey, stored};
use super::writer::LOCK_TIMEOUT;
use crate::work::Step;
use book::id::{BookId, ChatId, RunId, TaskId};

/// Keys of advisory locks that are no series: those have positive keys.
const LIBRARY: i64 = -1;
const IMPORTS: i64 = -2;
const BUDGETS: i64 = -4;
/// Keys of two parts: what the second stands for.
const FILE: i32 = 1;
const SERIES_NAME: i32 = 2;

/// What a write touches.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scope<'a> {
    /// A book, and what its series knows.
    Book(BookId),
    /// The same, by the key of the book.
    Key(BookKey),
    /// The book of a run.
    Run(RunId),
    /// The book of a task.
    Task(TaskId),
    /// The book of a conversation.
    Chat(ChatId),
    /// The books of the tasks of these steps.
    Steps(&'a [Step<'a>]),
    /// A new book of this file, beside other imports. It is in no series yet: [`lock_name`] and [`lock_series`] follow.
    Import(&'a [u8]),
    /// What no book may be imported beside.
    Imports,
    /// A book that is read anew or removed.
    ImportInto(BookId),
    /// Books may change their series.
    Whole,
    /// What is spent and set aside; nothing of a book.
    Budgets,
    /// Nothing that is read before it is written.
    Anywhere,
    /// Leases and the queue, whose statements each say what they need to find.
    Lease,
}

impl Scope<'_> {
    /// Whether no lock is taken.
    pub(super) const fn is_lease(self) -> bool {
        matches!(self, Self::Lease)
    }

    /// The statements that take the locks, for the beginning of a transaction; each ends with a semicolon. Only numbers are
    /// put into them.
    pub(super) fn locks(self) -> String {
        let statements = self.lock_statements();
        if statements.is_empty() { statements } else { format!("{statements}; ") }
    }

    fn lock_statements(self) -> String {
        let library = format!("SELECT pg_advisory_xact_lock_shared({LIBRARY})");
        let imports = format!("SELECT pg_advisory_xact_lock({IMPORTS})");
        match self {
            Self::Whole => format!("SELECT pg_advisory_xact_lock({LIBRARY})"),
            Self::Anywhere => library,
            Self::Lease => String::new(),
            Self::Budgets => format!("SELECT pg_advisory_xact_lock({BUDGETS})"),
            Self::Imports => format!("{library}; {imports}"),
            Self::Import(file) => {
                let key = key_of(file);
                format!(
                    "{library}; SELECT pg_advisory_xact_lock_shared({IMPORTS}); \
                     SELECT pg_advisory_xact_lock({FILE}, {key})"
                )
            }
            Self::ImportInto(book) => format!("{library}; {imports}; {}", lock(&of_book(book))),
            Self::Book(book) => format!("{library}; {}", lock(&of_book(book))),
            Self::Key(key) => {
                format!("{library}; {}", lock(&format!("SELECT series FROM books WHERE key = {}", key.0)))
            }
            Self::Run(run) => format!("{library}; {}", lock(&of_runs(&[run]))),
            Self::Task(task) => format!("{library}; {}", lock(&of_tasks(&[task]))),
            Self::Chat(chat) => {
                let of = "SELECT b.series FROM books b JOIN chats c ON c.book = b.key WHERE c.id =";
                format!("{library}; {}", lock(&format!("{of} {}", stored(chat.number()))))
            }
            Self::Steps(steps) => {
                let tasks: Vec<TaskId> = steps.iter().map(|step| step.task).collect();
                let runs: Vec<RunId> =
                    steps.iter().filter_map(|step| step.begins).map(|new| new.run).collect();
                let mut series = vec![of_tasks(&tasks)];
                if !runs.is_empty() {
                    series.push(of_runs(&runs));
                }
                format!("{library}; {}", lock(&series.join(" UNION ")))
            }
        }
    }
}

impl Scope<'_> {
    /// The book that is written, where the scope names one.
    pub(super) async fn book(self, connection: &mut Connection) -> Result<Option<BookKey>, DbError> {
        let (of, id) = match self {
            Self::Key(key) => return Ok(Some(key)),
            Self::Book(book) | Self::ImportInto(book) => {
                ("SELECT key FROM books WHERE id = $1", stored(book.number()))
            }
            Self::Run(run) => ("SELECT book FROM runs WHERE id = $1", stored(run.number())),
            Self::Task(task) => ("SELECT book FROM tasks WHERE id = $1", stored(task.number())),
            Self::Chat(chat) => ("SELECT book FROM chats WHERE id = $1", stored(chat.number())),
            // The steps of a run are those of one book, which the handle of the run names.
            Self::Steps(_)
            | Self::Import(_)
            | Self::Imports
            | Self::Whole
            | Self::Budgets
            | Self::Anywhere
            | Self::Lease => return Ok(None),
        };
        let key: Option<i64> = query_scalar(of).bind(id).fetch_optional(connection).await?;
        Ok(key.map(BookKey))
    }
}

fn lock(series: &str) -> String {
    format!(
        "SELECT pg_advisory_xact_lock(series) FROM (SELECT DISTINCT series FROM ({series}) s ORDER BY series) s"
    )
}

fn of_book(book: BookId) -> String {
    format!("SELECT series FROM books WHERE id = {}", stored(book.number()))
}

fn of_runs(runs: &[RunId]) -> String {
    let ids = list(runs.iter().map(|run| run.number()));
    format!("SELECT b.series FROM books b JOIN runs r ON r.book = b.key WHERE r.id IN ({ids})")
}

fn of_tasks(tasks: &[TaskId]) -> String {
    let ids = list(tasks.iter().map(|task| task.number()));
    format!("SELECT b.series FROM books b JOIN tasks t ON t.book = b.key WHERE t.id IN ({ids})")
}

fn list(ids: impl Iterator<Item = u64>) -> String {
    ids.map(|id| stored(id).to_string()).collect::<Vec<_>>().join(", ")
}

/// Two files or names of one key only wait for each other.
fn key_of(bytes: &[u8]) -> i32 {
    let [a, b, c, d, ..] = *blake3::hash(bytes).as_bytes();
    i32::from_le_bytes([a, b, c, d])
}

/// Locks a series that was found only after the transaction had begun, and much was written in it: it waits as long as a
/// begin does.
pub(super) async fn lock_series(connection: &mut Connection, series: i64) -> Result<(), DbError> {
    if let Connection::Postgres { .. } = connection {
        wait_long(connection).await?;
        query("SELECT pg_advisory_xact_lock($1)").bind(series).execute(connection).await?;
    }
    Ok(())
}

/// Locks the name of a series, so that two imports do not make it twice.
pub(super) async fn lock_name(connection: &mut Connection, name: &str) -> Result<(), DbError> {
    if let Connection::Postgres { .. } = connection {
        wait_long(connection).await?;
        let lock = query("SELECT pg_advisory_xact_lock($1::int, $2::int)");
        lock.bind(i64::from(SERIES_NAME))
            .bind(i64::from(key_of(name.as_bytes())))
            .execute(connection)
            .await?;
    }
    Ok(())
}

async fn wait_long(connection: &mut Connection) -> Result<(), DbError> {
    let limit = format!("SET LOCAL lock_timeout = {}", LOCK_TIMEOUT.as_millis());
    query_built(limit).execute(connection).await?;
    Ok(())
}
