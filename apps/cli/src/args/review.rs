//! What can be typed about the review of translations.

use book::text::review::ReviewState;
use clap::Args as ClapArgs;
use operations::paragraph_filter::StateFilter;

/// See how far the review of a book is, list paragraphs, or say how far they are.
///
/// A translation is a draft until a person says that it needs work or that it is reviewed. No model replaces what is
/// reviewed: its text becomes a suggestion. A new translation by a person is a draft again.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi review novel                      how far each chapter is
  tsumugi review novel --state needs-work   what needs work
  tsumugi review novel --touched            reviewed, and changed since
  tsumugi review novel --author model --check C1 --longer 200
  tsumugi review novel k7wd3f p2m9xq --set reviewed
  tsumugi review novel --chapter 3 --set reviewed
  tsumugi export novel --reviewed-only")]
pub(crate) struct ReviewArgs {
    /// The book: an id, a title, or the file it came from.
    pub(crate) book: String,
    /// The paragraphs.
    #[arg(conflicts_with_all = ["state", "touched", "author", "check", "stale", "longer", "shorter"])]
    pub(crate) paragraphs: Vec<String>,
    /// Say how far they are: `draft`, `needs-work`, `reviewed` or `approved`.
    #[arg(long, value_name = "STATE", value_parser = state)]
    pub(crate) set: Option<ReviewState>,
    /// Only this chapter: its number in the list, or its id.
    #[arg(long, short, value_name = "N")]
    pub(crate) chapter: Option<String>,
    /// Only what is so far: `draft`, `needs-work`, `reviewed`, `approved` or `untranslated`.
    #[arg(long, value_name = "STATE", value_parser = filter)]
    pub(crate) state: Option<StateFilter>,
    /// Only translations by a `person`, by a `model`, or by the model of this name.
    #[arg(long, value_name = "WHO")]
    pub(crate) author: Option<String>,
    /// Only where this check found something, by its code.
    #[arg(long, value_name = "CODE")]
    pub(crate) check: Option<String>,
    /// Only what was reviewed once and stands in other words since.
    #[arg(long, conflicts_with = "state")]
    pub(crate) touched: bool,
    /// Only stale translations.
    #[arg(long)]
    pub(crate) stale: bool,
    /// Only paragraphs with at least so many characters of source.
    #[arg(long, value_name = "N")]
    pub(crate) longer: Option<usize>,
    /// Only paragraphs with at most so many characters of source.
    #[arg(long, value_name = "N")]
    pub(crate) shorter: Option<usize>,
}

fn filter(text: &str) -> Result<StateFilter, String> {
    StateFilter::from_word(text)
        .ok_or_else(|| "use `draft`, `needs-work`, `reviewed`, `approved` or `untranslated`".to_owned())
}

fn state(text: &str) -> Result<ReviewState, String> {
    match StateFilter::from_word(text) {
        Some(StateFilter::Review(state)) => Ok(state),
        Some(StateFilter::Untranslated | StateFilter::Touched) | None => {
            Err("use `draft`, `needs-work`, `reviewed` or `approved`".to_owned())
        }
    }
}
