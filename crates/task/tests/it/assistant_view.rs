//! What the model reads of a conversation.

use super::super::{ChatLine, ChatPlace, TurnEnding};
use super::{cut, messages};
use llm::{ChatMessage, Reply, ToolCall, ToolResult};
use tools::text::PromptLanguage;

fn person(text: &str) -> ChatLine {
    ChatLine::Person { text: text.to_owned(), place: ChatPlace::default(), told: text.to_owned() }
}

fn reply(text: &str, calls: &[&str]) -> ChatLine {
    let call =
        |id: &&str| ToolCall { id: (*id).to_owned(), name: "t".to_owned(), arguments: "{}".to_owned() };
    let tool_calls = calls.iter().map(call).collect();
    ChatLine::Reply { reply: Reply { text: text.to_owned(), tool_calls, ..Reply::default() } }
}

fn result(id: &str) -> ChatLine {
    let result =
        ToolResult { call_id: id.to_owned(), name: "t".to_owned(), content: "{}".into(), is_error: false };
    ChatLine::Result { result, changes: Vec::new() }
}

fn n_results(message: &ChatMessage) -> usize {
    match message {
        ChatMessage::ToolResults { results } => results.len(),
        ChatMessage::User { .. } | ChatMessage::Assistant { .. } => 0,
    }
}

#[test]
fn every_call_has_an_answer_even_if_the_program_died_before_it() {
    let lines = [person("a"), reply("", &["1", "2"]), result("1"), person("b")];
    let messages = messages(&lines, PromptLanguage::English);
    assert_eq!(messages.iter().map(n_results).collect::<Vec<_>>(), [0, 0, 2, 0]);
    let ChatMessage::ToolResults { results } = &messages[2] else { panic!("{messages:?}") };
    assert!(!results[0].is_error && results[1].is_error && results[1].call_id == "2");
}

#[test]
fn words_that_got_no_reply_go_together_with_the_next() {
    let broken = ChatLine::BrokenOff { ending: TurnEnding::Stopped };
    let messages = messages(&[person("a"), broken, person("b")], PromptLanguage::English);
    assert_eq!(messages, [ChatMessage::user("a\nb")]);
}

#[test]
fn a_summary_stands_for_what_was_before_its_cut() {
    let summary = ChatLine::Summary { text: "we met".to_owned(), up_to: 2 };
    let lines = [person("a"), reply("b", &[]), person("c"), reply("d", &[]), summary, person("e")];
    let messages = messages(&lines, PromptLanguage::English);
    let texts: Vec<String> = messages
        .iter()
        .map(|message| match message {
            ChatMessage::User { text } | ChatMessage::Assistant { text, .. } => text.to_string(),
            ChatMessage::ToolResults { .. } => String::new(),
        })
        .collect();
    assert!(texts[0].contains("we met") && texts[0].ends_with('c'), "{texts:?}");
    assert_eq!(texts[1..], ["d", "e"]);
}

#[test]
fn a_cut_falls_before_a_turn_and_never_where_nothing_new_would_be_summed_up() {
    let long = "word ".repeat(200);
    let mut lines = vec![person(&long), reply(&long, &[]), person(&long), reply(&long, &[]), person("x")];
    assert_eq!(cut(&lines, 100), Some(4));
    assert_eq!(cut(&lines, 100_000), None);
    lines.push(ChatLine::Summary { text: String::new(), up_to: 4 });
    assert_eq!(cut(&lines, 100), None);
}
