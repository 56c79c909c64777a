//! What is set for a service or one of its models, read and changed as JSON: the same for `models set` and for the page.
//! What looks like a secret goes in and never comes out.

use crate::error::SettingsError;
use crate::models::ModelRegistry;
use llm::ModelSettings;
use messages::Message;
use serde_json::{Map, Value};
use std::path::PathBuf;
use toml_edit::Item;

/// What can be set beside the settings proper: what services and models are described with.
const DESCRIBING: &[&str] =
    &["extra_body", "headers", "max_output", "quirks", "streaming", "thinking_style", "tools", "window"];
/// Parts of the names of headers and fields whose values are secrets.
const SECRET_WORDS: &[&str] =
    &["auth", "cookie", "credential", "key", "pass", "secret", "session", "signature", "token"];
/// A value without a blank that is as long as this is taken for a key.
const LONG_VALUE: usize = 24;
/// No value of a header is longer.
const LONGEST_HEADER: usize = 8 * 1024;

/// What is set for a service or a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownSettings {
    /// The service, or `service/model`.
    pub name: String,
    /// What a person set at exactly this name.
    pub set: Map<String, Value>,
    /// What holds: the model's own, else its service's, else what comes with the program.
    pub effective: Map<String, Value>,
    /// What is set and not shown, as `headers.Authorization`.
    pub hidden: Vec<String>,
}

/// The names of everything that can be set.
pub fn names() -> impl Iterator<Item = &'static str> {
    ModelSettings::KEYS.iter().chain(DESCRIBING).copied()
}

impl ModelRegistry {
    /// What is set for a service or a model.
    pub fn shown_settings(&self, name: &str) -> Result<ShownSettings, SettingsError> {
        let (service, model) = self.settable(name)?;
        let document = crate::file::document(self.folder())?;
        let written = written(&document, &service, model.as_deref());
        let mut hidden = Vec::new();
        let mut set = Map::new();
        for key in names() {
            if let Some(value) = written.and_then(|table| table.get(key)).and_then(json_of_item) {
                show(key, value, &mut set, &mut hidden);
            }
        }
        let mut effective = Map::new();
        for (key, value) in self.effective(&service, model.as_deref())? {
            show(&key, value, &mut effective, &mut hidden);
        }
        hidden.sort();
        hidden.dedup();
        let name = model.map_or_else(|| service.clone(), |model| format!("{service}/{model}"));
        Ok(ShownSettings { name, set, effective, hidden })
    }

    /// Changes what is set at a name as a JSON merge patch does: `null` removes, what is not named stays.
    pub fn patch_settings(&self, name: &str, patch: &Map<String, Value>) -> Result<PathBuf, SettingsError> {
        let (service, model) = self.settable(name)?;
        if let Some(key) = patch.keys().find(|key| !names().any(|known| known == *key)) {
            let known = names().collect::<Vec<_>>().join(", ");
            let message = Message::new("no_such_setting").with("key", key).with("known", known);
            return Err(SettingsError::Refused(message));
        }
        if let Some(headers) = patch.get("headers").and_then(Value::as_object) {
            refuse_bad_headers(headers)?;
        }
        let document = crate::file::document(self.folder())?;
        let before = written(&document, &service, model.as_deref());
        let mut changes = Vec::new();
        for (key, value) in patch {
            let mut merged = before.and_then(|table| table.get(key)).and_then(json_of_item);
            merge(&mut merged, value);
            let merged = merged.filter(|value| value.as_object().is_none_or(|object| !object.is_empty()));
            let item = match merged {
                None => None,
                Some(value) => {
                    let no_toml =
                        || SettingsError::Refused(Message::new("setting_has_null").with("key", key));
                    Some(toml_value(&value).ok_or_else(no_toml)?)
                }
            };
            changes.push((key, item));
        }
        self.change_vendor(&service, model.as_deref(), |table| {
            for (key, item) in changes {
                match item {
                    Some(value) => drop(table.insert(key, Item::Value(value))),
                    None => drop(table.remove(key)),
                }
            }
        })
    }

    /// The service and the model a name means. A service alone stands for all its models.
    fn settable(&self, name: &str) -> Result<(String, Option<String>), SettingsError> {
        if self.vendors.iter().any(|(id, _)| id == name) {
            return Ok((name.to_owned(), None));
        }
        let resolved = self.vendors.resolve(name)?;
        Ok((resolved.vendor_id, Some(resolved.model)))
    }

    fn effective(&self, service: &str, model: Option<&str>) -> Result<Map<String, Value>, SettingsError> {
        let resolved = self.vendors.resolve(&format!("{service}/{}", model.unwrap_or("any")))?;
        let mut values = object(serde_json::to_value(resolved.settings()).unwrap_or_default());
        let target = resolved.endpoint(None).target;
        values.insert("extra_body".to_owned(), Value::Object(target.extra_body));
        values.insert("quirks".to_owned(), serde_json::to_value(&target.quirks).unwrap_or_default());
        values.insert("streaming".to_owned(), Value::Bool(target.streaming));
        values.insert("window".to_owned(), target.window.into());
        values.insert("max_output".to_owned(), target.max_output.into());
        values.insert(
            "thinking_style".to_owned(),
            serde_json::to_value(target.thinking_style).unwrap_or_default(),
        );
        let tools = serde_json::to_value(resolved.tool_protocol()).unwrap_or_default();
        values.insert("tools".to_owned(), tools);
        values.retain(|_, value| !value.is_null());
        Ok(values)
    }
}

/// The table a person wrote for a service or one of its models.
fn written<'a>(
    document: &'a toml_edit::DocumentMut,
    service: &str,
    model: Option<&str>,
) -> Option<&'a dyn toml_edit::TableLike> {
    let vendor = document.get("vendors")?.get(service)?;
    let table = match model {
        Some(model) => vendor.get("models")?.get(model)?,
        None => vendor,
    };
    table.as_table_like()
}

/// Puts a setting where it is shown, without what looks like a secret; that is named instead.
fn show(key: &str, value: Value, into: &mut Map<String, Value>, hidden: &mut Vec<String>) {
    if key == "proxy" && value.as_str().is_some_and(|address| address.contains('@')) {
        hidden.push(key.to_owned());
        return;
    }
    let value = if let Value::Object(fields) = value {
        Value::Object(without_secrets(fields, key, key == "headers", hidden))
    } else {
        value
    };
    into.insert(key.to_owned(), value);
}

fn without_secrets(
    fields: Map<String, Value>,
    path: &str,
    is_headers: bool,
    hidden: &mut Vec<String>,
) -> Map<String, Value> {
    let mut shown = Map::new();
    for (name, value) in fields {
        let place = format!("{path}.{name}");
        let looks_secret = value.as_str().is_some_and(|text| is_secret(&name, text, is_headers));
        if looks_secret {
            hidden.push(place);
            continue;
        }
        let value = if let Value::Object(fields) = value {
            Value::Object(without_secrets(fields, &place, is_headers, hidden))
        } else {
            value
        };
        shown.insert(name, value);
    }
    shown
}

/// Whether the value of a header or of a field of a body is better not shown.
fn is_secret(name: &str, value: &str, is_header: bool) -> bool {
    let name = name.to_ascii_lowercase();
    let is_long = value.len() >= LONG_VALUE && !value.contains(char::is_whitespace) && !value.contains("://");
    SECRET_WORDS.iter().any(|word| name.contains(word))
        || value.starts_with("sk-")
        || value.starts_with("Bearer ")
        || (is_header && is_long)
}

fn refuse_bad_headers(headers: &Map<String, Value>) -> Result<(), SettingsError> {
    for (name, value) in headers {
        let is_name = !name.is_empty()
            && name.len() <= 256
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c));
        let is_value = match value {
            Value::Null => true,
            Value::String(text) => text.len() <= LONGEST_HEADER && !text.chars().any(char::is_control),
            Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
        };
        if !is_name || !is_value {
            return Err(SettingsError::Refused(Message::new("bad_header").with("name", name)));
        }
    }
    Ok(())
}

/// A JSON merge patch (RFC 7396).
fn merge(into: &mut Option<Value>, patch: &Value) {
    let Value::Object(fields) = patch else {
        *into = (!patch.is_null()).then(|| patch.clone());
        return;
    };
    let mut merged = into.take().map(object).unwrap_or_default();
    for (name, value) in fields {
        let mut field = merged.remove(name);
        merge(&mut field, value);
        if let Some(field) = field {
            merged.insert(name.clone(), field);
        }
    }
    *into = Some(Value::Object(merged));
}

fn object(value: Value) -> Map<String, Value> {
    if let Value::Object(fields) = value { fields } else { Map::new() }
}

fn json_of_item(item: &Item) -> Option<Value> {
    match item {
        Item::None | Item::ArrayOfTables(_) => None,
        Item::Value(value) => Some(json_of(value)),
        Item::Table(table) => {
            let fields = table.iter().filter_map(|(name, item)| Some((name.to_owned(), json_of_item(item)?)));
            Some(Value::Object(fields.collect()))
        }
    }
}

fn json_of(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => Value::String(text.value().clone()),
        toml_edit::Value::Integer(number) => (*number.value()).into(),
        toml_edit::Value::Float(number) => (*number.value()).into(),
        toml_edit::Value::Boolean(flag) => Value::Bool(*flag.value()),
        toml_edit::Value::Datetime(time) => Value::String(time.value().to_string()),
        toml_edit::Value::Array(items) => Value::Array(items.iter().map(json_of).collect()),
        toml_edit::Value::InlineTable(table) => {
            Value::Object(table.iter().map(|(name, value)| (name.to_owned(), json_of(value))).collect())
        }
    }
}

/// The same in TOML, which has no `null`.
fn toml_value(value: &Value) -> Option<toml_edit::Value> {
    match value {
        Value::Null => None,
        Value::Bool(flag) => Some((*flag).into()),
        Value::Number(number) => {
            number.as_i64().map(Into::into).or_else(|| number.as_f64().map(toml_edit::Value::from))
        }
        Value::String(text) => Some(text.as_str().into()),
        Value::Array(items) => {
            let items = items.iter().map(toml_value).collect::<Option<toml_edit::Array>>()?;
            Some(items.into())
        }
        Value::Object(fields) => {
            let mut table = toml_edit::InlineTable::new();
            for (name, value) in fields {
                table.insert(name, toml_value(value)?);
            }
            Some(table.into())
        }
    }
}
