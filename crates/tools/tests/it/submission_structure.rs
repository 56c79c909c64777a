//! Submitting, by structure: what refuses the whole call, who is named, and when an id is put right.

use crate::fixture::ToolLibrary;
use book::text::version::TaskKind;
use book::work::status::{Effort, Status};
use serde_json::{Value, json};
use tools::text::PromptLanguage;

fn item(id: &str, text: &str) -> Value {
    json!({ "paragraph_id": id, "translated_text": text })
}

#[tokio::test]
async fn an_empty_list_is_refused() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..6).await;
        for args in [json!({}), json!({ "paragraphs": [] }), json!({ "paragraphs": [], "keep": [] })] {
            let content = task.refused("add_translation_batch", &args).await;
            assert_eq!(content["error_code"], "EMPTY_PARAGRAPH_LIST");
            assert_eq!(content["remaining"], json!([task.id(0), task.id(1), task.id(2)]));
        }
    }
}

#[tokio::test]
async fn items_without_paragraph_id_refuse_the_call_and_are_all_listed_by_position() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..6).await;
        let items = json!([
            { "translated_text": "甲" },
            item(&task.id(1), "乙"),
            { "paragraph_id": "  ", "translated_text": "丙" },
            { "paragraph_id": null, "translated_text": "丁" },
        ]);
        let content = task.refused("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["error_code"], "MISSING_PARAGRAPH_ID");
        let positions: Vec<&Value> =
            content["invalid_items"].as_array().unwrap().iter().map(|one| &one["position"]).collect();
        assert_eq!(positions, [0, 2, 3]);
        assert_eq!(content["invalid_items"][0]["reason"], "缺少 paragraph_id");
    }
}

#[tokio::test]
async fn an_index_instead_of_an_id_refuses_the_call() {
    let library = ToolLibrary::usual().await;
    for language in PromptLanguage::ALL {
        let mut task = library.task(TaskKind::Translation, 3..6).await.speaking(language);
        let items = json!([{ "index": 3, "translated_text": "甲" }, item(&task.id(1), "乙")]);
        let content = task.refused("add_translation_batch", &json!({ "paragraphs": items })).await;
        assert_eq!(content["error_code"], "INDEX_NOT_ACCEPTED");
        assert_eq!(content["invalid_items"][0]["position"], 0);
        let error = content["error"].as_str().unwrap();
        assert!(
            error.contains(language.choose("提交必须使用 paragraph_id", "submissions need paragraph_id")),
            "{error}"
        );
    }
}

#[tokio::test]
async fn duplicates_refuse_the_call_also_between_paragraphs_and_keep() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..7).await;
        let args = json!({
            "paragraphs": [
                item(&task.id(0), "甲"),
                item(&task.id(1), "乙"),
                item(&task.id(0).to_uppercase(), "丙"),
                item(&task.id(2), "丁"),
            ],
            "keep": [task.id(2), task.id(3)],
        });
        let content = task.refused("add_translation_batch", &args).await;
        assert_eq!(content["error_code"], "DUPLICATE_PARAGRAPHS");
        assert_eq!(content["invalid_paragraph_ids"], json!([task.id(0), task.id(2)]));
        assert_eq!(content["invalid_items"].as_array().unwrap().len(), 4, "{content}");
    }
}

#[tokio::test]
async fn unassigned_ids_refuse_the_call_and_are_all_listed_in_both_languages() {
    let library = ToolLibrary::usual().await;
    let others = library.ids([0, 9]).await;
    for language in PromptLanguage::ALL {
        let mut task = library.task(TaskKind::Translation, 3..6).await.speaking(language);
        let args = json!({
            "paragraphs": [item(&others[0].to_string(), "甲"), item(&task.id(0), "乙"), item("D", "丙")],
            "keep": [others[1]],
        });
        let content = task.refused("add_translation_batch", &args).await;
        assert_eq!(content["error_code"], "NOT_ASSIGNED");
        assert_eq!(content["invalid_paragraph_ids"], json!([others[0], "D", others[1]]));
        let (a, b) = (others[0], others[1]);
        assert_eq!(
            content["error"],
            language.choose(
                format!("段落 {a}、D、{b} 不在当前任务分配范围内"),
                format!("paragraphs {a}, D, {b} are not assigned to this task")
            )
        );
    }
    let mut task = library.task(TaskKind::Translation, 3..6).await;
    let content = task.refused("add_translation_batch", &json!({ "paragraphs": [item("D", "丁")] })).await;
    assert_eq!(content["error"], "段落 D 不在当前任务分配范围内");
    let mut task = task.speaking(PromptLanguage::English);
    let content = task.refused("add_translation_batch", &json!({ "paragraphs": [item("D", "丁")] })).await;
    assert_eq!(content["error"], "paragraph D is not assigned to this task");
}

#[tokio::test]
async fn faults_of_several_sorts_are_listed_together() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..6).await.speaking(PromptLanguage::English);
    let args = json!({ "paragraphs": [
        { "index": 1, "translated_text": "a" },
        "just text",
        { "translated_text": "b" },
        item("D", "c"),
        item(&task.id(0), "d"),
        item(&task.id(0), "e"),
    ] });
    let content = task.refused("add_translation_batch", &args).await;
    assert_eq!(content["error_code"], "INVALID_SUBMISSION");
    let found: Vec<(&Value, &Value)> = content["invalid_items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["position"], &one["error_code"]))
        .collect();
    assert_eq!(
        json!(found),
        json!([
            [0, "INDEX_NOT_ACCEPTED"],
            [1, "INVALID_ITEM"],
            [2, "MISSING_PARAGRAPH_ID"],
            [3, "NOT_ASSIGNED"],
            [4, "DUPLICATE_PARAGRAPHS"],
            [5, "DUPLICATE_PARAGRAPHS"],
        ])
    );
}

#[tokio::test]
async fn careful_effort_takes_submissions_in_working_only_and_says_how_to_get_there() {
    let library = ToolLibrary::usual().await;
    for kind in TaskKind::ALL {
        let mut task = library.task(kind, 3..5).await.with_effort(Effort::Careful);
        let args = json!({ "paragraphs": [item(&task.id(0), "甲")] });
        let content = task.refused("add_translation_batch", &args).await;
        assert_eq!(
            (&content["error_code"], &content["next_statuses"]),
            (&json!("NOT_WORKING"), &json!(["preparing"]))
        );
        task.move_to(&[Status::Preparing]);
        let content = task.refused("add_translation_batch", &args).await;
        assert!(content["error"].as_str().unwrap().contains("update_task_status(\"working\")"), "{content}");
        task.move_to(&[Status::Working]);
        assert_eq!(task.call("add_translation_batch", &args).await["success"], true);
    }
}

#[tokio::test]
async fn standard_and_quick_effort_take_an_early_submission_as_the_moves_up_to_working() {
    let library = ToolLibrary::usual().await;
    for effort in [Effort::Standard, Effort::Quick] {
        for kind in TaskKind::ALL {
            let mut task = library.task(kind, 3..5).await.with_effort(effort);
            let content =
                task.call("add_translation_batch", &json!({ "paragraphs": [item(&task.id(0), "甲")] })).await;
            assert_eq!(content["success"], true);
            assert_eq!(task.task_state.status, Status::Working);
        }
    }
}

#[tokio::test]
async fn a_task_that_has_ended_takes_nothing_more() {
    let library = ToolLibrary::usual().await;
    for effort in [Effort::Standard, Effort::Quick, Effort::Careful] {
        for kind in TaskKind::ALL {
            let mut task = library.task(kind, 3..5).await.with_effort(effort);
            task.task_state.status = Status::End;
            let args = json!({ "paragraphs": [item(&task.id(0), "甲")] });
            assert_eq!(task.refused("add_translation_batch", &args).await["error_code"], "NOT_WORKING");
        }
    }
}

#[tokio::test]
async fn arguments_written_as_a_string_or_a_single_item_are_understood() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..7).await;
    let (a, b) = (item(&task.id(0), "甲"), item(&task.id(1), "乙"));
    let content =
        task.call("add_translation_batch", &json!({ "paragraphs": json!([a, b]).to_string() })).await;
    assert_eq!(content["accepted_paragraphs"], json!([task.id(0), task.id(1)]));
    let content = task.call("add_translation_batch", &json!({ "paragraphs": item(&task.id(2), "丙") })).await;
    assert_eq!(content["accepted_paragraphs"], json!([task.id(2)]));
    let content = task
        .call("add_translation_batch", &json!({ "paragraphs": [item(&task.id(3), "丁").to_string()] }))
        .await;
    assert_eq!(content["accepted_paragraphs"], json!([task.id(3)]));
}

#[tokio::test]
async fn of_arguments_cut_off_in_the_middle_the_whole_items_are_taken_and_the_rest_remains() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..5).await;
    let whole =
        json!({ "paragraphs": [item(&task.id(0), "甲的译文"), item(&task.id(1), "乙的译文")] }).to_string();
    let cut = whole.split_at(whole.find("乙的译").unwrap() + "乙的".len()).0;
    let content = task.call_raw("add_translation_batch", cut).await;
    assert_eq!(content["accepted_paragraphs"], json!([task.id(0)]));
    assert_eq!(content["remaining"], json!([task.id(1)]));
    assert!(content["cut_off"].as_str().unwrap().contains("截断"), "{content}");
    assert_eq!(library.translation(task.ids[1]).await, None);
}
