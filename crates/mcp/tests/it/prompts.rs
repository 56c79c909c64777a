//! The words of prompts, with the values put into their places.

use crate::test_door::TestDoor;
use serde_json::json;

#[tokio::test]
async fn every_place_of_every_prompt_is_filled_in_both_languages() {
    let test = TestDoor::open().await;
    let mut client = test.client("an editor").await;
    let listed = client.ask("prompts/list", &json!({})).await.unwrap();
    let prompts = listed["prompts"].as_array().unwrap();
    assert!(prompts.len() > 5);
    for prompt in prompts {
        let name = prompt["name"].as_str().unwrap();
        let wanted: Vec<&str> =
            prompt["arguments"].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
        for language in ["en", "zh"] {
            let mut arguments = json!({});
            for argument in &wanted {
                arguments[*argument] = match *argument {
                    "book" => json!(test.book),
                    "chapter" => json!("1"),
                    "term" => json!("lamp"),
                    "language" => json!(language),
                    other => panic!("`{other}` of `{name}`"),
                };
            }
            let messages = client.prompt(name, &arguments).await;
            let filled = messages[0]["content"]["text"].as_str().unwrap();
            assert!(!filled.contains('{'), "{name}: {filled}");
            assert!(filled.contains(&test.book.to_string()), "{name} does not say which book");
            let is_chinese = filled.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
            assert_eq!(is_chinese, language == "zh", "{name}: {filled}");
        }
    }
}

#[tokio::test]
async fn a_value_that_looks_like_a_place_is_left_alone() {
    let test = TestDoor::open().await;
    let mut client = test.client("an editor").await;
    let term = "a {title} {other} {title";
    let messages = client.prompt("settle_term", &json!({"book": test.book, "term": term})).await;
    let filled = messages[0]["content"]["text"].as_str().unwrap();
    assert!(filled.contains(&format!("`{term}`")), "{filled}");
}
