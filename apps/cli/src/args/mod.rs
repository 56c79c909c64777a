//! What can be typed, with the help that teaches it.

pub(crate) mod batch;
pub(crate) mod book;
pub(crate) mod budget;
pub(crate) mod bundle;
pub(crate) mod change;
pub(crate) mod chat;
pub(crate) mod check;
pub(crate) mod exchange;
pub(crate) mod keys;
pub(crate) mod knowledge;
pub(crate) mod library;
pub(crate) mod machine;
pub(crate) mod mcp;
pub(crate) mod model;
pub(crate) mod model_args;
pub(crate) mod rehearsal;
pub(crate) mod review;
pub(crate) mod series;
pub(crate) mod serve;
pub(crate) mod survey;
pub(crate) mod team;
pub(crate) mod tool;
pub(crate) mod transcripts;
pub(crate) mod trash;
pub(crate) mod wording;
pub(crate) mod work;
pub(crate) mod worker;

use self::book::{
    BooksArgs, ConvertArgs, ExportArgs, FootnotesArgs, ImportArgs, RemoveArgs, RereadArgs, SearchArgs,
    ShowArgs, VerifyArgs,
};
use crate::config;
use crate::output::{Output, Printer};
use batch::BatchArgs;
use budget::BudgetArgs;
use bundle::{BundleArgs, UnbundleArgs};
use change::{
    EditArgs, HistoryArgs, InstructionsArgs, LockArgs, SelectArgs, StaleArgs, SuggestionsArgs, UndoArgs,
};
use chat::ChatArgs;
use check::{AcknowledgeArgs, CheckArgs, DictionariesArgs, FixArgs, ReportArgs};
use clap::{Args as ClapArgs, CommandFactory, Parser, Subcommand};
use exchange::ExchangeArgs;
use keys::KeysArgs;
use knowledge::{CharactersArgs, DriftArgs, MemoriesArgs, TermsArgs};
use library::LibraryArgs;
use machine::{BackupArgs, DoctorArgs, RestoreArgs, SetupArgs};
use mcp::McpArgs;
use messages::Language;
use model::{ModelsArgs, ReplayArgs};
use rehearsal::RehearsalArgs;
use review::ReviewArgs;
use series::{SeriesArgs, TitleArgs};
use serve::ServeArgs;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use survey::SurveyArgs;
use team::TeamArgs;
use tool::ToolArgs;
use transcripts::TranscriptsArgs;
use trash::TrashArgs;
use work::{CostArgs, PolishArgs, ProofreadArgs, ResumeArgs, RunsArgs, StatusArgs, TranslateArgs};
use worker::WorkerArgs;

/// Translates whole books with language models.
///
/// A book is imported into a library, looked at, searched, translated and exported in the format it came in, with
/// a certificate that nothing was lost.
#[derive(Debug, Parser)]
#[command(name = "tsumugi", version, propagate_version = true)]
#[command(after_help = "Examples:
  tsumugi translate novel.epub --to en --model rehearsal -o novel.en.epub
  tsumugi import novel.epub
  tsumugi books
  tsumugi show novel --chapter 3
  tsumugi search novel 羅生門
  tsumugi export novel -o novel.en.epub

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 finished with paragraphs unresolved, 4 stopped at a budget, 130 interrupted.")]
pub struct Args {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Reads what was typed; what makes no sense is told, as JSON where that is asked for.
pub(crate) fn read(typed: Vec<OsString>) -> Result<Args, ExitCode> {
    let wants_json = typed.iter().any(|word| word == "--json");
    let language = asked_language(&typed).unwrap_or_else(config::language);
    let typed = knowledge::in_order(typed.into_iter());
    Args::try_parse_from(&typed).map_err(|error| {
        if !wants_json || !error.use_stderr() {
            return wording::show(&error, Args::command(), typed, language);
        }
        let text = wording::error_text(&error.render().to_string(), language);
        let text = text.trim().split_once(": ").map_or(text.as_str(), |(_, text)| text).to_owned();
        // The lines below are for a person: the usage, and where help is.
        let (message, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
        let hint = rest.trim().lines().last().unwrap_or("For more information, try '--help'.");
        let output = Output { json: true, quiet: true, language, is_language_asked: false };
        Printer::new(output).fail_usage(message, hint).code()
    })
}

/// The language `--lang` names, before anything else is read: also what is wrong with the rest is told in it.
fn asked_language(typed: &[OsString]) -> Option<Language> {
    let mut words = typed.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--");
    let found = words.find_map(|word| match word.strip_prefix("--lang")? {
        "" => Some(None),
        value => value.strip_prefix('=').map(Some),
    });
    let value = found?.or_else(|| words.next())?;
    <LangArg as clap::ValueEnum>::from_str(value, true).ok().map(LangArg::language)
}

/// Options that every command takes.
#[derive(Debug, Clone, ClapArgs)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct GlobalArgs {
    /// The library file, or the address of a PostgreSQL database (`postgres://USER@HOST/NAME`), instead of the usual one or
    /// the one `TSUMUGI_LIBRARY` names.
    #[arg(long, global = true, value_name = "PATH", help_heading = "Everywhere")]
    pub(crate) library: Option<PathBuf>,
    /// Print machine-readable JSON; an error is an object with `code`, `message` and `hint` on standard error.
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub(crate) json: bool,
    /// Print results only: no progress, no messages.
    #[arg(long, short, global = true, help_heading = "Everywhere")]
    pub(crate) quiet: bool,
    /// The language of messages and help, instead of the one `TSUMUGI_LANG`, the settings or the system names.
    #[arg(long, global = true, value_enum, value_name = "LANG", help_heading = "Everywhere")]
    pub(crate) lang: Option<LangArg>,
    /// Refuse every model that is not on this machine, before anything is sent.
    #[arg(long, global = true, env = "TSUMUGI_LOCAL_ONLY", value_parser = clap::builder::FalseyValueParser::new(), help_heading = "Everywhere")]
    pub(crate) local_only: bool,
    /// How much is logged on standard error; `serve` and `worker` log `info`, everything else `error`.
    #[arg(long, global = true, value_name = "LEVEL", env = "TSUMUGI_LOG", help_heading = "Everywhere")]
    pub(crate) log_level: Option<LogLevel>,
    /// Log as JSON, one object on a line.
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub(crate) log_json: bool,
}

/// A language of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LangArg {
    /// English.
    #[value(name = "en")]
    English,
    /// 简体中文.
    #[value(name = "zh-Hans", aliases = ["zh", "zh-CN", "zh_CN", "chinese"])]
    Chinese,
}

impl LangArg {
    pub(crate) const fn language(self) -> Language {
        match self {
            Self::English => Language::English,
            Self::Chinese => Language::Chinese,
        }
    }
}

/// How much is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogLevel {
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one of them in the life of the program")]
pub(crate) enum Command {
    #[command(flatten)]
    InLibrary(LibraryCommand),
    Verify(VerifyArgs),
    Tool(ToolArgs),
    Models(ModelsArgs),
    Dictionaries(DictionariesArgs),
    Replay(ReplayArgs),
    Setup(SetupArgs),
    Doctor(DoctorArgs),
    Restore(RestoreArgs),
    Library(LibraryArgs),
    Team(TeamArgs),
    Completions(CompletionsArgs),
    #[command(hide = true)]
    Man(ManArgs),
}

/// Commands that work on a library.
#[derive(Debug, Subcommand)]
pub(crate) enum LibraryCommand {
    Translate(TranslateArgs),
    Polish(PolishArgs),
    Proofread(ProofreadArgs),
    Resume(ResumeArgs),
    Runs(RunsArgs),
    Status(StatusArgs),
    Cost(CostArgs),
    Budget(BudgetArgs),
    Keys(KeysArgs),
    Batch(BatchArgs),
    Import(ImportArgs),
    Reread(RereadArgs),
    Convert(ConvertArgs),
    Books(BooksArgs),
    Show(ShowArgs),
    Search(SearchArgs),
    Survey(SurveyArgs),
    Terms(TermsArgs),
    Characters(CharactersArgs),
    Memories(MemoriesArgs),
    Drift(DriftArgs),
    Instructions(InstructionsArgs),
    Series(SeriesArgs),
    Title(TitleArgs),
    Footnotes(FootnotesArgs),
    Rehearsal(RehearsalArgs),
    Chat(ChatArgs),
    Check(CheckArgs),
    Acknowledge(AcknowledgeArgs),
    Fix(FixArgs),
    Report(ReportArgs),
    Export(ExportArgs),
    Exchange(ExchangeArgs),
    Edit(EditArgs),
    Suggestions(SuggestionsArgs),
    Select(SelectArgs),
    Review(ReviewArgs),
    Lock(LockArgs),
    /// Let models change locked paragraphs again.
    Unlock(LockArgs),
    Stale(StaleArgs),
    History(HistoryArgs),
    Undo(UndoArgs),
    Remove(RemoveArgs),
    Trash(TrashArgs),
    Bundle(BundleArgs),
    Unbundle(UnbundleArgs),
    Transcripts(TranscriptsArgs),
    Backup(BackupArgs),
    Serve(ServeArgs),
    Worker(WorkerArgs),
    Mcp(McpArgs),
}

/// Print a script that lets your shell complete commands and options.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi completions zsh > ~/.zfunc/_tsumugi
  tsumugi completions bash > ~/.bash_completion")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

/// Write the manual pages, one for each command, for packages.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi man target/man")]
pub(crate) struct ManArgs {
    /// The folder, which is made if it is missing.
    pub(crate) folder: PathBuf,
}
