//! Whole pairs of strings in JSON as models write it: cut off, fenced, with a quotation mark too many or too few.
//!
//! Strict in one thing: a value counts only if it ends in a quotation mark that something of JSON follows.

/// Something found in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ScannedPart {
    /// A key with a whole string as its value.
    Pair { key: String, value: String },
    /// An object begins or ends, or something was broken: what was read before belongs to nothing that follows.
    Border,
}

/// Scans a text from its beginning to its end.
pub(super) fn scan(text: &str) -> Vec<ScannedPart> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '{', '}']) {
        let tail = rest.get(at..).unwrap_or_default();
        if !tail.starts_with('"') {
            found.push(ScannedPart::Border);
            rest = tail.get(1..).unwrap_or_default();
            continue;
        }
        // Without an end there is nothing whole any more.
        let Some((key, after)) = string(tail) else { break };
        let Some(value) = after.trim_start().strip_prefix(':') else {
            let is_ended = ends_value(after);
            // What is no key and ends nothing began with the closing mark of a broken string.
            rest = if is_ended { after } else { closing_mark(tail, after) };
            continue;
        };
        let value = value.trim_start();
        if !value.starts_with('"') {
            rest = value;
            continue;
        }
        let Some((text, after)) = string(value) else { break };
        if ends_value(after) {
            found.push(ScannedPart::Pair { key, value: text });
            rest = after;
        } else {
            found.push(ScannedPart::Border);
            rest = closing_mark(value, after);
        }
    }
    found
}

/// The string a text begins with, and what follows it.
fn string(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut is_escaped = false;
    let end = inner.char_indices().find_map(|(at, c)| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends.then_some(at)
    })?;
    let (raw, after) = inner.split_at_checked(end)?;
    // Models write line breaks as they are.
    let quoted = format!("\"{}\"", raw.replace('\n', "\\n").replace('\r', "").replace('\t', "\\t"));
    let value = serde_json::from_str(&quoted).unwrap_or_else(|_| raw.to_owned());
    Some((value, after.strip_prefix('"')?))
}

fn ends_value(after: &str) -> bool {
    let after = after.trim_start();
    after.is_empty() || after.starts_with([',', '}', ']', '`'])
}

/// The text from the mark that closed a string on.
fn closing_mark<'a>(text: &'a str, after: &str) -> &'a str {
    text.len().checked_sub(after.len() + 1).and_then(|at| text.get(at..)).unwrap_or_default()
}
