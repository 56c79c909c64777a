//! What the model reads of a conversation.

use crate::assistant::{Says, Talk, chat};
use crate::test_task::TestTask;
use book::id::ChatId;
use llm::{ChatMessage, Reply, Scripted, ScriptedReply, ToolCall, ToolResult};
use store::change::Cause;
use store::chat::ChatStep;
use store::work::StepUsage;
use task::assistant::{ChatLine, ChatPlace, TurnEnding};

/// A conversation with these lines.
async fn chat_with(lines: &[ChatLine]) -> (TestTask, ChatId) {
    let test_task = TestTask::with(&[vec!["夜。"]]).await;
    let chat = chat(&test_task).await;
    for line in lines {
        let (line, cause) = (line.to_json().unwrap(), Cause::person("set up"));
        let usage = StepUsage::default();
        let step =
            ChatStep { chat, line: &line, edits: &[], cause: &cause, approved: false, usage, now_ms: 1 };
        test_task.store.append_to_chat(&step).await.unwrap();
    }
    (test_task, chat)
}

/// What the model is sent when a person says something after these lines.
async fn messages(lines: &[ChatLine], said: &str) -> Vec<ChatMessage> {
    let (test_task, chat) = chat_with(lines).await;
    let (model, says) = (Scripted::replies([ScriptedReply::text("ok")]), Says::always(false));
    let talk = Talk::new(&test_task, &model, &says);
    talk.say(chat, said, &ChatPlace::default()).await.unwrap();
    model.requests().remove(0).messages
}

/// Where a conversation was cut when a person says `x` after these lines, and how often after another word.
async fn cuts(lines: &[ChatLine], window: u64) -> (Vec<u32>, usize) {
    let (test_task, chat) = chat_with(lines).await;
    let (model, says) = (Scripted::answering(|_| ScriptedReply::text("ok")), Says::always(false));
    let mut talk = Talk::new(&test_task, &model, &says);
    talk.window = Some(window);
    let cuts = async || {
        let lines = test_task.store.library().chat_lines(chat).await.unwrap();
        let up_to =
            |line: ChatLine| if let ChatLine::Summary { up_to, .. } = line { Some(up_to) } else { None };
        let lines = lines.iter().map(|line| serde_json::from_str(&line.json).unwrap());
        lines.filter_map(up_to).collect::<Vec<u32>>()
    };
    talk.say(chat, "x", &ChatPlace::default()).await.unwrap();
    let first = cuts().await;
    talk.say(chat, "y", &ChatPlace::default()).await.unwrap();
    (first, cuts().await.len())
}

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

#[tokio::test]
async fn every_call_has_an_answer_even_if_the_program_died_before_it() {
    let lines = [person("a"), reply("", &["1", "2"]), result("1")];
    let messages = messages(&lines, "b").await;
    assert_eq!(messages.iter().map(n_results).collect::<Vec<_>>(), [0, 0, 2, 0]);
    let ChatMessage::ToolResults { results } = &messages[2] else { panic!("{messages:?}") };
    assert!(!results[0].is_error && results[1].is_error && results[1].call_id == "2");
}

#[tokio::test]
async fn words_that_got_no_reply_go_together_with_the_next() {
    let broken = ChatLine::BrokenOff { ending: TurnEnding::Stopped };
    let messages = messages(&[person("a"), broken], "b").await;
    assert_eq!(messages, [ChatMessage::user("a\nb")]);
}

#[tokio::test]
async fn a_summary_stands_for_what_was_before_its_cut() {
    let summary = ChatLine::Summary { text: "we met".to_owned(), up_to: 2 };
    let lines = [person("a"), reply("b", &[]), person("c"), reply("d", &[]), summary];
    let messages = messages(&lines, "e").await;
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

#[tokio::test]
async fn a_cut_falls_before_a_turn_and_never_where_nothing_new_would_be_summed_up() {
    let long = "word ".repeat(100);
    let lines = [person(&long), reply(&long, &[]), person(&long), reply(&long, &[])];
    // A sixth of the window is kept: a hundred tokens here, where the last turn alone fits.
    assert_eq!(cuts(&lines, 600).await, (vec![4], 1), "the first line is cut off, and later nothing new");
    // With more room for the last turns than there are words, a long request is not cut.
    assert_eq!(cuts(&lines, 4000).await, (Vec::new(), 0));
}
