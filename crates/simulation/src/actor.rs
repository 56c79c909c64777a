//! Whoever else is at work on the library while a run goes on: people at the page, the assistant, a second process.

use crate::process::{Process, RunOrder};
use crate::scenario::FaultKind;
use book::edit::Edit;
use book::id::{BookId, ParagraphId};
use book::text::review::ReviewState;
use book::text::version::{Author, Selection};
use runner::run::ClaimOwner;
use runner::run::StopSignal;
use std::sync::Arc;
use store::change::Cause;
use store::error::StoreError;
use store::record::ParagraphRecord;
use tokio_util::sync::CancellationToken;

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
        FaultKind::AssistantWrites => assistant_writes(process, book).await,
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
        process.world.facts(|facts| {
            facts.by_person.clear();
            facts.settled.clear();
        });
    }
}

async fn pick(process: &Process, book: BookId) -> Result<Option<ParagraphRecord>, StoreError> {
    let mut paragraphs = process.other.library().all_paragraphs(book).await?;
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
    process.other.commit(book, &edits, &Cause::person("by hand"), now).await?;
    process.world.facts(|facts| {
        facts.settled.remove(&paragraph.id);
        facts.by_person.insert(paragraph.id, text)
    });
    Ok(())
}

async fn person_locks(process: &Process, book: BookId) -> Result<(), StoreError> {
    let Some(paragraph) = pick(process, book).await? else { return Ok(()) };
    let edits = [Edit::SetLock { paragraph: paragraph.id, locked: true }];
    process.other.commit(book, &edits, &Cause::person("lock"), process.world.now_ms()).await?;
    settle(process, book, paragraph.id).await
}

async fn person_reviews(process: &Process, book: BookId) -> Result<(), StoreError> {
    let Some(paragraph) = pick(process, book).await?.filter(|one| one.version.is_some()) else {
        return Ok(());
    };
    let edits = [
        Edit::Expect { paragraph: paragraph.id, version: paragraph.version },
        Edit::SetReview { paragraph: paragraph.id, state: ReviewState::Reviewed },
    ];
    match process.other.commit(book, &edits, &Cause::person("review"), process.world.now_ms()).await {
        Err(StoreError::ChangedMeanwhile { .. }) => Ok(()),
        Err(error) => Err(error),
        Ok(_) => settle(process, book, paragraph.id).await,
    }
}

/// What stands there from now on stands there.
async fn settle(process: &Process, book: BookId, paragraph: ParagraphId) -> Result<(), StoreError> {
    let now = process.other.library().paragraph(book, paragraph).await?;
    let text = now.translation.map(|text| text.to_string());
    process.world.facts(|facts| facts.settled.insert(paragraph, text));
    Ok(())
}

async fn person_undoes(process: &Process, book: BookId) -> Result<(), StoreError> {
    process.world.facts(|facts| {
        facts.by_person.clear();
        facts.settled.clear();
        facts.has_undone = true;
    });
    match process.other.undo_last(book, &Cause::person("undo"), process.world.now_ms()).await {
        Ok(_) | Err(StoreError::NothingToUndo { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn assistant_writes(process: &Process, book: BookId) -> Result<(), StoreError> {
    let Some(paragraph) = pick(process, book).await? else { return Ok(()) };
    let author = Author::Assistant { model: "simulated".to_owned() };
    let edits = [version(paragraph.id, "The assistant wrote this.", author.clone())];
    let cause = Cause { who: author, run: None, task: None, note: "asked for".to_owned() };
    process.other.commit(book, &edits, &cause, process.world.now_ms()).await?;
    Ok(())
}

/// Another process wants to go on with the run. It gets in only when the claim has run out.
async fn second_process(process: &Process, order: &RunOrder) {
    let name = format!("process {} beside", process.number);
    let holder = ClaimOwner::new(name, |_| false);
    process.world.facts(|facts| facts.n_second += 1);
    let _ = process.work_as(&process.other, holder, StopSignal::new(), order).await;
}
