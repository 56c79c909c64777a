//! A task that is killed at any moment goes on as if nothing had happened: same ledger, same text, and no reply that
//! was stored is paid for again.

use crate::scenario::{Scenario, ids_of};
use crate::test_task::{Job, TestTask};
use llm::{ChatMessage, Scripted};
use std::sync::Mutex;
use store::error::StoreError;
use store::record::ParagraphRecord;
use store::work::LedgerRow;
use task::driver::LoopExit;
use task::machine::{MACHINE_VERSION, Machine, TranscriptEntry};

/// Scenarios of several replies, of every kind and effort.
const STORIES: &[&str] = &[
    "careful_translation_names_every_stage",
    "partial_work_is_kept_and_the_rest_asked_for",
    "polish_in_one_reply",
    "question_waits_until_it_is_answered",
    "review_is_bought_when_a_check_objects",
    "truncated_reply_leaves_its_last_call_undone",
];

/// What a task comes to.
#[derive(Debug, PartialEq)]
struct End {
    ledger: Vec<LedgerRow>,
    translations: Vec<Option<String>>,
    outcome: Option<book::work::outcome::TaskEnd>,
    transcript: Vec<String>,
}

/// A model that gives the reply that belongs to a conversation, however often it is asked.
fn steady(scenario: &Scenario, ids: &[String]) -> Scripted {
    let script = scenario.script(ids);
    Scripted::answering(move |request| {
        let is_reply = |message: &&ChatMessage| matches!(message, ChatMessage::Assistant { .. });
        let n_replies = request.messages.iter().filter(is_reply).count();
        script.replies.get(n_replies).or(script.replies.last()).unwrap().clone()
    })
}

async fn end_of(test_task: &TestTask, task: book::id::TaskId) -> End {
    let library = test_task.store.library();
    let text = |paragraph: &ParagraphRecord| paragraph.translation.as_ref().map(ToString::to_string);
    End {
        ledger: library.ledger(task).await.unwrap(),
        translations: test_task.paragraphs().await.iter().map(text).collect(),
        outcome: library.task(task).await.unwrap().outcome,
        transcript: library.transcript(task).await.unwrap(),
    }
}

/// Works until the end; whoever is away answers the next time.
async fn to_the_end(
    test_task: &TestTask,
    scenario: &Scenario,
    model: &Scripted,
    mut job: Job,
) -> book::id::TaskId {
    let person = scenario.person();
    loop {
        let (worked, _) = test_task.work(&scenario.staff(model, &person), job).await.unwrap();
        match worked.exit {
            LoopExit::Ended(_) => return worked.task,
            LoopExit::Waiting(_) => job = Job::Resume(worked.task),
            LoopExit::Paused | LoopExit::OutOfBudget => panic!("nobody stopped it"),
        }
    }
}

/// What is stored is a whole machine: it reads back, says the same step twice, and is stored the same again.
async fn assert_round_trip(test_task: &TestTask, task: book::id::TaskId) {
    let stored = test_task.store.library().task(task).await.unwrap();
    let transcript = test_task.store.library().transcript(task).await.unwrap();
    if transcript.is_empty() {
        return;
    }
    let machine = Machine::restore(&stored.machine, stored.machine_version, &transcript).unwrap();
    assert_eq!(machine.next_step(), machine.next_step());
    assert_eq!(serde_json::to_string(&machine).unwrap(), stored.machine);
    let again = Machine::restore(&stored.machine, MACHINE_VERSION, &transcript).unwrap();
    assert_eq!(again, machine);
}

/// Kills the story at one moment and resumes it. `false` once it ends before that. The clock is looked at before and
/// after each request and each tool call, and right before each commit.
async fn kill_once(
    scenario: &Scenario,
    test_task: &TestTask,
    ids: &[String],
    n_looks: i64,
    undisturbed: &End,
) -> bool {
    let model = steady(scenario, ids);
    let person = scenario.person();
    let staff = scenario.staff(&model, &person);
    let begun = Mutex::new(None);
    let tell = |task, _| *begun.lock().unwrap() = Some(task);
    let job = Job::Begin(test_task.chunk(&scenario.task.chunk).await);
    let survived = test_task.work_until_killed(&staff, job, n_looks, &tell).await.is_some();
    // A task that was not even made leaves nothing to resume.
    let Some(task) = *begun.lock().unwrap() else { return true };
    let n_asked = model.requests().len();
    let task = match test_task.store.library().task(task).await {
        // It was killed before its first reply was kept, and nothing is left of it.
        Err(StoreError::NoSuchTask { .. }) => {
            let job = Job::Begin(test_task.chunk(&scenario.task.chunk).await);
            to_the_end(test_task, scenario, &model, job).await
        }
        Ok(record) if record.outcome.is_none() => {
            assert_round_trip(test_task, task).await;
            to_the_end(test_task, scenario, &model, Job::Resume(task)).await
        }
        ended => ended.unwrap().id,
    };
    assert_round_trip(test_task, task).await;
    let end = end_of(test_task, task).await;
    let replies = end
        .transcript
        .iter()
        .filter(|line| matches!(serde_json::from_str(line).unwrap(), TranscriptEntry::Reply { .. }));
    let n_in_flight = usize::from(!survived && n_asked > 0);
    let n_replies = replies.count();
    let n_requests = model.requests().len();
    assert!(n_requests <= n_replies + n_in_flight, "{n_requests} requests for {n_replies} replies");
    assert_eq!(&end, undisturbed, "killed after {n_looks} looks at the clock");
    !survived
}

async fn check(name: &str) {
    let scenario = Scenario::read(name);
    let test_task = scenario.test_task().await;
    let ids = ids_of(&test_task).await;
    let model = steady(&scenario, &ids);
    let job = Job::Begin(test_task.chunk(&scenario.task.chunk).await);
    let task = to_the_end(&test_task, &scenario, &model, job).await;
    let undisturbed = end_of(&test_task, task).await;
    let mut n_looks = 0;
    loop {
        // A library of its own for each kill, so that no translation of the one before is there already.
        let test_task = scenario.test_task().await;
        if !kill_once(&scenario, &test_task, &ids_of(&test_task).await, n_looks, &undisturbed).await {
            break;
        }
        n_looks += 1;
    }
    assert!(n_looks > 4, "the story was killed only {n_looks} times");
}

#[tokio::test]
async fn a_task_killed_at_any_moment_ends_as_if_undisturbed_and_pays_for_no_reply_twice() {
    for name in STORIES {
        check(name).await;
    }
}
