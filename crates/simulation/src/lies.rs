//! What a model says when it lies: a good reply, bent.

use crate::fault::Lie;
use llm::{ScriptedReply, StopReason};
use serde_json::{Value, json};

/// The reply as the lie leaves it.
pub(crate) fn bent(mut reply: ScriptedReply, lie: Lie) -> ScriptedReply {
    match lie {
        Lie::Refuses => {
            return ScriptedReply {
                text: "I cannot help with that.".to_owned(),
                stop: Some(StopReason::Refused),
                usage: reply.usage,
                ..ScriptedReply::default()
            };
        }
        Lie::SaysNothing => return ScriptedReply { usage: reply.usage, ..ScriptedReply::default() },
        Lie::EndsAtOnce => {
            let end = json!({"status": "end"});
            return ScriptedReply::call("update_task_status", &end).costing(reply.usage);
        }
        Lie::Repeats => {
            let text = "the sea the sea the sea ".repeat(400);
            return ScriptedReply { text, usage: reply.usage, ..ScriptedReply::default() };
        }
        Lie::CutOff => {
            reply.stop = Some(StopReason::MaxTokens);
            cut(&mut reply);
        }
        Lie::BrokenJson => cut(&mut reply),
        Lie::UnknownTool => {
            for call in &mut reply.tool_calls {
                "save_everything".clone_into(&mut call.name);
            }
        }
        Lie::ForeignIds | Lie::ShiftedByOne | Lie::HalfMissing | Lie::Twice | Lie::Echo => {
            for call in &mut reply.tool_calls {
                let Ok(mut arguments) = serde_json::from_str::<Value>(&call.arguments) else { continue };
                if let Some(items) = arguments.get_mut("paragraphs").and_then(Value::as_array_mut) {
                    bend_items(items, lie);
                }
                call.arguments = arguments.to_string();
            }
            reply.text = bent_lines(&reply.text, lie);
        }
    }
    reply
}

/// Half of everything is missing, in the middle of a word.
fn cut(reply: &mut ScriptedReply) {
    let half = |text: &str| text.chars().take(text.chars().count() / 2).collect::<String>();
    reply.text = half(&reply.text);
    for call in &mut reply.tool_calls {
        call.arguments = half(&call.arguments);
    }
}

fn bend_items(items: &mut Vec<Value>, lie: Lie) {
    match lie {
        Lie::ForeignIds => {
            for item in items {
                set(item, "paragraph_id", "zzzzzz");
            }
        }
        Lie::ShiftedByOne => {
            let texts: Vec<Option<Value>> =
                items.iter().map(|item| item.get("translated_text").cloned()).collect();
            let n_texts = texts.len().max(1);
            for (place, item) in items.iter_mut().enumerate() {
                let next = texts.get((place + 1) % n_texts).cloned().flatten();
                if let (Some(fields), Some(next)) = (item.as_object_mut(), next) {
                    fields.insert("translated_text".to_owned(), next);
                }
            }
        }
        Lie::HalfMissing => items.truncate(items.len() / 2),
        Lie::Twice => items.extend(items.clone()),
        _ => {
            for item in items {
                set(item, "translated_text", "同じ");
            }
        }
    }
}

fn set(item: &mut Value, field: &str, text: &str) {
    if let Some(fields) = item.as_object_mut() {
        fields.insert(field.to_owned(), Value::from(text));
    }
}

fn bent_lines(text: &str, lie: Lie) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let n_lines = lines.len();
    match lie {
        Lie::HalfMissing => lines.iter().take(n_lines / 2).copied().collect::<Vec<_>>().join("\n"),
        Lie::Twice => [lines.clone(), lines].concat().join("\n"),
        Lie::ShiftedByOne if n_lines > 1 => {
            let labelled = lines.iter().enumerate().map(|(place, line)| {
                let next = lines.get((place + 1) % n_lines).copied().unwrap_or_default();
                match (line.split_once("] "), next.split_once("] ")) {
                    (Some((label, _)), Some((_, text))) => format!("{label}] {text}"),
                    _ => (*line).to_owned(),
                }
            });
            labelled.collect::<Vec<_>>().join("\n")
        }
        Lie::ForeignIds => {
            lines.iter().map(|line| line.replacen('[', "[9", 1)).collect::<Vec<_>>().join("\n")
        }
        _ => text.to_owned(),
    }
}
