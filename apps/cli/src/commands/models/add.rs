//! `tsumugi models add`: keeps a key, an endpoint, or a default; never shows a key.

use crate::config::hire::{Agency, Endpoint};
use crate::config::keys::variable_for;
use crate::config::settings::add_vendor;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use llm::Dialect;
use secrecy::SecretString;
use std::io::Read;

/// What is to be added.
pub(crate) struct Added<'a> {
    pub(crate) name: &'a str,
    pub(crate) endpoint: Option<Endpoint<'a>>,
    pub(crate) model: Option<&'a str>,
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

pub(crate) fn run(agency: &Agency, added: &Added<'_>, printer: &Printer) -> anyhow::Result<Exit> {
    let (variable, name) = if let Some(endpoint) = added.endpoint {
        add_endpoint(agency, added, endpoint, printer)?
    } else {
        let resolved = agency.resolve(added.name, None)?;
        let name = format!("{}/{}", resolved.vendor_id, resolved.model);
        (resolved.vendor.key, name)
    };
    if let Some(variable) =
        variable.filter(|variable| added.key == KeyFrom::Stdin || !agency.has_key(variable))
    {
        match read_key(&variable, added, printer)? {
            Some(key) => {
                let path = agency.keep_key(&variable, &key)?;
                printer.say(&format!("key kept in `{}`, readable only by you", path.display()));
            }
            None => printer.say(&format!("no key kept; `{variable}` in the environment works too")),
        }
    }
    if added.becomes_default {
        agency.change_settings(|document| {
            document.insert("default_model", toml_edit::value(name.as_str()));
        })?;
        printer.say(&format!("`{name}` is used when no `--model` is named"));
    }
    printer.say(&format!("hint: `tsumugi models test {name}` tries it"));
    Ok(Exit::Done)
}

/// Writes the endpoint down as a service of the person's own.
fn add_endpoint(
    agency: &Agency,
    added: &Added<'_>,
    endpoint: Endpoint<'_>,
    printer: &Printer,
) -> anyhow::Result<(Option<String>, String)> {
    let id = added.name;
    let plain = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !plain {
        return Err(WrongUsage(format!(
            "`{id}` cannot name a service\nhint: use letters, digits, `-` and `_`"
        ))
        .into());
    }
    let model = added.model.unwrap_or(id);
    let dialect = endpoint.dialect.unwrap_or(Dialect::OpenaiChat).name();
    let path =
        agency.change_settings(|document| add_vendor(document, id, endpoint.base_url, dialect, model))?;
    printer.say(&format!("`{id}/{model}` written to `{}`", path.display()));
    Ok((Some(variable_for(id)), format!("{id}/{model}")))
}

/// The key, or `None` when the person gives none.
fn read_key(variable: &str, added: &Added<'_>, printer: &Printer) -> anyhow::Result<Option<SecretString>> {
    let text = match added.key {
        KeyFrom::Stdin => {
            let mut text = String::new();
            std::io::stdin().take(LONGEST_KEY).read_to_string(&mut text)?;
            text
        }
        KeyFrom::Terminal if printer.can_ask() => {
            rpassword::prompt_password(format!("Key for {variable} (not shown, empty for none): "))?
        }
        KeyFrom::Terminal => String::new(),
    };
    let key = text.trim();
    Ok((!key.is_empty()).then(|| SecretString::from(key)))
}
