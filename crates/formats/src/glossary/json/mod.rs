//! Glossaries in JSON: our own with everything in it, and the lists and maps that other translators write.

mod own;

use super::table::{self, FirstRow, Row, as_text, join_list};
use super::{GlossaryError, GlossaryFormat, GlossarySource, ReadGlossary};
use crate::import::FileFault;
use book::knowledge::draft::Draft;
use messages::Message;
use serde_json::{Map, Value};

pub(super) use own::write;

/// Whether the text is JSON as a whole.
pub(super) fn parses(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Reads whichever shape it is.
pub(super) fn read(text: &str, source: &GlossarySource<'_>) -> Result<ReadGlossary, GlossaryError> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        GlossaryError::broken(place, Message::new("not_json").with("detail", error))
    })?;
    if own::is_ours(&value) {
        let draft = own::read(text)?;
        return Ok(ReadGlossary {
            draft,
            format: GlossaryFormat::Json,
            encoding: None,
            findings: Vec::new(),
        });
    }
    let mut findings = Vec::new();
    let entries = entries(unwrapped(&value), &mut findings)?;
    let rows = rows(&entries, &mut findings)?;
    let mut draft = Draft::default();
    table::read(rows, FirstRow::Names, source.rows, source.languages, &mut draft, &mut findings)?;
    Ok(ReadGlossary { draft, format: GlossaryFormat::SimpleJson, encoding: None, findings })
}

/// The list or map inside an object that only wraps it.
fn unwrapped(value: &Value) -> &Value {
    const WRAPPERS: [&str; 10] = [
        "terms",
        "glossary",
        "entries",
        "items",
        "data",
        "characters",
        "dictionary",
        "results",
        "glossary_data",
        "prompt_dictionary_data",
    ];
    let inside = value.as_object().and_then(|object| {
        let inside = WRAPPERS.iter().find_map(|name| object.get(*name))?;
        (inside.is_array() || inside.is_object()).then_some(inside)
    });
    inside.unwrap_or(value)
}

struct Entry<'a> {
    place: String,
    source: Option<&'a str>,
    fields: Option<&'a Map<String, Value>>,
    translation: Option<&'a str>,
}

/// The entries of a list of objects, or of a map from source to translation or object.
fn entries<'a>(value: &'a Value, findings: &mut Vec<FileFault>) -> Result<Vec<Entry<'a>>, GlossaryError> {
    let mut entries = Vec::new();
    match value {
        Value::Array(list) => {
            for (item, number) in list.iter().zip(1..) {
                let place = format!("entry {number}");
                match item {
                    Value::Object(fields) => {
                        entries.push(Entry { place, source: None, fields: Some(fields), translation: None });
                    }
                    Value::Array(pair) => {
                        let text = |at: usize| pair.get(at).and_then(Value::as_str);
                        entries.push(Entry { place, source: text(0), fields: None, translation: text(1) });
                    }
                    Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                        let message = "not an object; the entry was passed over".to_owned();
                        findings.push(FileFault { subject: place, message });
                    }
                }
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                let place = format!("entry `{}`", key.chars().take(40).collect::<String>());
                match item {
                    Value::String(translation) => entries.push(Entry {
                        place,
                        source: Some(key),
                        fields: None,
                        translation: Some(translation),
                    }),
                    Value::Object(fields) => {
                        entries.push(Entry {
                            place,
                            source: Some(key),
                            fields: Some(fields),
                            translation: None,
                        });
                    }
                    Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                        let message = "neither a text nor an object; the entry was passed over".to_owned();
                        findings.push(FileFault { subject: place, message });
                    }
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Err(GlossaryError::broken("line 1", Message::new("json_of_another_kind")));
        }
    }
    Ok(entries)
}

/// The entries as a table with every key that any of them has.
fn rows(entries: &[Entry<'_>], findings: &mut Vec<FileFault>) -> Result<Vec<Row>, GlossaryError> {
    let mut keys: Vec<&str> = Vec::new();
    if entries.iter().any(|entry| entry.source.is_some()) {
        keys.push("source");
    }
    if entries.iter().any(|entry| entry.translation.is_some()) {
        keys.push("translation");
    }
    let mut known: std::collections::HashSet<&str> = keys.iter().copied().collect();
    for entry in entries {
        for key in entry.fields.into_iter().flat_map(Map::keys) {
            if known.insert(key) {
                keys.push(key);
            }
        }
        if keys.len() > MAX_KEYS {
            let what = Message::new("too_many_keys").count("limit", MAX_KEYS);
            return Err(GlossaryError::hostile(&entry.place, what));
        }
    }
    let head =
        Row { place: "the keys".to_owned(), cells: keys.iter().map(|key| (*key).to_owned()).collect() };
    let mut rows = vec![head];
    for entry in entries {
        let cell = |key: &&str| match (*key, entry.source, entry.translation) {
            ("source", Some(source), _) => as_text(source),
            ("translation", _, Some(translation)) => as_text(translation),
            (key, _, _) => {
                let value = entry.fields.and_then(|fields| fields.get(key));
                as_text(&value.map(written).unwrap_or_default())
            }
        };
        rows.push(Row { place: entry.place.clone(), cells: keys.iter().map(cell).collect() });
    }
    if rows.len() == 1 {
        rows.clear();
        findings.push(FileFault { subject: String::new(), message: "the list is empty".to_owned() });
    }
    Ok(rows)
}

/// More keys than any honest list of entries has.
const MAX_KEYS: usize = 256;

fn written(value: &Value) -> String {
    match value {
        Value::Null | Value::Object(_) => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) => join_list(items.iter().filter_map(Value::as_str)),
    }
}
