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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::merge;

    #[test]
    fn fragments_of_one_detail_are_joined_and_different_details_are_not() {
        let fragments = [
            json!({"type": "reasoning.text", "index": 0, "text": "I thi", "signature": null}),
            json!({"type": "reasoning.text", "index": 0, "text": "nk", "signature": null}),
            json!({"type": "reasoning.text", "index": 0, "text": "", "signature": "sig"}),
            json!({"type": "reasoning.encrypted", "index": 1, "id": "a", "data": "xx"}),
            json!({"type": "reasoning.encrypted", "index": 1, "id": "b", "data": "yy"}),
            json!({"type": "reasoning.summary", "summary": "no index"}),
            json!({"type": "reasoning.summary", "summary": "no index"}),
        ];
        let merged = merge(&fragments);
        assert_eq!(merged.len(), 5, "{merged:?}");
        assert_eq!(
            merged[0],
            json!({"type": "reasoning.text", "index": 0, "text": "I think", "signature": "sig"})
        );
        assert_eq!(merge(&merged), merged, "joining again changes nothing");
    }
}
