//! `tsumugi memories`: short notes about a series, and the summaries of chapters.

mod change;
mod list;
mod summaries;

use super::KnowledgeCmd;
use super::judge::Noun;
use crate::args::knowledge::{ListMemoriesArgs, MemoriesArgs, MemoryAction};
use crate::exit::Exit;
use crate::output::Printer;
use book::knowledge::evidence::EntryState;
use book::knowledge::memory::{Memory, Subject};
use formats::glossary::{GlossaryFormat, Rows};
use messages::Message;
use serde_json::{Value, json};
use store::store::Store;

pub(crate) async fn run(args: &MemoriesArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let cmd = KnowledgeCmd::open(&args.book, store, printer).await?;
    match &args.action {
        None => list::run(&cmd, &ListMemoriesArgs::default()).await,
        Some(MemoryAction::List(args)) => list::run(&cmd, args).await,
        Some(MemoryAction::Add(args)) => change::add(&cmd, args).await,
        Some(MemoryAction::Edit(args)) => change::edit(&cmd, args).await,
        Some(MemoryAction::Remove(args)) => cmd.remove(Noun::Memory, &args.entries).await,
        Some(MemoryAction::Confirm(args)) => cmd.judge(Noun::Memory, args, EntryState::Confirmed).await,
        Some(MemoryAction::Reject(args)) => cmd.judge(Noun::Memory, args, EntryState::Rejected).await,
        Some(MemoryAction::Summaries) => summaries::list(&cmd).await,
        Some(MemoryAction::Summary(args)) => summaries::show_or_change(&cmd, args).await,
        Some(MemoryAction::Import(args)) => cmd.import(args, Rows::Terms).await,
        Some(MemoryAction::Export(args)) => cmd.export(args, Rows::Terms, GlossaryFormat::Json).await,
    }
}

/// What a memory is about, for a person.
async fn told_about(cmd: &KnowledgeCmd<'_>, subject: Subject) -> anyhow::Result<String> {
    Ok(match subject {
        Subject::Series => cmd.printer.text_of(&Message::new("about_series")),
        Subject::Book { book } if book == cmd.book.id => cmd.printer.text_of(&Message::new("about_book")),
        Subject::Book { .. } | Subject::Chapter { .. } | Subject::Term { .. } | Subject::Character { .. } => {
            about(cmd, subject).await?
        }
    })
}

/// What a memory is about, as it is written on the command line.
async fn about(cmd: &KnowledgeCmd<'_>, subject: Subject) -> anyhow::Result<String> {
    Ok(match subject {
        Subject::Series => "series".to_owned(),
        Subject::Book { book } if book == cmd.book.id => "book".to_owned(),
        Subject::Book { book } => cmd.library().book(book).await?.title,
        Subject::Chapter { book, chapter } => {
            let number = cmd.library().chapter(book, chapter).await?.number;
            let other = if book == cmd.book.id {
                String::new()
            } else {
                format!("{}, ", cmd.library().book(book).await?.title)
            };
            format!("{other}chapter:{number}")
        }
        Subject::Term { term } => {
            let found = cmd.knowledge.terms.iter().find(|one| one.id == term);
            found.map_or_else(|| term.to_string(), |term| term.source.clone())
        }
        Subject::Character { character } => cmd.name_of(character),
    })
}

async fn as_json(cmd: &KnowledgeCmd<'_>, memory: &Memory) -> anyhow::Result<Value> {
    Ok(json!({
        "id": memory.id,
        "about": about(cmd, memory.subject).await?,
        "subject": memory.subject,
        "text": memory.text,
        "known_from": memory.known_from,
        "standing": memory.standing,
        "evidence": memory.evidence,
    }))
}
