//! JSON Schema in short: what the output schemas of the tools are written with.

use serde_json::{Map, Value, json};

pub(super) fn text() -> Value {
    json!({"type": "string"})
}

pub(super) fn number() -> Value {
    json!({"type": "integer"})
}

pub(super) fn flag() -> Value {
    json!({"type": "boolean"})
}

pub(super) fn text_or_null() -> Value {
    json!({"type": ["string", "null"]})
}

pub(super) fn number_or_null() -> Value {
    json!({"type": ["integer", "null"]})
}

pub(super) fn one_of(words: &[&str]) -> Value {
    json!({"type": "string", "enum": words})
}

pub(super) fn list(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

/// An object with fields that are always there, and fields that may be.
pub(super) fn object(always: &[(&str, Value)], sometimes: &[(&str, Value)]) -> Value {
    let fields = always.iter().chain(sometimes).map(|(name, schema)| ((*name).to_owned(), schema.clone()));
    let required: Vec<&str> = always.iter().map(|(name, _)| *name).collect();
    json!({"type": "object", "properties": fields.collect::<Map<_, _>>(), "required": required})
}

/// What a tool answers when it was carried out: `success` and these fields, and perhaps a remark.
pub(super) fn answer(always: &[(&str, Value)], sometimes: &[(&str, Value)]) -> Value {
    let success = ("success", json!({"type": "boolean", "const": true}));
    let always: Vec<_> = std::iter::once(success).chain(always.iter().cloned()).collect();
    let remarks = [("note", text()), ("cut_off", text())];
    let sometimes: Vec<_> = sometimes.iter().cloned().chain(remarks).collect();
    object(&always, &sometimes)
}

/// The same for a tool that writes: it names the change where there was something to do.
pub(super) fn change(always: &[(&str, Value)], sometimes: &[(&str, Value)]) -> Value {
    let change = ("change_id", text());
    let sometimes: Vec<_> = sometimes.iter().cloned().chain([change]).collect();
    answer(always, &sometimes)
}
