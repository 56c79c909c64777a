//! `tsumugi characters`: the people of a series.

mod address;
mod change;
mod list;
mod sheet;
mod show;

use super::KnowledgeCmd;
use super::judge::Noun;
use crate::args::knowledge::{CharacterAction, CharactersArgs, ListPeopleArgs};
use crate::exit::Exit;
use crate::output::Printer;
use book::knowledge::character::Character;
use book::knowledge::evidence::EntryState;
use formats::glossary::{GlossaryFormat, Rows};
use serde_json::Value;
use store::store::Store;

pub(crate) async fn run(args: &CharactersArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let cmd = KnowledgeCmd::open(&args.book, store, printer).await?;
    match &args.action {
        None => list::run(&cmd, &ListPeopleArgs::default()).await,
        Some(CharacterAction::List(args)) => list::run(&cmd, args).await,
        Some(CharacterAction::Show(args)) => show::run(&cmd, &args.entries).await,
        Some(CharacterAction::Add(args)) => change::add(&cmd, args).await,
        Some(CharacterAction::Edit(args)) => change::edit(&cmd, args).await,
        Some(CharacterAction::Remove(args)) => cmd.remove(Noun::Character, &args.entries).await,
        Some(CharacterAction::Confirm(args)) => cmd.judge(Noun::Character, args, EntryState::Confirmed).await,
        Some(CharacterAction::Reject(args)) => cmd.judge(Noun::Character, args, EntryState::Rejected).await,
        Some(CharacterAction::Address(args)) => address::run(&cmd, args).await,
        Some(CharacterAction::Rename(args)) => cmd.rename(args).await,
        Some(CharacterAction::Import(args)) => cmd.import(&args.file, Rows::Characters).await,
        Some(CharacterAction::Export(args)) => {
            cmd.export(&args.file, Rows::Characters, GlossaryFormat::Csv).await
        }
        Some(CharacterAction::Conflicts) => cmd.conflicts(),
    }
}

/// A character as JSON, the same wherever one is shown.
fn as_json(character: &Character) -> anyhow::Result<Value> {
    Ok(serde_json::to_value(character)?)
}
