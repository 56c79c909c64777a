//! Seeds 003 and 004: reading across chunks, indexes that count empty paragraphs, and query-then-submit.

use crate::fixture::{ToolLibrary, ids_in, written};
use book::text::version::TaskKind;
use book::work::ledger::LedgerEntry;
use book::work::status::Status;
use serde_json::{Value, json};

#[tokio::test]
async fn seed_003_previous_at_the_chunk_start_comes_from_the_chunk_before() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..8).await;
        let content = task.call("get_previous_paragraphs", &json!({ "paragraph_id": task.id(0) })).await;
        assert_eq!(ids_in(&content["paragraphs"]), written(&library.ids([2, 1, 0]).await));
        assert!(content["paragraphs"].as_array().unwrap().iter().all(|one| one["in_chunk"] == false));
    }
}

#[tokio::test]
async fn seed_003_next_at_the_chunk_end_comes_from_the_chunk_after_and_from_the_next_chapter() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..8).await;
        let content =
            task.call("get_next_paragraphs", &json!({ "paragraph_id": task.id(4), "count": 4 })).await;
        assert_eq!(ids_in(&content["paragraphs"]), written(&library.ids(8..12).await));
        let chapters: Vec<&Value> =
            content["paragraphs"].as_array().unwrap().iter().map(|one| &one["chapter_id"]).collect();
        let second = json!(library.paragraphs().await[10].chapter);
        assert_eq!(chapters, [&Value::Null, &Value::Null, &second, &second], "another chapter is named");
    }
}

#[tokio::test]
async fn seed_003_position_lists_reach_outside_the_chunk() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..5).await;
        let args = json!({ "paragraph_id": task.id(0), "include_previous": true, "include_next": true });
        let content = task.call("get_paragraph_position", &args).await;
        assert_eq!(ids_in(&content["previous_paragraphs"]), written(&library.ids([2, 1, 0]).await));
        assert_eq!(ids_in(&content["next_paragraphs"]), written(&library.ids([4, 5, 6]).await));
    }
}

#[tokio::test]
async fn seed_003_query_then_submit_by_paragraph_id_works_with_no_other_call() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..6).await;
        let content = task.call("get_previous_paragraphs", &json!({ "paragraph_id": task.id(0) })).await;
        assert_eq!(content["success"], true);
        let text = format!("{}的译文", kind.as_str());
        let items = json!([
            { "paragraph_id": task.id(0), "translated_text": format!("{text}一") },
            { "paragraph_id": task.id(1), "translated_text": format!("{text}二") },
        ]);
        let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(
            content,
            json!({
                "success": true,
                "accepted_paragraphs": [task.id(0), task.id(1)],
                "remaining": [task.id(2)],
                "remaining_count": 1,
            })
        );
        assert_eq!(library.translation(task.ids[0]).await, Some(format!("{text}一")));
        assert_eq!(library.translation(task.ids[1]).await, Some(format!("{text}二")));
        assert_eq!(task.task_state.ledger.entry(task.ids[0]), Some(&LedgerEntry::Accepted));
        assert_eq!(task.task_state.ledger.entry(task.ids[2]), Some(&LedgerEntry::Pending));
        assert_eq!(task.task_state.status, Status::Working);
    }
}

#[tokio::test]
async fn seed_003_submitting_a_and_d_where_abc_are_assigned_is_refused_naming_d() {
    let library = ToolLibrary::usual().await;
    let d = library.ids([6]).await[0];
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..6).await;
        let items = json!([
            { "paragraph_id": task.id(0), "translated_text": "甲" },
            { "paragraph_id": d, "translated_text": "丁" },
        ]);
        let content = task.refused("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["error"], format!("段落 {d} 不在当前任务分配范围内"));
        assert_eq!(content["error_code"], "NOT_ASSIGNED");
        assert_eq!(content["invalid_paragraph_ids"], json!([d]));
    }
}

const WITH_EMPTY: &[&str] = &["一の文。", "", "二の文。", "　", "三の文。", "", ""];

#[tokio::test]
async fn seed_003_paragraph_index_counts_empty_paragraphs_in_every_tool() {
    let library = ToolLibrary::with(&[WITH_EMPTY, WITH_EMPTY]).await;
    let all = library.paragraphs().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, [0, 2, 4]).await;
        for paragraph in &all {
            let info = task.call("get_paragraph_info", &json!({ "paragraph_id": paragraph.id })).await;
            assert_eq!(info["paragraph"]["paragraph_index"], paragraph.index);
            let position =
                task.call("get_paragraph_position", &json!({ "paragraph_id": paragraph.id })).await;
            assert_eq!(position["paragraph_index"], paragraph.index);
            assert_eq!(position["total_paragraphs"], 7, "empty paragraphs are counted");
        }
        let next = task.call("get_next_paragraphs", &json!({ "paragraph_id": task.id(0), "count": 4 })).await;
        let indexes: Vec<&Value> =
            next["paragraphs"].as_array().unwrap().iter().map(|one| &one["paragraph_index"]).collect();
        assert_eq!(indexes, [2, 4, 0, 2], "indexes jump over empty paragraphs and start again in a chapter");
        let before = task.call("get_previous_paragraphs", &json!({ "paragraph_id": task.id(2) })).await;
        assert_eq!(before["paragraphs"][0]["paragraph_index"], 2);
        assert_eq!(before["paragraphs"][1]["paragraph_index"], 0);
        let found = task.call("find_paragraph_by_keywords", &json!({ "keywords": ["三の"] })).await;
        assert_eq!(found["paragraphs"][0]["paragraph_index"], 4);
    }
}

#[tokio::test]
async fn seed_004_submission_takes_paragraph_id_only_and_an_empty_paragraph_is_no_work() {
    let library = ToolLibrary::with(&[WITH_EMPTY]).await;
    let empty = library.ids([1]).await[0];
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, [0, 2, 4]).await;
        let items = json!([{ "index": 0, "translated_text": "一" }, { "paragraph_index": 2, "translated_text": "二" }]);
        let content = task.refused("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["error_code"], "INDEX_NOT_ACCEPTED");
        let items = json!([{ "paragraph_id": empty, "translated_text": "空" }]);
        let content = task.refused("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["error_code"], "NOT_ASSIGNED");
    }
}

#[tokio::test]
async fn seed_004_an_index_beside_an_id_is_ignored() {
    let library = ToolLibrary::with(&[WITH_EMPTY]).await;
    let mut task = library.task(TaskKind::Translation, [0, 2]).await;
    let items = json!([{ "paragraph_id": task.id(1), "index": 0, "translated_text": "二" }]);
    let content = task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
    assert_eq!(content["accepted_paragraphs"], json!([task.id(1)]));
    assert_eq!(library.translation(task.ids[0]).await, None);
}
