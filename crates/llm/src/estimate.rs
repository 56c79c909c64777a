//! How many tokens a request will roughly be, for limits and reservations made before sending.

use crate::{ChatMessage, Request};

/// A rough count that rather errs upwards: one token per ideograph, kana or syllable block, one per
/// three and a half bytes of other text.
pub fn estimate_tokens(text: &str) -> u64 {
    let (mut wide, mut other) = (0_u64, 0_u64);
    for character in text.chars() {
        if ('\u{2e80}'..='\u{d7ff}').contains(&character) || character >= '\u{f900}' {
            wide += 1;
        } else {
            other += u64::try_from(character.len_utf8()).unwrap_or(4);
        }
    }
    wide + other.saturating_mul(2).div_ceil(7)
}

/// The input tokens of a whole request.
pub fn estimate_request(request: &Request) -> u64 {
    let tools = request.tools.iter().map(|tool| {
        let schema = u64::try_from(tool.parameters.to_string().len()).unwrap_or(u64::MAX) / 3;
        estimate_tokens(&tool.name) + estimate_tokens(&tool.description) + schema + 8
    });
    let messages = request.messages.iter().map(|message| match message {
        ChatMessage::User { text } => estimate_tokens(text) + 4,
        ChatMessage::Assistant { text, tool_calls, reasoning: _ } => {
            let calls = tool_calls.iter().map(|call| estimate_tokens(&call.arguments) + 12);
            estimate_tokens(text) + 4 + calls.sum::<u64>()
        }
        ChatMessage::ToolResults { results } => {
            results.iter().map(|result| estimate_tokens(&result.content) + 8).sum()
        }
    });
    estimate_tokens(&request.system) + tools.sum::<u64>() + messages.sum::<u64>() + 4
}
