//! What can be typed to have a translation looked over, and what is found mended.

use super::work::WorkArgs;
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

/// Look over a translation with checks that need no model: omissions, residue, numbers, names, quotes, repetition …
///
/// What would keep a paragraph from being accepted is `block`, what an editor should look at is `queue`, the rest is
/// `info`; the worst comes first. A check that cannot judge says nothing.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi check novel
  tsumugi check novel --chapter 3 --severity block
  tsumugi check novel --only D1 --json
  tsumugi check novel --sarif > findings.sarif
  tsumugi check novel --fail-on block        exit code 3 if there is any
  tsumugi check novel --judge openai/gpt-5.4 --judge-sample 50 --max-cost 1")]
pub(crate) struct CheckArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// Only this chapter: its number in the list, or its id.
    #[arg(long, short, value_name = "N")]
    pub(crate) chapter: Option<String>,
    /// Only findings at least this grave.
    #[arg(long, value_enum, default_value_t = Gravity::Queue)]
    pub(crate) severity: Gravity,
    /// Only these checks, by code; may be given several times.
    #[arg(long, value_name = "CODE")]
    pub(crate) only: Vec<String>,
    /// Also what was acknowledged and still stands.
    #[arg(long)]
    pub(crate) acknowledged: bool,
    /// Print SARIF 2.1.0, which editors and review tools read.
    #[arg(long)]
    pub(crate) sarif: bool,
    /// Leave with exit code 3 if a finding listed is at least this grave and not acknowledged.
    #[arg(long, value_enum, value_name = "GRAVITY")]
    pub(crate) fail_on: Option<Gravity>,
    #[command(flatten)]
    pub(crate) opinion: OpinionArgs,
}

/// A second opinion: which model is asked about which paragraphs, and what it may cost.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "A second opinion")]
pub(crate) struct OpinionArgs {
    /// Ask this model about the paragraphs in which the checks find something; its opinions are listed as such and never
    /// block. What it said about the same words is not asked again.
    #[arg(long, value_name = "MODEL")]
    pub(crate) judge: Option<String>,
    /// Ask about so many paragraphs instead, taken evenly from the whole book.
    #[arg(long, value_name = "N", requires = "judge", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) judge_sample: Option<u32>,
    /// Any endpoint for the model, without configuration; the key comes from `TSUMUGI_API_KEY`.
    #[arg(long, value_name = "URL", requires = "judge")]
    pub(crate) base_url: Option<String>,
    /// The dialect that endpoint speaks: openai, openai-responses, anthropic, gemini or ollama.
    #[arg(long, value_name = "DIALECT", requires = "base_url", value_parser = super::model::dialect)]
    pub(crate) dialect: Option<llm::Dialect>,
    /// The model's price in US dollars per million tokens, input and output, where it is not known: `0.3,1.2`.
    #[arg(long, value_name = "INPUT,OUTPUT", requires = "judge", value_parser = super::model::price)]
    pub(crate) price: Option<llm::Price>,
    /// Stop before spending more than this many US dollars.
    #[arg(long, value_name = "USD", requires = "judge")]
    pub(crate) max_cost: Option<f64>,
    /// Stop before using more than this many tokens, read and written together.
    #[arg(long, value_name = "N", requires = "judge")]
    pub(crate) max_tokens: Option<u64>,
    /// Do not ask before spending.
    #[arg(long, short, requires = "judge")]
    pub(crate) yes: bool,
}

/// List bilingual dictionaries that help the checks: which are here, where to get the others, under which licence.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi dictionaries
  tsumugi dictionaries --json")]
pub(crate) struct DictionariesArgs {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Gravity {
    /// What must not be exported as good.
    Block,
    /// What an editor should look at, and what is graver.
    Queue,
    /// Everything.
    Info,
}

/// Let findings stand, with a reason, or list and withdraw those that do.
///
/// A finding stays acknowledged as long as source and translation of its paragraph are the same; with other words it is
/// open again. `tsumugi undo` takes an acknowledgement back like any other change.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi acknowledge novel                         lists them
  tsumugi acknowledge novel k7wd3f --check D1 --reason \"a pun on four\"
  tsumugi acknowledge novel k7wd3f --withdraw")]
pub(crate) struct AcknowledgeArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// The paragraphs; none lists what is acknowledged.
    pub(crate) paragraphs: Vec<String>,
    /// Only these checks, by code; all that find something there if left out.
    #[arg(long, value_name = "CODE")]
    pub(crate) check: Vec<String>,
    /// Why it may stand.
    #[arg(long, value_name = "TEXT", conflicts_with = "withdraw")]
    pub(crate) reason: Option<String>,
    /// Open the findings again.
    #[arg(long, requires = "paragraphs")]
    pub(crate) withdraw: bool,
}

/// Mend what the checks find: by code where code can, otherwise by a model, and only those paragraphs.
///
/// Each finding is repaired in the way that suits it: what was left untranslated is translated afresh, what lost a
/// sentence is asked for sentence by sentence, a wrong number or name is corrected and nothing else. A new text is taken
/// only if no check finds more in it and at least one finds less; after two attempts a paragraph is left as it is. Your own words
/// and locked paragraphs are never replaced: for them the repair waits as a suggestion.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi fix novel --dry-run                 what would be done, and the cost
  tsumugi fix novel --severity block --model openai/gpt-5.4 --max-cost 1
  tsumugi fix novel --only C1 --chapters 1-3")]
pub(crate) struct FixArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// Only findings at least this grave.
    #[arg(long, value_enum, default_value_t = Grave::Queue)]
    pub(crate) severity: Grave,
    /// Only these checks, by code; may be given several times.
    #[arg(long, value_name = "CODE")]
    pub(crate) only: Vec<String>,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// What is worth mending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Grave {
    /// What must not be exported as good.
    Block,
    /// What an editor should look at, and what is graver.
    Queue,
}

/// Write a report on the quality of a translation: one page for a browser, without anything from elsewhere.
///
/// Chapters against checks, the worst paragraphs first with source and translation side by side, counts, costs and
/// drift. It needs no network and no script, and can be printed. It is in the language of the translation, or in the one
/// that `--lang` names.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi report novel -o report.html
  tsumugi report novel -o report.html --lang zh-Hans --worst 200")]
pub(crate) struct ReportArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// The file to write; `-` is standard output.
    #[arg(long, short, value_name = "FILE", default_value = "report.html")]
    pub(crate) output: PathBuf,
    /// How many of the worst paragraphs to show.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) worst: usize,
}
