//! Which run a person means.

use messages::Message;
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
        anyhow::ensure!(!runs.is_empty(), Message::new("no_run_yet"));
        return Ok(runs.into_iter().find(fits).ok_or(Message::new("no_fitting_run"))?);
    };
    let wanted = text.trim().to_lowercase();
    let mut found: Vec<RunRecord> =
        runs.into_iter().filter(|run| run.id.to_string().starts_with(&wanted)).collect();
    let several = || Message::new("several_runs").with("text", text).count("n_runs", found.len());
    anyhow::ensure!(found.len() < 2, several());
    Ok(found.pop().ok_or_else(|| Message::new("no_run_called").with("text", text))?)
}
