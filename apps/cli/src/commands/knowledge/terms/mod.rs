//! `tsumugi terms`: the words of a series that are always translated the same way.

mod change;
mod list;
mod show;

pub(super) use list::{chapters, uses_as_json};
pub(super) use show::{quotes, write_quotes};

use super::KnowledgeCmd;
use super::judge::Noun;
use crate::args::knowledge::{ListArgs, TermAction, TermsArgs};
use crate::exit::Exit;
use crate::output::Printer;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use formats::glossary::{GlossaryFormat, Rows};
use serde_json::{Value, json};
use store::store::Store;

pub(crate) async fn run(args: &TermsArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let cmd = KnowledgeCmd::open(&args.book, store, printer).await?;
    match &args.action {
        None => list::run(&cmd, &ListArgs::default()).await,
        Some(TermAction::List(args)) => list::run(&cmd, args).await,
        Some(TermAction::Show(args)) => show::run(&cmd, &args.entries).await,
        Some(TermAction::Add(args)) => change::add(&cmd, args).await,
        Some(TermAction::Edit(args)) => change::edit(&cmd, args).await,
        Some(TermAction::Remove(args)) => cmd.remove(Noun::Term, &args.entries).await,
        Some(TermAction::Confirm(args)) => cmd.judge(Noun::Term, args, EntryState::Confirmed).await,
        Some(TermAction::Reject(args)) => cmd.judge(Noun::Term, args, EntryState::Rejected).await,
        Some(TermAction::Rename(args)) => cmd.rename(args).await,
        Some(TermAction::Import(args)) => cmd.import(&args.file, Rows::Terms).await,
        Some(TermAction::Export(args)) => cmd.export(&args.file, Rows::Terms, GlossaryFormat::Csv).await,
        Some(TermAction::Drift(options)) => cmd.drift(options).await,
        Some(TermAction::Conflicts) => cmd.conflicts(),
    }
}

/// A term as JSON, the same wherever one is shown.
fn as_json(term: &Term) -> Value {
    json!({
        "id": term.id,
        "source": term.source,
        "reading": term.reading,
        "translation": term.translation,
        "other_forms": term.other_forms,
        "kind": term.kind,
        "note": term.note,
        "strictness": term.strictness,
        "standing": term.standing,
        "evidence": term.evidence,
    })
}
