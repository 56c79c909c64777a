//! Strings of the API that take one of a few values, so that generated clients know them.

use book::text::book::FileFormat;
use serde_json::Value;
use utoipa::openapi::schema::{Object, Schema, SchemaType, Type};
use utoipa::openapi::{Components, RefOr};

const SEVERITY: &[&str] = &["block", "queue", "info"];
const STANDING: &[&str] = &["proposed", "confirmed", "rejected"];
const ENTRY: &[&str] = &["term", "character"];
const GENDER: &[&str] = &["female", "male", "neutral"];
const TERM_KIND: &[&str] = &["person", "place", "organisation", "item", "skill", "title", "species", "other"];
const SUBJECT: &[&str] = &["series", "book", "chapter", "term", "character"];

/// Sets that belong to a field of this name in every schema that does not define its own.
const BY_FIELD: &[(&str, &[&str])] = &[
    ("severity", SEVERITY),
    ("standing", STANDING),
    ("entry", ENTRY),
    ("gender", GENDER),
    ("matter", &["front", "body", "back"]),
    ("strictness", &["exact", "preferred", "keep_source"]),
];

/// Sets of single fields; they go before the ones by name.
const BY_SCHEMA: &[(&str, &str, &[&str])] = &[
    // An empty text takes the gender away.
    ("CharacterRequest", "gender", &["", "female", "male", "neutral"]),
    ("KnowledgeConflict", "about", &["gender", "address", "translation"]),
    ("Memory", "about", SUBJECT),
    ("MemoryRequest", "about", SUBJECT),
    ("StaleParagraph", "reason", &["source", "language", "instructions", "terms"]),
    ("Term", "kind", TERM_KIND),
    ("TermRequest", "kind", TERM_KIND),
    ("ExchangeRow", "verdict", &["taken", "suggested", "left_out", "same"]),
    ("Changed", "suggested", &["approved", "assigned"]),
    ("Version", "standing", &["ordinary", "suggestion", "rejected"]),
];

/// Puts the sets into the schemas.
pub(super) fn close(components: &mut Components) {
    for (name, schema) in &mut components.schemas {
        close_schema(name, schema);
    }
}

fn close_schema(name: &str, schema: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::Object(object)) = schema {
        close_object(name, object);
    } else if let RefOr::T(Schema::AllOf(all)) = schema {
        all.items.iter_mut().for_each(|item| close_schema(name, item));
    }
}

fn close_object(name: &str, object: &mut Object) {
    for (field, schema) in &mut object.properties {
        let RefOr::T(Schema::Object(text)) = schema else { continue };
        if let Some((values, or_null)) = values(name, field).zip(or_null(&text.schema_type)) {
            let mut values: Vec<Value> = values.iter().map(|value| Value::from(*value)).collect();
            values.extend(or_null.then_some(Value::Null));
            text.enum_values = Some(values);
        }
    }
}

fn values(schema: &str, field: &str) -> Option<Vec<&'static str>> {
    // Formats come and go with the readers, so their list is the readers' own.
    if (schema, field) == ("BookCard", "format") {
        return Some(FileFormat::ALL.iter().map(|format| format.as_str()).collect());
    }
    let own = BY_SCHEMA.iter().find(|(of, name, _)| *of == schema && *name == field).map(|(_, _, set)| *set);
    own.or_else(|| BY_FIELD.iter().find(|(name, _)| *name == field).map(|(_, set)| *set)).map(<[_]>::to_vec)
}

/// Whether a string may also be null; nothing where it is no string.
fn or_null(kind: &SchemaType) -> Option<bool> {
    match kind {
        SchemaType::Type(Type::String) => Some(false),
        SchemaType::Array(kinds) => kinds.contains(&Type::String).then(|| kinds.contains(&Type::Null)),
        SchemaType::Type(_) | SchemaType::AnyValue => None,
    }
}
