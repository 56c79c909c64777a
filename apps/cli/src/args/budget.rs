//! What can be typed about monthly budgets.

use clap::{Args as ClapArgs, Subcommand};

/// Show or set what may be spent in a month, and see who spent what.
///
/// A budget is for the whole library, for one person of a team, or for one book; a run has to fit into all that are about
/// it. Each run sets a part aside before it sends anything, so that many at once never pass the limit together. Months are
/// those of UTC.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi budget                        where each budget stands, and who spent what this month
  tsumugi budget --months 12            the same for a year
  tsumugi budget set 50                 fifty dollars a month for the whole library
  tsumugi budget set 5 --book k7hd
  tsumugi budget remove --book k7hd")]
pub(crate) struct BudgetArgs {
    #[command(subcommand)]
    pub(crate) action: Option<BudgetAction>,
    /// How many months to show, this one included.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=120))]
    pub(crate) months: u32,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum BudgetAction {
    /// Set what may be spent in a month; running work keeps to it within a minute.
    #[command(after_help = "Examples:
  tsumugi budget set 50
  tsumugi budget set 10 --person mika
  tsumugi budget set 5 --book k7hd")]
    Set {
        /// US dollars a month.
        #[arg(value_name = "USD")]
        usd: f64,
        #[command(flatten)]
        of: BudgetOfArgs,
    },
    /// Take a budget away.
    #[command(after_help = "Examples:
  tsumugi budget remove
  tsumugi budget remove --person mika")]
    Remove {
        #[command(flatten)]
        of: BudgetOfArgs,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct BudgetOfArgs {
    /// The budget of this member of the team: what they log in with.
    #[arg(long, value_name = "LOGIN", conflicts_with = "book")]
    pub(crate) person: Option<String>,
    /// The budget of this book: an id, the start of one, or a title.
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: Option<String>,
}
