//! What counts as endless repetition, and that it is noticed in every part of a reply of any model.

use std::sync::Arc;

use super::{Guarded, Repetition, allowance};
use crate::{Failure, Message, Model, Reply, Request, Scripted, ScriptedReply};
use serde_json::json;

fn request(text: &str) -> Request {
    Request { messages: vec![Message::user(text)], ..Request::default() }
}

async fn reply(script: ScriptedReply, request: &Request) -> Result<Reply, Failure> {
    Guarded::new(Arc::new(Scripted::replies([script]))).complete(request).await
}

#[test]
fn endless_repetition_is_noticed_and_long_prose_is_not() {
    let mut stuck = Repetition::new(0);
    assert!((0..400).any(|_| stuck.push("そして彼は言った。")));
    let mut prose = Repetition::new(0);
    assert!(!(0..4000).any(|n| prose.push(&format!("line {n} of a long list, "))));
    let mut scream = Repetition::new(0);
    assert!(!scream.push(&"ああ".repeat(300)), "a scream of a page is still prose");
}

#[test]
fn how_a_reply_is_cut_in_pieces_makes_no_difference() {
    let text = format!("{}{}", "前".repeat(100), "そして、".repeat(2000));
    for piece in [1, 7, 800, 5000, 100_000] {
        let mut watch = Repetition::new(0);
        let pieces: Vec<char> = text.chars().collect();
        let noticed = pieces.chunks(piece).any(|piece| watch.push(&piece.iter().collect::<String>()));
        assert!(noticed, "in pieces of {piece}");
    }
}

#[tokio::test]
async fn repetition_is_cut_off_in_text_thinking_and_arguments_of_any_model() {
    let stuck = "そして、".repeat(3000);
    let mut thinking = ScriptedReply::text("ok");
    thinking.reasoning.clone_from(&stuck);
    let arguments = ScriptedReply::call("submit", &json!({ "text": stuck }));
    for mut script in [ScriptedReply::text(stuck.as_str()), thinking, arguments] {
        for piece in [0, 5] {
            script.piece = piece;
            let failure = reply(script.clone(), &request("短い。")).await.unwrap_err();
            assert_eq!(failure.kind(), "degenerate", "{failure}");
        }
    }
}

#[tokio::test]
async fn a_scream_of_the_source_may_be_screamed_in_the_reply() {
    let source = request(&format!("彼は叫んだ。{}", "あ".repeat(2000)));
    let translated = ScriptedReply::call("submit", &json!({ "text": "啊".repeat(4000) }));
    assert!(reply(translated, &source).await.is_ok());
    let endless = ScriptedReply::call("submit", &json!({ "text": "啊".repeat(40_000) }));
    assert_eq!(reply(endless, &source).await.unwrap_err().kind(), "degenerate", "but not for ever");
}

#[test]
fn ordinary_text_excuses_nothing() {
    assert_eq!(allowance(&request(&"ある日の暮方の事である。".repeat(2))), 0);
    assert_eq!(allowance(&request(&(0..500).map(|n| format!("第{n}行、")).collect::<Vec<_>>().concat())), 0);
}
