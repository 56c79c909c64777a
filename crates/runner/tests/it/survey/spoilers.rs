//! What a later chapter reveals is not told to whoever translates an earlier one.

use crate::survey::room::{Room, good_reader, told, translator};
use runner::survey::review::{Decision, decide, proposals};
use serde_json::json;

#[tokio::test]
async fn revelations_are_absent_from_the_prompts_of_earlier_chapters_and_present_later() {
    let room = Room::new().await;
    room.survey(&good_reader()).await;
    for proposal in proposals(room.store.library(), &room.book).await.unwrap() {
        decide(&room.store, &room.book, &proposal.entry, Decision::Accept, 5).await.unwrap();
    }
    let model = translator(|_| "A line of the translation.".to_owned());
    room.translate(json!({}), &model).await;
    let prompts: Vec<String> = model.requests().iter().map(told).collect();
    let early = prompts.iter().find(|prompt| prompt.contains("黙っていた")).unwrap();
    let late = prompts
        .iter()
        .find(|prompt| prompt.contains("リンの姉、レイだった") && prompt.contains("[ID: "))
        .unwrap();
    for secret in ["Rei", "sister", "レイ"] {
        assert!(!early.contains(secret), "{secret} is given away:\n{early}");
        assert!(late.contains(secret), "{secret} is not told:\n{late}");
    }
    // How the mask is called is the same from the beginning; whose it is comes later.
    assert!(early.contains("the Masked Blade") && late.contains("the Masked Blade"), "{early}");
    assert!(early.contains("Dragon Soul Sword") && early.contains("Lin"), "{early}");
    assert!(early.contains("female") || early.contains("she"), "{early}");
}
