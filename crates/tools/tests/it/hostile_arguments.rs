//! Whatever a model sends: no panic, one object with `success`, nothing outside the chunk, nothing that cannot be saved.

use crate::fixture::{TestTask, ToolLibrary};
use book::edit::Edit;
use book::text::version::TaskKind;
use book::work::chunk::Reads;
use book::work::status::{Effort, Status};
use book::work::task_state::TaskUpdate;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};
use tools::tool::ToolOutcome;

const NAMES: [&str; 16] = [
    "add_translation_batch",
    "add_translation_batch",
    "add_translation_batch",
    "update_task_status",
    "get_paragraph_info",
    "get_paragraph_position",
    "get_previous_paragraphs",
    "get_next_paragraphs",
    "find_paragraph_by_keywords",
    "get_chapter_info",
    "list_chapters",
    "update_chapter_title",
    "create_todo",
    "update_todos",
    "ask_user",
    "no_such_tool",
];

const KEYS: [&str; 18] = [
    "paragraphs",
    "paragraphs",
    "paragraph_id",
    "paragraph_id",
    "translated_text",
    "original_text_prefix",
    "keep",
    "index",
    "count",
    "keywords",
    "chapter_id",
    "status",
    "items",
    "question",
    "choices",
    "title_translation",
    "include_next",
    "next_count",
];

fn value(ids: Vec<String>) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        select(ids).prop_map(Value::String),
        "\\PC{0,12}".prop_map(Value::String),
        select(vec!["working", "end", "<1>", "[ID: ]", "review"]).prop_map(|word| json!(word)),
        any::<i64>().prop_map(|number| json!(number)),
        any::<f64>().prop_map(|number| json!(number)),
        any::<bool>().prop_map(|flag| json!(flag)),
        Just(Value::Null),
    ];
    leaf.prop_recursive(4, 24, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            proptest::collection::vec((select(KEYS.to_vec()), inner), 0..5).prop_map(|fields| {
                Value::Object(
                    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>(),
                )
            }),
        ]
    })
}

/// Items that are nearly right, so that submissions are accepted as well as refused.
fn batch(ids: Vec<String>) -> impl Strategy<Value = Value> {
    let item = (select(ids.clone()), "\\PC{0,8}", proptest::option::of("\\PC{0,3}"));
    (proptest::collection::vec(item, 0..4), proptest::collection::vec(select(ids), 0..3)).prop_map(|(items, keep)| {
        let items: Vec<Value> = items
            .into_iter()
            .map(|(id, text, prefix)| json!({ "paragraph_id": id, "translated_text": text, "original_text_prefix": prefix }))
            .collect();
        json!({ "paragraphs": items, "keep": keep })
    })
}

fn raw(ids: Vec<String>) -> impl Strategy<Value = String> {
    let written = prop_oneof![value(ids.clone()), batch(ids)].prop_map(|value| value.to_string());
    prop_oneof![
        4 => written.clone(),
        2 => (written.clone(), any::<prop::sample::Index>()).prop_map(|(text, at)| {
            let end = at.index(text.chars().count() + 1);
            text.chars().take(end).collect()
        }),
        2 => (written, any::<prop::sample::Index>(), any::<char>()).prop_map(|(text, at, other)| {
            let place = at.index(text.chars().count() + 1);
            text.chars().enumerate().map(|(n, c)| if n == place { other } else { c }).collect()
        }),
        1 => "\\PC{0,60}",
        1 => "[\\[\\]{}\":,'a-z0-9 \\\\]{0,60}",
    ]
}

fn check(task: &TestTask<'_>, outcome: &ToolOutcome) -> Result<(), TestCaseError> {
    let ToolOutcome::Reply { content, edits, updates } = outcome else { return Ok(()) };
    prop_assert!(content.is_object() && content["success"].is_boolean(), "{}", content);
    prop_assert!(content.to_string().len() < 40_000, "answers have a cap");
    if content["success"] == false {
        prop_assert!(edits.is_empty() && updates.is_empty(), "{}", content);
        prop_assert!(content["error"].is_string() && content["error_code"].is_string(), "{}", content);
    }
    for edit in edits {
        match edit {
            Edit::AddVersion { paragraph, text, .. } => {
                prop_assert!(task.boundaries.contains(*paragraph), "{:?}", edit);
                prop_assert!(!text.trim().is_empty(), "{:?}", edit);
            }
            Edit::SetChapterTitle { .. } | Edit::NoteChecks { .. } | Edit::PutEntry { .. } => {}
            Edit::SelectVersion { .. }
            | Edit::SetLock { .. }
            | Edit::SetReview { .. }
            | Edit::SetReviewOfMany { .. }
            | Edit::CarryReview { .. }
            | Edit::SetTargetLanguage { .. }
            | Edit::RejectVersion { .. }
            | Edit::Acknowledge { .. }
            | Edit::SetBookTitle { .. }
            | Edit::CorrectBookTitle { .. }
            | Edit::RemoveEntry { .. }
            | Edit::Expect { .. }
            | Edit::SetInstructions { .. } => {
                return Err(TestCaseError::fail(format!("a task proposed {edit:?}")));
            }
        }
    }
    for desk_move in updates {
        if let TaskUpdate::Accept { paragraph } | TaskUpdate::Keep { paragraph } = desk_move {
            prop_assert!(task.boundaries.contains(*paragraph), "{:?}", desk_move);
        }
    }
    let accepted = updates.iter().filter(|one| matches!(one, TaskUpdate::Accept { .. })).count();
    let added = edits.iter().filter(|one| matches!(one, Edit::AddVersion { .. })).count();
    prop_assert_eq!(accepted, added, "what is accepted is saved, and nothing else");
    Ok(())
}

#[test]
fn hostile_arguments_of_any_shape_never_panic_and_never_leave_the_chunk() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let library = runtime.block_on(ToolLibrary::usual());
    let ids: Vec<String> =
        runtime.block_on(library.paragraphs()).iter().map(|one| one.id.to_string()).collect();
    let strategy = (
        select(TaskKind::ALL.to_vec()),
        select(vec![Reads::Book, Reads::Chunk]),
        select(vec![Effort::Quick, Effort::Standard, Effort::Careful]),
        select(Status::ALL.to_vec()),
        proptest::collection::vec((select(NAMES.to_vec()), raw(ids)), 1..4),
    );
    let config = Config { cases: 400, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&strategy, |(kind, reads, effort, status, calls)| {
            runtime.block_on(async {
                let mut task = library.task(kind, 3..8).await.reading(reads).with_effort(effort);
                task.task_state.status = status;
                let outside = library.ids((0..3).chain(8..15)).await;
                for (name, raw) in calls {
                    let outcome = task.outcome(name, &raw).await;
                    check(&task, &outcome)?;
                    if let ToolOutcome::Reply { .. } = outcome {
                        task.call_raw(name, &raw).await;
                    }
                }
                for id in outside {
                    prop_assert_eq!(library.translation(id).await, None);
                }
                Ok(())
            })
        })
        .unwrap();
}
