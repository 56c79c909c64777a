//! A model that hands in a few paragraphs at a time is not sent again what it has handed in.

use crate::test_task::{Job, Staff, TestTask};
use crate::work_block::{block, items};
use book::text::version::TaskKind;
use llm::{ChatMessage, Request, Scripted, ScriptedReply, Usage};
use serde_json::json;
use std::sync::Mutex;
use task::driver::LoopExit;
use task::machine::TaskOutcome;

pub(crate) const N_PARAGRAPHS: usize = 40;

pub(crate) fn book() -> Vec<String> {
    (0..N_PARAGRAPHS)
        .map(|n| format!("第{n}の段落では、町の人々が糸を紡ぎながら遠い海の話を静かに語り合っていた。"))
        .collect()
}

pub(crate) fn first_message(request: &Request) -> &str {
    match request.messages.first() {
        Some(ChatMessage::User { text }) => text,
        other => panic!("{other:?}"),
    }
}

/// Submits the next paragraphs that it sees and has not submitted in this conversation.
pub(crate) fn submits(n: usize) -> impl FnMut(&Request) -> ScriptedReply + Send + 'static {
    move |request| {
        let said: String = request
            .messages
            .iter()
            .filter_map(|message| match message {
                ChatMessage::Assistant { tool_calls, .. } => Some(tool_calls),
                ChatMessage::User { .. } | ChatMessage::ToolResults { .. } => None,
            })
            .flatten()
            .map(|call| &*call.arguments)
            .collect();
        let open = items(first_message(request)).into_iter().filter(|(_, id)| !said.contains(id.as_str()));
        let paragraphs: Vec<_> = open
            .take(n)
            .map(|(index, id)| json!({"paragraph_id": id, "translated_text": format!("Paragraph {index}: the people of the town spun their thread and spoke softly of the sea.")}))
            .collect();
        ScriptedReply::call("add_translation_batch", &json!({ "paragraphs": paragraphs })).costing(Usage {
            input: 100,
            output: 100,
            ..Usage::default()
        })
    }
}

fn n_words_sent(requests: &[Request]) -> usize {
    let sent = |message: &ChatMessage| match message {
        ChatMessage::User { text } => text.chars().count(),
        ChatMessage::Assistant { tool_calls, .. } => {
            tool_calls.iter().map(|call| call.arguments.chars().count()).sum()
        }
        ChatMessage::ToolResults { results } => {
            results.iter().map(|result| result.content.chars().count()).sum()
        }
    };
    requests.iter().flat_map(|request| &request.messages).map(sent).sum()
}

async fn translate(model: &Scripted) -> (TestTask, LoopExit) {
    let test_task = TestTask::with(&[book()]).await;
    let chunk = test_task.chunk(&(0..N_PARAGRAPHS).collect::<Vec<_>>()).await;
    let (run, _) =
        test_task.work(&Staff::new(TaskKind::Translation, model), Job::Begin(chunk)).await.unwrap();
    (test_task, run.exit)
}

#[tokio::test]
async fn a_model_that_submits_ten_at_a_time_sees_the_next_ten_in_a_short_conversation() {
    let model = Scripted::answering(submits(10));
    let (test_task, exit) = translate(&model).await;
    assert!(matches!(exit, LoopExit::Ended(TaskOutcome::Finished)), "{exit:?}");
    assert!(test_task.paragraphs().await.iter().all(|paragraph| paragraph.translation.is_some()));

    let requests = model.requests();
    assert_eq!(requests.len(), 4);
    let seen: Vec<usize> = requests.iter().map(|request| items(first_message(request)).len()).collect();
    assert_eq!(seen, [40, 10, 10, 10]);
    assert!(requests.iter().all(|request| request.messages.len() == 1), "each begins anew");
    // What stands right before is there with its translation, and cannot be submitted.
    let second = block(first_message(&requests[1]));
    assert!(second.starts_with("[8] 第8の段落"), "{second}");
    assert!(second.contains("\n  => Paragraph 9: the people"), "{second}");
    assert!(
        first_message(&requests[1])
            .ends_with("10 items to translate. Submit by `paragraph_id` through `add_translation_batch`.")
    );
    // A cache knows the head: all that stands before the work is what it was.
    let head = |request: &Request| first_message(request).split_once("<work>").unwrap().0.to_owned();
    assert!(requests.iter().all(|request| head(request) == head(&requests[0])));
    assert!(n_words_sent(&requests) * 2 < n_words_sent(&requests[..1]) * 5, "40 once and 30 in tens");
}

#[tokio::test]
async fn once_it_is_known_how_much_a_model_hands_in_the_next_task_begins_with_that() {
    let test_task = TestTask::with(&[book(), book()]).await;
    let model = Scripted::answering(submits(10));
    let staff = Staff::new(TaskKind::Translation, &model);
    let all: Vec<usize> = (0..2 * N_PARAGRAPHS).collect();
    for half in all.chunks(N_PARAGRAPHS) {
        let chunk = test_task.chunk(half).await;
        let (run, _) = test_task.work(&staff, Job::Begin(chunk)).await.unwrap();
        assert!(matches!(run.exit, LoopExit::Ended(TaskOutcome::Finished)), "{:?}", run.exit);
    }
    let requests = model.requests();
    let seen: Vec<usize> = requests.iter().map(|request| items(first_message(request)).len()).collect();
    assert_eq!(seen, [40, 10, 10, 10, 10, 10, 10, 10]);
    assert!(test_task.paragraphs().await.iter().all(|paragraph| paragraph.translation.is_some()));
}

#[tokio::test]
async fn a_short_rest_is_asked_for_in_the_same_conversation() {
    let test_task = TestTask::with(&[book()]).await;
    let chunk = test_task.chunk(&[0, 1, 2, 3, 4, 5]).await;
    let model = Scripted::answering(submits(5));
    test_task.work(&Staff::new(TaskKind::Translation, &model), Job::Begin(chunk)).await.unwrap();
    let n_messages: Vec<usize> = model.requests().iter().map(|request| request.messages.len()).collect();
    assert_eq!(n_messages, [1, 3], "beginning anew would save too little");
}

#[tokio::test]
async fn what_was_refused_is_put_right_where_it_was_said() {
    let calls = Mutex::new(0);
    let mut usual = submits(10);
    let model = Scripted::answering(move |request| {
        let mut calls = calls.lock().unwrap();
        *calls += 1;
        let reply = usual(request);
        if *calls != 1 {
            return reply;
        }
        // The first batch holds a paragraph with a tag that the source does not have.
        let text = first_message(request);
        let paragraphs: Vec<_> = items(text)
            .into_iter()
            .take(10)
            .map(|(index, id)| {
                let tag = if index == 3 { "<7>" } else { "" };
                json!({"paragraph_id": id, "translated_text": format!("{tag}Paragraph {index}: the people of the town spun thread.")})
            })
            .collect();
        ScriptedReply::call("add_translation_batch", &json!({ "paragraphs": paragraphs }))
    });
    translate(&model).await;
    let requests = model.requests();
    assert!(requests[1].messages.len() > 1, "the refusal is seen");
}

#[tokio::test]
async fn a_task_that_was_killed_begins_anew_at_the_same_places() {
    let mut n_resumed = 0;
    for n_looks in 1..12 {
        let test_task = TestTask::with(&[book()]).await;
        let chunk = test_task.chunk(&(0..N_PARAGRAPHS).collect::<Vec<_>>()).await;
        let model = Scripted::answering(submits(10));
        let staff = Staff::new(TaskKind::Translation, &model);
        let task = Mutex::new(None);
        let told = |id, _| *task.lock().unwrap() = Some(id);
        if test_task.work_until_killed(&staff, Job::Begin(chunk), n_looks, &told).await.is_some() {
            continue;
        }
        let Some(task) = *task.lock().unwrap() else { continue };
        let Ok((run, _)) = test_task.work(&staff, Job::Resume(task)).await else { continue };
        assert!(matches!(run.exit, LoopExit::Ended(TaskOutcome::Finished)), "{n_looks}: {:?}", run.exit);
        let last = model.requests().pop().unwrap();
        assert_eq!(items(first_message(&last)).len(), 10, "killed at look {n_looks}");
        assert_eq!(last.messages.len(), 1, "killed at look {n_looks}");
        n_resumed += 1;
    }
    assert!(n_resumed > 4, "{n_resumed} were resumed");
}
