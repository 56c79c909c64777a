//! What a model is asked, taken apart again.

use llm::{ChatMessage, Request};

/// What a request says first: context and work.
pub fn first_message(request: &Request) -> String {
    let Some(ChatMessage::User { text }) = request.messages.first() else { return String::new() };
    text.to_string()
}

/// The paragraphs a request shows: id and text.
pub fn items(request: &Request) -> Vec<(String, String)> {
    let text = first_message(request);
    let items = text.lines().filter_map(|line| line.split_once("[ID: ")?.1.split_once("] "));
    items.map(|(id, text)| (id.to_owned(), text.to_owned())).collect()
}
