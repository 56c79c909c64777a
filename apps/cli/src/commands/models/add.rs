//! `tsumugi models add`: keeps a key, an endpoint, or a default; never shows a key.

use crate::exit::Exit;
use crate::output::Printer;
use messages::Message;
use secrecy::SecretString;
use settings::KeySlot;
use settings::keys::KeyPlace;
use settings::models::ModelRegistry;
use settings::saved_model::ModelSpec;
use std::io::Read;

/// How it is to be added.
pub(crate) struct KeyInput {
    pub(crate) key: KeyFrom,
    pub(crate) becomes_default: bool,
}

/// Where the key comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyFrom {
    Terminal,
    Stdin,
}

/// No key is longer; a file given by mistake is.
const LONGEST_KEY: u64 = 4096;

pub(crate) fn run(
    registry: &ModelRegistry,
    added: &ModelSpec<'_>,
    key_input: &KeyInput,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let enrolled = registry.save_model(added)?;
    let name = enrolled.name;
    if let Some(path) = enrolled.written {
        let written = Message::new("settings_written").with("name", &name);
        printer.notify(&written.with("path", path.display()));
    }
    let service = name.split_once('/').map_or(name.as_str(), |(service, _)| service);
    let wants_key = |_: &KeySlot| key_input.key == KeyFrom::Stdin || !registry.has_key(service);
    if let Some(slot) = enrolled.key.filter(wants_key) {
        match read_key(&slot.variable, key_input.key, printer)? {
            Some(key) => {
                printer.notify(&match registry.keep_key(&slot, &key)? {
                    KeyPlace::Keyring => Message::new("key_kept_in_keyring"),
                    KeyPlace::File(path) => Message::new("key_kept").with("path", path.display()),
                });
            }
            None => printer.notify(&Message::new("no_key_kept").with("variable", slot.variable)),
        }
    }
    if key_input.becomes_default {
        registry.make_default(&name)?;
        printer.notify(&Message::new("model_is_default").with("name", &name));
    }
    printer.hint(&Message::new("model_test_next").with("name", name));
    Ok(Exit::Done)
}

/// The key, or `None` when the person gives none.
pub(in crate::commands) fn read_key(
    variable: &str,
    key: KeyFrom,
    printer: &Printer,
) -> anyhow::Result<Option<SecretString>> {
    let text = match key {
        KeyFrom::Stdin => {
            let mut text = String::new();
            std::io::stdin().take(LONGEST_KEY).read_to_string(&mut text)?;
            text
        }
        KeyFrom::Terminal if printer.can_ask() => {
            let prompt = Message::new("key_prompt").with("variable", variable);
            rpassword::prompt_password(format!("{} ", printer.text_of(&prompt)))?
        }
        KeyFrom::Terminal => String::new(),
    };
    let key = text.trim();
    Ok((!key.is_empty()).then(|| SecretString::from(key)))
}
