//! Book text on its way into a prompt: made harmless, so that nothing in a book can pose as our own words.
//!
//! A paragraph always stands on one line behind a label of ours, so no text can begin a line. What is left are
//! strings that mean something elsewhere in a prompt: labels with ids, the marks of our blocks, and the control
//! marks of chat templates, which a careless server would read as the start of another speaker's turn.

/// The text on one line, with look-alikes of our labels, blocks and control marks defused. Ordinary text is
/// untouched.
pub fn escape_for_prompt(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c| ends_line(c) || matches!(c, '[' | '<' | '|')) {
        let (before, tail) = rest.split_at(at);
        safe.push_str(before);
        let (harmless, used) = defuse(tail);
        safe.push_str(harmless);
        rest = tail.get(used..).unwrap_or_default();
    }
    safe.push_str(rest);
    safe
}

/// What stands for the start of `tail`, and how many bytes of it that covers.
fn defuse(tail: &str) -> (&'static str, usize) {
    match tail.chars().next() {
        Some('[') => (if is_label(tail) { "(" } else { "[" }, 1),
        Some('<') => (if is_mark(tail) { "‹" } else { "<" }, 1),
        Some('|') if tail.starts_with("|>") => ("|›", 2),
        Some('|') => ("|", 1),
        Some(_) | None => (" ⏎ ", tail.len() - tail.trim_start_matches(ends_line).len()),
    }
}

/// Whatever some reader of lines takes for the end of one.
const fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Characters that take no room on a page: between the letters of a label they change nothing for a reader.
const fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// `[ID: …`, with any spacing and case, and the bracketed marks of chat templates.
fn is_label(tail: &str) -> bool {
    const LABELS: [&str; 8] = [
        "id:",
        "id：",
        "inst]",
        "/inst]",
        "tool_calls]",
        "tool_results]",
        "available_tools]",
        "system_prompt]",
    ];
    let seen = |c: &char| !c.is_whitespace() && !is_unseen(*c);
    let inner: String = tail.chars().filter(seen).take(24).flat_map(char::to_lowercase).collect();
    let inner = inner.trim_start_matches('[');
    LABELS.iter().any(|label| inner.starts_with(label))
}

/// Names of our blocks and of chat templates' marks.
const MARKS: [&str; 16] = [
    "context",
    "work",
    "think",
    "thinking",
    "sys",
    "system",
    "user",
    "assistant",
    "tool_call",
    "tool_calls",
    "tool_response",
    "function",
    "function_call",
    "function_calls",
    "start_of_turn",
    "end_of_turn",
];

/// The marks of our blocks, and the control marks of chat templates.
fn is_mark(tail: &str) -> bool {
    let mut rest =
        tail.chars().filter(|c| !is_unseen(*c)).skip_while(|c| matches!(c, '<' | '/') || c.is_whitespace());
    let mut name = String::new();
    let end = rest.find(|c| {
        let in_name = c.is_alphanumeric() || *c == '_';
        if in_name && name.len() < 24 {
            name.extend(c.to_lowercase());
        }
        !in_name
    });
    tail.starts_with("<|")
        || tail.starts_with("<｜")
        || MARKS.contains(&name.as_str())
        || (name == "s" && end == Some('>'))
}
