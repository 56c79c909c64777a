//! The ways a library says no; each variant is something a caller tells or does differently.

use crate::change::{ChangeId, Effect};
use crate::knowledge::NotWritten;
use crate::place::is_database;
use crate::sql::FORMAT;
use book::id::{BookId, ChapterId, ChatId, ParagraphId, RunId, SeriesId, TaskId, VersionId};
use book::language::LanguageTag;
use messages::{Explain, Message};
use std::error::Error;
use std::fmt;
use std::path::PathBuf;

/// Why the library could not do what was asked. Nothing has been written when one of these is returned.
#[derive(Debug)]
pub enum StoreError {
    /// The file is something else.
    NotALibrary {
        /// The file.
        place: String,
    },
    /// The path is a folder.
    IsFolder {
        /// The folder.
        place: String,
    },
    /// The library was made by a program with another format.
    OtherFormat {
        /// The library.
        place: String,
        /// The format found.
        found: i64,
    },
    /// A backup is never written over a file.
    BackupExists {
        /// The file.
        path: PathBuf,
    },
    /// The backup could not be written, or not put in place.
    BackupFailed {
        /// The file that was to be made.
        path: PathBuf,
        /// What prevented it.
        detail: String,
    },
    /// Only a library that is a file is copied by this program.
    NotAFile {
        /// The library.
        place: String,
    },
    /// The place of the original files does not do what it is asked for.
    Originals {
        /// The place.
        place: String,
        /// Why.
        detail: String,
    },
    /// A library was being moved here, and is not whole.
    HalfMoved {
        /// The place.
        place: String,
    },
    /// A library is only moved to an empty place.
    NotEmpty {
        /// The place.
        place: String,
    },
    /// What was moved is not what it was.
    MovedDiffers {
        /// The new place.
        place: String,
        /// The table that differs.
        table: String,
    },
    /// The system does not let us read or write there.
    Forbidden {
        /// The library.
        place: String,
    },
    /// The file or its folder cannot be written.
    ReadOnly {
        /// The library.
        place: String,
    },
    /// The file or its folder cannot be opened or made.
    Unreachable {
        /// The library.
        place: String,
        /// What the system says.
        detail: String,
    },
    /// The library was moved to another place and is not changed here any more.
    MovedAway {
        /// The library.
        place: String,
        /// Where it is now.
        to: String,
    },
    /// There is no library, but beside it stands one that a restore has set aside.
    SetAside {
        /// Where the library is missing.
        place: String,
        /// The one that was set aside.
        aside: PathBuf,
    },
    /// No room is left.
    DiskFull {
        /// The library.
        place: String,
    },
    /// The file's inside contradicts itself.
    Damaged {
        /// The library.
        place: String,
        /// What was found.
        detail: String,
    },
    /// Another program has been writing for longer than anyone should wait.
    Busy {
        /// The library.
        place: String,
    },
    /// Anything else the database says.
    Failed {
        /// The library.
        place: String,
        /// What the database says.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The same file has been imported before.
    AlreadyThere {
        /// The book it became.
        book: BookId,
        /// That book's title.
        title: String,
    },
    /// A book of the same file is in the trash.
    InTrash {
        book: BookId,
        /// That book's title.
        title: String,
    },
    /// The file is what a book was made of before a newer edition came.
    EarlierEdition {
        book: BookId,
        /// That book's title.
        title: String,
    },
    /// More than an id can number.
    TooLarge {
        /// What there is too much of.
        what: &'static str,
    },
    /// No book answers to this.
    NoSuchBook {
        /// What was asked for.
        text: String,
    },
    /// Several books answer to this, or several could be meant where nothing was said.
    AmbiguousBook {
        /// What was asked for.
        text: String,
        /// The books that answer to it.
        candidates: Vec<BookCandidate>,
    },
    /// Books answer to this, but what destroys a book takes only an id or a full title.
    NotFullName {
        /// What was asked for.
        text: String,
        /// The books that answer to it.
        candidates: Vec<BookCandidate>,
    },
    /// The book has translations into one language, so it does not change to another.
    TranslatedInto {
        book: BookId,
        title: String,
        /// The language it is translated into.
        language: LanguageTag,
        /// The language asked for.
        wanted: LanguageTag,
    },
    /// The book has no such chapter.
    NoSuchChapter {
        book: BookId,
        /// The chapter asked for.
        chapter: ChapterId,
    },
    /// The book has no such paragraph.
    NoSuchParagraph {
        book: BookId,
        /// The paragraph asked for.
        paragraph: ParagraphId,
    },
    /// The paragraph has no such version.
    NoSuchVersion {
        paragraph: ParagraphId,
        /// The version asked for.
        version: VersionId,
    },
    /// The source has changed since the version was made, and its tags are others now.
    DoesNotFit {
        paragraph: ParagraphId,
        /// The version asked for.
        version: VersionId,
    },
    /// A newer edition is not taken back by an undo.
    NotUndoable { change: ChangeId },
    /// Another process has imported a newer edition in the meantime.
    RevisedMeanwhile { book: BookId },
    /// No series has this id.
    NoSuchSeries {
        /// The series asked for.
        series: SeriesId,
    },
    /// A series cannot go while it has books.
    SeriesHasBooks {
        /// The series' name.
        name: String,
        /// How many books it has.
        n_books: u32,
    },
    /// An entry of what a series knows was not written, and nothing else of the commit either.
    NotWritten(NotWritten),
    /// There is no such change.
    NoSuchChange {
        /// The change asked for.
        change: ChangeId,
    },
    /// There is no such run.
    NoSuchRun {
        /// The run asked for.
        run: RunId,
    },
    /// There is no such conversation.
    NoSuchChat {
        /// The conversation asked for.
        chat: ChatId,
    },
    /// There is no such task.
    NoSuchTask {
        /// The task asked for.
        task: TaskId,
    },
    /// The task has ended and takes no more steps.
    TaskEnded {
        task: TaskId,
        /// How it ended.
        outcome: String,
    },
    /// A task may only write to the paragraphs it was given.
    NotAssigned {
        task: TaskId,
        /// The paragraph it tried to write to.
        paragraph: ParagraphId,
    },
    /// A paragraph without a translation has nothing to review.
    NothingToReview { paragraph: ParagraphId },
    /// No member has that name or number.
    NoSuchPerson { text: String },
    /// An invitation that was never made, was used, or has ended.
    NoSuchInvitation,
    /// The session or token of the request has ended since it began.
    CredentialEnded,
    /// The member may not do this, or no longer.
    NotAllowed,
    /// Another member logs in with it.
    LoginTaken { login: String },
    /// A team without an owner could never get another one.
    LastOwner,
    /// Only editors approve, and change what is approved.
    NotAnApprover { paragraph: ParagraphId },
    /// The chapter is assigned to another member, who is not done with it.
    GivenToOthers { paragraph: ParagraphId },
    /// The book has no such assignment.
    NoSuchAssignment { id: i64 },
    /// The paragraph has no such comment.
    NoSuchComment { paragraph: ParagraphId, number: u32 },
    /// A model tried to change what a person has settled.
    Protected { paragraph: ParagraphId },
    /// A title, an entry or instructions that a person has settled.
    SettledByPerson { what: &'static str },
    /// Another writer changed the paragraph first.
    ChangedMeanwhile {
        paragraph: ParagraphId,
        /// The version that is its translation now.
        selected: Option<VersionId>,
    },
    /// Another writer changed the instructions first.
    InstructedMeanwhile {
        /// What stands there now.
        present: String,
    },
    /// There is no change left to take back.
    NothingToUndo { book: BookId },
    /// The change was made by another author, or is taken back already.
    NotOwnChange { change: ChangeId },
    /// The change was taken back before.
    AlreadyUndone {
        change: ChangeId,
        /// The change that took it back.
        by: ChangeId,
    },
    /// Everything a change did has been changed again since, so that taking it back would do nothing.
    Overwritten {
        /// The change, or the last of several.
        change: ChangeId,
        /// What it did.
        effects: Vec<Effect>,
    },
    /// Another process works on the book.
    BookClaimed {
        book: BookId,
        /// The run that works on it.
        run: RunId,
        /// Who runs it.
        holder: String,
        /// When the claim runs out if it is not renewed.
        until_ms: i64,
    },
    /// A claim expired; another process may hold one by now.
    ClaimLost {
        book: BookId,
        /// The run that had claimed it.
        run: RunId,
    },
}

impl Explain for StoreError {
    #[expect(clippy::too_many_lines, reason = "one arm for each error")]
    fn message(&self) -> Message {
        match self {
            Self::NotALibrary { place } => Message::new("not_a_library").with("path", place),
            Self::IsFolder { place } => Message::new("is_folder").with("path", place),
            Self::OtherFormat { place, found } => {
                let code = if *found > FORMAT { "newer_library" } else { "older_library" };
                Message::new(code).with("path", place).with("found", found).with("known", FORMAT)
            }
            Self::BackupExists { path } => Message::new("backup_exists").with("path", path.display()),
            Self::BackupFailed { path, detail } => {
                Message::new("backup_failed").with("path", path.display()).with("detail", detail)
            }
            Self::Originals { place, detail } => {
                Message::new("originals_unreachable").with("place", place).with("detail", detail)
            }
            Self::HalfMoved { place } => Message::new("library_half_moved").with("path", place),
            Self::MovedAway { place, to } => {
                Message::new("library_moved_away").with("path", place).with("to", to)
            }
            Self::SetAside { place, aside } => {
                Message::new("library_set_aside").with("path", place).with("aside", aside.display())
            }
            Self::NotEmpty { place } => Message::new("library_not_empty").with("path", place),
            Self::MovedDiffers { place, table } => {
                Message::new("library_moved_differs").with("path", place).with("table", table)
            }
            Self::NotAFile { place } => Message::new("library_not_a_file").with("path", place),
            Self::Forbidden { place } => Message::new("library_forbidden").with("path", place),
            Self::ReadOnly { place } => Message::new("library_read_only").with("path", place),
            Self::Unreachable { place, detail } if is_database(place) => {
                Message::new("database_unreachable").with("path", place).with("detail", detail)
            }
            Self::Unreachable { place, detail } => {
                Message::new("library_unreachable").with("path", place).with("detail", detail)
            }
            Self::DiskFull { place } => Message::new("disk_full").with("path", place),
            Self::Damaged { place, detail } => {
                Message::new("library_damaged").with("path", place).with("detail", detail)
            }
            Self::Busy { place } => Message::new("library_busy").with("path", place),
            Self::Failed { place, source } => {
                Message::new("library_failed").with("path", place).with("detail", source)
            }
            Self::AlreadyThere { book, title } => {
                Message::new("already_there").with("book", book).with("title", title)
            }
            Self::InTrash { book, title } => Message::new("in_trash").with("book", book).with("title", title),
            Self::EarlierEdition { book, title } => {
                Message::new("earlier_edition").with("book", book).with("title", title)
            }
            Self::TooLarge { what } => Message::new("too_large").with("what", what),
            Self::NoSuchBook { text } => Message::new("no_such_book").with("text", text),
            Self::AmbiguousBook { text, candidates } if text.is_empty() => {
                Message::new("which_book").with("candidates", listed(candidates))
            }
            Self::AmbiguousBook { text, candidates } => {
                Message::new("ambiguous_book").with("text", text).with("candidates", listed(candidates))
            }
            Self::NotFullName { text, candidates } => {
                Message::new("not_full_name").with("text", text).with("candidates", listed(candidates))
            }
            Self::TranslatedInto { book, title, language, wanted } => Message::new("translated_into")
                .with("book", book)
                .with("title", title)
                .with("language", language)
                .with("wanted", wanted),
            Self::NoSuchChapter { book, chapter } => {
                Message::new("no_such_chapter").with("book", book).with("chapter", chapter)
            }
            Self::NoSuchParagraph { book, paragraph } => {
                Message::new("no_such_paragraph").with("book", book).with("paragraph", paragraph)
            }
            Self::NoSuchVersion { paragraph, version } => {
                Message::new("no_such_version").with("paragraph", paragraph).with("version", version)
            }
            Self::DoesNotFit { paragraph, version } => {
                Message::new("does_not_fit").with("paragraph", paragraph).with("version", version)
            }
            Self::NotUndoable { change } => Message::new("not_undoable").with("change", change),
            Self::RevisedMeanwhile { book } => Message::new("revised_meanwhile").with("book", book),
            Self::NoSuchSeries { series } => Message::new("no_such_series").with("series", series),
            Self::SeriesHasBooks { name, n_books } => {
                Message::new("series_has_books").with("name", name).count("n_books", *n_books)
            }
            Self::NotWritten(reason) => reason.message(),
            Self::NoSuchChange { change } => Message::new("no_such_change").with("change", change),
            Self::NoSuchRun { run } => Message::new("no_such_run").with("run", run),
            Self::NoSuchChat { chat } => Message::new("no_such_chat").with("chat", chat),
            Self::NoSuchTask { task } => Message::new("no_such_task").with("task", task),
            Self::TaskEnded { task, outcome } => {
                Message::new("task_ended").with("task", task).with("outcome", outcome)
            }
            Self::NotAssigned { task, paragraph } => {
                Message::new("not_assigned").with("task", task).with("paragraph", paragraph)
            }
            Self::SettledByPerson { what } => Message::new("settled_by_person").with("what", what),
            Self::NotOwnChange { change } => Message::new("not_own_change").with("change", change),
            Self::Protected { paragraph } => Message::new("protected").with("paragraph", paragraph),
            Self::NotAnApprover { paragraph } => Message::new("not_an_approver").with("paragraph", paragraph),
            Self::GivenToOthers { paragraph } => Message::new("given_to_others").with("paragraph", paragraph),
            Self::NoSuchAssignment { id } => Message::new("no_such_assignment").with("id", id),
            Self::NoSuchComment { paragraph, number } => {
                Message::new("no_such_comment").with("paragraph", paragraph).with("number", number)
            }
            Self::NoSuchPerson { text } => Message::new("no_such_person").with("text", text),
            Self::NoSuchInvitation => Message::new("no_such_invitation"),
            Self::CredentialEnded => Message::new("login_required"),
            Self::NotAllowed => Message::new("not_your_role"),
            Self::LoginTaken { login } => Message::new("login_taken").with("login", login),
            Self::LastOwner => Message::new("last_owner"),
            Self::NothingToReview { paragraph } => {
                Message::new("nothing_to_review").with("paragraph", paragraph)
            }
            Self::ChangedMeanwhile { paragraph, .. } => {
                Message::new("edit_conflict").with("paragraph", paragraph)
            }
            Self::InstructedMeanwhile { .. } => Message::new("instructions_conflict"),
            Self::NothingToUndo { book } => Message::new("nothing_to_undo").with("book", book),
            Self::AlreadyUndone { change, by } => {
                Message::new("already_undone").with("change", change).with("by", by)
            }
            Self::Overwritten { change, .. } => Message::new("overwritten").with("change", change),
            Self::BookClaimed { book, run, holder, .. } => {
                Message::new("book_claimed").with("book", book).with("run", run).with("holder", holder)
            }
            Self::ClaimLost { book, run } => Message::new("claim_lost").with("book", book).with("run", run),
        }
    }
}

/// A book that a name may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookCandidate {
    pub book: BookId,
    pub title: String,
    /// The language it is translated into: what tells the editions of one book apart.
    pub target_language: Option<LanguageTag>,
}

fn listed(candidates: &[BookCandidate]) -> String {
    let one = |candidate: &BookCandidate| {
        let BookCandidate { book, title, target_language } = candidate;
        let edition = target_language.as_ref().map(|tag| format!("@{tag}")).unwrap_or_default();
        format!("`{title}{edition}` ({book})")
    };
    candidates.iter().map(one).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let Self::Failed { source, .. } = self { Some(&**source) } else { None }
    }
}

impl From<NotWritten> for StoreError {
    fn from(reason: NotWritten) -> Self {
        Self::NotWritten(reason)
    }
}
