//! The number in front of a work item is the `paragraph_index` of every paragraph tool, for every paragraph.

use crate::test_task::{Job, Staff, TestTask, by_model};
use crate::work_block::items;
use book::id::TaskId;
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use book::work::status::Effort;
use book::work::task_state::TaskState;
use llm::{ChatMessage, Scripted, ScriptedReply};
use serde_json::{Value, json};
use tools::context::{TaskScope, ToolContext};
use tools::judge::StructuralJudge;
use tools::registry::ToolRegistry;
use tools::text::PromptLanguage;
use tools::tool::ToolOutcome;

const BOOKS: &[&[&str]] = &[
    &["一。", "", "二。", "", "三。"],
    &["一。", "二。", "三。"],
    &["", "", "一。", "◇◇◇", "", "二。", "　", "三。", ""],
];

/// The first message of a task over all work of the first chapter.
async fn first_message(test_task: &TestTask, kind: TaskKind, places: &[usize]) -> String {
    let model = Scripted::replies([ScriptedReply::text("no")]);
    test_task.work(&Staff::new(kind, &model), Job::Begin(test_task.chunk(places).await)).await.unwrap();
    let ChatMessage::User { text } = &model.requests()[0].messages[0] else { panic!("no first message") };
    text.to_string()
}

async fn test_task(book: &[&str], kind: TaskKind) -> (TestTask, Vec<usize>) {
    let test_task = TestTask::with(&[book.to_vec(), vec!["次。"]]).await;
    let all = test_task.paragraphs().await;
    let places: Vec<usize> = (0..book.len()).filter(|place| book[*place].ends_with('。')).collect();
    for place in &places {
        if kind != TaskKind::Translation {
            test_task.translate(all[*place].id, "译。", by_model()).await;
        }
    }
    (test_task, places)
}

#[tokio::test]
async fn empty_paragraphs_between_give_the_labels_0_2_4() {
    for kind in TaskKind::ALL {
        let (test_task, places) = test_task(BOOKS[0], kind).await;
        let labels: Vec<u32> = items(&first_message(&test_task, kind, &places).await)
            .into_iter()
            .map(|(index, _)| index)
            .collect();
        assert_eq!(labels, [0, 2, 4], "{kind:?}");
    }
}

#[tokio::test]
async fn without_empty_paragraphs_the_labels_are_0_1_2() {
    for kind in TaskKind::ALL {
        let (test_task, places) = test_task(BOOKS[1], kind).await;
        let labels: Vec<u32> = items(&first_message(&test_task, kind, &places).await)
            .into_iter()
            .map(|(index, _)| index)
            .collect();
        assert_eq!(labels, [0, 1, 2], "{kind:?}");
    }
}

/// Every `paragraph_index` in an answer, with the id it belongs to.
fn indexes(value: &Value, found: &mut Vec<(u64, String)>) {
    match value {
        Value::Object(fields) => {
            if let (Some(index), Some(id)) = (fields.get("paragraph_index"), fields.get("paragraph_id")) {
                found.push((index.as_u64().unwrap(), id.as_str().unwrap().to_owned()));
            }
            fields.values().for_each(|value| indexes(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| indexes(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[tokio::test]
async fn labels_equal_the_paragraph_index_of_every_tool_for_every_paragraph() {
    for (book, kind) in BOOKS.iter().flat_map(|book| TaskKind::ALL.map(|kind| (book, kind))) {
        let (test_task, places) = test_task(book, kind).await;
        let chunk = test_task.chunk(&places).await;
        let labels = items(&first_message(&test_task, kind, &places).await);
        let (task_state, boundaries) =
            (TaskState::new(kind, Effort::Standard, chunk.paragraph_ids()), chunk.boundaries());
        let author = by_model();
        let scope = TaskScope {
            shows: &|_| true,
            task_id: TaskId::from_number(1),
            chunk_boundaries: &boundaries,
            task_state: &task_state,
            reads: Reads::Book,
            author: &author,
            judge: &StructuralJudge,
            known: None,
            guards_alignment: false,
        };
        let context = ToolContext::for_task(
            test_task.store.library(),
            test_task.book.id,
            PromptLanguage::English,
            scope,
        );
        let registry = ToolRegistry::for_task(kind, Effort::Standard);
        let mut n_compared = 0;
        for (_, id) in &labels {
            for (tool, arguments) in [
                ("get_paragraph_info", json!({ "paragraph_id": id })),
                (
                    "get_paragraph_position",
                    json!({ "paragraph_id": id, "include_previous": true, "include_next": true }),
                ),
                ("get_previous_paragraphs", json!({ "paragraph_id": id, "count": 20 })),
                ("get_next_paragraphs", json!({ "paragraph_id": id, "count": 20 })),
                ("find_paragraph_by_keywords", json!({ "keywords": ["。"] })),
            ] {
                let outcome =
                    registry.handle_tool_call(&context, tool, &arguments.to_string()).await.unwrap();
                let ToolOutcome::Reply { content: say, .. } = outcome else { panic!("a question") };
                assert_eq!(say["success"], true, "{tool}: {say}");
                let mut found = Vec::new();
                indexes(&say, &mut found);
                for (index, id) in found {
                    if let Some((label, _)) = labels.iter().find(|(_, labelled)| *labelled == id) {
                        assert_eq!(u64::from(*label), index, "{tool} and the label of {id}");
                        n_compared += 1;
                    }
                }
            }
        }
        // Each paragraph is told by itself twice, by its neighbours and by the search.
        assert!(n_compared >= labels.len() * 6, "{n_compared} comparisons for {} items", labels.len());
    }
}
