//! What can be typed about transcripts: what models were asked and answered.

use clap::{Args as ClapArgs, Subcommand};

/// What models were asked and answered, word for word: how much of it is kept, and take it out.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi transcripts purge --older-than 30d
  tsumugi transcripts purge k7hd3fmw2x --yes")]
pub(crate) struct TranscriptsArgs {
    #[command(subcommand)]
    pub(crate) action: TranscriptsAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TranscriptsAction {
    Purge(PurgeArgs),
}

/// Take the transcripts of finished tasks out of the library. Translations, runs and costs stay; unfinished tasks keep
/// theirs, so that `resume` goes on. The setting `keep_transcripts_days` does it whenever the library is opened.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  tsumugi transcripts purge --older-than 30d
  tsumugi transcripts purge k7hd3fmw2x --yes")]
pub(crate) struct PurgeArgs {
    /// Of this book only: an id or a full title.
    pub(crate) book: Option<String>,
    /// Only of tasks that ended longer ago than this, as in `30d`, `12h`.
    #[arg(long, value_name = "TIME", value_parser = time_span)]
    pub(crate) older_than: Option<i64>,
    /// Do not ask.
    #[arg(long)]
    pub(crate) yes: bool,
}

/// A span of days or hours, in milliseconds.
fn time_span(text: &str) -> Result<i64, String> {
    let (digits, hours) = match text.trim() {
        text if text.ends_with('d') => (text.trim_end_matches('d'), 24),
        text if text.ends_with('h') => (text.trim_end_matches('h'), 1),
        text => (text, 24),
    };
    let number = digits.parse::<u32>().ok().map(i64::from);
    let span = number.and_then(|number| number.checked_mul(hours * 60 * 60 * 1000));
    span.ok_or_else(|| {
        format!("`{text}` is no span of time\nhint: write days or hours, as in `30d` or `12h`")
    })
}
