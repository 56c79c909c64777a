//! The handle that changes a library. A [`Library`] can only read; a [`Store`] commits.

use crate::bundle::{BookRows, RestoreError};
use crate::change::{AttributedCause, Cause, ChangeId, Receipt, Undone};
use crate::driver_hook::DriverHook;
use crate::error::StoreError;
use crate::grant::Grant;
use crate::knowledge::{KnowledgeCounts, MovedBook, RemovedBook};
use crate::layer::Layer;
use crate::library::Library;
use crate::originals::OriginalsPlace;
use crate::people::PersonId;
use crate::place::{display_place, is_database};
use crate::record::{BookSummary, NewBook, NewComment, NoteChoice, OpinionRecord};
use crate::revision::{BookRevision, RevisionResult};
use crate::sql::{NoteKind, SqlLibrary, back_up, restore};
use crate::work::{
    Claim, Fence, NewRun, NewTask, OldTranscripts, RunNote, Step, StepUsage, TaskNote, TranscriptSize,
};
use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::id::{BookId, Mint, ParagraphId, RunId, SeriesId, TaskId};
use book::knowledge::usage::KnowledgeUsed;
use book::language::LanguageTag;
use book::work::outcome::RunOutcome;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An open library. Clones share one set of connections; each commit is one transaction and is on disk when it returns.
#[derive(Debug, Clone)]
pub struct Store {
    library: Library,
}

impl Store {
    /// Opens the library in this file; makes it, and the folder it is in, if there is none. A place that begins with
    /// `postgres://` is the address of a database instead.
    #[boxed]
    pub async fn open(place: &Path) -> Result<Self, StoreError> {
        Self::open_with(place, None).await
    }

    /// The same with original files at another place; only a library in a database keeps them there.
    #[boxed]
    pub async fn open_with(place: &Path, originals: Option<&OriginalsPlace>) -> Result<Self, StoreError> {
        Ok(Self::with_backend(SqlLibrary::open(place).await?.with_originals(originals)?))
    }

    /// Opens the library in this file with a hook that sees every statement first.
    #[boxed]
    pub async fn open_hooked(path: &Path, hook: Arc<dyn DriverHook>) -> Result<Self, StoreError> {
        Ok(Self::with_backend(SqlLibrary::open_hooked(path, hook).await?))
    }

    fn with_backend(backend: SqlLibrary) -> Self {
        Self { library: Library { backend: Arc::new(backend), layer: Layer::default() } }
    }

    /// The read-only view.
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// Tries whether the library can be written at this moment; nothing is.
    #[boxed]
    pub async fn can_write(&self) -> Result<(), StoreError> {
        self.library.backend.can_write().await
    }

    /// The same library for a rehearsal: it reads as [`Library::rehearsing`] does, and whatever it commits goes into the layer
    /// of rehearsals. No version, no title, no entry and no history comes of it.
    #[must_use]
    pub fn rehearsing(&self) -> Self {
        Self { library: self.library.rehearsing() }
    }

    pub(crate) fn with_grant(&self, grant: Grant) -> Self {
        self.with_handle(self.library.backend.with_grant(grant))
    }

    fn with_handle(&self, backend: SqlLibrary) -> Self {
        Self { library: Library { backend: Arc::new(backend), layer: self.library.layer } }
    }

    fn attributed<'a>(&self, cause: &'a Cause) -> AttributedCause<'a> {
        let grant = self.library.backend.grant();
        AttributedCause { cause, person: grant.person(), limit: grant.limit(), grant }
    }

    /// The same library for the process that holds this claim: in PostgreSQL every write through it, whatever it is, is refused
    /// with [`StoreError::ClaimLost`] once the claim is another's. In a file the steps of a run are.
    #[must_use]
    pub fn under_claim(&self, book: BookId, run: RunId, holder: &str) -> Self {
        self.with_handle(self.library.backend.under_claim(book, run, holder))
    }

    /// Throws the rehearsal of a book away; tells how many paragraphs it had.
    #[boxed]
    pub async fn discard_rehearsal(&self, book: BookId) -> Result<u32, StoreError> {
        self.library.backend.discard_rehearsal(book).await
    }

    /// Where the library is, as it may be shown: its file, or the address of its database without the password.
    pub fn place(&self) -> &str {
        self.library.backend.place()
    }

    /// The file the library is in, if it is in one.
    pub fn path(&self) -> Option<&Path> {
        self.library.backend.path()
    }

    /// Writes the library as it is at this moment into a new file. Others may go on writing meanwhile.
    #[boxed]
    pub async fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        match self.path() {
            Some(path) => back_up(path, to).await,
            None => Err(StoreError::NotAFile { place: self.place().to_owned() }),
        }
    }

    /// Puts a backup in the place of the library in the file `path`. The library that was there is kept beside it, under the
    /// name that is returned; one that another program has open is refused.
    #[boxed]
    pub async fn restore(from: &Path, path: &Path) -> Result<Option<PathBuf>, StoreError> {
        if path.to_str().is_some_and(is_database) {
            return Err(StoreError::NotAFile { place: display_place(path) });
        }
        restore(from, path).await
    }

    /// Closes the library; all clones of this handle are of no use afterwards. A program that ends without this loses
    /// nothing, but leaves the log (`-wal`) beside the file for the next one to take over.
    #[boxed]
    pub async fn close(&self) {
        self.library.backend.close().await;
    }

    /// Puts a book into the library, whole or not at all. `progress` is told paragraphs done and paragraphs in all.
    #[boxed]
    pub async fn add_book(
        &self,
        new: &NewBook<'_>,
        progress: &(dyn Fn(u64, u64) + Send + Sync),
    ) -> Result<BookSummary, StoreError> {
        let id = self.library.backend.add_book(new, progress).await?;
        self.library.book(id).await
    }

    /// Puts a book back that was taken out of another library as rows, whole or not at all. Its id stays, keys of versions,
    /// changes and runs are given anew.
    #[boxed]
    pub async fn restore_book(&self, rows: &BookRows, now_ms: i64) -> Result<BookId, RestoreError> {
        self.library.backend.restore_book(rows, now_ms).await
    }

    /// Puts a newer edition of a book in the place of the older one, whole or not at all. Paragraphs keep their ids, their
    /// versions and their locks wherever they stand now; what the newer edition no longer has is kept out of sight, and so
    /// is the older file. `progress` is told paragraphs done and paragraphs in all.
    #[boxed]
    pub async fn revise_book(
        &self,
        revision: &BookRevision<'_>,
        progress: &(dyn Fn(u64, u64) + Send + Sync),
    ) -> Result<RevisionResult, StoreError> {
        self.library.backend.revise_book(revision, self.person(), progress).await
    }

    /// Puts a book into the trash: it is out of sight with everything that belongs to it until it comes back or is deleted.
    /// Refused while a run holds the book.
    #[boxed]
    pub async fn remove_book(&self, book: BookId, now_ms: i64) -> Result<RemovedBook, StoreError> {
        self.library.backend.remove_book(book, now_ms).await
    }

    /// Takes a book back out of the trash, as it was.
    #[boxed]
    pub async fn put_back_book(&self, book: BookId, now_ms: i64) -> Result<BookSummary, StoreError> {
        self.library.backend.put_back_book(book, now_ms).await?;
        self.library.book(book).await
    }

    /// Lets the file of a book in the trash be imported anew beside it.
    #[boxed]
    pub async fn release_file(&self, book: BookId) -> Result<(), StoreError> {
        self.library.backend.release_file(book).await
    }

    /// Deletes a book, in the trash or not, with everything that belongs to it alone. A series that knows something stays
    /// when its last book goes, and a book of its name takes it up again. Refused while a run holds the book.
    #[boxed]
    pub async fn delete_book(&self, book: BookId, now_ms: i64) -> Result<RemovedBook, StoreError> {
        self.library.backend.delete_book(book, now_ms).await
    }

    /// Takes a series without books out of the library with everything it knows; tells how much that was.
    #[boxed]
    pub async fn remove_series(&self, series: SeriesId) -> Result<KnowledgeCounts, StoreError> {
        self.library.backend.remove_series(series).await
    }

    /// A mint for ids of new entries, seeded by chance.
    pub fn mint(&self) -> Result<Mint, StoreError> {
        let failed = |error: getrandom::Error| StoreError::Failed {
            place: self.place().to_owned(),
            source: error.to_string().into(),
        };
        crate::chance::random().map(Mint::new).map_err(failed)
    }

    /// Keeps what a task is told of the series' knowledge, instead of what was kept before.
    #[boxed]
    pub async fn note_knowledge_used(&self, task: TaskId, used: &KnowledgeUsed) -> Result<(), StoreError> {
        self.library.backend.note_knowledge_used(task, used).await
    }

    /// Says which language a book is translated into; refused where it has translations into another one. Where other books
    /// of its series are translated into another one, the book goes to the series of the same name for its own language.
    #[boxed]
    pub async fn set_target_language(
        &self,
        book: BookId,
        language: &LanguageTag,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.library.backend.set_target_language(book, language, now_ms).await
    }

    /// Makes the edition of a book in another language: the same file and the same paragraphs, as a book without
    /// translations in the series of the same name for that language. Refused if there is one.
    #[boxed]
    pub async fn add_language_edition(
        &self,
        book: BookId,
        language: &LanguageTag,
        now_ms: i64,
    ) -> Result<BookSummary, StoreError> {
        let id = self.library.backend.add_language_edition(book, language, now_ms).await?;
        self.library.book(id).await
    }

    /// Puts a book into the series of this name, which is made where there is none. What its series knows goes along: all of
    /// it where no other book needs it, a copy otherwise; what the new series has already stays behind.
    #[boxed]
    pub async fn move_book(&self, book: BookId, series: &str, now_ms: i64) -> Result<MovedBook, StoreError> {
        self.library.backend.move_book(book, series, now_ms).await
    }

    /// Stores comments on paragraphs. Returns the members with a new notice: those a comment names, and those it concerns.
    #[boxed]
    pub async fn add_comments(
        &self,
        book: BookId,
        new: &[NewComment],
        now_ms: i64,
    ) -> Result<Vec<PersonId>, StoreError> {
        self.library.backend.add_comments(book, new, self.person(), now_ms).await
    }

    /// Resolves one of a paragraph's comments, by its number, or opens it again. Returns the members with a new notice.
    #[boxed]
    pub async fn resolve_comment(
        &self,
        book: BookId,
        (paragraph, number): (ParagraphId, u32),
        resolved: bool,
        now_ms: i64,
    ) -> Result<Vec<PersonId>, StoreError> {
        let place = (paragraph, number);
        self.library.backend.resolve_comment(book, place, resolved, self.person(), now_ms).await
    }

    /// Keeps what a model thinks of a translation, in the place of what it thought before.
    #[boxed]
    pub async fn keep_opinion(&self, book: BookId, opinion: &OpinionRecord) -> Result<(), StoreError> {
        self.library.backend.keep_opinion(book, opinion).await
    }

    /// Adds what one answered request for a second opinion has cost.
    #[boxed]
    pub async fn add_opinion_cost(
        &self,
        book: BookId,
        model: &str,
        usage: StepUsage,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.library.backend.add_opinion_cost(book, model, usage, now_ms).await
    }

    /// Sets how a translator's notes of a book are exported; `None` leaves it to the style in the settings.
    #[boxed]
    pub async fn set_book_notes(&self, book: BookId, choice: Option<NoteChoice>) -> Result<(), StoreError> {
        self.library.backend.set_book_notes(book, choice).await
    }

    /// Commits edits together, or none of them.
    ///
    /// A version that is not a person's own never replaces a person's words or locked text; it is kept as a
    /// suggestion, and the receipt says so.
    #[boxed]
    pub async fn commit(
        &self,
        book: BookId,
        edits: &[Edit],
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Receipt, StoreError> {
        self.library.backend.commit(self.library.layer, book, edits, self.attributed(cause), now_ms).await
    }

    /// Commits edits of several books together, or none of them; one undo takes all of them back.
    #[boxed]
    pub async fn commit_together(
        &self,
        of_books: &[(BookId, Vec<Edit>)],
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Vec<(BookId, Receipt)>, StoreError> {
        self.library.backend.commit_together(of_books, self.attributed(cause), now_ms).await
    }

    /// Takes one change back. What has changed again since is left alone; versions stay. Undoing an undo redoes.
    #[boxed]
    pub async fn undo(&self, change: ChangeId, cause: &Cause, now_ms: i64) -> Result<Undone, StoreError> {
        self.library.backend.undo(change, self.attributed(cause), now_ms).await
    }

    /// Takes back a change that the cause's author made, or their last one in the book. Other people's changes are refused,
    /// and what a person has settled since is left alone.
    #[boxed]
    pub async fn undo_own(
        &self,
        book: BookId,
        change: Option<ChangeId>,
        cause: &Cause,
        now_ms: i64,
    ) -> Result<Undone, StoreError> {
        self.library.backend.undo_own(book, change, self.attributed(cause), now_ms).await
    }

    /// Takes back the last change of a book that is not taken back yet.
    #[boxed]
    pub async fn undo_last(&self, book: BookId, cause: &Cause, now_ms: i64) -> Result<Undone, StoreError> {
        self.library.backend.undo_last(book, self.attributed(cause), now_ms).await
    }

    /// Takes back everything a run has done.
    #[boxed]
    pub async fn undo_run(&self, run: RunId, cause: &Cause, now_ms: i64) -> Result<Undone, StoreError> {
        self.library.backend.undo_run(run, self.attributed(cause), now_ms).await
    }

    /// Records a run.
    #[boxed]
    pub async fn create_run(&self, new: &NewRun<'_>) -> Result<RunId, StoreError> {
        self.library.backend.create_run(new, self.person()).await
    }

    /// Says how a run ended.
    #[boxed]
    pub async fn finish_run(&self, run: RunId, outcome: RunOutcome, now_ms: i64) -> Result<(), StoreError> {
        self.library.backend.finish_run(run, Some(outcome), now_ms).await
    }

    /// Takes back that a run has ended, because it goes on.
    #[boxed]
    pub async fn reopen_run(&self, run: RunId, now_ms: i64) -> Result<(), StoreError> {
        self.library.backend.finish_run(run, None, now_ms).await
    }

    /// Notes something about a run.
    #[boxed]
    pub async fn note_run<'a>(&'a self, run: RunId, note: RunNote<'a>) -> Result<(), StoreError> {
        self.library.backend.note_run(run, note).await
    }

    /// Counts one more session of a run, and says how many there were before: no other session gets the same number. The
    /// session a run is recorded with is number zero.
    #[boxed]
    pub async fn begin_run_session(&self, run: RunId) -> Result<u64, StoreError> {
        self.library.backend.begin_run_session(run).await
    }

    /// Notes the last event of a run that rests after this many sessions, unless there are more by now.
    #[boxed]
    pub async fn end_run_session(
        &self,
        run: RunId,
        n_sessions: u64,
        last_event: u64,
    ) -> Result<(), StoreError> {
        self.library.backend.end_run_session(run, n_sessions, last_event).await
    }

    /// Counts one more server on this library, and says how many there were before.
    #[boxed]
    pub async fn begin_serving(&self) -> Result<u64, StoreError> {
        self.library.backend.begin_serving().await
    }

    /// Keeps a batch of requests the fence's run has handed in, over what was kept of it before; without a record it is
    /// struck out.
    #[boxed]
    pub async fn keep_batch<'a>(
        &'a self,
        book: BookId,
        fence: Fence<'a>,
        name: &str,
        record: Option<&str>,
    ) -> Result<(), StoreError> {
        self.library.backend.keep_batch(book, fence, name, record).await
    }

    /// Strikes out all batches of a run.
    #[boxed]
    pub async fn remove_batches(&self, run: RunId) -> Result<(), StoreError> {
        self.library.backend.remove_batches(run).await
    }

    /// Records a task of a run; all its paragraphs are pending.
    #[boxed]
    pub async fn create_task(&self, new: &NewTask<'_>) -> Result<TaskId, StoreError> {
        self.library.backend.create_task(new).await
    }

    /// An id for a task that is recorded together with its first step.
    pub fn fresh_task_id(&self) -> Result<TaskId, StoreError> {
        self.library.backend.fresh_task_id()
    }

    /// Commits one step of a task: edits, machine state, transcript, ledger and notes together, or nothing of it.
    #[boxed]
    pub async fn commit_step(&self, step: &Step<'_>) -> Result<Receipt, StoreError> {
        self.library.backend.commit_step(self.library.layer, self.person(), step).await
    }

    /// Commits one step of each of several tasks together, or nothing of them: for what was paid for together.
    #[boxed]
    pub async fn commit_steps(&self, steps: &[Step<'_>]) -> Result<(), StoreError> {
        self.library.backend.commit_steps(self.library.layer, self.person(), steps).await
    }

    /// Takes the transcripts of tasks that have ended out of the library, and says how much that was. Tasks, ledgers and
    /// costs stay; a task that has not ended keeps its transcript, because a run goes on from it.
    #[boxed]
    pub async fn purge_transcripts(&self, old: &OldTranscripts) -> Result<TranscriptSize, StoreError> {
        self.library.backend.purge_transcripts(old).await
    }

    /// Saves a question of a task, new or answered.
    #[boxed]
    pub async fn put_question(
        &self,
        task: TaskId,
        question: &TaskNote,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.library.backend.put_note(NoteKind::Question, task, question, now_ms).await
    }

    /// Claims a book for a run until a time, so that a second run on it is told instead of started.
    #[boxed]
    pub async fn claim_book(&self, claim: &Claim<'_>, now_ms: i64) -> Result<(), StoreError> {
        self.library.backend.claim_book(claim, now_ms).await
    }

    /// Prolongs a claim.
    #[boxed]
    pub async fn renew_claim(&self, claim: &Claim<'_>) -> Result<(), StoreError> {
        self.library.backend.renew_claim(claim).await
    }

    /// Gives a claim up; giving up what is not held changes nothing.
    #[boxed]
    pub async fn release_book(&self, book: BookId, run: RunId, holder: &str) -> Result<(), StoreError> {
        self.library.backend.release_book(book, run, holder).await
    }
}
