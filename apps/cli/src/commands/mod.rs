//! One command per file; this one opens the library for those that need it and passes on.

mod acknowledge;
mod backup;
mod batch;
mod books;
mod budget;
mod bundle;
mod chapter_choice;
mod chat;
mod check;
mod completions;
mod convert;
mod cost;
mod dictionaries;
mod doctor;
pub(crate) mod edit;
mod edition;
mod exchange;
mod export;
mod fix;
mod folder;
mod footnotes;
mod history;
mod import;
mod input_file;
mod instructions;
mod keys;
pub(crate) mod knowledge;
mod library;
mod library_file;
mod loaded_file;
mod lock;
mod man;
mod mcp;
mod memory;
mod models;
mod rehearsal;
mod remove;
mod replay;
mod report;
mod resume;
mod review;
mod revise;
mod runs;
mod search;
mod second_opinion;
pub(crate) mod select;
mod series;
mod serve;
mod setup;
mod show;
pub(crate) mod stale;
mod status;
mod suggestions;
pub(crate) mod survey;
mod team;
mod title;
mod tool;
mod transcripts;
mod translate;
mod trash;
mod undo;
mod verify;
mod welcome;
mod worker;

use crate::args::library::LibraryAction;
use crate::args::machine::SetupArgs;
use crate::args::{Args, Command, GlobalArgs, LangArg, LibraryCommand};
use crate::config;
use crate::exit::Exit;
use crate::output::{Output, Printer};
use crate::work::begin::RequestedWork;
use library_file::MayMake;
use lock::Lock;
use store::store::Store;

/// Runs what was typed.
pub(crate) async fn run(args: Args, printer: &Printer) -> anyhow::Result<Exit> {
    let Some(command) = args.command else { return welcome::run(printer) };
    match command {
        Command::Verify(args) => verify::run(&args, printer),
        Command::Completions(args) => completions::run(&args, printer),
        Command::Setup(SetupArgs {}) => setup::run(printer).await,
        Command::Doctor(doctor) => doctor::run(&doctor, &args.global, printer).await,
        Command::Restore(restore) => backup::restore(&restore, &args.global, printer).await,
        Command::Library(args) => match args.command {
            LibraryAction::Move(args) => library::move_to(&args, printer).await,
        },
        Command::Team(args) => team::run(&args, printer).await,
        Command::Man(args) => man::run(&args, printer),
        Command::Models(args) => models::run(&args.action, printer).await,
        Command::Dictionaries(args) => dictionaries::run(&args, printer),
        Command::Replay(args) => replay::run(&args, printer),
        Command::Tool(tool) if tool.name.is_none() => tool::list(&tool, printer),
        Command::Tool(tool) => {
            let store = open(&args.global, MayMake::No, printer).await?;
            let done = tool::call(&tool, &store, printer).await;
            store.close().await;
            done
        }
        Command::InLibrary(command) => {
            let store = open(&args.global, command.may_make_library(), printer).await?;
            // Settings that cannot be read stop only the commands that need them.
            let settings =
                settings::environment::settings_folder().and_then(|folder| settings::file::read(&folder));
            let days = settings.ok().and_then(|settings| settings.keep_transcripts_days);
            transcripts::keep_as_set(&store, days).await;
            trash::empty_expired(&store).await;
            let done = Box::pin(in_library(command, &store, printer)).await;
            // A server has run for a while.
            transcripts::keep_as_set(&store, days).await;
            store.close().await;
            done
        }
    }
}

async fn in_library(command: LibraryCommand, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    match command {
        LibraryCommand::Translate(args) => translate::run(&args, store, printer).await,
        LibraryCommand::Polish(args) => {
            revise::run(RequestedWork::Polish, &args.revise, store, printer).await
        }
        LibraryCommand::Proofread(args) => {
            revise::run(RequestedWork::Proofread, &args.revise, store, printer).await
        }
        LibraryCommand::Resume(args) => Box::pin(resume::run(&args, store, printer)).await,
        LibraryCommand::Runs(args) => runs::list(&args, store, printer).await,
        LibraryCommand::Status(args) => status::run(&args, store, printer).await,
        LibraryCommand::Cost(args) => cost::run(&args, store, printer).await,
        LibraryCommand::Budget(args) => budget::run(&args, store, printer).await,
        LibraryCommand::Keys(args) => keys::run(&args, store, printer).await,
        LibraryCommand::Batch(args) => batch::run(&args, store, printer).await,
        LibraryCommand::Import(args) => import::run(&args, store, printer).await,
        LibraryCommand::Reread(args) => edition::reread(&args, store, printer).await,
        LibraryCommand::Convert(args) => convert::run(&args, store, printer).await,
        LibraryCommand::Books(_) => books::run(store, printer).await,
        LibraryCommand::Show(args) => show::run(&args, store, printer).await,
        LibraryCommand::Search(args) => search::run(&args, store, printer).await,
        LibraryCommand::Survey(args) => survey::run(&args, store, printer).await,
        LibraryCommand::Terms(args) => knowledge::terms::run(&args, store, printer).await,
        LibraryCommand::Characters(args) => knowledge::characters::run(&args, store, printer).await,
        LibraryCommand::Memories(args) => knowledge::memories::run(&args, store, printer).await,
        LibraryCommand::Drift(args) => knowledge::drift::run(&args, store, printer).await,
        LibraryCommand::Instructions(args) => instructions::run(&args, store, printer).await,
        LibraryCommand::Series(args) => series::run(&args, store, printer).await,
        LibraryCommand::Footnotes(args) => footnotes::run(&args, store, printer).await,
        LibraryCommand::Title(args) => title::run(&args, store, printer).await,
        LibraryCommand::Rehearsal(args) => rehearsal::run(&args, store, printer).await,
        LibraryCommand::Chat(args) => chat::run(&args, store, printer).await,
        LibraryCommand::Check(args) => check::run(&args, store, printer).await,
        LibraryCommand::Acknowledge(args) => acknowledge::run(&args, store, printer).await,
        LibraryCommand::Fix(args) => fix::run(&args, store, printer).await,
        LibraryCommand::Report(args) => report::run(&args, store, printer).await,
        LibraryCommand::Export(args) => export::run(&args, store, printer).await,
        LibraryCommand::Exchange(args) => exchange::run(&args, store, printer).await,
        LibraryCommand::Edit(args) => edit::run(&args, store, printer).await,
        LibraryCommand::Suggestions(args) => suggestions::run(&args, store, printer).await,
        LibraryCommand::Select(args) => select::run(&args, store, printer).await,
        LibraryCommand::Review(args) => review::run(&args, store, printer).await,
        LibraryCommand::Lock(args) => lock::run(&args, Lock::On, store, printer).await,
        LibraryCommand::Unlock(args) => lock::run(&args, Lock::Off, store, printer).await,
        LibraryCommand::Stale(args) => stale::run(&args, store, printer).await,
        LibraryCommand::History(args) => history::run(&args, store, printer).await,
        LibraryCommand::Undo(args) => undo::run(&args, store, printer).await,
        LibraryCommand::Remove(args) => remove::run(&args, store, printer).await,
        LibraryCommand::Trash(args) => trash::run(&args, store, printer).await,
        LibraryCommand::Bundle(args) => bundle::pack(&args, store, printer).await,
        LibraryCommand::Unbundle(args) => bundle::unpack(&args, store, printer).await,
        LibraryCommand::Transcripts(args) => transcripts::run(&args, store, printer).await,
        LibraryCommand::Backup(args) => backup::back_up(&args, store, printer).await,
        LibraryCommand::Mcp(args) => mcp::run(&args, store, printer).await,
        LibraryCommand::Serve(args) => serve::run(&args, store, printer).await,
        LibraryCommand::Worker(args) => worker::run(&args, store, printer).await,
    }
}

async fn open(global: &GlobalArgs, may_make: MayMake, printer: &Printer) -> anyhow::Result<Store> {
    if let Some(named) = &global.library {
        library_file::refuse_to_make(named, may_make, printer)?;
    }
    Ok(Store::open_with(&config::library_path(global)?, config::originals().as_ref()).await?)
}

impl GlobalArgs {
    pub(crate) fn output(&self) -> Output {
        let language = self.lang.map_or_else(config::language, LangArg::language);
        Output { json: self.json, quiet: self.quiet, language, is_language_asked: self.lang.is_some() }
    }
}
