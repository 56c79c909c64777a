//! `tsumugi models remove`: an endpoint that was added goes, with its settings and its key.

use crate::exit::Exit;
use crate::output::Printer;
use serde_json::json;
use settings::models::ModelRegistry;

pub(crate) fn run(registry: &ModelRegistry, name: &str, printer: &Printer) -> anyhow::Result<Exit> {
    registry.remove_model(name)?;
    if printer.is_json() {
        printer.json(&json!({"removed": name}))?;
    } else {
        printer.say(&format!("`{name}` is removed"));
    }
    Ok(Exit::Done)
}
