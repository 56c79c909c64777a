//! Submitting with a wrong id: put right where only one paragraph can be meant and its source says so, never otherwise.

use crate::fixture::{TEXTS, ToolLibrary};
use book::text::version::TaskKind;
use serde_json::{Value, json};
use tools::text::PromptLanguage;

fn item(id: &str, text: &str) -> Value {
    json!({ "paragraph_id": id, "translated_text": text })
}

/// The id with its last character replaced.
fn slip(id: &str) -> String {
    let (start, end) = id.split_at(id.len() - 1);
    format!("{start}{}", if end == "3" { "4" } else { "3" })
}

#[tokio::test]
async fn an_id_is_put_right_when_one_assigned_id_is_near_and_the_prefix_is_its_source() {
    let library = ToolLibrary::usual().await;
    for language in PromptLanguage::ALL {
        for kind in TaskKind::ALL {
            let mut task = library.task(kind, 3..6).await.speaking(language);
            let wrong = slip(&task.id(1));
            let text = format!("{kind:?} {language:?}");
            let items = json!([{
                "paragraph_id": wrong,
                "translated_text": text,
                "original_text_prefix": format!("  {} ", TEXTS[4].chars().take(6).collect::<String>()),
            }]);
            let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
            assert_eq!(content["accepted_paragraphs"], json!([task.id(1)]));
            let warning = content["warnings"][0].as_str().unwrap();
            assert!(warning.contains(&wrong) && warning.contains(&task.id(1)), "{warning}");
            assert_eq!(library.translation(task.ids[1]).await, Some(text));
        }
    }
}

#[tokio::test]
async fn an_id_is_never_put_right_without_a_matching_prefix() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..6).await;
    for prefix in [Value::Null, json!(""), json!("  "), json!(TEXTS[3]), json!("違う文")] {
        let wrong = slip(&task.id(1));
        let items =
            json!([{ "paragraph_id": wrong, "translated_text": "甲", "original_text_prefix": prefix }]);
        let content = task.refused("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(
            (&content["error_code"], &content["invalid_paragraph_ids"]),
            (&json!("NOT_ASSIGNED"), &json!([wrong]))
        );
    }
}

#[tokio::test]
async fn an_id_is_never_put_right_when_it_is_far_or_near_to_two() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..6).await;
    let other = |c: char| if c == '3' { '4' } else { '3' };
    let far: String =
        task.id(1).chars().enumerate().map(|(at, c)| if at < 3 { other(c) } else { c }).collect();
    let items = json!([{ "paragraph_id": far, "translated_text": "甲", "original_text_prefix": TEXTS[4] }]);
    let content = task.refused("add_translation_batch", &json!({ "paragraphs": items })).await;
    assert_eq!(content["error_code"], "NOT_ASSIGNED", "three characters are more than a slip");
    let (ambiguous, place) = two_near_ids();
    let texts: Vec<&str> = vec!["同じ文。"; place + 1];
    let library = ToolLibrary::with(&[&texts]).await;
    let all = library.paragraphs().await;
    let near = |id: &str| id.chars().zip(ambiguous.chars()).filter(|(a, b)| a != b).count() <= 2;
    let places: Vec<usize> = (0..all.len()).filter(|place| near(&all[*place].id.to_string())).collect();
    assert!(places.len() >= 2, "the book has two ids near to {ambiguous}");
    let mut task = library.task(TaskKind::Translation, places).await;
    let items =
        json!([{ "paragraph_id": ambiguous, "translated_text": "甲", "original_text_prefix": "同じ" }]);
    let content = task.refused("add_translation_batch", &json!({ "paragraphs": items })).await;
    assert_eq!(content["error_code"], "NOT_ASSIGNED");
}

/// Text that differs in at most two characters from the ids of two early paragraphs, and how many paragraphs it takes.
fn two_near_ids() -> (String, usize) {
    let ids: Vec<String> = (0..1000).map(|n| book::id::ParagraphId::from_number(n).to_string()).collect();
    for (place, id) in ids.iter().enumerate() {
        for earlier in &ids[..place] {
            let different: Vec<usize> =
                (0..id.len()).filter(|at| id.as_bytes()[*at] != earlier.as_bytes()[*at]).collect();
            if different.len() <= 4 {
                // Half of the differing characters from the one, half from the other.
                let mut between = earlier.clone().into_bytes();
                for at in different.iter().take(different.len() / 2) {
                    between[*at] = id.as_bytes()[*at];
                }
                let between = String::from_utf8(between).unwrap();
                if between.parse::<book::id::ParagraphId>().is_err() {
                    return (between, place);
                }
            }
        }
    }
    panic!("no two ids are near to each other")
}

#[tokio::test]
async fn a_repaired_id_that_meets_its_own_paragraph_is_a_duplicate() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..6).await;
    let items = json!([
        item(&task.id(1), "甲"),
        { "paragraph_id": slip(&task.id(1)), "translated_text": "乙", "original_text_prefix": TEXTS[4] },
    ]);
    let content = task.refused("add_translation_batch", &json!({ "paragraphs": items })).await;
    assert_eq!(content["error_code"], "DUPLICATE_PARAGRAPHS");
}

#[tokio::test]
async fn counts_added_dropped_and_replaced_characters() {
    let library = ToolLibrary::usual().await;
    let id = library.ids([4]).await[0].to_string();
    let chars: Vec<char> = id.chars().collect();
    let pair = (1..chars.len()).rev().find(|at| chars[at - 1] != chars[*at]).unwrap();
    let mut swapped = chars.clone();
    swapped.swap(pair - 1, pair);
    let swapped: String = swapped.into_iter().collect();
    let dropped = |n: usize| chars[n..].iter().collect::<String>();
    // No id has a `%`, so each one is a wrong character and never part of another reading.
    for (given, distance) in [
        (id.clone(), 0),
        (replaced(&id, 1), 1),
        (replaced(&id, 2), 2),
        (replaced(&id, 3), 3),
        (swapped.clone(), 2),
        // In front: behind the pair it could stand for the character that the swap moved.
        (format!("%{swapped}"), 3),
        (format!("{id}%"), 1),
        (format!("{id}%%"), 2),
        (format!("{id}%%%"), 3),
        (replaced(&format!("{id}%"), 1), 2),
        (replaced(&format!("{id}%"), 2), 3),
        (dropped(1), 1),
        (dropped(2), 2),
        (dropped(3), 3),
        (replaced(&dropped(1), 1), 2),
        (replaced(&dropped(1), 2), 3),
    ] {
        let mut task = library.task(TaskKind::Translation, 4..5).await;
        let items = json!([{
            "paragraph_id": given, "translated_text": "甲", "original_text_prefix": TEXTS[4],
        }]);
        let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["success"] == true, distance <= 2, "{given} for {id}: {content}");
    }
}

/// The text with its first characters replaced.
fn replaced(text: &str, n: usize) -> String {
    "%".repeat(n) + text.split_at(n).1
}
