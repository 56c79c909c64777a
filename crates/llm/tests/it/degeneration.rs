//! What counts as endless repetition, and that it is noticed in every part of a reply of any model.

use std::sync::Arc;

use futures::{StreamExt, stream};
use llm::{
    ChatMessage, DegenerationGuard, Event, Failure, Model, Reply, Request, Scripted, ScriptedReply, guard,
};
use serde_json::json;

fn request(text: &str) -> Request {
    Request { messages: vec![ChatMessage::user(text)], ..Request::default() }
}

async fn reply(script: ScriptedReply, request: &Request) -> Result<Reply, Failure> {
    DegenerationGuard::new(Arc::new(Scripted::replies([script]))).complete(request).await
}

fn repeated(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect::<Vec<_>>().concat()
}

/// After how many of these pieces of a reply the guard objects, if it does.
async fn noticed_in(pieces: impl Iterator<Item = String>, request: &Request) -> Option<usize> {
    let pieces: Vec<Result<Event, Failure>> = pieces.map(|delta| Ok(Event::Text { delta })).collect();
    let mut guarded = guard(Box::pin(stream::iter(pieces)), request, "test");
    let mut n_pieces = 0;
    while let Some(event) = guarded.next().await {
        match event {
            Ok(_) => n_pieces += 1,
            Err(failure) => {
                assert_eq!(failure.kind(), "degenerate", "{failure}");
                return Some(n_pieces);
            }
        }
    }
    None
}

/// How many characters of a text are taken before the guard objects.
async fn noticed_after(text: &str) -> Option<usize> {
    noticed_in(text.chars().map(String::from), &Request::default()).await
}

#[tokio::test]
async fn a_loop_is_seen_within_300_characters_of_its_beginning() {
    let prose = repeated(40, |n| format!("line {n} of a long list, "));
    for unit in ["哈", "そして、", "そして彼は言った。", "and then he went on to say that it was all over, "]
    {
        let n_before = prose.chars().count();
        let at = noticed_after(&format!("{prose}{}", unit.repeat(600))).await.unwrap();
        assert!(at - n_before <= 300, "{unit}: seen after {}", at - n_before);
    }
}

#[tokio::test]
async fn prose_lists_and_ornament_are_no_loop() {
    let list = repeated(4000, |n| format!("line {n} of a long list, "));
    let refrain = repeated(60, |n| format!("One for the baker and one for the bell, and {n} for the sea.\n"));
    for text in [list, refrain, "ああ".repeat(130), "—".repeat(1000), "| --- ".repeat(150)] {
        assert_eq!(noticed_after(&text).await, None, "{}", text.chars().take(40).collect::<String>());
    }
    assert!(noticed_after(&"—".repeat(1300)).await.is_some(), "no ornament goes on for ever");
}

#[tokio::test]
async fn a_paragraph_over_and_over_is_noticed_later() {
    let paragraph = repeated(25, |n| format!("wort{n} "));
    assert!(paragraph.len() > 120 && paragraph.len() < 200);
    assert!(noticed_after(&paragraph.repeat(40)).await.is_some_and(|at| at <= 1_220));
}

#[tokio::test]
async fn how_a_reply_is_cut_in_pieces_makes_no_difference() {
    let text = format!("{}{}", "前".repeat(100), "そして、".repeat(2000));
    for piece in [1, 7, 800, 5000, 100_000] {
        let characters: Vec<char> = text.chars().collect();
        let pieces = characters.chunks(piece).map(|piece| piece.iter().collect::<String>());
        let noticed = noticed_in(pieces, &Request::default()).await;
        assert!(noticed.is_some(), "in pieces of {piece}");
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

#[tokio::test]
async fn laughter_of_the_source_may_be_laughed_in_the_reply() {
    let source = request(&format!("彼女は笑った。「{}」", "は".repeat(120)));
    let translated = ScriptedReply::text(format!("She laughed. “{}!”", "ha".repeat(240)));
    assert!(reply(translated.clone(), &source).await.is_ok());
    assert_eq!(reply(translated, &request("彼女は笑った。")).await.unwrap_err().kind(), "degenerate");
}

#[tokio::test]
async fn ordinary_text_excuses_nothing() {
    let lines = repeated(500, |n| format!("第{n}行、"));
    for text in ["ある日の暮方の事である。".repeat(2), lines] {
        for stuck in ["そして、".repeat(600), "—".repeat(2000)] {
            let characters = || stuck.chars().map(String::from);
            let noticed = noticed_in(characters(), &request(&text)).await;
            assert_eq!(noticed, noticed_after(&stuck).await, "{text}");
            assert!(noticed.is_some());
        }
    }
}
