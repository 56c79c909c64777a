//! The bounds that scenarios cannot show: calls without end in one reply, a reply that never ends, and a task stopped
//! or spoiled from outside.

use crate::test_task::{Job, Staff, TestTask, by_model};
use async_trait::async_trait;
use book::id::TaskId;
use book::text::version::TaskKind;
use book::work::bounds::{Bound, Bounds};
use book::work::chunk::Chunk;
use book::work::failure::TaskFailure;
use book::work::status::Effort;
use book::work::task_state::TaskState;
use futures::{StreamExt, stream};
use llm::{Budget, BudgetLimit, Event, EventStream, Metered, Model, Price, Request, Scripted, ScriptedReply};
use serde_json::json;
use std::sync::Arc;
use std::task::Poll;
use store::error::StoreError;
use store::work::NewTask;
use task::driver::{LoopExit, SystemMessages, TaskPrompt, ToolCallLoopConfig, execute_tool_call_loop};
use task::machine::{MACHINE_VERSION, Machine, MachineRestoreError, TaskOutcome};
use task::service::TaskContext;
use task::stop_signal::StopSignal;
use tools::registry::ToolRegistry;
use tools::text::PromptLanguage;

const BOOK: [&str; 2] = ["雨が降っていた。", "夜になった。"];

fn limit(bound: Bound) -> LoopExit {
    LoopExit::Ended(TaskOutcome::Failed { failure: TaskFailure::Limit { bound } })
}

#[tokio::test]
async fn calls_without_end_in_one_reply_reach_a_bound() {
    let test_task = TestTask::with(&[BOOK.to_vec()]).await;
    let endless =
        (0..500).fold(ScriptedReply::default(), |reply, _| reply.and_call("list_todos", &json!({})));
    let model = Scripted::replies([endless]);
    let job = Job::Begin(test_task.chunk(&[0, 1]).await);
    let (worked, _) = test_task.work(&Staff::new(TaskKind::Translation, &model), job).await.unwrap();
    assert_eq!(worked.exit, limit(Bound::ToolCalls));
    assert_eq!(worked.machine.spent().tool_calls, worked.machine.bounds().tool_calls);
}

#[tokio::test]
async fn a_task_that_is_cancelled_before_its_first_request_leaves_nothing_and_can_begin_again() {
    let test_task = TestTask::with(&[BOOK.to_vec()]).await;
    let model = Scripted::answering(|_| ScriptedReply::call("list_todos", &json!({})));
    let staff = Staff::new(TaskKind::Translation, &model);
    staff.cancel.cancel();
    let (worked, _) = test_task.work(&staff, Job::Begin(test_task.chunk(&[0, 1]).await)).await.unwrap();
    assert_eq!(worked.exit, LoopExit::Paused);
    assert!(model.requests().is_empty(), "nothing was asked after the cancel");
    let refusal = test_task.store.library().task(worked.task).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NoSuchTask { .. }), "{refusal}");
    let staff = Staff::new(TaskKind::Translation, &model);
    let (worked, _) = test_task.work(&staff, Job::Begin(test_task.chunk(&[0, 1]).await)).await.unwrap();
    assert_eq!(worked.exit, limit(Bound::IdleReplies));
    assert!(test_task.store.library().task(worked.task).await.unwrap().outcome.is_some());
}

/// A model whose replies never come.
struct Silent;

#[async_trait]
impl Model for Silent {
    fn name(&self) -> &'static str {
        "silent"
    }

    async fn stream(&self, _request: &Request) -> Result<EventStream, llm::Failure> {
        std::future::pending().await
    }
}

/// A model that begins a call and is told to stop before it has said a word.
struct StopsBeforeItsFirstWord(StopSignal);

#[async_trait]
impl Model for StopsBeforeItsFirstWord {
    fn name(&self) -> &'static str {
        "stopped"
    }

    async fn stream(&self, _request: &Request) -> Result<EventStream, llm::Failure> {
        let cancel = self.0.clone();
        let begins = Event::ToolCallStart { index: 0, id: "1".to_owned(), name: "list_todos".to_owned() };
        let stops = stream::poll_fn(move |_| {
            cancel.cancel();
            Poll::Pending
        });
        Ok(Box::pin(stream::iter([Ok(begins)]).chain(stops)))
    }
}

#[tokio::test]
async fn a_reply_that_is_stopped_before_its_first_word_is_counted_in_the_library() {
    let test_task = TestTask::with(&[BOOK.to_vec()]).await;
    let (cancel, budget) = (StopSignal::new(), Budget::new(BudgetLimit::default()));
    let model = Metered::new(
        Arc::new(StopsBeforeItsFirstWord(cancel.clone())),
        Arc::clone(&budget),
        Some(Price::default()),
    );
    let staff = Staff { cancel, ..Staff::new(TaskKind::Translation, &model) };
    let (worked, _) = test_task.work(&staff, Job::Begin(test_task.chunk(&[0, 1]).await)).await.unwrap();
    assert_eq!(worked.exit, LoopExit::Paused);
    let kept = test_task.store.library().task(worked.task).await.unwrap().usage;
    let spent = budget.spent().usage;
    assert!(spent.input > 0, "the budget counts what was sent");
    assert_eq!((kept.input, kept.output), (i64::try_from(spent.input).unwrap(), 0));
}

async fn new_task(test_task: &TestTask, chunk: &Chunk, machine: &Machine) -> TaskId {
    let new = NewTask {
        knowledge: None,
        run: test_task.run,
        book: test_task.book.id,
        kind: TaskKind::Translation,
        chapter: chunk.chapter(),
        paragraphs: chunk.paragraph_ids(),
        machine: &serde_json::to_string(machine).unwrap(),
        machine_version: MACHINE_VERSION,
        now_ms: 0,
    };
    test_task.store.create_task(&new).await.unwrap()
}

#[tokio::test]
async fn a_reply_that_never_comes_ends_with_the_tasks_time() {
    let test_task = TestTask::with(&[BOOK.to_vec()]).await;
    let chunk = test_task.chunk(&[0, 1]).await;
    let bounds = Bounds { wall_ms: 1, ..Bounds::for_chunk(2, 10) };
    let task_state = TaskState::new(TaskKind::Translation, Effort::Standard, chunk.paragraph_ids());
    let mut machine =
        Machine::new(chunk.clone(), task_state, bounds, PromptLanguage::English, "work".to_owned());
    let task = new_task(&test_task, &chunk, &machine).await;
    let run = test_task.run_context(&Staff::new(TaskKind::Translation, &Silent));
    let context = TaskContext {
        run: &run,
        repairs: None,
        model: &Silent,
        delivery: &task::model_delivery::ModelDelivery::fixed(llm::Delivery::Tools),
        max_output_tokens: None,
        price: &|_| 0,
        cpu_permit: &test_task.cpu_permit,
        events: &|_, _| (),
    };
    let prompt = TaskPrompt {
        registry: ToolRegistry::for_task(TaskKind::Translation, Effort::Standard),
        system: SystemMessages { tools: Arc::from("s"), structured: Arc::from("s"), lines: Arc::from("s") },
        tool_specs: Arc::from([]),
    };
    let config = ToolCallLoopConfig {
        context: &context,
        prompt: &prompt,
        task_id: task,
        new_task: None,
        paragraph_ids: chunk.boundaries(),
        n_steps: 0,
        author: by_model(),
        known: None,
    };
    assert_eq!(execute_tool_call_loop(&mut machine, &config).await.unwrap(), limit(Bound::WallTime));
}

#[tokio::test]
async fn a_stored_machine_that_does_not_fit_is_refused_and_never_loops() {
    let test_task = TestTask::with(&[BOOK.to_vec()]).await;
    let model = Scripted::replies([ScriptedReply::call("ask_user", &json!({ "question": "who?" }))]);
    let question_handler = Arc::new(crate::test_task::Prepared::new([]));
    let staff =
        Staff { question_handler: question_handler.clone(), ..Staff::new(TaskKind::Translation, &model) };
    let (worked, _) = test_task.work(&staff, Job::Begin(test_task.chunk(&[0, 1]).await)).await.unwrap();
    assert!(matches!(worked.exit, LoopExit::Waiting(_)));
    let stored = test_task.store.library().task(worked.task).await.unwrap();
    let transcript = test_task.store.library().transcript(worked.task).await.unwrap();
    let restore = |version, transcript: &[String]| Machine::restore(&stored.machine, version, transcript);
    assert!(restore(MACHINE_VERSION, &transcript).is_ok());
    let other = restore(MACHINE_VERSION + 1, &transcript);
    assert!(
        matches!(other, Err(MachineRestoreError::OtherVersion { found }) if found == MACHINE_VERSION + 1)
    );
    assert!(matches!(restore(MACHINE_VERSION, &transcript[..1]), Err(MachineRestoreError::OtherTranscript)));
    let unreadable = Machine::restore("{}", MACHINE_VERSION, &transcript);
    assert!(matches!(unreadable, Err(MachineRestoreError::Unreadable(_))));
}

#[tokio::test]
async fn an_answer_given_at_another_door_is_taken_when_the_task_goes_on() {
    let test_task = TestTask::with(&[BOOK.to_vec()]).await;
    let all = test_task.paragraphs().await;
    let items: Vec<_> =
        all.iter().map(|one| json!({ "paragraph_id": one.id, "translated_text": "text" })).collect();
    let reply = ScriptedReply::call("ask_user", &json!({ "question": "who?" }))
        .and_call("add_translation_batch", &json!({ "paragraphs": items }));
    let model = Scripted::replies([reply]);
    let question_handler = Arc::new(crate::test_task::Prepared::new([]));
    let staff =
        Staff { question_handler: question_handler.clone(), ..Staff::new(TaskKind::Translation, &model) };
    let (worked, _) = test_task.work(&staff, Job::Begin(test_task.chunk(&[0, 1]).await)).await.unwrap();
    assert!(matches!(worked.exit, LoopExit::Waiting(_)));
    let library = test_task.store.library();
    let mut note = library.questions(worked.task).await.unwrap().remove(0);
    let mut asked: task::machine::QuestionRecord = serde_json::from_str(&note.json).unwrap();
    asked.answer = Some(book::work::question::PersonAnswer::Said("the girl".to_owned()));
    note.json = serde_json::to_string(&asked).unwrap();
    test_task.store.put_question(worked.task, &note, 0).await.unwrap();
    let (worked, _) = test_task.work(&staff, Job::Resume(worked.task)).await.unwrap();
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    let transcript = library.transcript(worked.task).await.unwrap();
    assert!(transcript.iter().any(|line| line.contains("the girl")), "{transcript:?}");
    assert_eq!(model.requests().len(), 1, "no reply was asked for again");
}
