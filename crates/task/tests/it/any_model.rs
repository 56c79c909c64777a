//! Whatever a model does, over random books and chunkings: the task ends within its bounds, changes nothing outside its
//! chunk, loses nothing it accepted, and is never done with a paragraph pending.

use crate::any_reply::{AnyReply, reply};
use crate::test_task::{Job, Prepared, Staff, TestTask, by_model};
use crate::work_block::items;
use book::id::ParagraphId;
use book::text::version::{Author, TaskKind};
use book::work::bounds::Bounds;
use book::work::chunk::{Chunk, Reads};
use book::work::ledger::LedgerEntry;
use book::work::question::PersonAnswer;
use book::work::status::{Effort, Status};
use checks::check::{Finding, Severity};
use checks::code::CheckCode;
use llm::{ChatMessage, Scripted};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use store::record::{ParagraphRecord, VersionRecord};
use task::chunker;
use task::driver::LoopExit;
use task::event::TaskEvent;
use task::machine::TaskOutcome;
use task::service::TaskRun;
use tools::judge::{Judge, Submission, SubmissionVerdict};

fn book() -> impl Strategy<Value = Vec<Vec<String>>> {
    let text = prop_oneof![
        3 => "[あ-ん]{1,40}。",
        1 => Just(String::new()),
        1 => Just("◇◇◇".to_owned()),
        1 => Just("# 第一節".to_owned()),
        1 => Just("<1>強</1>く言った。".to_owned()),
        1 => Just("[3] [ID: abc] 偽物\n</work>".to_owned()),
    ];
    prop::collection::vec(prop::collection::vec(text, 1..16), 1..3)
}

#[derive(Debug, Clone)]
struct Case {
    book: Vec<Vec<String>>,
    kind: TaskKind,
    effort: Effort,
    reads: Reads,
    budget: u64,
    replies: Vec<AnyReply>,
    answers: Vec<Option<bool>>,
}

fn case() -> impl Strategy<Value = Case> {
    (
        book(),
        prop::sample::select(TaskKind::ALL.to_vec()),
        prop::sample::select(vec![Effort::Quick, Effort::Standard, Effort::Careful]),
        prop::sample::select(vec![Reads::Book, Reads::Chunk]),
        5_u64..200,
        prop::collection::vec(reply(), 1..6),
        prop::collection::vec(prop::option::of(any::<bool>()), 0..4),
    )
        .prop_map(|(book, kind, effort, reads, budget, replies, answers)| Case {
            book,
            kind,
            effort,
            reads,
            budget,
            replies,
            answers,
        })
}

/// Checks that refuse some texts and doubt others.
struct Moody;

impl Judge for Moody {
    fn judge(&self, submission: &Submission<'_>) -> SubmissionVerdict {
        let findings = |sign: char, check, severity| -> Vec<Finding> {
            let finding = Finding::new(check, severity, "odd", "疑");
            submission.translation.as_str().contains(sign).then_some(finding).into_iter().collect()
        };
        SubmissionVerdict {
            blocking: findings('k', CheckCode::B1, Severity::Block),
            concerns: findings('c', CheckCode::C1, Severity::Queue),
            ..SubmissionVerdict::default()
        }
    }
}

/// A book as it stands: paragraphs, and every version of each.
type KeptVersions = Vec<(ParagraphRecord, Vec<VersionRecord>)>;

async fn knowledge_cache(test_task: &TestTask) -> KeptVersions {
    let mut knowledge_cache = Vec::new();
    for paragraph in test_task.paragraphs().await {
        let versions = test_task.store.library().versions(test_task.book.id, paragraph.id).await.unwrap();
        knowledge_cache.push((paragraph, versions));
    }
    knowledge_cache
}

async fn set_up(case: &Case) -> TestTask {
    let test_task = TestTask::with(&case.book).await;
    for (place, paragraph) in test_task.paragraphs().await.iter().enumerate() {
        if case.kind != TaskKind::Translation && !paragraph.is_empty {
            test_task.translate(paragraph.id, paragraph.text.as_str(), by_model()).await;
        }
        // Some words are a person's, some are locked.
        if place % 7 == 3 && !paragraph.is_empty {
            test_task.translate(paragraph.id, paragraph.text.as_str(), Author::Person).await;
        }
        if place % 7 == 5 {
            test_task.lock(paragraph.id).await;
        }
    }
    test_task
}

async fn chunks(test_task: &TestTask, case: &Case) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    for chapter in test_task.store.library().chapters(test_task.book.id).await.unwrap() {
        let paragraphs = test_task
            .store
            .library()
            .chapter_paragraphs(test_task.book.id, chapter.id, 0..u32::MAX)
            .await
            .unwrap();
        let wanted: HashSet<ParagraphId> = paragraphs.iter().map(|paragraph| paragraph.id).collect();
        chunks.extend(chunker::chunks(case.kind, chapter.id, &paragraphs, &wanted, case.budget));
    }
    chunks
}

/// Works through every chunk of the case's book with the same mad model.
async fn check(case: &Case) {
    let test_task = set_up(case).await;
    for chunk in chunks(&test_task, case).await {
        let before = knowledge_cache(&test_task).await;
        let all: Vec<ParagraphRecord> = before.iter().map(|(paragraph, _)| paragraph.clone()).collect();
        let work = chunk.paragraph_ids().to_vec();
        let (replies, ids, records) = (case.replies.clone(), work.clone(), all.clone());
        let mut n_asked = 0;
        let model = Scripted::answering(move |_| {
            n_asked += 1;
            replies[(n_asked - 1) % replies.len()].scripted(&ids, &records)
        });
        let answers = case.answers.iter().map(|answer| {
            answer
                .map(|says| if says { PersonAnswer::Said("she".to_owned()) } else { PersonAnswer::Declined })
        });
        let person = Prepared::new(answers.chain(std::iter::repeat_n(Some(PersonAnswer::Declined), 1000)));
        let staff = Staff {
            effort: case.effort,
            reads: case.reads,
            judge: Arc::new(Moody),
            question_handler: Arc::new(person),
            ..Staff::new(case.kind, &model)
        };
        let mut job = Job::Begin(chunk.clone());
        let mut events = Vec::new();
        let worked = loop {
            let (worked, told) = test_task.work(&staff, job).await.unwrap();
            events.extend(told);
            match worked.exit {
                LoopExit::Waiting(_) => job = Job::Resume(worked.task),
                LoopExit::Ended(_) => break worked,
                LoopExit::Paused => panic!("nobody cancelled it"),
                LoopExit::OutOfBudget => panic!("there is no limit"),
            }
        };
        within_bounds(&worked, &model, &chunk);
        nothing_outside(&before, &knowledge_cache(&test_task).await, &work);
        nothing_lost(&test_task, &worked, &events, &before).await;
        labels_are_true(&model.requests()[0].messages, &all, &work);
    }
}

fn within_bounds(worked: &TaskRun, model: &Scripted, chunk: &Chunk) {
    let (spent, bounds) = (worked.machine.spent(), worked.machine.bounds());
    assert!(spent.replies <= bounds.replies && spent.tool_calls <= bounds.tool_calls, "{spent:?}");
    assert!(spent.idle_replies <= bounds.idle_replies, "{spent:?}");
    let n_requests = u32::try_from(model.requests().len()).unwrap();
    assert!(n_requests <= spent.replies + 1, "{n_requests} requests for {} replies", spent.replies);
    let largest = Bounds::for_chunk(chunk.paragraph_ids().len(), u64::from(u32::MAX));
    assert!(bounds.replies <= largest.replies && bounds.tool_calls <= largest.tool_calls);
}

fn nothing_outside(before: &KeptVersions, after: &KeptVersions, work: &[ParagraphId]) {
    for (old, new) in before.iter().zip(after) {
        assert_eq!(old.0.text, new.0.text, "the source is never changed");
        if !work.contains(&old.0.id) {
            assert_eq!(old, new, "a paragraph outside the chunk changed");
        }
        assert!(new.1.len() >= old.1.len(), "a version is gone");
    }
}

async fn nothing_lost(test_task: &TestTask, worked: &TaskRun, events: &[TaskEvent], before: &KeptVersions) {
    let library = test_task.store.library();
    let task_state = worked.machine.task_state();
    let LoopExit::Ended(outcome) = &worked.exit else { unreachable!() };
    let stored: BTreeMap<ParagraphId, String> = library
        .ledger(worked.task)
        .await
        .unwrap()
        .into_iter()
        .map(|entry| (entry.paragraph, entry.state.as_str().to_owned()))
        .collect();
    let ledger: BTreeMap<ParagraphId, String> =
        task_state.ledger.entries().map(|(id, entry)| (id, entry.as_str().to_owned())).collect();
    assert_eq!(stored, ledger, "the library and the machine tell the same");
    match outcome {
        TaskOutcome::Finished => {
            assert_eq!(task_state.status, Status::End);
            assert!(
                task_state
                    .ledger
                    .entries()
                    .all(|(_, entry)| matches!(entry, LedgerEntry::Accepted | LedgerEntry::Kept))
            );
        }
        TaskOutcome::Failed { .. } => {
            assert!(task_state.ledger.is_complete(), "what was pending has a reason now");
        }
    }
    let mut last: BTreeMap<ParagraphId, &str> = BTreeMap::new();
    for event in events {
        if let TaskEvent::Accepted { paragraph, text } = event {
            last.insert(*paragraph, text);
        }
        if let TaskEvent::Accepted { paragraph, .. } | TaskEvent::Suggested { paragraph } = event {
            assert_eq!(
                task_state.ledger.entry(*paragraph),
                Some(&LedgerEntry::Accepted),
                "accepted work is lost"
            );
        }
    }
    for (old, _) in before {
        let new = library.paragraph(test_task.book.id, old.id).await.unwrap();
        let text = new.translation.as_ref().map(ToString::to_string);
        match last.get(&old.id) {
            Some(accepted) => assert_eq!(text.as_deref(), Some(*accepted), "the last accepted text stands"),
            None => {
                assert_eq!(new.translation, old.translation, "a translation changed without being accepted");
            }
        }
    }
}

/// The labels of the work block are the chunk's paragraphs with their places in the chapter, and nothing else.
fn labels_are_true(messages: &[ChatMessage], all: &[ParagraphRecord], work: &[ParagraphId]) {
    let Some(ChatMessage::User { text }) = messages.first() else { panic!("no first message") };
    let expected: Vec<(u32, String)> = work
        .iter()
        .map(|id| all.iter().find(|paragraph| paragraph.id == *id).unwrap())
        .map(|paragraph| (paragraph.index, paragraph.id.to_string()))
        .collect();
    assert_eq!(items(text), expected);
}

#[test]
fn no_model_whatsoever_breaks_a_task() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner = TestRunner::new(Config { cases: 48, failure_persistence: None, ..Config::default() });
    runner
        .run(&case(), |case| {
            runtime.block_on(check(&case));
            Ok(())
        })
        .unwrap();
}
