//! Questions to a person, and a model's notes to itself.

use crate::fixture::ToolLibrary;
use book::text::version::TaskKind;
use book::work::question::Question;
use serde_json::{Value, json};
use tools::tool::ToolOutcome;

async fn asked(args: &Value) -> Question {
    let library = ToolLibrary::usual().await;
    let task = library.task(TaskKind::Translation, 0..2).await;
    match task.outcome("ask_user", &args.to_string()).await {
        ToolOutcome::Question(question) => question,
        ToolOutcome::Reply { content, .. } => panic!("no question: {content}"),
    }
}

#[tokio::test]
async fn a_question_waits_for_a_person() {
    let question = asked(&json!({ "question": " 她叫什么？ ", "choices": ["アリス", " ", "アリス", "爱丽丝"], "free_text": false })).await;
    let choices = vec!["アリス".to_owned(), "爱丽丝".to_owned()];
    assert_eq!(question, Question { text: "她叫什么？".to_owned(), choices, free_text: false });
}

#[tokio::test]
async fn a_question_without_choices_can_always_be_answered_freely() {
    assert!(asked(&json!({ "question": "她叫什么？", "free_text": false })).await.free_text);
    assert!(asked(&json!({ "question": "她叫什么？" })).await.free_text);
}

#[tokio::test]
async fn a_question_has_a_cap_and_an_empty_one_is_refused() {
    let choices: Vec<String> = (0..50).map(|n| n.to_string()).collect();
    let question = asked(&json!({ "question": "问".repeat(5000), "choices": choices })).await;
    assert_eq!((question.text.chars().count(), question.choices.len()), (1000, 10));
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 0..2).await;
    assert_eq!(task.refused("ask_user", &json!({ "question": "  " })).await["error_code"], "EMPTY_QUESTION");
}

#[tokio::test]
async fn todos_are_made_listed_changed_and_ticked_off() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 0..2).await;
        let content = task.call("create_todo", &json!({ "items": ["查人名", " ", "查地名"] })).await;
        assert_eq!(
            content["todos"],
            json!([{ "id": 1, "text": "查人名", "done": false }, { "id": 2, "text": "查地名", "done": false }])
        );
        task.call("create_todo", &json!({ "items": "通读" })).await;
        let items = json!([{ "id": 1, "done": true }, { "id": 3, "text": "通读两遍" }]);
        task.call("update_todos", &json!({ "items": items })).await;
        let content = task.call("list_todos", &json!({})).await;
        assert_eq!(
            content,
            json!({
                "success": true,
                "todos": [
                    { "id": 1, "text": "查人名", "done": true },
                    { "id": 2, "text": "查地名", "done": false },
                    { "id": 3, "text": "通读两遍", "done": false },
                ],
                "count": 3,
            })
        );
        let items = json!([{ "id": 2, "done": true }, { "id": 9, "done": true }]);
        let content = task.refused("update_todos", &json!({ "items": items })).await;
        assert_eq!((&content["error_code"], &content["unknown_ids"]), (&json!("UNKNOWN_TODO"), &json!([9])));
    }
}

#[tokio::test]
async fn todos_have_a_cap_in_number_and_length() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 0..2).await;
    let many: Vec<String> = (0..31).map(|n| n.to_string()).collect();
    assert_eq!(task.refused("create_todo", &json!({ "items": many })).await["error_code"], "TOO_MANY_TODOS");
    assert_eq!(task.refused("create_todo", &json!({ "items": [" "] })).await["error_code"], "EMPTY_TODO");
    task.call("create_todo", &json!({ "items": ["长".repeat(1000)] })).await;
    assert_eq!(task.task_state.todos[0].text.chars().count(), 300);
}
