//! What must be true of a library whenever no actor is at work on it.

use crate::history;
use crate::people;
use crate::planted::Mutation;
use crate::process::Process;
use crate::replies::Tokens;
use crate::world::World;
use anyhow::Result;
use book::id::{BookId, ParagraphId, TaskId};
use book::text::version::{Author, TaskKind};
use book::work::outcome::LedgerState;
use operations::export::{ExportOptions, export as export_book};
use runner::batches;
use std::collections::{BTreeMap, HashMap, HashSet};
use store::change::Cause;
use store::error::StoreError;
use store::library::Library;
use store::record::{ParagraphRecord, VersionKind, VersionRecord};
use store::work::TaskRecord;
use task::machine::Machine;

type Versions = BTreeMap<ParagraphId, Vec<VersionRecord>>;

/// Looks at everything.
pub(crate) async fn check(world: &World, library: &Library, book: BookId) -> Result<()> {
    let paragraphs = library.all_paragraphs(book).await?;
    let mut versions = Versions::new();
    for paragraph in &paragraphs {
        versions.insert(paragraph.id, library.versions(book, paragraph.id).await?);
    }
    promises(world, &paragraphs, &versions);
    selections(world, &paragraphs, &versions);
    history::check(world, library, book, &paragraphs).await?;
    let (mut input, mut output, mut awaits_batch) = (0, 0, false);
    for run in library.runs(Some(book)).await? {
        // An answer in a batch is billed before the run has fetched it.
        awaits_batch |= batches::waiting(library, run.id).await?.is_some();
        input += run.usage.input;
        output += run.usage.output;
        let mut accepted: HashMap<ParagraphId, TaskId> = HashMap::new();
        let mut cost = 0;
        for task in library.tasks(run.id).await? {
            cost += task.usage.cost_micros;
            let ledger = library.ledger(task.id).await?;
            // A survey is given nothing and keeps what it found, not what was said.
            if task.n_steps > 0 && !ledger.is_empty() && library.transcript(task.id).await?.is_empty() {
                world.violation("a task has taken steps and said nothing");
            }
            let is_kept = |paragraph| {
                versions.get(paragraph).is_none_or(|all: &Vec<_>| all.iter().any(|one| is_by(one, task.id)))
            };
            let mut known = HashSet::new();
            for entry in ledger.iter().filter(|entry| entry.state == LedgerState::Accepted) {
                known.insert(entry.paragraph);
                if !is_kept(&entry.paragraph) {
                    world.violation("an accepted paragraph has no version of its task");
                }
                let before = accepted.insert(entry.paragraph, task.id);
                let has_undone = world.facts(|facts| facts.has_undone);
                if before.is_some() && run.kind == TaskKind::Translation && !has_undone {
                    world.violation("a paragraph is accepted by two tasks of one run");
                }
            }
            let mut unknown = versions.iter().filter(|(paragraph, of_paragraph)| {
                !known.contains(paragraph) && of_paragraph.iter().any(|one| is_by(one, task.id))
            });
            if let Some((paragraph, _)) = unknown.next() {
                let doubted = doubted(library, &task).await?;
                if !doubted.contains(paragraph) || !unknown.all(|(paragraph, _)| doubted.contains(paragraph))
                {
                    world.violation("a version was made by a task whose ledger does not know it");
                }
            }
        }
        if cost != run.usage.cost_micros {
            world.violation("a run costs something else than its tasks");
        }
    }
    for chat in library.chats(book).await? {
        input += chat.usage.input;
        output += chat.usage.output;
    }
    people::check(world, library, book).await?;
    let (billed, is_exact) = world.facts(|facts| (facts.billed, facts.is_money_exact));
    let spent = Tokens {
        input: u64::try_from(input).unwrap_or_default(),
        output: u64::try_from(output).unwrap_or_default(),
    };
    if is_exact && !awaits_batch && spent != billed {
        world.violation(format!("the server bills {billed:?} tokens, the library knows of {spent:?}"));
    }
    Ok(())
}

fn is_by(version: &VersionRecord, by: TaskId) -> bool {
    matches!(&version.author, Author::Model { task: Some(task), .. } if *task == by)
}

/// Paragraphs the task took once and then doubted, because a later text of its own fitted them better. If the service fails
/// before they come again, their version stays and the ledger says that they failed.
async fn doubted(library: &Library, task: &TaskRecord) -> Result<Vec<ParagraphId>> {
    let transcript = library.transcript(task.id).await?;
    let machine = Machine::restore(&task.machine, task.machine_version, &transcript)?;
    Ok(machine.task_state().reopened.clone())
}

/// What was told is there.
fn promises(world: &World, paragraphs: &[ParagraphRecord], versions: &Versions) {
    let facts = world.facts(|facts| facts.clone());
    for (paragraph, text) in &facts.accepted {
        let of_paragraph = versions.get(paragraph).map(Vec::as_slice).unwrap_or_default();
        if !of_paragraph.iter().any(|version| version.text.as_str() == text) {
            world.violation("an accepted paragraph is not kept");
        }
    }
    for paragraph in &facts.suggested {
        let of_paragraph = versions.get(paragraph).map(Vec::as_slice).unwrap_or_default();
        if of_paragraph.iter().all(|version| version.standing == VersionKind::Ordinary) {
            world.violation("a suggestion is told of and not kept as one");
        }
    }
    for (paragraph, of_paragraph) in versions.iter().filter(|_| facts.hears_all) {
        let by_tasks =
            of_paragraph.iter().filter(|one| matches!(one.author, Author::Model { task: Some(_), .. }));
        let is_told = |one: &VersionRecord| {
            facts.accepted.iter().any(|(at, text)| at == paragraph && one.text.as_str() == text)
        };
        if by_tasks.into_iter().any(|one| one.selected && !is_told(one)) {
            world.violation("a version was written that no event tells of");
        }
    }
    for paragraph in paragraphs {
        let now = paragraph.translation.as_ref().map(ToString::to_string);
        if let Some(text) = facts.by_person.get(&paragraph.id)
            && now.as_ref() != Some(text)
        {
            world.violation("a person's words are replaced");
        }
        if let Some(settled) = facts.settled.get(&paragraph.id) {
            people::stands(world, paragraph, settled);
        }
    }
}

/// One version is selected, it is what the paragraph says, and no task has written the same twice.
fn selections(world: &World, paragraphs: &[ParagraphRecord], versions: &Versions) {
    let has_undone = world.facts(|facts| facts.has_undone);
    for paragraph in paragraphs {
        let of_paragraph = versions.get(&paragraph.id).map(Vec::as_slice).unwrap_or_default();
        let selected: Vec<&VersionRecord> = of_paragraph.iter().filter(|version| version.selected).collect();
        let shown = paragraph.translation.as_ref();
        let is_same = match selected.as_slice() {
            [] => shown.is_none(),
            [one] => shown == Some(&one.text) && paragraph.version == Some(one.id),
            _ => false,
        };
        if !is_same {
            world.violation("what is shown is not the selected version");
        }
        if !has_undone && of_paragraph.iter().any(|version| is_written_over(version, of_paragraph)) {
            world.violation("a task has replaced what the assistant wrote since");
        }
        for (place, version) in of_paragraph.iter().enumerate() {
            let Author::Model { task: Some(task), .. } = &version.author else { continue };
            // If another author has written in between, the same text is another change.
            let mut in_a_row = of_paragraph.iter().skip(place + 1).take_while(|other| is_by(other, *task));
            // What a person has taken back, the review of the same task may hand in again.
            if !has_undone && in_a_row.any(|other| other.text == version.text) {
                world.violation("a task has written the same version twice");
            }
        }
    }
}

/// Whether a task that had written before has replaced this version of the assistant: what it hands in later is about the text
/// it wrote itself.
fn is_written_over(version: &VersionRecord, of_paragraph: &[VersionRecord]) -> bool {
    let is_assistant = matches!(&version.author, Author::Assistant { model } if model == "simulated");
    let selected = of_paragraph.iter().find(|one| one.selected && one.id > version.id);
    let Some(Author::Model { task: Some(task), .. }) = selected.map(|one| &one.author) else { return false };
    is_assistant
        && version.standing == VersionKind::Ordinary
        && of_paragraph.iter().any(|one| one.id < version.id && is_by(one, *task))
}

/// The file, the certificate and the library say the same, and nothing is missing after a calm run.
pub(crate) async fn export(process: &Process) -> Result<()> {
    let Some(book) = process.summary().await? else { return Ok(()) };
    let library = process.store.library();
    if book.n_translated != book.n_paragraphs {
        let missing = book.n_paragraphs - book.n_translated;
        let paragraphs = library.all_paragraphs(book.id).await?;
        let locked = paragraphs.iter().filter(|one| one.locked && one.translation.is_none()).count();
        if locked == 0 {
            process.world.violation(format!("{missing} paragraphs are lost after a run without faults"));
        }
    }
    let exported = export_book(library, &book, ExportOptions::default(), process.world.now_ms()).await;
    let exported = exported.map_err(|error| anyhow::anyhow!("{error}"))?;
    if !exported.violations.is_empty() {
        process.world.violation("the certificate finds something missing");
    }
    if exported.certificate.n_translated != usize::try_from(book.n_translated)? {
        process.world.violation("the certificate counts other translations than the library");
    }
    let mut text = String::from_utf8_lossy(&exported.bytes).into_owned();
    if process.world.is_planted(Mutation::ExportLosesLine) {
        text = text.trim_end().rsplit_once('\n').map(|(kept, _)| kept.to_owned()).unwrap_or_default();
    }
    if !formats::certificate::check(text.as_bytes(), &exported.certificate).is_empty() {
        process.world.violation("the certificate does not fit the exported file");
    }
    for paragraph in library.all_paragraphs(book.id).await? {
        let Some(translation) = &paragraph.translation else { continue };
        if !text.contains(translation.plain().trim()) {
            process.world.violation("a translation is not in the exported file");
        }
    }
    if let Some(claim) = library.claim(book.id).await?
        && claim.until_ms > process.world.now_ms()
    {
        process.world.violation("a book is claimed after its runs have ended");
    }
    for run in library.runs(Some(book.id)).await?.into_iter().take(1) {
        if run.outcome.is_none() {
            process.world.violation("a run has ended and nobody knows how");
        }
    }
    Ok(())
}

/// The paragraphs say what the lines of the file say, and nothing else.
pub(crate) async fn sources(process: &Process, text: &str) -> Result<()> {
    let Some(book) = process.book else { return Ok(()) };
    let paragraphs = process.store.library().all_paragraphs(book).await?;
    let kept = paragraphs.iter().filter(|one| !one.is_empty).map(|one| one.text.plain().trim().to_owned());
    let (mut kept, mut lines): (Vec<String>, Vec<String>) = (
        kept.collect(),
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect(),
    );
    kept.sort_unstable();
    lines.sort_unstable();
    if kept != lines {
        process.world.violation("the paragraphs say something else than the file");
    }
    Ok(())
}

/// Takes everything back, newest first.
pub(crate) async fn undo_all(process: &Process, has_revised: bool) -> Result<()> {
    let Some(book) = process.book else { return Ok(()) };
    let (store, cause) = (&process.store, Cause::person("back to the beginning"));
    let mut n_left = 2_000;
    loop {
        match store.undo_last(book, &cause, process.world.now_ms()).await {
            Ok(_) => {}
            Err(StoreError::NothingToUndo { .. }) => break,
            // A newer edition is where taking back ends.
            Err(StoreError::NotUndoable { .. }) if has_revised => break,
            Err(error) => return Err(error.into()),
        }
        n_left -= 1;
        if n_left == 0 {
            process.world.violation("there is always something to undo");
            return Ok(());
        }
    }
    let paragraphs = store.library().all_paragraphs(book).await?;
    let is_first_state = paragraphs.iter().all(|one| one.translation.is_none() && !one.locked);
    let chapters = store.library().chapters(book).await?;
    let is_untitled = chapters.iter().all(|chapter| chapter.title_translation.is_none());
    if !(has_revised || is_first_state && is_untitled) {
        process.world.violation("everything is undone, and it is not as it began");
    }
    Ok(())
}
