//! `tsumugi characters`: the people of a series.

mod address;
mod change;
mod list;
mod sheet;
mod show;

use super::Desk;
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
    let desk = Desk::open(&args.book, store, printer).await?;
    match &args.action {
        None => list::run(&desk, &ListPeopleArgs::default()).await,
        Some(CharacterAction::List(args)) => list::run(&desk, args).await,
        Some(CharacterAction::Show(args)) => show::run(&desk, &args.entries).await,
        Some(CharacterAction::Add(args)) => change::add(&desk, args).await,
        Some(CharacterAction::Edit(args)) => change::edit(&desk, args).await,
        Some(CharacterAction::Remove(args)) => desk.remove(Noun::Character, &args.entries).await,
        Some(CharacterAction::Confirm(args)) => {
            desk.judge(Noun::Character, args, EntryState::Confirmed).await
        }
        Some(CharacterAction::Reject(args)) => desk.judge(Noun::Character, args, EntryState::Rejected).await,
        Some(CharacterAction::Address(args)) => address::run(&desk, args).await,
        Some(CharacterAction::Rename(args)) => desk.rename(args).await,
        Some(CharacterAction::Import(args)) => desk.import(&args.file, Rows::Characters).await,
        Some(CharacterAction::Export(args)) => {
            desk.export(&args.file, Rows::Characters, GlossaryFormat::Csv).await
        }
        Some(CharacterAction::Conflicts) => desk.conflicts(),
    }
}

/// A character as JSON, the same wherever one is shown.
fn as_json(character: &Character) -> anyhow::Result<Value> {
    Ok(serde_json::to_value(character)?)
}
