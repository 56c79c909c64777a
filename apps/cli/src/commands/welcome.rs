//! `tsumugi` alone: what this is, and what to type next.

use crate::exit::Exit;
use crate::output::Printer;
use messages::Message;
use settings::models::ModelRegistry;

pub(crate) fn run(printer: &Printer) -> anyhow::Result<Exit> {
    // Settings that cannot be read are told by the command that needs them.
    let has_model = ModelRegistry::open().is_ok_and(|registry| registry.settings.default_model.is_some());
    printer.print(&Message::new(if has_model { "welcome" } else { "welcome_first" }))?;
    Ok(Exit::Done)
}
