//! The schema of a tool's arguments, derived from their type and cut down to what a model needs to read.

use crate::text::{PromptLanguage, Text};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The bare schema of a type: types, properties, required and enum, everything in one piece.
pub(crate) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = bare(&settings.into_generator().into_root_schema_for::<T>().to_value());
    if let Value::Object(fields) = &mut schema {
        // Some providers refuse parameters without these two, so a tool without arguments has them as well.
        fields.entry("type").or_insert_with(|| json!("object"));
        fields.entry("properties").or_insert_with(|| json!({}));
    }
    schema
}

/// The schema with what its arguments mean, in one language.
pub(crate) fn described(schema: &Value, texts: &[(&str, Text)], language: PromptLanguage) -> Value {
    let mut schema = schema.clone();
    for (path, text) in texts {
        if let Some(Value::Object(property)) = property_mut(&mut schema, path) {
            property.insert("description".to_owned(), text.in_language(language).into());
        }
    }
    schema
}

/// The property at a path of names; lists are passed through without a mark.
pub(crate) fn property_mut<'a>(schema: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    let mut at = schema;
    for name in path.split('.') {
        if at.get("items").is_some() {
            at = at.get_mut("items")?;
        }
        at = at.get_mut("properties")?.get_mut(name)?;
    }
    Some(at)
}

/// The schema without one property.
pub(crate) fn without(schema: &Value, name: &str) -> Value {
    let mut schema = schema.clone();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.shift_remove(name);
    }
    schema
}

fn bare(schema: &Value) -> Value {
    let Value::Object(fields) = schema else { return json!({}) };
    // An optional argument is one that may be left out; that it may also be null needs no saying.
    if let Some(alternatives) = fields.get("anyOf").and_then(Value::as_array) {
        let real = alternatives.iter().find(|one| one.get("type") != Some(&json!("null")));
        return real.map_or_else(|| json!({}), bare);
    }
    let mut kept = Map::new();
    for (name, value) in fields {
        let value = match name.as_str() {
            "type" => without_null(value),
            "enum" => value
                .as_array()
                .map_or(Value::Null, |all| all.iter().filter(|one| !one.is_null()).cloned().collect()),
            "items" => bare(value),
            "properties" => value
                .as_object()
                .map(|all| {
                    all.iter().map(|(name, schema)| (name.clone(), bare(schema))).collect::<Map<_, _>>()
                })
                .map_or(Value::Null, Value::Object),
            "required" => value.clone(),
            _ => continue,
        };
        kept.insert(name.clone(), value);
    }
    Value::Object(kept)
}

fn without_null(types: &Value) -> Value {
    let Value::Array(types) = types else { return types.clone() };
    types.iter().find(|one| **one != json!("null")).cloned().unwrap_or(Value::Null)
}
