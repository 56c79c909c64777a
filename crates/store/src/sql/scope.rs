//! What a write touches, so that PostgreSQL locks no more than that.
//!
//! SQLite has one writer, so whatever is read in a writing transaction is still true when it writes. PostgreSQL gives this up
//! at its usual isolation: a model's commit could read that a paragraph has no words of a person, wait, and replace the words
//! a person has written meanwhile. One advisory lock for each series, taken before anything is read, restores it.
//!
//! Order of locks: the library (shared, or alone for what may move books between series), then imports, then series by rising
//! key. Every transaction follows it, so that none waits for another in a circle. What locks the budgets locks no series.

use super::DbError;
use super::driver::{Connection, query, query_scalar};
use super::rows::{BookKey, stored};
use crate::work::Step;
use book::id::{BookId, ChatId, RunId, TaskId};

/// Keys of advisory locks that are no series: those have positive keys.
const LIBRARY: i64 = -1;
const IMPORTS: i64 = -2;
const BUDGETS: i64 = -4;

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
    /// A new book, which is in no series yet; [`lock_series`] follows.
    Import,
    /// A book that is read anew or removed.
    ImportInto(BookId),
    /// Books may change their series.
    Whole,
    /// What is spent and set aside; nothing of a book.
    Budgets,
    /// Nothing that is read before it is written.
    Anywhere,
}

impl Scope<'_> {
    /// The statements that take the locks, for the beginning of a transaction. Only numbers are put into them.
    pub(super) fn locks(self) -> String {
        let library = format!("SELECT pg_advisory_xact_lock_shared({LIBRARY})");
        let imports = format!("SELECT pg_advisory_xact_lock({IMPORTS})");
        match self {
            Self::Whole => format!("SELECT pg_advisory_xact_lock({LIBRARY})"),
            Self::Anywhere => library,
            Self::Budgets => format!("{library}; SELECT pg_advisory_xact_lock({BUDGETS})"),
            Self::Import => format!("{library}; {imports}"),
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
            Self::Steps(_) | Self::Import | Self::Whole | Self::Budgets | Self::Anywhere => return Ok(None),
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

/// Locks a series that was found only after the transaction had begun.
pub(super) async fn lock_series(connection: &mut Connection, series: i64) -> Result<(), DbError> {
    if let Connection::Postgres { .. } = connection {
        query("SELECT pg_advisory_xact_lock($1)").bind(series).execute(connection).await?;
    }
    Ok(())
}
