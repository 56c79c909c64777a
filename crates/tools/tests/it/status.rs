//! Moving on: every legal move is granted, every other one refused with the legal ones, and no untouched task ends.

use crate::fixture::ToolLibrary;
use book::text::version::TaskKind;
use book::work::status::{Effort, Status};
use serde_json::{Value, json};
use tools::text::PromptLanguage;

fn to(status: Status) -> Value {
    json!({ "status": status.as_str() })
}

#[tokio::test]
async fn translation_goes_planning_preparing_working_review_end_and_back_from_review() {
    use Status::{End, Preparing, Review, Working};
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..5).await.with_effort(Effort::Careful);
    for status in [Preparing, Working] {
        assert_eq!(task.call("update_task_status", &to(status)).await["status"], status.as_str());
    }
    task.submit_all().await;
    for status in [Review, Working, Review] {
        assert_eq!(task.call("update_task_status", &to(status)).await["status"], status.as_str());
    }
    let content = task.call("update_task_status", &to(End)).await;
    assert_eq!(
        content,
        json!({ "success": true, "status": "end", "previous_status": "review", "next_statuses": [] })
    );
    assert_eq!(task.task_state.status, End);
}

#[tokio::test]
async fn polish_and_proofreading_go_from_working_to_end_without_review() {
    use Status::{End, Preparing, Review, Working};
    let library = ToolLibrary::usual().await;
    for kind in [TaskKind::Polish, TaskKind::Proofreading] {
        let mut task = library.task(kind, 3..5).await.with_effort(Effort::Careful);
        for status in [Preparing, Working] {
            task.call("update_task_status", &to(status)).await;
        }
        task.submit_all().await;
        let content = task.refused("update_task_status", &to(Review)).await;
        assert_eq!(
            (&content["error_code"], &content["next_statuses"]),
            (&json!("ILLEGAL_STATUS_MOVE"), &json!(["end"]))
        );
        assert_eq!(task.call("update_task_status", &to(End)).await["success"], true);
    }
}

#[tokio::test]
async fn under_careful_effort_every_other_move_is_refused_with_a_reason_and_the_legal_moves() {
    let library = ToolLibrary::usual().await;
    for language in PromptLanguage::ALL {
        for kind in TaskKind::ALL {
            for from in Status::ALL {
                for target in Status::ALL.into_iter().filter(|target| !from.may_move_to(*target, kind)) {
                    let mut task =
                        library.task(kind, 3..5).await.with_effort(Effort::Careful).speaking(language);
                    task.task_state.status = from;
                    let content = task.refused("update_task_status", &to(target)).await;
                    assert_eq!(content["error_code"], "ILLEGAL_STATUS_MOVE", "{kind:?} {from} to {target}");
                    let legal: Vec<&str> = from.next_moves(kind).iter().map(|next| next.as_str()).collect();
                    assert_eq!(content["next_statuses"], json!(legal));
                    let error = content["error"].as_str().unwrap();
                    assert!(legal.iter().all(|next| error.contains(next)), "{error}");
                    assert!(error.contains(target.as_str()), "{error}");
                }
            }
        }
    }
}

#[tokio::test]
async fn end_and_review_are_refused_while_paragraphs_are_pending_and_list_them() {
    let library = ToolLibrary::usual().await;
    for effort in [Effort::Quick, Effort::Standard, Effort::Careful] {
        for kind in TaskKind::ALL {
            let mut task = library.task(kind, 3..6).await.with_effort(effort);
            task.move_to(&[Status::Preparing, Status::Working]);
            let items =
                json!([{ "paragraph_id": task.id(1), "translated_text": format!("{effort:?} {kind:?}") }]);
            task.call("add_translation_batch", &json!({ "paragraphs": items })).await;
            let target = if kind == TaskKind::Translation { Status::Review } else { Status::End };
            let content = task.refused("update_task_status", &to(target)).await;
            assert_eq!(content["error_code"], "PENDING_PARAGRAPHS");
            assert_eq!(content["pending_paragraphs"], json!([task.id(0), task.id(2)]));
            assert_eq!(content["pending_count"], 2);
            let error = content["error"].as_str().unwrap();
            assert!(error.contains(&task.id(0)) && error.contains("add_translation_batch"), "{error}");
        }
    }
}

#[tokio::test]
async fn an_untouched_task_of_any_kind_and_effort_never_ends_by_asking_for_it() {
    let library = ToolLibrary::usual().await;
    for effort in [Effort::Quick, Effort::Standard, Effort::Careful] {
        for kind in TaskKind::ALL {
            let mut task = library.task(kind, 3..6).await.with_effort(effort);
            for _ in 0..3 {
                for status in Status::ALL {
                    task.call("update_task_status", &to(status)).await;
                }
            }
            assert!(!matches!(task.task_state.status, Status::Review | Status::End), "{kind:?} {effort:?}");
        }
    }
}

#[tokio::test]
async fn standard_effort_passes_through_stages_that_need_no_word() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..5).await;
    assert_eq!(task.call("update_task_status", &to(Status::Working)).await["success"], true);
    assert_eq!(task.task_state.status, Status::Working);
    task.submit_all().await;
    assert_eq!(task.call("update_task_status", &to(Status::End)).await["success"], true);
    assert_eq!(task.task_state.status, Status::End);
}

#[tokio::test]
async fn a_word_that_is_no_status_is_answered_with_the_words_that_are() {
    let library = ToolLibrary::usual().await;
    let mut task = library.task(TaskKind::Translation, 3..5).await.speaking(PromptLanguage::English);
    let content = task.refused("update_task_status", &json!({ "status": "done" })).await;
    assert_eq!(
        content["invalid_arguments"],
        json!(["`status` must be one of: `planning`, `preparing`, `working`, `review`, `end`"])
    );
}
