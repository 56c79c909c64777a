//! Finds tool calls in text. Strict: what is not certainly a call stays text, and the task says so to the model.

use serde_json::{Map, Value};

/// A call found in text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundCall {
    pub(super) name: String,
    pub(super) arguments: String,
}

/// What a text consists of.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ParsedText {
    pub(super) text: String,
    pub(super) calls: Vec<FoundCall>,
}

/// Where a piece of text begins; a bare JSON value counts as a call only at the start of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    OfLine,
    WithinLine,
}

/// How much the form alone says: tags mean a call, even of an unknown tool; JSON alone may be anything.
#[derive(Clone, Copy)]
enum Form<'a> {
    Tagged,
    Bare { known: &'a [String] },
}

const TAGS: &[(&str, &str)] =
    &[("<tool_call>", "</tool_call>"), ("<function_call>", "</function_call>"), ("[TOOL_CALLS]", "\n")];

/// How many values that turn out to be none are looked at: deep nonsense is costly to read.
const MOST_TRIES: u32 = 500;

/// Splits a text into prose and calls.
pub(super) fn parse(text: &str, start: Start, known: &[String]) -> ParsedText {
    let mut found = ParsedText::default();
    let mut rest = text;
    let mut at_line_start = start == Start::OfLine;
    let mut n_tries = 0;
    while let Some(first) = rest.chars().next() {
        let bare = Form::Bare { known };
        let may_be_value = at_line_start && matches!(first, '{' | '[') && n_tries < MOST_TRIES;
        let taken = match first {
            '<' | '[' => tagged(rest),
            '`' => fenced(rest, bare),
            _ => None,
        };
        let taken = if taken.is_none() && may_be_value {
            n_tries += 1;
            value(rest, bare)
        } else {
            taken
        };
        if let Some((calls, tail)) = taken {
            found.calls.extend(calls);
            rest = tail;
            at_line_start = true;
            continue;
        }
        found.text.push(first);
        at_line_start = first == '\n' || (at_line_start && (first == ' ' || first == '\t'));
        rest = rest.strip_prefix(first).unwrap_or_default();
    }
    found
}

type TakenCalls<'a> = Option<(Vec<FoundCall>, &'a str)>;

fn tagged(text: &str) -> TakenCalls<'_> {
    let (open, close) = TAGS.iter().find(|(open, _)| text.starts_with(open))?;
    let inside = text.strip_prefix(open)?;
    // A call ends before the next begins, so that a reply of a thousand openings is not searched a thousand times.
    let next = inside.find(open).unwrap_or(inside.len());
    let (before_next, after) = inside.split_at_checked(next)?;
    // The closing tag may be missing at the very end, where small models like to stop.
    let (inside, n_tail) = match before_next.split_once(close) {
        Some((inside, tail)) => (inside, tail.len()),
        None if after.is_empty() => (before_next, 0),
        None => return None,
    };
    let tail = text.get(text.len() - after.len() - n_tail..)?;
    Some((all_values(inside, Form::Tagged)?, tail))
}

fn fenced<'a>(text: &'a str, form: Form<'_>) -> TakenCalls<'a> {
    let inside = text.strip_prefix("```")?;
    let (label, inside) = inside.split_once('\n')?;
    let labels = ["", "json", "jsonc", "tool_call", "tool_code", "tool", "function_call"];
    if !labels.contains(&label.trim().to_lowercase().as_str()) {
        return None;
    }
    let (inside, tail) = inside.split_once("```").unwrap_or((inside, ""));
    if inside.trim_start().starts_with("<tool_call>") {
        let (calls, left) = tagged(inside.trim_start())?;
        return left.trim().is_empty().then_some((calls, tail));
    }
    Some((all_values(inside, form)?, tail))
}

/// Calls in a text that consists of nothing else.
fn all_values(text: &str, form: Form<'_>) -> Option<Vec<FoundCall>> {
    let mut calls = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (more, tail) = value(rest, form)?;
        calls.extend(more);
        rest = tail.trim_start_matches([',', ';']).trim_start();
    }
    (!calls.is_empty()).then_some(calls)
}

/// Calls in the JSON value a text begins with.
fn value<'a>(text: &'a str, form: Form<'_>) -> TakenCalls<'a> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let (_, tail) = text.split_at_checked(values.byte_offset())?;
    Some((calls_of(&value, form)?, tail))
}

fn calls_of(value: &Value, form: Form<'_>) -> Option<Vec<FoundCall>> {
    if let Some(list) = value.as_array().or_else(|| value.get("tool_calls")?.as_array()) {
        let calls: Option<Vec<Vec<FoundCall>>> = list.iter().map(|item| calls_of(item, form)).collect();
        return calls.map(|calls| calls.concat()).filter(|calls| !calls.is_empty());
    }
    let mut call = value.as_object()?;
    if let Some(inner) = call.get("function").and_then(Value::as_object) {
        call = inner;
    }
    let name = ["name", "tool", "tool_name", "function"].iter().find_map(|key| call.get(*key)?.as_str())?;
    let keys = ["arguments", "parameters", "args", "input"];
    let arguments = keys.iter().find_map(|key| call.get(*key)).map(arguments_of);
    let arguments = match (arguments, form) {
        (Some(arguments), Form::Tagged) => arguments?,
        (None, Form::Tagged) => Map::new(),
        (arguments, Form::Bare { known }) => {
            if !known.iter().any(|tool| tool == name) {
                return None;
            }
            arguments??
        }
    };
    Some(vec![FoundCall { name: name.to_owned(), arguments: Value::Object(arguments).to_string() }])
}

/// Arguments as an object, whether they came as one or as JSON text of one.
fn arguments_of(value: &Value) -> Option<Map<String, Value>> {
    let text = match value.as_str() {
        Some(text) => serde_json::from_str(text).ok()?,
        None => value.clone(),
    };
    text.as_object().cloned()
}
