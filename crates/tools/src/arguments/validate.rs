//! Holds arguments against their schema: what can only be meant in one way is put right, everything else is listed.

use super::repair;
use crate::text::PromptLanguage;
use serde_json::{Map, Number, Value};

/// One thing wrong with the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Where, as `paragraphs[2].paragraph_id`.
    path: String,
    kind: FaultKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum FaultKind {
    Missing { expected: String },
    Unknown { known: Vec<String> },
    WrongType { expected: String, given: &'static str },
    NotOneOf { allowed: Vec<String> },
}

impl Fault {
    /// The fault and what to send instead.
    pub(crate) fn message(&self, language: PromptLanguage) -> String {
        let path = &self.path;
        match &self.kind {
            FaultKind::Missing { expected } => language.choose(
                format!("缺少参数 `{path}`（{expected}）"),
                format!("`{path}` is missing; send {expected}"),
            ),
            FaultKind::Unknown { known } if known.is_empty() => language.choose(
                format!("没有参数 `{path}`，此工具不需要任何参数"),
                format!("there is no `{path}`; this tool takes no arguments"),
            ),
            FaultKind::Unknown { known } => {
                let known = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
                language.choose(
                    format!("没有参数 `{path}`，可用参数：{}", known.join("、")),
                    format!("there is no `{path}`; use {}", known.join(", ")),
                )
            }
            FaultKind::WrongType { expected, given } => language.choose(
                format!("`{path}` 应为 {expected}，收到的是 {given}"),
                format!("`{path}` must be {expected}, not {given}"),
            ),
            FaultKind::NotOneOf { allowed } => language.choose(
                format!("`{path}` 只能是：{}", allowed.join("、")),
                format!("`{path}` must be one of: {}", allowed.join(", ")),
            ),
        }
    }
}

/// Puts right what can be, and lists the rest.
pub(crate) fn validate(arguments: &mut Value, schema: &Value) -> Vec<Fault> {
    let mut faults = Vec::new();
    fit_at("", arguments, schema, &mut faults);
    faults
}

fn fit_at(path: &str, value: &mut Value, schema: &Value, faults: &mut Vec<Fault>) {
    let expected = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    coerce(value, expected, schema);
    match (expected, &mut *value) {
        ("object", Value::Object(fields)) => fit_fields(path, fields, schema, faults),
        ("array", Value::Array(items)) => {
            let Some(item_schema) = schema.get("items") else { return };
            for (position, item) in items.iter_mut().enumerate() {
                fit_at(&format!("{path}[{position}]"), item, item_schema, faults);
            }
        }
        ("string", Value::String(text)) => {
            let allowed: Vec<&str> = schema
                .get("enum")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            if allowed.is_empty() {
                return;
            }
            match allowed.iter().find(|word| word.eq_ignore_ascii_case(text.trim())) {
                Some(word) => *text = (*word).to_owned(),
                None => faults.push(Fault {
                    path: path.to_owned(),
                    kind: FaultKind::NotOneOf {
                        allowed: allowed.iter().map(|word| format!("`{word}`")).collect(),
                    },
                }),
            }
        }
        ("integer", Value::Number(_)) | ("boolean", Value::Bool(_)) => {}
        ("object" | "array" | "string" | "integer" | "boolean", other) => faults.push(Fault {
            path: if path.is_empty() { "arguments".to_owned() } else { path.to_owned() },
            kind: FaultKind::WrongType { expected: type_of_schema(schema), given: type_of_value(other) },
        }),
        _ => {}
    }
}

fn fit_fields(path: &str, fields: &mut Map<String, Value>, schema: &Value, faults: &mut Vec<Fault>) {
    let no_properties = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&no_properties);
    let at = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    // A null stands for an argument left out, and an unknown one without a value says nothing.
    fields.retain(|_, value| !value.is_null());
    for (name, value) in fields.iter_mut() {
        match properties.get(name) {
            Some(property) => fit_at(&at(name), value, property, faults),
            None => faults.push(Fault {
                path: at(&shortened(name)),
                kind: FaultKind::Unknown { known: properties.keys().cloned().collect() },
            }),
        }
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    for name in required.filter_map(Value::as_str).filter(|name| !fields.contains_key(*name)) {
        let expected = properties.get(name).map_or_else(String::new, type_of_schema);
        faults.push(Fault { path: at(name), kind: FaultKind::Missing { expected } });
    }
}

/// A value of the wrong type that can only be meant in one way becomes what was meant.
fn coerce(value: &mut Value, expected: &str, schema: &Value) {
    let item_type = schema.get("items").and_then(|items| items.get("type")).and_then(Value::as_str);
    let meant = match (expected, &*value) {
        ("object", Value::String(text)) => read_inner(text).filter(Value::is_object),
        ("array", Value::String(text)) => {
            let inner = read_inner(text).filter(Value::is_array);
            inner.or_else(|| (item_type == Some("string")).then(|| Value::Array(vec![value.clone()])))
        }
        ("array", Value::Object(_)) if item_type == Some("object") => Some(Value::Array(vec![value.clone()])),
        ("string", Value::Number(number)) => Some(Value::String(number.to_string())),
        ("integer", Value::String(text)) => {
            text.trim().parse().ok().map(|number: i64| Value::Number(number.into()))
        }
        ("integer", Value::Number(number)) => whole_number(number),
        ("boolean", Value::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "1" => Some(Value::Bool(true)),
            "false" | "no" | "0" => Some(Value::Bool(false)),
            _ => None,
        },
        ("boolean", Value::Number(number)) => match number.as_i64() {
            Some(0) => Some(Value::Bool(false)),
            Some(1) => Some(Value::Bool(true)),
            _ => None,
        },
        _ => None,
    };
    if let Some(meant) = meant {
        *value = meant;
    }
}

/// JSON written into a string. One that was cut off is left as it is: nobody could tell what it was.
fn read_inner(text: &str) -> Option<Value> {
    let text = text.trim();
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let strict = serde_json::from_str(text).ok();
    strict.or_else(|| {
        repair::read(text).ok().filter(|repaired| !repaired.cut_off).map(|repaired| repaired.value)
    })
}

/// An integer within the range every integer argument is read in; larger ones become the largest.
fn whole_number(number: &Number) -> Option<Value> {
    if number.is_i64() {
        return None;
    }
    if number.is_u64() {
        return Some(Value::Number(i64::MAX.into()));
    }
    let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 1e15)?;
    format!("{float:.0}").parse().ok().map(|number: i64| Value::Number(number.into()))
}

fn type_of_schema(schema: &Value) -> String {
    let name = schema.get("type").and_then(Value::as_str).unwrap_or("value");
    match (name, schema.get("items")) {
        ("array", Some(items)) => format!("array of {}", type_of_schema(items)),
        _ => name.to_owned(),
    }
}

const fn type_of_value(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A name a model made up may be a whole page.
fn shortened(name: &str) -> String {
    const MAX_NAME: usize = 40;
    if name.chars().count() <= MAX_NAME {
        name.to_owned()
    } else {
        name.chars().take(MAX_NAME).chain(['…']).collect()
    }
}
