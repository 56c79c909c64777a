//! `tsumugi memories`: short notes about a series, and the summaries of chapters.

mod change;
mod list;
mod summaries;

use super::Desk;
use super::judge::Noun;
use crate::args::knowledge::{ListMemoriesArgs, MemoriesArgs, MemoryAction};
use crate::exit::Exit;
use crate::output::Printer;
use book::knowledge::evidence::EntryState;
use book::knowledge::memory::{Memory, Subject};
use formats::glossary::{GlossaryFormat, Rows};
use serde_json::{Value, json};
use store::store::Store;

pub(crate) async fn run(args: &MemoriesArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let desk = Desk::open(&args.book, store, printer).await?;
    match &args.action {
        None => list::run(&desk, &ListMemoriesArgs::default()).await,
        Some(MemoryAction::List(args)) => list::run(&desk, args).await,
        Some(MemoryAction::Add(args)) => change::add(&desk, args).await,
        Some(MemoryAction::Edit(args)) => change::edit(&desk, args).await,
        Some(MemoryAction::Remove(args)) => desk.remove(Noun::Memory, &args.entries).await,
        Some(MemoryAction::Confirm(args)) => desk.judge(Noun::Memory, args, EntryState::Confirmed).await,
        Some(MemoryAction::Reject(args)) => desk.judge(Noun::Memory, args, EntryState::Rejected).await,
        Some(MemoryAction::Summaries) => summaries::list(&desk).await,
        Some(MemoryAction::Summary(args)) => summaries::one(&desk, args).await,
        Some(MemoryAction::Import(args)) => desk.import(args, Rows::Terms).await,
        Some(MemoryAction::Export(args)) => desk.export(args, Rows::Terms, GlossaryFormat::Json).await,
    }
}

/// What a memory is about, in words.
async fn about(desk: &Desk<'_>, subject: Subject) -> anyhow::Result<String> {
    Ok(match subject {
        Subject::Series => "series".to_owned(),
        Subject::Book { book } if book == desk.book.id => "book".to_owned(),
        Subject::Book { book } => desk.library().book(book).await?.title,
        Subject::Chapter { book, chapter } => {
            let number = desk.library().chapter(book, chapter).await?.number;
            let other = if book == desk.book.id {
                String::new()
            } else {
                format!("{}, ", desk.library().book(book).await?.title)
            };
            format!("{other}chapter:{number}")
        }
        Subject::Term { term } => {
            let found = desk.knowledge.terms.iter().find(|one| one.id == term);
            found.map_or_else(|| term.to_string(), |term| term.source.clone())
        }
        Subject::Character { character } => desk.name_of(character),
    })
}

async fn as_json(desk: &Desk<'_>, memory: &Memory) -> anyhow::Result<Value> {
    Ok(json!({
        "id": memory.id,
        "about": about(desk, memory.subject).await?,
        "subject": memory.subject,
        "text": memory.text,
        "known_from": memory.known_from,
        "standing": memory.standing,
        "evidence": memory.evidence,
    }))
}
