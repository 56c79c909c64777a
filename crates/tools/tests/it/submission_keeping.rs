//! What stays as it is: paragraphs a model keeps, and words a model may not replace.

use crate::fixture::{ToolLibrary, model};
use book::edit::Edit;
use book::text::version::{Author, TaskKind};
use book::work::ledger::LedgerEntry;
use serde_json::{Value, json};
use tools::text::PromptLanguage;

fn item(id: &str, text: &str) -> Value {
    json!({ "paragraph_id": id, "translated_text": text })
}

#[tokio::test]
async fn keep_marks_polish_and_proofreading_paragraphs_as_kept() {
    let library = ToolLibrary::usual().await;
    for kind in [TaskKind::Polish, TaskKind::Proofreading] {
        let mut task = library.task(kind, 3..6).await;
        for id in &task.ids {
            library.translate(*id, "旧译", model(TaskKind::Translation)).await;
        }
        let args = json!({ "paragraphs": [item(&task.id(0), "新译")], "keep": [task.id(1)] });
        let content = task.call("add_translation_batch", &args).await;
        assert_eq!(
            content,
            json!({
                "success": true,
                "accepted_paragraphs": [task.id(0)],
                "kept_paragraphs": [task.id(1)],
                "remaining": [task.id(2)],
                "remaining_count": 1,
            })
        );
        assert_eq!(task.task_state.ledger.entry(task.ids[1]), Some(&LedgerEntry::Kept));
        assert_eq!(library.translation(task.ids[1]).await, Some("旧译".to_owned()));
        let content = task.call("add_translation_batch", &json!({ "keep": [task.id(2)] })).await;
        assert_eq!(content["remaining"], json!([]));
        assert!(task.task_state.ledger.is_complete());
    }
}

#[tokio::test]
async fn the_same_text_again_counts_as_kept_in_polish_and_proofreading() {
    let library = ToolLibrary::usual().await;
    for kind in [TaskKind::Polish, TaskKind::Proofreading] {
        let mut task = library.task(kind, 3..4).await;
        library.translate(task.ids[0], "旧译", model(TaskKind::Translation)).await;
        let n_before = library.store.library().versions(library.book.id, task.ids[0]).await.unwrap().len();
        let content =
            task.call("add_translation_batch", &json!({ "paragraphs": [item(&task.id(0), "旧译")] })).await;
        assert_eq!(content["kept_paragraphs"], json!([task.id(0)]));
        assert!(task.task_state.ledger.is_complete());
        let n_after = library.store.library().versions(library.book.id, task.ids[0]).await.unwrap().len();
        assert_eq!(n_after, n_before, "no copy is made");
    }
}

/// Found by simulated days: a model whose reply was cut off handed in again what had been taken of it.
#[tokio::test]
async fn the_same_text_handed_in_twice_by_one_task_is_kept_once() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..6).await;
    library.person(&[Edit::SetLock { paragraph: task.ids[1], locked: true }]).await;
    let first = json!({ "paragraphs": [item(&task.id(0), "译文"), item(&task.id(1), "建议")] });
    task.call("add_translation_batch", &first).await;
    let all = [item(&task.id(0), "译文"), item(&task.id(1), "建议"), item(&task.id(2), "其余")];
    let content = task.call("add_translation_batch", &json!({ "paragraphs": all })).await;
    assert_eq!(content["accepted_paragraphs"], json!([task.id(0), task.id(1), task.id(2)]));
    assert!(task.task_state.ledger.is_complete());
    for id in &task.ids {
        let versions = library.store.library().versions(library.book.id, *id).await.unwrap();
        assert_eq!(versions.len(), 1, "{id}");
    }
    let other = json!({ "paragraphs": [item(&task.id(0), "更好的译文")] });
    task.call("add_translation_batch", &other).await;
    assert_eq!(library.translation(task.ids[0]).await, Some("更好的译文".to_owned()));
}

/// A person has the assistant change a paragraph between a task's text and its review. What the model says then is about the
/// text it wrote itself.
#[tokio::test]
async fn what_another_wrote_since_a_task_did_is_not_replaced_by_its_review() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..6).await.speaking(PromptLanguage::English);
    let texts = |all: [&str; 3]| -> Value {
        let items = all.iter().zip(&task.ids).map(|(text, id)| item(&id.to_string(), text));
        json!({ "paragraphs": items.collect::<Vec<Value>>() })
    };
    let (first, second) = (texts(["一", "二", "三"]), texts(["一", "二改", "三改"]));
    task.call("add_translation_batch", &first).await;
    let assistant = Author::Assistant { model: "m".to_owned() };
    for place in [0, 1] {
        library.translate(task.ids[place], "助手的话", assistant.clone()).await;
    }
    let content = task.call("add_translation_batch", &second).await;
    assert_eq!(content["accepted_paragraphs"].as_array().unwrap().len(), 3);
    let warning = content["warnings"][0].as_str().unwrap();
    assert!(warning.contains(&task.id(1)) && warning.contains("someone else"), "{warning}");
    assert!(!warning.contains(&task.id(0)) && !warning.contains(&task.id(2)), "{warning}");
    for (place, shown, n_versions) in [(0, "助手的话", 2), (1, "助手的话", 3), (2, "三改", 2)] {
        assert_eq!(library.translation(task.ids[place]).await, Some(shown.to_owned()));
        let versions = library.store.library().versions(library.book.id, task.ids[place]).await.unwrap();
        assert_eq!(versions.len(), n_versions, "nothing is written that says nothing new");
    }
    let waiting = library.store.library().suggestions(library.book.id).await.unwrap();
    assert_eq!(waiting.iter().map(|one| one.version.text.as_str()).collect::<Vec<_>>(), ["二改"]);
}

/// The same before the task has written anything: its model was shown what stood there when the task began.
#[tokio::test]
async fn what_the_assistant_wrote_since_a_task_began_is_not_replaced_by_it() {
    let library = ToolLibrary::usual().await;
    let assistant = Author::Assistant { model: "m".to_owned() };
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..6).await;
        for id in &task.ids {
            library.translate(*id, "旧译", assistant.clone()).await;
        }
        let seen = library.paragraph(task.ids[2]).await.version;
        task.task_state.newest_seen = seen;
        library.translate(task.ids[0], "助手的话", assistant.clone()).await;
        library.translate(task.ids[1], "重用的话", Author::Memory).await;
        let items: Vec<Value> = (0..3).map(|place| item(&task.id(place), &format!("{kind:?}"))).collect();
        let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["accepted_paragraphs"].as_array().unwrap().len(), 3);
        assert_eq!(library.translation(task.ids[0]).await, Some("助手的话".to_owned()));
        for place in [1, 2] {
            assert_eq!(library.translation(task.ids[place]).await, Some(format!("{kind:?}")));
        }
        assert!(task.task_state.ledger.is_complete());
    }
}

#[tokio::test]
async fn keep_in_a_translation_fails_item_by_item_with_advice() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..5).await;
    let args = json!({ "paragraphs": [item(&task.id(0), "新译")], "keep": [task.id(1)] });
    let content = task.call("add_translation_batch", &args).await;
    assert_eq!(content["accepted_paragraphs"], json!([task.id(0)]));
    assert_eq!(content["failed_paragraphs"][0]["error_code"], "KEEP_NOT_ALLOWED");
    assert_eq!(content["remaining"], json!([task.id(1)]));
    let content = task.refused("add_translation_batch", &json!({ "keep": [task.id(1)] })).await;
    assert_eq!(content["error_code"], "ALL_PARAGRAPHS_FAILED");
}

#[tokio::test]
async fn a_persons_words_and_locked_text_are_never_replaced() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..6).await;
        library.translate(task.ids[0], "人的话", Author::Person).await;
        library.translate(task.ids[1], "旧译", model(TaskKind::Translation)).await;
        library.person(&[Edit::SetLock { paragraph: task.ids[1], locked: true }]).await;
        let items: Vec<Value> =
            (0..3).map(|place| item(&task.id(place), &format!("{kind:?} {place}"))).collect();
        let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["accepted_paragraphs"].as_array().unwrap().len(), 3);
        let warning = content["warnings"][0].as_str().unwrap();
        assert!(warning.contains(&task.id(0)) && warning.contains(&task.id(1)), "{warning}");
        assert!(!warning.contains(&task.id(2)), "{warning}");
        assert_eq!(library.translation(task.ids[0]).await, Some("人的话".to_owned()));
        assert_eq!(library.translation(task.ids[1]).await, Some("旧译".to_owned()));
        let versions = library.store.library().versions(library.book.id, task.ids[0]).await.unwrap();
        assert!(versions.iter().any(|one| one.text.as_str() == format!("{kind:?} 0") && !one.selected));
        assert!(task.task_state.ledger.is_complete());
        library.person(&[Edit::SetLock { paragraph: task.ids[1], locked: false }]).await;
    }
}
