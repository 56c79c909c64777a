//! From the raw text a model wrote as arguments to a value that fits the tool's schema, or to words that help it.

mod quotes;
mod repair;
pub(crate) mod schema;
mod validate;

use crate::refusal;
use crate::salvage::Arguments;
use crate::text::PromptLanguage;
use crate::tool::{ArgumentValidation, Refusal};
use serde_json::{Map, Value};

/// Longer arguments are not looked at.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// At most this many faults are told at once.
const MAX_FAULTS: usize = 12;

/// Reads arguments and holds them against the schema.
pub(crate) fn read(
    raw: &str,
    schema: &Value,
    reading: ArgumentValidation,
    language: PromptLanguage,
) -> Result<Arguments, Refusal> {
    let mut arguments = parse(raw, language)?;
    // Only a tool that takes many items can do with fewer of them; for others, what is missing could change the sense.
    if arguments.cut_off && reading == ArgumentValidation::Schema {
        return Err(refusal::cut_off(language));
    }
    let faults = validate::validate(&mut arguments.value, schema);
    match reading {
        ArgumentValidation::Tool => Ok(arguments),
        ArgumentValidation::Schema if faults.is_empty() => Ok(arguments),
        ArgumentValidation::Schema => {
            let messages = faults.iter().take(MAX_FAULTS).map(|fault| fault.message(language)).collect();
            Err(refusal::invalid_arguments(language, messages))
        }
    }
}

/// Reads arguments as one object, whatever the tool.
pub(crate) fn parse(raw: &str, language: PromptLanguage) -> Result<Arguments, Refusal> {
    if raw.len() > MAX_BYTES {
        return Err(refusal::arguments_too_long(language));
    }
    let text = raw.trim().trim_start_matches('\u{feff}').trim();
    if text.is_empty() || text == "null" {
        return Ok(Arguments { value: Value::Object(Map::new()), cut_off: false });
    }
    let mut arguments = read_json(text).ok_or_else(|| refusal::unreadable(language))?;
    // Some models write the arguments as a string that contains the arguments.
    if let Value::String(inner) = &arguments.value {
        arguments = read_json(inner.trim()).ok_or_else(|| refusal::unreadable(language))?;
    }
    if arguments.value.is_object() { Ok(arguments) } else { Err(refusal::unreadable(language)) }
}

fn read_json(text: &str) -> Option<Arguments> {
    if let Ok(value) = serde_json::from_str(text) {
        return Some(Arguments { value, cut_off: false });
    }
    let repaired = repair::read(text).ok()?;
    Some(Arguments { value: repaired.value, cut_off: repaired.cut_off })
}
