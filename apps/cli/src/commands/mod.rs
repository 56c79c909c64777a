//! One command per file; this one opens the library for those that need it and passes on.

mod books;
mod chapter_choice;
mod completions;
mod export;
mod history;
mod import;
mod models;
mod remove;
mod resume;
mod revise;
mod runs;
mod search;
mod show;
mod tool;
mod translate;
mod undo;
mod verify;

use crate::args::{Args, Command, Everywhere};
use crate::config;
use crate::exit::Exit;
use crate::output::{Output, Printer};
use book::text::version::TaskKind;
use store::store::Store;

/// Runs what was typed.
pub(crate) async fn run(args: Args, printer: &Printer) -> anyhow::Result<Exit> {
    let everywhere = args.everywhere;
    match args.command {
        Command::Translate(args) => translate::run(&args, &open(&everywhere).await?, printer).await,
        Command::Polish(args) => {
            revise::run(TaskKind::Polish, &args, &open(&everywhere).await?, printer).await
        }
        Command::Proofread(args) => {
            revise::run(TaskKind::Proofreading, &args, &open(&everywhere).await?, printer).await
        }
        Command::Resume(args) => resume::run(&args, &open(&everywhere).await?, printer).await,
        Command::Runs(args) => runs::list(&args, &open(&everywhere).await?, printer).await,
        Command::Status(args) => runs::status(&args, &open(&everywhere).await?, printer).await,
        Command::Cost(args) => runs::cost(&args, &open(&everywhere).await?, printer).await,
        Command::Import(args) => import::run(&args, &open(&everywhere).await?, printer).await,
        Command::Books(_) => books::run(&open(&everywhere).await?, printer).await,
        Command::Show(args) => show::run(&args, &open(&everywhere).await?, printer).await,
        Command::Search(args) => search::run(&args, &open(&everywhere).await?, printer).await,
        Command::Export(args) => export::run(&args, &open(&everywhere).await?, printer).await,
        Command::Verify(args) => verify::run(&args, printer),
        Command::Tool(args) => match args.name.clone() {
            None => tool::list(&args, printer),
            Some(name) => tool::call(&name, &args, &open(&everywhere).await?, printer).await,
        },
        Command::History(args) => history::run(&args, &open(&everywhere).await?, printer).await,
        Command::Undo(args) => undo::run(&args, &open(&everywhere).await?, printer).await,
        Command::Models(args) => models::run(&args.action, printer).await,
        Command::Remove(args) => remove::run(&args, &open(&everywhere).await?, printer).await,
        Command::Completions(args) => completions::run(&args, printer),
    }
}

async fn open(everywhere: &Everywhere) -> anyhow::Result<Store> {
    Ok(Store::open(&config::library_path(everywhere)?).await?)
}

impl Everywhere {
    pub(crate) const fn output(&self) -> Output {
        Output { json: self.json, quiet: self.quiet }
    }
}
