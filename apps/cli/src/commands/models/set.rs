//! `tsumugi models set`: what a person wants to hold for a service or one of its models.

use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use messages::Message;
use settings::model_settings::names;
use settings::models::ModelRegistry;
use toml_edit::{Item, Value};

pub(crate) fn run(
    registry: &ModelRegistry,
    name: &str,
    settings: &[String],
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let (service, model) = match name.split_once('/') {
        Some((service, model)) => (service, Some(model)),
        None => (name, None),
    };
    registry.vendors.resolve(&format!("{service}/{}", model.unwrap_or("any")))?;
    if settings.is_empty() {
        return show(registry, service, model, printer);
    }
    let changes = settings.iter().map(|setting| read(setting)).collect::<Result<Vec<_>, _>>()?;
    let path = registry.change_vendor(service, model, |table| {
        for (key, value) in changes {
            match value {
                Some(value) => drop(table.insert(key, Item::Value(value))),
                None => drop(table.remove(key)),
            }
        }
    })?;
    printer.notify(&Message::new("settings_written").with("name", name).with("path", path.display()));
    Ok(Exit::Done)
}

fn show(
    registry: &ModelRegistry,
    service: &str,
    model: Option<&str>,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let resolved = registry.vendors.resolve(&format!("{service}/{}", model.unwrap_or("any")))?;
    let settings = resolved.settings();
    if printer.is_json() {
        printer.json(&settings)?;
        return Ok(Exit::Done);
    }
    let text = toml::to_string(&settings)?;
    if text.is_empty() {
        printer.print(&Message::new("nothing_set"))?;
    } else {
        printer.result(text.trim_end())?;
    }
    Ok(Exit::Done)
}

/// Reads `KEY=VALUE`. What is no TOML value is taken for text, so that `10m` needs no quotation marks.
fn read(setting: &str) -> Result<(&str, Option<Value>), WrongUsage> {
    let Some((key, value)) = setting.split_once('=') else {
        return Err(WrongUsage(Message::new("sets_nothing").with("setting", setting)));
    };
    if !names().any(|name| name == key) {
        let known: Vec<&str> = names().collect();
        let message = Message::new("no_such_setting").with("key", key);
        return Err(WrongUsage(message.with("known", known.join(", "))));
    }
    let value = (!value.is_empty()).then(|| value.parse().unwrap_or_else(|_| Value::from(value)));
    Ok((key, value))
}
