//! A model that announces each stage by a call of its own pays for that once in a run, and is not sent its whole chunk for it.

use crate::small_batches::{N_PARAGRAPHS, book, first_message, submits};
use crate::test_task::{Job, Staff, TestTask, by_model};
use crate::work_block::{block, items};
use book::text::version::TaskKind;
use book::work::status::Effort;
use llm::{ChatMessage, Request, Scripted, ScriptedReply};
use serde_json::json;
use std::sync::Mutex;
use task::driver::LoopExit;
use task::event::TaskEvent;
use task::machine::{ModelHabit, TaskOutcome, TranscriptEntry};

/// Whether the model has called something with these words in this conversation.
fn has_said(request: &Request, words: &str) -> bool {
    request.messages.iter().any(|message| {
        matches!(message, ChatMessage::Assistant { tool_calls, .. }
            if tool_calls.iter().any(|call| call.arguments.contains(words)))
    })
}

/// Announces the stage after the last one that it has announced in this conversation, and submits once it works.
fn announces(n: usize) -> impl FnMut(&Request) -> ScriptedReply + Send + 'static {
    let mut submit = submits(n);
    move |request| {
        if has_said(request, "working") {
            return submit(request);
        }
        let next = if has_said(request, "preparing") { "working" } else { "preparing" };
        ScriptedReply::call("update_task_status", &json!({ "status": next }))
    }
}

/// Paragraphs shown and messages sent, request by request.
fn shown(requests: &[Request]) -> Vec<(usize, usize)> {
    requests.iter().map(|request| (items(first_message(request)).len(), request.messages.len())).collect()
}

/// Translates two chapters, one task after the other; what the model was sent for each.
async fn two_tasks(model: &Scripted, effort: Effort) -> [Vec<Request>; 2] {
    let test_task = TestTask::with(&[book(), book()]).await;
    let staff = Staff { effort, ..Staff::new(TaskKind::Translation, model) };
    let mut n_before = Vec::new();
    for half in (0..2 * N_PARAGRAPHS).collect::<Vec<_>>().chunks(N_PARAGRAPHS) {
        n_before.push(model.requests().len());
        let chunk = test_task.chunk(half).await;
        let (run, _) = test_task.work(&staff, Job::Begin(chunk)).await.unwrap();
        assert!(matches!(run.exit, LoopExit::Ended(TaskOutcome::Finished)), "{:?}", run.exit);
    }
    assert!(test_task.paragraphs().await.iter().all(|paragraph| paragraph.translation.is_some()));
    let mut first = model.requests();
    let second = first.split_off(n_before[1]);
    [first, second]
}

#[tokio::test]
async fn a_model_that_announces_each_stage_is_shown_little_until_it_works_and_sees_its_last_move_again() {
    let [first, _] = two_tasks(&Scripted::answering(announces(10)), Effort::Standard).await;
    assert_eq!(shown(&first), [(40, 1), (10, 3), (10, 5), (20, 3), (10, 3), (10, 3)]);
}

#[tokio::test]
async fn stages_that_a_model_announced_in_one_task_are_behind_it_in_the_next() {
    let [_, second] = two_tasks(&Scripted::answering(announces(10)), Effort::Standard).await;
    assert_eq!(shown(&second), [(10, 3); 4], "no request for an announcement");
    let last_result = |request: &Request| match request.messages.last() {
        Some(ChatMessage::ToolResults { results }) => results[0].content.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(last_result(&second[0]).contains(r#""status":"working""#), "{}", last_result(&second[0]));
}

#[tokio::test]
async fn a_model_that_announces_and_then_submits_everything_is_soon_shown_everything() {
    let [first, second] = two_tasks(&Scripted::answering(announces(1_000)), Effort::Standard).await;
    assert_eq!(shown(&first), [(40, 1), (10, 3), (10, 5), (20, 3), (10, 3)]);
    assert_eq!(shown(&second), [(40, 3)]);
}

#[tokio::test]
async fn a_model_that_looked_something_up_on_its_way_announces_its_stages_itself() {
    let mut submit = submits(10);
    let model = Scripted::answering(move |request| {
        if !has_said(request, "working") {
            ScriptedReply::call("update_task_status", &json!({ "status": "preparing" }))
                .and_call("update_task_status", &json!({ "status": "working" }))
        } else if has_said(request, "keywords") {
            submit(request)
        } else {
            ScriptedReply::call("find_paragraph_by_keywords", &json!({ "keywords": ["海"] }))
        }
    });
    let [_, second] = two_tasks(&model, Effort::Standard).await;
    assert_eq!(second[0].messages.len(), 1, "its stages are its own to announce");
}

#[tokio::test]
async fn a_model_that_looked_something_up_once_is_not_spared_its_stages_any_longer() {
    let test_task = TestTask::with(&[book(), book(), book()]).await;
    let mut announce = announces(1_000);
    let model = Scripted::answering(move |request| {
        // In the second chapter it looks something up.
        let is_second = first_message(request).starts_with("Chapter 2:");
        if is_second && !has_said(request, "keywords") {
            return ScriptedReply::call("find_paragraph_by_keywords", &json!({ "keywords": ["海"] }));
        }
        announce(request)
    });
    let staff = Staff::new(TaskKind::Translation, &model);
    let mut n_messages = Vec::new();
    for third in (0..3 * N_PARAGRAPHS).collect::<Vec<_>>().chunks(N_PARAGRAPHS) {
        let n_before = model.requests().len();
        let (run, _) = test_task.work(&staff, Job::Begin(test_task.chunk(third).await)).await.unwrap();
        assert!(matches!(run.exit, LoopExit::Ended(TaskOutcome::Finished)), "{:?}", run.exit);
        n_messages.push(model.requests()[n_before].messages.len());
    }
    assert_eq!(n_messages, [1, 3, 1]);
}

#[tokio::test]
async fn where_every_stage_is_wanted_none_is_carried_over() {
    let mut announce = announces(1_000);
    let model = Scripted::answering(move |request| {
        let is_done = has_said(request, "paragraphs");
        match ["review", "end"].into_iter().find(|status| is_done && !has_said(request, status)) {
            Some(status) => ScriptedReply::call("update_task_status", &json!({ "status": status })),
            None => announce(request),
        }
    });
    let [first, second] = two_tasks(&model, Effort::Careful).await;
    assert_eq!(shown(&first), [(40, 1), (40, 3), (40, 5), (40, 7), (40, 9)]);
    assert_eq!(shown(&second), shown(&first));
}

#[tokio::test]
async fn what_stands_before_the_chunk_is_left_out_once_there_is_something_nearer() {
    let test_task = TestTask::with(&[book()]).await;
    let paragraphs = test_task.paragraphs().await;
    for paragraph in &paragraphs[..4] {
        test_task.translate(paragraph.id, "They spoke of the sea.", by_model()).await;
    }
    let model = Scripted::answering(submits(9));
    let chunk = test_task.chunk(&(4..N_PARAGRAPHS).collect::<Vec<_>>()).await;
    test_task.work(&Staff::new(TaskKind::Translation, &model), Job::Begin(chunk)).await.unwrap();
    let requests = model.requests();
    let heads: Vec<&str> =
        requests.iter().map(|request| first_message(request).split_once("<work>").unwrap().0).collect();
    assert!(heads[0].contains("They spoke of the sea."), "{}", heads[0]);
    assert!(heads.len() > 2);
    for (head, request) in heads.iter().zip(&requests).skip(1) {
        assert!(!head.contains("They spoke of the sea."), "{head}");
        assert!(head.ends_with("<context>\n(none)\n</context>\n"), "{head}");
        assert_eq!(block(first_message(request)).matches("\n  => Paragraph").count(), 2, "what is nearer");
    }
}

/// Tells the run that its model hands in five at once, when the first reply of the task has come in.
fn teaches<'a>(staff: &'a Staff<'_>) -> impl Fn(TaskEvent) + Send + Sync + 'a {
    move |event| {
        if matches!(event, TaskEvent::Replied { .. }) {
            staff.delivery.note_habit(ModelHabit { n_at_once: Some(5), ..ModelHabit::default() });
        }
    }
}

#[tokio::test]
async fn what_another_task_has_seen_of_the_model_is_taken_up_at_the_next_request() {
    let test_task = TestTask::with(&[book()]).await;
    let model = Scripted::answering(announces(5));
    let staff = Staff::new(TaskKind::Translation, &model);
    let chunk = test_task.chunk(&(0..N_PARAGRAPHS).collect::<Vec<_>>()).await;
    let teach = teaches(&staff);
    test_task.work_telling(&staff, Job::Begin(chunk), &|_, event| teach(event)).await.unwrap();
    let shown = shown(&model.requests());
    assert_eq!(shown[..3], [(40, 1), (5, 3), (5, 5)], "{shown:?}");
    assert_eq!(shown.len(), 2 + N_PARAGRAPHS / 5);
}

#[tokio::test]
async fn a_task_that_was_killed_after_it_took_something_up_asks_again_for_what_was_in_flight() {
    let mut n_in_flight = 0;
    for n_looks in 1..40 {
        let test_task = TestTask::with(&[book()]).await;
        let model = Scripted::answering(announces(5));
        let staff = Staff::new(TaskKind::Translation, &model);
        let chunk = test_task.chunk(&(0..N_PARAGRAPHS).collect::<Vec<_>>()).await;
        let (task, teach) = (Mutex::new(None), teaches(&staff));
        let told = |id, event| {
            *task.lock().unwrap() = Some(id);
            teach(event);
        };
        if test_task.work_until_killed(&staff, Job::Begin(chunk), n_looks, &told).await.is_some() {
            break;
        }
        let asked = model.requests();
        let Some(task) = *task.lock().unwrap() else { continue };
        let Ok(lines) = test_task.store.library().transcript(task).await else { continue };
        let replies = lines
            .iter()
            .filter(|line| matches!(serde_json::from_str(line).unwrap(), TranscriptEntry::Reply { .. }));
        if lines.is_empty() || replies.count() == asked.len() {
            continue;
        }
        // Another process, in which nothing is known of the model.
        let later = Staff::new(TaskKind::Translation, &model);
        let (run, _) = test_task.work(&later, Job::Resume(task)).await.unwrap();
        assert!(matches!(run.exit, LoopExit::Ended(TaskOutcome::Finished)), "{n_looks}: {:?}", run.exit);
        let in_flight = &asked.last().unwrap().messages;
        assert_eq!(&model.requests()[asked.len()].messages, in_flight, "killed at look {n_looks}");
        n_in_flight += 1;
    }
    assert!(n_in_flight > 4, "{n_in_flight} were killed while they waited for a reply");
}
