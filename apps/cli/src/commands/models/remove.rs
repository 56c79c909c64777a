//! `tsumugi models remove`: an endpoint that was added goes, with its settings and its key.

use crate::exit::Exit;
use crate::output::Printer;
use messages::Message;
use serde_json::json;
use settings::models::ModelRegistry;

pub(crate) fn run(registry: &ModelRegistry, name: &str, printer: &Printer) -> anyhow::Result<Exit> {
    registry.remove_model(name)?;
    if printer.is_json() {
        printer.json(&json!({"removed": name}))?;
    } else {
        printer.notify(&Message::new("model_removed").with("name", name));
    }
    Ok(Exit::Done)
}
