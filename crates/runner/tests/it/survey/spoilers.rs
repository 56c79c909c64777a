//! What a later chapter reveals is not told to whoever translates an earlier one.

use crate::survey::test_survey::{TestSurvey, good_reader, translator};
use runner::survey::review::{Decision, decide, proposals};
use serde_json::json;
use testkit::request::first_message;

#[tokio::test]
async fn revelations_are_absent_from_the_prompts_of_earlier_chapters_and_present_later() {
    let test_survey = TestSurvey::new().await;
    test_survey.survey(&good_reader()).await;
    for proposal in proposals(test_survey.store.library(), &test_survey.book).await.unwrap() {
        decide(&test_survey.store, &test_survey.book, &proposal.entry, Decision::Accept, 5).await.unwrap();
    }
    let model = translator(|_| "A line of the translation.".to_owned());
    test_survey.translate(json!({}), &model).await;
    let prompts: Vec<String> = model.requests().iter().map(first_message).collect();
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
