//! A stored transcript as a person reads it.

use std::fmt::Write;
use task::machine::TranscriptEntry;

/// The transcript for a reader, with `$0`, `$1`, … in place of ids and long texts cut.
pub(crate) fn conversation(transcript: &[String], ids: &[String]) -> String {
    let mut said = String::new();
    for line in transcript {
        let shown = match serde_json::from_str(line).unwrap() {
            TranscriptEntry::Work { .. } => String::new(),
            TranscriptEntry::User { text, .. } => format!("us: {text}\n"),
            TranscriptEntry::Result { result } => format!("tool {}: {}\n", result.call_id, result.content),
            TranscriptEntry::Reply { reply } => {
                let mut calls = String::new();
                for call in &reply.tool_calls {
                    let _ = writeln!(calls, "  {} {}({})", call.id, call.name, short(&call.arguments));
                }
                format!("model: {} ({:?})\n{calls}", short(&reply.text), reply.stop)
            }
        };
        said.push_str(&shown);
    }
    for (place, id) in ids.iter().enumerate() {
        said = said.replace(id.as_str(), &format!("${place}"));
    }
    said
}

fn short(text: &str) -> String {
    let start: String = text.chars().take(300).collect();
    if start.len() < text.len() { format!("{start}…") } else { start }
}
