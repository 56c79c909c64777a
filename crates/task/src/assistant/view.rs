//! A conversation as the model reads it: the stored lines, with a summary in the place of the older part, and an answer
//! for every call that never got one.

use super::line::ChatLine;
use crate::prompts;
use llm::{ChatMessage, ToolCall, ToolResult};
use tools::text::PromptLanguage;

/// The conversation for the next request. `lines` are all lines, oldest first.
pub(super) fn messages(lines: &[ChatLine], language: PromptLanguage) -> Vec<ChatMessage> {
    let summary = lines.iter().rev().find_map(|line| match line {
        ChatLine::Summary { text, up_to } => Some((text, usize::try_from(*up_to).unwrap_or(usize::MAX))),
        ChatLine::Person { .. }
        | ChatLine::Reply { .. }
        | ChatLine::Result { .. }
        | ChatLine::BrokenOff { .. } => None,
    });
    let mut view = View { messages: Vec::new(), open: Vec::new(), language };
    if let Some((text, _)) = summary {
        view.messages.push(ChatMessage::user(prompts::earlier(language, text)));
    }
    for line in lines.iter().skip(summary.map_or(0, |(_, up_to)| up_to)) {
        view.add(line);
    }
    view.answer_open_calls();
    view.messages
}

/// Where to cut a conversation that has become long: the first line of the last turns that fit in `n_tokens`, if there is
/// anything before it that is not summed up yet.
pub(super) fn cut(lines: &[ChatLine], n_tokens: u64) -> Option<u32> {
    let summed_up = lines.iter().rev().find_map(|line| match line {
        ChatLine::Summary { up_to, .. } => Some(*up_to),
        ChatLine::Person { .. }
        | ChatLine::Reply { .. }
        | ChatLine::Result { .. }
        | ChatLine::BrokenOff { .. } => None,
    });
    let mut room = n_tokens;
    let mut cut = None;
    for (number, line) in lines.iter().enumerate().rev() {
        room = room.saturating_sub(size(line));
        let begins_a_turn = matches!(line, ChatLine::Person { .. });
        if begins_a_turn && (room > 0 || cut.is_none()) {
            cut = u32::try_from(number).ok();
        }
    }
    cut.filter(|number| *number > summed_up.unwrap_or(0))
}

fn size(line: &ChatLine) -> u64 {
    match line {
        ChatLine::Person { told, .. } => llm::estimate_tokens(told),
        ChatLine::Reply { reply } => {
            let calls = reply.tool_calls.iter().map(|call| llm::estimate_tokens(&call.arguments));
            llm::estimate_tokens(&reply.text) + calls.sum::<u64>()
        }
        ChatLine::Result { result, .. } => llm::estimate_tokens(&result.content),
        ChatLine::Summary { .. } | ChatLine::BrokenOff { .. } => 0,
    }
}

struct View {
    messages: Vec<ChatMessage>,
    /// Calls of the last reply that have no answer yet.
    open: Vec<ToolCall>,
    language: PromptLanguage,
}

impl View {
    fn add(&mut self, line: &ChatLine) {
        match line {
            ChatLine::Person { told, .. } => {
                self.answer_open_calls();
                // Services want the turns to change; words that never got a reply go together.
                if let Some(ChatMessage::User { text }) = self.messages.last_mut() {
                    *text = format!("{text}\n{told}").into();
                } else {
                    self.messages.push(ChatMessage::user(told.as_str()));
                }
            }
            // Services refuse a turn without anything in it, so a reply of nothing is not shown again.
            ChatLine::Reply { reply } if reply.text.trim().is_empty() && reply.tool_calls.is_empty() => {}
            ChatLine::Reply { reply } => {
                self.answer_open_calls();
                self.open.clone_from(&reply.tool_calls);
                self.messages.push(reply.to_message());
            }
            ChatLine::Result { result, .. } => {
                self.open.retain(|call| call.id != result.call_id);
                self.push_result(result.clone());
            }
            ChatLine::Summary { .. } | ChatLine::BrokenOff { .. } => {}
        }
    }

    fn answer_open_calls(&mut self) {
        let error = self
            .language
            .choose("未执行：对话在此之前被中断。", "Not done: the turn was broken off before this.");
        for call in std::mem::take(&mut self.open) {
            self.push_result(ToolResult {
                call_id: call.id,
                name: call.name,
                content: serde_json::json!({"success": false, "error": error}).to_string().into(),
                is_error: true,
            });
        }
    }

    fn push_result(&mut self, result: ToolResult) {
        if let Some(ChatMessage::ToolResults { results }) = self.messages.last_mut() {
            results.push(result);
        } else {
            self.messages.push(ChatMessage::tool_results(vec![result]));
        }
    }
}
