//! What can be typed to have a book worked on, and to follow the work.

use super::model_args::ModelArgs;
use book::language::LanguageTag;
use clap::{Args as ClapArgs, ValueEnum};
use operations::chapter_list::ChapterList;
use std::path::PathBuf;

/// Translate a book: from a file to a file, or inside the library.
///
/// The book is split into chunks, the model works on each through tools, every accepted paragraph is saved at once,
/// and at the end the book is written in the format it came in. Stop it at any time: `tsumugi resume` goes on.
#[derive(Debug, Clone, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi translate novel.epub --to en --model rehearsal     no key, no cost
  tsumugi translate novel.epub --to zh --model openai/gpt-5.4 --max-cost 2
  tsumugi translate novel --to en --chapters 1-3,7 --dry-run
  tsumugi translate novel --base-url http://127.0.0.1:8080/v1 --model local
  tsumugi translate volume-2.epub --series \"The Long Road\"
  tsumugi translate --series \"The Long Road\" --max-cost 10")]
pub(crate) struct TranslateArgs {
    /// A file or folder to import, or a book of the library: an id, a title, or the file it came from.
    #[arg(required_unless_present = "series", default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// Translate every book of this series, one after the other; limits are for all of them together. With a file: the
    /// series the new book belongs to.
    #[arg(long, value_name = "NAME")]
    pub(crate) series: Option<String>,
    /// The language to translate into; remembered for the book.
    #[arg(long, value_name = "LANG")]
    pub(crate) to: Option<LanguageTag>,
    /// The language the book is in, when the detected one is wrong (files only).
    #[arg(long, value_name = "LANG")]
    pub(crate) from: Option<LanguageTag>,
    /// The encoding of a text file, when the detected one is wrong.
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// Write the book here when the run is over; `-` is standard output.
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Translate again what is already translated; earlier versions stay in the history.
    #[arg(long)]
    pub(crate) again: bool,
    /// Ask for up to N translations where the source predicts trouble or a check found something; the best is taken.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(crate) candidates: u32,
    /// Only what is stale: translated, but from an earlier edition or into another language.
    #[arg(long, conflicts_with = "again")]
    pub(crate) stale: bool,
    /// With `--stale`: also what was translated with other instructions to the model than it would get today.
    #[arg(long, requires = "stale")]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Polish a translation: make stiff sentences read well, and leave what they say.
///
/// The model reads the translation beside its source, chunk by chunk, and writes anew what a reader would stumble over:
/// word order, rhythm, repetition, dialogue. Only what it changes gets a new version; what is good stays, and a person's
/// own words are never replaced. To find faults instead, use `tsumugi proofread`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi polish novel --model openai/gpt-5.4 --chapters 1
  tsumugi polish novel --max-cost 1 --instructions \"shorter sentences\"")]
pub(crate) struct PolishArgs {
    #[command(flatten)]
    pub(crate) revise: ReviseArgs,
}

/// Proofread a translation: correct what is wrong in it, and touch nothing else.
///
/// The model compares the translation with its source, chunk by chunk, and corrects faults: what was misread, left out or
/// added, wrong names and numbers, spelling and punctuation. A sentence that is right stays as it is, and a person's own
/// words are never replaced. For style, use `tsumugi polish`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi proofread novel --model openai/gpt-5.4 --chapters 1-3
  tsumugi proofread novel --max-cost 1")]
pub(crate) struct ProofreadArgs {
    #[command(flatten)]
    pub(crate) revise: ReviseArgs,
}

/// What a second pass over a translation takes.
#[derive(Debug, ClapArgs)]
pub(crate) struct ReviseArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// How the work is to be done.
#[derive(Debug, Clone, ClapArgs)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct WorkArgs {
    #[command(flatten)]
    pub(crate) model_args: ModelArgs,
    /// A model to turn to when the first one fails at a chunk; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub(crate) fallback: Vec<String>,
    /// How much ceremony: quick, standard or careful.
    #[arg(long, value_enum, default_value_t = EffortArg::Standard)]
    pub(crate) effort: EffortArg,
    /// How far the model may read around its chunk.
    #[arg(long, value_enum, default_value_t = ReadsArg::Book)]
    pub(crate) reads: ReadsArg,
    /// How the model hands over its work: by calling tools, as a JSON object (structured) or as numbered lines; auto tries
    /// them in this order and keeps what works.
    #[arg(long, value_name = "FORM", default_value_t = llm::DeliveryChoice::Auto)]
    pub(crate) delivery: llm::DeliveryChoice,
    /// Only these chapters, by number: `1-3,7`.
    #[arg(long, value_name = "LIST")]
    pub(crate) chapters: Option<ChapterList>,
    /// Only these paragraphs, by id: `k7wd3f,p2m9xq`.
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) paragraphs: Vec<String>,
    /// Tokens of source in a chunk.
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(64..=100_000))]
    pub(crate) chunk_size: Option<u64>,
    /// How many chapters at once.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Hand the requests in as batches: half the price, answered within a day (OpenAI, Anthropic, Gemini). Stop it at any
    /// time; `tsumugi resume` takes in what was answered.
    #[arg(long)]
    pub(crate) batch: bool,
    /// Stop each chapter before it costs more than this many US dollars; the others go on.
    #[arg(long, value_name = "USD")]
    pub(crate) max_cost_per_chapter: Option<f64>,
    /// Stop each chapter before it uses more than this many tokens; the others go on.
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens_per_chapter: Option<u64>,
    /// The temperature, where the model's own default is not wanted.
    #[arg(long, value_name = "T")]
    pub(crate) temperature: Option<f32>,
    /// What you ask of the translation beyond the usual rules.
    #[arg(long, value_name = "TEXT")]
    pub(crate) instructions: Option<String>,
    /// Ask the model also for paragraphs whose exact source text was translated before in this series.
    #[arg(long)]
    pub(crate) no_reuse: bool,
    /// Say what would be done and what it would cost, and stop there.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Do not ask: not before spending, not when the book is in the target language already, not before making the library
    /// that `--library` names.
    #[arg(long, short)]
    pub(crate) yes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EffortArg {
    /// No preparing, no review.
    Quick,
    /// A review only where a check found something.
    Standard,
    /// Every stage explicit.
    Careful,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReadsArg {
    /// Anywhere in the book.
    Book,
    /// Neighbours only inside the chunk.
    Chunk,
}

/// Go on with a run that was interrupted or stopped.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi resume                       the latest run that is not finished
  tsumugi resume k7hd --max-cost 5     that run, with a new limit")]
pub(crate) struct ResumeArgs {
    /// The run: an id, the start of one, or its book.
    pub(crate) run: Option<String>,
    /// Another model for what is left.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Any endpoint, without configuration; the key comes from `TSUMUGI_API_KEY`.
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    /// The dialect that endpoint speaks: openai, openai-responses, anthropic, gemini or ollama.
    #[arg(long, value_name = "DIALECT", requires = "base_url", value_parser = super::model::dialect)]
    pub(crate) dialect: Option<llm::Dialect>,
    /// The model's price in US dollars per million tokens, input and output, where it is not known: `0.3,1.2`.
    #[arg(long, value_name = "INPUT,OUTPUT", value_parser = super::model::price)]
    pub(crate) price: Option<llm::Price>,
    /// Record every request and reply in this file, without keys; `tsumugi replay FILE` shows it again.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// A new limit in US dollars, for the whole run.
    #[arg(long, value_name = "USD")]
    pub(crate) max_cost: Option<f64>,
    /// A new limit in tokens, for the whole run.
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u64>,
    /// A new limit in US dollars, for each chapter.
    #[arg(long, value_name = "USD")]
    pub(crate) max_cost_per_chapter: Option<f64>,
    /// A new limit in tokens, for each chapter.
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens_per_chapter: Option<u64>,
    /// Write the book here when the run is over, instead of where it was to go; `-` is standard output.
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

/// List the runs, latest first.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi runs
  tsumugi runs novel --json")]
pub(crate) struct RunsArgs {
    /// Only the runs of this book.
    pub(crate) book: Option<String>,
}

/// Say which book a run is about, how far it is, what remains and why, and what to type next.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi status            the latest run
  tsumugi status k7hd")]
pub(crate) struct StatusArgs {
    /// The run: an id, the start of one, or its book; the latest if left out.
    pub(crate) run: Option<String>,
}

/// Show tokens, cache hits and money, by run, chapter and the model that was paid.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi cost              all runs
  tsumugi cost k7hd --json")]
pub(crate) struct CostArgs {
    /// The run: an id, the start of one, or a book; all runs if left out.
    pub(crate) run: Option<String>,
}
