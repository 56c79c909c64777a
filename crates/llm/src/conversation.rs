//! A stored conversation made ready for the model that continues it, which need not be the one that began it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{ChatMessage, Dialect, Quirk, Quirks, Request, ToolCall, ToolResult};

/// The same request without what other models left in it: their thinking, signatures and item ids are dropped, and ids
/// of calls this service would refuse are replaced, in calls and results alike.
pub(crate) fn for_model(request: &Request, model: &str, dialect: Dialect, quirks: &Quirks) -> Request {
    let mut ids = CallIds { dialect, is_short: quirks.has(Quirk::ShortCallIds), replaced: HashMap::new() };
    let messages = request.messages.iter().map(|message| match message {
        ChatMessage::User { .. } => message.clone(),
        ChatMessage::Assistant { text, reasoning, tool_calls } => {
            let own =
                reasoning.iter().filter(|block| block.model.as_deref().is_none_or(|made| made == model));
            let calls =
                tool_calls.iter().map(|call| ToolCall { id: ids.accepted_id(&call.id), ..call.clone() });
            ChatMessage::Assistant {
                text: text.clone(),
                reasoning: own.cloned().collect(),
                tool_calls: calls.collect(),
            }
        }
        ChatMessage::ToolResults { results } => {
            let results = results
                .iter()
                .map(|result| ToolResult { call_id: ids.accepted_id(&result.call_id), ..result.clone() });
            ChatMessage::ToolResults { results: results.collect() }
        }
    });
    let messages = messages.collect();
    Request { messages, ..request.clone() }
}

/// Ids of calls as a service accepts them. Its own ids always pass, so only those of other models are replaced.
struct CallIds {
    dialect: Dialect,
    is_short: bool,
    replaced: HashMap<String, String>,
}

impl CallIds {
    fn accepted_id(&mut self, id: &str) -> String {
        if self.accepts(id) {
            return id.to_owned();
        }
        if let Some(known) = self.replaced.get(id) {
            return known.clone();
        }
        let mut salt = 0_u32;
        let mut made = nine_letters(id, salt);
        while self.replaced.values().any(|taken| *taken == made) {
            salt += 1;
            made = nine_letters(id, salt);
        }
        self.replaced.insert(id.to_owned(), made.clone());
        made
    }

    fn accepts(&self, id: &str) -> bool {
        let is_plain = |character: char| character.is_ascii_alphanumeric();
        if self.is_short {
            return id.len() == 9 && id.chars().all(is_plain);
        }
        match self.dialect {
            Dialect::Anthropic | Dialect::OpenaiResponses => {
                let is_allowed = |character: char| is_plain(character) || "_-".contains(character);
                !id.is_empty() && id.len() <= 64 && id.chars().all(is_allowed)
            }
            // Services that speak this dialect make ids of many shapes, and want their own back.
            Dialect::OpenaiChat | Dialect::Gemini | Dialect::Ollama => !id.is_empty(),
        }
    }
}

fn nine_letters(id: &str, salt: u32) -> String {
    let mut hasher = DefaultHasher::new();
    (id, salt).hash(&mut hasher);
    let mut bits = hasher.finish();
    let mut letters = String::with_capacity(9);
    for _ in 0..9 {
        let digit = u32::try_from(bits % 36).unwrap_or(0);
        letters.push(char::from_digit(digit, 36).unwrap_or('a'));
        bits /= 36;
    }
    letters
}
