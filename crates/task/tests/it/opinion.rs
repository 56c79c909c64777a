//! What counts of a model's opinion on a translation.

use book::work::opinion::OpinionCategory;
use llm::Reply;
use serde_json::{Value, json};
use task::opinion::{OpinionAnswer, read};

fn answer(errors: &Value) -> OpinionAnswer {
    let text = json!({ "errors": errors }).to_string();
    let reply = Reply { text: format!("Here: {text}"), ..Reply::default() };
    read(&reply, "猫が窓から落ちた。", "The dog fell.").unwrap()
}

#[test]
fn an_error_counts_only_with_words_that_literally_stand_in_the_texts() {
    let error = |category: &str, source: &str, translation: &str| {
        json!({ "category": category, "severity": "major", "source_quote": source,
                "translation_quote": translation, "comment": "wrong" })
    };
    let taken = answer(&json!([error("mistranslation", "猫", "dog"), error("omission", "窓から", "")]));
    assert_eq!((taken.opinions.len(), taken.n_dropped), (2, 0));
    assert_eq!(taken.opinions[0].category, OpinionCategory::Mistranslation);
    for invented in [
        error("mistranslation", "犬", "dog"),
        error("mistranslation", "猫", "The  dog"),
        error("style", "", ""),
        error("beauty", "猫", "dog"),
        json!({ "category": "style", "severity": "awful", "source_quote": "猫", "comment": "wrong" }),
        json!({ "category": "style", "severity": "minor", "source_quote": "猫" }),
        json!("no"),
    ] {
        let taken = answer(&json!([invented]));
        assert_eq!((taken.opinions.len(), taken.n_dropped), (0, 1), "{invented}");
    }
    assert_eq!(answer(&json!([])), OpinionAnswer::default());
}

#[test]
fn a_reply_without_an_opinion_is_none() {
    let reply = Reply { text: "I like it.".to_owned(), ..Reply::default() };
    assert_eq!(read(&reply, "猫", "cat"), None);
}
