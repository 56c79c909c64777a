//! Takes a submission as it came: nothing is refused here, so that every fault can be listed later.

use serde_json::{Map, Value};

/// A submission as it came.
pub(in crate::translation) struct GivenSubmission {
    pub(super) items: Vec<GivenItem>,
    pub(super) keep: Vec<String>,
}

/// One item as it came.
pub(super) struct GivenItem {
    pub(super) paragraph_id: Option<String>,
    pub(super) shape: Shape,
    pub(super) text: Option<String>,
    pub(super) prefix: Option<String>,
}

/// What an item names its paragraph with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// It is an object; an id may be there or not.
    Item,
    /// It has an index.
    WithIndex,
    /// It is no object at all.
    Other,
}

/// Reads the arguments of a submission.
pub(in crate::translation) fn read(mut args: Map<String, Value>) -> GivenSubmission {
    let items = match args.remove("paragraphs") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(items)) => items.into_iter().map(read_item).collect(),
        Some(other) => vec![read_item(other)],
    };
    let keep = match args.remove("keep") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(ids)) => ids.iter().map(as_text).collect(),
        Some(other) => vec![as_text(&other)],
    };
    GivenSubmission { items, keep }
}

fn read_item(item: Value) -> GivenItem {
    let Value::Object(mut fields) = item else {
        return GivenItem { paragraph_id: None, shape: Shape::Other, text: None, prefix: None };
    };
    let mut take = |name: &str| match fields.remove(name) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    let (paragraph_id, text, prefix) =
        (take("paragraph_id"), take("translated_text"), take("original_text_prefix"));
    let has_index = ["index", "paragraph_index"].iter().any(|name| fields.contains_key(*name));
    GivenItem {
        paragraph_id: paragraph_id.filter(|id| !id.trim().is_empty()),
        shape: if has_index { Shape::WithIndex } else { Shape::Item },
        text,
        prefix: prefix.filter(|prefix| !prefix.trim().is_empty()),
    }
}

fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) => fields.get("paragraph_id").map(as_text).unwrap_or_default(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => value.to_string(),
    }
}
