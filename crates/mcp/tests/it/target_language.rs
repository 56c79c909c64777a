//! A book that came without a target language gets one, and what is written in it can be checked.

use crate::test_door::TestDoor;
use serde_json::json;

#[tokio::test]
async fn a_book_without_a_language_gets_one_and_what_was_written_is_checked() {
    let test = TestDoor::into_language(None).await;
    let mut client = test.client("an editor").await;
    let book = json!({"book": test.book});
    assert_eq!(client.call("check", &book).await["error_code"], "NOTHING_TO_CHECK");
    let chapters = client.call("list_chapters", &book).await;
    let chapter = chapters["chapters"][1]["chapter_id"].as_str().unwrap().to_owned();
    let found = json!({"book": test.book, "keywords": ["Nobody"], "chapter_id": chapter});
    let found = client.call("find_paragraph_by_keywords", &found).await;
    let paragraph =
        found["paragraphs"][0]["paragraph_id"].as_str().unwrap_or_else(|| panic!("{found}")).to_owned();
    let text =
        json!({"book": test.book, "paragraph_id": paragraph, "translated_text": "Niemand antwortete."});
    let written = client.call("update_translation", &text).await;
    assert_eq!(written["success"], true, "{written}");
    assert_eq!(client.call("check", &book).await["error_code"], "NO_TARGET_LANGUAGE");

    let german = json!({"book": test.book, "language": "de"});
    assert_eq!(client.call("set_target_language", &german).await["target_language"], "de");
    let checked = client.call("check", &book).await;
    assert_eq!((&checked["success"], &checked["n_checked"]), (&json!(true), &json!(1)), "{checked}");
    let french = json!({"book": test.book, "language": "fr"});
    assert_eq!(client.call("set_target_language", &french).await["error_code"], "HAS_TRANSLATIONS");
}
