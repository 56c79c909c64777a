//! The ways a library says no; each variant is something a caller tells or does differently.

use crate::change::ChangeId;
use crate::knowledge::NotWritten;
use book::id::{BookId, ChapterId, ChatId, ParagraphId, RunId, SeriesId, TaskId, VersionId};
use std::error::Error;
use std::path::PathBuf;

/// Why the library could not do what was asked. Nothing has been written when one of these is returned.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is something else.
    #[error(
        "`{path}` is not a Tsumugi library\nhint: choose another file with `--library`; this one was not touched"
    )]
    NotALibrary {
        /// The file.
        path: PathBuf,
    },
    /// The path is a folder.
    #[error(
        "`{path}` is a folder, and a library is one file\nhint: name a file in it, for example `{path}/library.db`"
    )]
    IsFolder {
        /// The folder.
        path: PathBuf,
    },
    /// A later program has changed the library's shape.
    #[error(
        "the library `{path}` was written by a newer Tsumugi (its format is {found}, this program knows {known})\nhint: update Tsumugi, or open the copy from before the update, `{path}.before-…`, with `--library`; nothing was changed"
    )]
    Newer {
        /// The library.
        path: PathBuf,
        /// The format found.
        found: i64,
        /// The newest format this program knows.
        known: i64,
    },
    /// The library has to be brought to a newer format, and no copy of it could be kept.
    #[error(
        "the library `{path}` has to be brought to a newer format, and no copy of it can be kept at `{copy}`: {detail}\nhint: make room on the disk and check that you may write to the folder, then try again; nothing was changed"
    )]
    NotCopied {
        /// The library.
        path: PathBuf,
        /// Where the copy was to be.
        copy: PathBuf,
        /// What prevented it.
        detail: String,
    },
    /// The system does not let us read or write there.
    #[error(
        "no permission to use the library `{path}`\nhint: check who owns the file and its folder, or choose another with `--library`"
    )]
    Forbidden {
        /// The library.
        path: PathBuf,
    },
    /// The file or its folder cannot be written.
    #[error(
        "the library `{path}` can be read but not written\nhint: check the permissions of the file and its folder"
    )]
    ReadOnly {
        /// The library.
        path: PathBuf,
    },
    /// The file or its folder cannot be opened or made.
    #[error(
        "the library `{path}` cannot be opened: {detail}\nhint: check that you may write to the file and its folder and that the disk is connected, or choose another file with `--library`"
    )]
    Unreachable {
        /// The library.
        path: PathBuf,
        /// What the system says.
        detail: String,
    },
    /// No room is left.
    #[error(
        "the disk that holds the library `{path}` is full\nhint: make room and try again; everything saved before is safe"
    )]
    DiskFull {
        /// The library.
        path: PathBuf,
    },
    /// The file's inside contradicts itself.
    #[error("the library `{path}` is damaged: {detail}\nhint: keep a copy of the file and restore a backup")]
    Damaged {
        /// The library.
        path: PathBuf,
        /// What was found.
        detail: String,
    },
    /// Another program has been writing for longer than anyone should wait.
    #[error(
        "another program is writing to the library `{path}` and does not finish\nhint: wait for it or end it, then try again"
    )]
    Busy {
        /// The library.
        path: PathBuf,
    },
    /// Anything else the database says.
    #[error("the library `{path}` failed: {source}")]
    Failed {
        /// The library.
        path: PathBuf,
        /// What the database says.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The same file has been imported before.
    #[error(
        "this file is already in the library as `{title}` ({book})\nhint: use `{book}`, or remove it first to import it again"
    )]
    AlreadyThere {
        /// The book it became.
        book: BookId,
        /// That book's title.
        title: String,
    },
    /// The file is what a book was made of before a newer edition came.
    #[error(
        "this file is an earlier edition of `{title}` ({book})\nhint: `--revises {book}` goes back to it; remove the book first to import it anew"
    )]
    EarlierEdition {
        /// The book.
        book: BookId,
        /// That book's title.
        title: String,
    },
    /// More than an id can number.
    #[error("the book is too large: {what}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
    },
    /// No book answers to this.
    #[error("no book `{text}` in this library\nhint: `tsumugi books` lists them")]
    NoSuchBook {
        /// What was asked for.
        text: String,
    },
    /// Several books answer to this.
    #[error("`{text}` may be any of {}\nhint: use the id", .candidates.iter().map(|(id, title)| format!("`{title}` ({id})")).collect::<Vec<_>>().join(", "))]
    AmbiguousBook {
        /// What was asked for.
        text: String,
        /// The books that answer to it.
        candidates: Vec<(BookId, String)>,
    },
    /// The book has no such chapter.
    #[error("no chapter `{chapter}` in book `{book}`")]
    NoSuchChapter {
        /// The book.
        book: BookId,
        /// The chapter asked for.
        chapter: ChapterId,
    },
    /// The book has no such paragraph.
    #[error("no paragraph `{paragraph}` in book `{book}`")]
    NoSuchParagraph {
        /// The book.
        book: BookId,
        /// The paragraph asked for.
        paragraph: ParagraphId,
    },
    /// The paragraph has no such version.
    #[error("paragraph `{paragraph}` has no version `{version}`")]
    NoSuchVersion {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The version asked for.
        version: VersionId,
    },
    /// The source has changed since the version was made, and its tags are others now.
    #[error(
        "version `{version}` was made for an earlier edition, and its tags do not fit what paragraph `{paragraph}` says now\nhint: write the translation anew with `tsumugi edit`"
    )]
    DoesNotFit {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The version asked for.
        version: VersionId,
    },
    /// A newer edition is not taken back by an undo.
    #[error(
        "change `{change}` brought a newer edition of the book, and that cannot be undone\nhint: import the earlier file with `--revises`; what belonged to its lines comes back with them"
    )]
    NotUndoable {
        /// The change.
        change: ChangeId,
    },
    /// Somebody else has imported a newer edition in the meantime.
    #[error("book `{book}` was revised by another program in the meantime\nhint: do it again")]
    RevisedMeanwhile {
        /// The book.
        book: BookId,
    },
    /// No series has this id.
    #[error("no series `{series}` in this library")]
    NoSuchSeries {
        /// The series asked for.
        series: SeriesId,
    },
    /// A series cannot go while it has books.
    #[error("series `{name}` still has {n_books} books\nhint: remove them first")]
    SeriesHasBooks {
        /// The series' name.
        name: String,
        /// How many books it has.
        n_books: u32,
    },
    /// An entry of what a series knows was not written, and nothing else of the commit either.
    #[error(transparent)]
    NotWritten(#[from] NotWritten),
    /// There is no such change.
    #[error("no change `{change}` in this library")]
    NoSuchChange {
        /// The change asked for.
        change: ChangeId,
    },
    /// There is no such run.
    #[error("no run `{run}` in this library\nhint: `tsumugi runs` lists them")]
    NoSuchRun {
        /// The run asked for.
        run: RunId,
    },
    /// There is no such conversation.
    #[error("no conversation `{chat}` in this library\nhint: `tsumugi chat BOOK --list` lists them")]
    NoSuchChat {
        /// The conversation asked for.
        chat: ChatId,
    },
    /// There is no such task.
    #[error("no task `{task}` in this library")]
    NoSuchTask {
        /// The task asked for.
        task: TaskId,
    },
    /// The task has ended and takes no more steps.
    #[error("task `{task}` has already ended as `{outcome}`")]
    TaskEnded {
        /// The task.
        task: TaskId,
        /// How it ended.
        outcome: String,
    },
    /// A task may only write to the paragraphs it was given.
    #[error("paragraph `{paragraph}` is not assigned to task `{task}`")]
    NotAssigned {
        /// The task.
        task: TaskId,
        /// The paragraph it tried to write to.
        paragraph: ParagraphId,
    },
    /// A model tried to change what a person has settled.
    #[error(
        "paragraph `{paragraph}` is locked or holds a person's own words, and only a person may change which version is shown"
    )]
    Protected {
        /// The paragraph.
        paragraph: ParagraphId,
    },
    /// A title, an entry or instructions that a person has settled.
    #[error("{what} was settled by a person, and only a person may change it")]
    SettledByPerson {
        /// What it is.
        what: &'static str,
    },
    /// Somebody else changed the paragraph first.
    #[error(
        "paragraph `{paragraph}` was changed in the meantime\nhint: look at what stands there now, then do it again"
    )]
    ChangedMeanwhile {
        /// The paragraph.
        paragraph: ParagraphId,
        /// The version that is its translation now.
        selected: Option<VersionId>,
    },
    /// Somebody else changed the instructions first.
    #[error(
        "the instructions were changed in the meantime\nhint: look at what stands there now, then write again"
    )]
    InstructedMeanwhile {
        /// What stands there now.
        present: String,
    },
    /// There is no change left to take back.
    #[error("nothing to undo in book `{book}`")]
    NothingToUndo {
        /// The book.
        book: BookId,
    },
    /// The change was made by another author, or is taken back already.
    #[error(
        "change `{change}` is not one of yours that still stands\nhint: only your own changes can be undone here"
    )]
    NotOwnChange {
        /// The change.
        change: ChangeId,
    },
    /// The change was taken back before.
    #[error("change `{change}` was already undone by `{by}`\nhint: undo `{by}` to bring it back")]
    AlreadyUndone {
        /// The change.
        change: ChangeId,
        /// The change that took it back.
        by: ChangeId,
    },
    /// Someone else works on the book.
    #[error("book `{book}` is being worked on by {holder} (run `{run}`)\nhint: wait for that run or stop it")]
    BookClaimed {
        /// The book.
        book: BookId,
        /// The run that works on it.
        run: RunId,
        /// Who runs it.
        holder: String,
        /// When the claim runs out if it is not renewed.
        until_ms: i64,
    },
    /// A claim ran out and may be someone else's by now.
    #[error(
        "the claim of run `{run}` on book `{book}` has run out\nhint: claim the book again before going on"
    )]
    ClaimLost {
        /// The book.
        book: BookId,
        /// The run that had claimed it.
        run: RunId,
    },
}
