//! Which run a person means.

use anyhow::Context;
use store::library::Library;
use store::work::RunRecord;

/// The run with this id or the start of one; without a name, the latest that `fits`.
pub(crate) async fn run(
    library: &Library,
    text: Option<&str>,
    fits: impl Fn(&RunRecord) -> bool,
) -> anyhow::Result<RunRecord> {
    let runs = library.runs(None).await?;
    let Some(text) = text else {
        anyhow::ensure!(
            !runs.is_empty(),
            "there was no run yet\nhint: `tsumugi translate BOOK --to LANG` starts one"
        );
        return runs.into_iter().find(fits).context("there is no such run\nhint: `tsumugi runs` lists them");
    };
    let wanted = text.trim().to_lowercase();
    let mut found: Vec<RunRecord> =
        runs.into_iter().filter(|run| run.id.to_string().starts_with(&wanted)).collect();
    anyhow::ensure!(
        found.len() < 2,
        "`{text}` is the start of {} runs\nhint: give more of the id",
        found.len()
    );
    found.pop().with_context(|| format!("no run `{text}`\nhint: `tsumugi runs` lists them"))
}
