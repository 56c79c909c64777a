//! Models that need no service: the rehearsal, a recorded file, a program on this machine.

use crate::environment::{command_words, has_program};
use crate::error::{SettingsError, unreadable};
use llm::{Command, CommandConfig, CommandMode, Model, Rehearsal, Replaying, TimeSpan};
use messages::Message;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The name of the built-in model.
pub use book::text::version::REHEARSAL;
/// What comes before a program that is to be used as a model, and how each is spoken to.
const COMMANDS: &[(&str, CommandMode)] = &[
    ("command:", CommandMode::OneShot),
    ("command-server:", CommandMode::Lines),
    ("command-server-json:", CommandMode::JsonLines),
];
/// What comes before a recorded file that is to answer as the model did.
const REPLAY: &str = "replay:";
/// A program gets so long for one request, where nothing else is set.
const COMMAND_TIMEOUT: Duration = Duration::from_mins(1);

/// A model that needs no service: the rehearsal, or a program on this machine.
pub(crate) fn model(name: &str, timeout: Option<TimeSpan>) -> Result<Option<Arc<dyn Model>>, SettingsError> {
    if name == REHEARSAL {
        return Ok(Some(Arc::new(Rehearsal)));
    }
    if let Some(path) = name.strip_prefix(REPLAY) {
        let file = File::open(path).map_err(unreadable(Path::new(path)))?;
        return Ok(Some(Arc::new(Replaying::new(BufReader::new(file))?)));
    }
    let Some((line, mode)) = command_line(name) else { return Ok(None) };
    let refused = |code: &'static str| SettingsError::Refused(Message::new(code).with("text", line));
    let argv = command_words(line).ok_or_else(|| refused("quote_not_closed"))?;
    let program = argv.first().ok_or_else(|| refused("command_empty"))?;
    if !has_program(program) {
        return Err(SettingsError::Unusable(Message::new("no_such_program").with("program", program)));
    }
    let timeout = timeout.map_or(COMMAND_TIMEOUT, |TimeSpan(timeout)| timeout);
    Ok(Some(Arc::new(Command::new(CommandConfig { argv, timeout, mode }))))
}

/// Whether the model answers without any service.
pub fn is_offline(name: &str) -> bool {
    name == REHEARSAL || command_line(name).is_some() || name.starts_with(REPLAY)
}

/// Whether the model is a program that would be started.
pub fn is_program(name: &str) -> bool {
    command_line(name).is_some()
}

/// The command line of a program that is used as a model, and how it is spoken to.
fn command_line(name: &str) -> Option<(&str, CommandMode)> {
    COMMANDS.iter().find_map(|(prefix, mode)| Some((name.strip_prefix(prefix)?, *mode)))
}

/// Refuses work that a program which only translates cannot do.
pub fn refuse_engine<'a>(names: impl IntoIterator<Item = &'a str>, what: &str) -> Result<(), SettingsError> {
    match names.into_iter().find(|name| command_line(name).is_some()) {
        Some(name) => {
            let message = Message::new("engine_only_translates").with("model", name).with("work", what);
            Err(SettingsError::Refused(message))
        }
        None => Ok(()),
    }
}
