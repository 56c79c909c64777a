//! The other actors on the library during a run: people at the page, the assistant, a second process.

use crate::doors;
use crate::facts::{Act, Facts, SettledParagraph};
use crate::fault::FaultKind;
use crate::process::{Process, RunOrder, name_beside};
use crate::scenario::Stage;
use book::edit::Edit;
use book::id::{BookId, ParagraphId};
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use book::text::review::ReviewState;
use book::text::version::{Author, Selection};
use operations::pattern::PatternOptions;
use operations::replace::{self, ReplaceError, Replacing};
use runner::run::ClaimOwner;
use runner::run::StopSignal;
use std::sync::Arc;
use store::change::Cause;
use store::error::StoreError;
use store::record::ParagraphRecord;
use tokio_util::sync::CancellationToken;

/// A word people say how to translate.
const TAUGHT: &str = "灯台";

/// Runs every errand that comes up until the work is over.
pub(crate) async fn act(process: Arc<Process>, order: Option<RunOrder>, is_over: CancellationToken) {
    loop {
        while let Some(errand) = process.world.next_errand() {
            perform(&process, order.as_ref(), errand).await;
        }
        tokio::select! {
            biased;
            () = process.world.wakes_actor.notified() => {}
            () = is_over.cancelled() => return,
        }
    }
}

/// Does one thing; a refusal is as good an answer as any.
pub(crate) async fn perform(process: &Process, order: Option<&RunOrder>, errand: FaultKind) {
    let Some(book) = process.book else { return };
    let done = match errand {
        FaultKind::PersonWrites => person_writes(process, book).await,
        FaultKind::PersonLocks => person_locks(process, book).await,
        FaultKind::PersonReviews => person_reviews(process, book).await,
        FaultKind::PersonUndoes => person_undoes(process, book).await,
        FaultKind::PersonReplaces => person_replaces(process, book).await,
        FaultKind::PersonTeaches => person_teaches(process, book).await,
        FaultKind::AssistantWrites => assistant_writes(process, book).await,
        FaultKind::AssistantTalks | FaultKind::ProgramCalls => {
            calls(process, book, errand).await;
            Ok(())
        }
        FaultKind::SecondProcess | FaultKind::Sleeps => {
            if let Some(order) = order {
                second_process(process, order).await;
            }
            Ok(())
        }
        _ => Ok(()),
    };
    // Who was refused, or told nothing, knows no longer what stands there.
    if done.is_err() {
        process.world.facts(Facts::forget_people);
    }
}

async fn pick(process: &Process, book: BookId) -> Result<Option<ParagraphRecord>, StoreError> {
    let mut paragraphs = process.other().library().all_paragraphs(book).await?;
    paragraphs.retain(|paragraph| !paragraph.is_empty);
    let place = usize::try_from(process.world.now_ms() / 7).unwrap_or_default() % paragraphs.len().max(1);
    Ok(paragraphs.into_iter().nth(place))
}

fn version(paragraph: ParagraphId, text: &str, author: Author) -> Edit {
    Edit::AddVersion { paragraph, text: text.to_owned(), author, selection: Selection::Select }
}

async fn person_writes(process: &Process, book: BookId) -> Result<(), StoreError> {
    let Some(paragraph) = pick(process, book).await? else { return Ok(()) };
    let now = process.world.now_ms();
    let text = format!("A person wrote this at {now}.");
    let edits = [version(paragraph.id, &text, Author::Person)];
    let act = process.world.facts(|facts| facts.begin_writing([paragraph.id]));
    process.other().commit(book, &edits, &Cause::person("by hand"), now).await?;
    process.world.facts(|facts| facts.note_words(act, [(paragraph.id, text)]));
    Ok(())
}

async fn person_locks(process: &Process, book: BookId) -> Result<(), StoreError> {
    let Some(paragraph) = pick(process, book).await? else { return Ok(()) };
    let edits = [Edit::SetLock { paragraph: paragraph.id, locked: true }];
    let act = process.world.facts(Facts::begin_act);
    process.other().commit(book, &edits, &Cause::person("lock"), process.world.now_ms()).await?;
    settle(
        process,
        book,
        act,
        &SettledParagraph { is_locked: true, ..SettledParagraph::default() },
        paragraph.id,
    )
    .await
}

async fn person_reviews(process: &Process, book: BookId) -> Result<(), StoreError> {
    let Some(paragraph) = pick(process, book).await?.filter(|one| one.version.is_some()) else {
        return Ok(());
    };
    let edits = [
        Edit::Expect { paragraph: paragraph.id, version: paragraph.version },
        Edit::SetReview { paragraph: paragraph.id, state: ReviewState::Reviewed },
    ];
    let act = process.world.facts(Facts::begin_act);
    match process.other().commit(book, &edits, &Cause::person("review"), process.world.now_ms()).await {
        Err(StoreError::ChangedMeanwhile { .. }) => Ok(()),
        Err(error) => Err(error),
        Ok(_) => {
            settle(
                process,
                book,
                act,
                &SettledParagraph { is_reviewed: true, ..SettledParagraph::default() },
                paragraph.id,
            )
            .await
        }
    }
}

/// What stands there from now on stands there.
async fn settle(
    process: &Process,
    book: BookId,
    act: Act,
    how: &SettledParagraph,
    paragraph: ParagraphId,
) -> Result<(), StoreError> {
    let now = process.other().library().paragraph(book, paragraph).await?;
    let text = now.translation.map(|text| text.to_string());
    process.world.facts(|facts| facts.settle(act, paragraph, text, how));
    Ok(())
}

async fn person_undoes(process: &Process, book: BookId) -> Result<(), StoreError> {
    process.world.facts(|facts| facts.undo(true));
    let undone = process.other().undo_last(book, &Cause::person("undo"), process.world.now_ms()).await;
    process.world.facts(|facts| facts.undo(false));
    match undone {
        Ok(_) | Err(StoreError::NothingToUndo { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn assistant_writes(process: &Process, book: BookId) -> Result<(), StoreError> {
    let Some(picked) = pick(process, book).await? else { return Ok(()) };
    // Every other time it is asked about what a person has just read, and not about any paragraph.
    let is_about_read = process.world.now_ms() / 11 % 2 == 0;
    let read = process.world.facts(|facts| facts.reviewed()).filter(|_| is_about_read);
    let author = Author::Assistant { model: "simulated".to_owned() };
    let edits = [version(read.unwrap_or(picked.id), "The assistant wrote this.", author.clone())];
    let cause = Cause { who: author, run: None, task: None, note: "asked for".to_owned() };
    process.other().commit(book, &edits, &cause, process.world.now_ms()).await?;
    Ok(())
}

/// A person replaces a word everywhere, unless another writer was faster.
async fn person_replaces(process: &Process, book: BookId) -> Result<(), StoreError> {
    let replacing = Replacing {
        find: "e".to_owned(),
        options: PatternOptions { match_case: true, whole_word: false, regex: false },
        replace: "ee".to_owned(),
        chapters: Vec::new(),
        paragraphs: Vec::new(),
    };
    let planned = match replace::plan(process.other().library(), book, &replacing).await {
        Ok(planned) if planned.changes.is_empty() => return Ok(()),
        Ok(planned) => planned,
        Err(ReplaceError::Store(error)) => return Err(error),
        Err(_) => return Ok(()),
    };
    let changed: Vec<ParagraphId> = planned.changes.iter().map(|change| change.paragraph).collect();
    let act = process.world.facts(|facts| facts.begin_writing(changed));
    replace::apply(process.other(), book, &replacing, &planned, process.world.now_ms()).await?;
    let words = planned.changes.iter().map(|change| (change.paragraph, change.after.to_string()));
    process.world.facts(|facts| facts.note_words(act, words));
    Ok(())
}

async fn person_teaches(process: &Process, book: BookId) -> Result<(), StoreError> {
    let series = process.other().library().book(book).await?.series.id;
    let known = process.other().library().terms(series).await?;
    let id = process.other().mint()?.term(|id| known.iter().any(|term| term.value.id == id));
    let mut term = Term::new(id, TAUGHT.to_owned(), "lighthouse".to_owned());
    term.standing = EntryState::Confirmed;
    let cause = Cause::person("a word");
    process.other().commit(book, &[Edit::create(term)], &cause, process.world.now_ms()).await?;
    process.world.facts(|facts| !facts.is_undoing && facts.taught.insert(TAUGHT));
    Ok(())
}

/// A calling program, which gets every error as an answer and can do something else.
async fn calls(process: &Process, book: BookId, errand: FaultKind) {
    let paragraph = match pick(process, book).await {
        Ok(Some(paragraph)) => paragraph.id,
        _ => return,
    };
    let other = process.other();
    let called = if errand == FaultKind::ProgramCalls {
        let takes_back = process.world.now_ms() % 2 == 0;
        doors::program(process, other, paragraph, takes_back).await
    } else {
        doors::talk(process, other, paragraph).await
    };
    if let Err(error) = called {
        process.world.note(&format!("somebody was refused: {error:#}"));
    }
}

/// Another process wants to go on with the run. It gets in only when the claim has run out.
async fn second_process(process: &Process, order: &RunOrder) {
    let holder = ClaimOwner::new(name_beside(process.number), |_| false);
    process.world.facts(|facts| facts.n_second += 1);
    let other = process.other();
    if order.stage == Stage::Survey {
        let _ = doors::survey(process, other, holder, StopSignal::new(), order).await;
    } else {
        let _ = process.work_as(other, holder, StopSignal::new(), order).await;
    }
}
