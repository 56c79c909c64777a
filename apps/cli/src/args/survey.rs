//! What can be typed to have a book read before it is translated.

use super::model_args::ModelArgs;
use book::language::LanguageTag;
use clap::Args as ClapArgs;
use operations::chapter_list::ChapterList;

/// Read a book before it is translated, and learn its names, terms and people.
///
/// Words that stand out are found without a model. Then the model reads the book in pieces and proposes terms, characters,
/// and summaries; what does not literally stand in the paragraphs it cites is thrown away. You decide on the rest here or
/// on the page; until then only what several paragraphs bear out is used. Stop it at any time: `tsumugi resume` goes on.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi survey novel --to en --model openai/gpt-5.4 --max-cost 1
  tsumugi survey novel --to en --dry-run      what it would cost
  tsumugi survey novel --no-model             what stands out, without a model
  tsumugi survey novel --review               decide on what was proposed")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch a person may type")]
pub(crate) struct SurveyArgs {
    /// The book: an id, a title, or the file it came from; the only one if left out.
    #[arg(default_value = "", hide_default_value = true)]
    pub(crate) book: String,
    /// The language it will be translated into; remembered for the book.
    #[arg(long, value_name = "LANG")]
    pub(crate) to: Option<LanguageTag>,
    /// Decide on what was proposed: accept, edit, reject or merge, one by one. With `--json`: list it.
    #[arg(long, conflicts_with_all = ["no_model", "dry_run"])]
    pub(crate) review: bool,
    /// Only show what stands out, without a model.
    #[arg(long)]
    pub(crate) no_model: bool,
    #[command(flatten)]
    pub(crate) model_args: ModelArgs,
    /// Only these chapters, by number: `1-3,7`.
    #[arg(long, value_name = "LIST")]
    pub(crate) chapters: Option<ChapterList>,
    /// Tokens of source that are read at once.
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(500..=100_000))]
    pub(crate) piece_size: Option<u64>,
    /// How many pieces at once.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Hand the requests in as a batch: half the price, answered within a day (OpenAI, Anthropic, Gemini).
    #[arg(long)]
    pub(crate) batch: bool,
    /// The temperature, where the model's own default is not wanted.
    #[arg(long, value_name = "T")]
    pub(crate) temperature: Option<f32>,
    /// What you ask of the reading beyond the usual rules.
    #[arg(long, value_name = "TEXT")]
    pub(crate) instructions: Option<String>,
    /// Say what would be done and what it would cost, and stop there.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Do not ask before spending, nor for a review afterwards.
    #[arg(long, short)]
    pub(crate) yes: bool,
}
