//! `OpenRouter`'s `reasoning_details`: streamed in fragments, wanted back as the service itself joins them.

use serde_json::{Map, Value};

/// Joins the fragments of each detail. Fragments belong together when they have the same `index` and `type`, and
/// no different `id`; their texts are appended, everything else is taken from the last fragment that has it.
pub(super) fn merge(fragments: &[Value]) -> Vec<Value> {
    let mut merged: Vec<Map<String, Value>> = Vec::new();
    for fragment in fragments.iter().filter_map(Value::as_object) {
        match merged.iter_mut().rev().find(|detail| belongs(detail, fragment)) {
            Some(detail) => append(detail, fragment),
            None => merged.push(fragment.clone()),
        }
    }
    merged.into_iter().map(Value::Object).collect()
}

fn belongs(detail: &Map<String, Value>, fragment: &Map<String, Value>) -> bool {
    let id = |fields: &Map<String, Value>| fields.get("id").filter(|id| !id.is_null()).cloned();
    let is_same_id = match (id(detail), id(fragment)) {
        (Some(one), Some(other)) => one == other,
        (None, _) | (_, None) => true,
    };
    let has_index = fragment.get("index").is_some_and(|index| !index.is_null());
    has_index
        && detail.get("index") == fragment.get("index")
        && detail.get("type") == fragment.get("type")
        && is_same_id
}

fn append(detail: &mut Map<String, Value>, fragment: &Map<String, Value>) {
    for (key, value) in fragment {
        match (detail.get_mut(key), value) {
            (Some(Value::String(all)), Value::String(more))
                if ["text", "summary", "data"].contains(&&**key) =>
            {
                all.push_str(more);
            }
            (Some(_), Value::Null) => {}
            _ => {
                detail.insert(key.clone(), value.clone());
            }
        }
    }
}
