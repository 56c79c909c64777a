//! Work delivered as numbered lines or as a JSON object: the same ledger, checks and review as by tool calls, whatever the
//! model does to its answers.

use crate::test_task::{Job, Staff, TestTask, by_model};
use book::text::version::TaskKind;
use book::work::failure::TaskFailure;
use book::work::ledger::LedgerEntry;
use book::work::outcome::LedgerState;
use book::work::status::{Effort, Status};
use checks::check::{Finding, Severity};
use checks::code::CheckCode;
use futures::StreamExt;
use llm::{Delivery, Request, Scripted, ScriptedReply};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;
use task::driver::LoopExit;
use task::event::TaskEvent;
use task::machine::{MACHINE_VERSION, Machine, TaskOutcome};
use task::model_delivery::ModelDelivery;
use task::service::TaskRun;
use tools::judge::{Judge, Submission, SubmissionVerdict};

/// Paragraphs of which no two look alike.
fn chapter(n_paragraphs: usize) -> Vec<String> {
    (0..n_paragraphs)
        .map(|n| match n % 5 {
            0 => format!("「第{n}の声が聞こえる？」"),
            1 => format!("{}を越えて、旅人は{n}番目の町に着いた。", "遠い山".repeat(n % 7 + 1)),
            2 => format!("沈黙。{n}"),
            3 => format!("「{n}、行こう」と彼は言い、{}歩き出した。", "ゆっくり".repeat(n % 4 + 1)),
            _ => format!("雨が{n}日続いた。"),
        })
        .collect()
}

fn first_message(request: &Request) -> String {
    testkit::request::first_message(request)
}

/// The numbered lines a request asks for.
fn asked(request: &Request) -> Vec<(usize, String)> {
    let text = first_message(request);
    let label = |line: &str| {
        let (number, text) = line.strip_prefix('[')?.split_once("] ")?;
        Some((number.parse().ok()?, text.to_owned()))
    };
    text.lines().filter_map(label).collect()
}

fn translated(text: &str) -> String {
    format!("en {text}")
}

/// An honest answer in lines.
fn honest(request: &Request) -> ScriptedReply {
    let lines: Vec<String> =
        asked(request).iter().map(|(label, text)| format!("[{label}] {}", translated(text))).collect();
    ScriptedReply::text(lines.join("\n"))
}

fn lines(kind: TaskKind, model: &Scripted) -> Staff<'_> {
    Staff { delivery: ModelDelivery::fixed(Delivery::Lines), ..Staff::new(kind, model) }
}

async fn work(test_task: &TestTask, staff: &Staff<'_>, n: usize) -> (TaskRun, Vec<TaskEvent>) {
    let places: Vec<usize> = (0..n).collect();
    test_task.work(staff, Job::Begin(test_task.chunk(&places).await)).await.unwrap()
}

/// Every paragraph has the translation an honest model gives.
async fn is_whole(test_task: &TestTask) {
    for paragraph in test_task.paragraphs().await {
        let expected = translated(paragraph.text.as_str());
        assert_eq!(paragraph.translation.map(|text| text.to_string()), Some(expected));
    }
}

#[tokio::test]
async fn numbered_lines_settle_a_chunk_without_a_tool() {
    let test_task = TestTask::with(&[chapter(24)]).await;
    let model = Scripted::answering(honest);
    let (worked, events) = work(&test_task, &lines(TaskKind::Translation, &model), 24).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    assert_eq!(worked.machine.task_state().status, Status::End);
    is_whole(&test_task).await;
    let requests = model.requests();
    assert!(requests.iter().all(|request| request.tools.is_empty() && request.messages.len() == 1));
    assert!(asked(&requests[0]).len() <= 12, "ten paragraphs and two titles to begin with");
    assert!(asked(&requests[1]).len() > 10, "more while it goes well");
    let accepted = events.iter().filter(|event| matches!(event, TaskEvent::Accepted { .. }));
    assert_eq!(accepted.count(), 24);
    let book = test_task.store.library().book(test_task.book.id).await.unwrap();
    assert_eq!(book.title_translation.as_deref(), Some("en 試験の本"));
}

#[tokio::test]
async fn a_json_object_is_constrained_to_the_ids_in_the_order_of_the_text() {
    let test_task = TestTask::with(&[chapter(6)]).await;
    let ids: Vec<String> = test_task.ids(0..6).await.iter().map(ToString::to_string).collect();
    let model = Scripted::answering(|request| {
        let schema = request.response_schema.clone().unwrap();
        let text = first_message(request);
        let object: Value = serde_json::from_str(&format!("{{{}", text.split_once('{').unwrap().1)).unwrap();
        let keys: Vec<&str> =
            schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let answer: serde_json::Map<String, Value> = keys
            .iter()
            .map(|key| ((*key).to_owned(), json!(translated(object[*key].as_str().unwrap()))))
            .collect();
        ScriptedReply::text(Value::Object(answer).to_string())
    });
    let staff = Staff {
        delivery: ModelDelivery::fixed(Delivery::Structured),
        ..Staff::new(TaskKind::Translation, &model)
    };
    let (worked, _) = work(&test_task, &staff, 6).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    is_whole(&test_task).await;
    let schema = model.requests()[0].response_schema.clone().unwrap();
    let keys: Vec<String> = schema["properties"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys[..2], ["title", "book_title"]);
    assert_eq!(keys[2..], ids[..]);
    assert_eq!(schema["additionalProperties"], json!(false));
}

/// Breaks the quotation mark of the third value, always; alone it does not.
fn breaks_a_quote(request: &Request) -> ScriptedReply {
    let text = first_message(request);
    let object: Value = serde_json::from_str(&format!("{{{}", text.rsplit_once("\n{").unwrap().1)).unwrap();
    let mut answer = String::from("```json\n{");
    for (place, (key, value)) in object.as_object().unwrap().iter().enumerate() {
        let end = if place == 2 { "" } else { "\"" };
        writeln!(answer, "\"{key}\": \"{}{end},", translated(value.as_str().unwrap())).unwrap();
    }
    ScriptedReply::text(answer + "}\n```")
}

#[tokio::test]
async fn a_model_that_always_breaks_one_quote_loses_that_item_only() {
    let test_task = TestTask::with(&[chapter(20)]).await;
    let model = Scripted::answering(breaks_a_quote);
    let staff = Staff {
        delivery: ModelDelivery::fixed(Delivery::Structured),
        ..Staff::new(TaskKind::Translation, &model)
    };
    let (worked, _) = work(&test_task, &staff, 20).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    is_whole(&test_task).await;
    assert!(model.requests().len() <= 6, "{}", model.requests().len());
}

#[tokio::test]
async fn a_model_that_loses_every_tenth_line_is_asked_for_those_alone() {
    let test_task = TestTask::with(&[chapter(60)]).await;
    let model = Scripted::answering(|request| {
        let asked = asked(request);
        let kept = asked.iter().filter(|(label, _)| label % 10 != 0);
        let lines: Vec<String> =
            kept.map(|(label, text)| format!("[{label}] {}", translated(text))).collect();
        ScriptedReply::text(lines.join("\n"))
    });
    let (worked, _) = work(&test_task, &lines(TaskKind::Translation, &model), 60).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    is_whole(&test_task).await;
    let alone = model.requests().iter().filter(|request| asked(request).len() == 1).count();
    assert!((3..=7).contains(&alone), "{alone}");
}

#[tokio::test]
async fn a_model_that_shifts_by_one_is_refused_and_asked_for_the_run_alone() {
    let test_task = TestTask::with(&[chapter(10)]).await;
    let model = Scripted::answering(|request| {
        let asked = asked(request);
        // It forgets the fourth line and numbers on.
        let kept = asked.iter().enumerate().filter(|(place, _)| *place != 3 || asked.len() == 1);
        let lines: Vec<String> =
            kept.zip(1..).map(|((_, (_, text)), label)| format!("[{label}] {}", translated(text))).collect();
        ScriptedReply::text(lines.join("\n"))
    });
    let (worked, _) = work(&test_task, &lines(TaskKind::Translation, &model), 10).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    is_whole(&test_task).await;
}

#[tokio::test]
async fn a_model_that_shifts_even_a_request_for_one_leaves_nothing_misplaced() {
    let test_task = TestTask::with(&[chapter(10)]).await;
    let model = Scripted::answering(|request| {
        let asked = asked(request);
        let mut lines: Vec<String> = Vec::new();
        for (place, (label, _)) in asked.iter().enumerate().skip(2) {
            let next = asked.get(place + 1).map_or("The end.".to_owned(), |(_, text)| translated(text));
            lines.push(format!("[{label}] {next}"));
        }
        ScriptedReply::text(lines.join("\n"))
    });
    let (worked, _) = work(&test_task, &lines(TaskKind::Translation, &model), 10).await;
    let left = worked.machine.task_state().ledger.count(LedgerState::Failed);
    let wrong = test_task.paragraphs().await.into_iter().filter(|paragraph| {
        let right = translated(paragraph.text.as_str());
        paragraph.translation.as_ref().is_some_and(|text| text.as_str() != right)
    });
    let wrong = wrong.count();
    assert!(left >= 8 && wrong <= 1, "{left} left, {wrong} at a wrong place");
}

#[tokio::test]
async fn plain_text_answers_a_request_for_one() {
    let test_task = TestTask::with(&[vec!["夜が来た。"]]).await;
    test_task.store.set_target_language(test_task.book.id, &"en".parse().unwrap(), 0).await.unwrap();
    let model = Scripted::answering(|request| match asked(request).len() {
        1 => ScriptedReply::text("Night came."),
        _ => ScriptedReply::text("Sure! Here it is."),
    });
    let (worked, _) = work(&test_task, &lines(TaskKind::Translation, &model), 1).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    let paragraphs = test_task.paragraphs().await;
    assert_eq!(paragraphs[0].translation.as_ref().unwrap().as_str(), "Night came.");
}

#[tokio::test]
async fn an_answer_that_says_nothing_new_is_asked_for_differently_and_told_what_was_wrong() {
    let test_task = TestTask::with(&[chapter(10)]).await;
    let mut n_asked = 0;
    let model = Scripted::answering(move |request| {
        n_asked += 1;
        if n_asked <= 2 { ScriptedReply::text("I cannot see any numbers.") } else { honest(request) }
    });
    let (worked, _) = work(&test_task, &lines(TaskKind::Translation, &model), 10).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    is_whole(&test_task).await;
    let requests = model.requests();
    assert_eq!(requests[0].temperature, None);
    assert!(first_message(&requests[1]).contains("Your last answer had no numbers"));
    assert!(requests[2].temperature.is_some(), "the same answer twice is asked for with another temperature");
    assert!(requests.iter().all(|request| request.messages.len() == 1), "each begins afresh");
}

/// Refuses what holds a forbidden word.
struct Strict;

impl Judge for Strict {
    fn judge(&self, submission: &Submission<'_>) -> SubmissionVerdict {
        let findings = |word: &str, severity| -> Vec<Finding> {
            let finding = Finding::new(CheckCode::A2, severity, "it says no", "不许");
            submission.translation.as_str().contains(word).then_some(finding).into_iter().collect()
        };
        SubmissionVerdict {
            blocking: findings("no", Severity::Block),
            concerns: findings("hm", Severity::Queue),
            ..SubmissionVerdict::default()
        }
    }
}

#[tokio::test]
async fn what_is_refused_is_asked_for_alone_then_sentence_by_sentence_then_left_with_its_reason() {
    let long = "彼は長い間、暗い廊下に立って、遠くの足音に耳を澄ませていた。それから静かに扉を開け、誰もいない部屋に入って、窓の外を見た。";
    let test_task = TestTask::with(&[vec!["一つ目。", long, "短い。", "最後。"]]).await;
    let model = Scripted::answering(move |request| {
        let lines: Vec<String> = asked(request)
            .iter()
            .map(|(label, text)| {
                let is_refused = text == long || text == "短い。";
                format!("[{label}] {}", if is_refused { "no" } else { "fine" })
            })
            .collect();
        ScriptedReply::text(lines.join("\n"))
    });
    let staff = Staff { judge: Arc::new(Strict), ..lines(TaskKind::Translation, &model) };
    let (worked, _) = work(&test_task, &staff, 4).await;
    let ledger = &worked.machine.task_state().ledger;
    let ids = test_task.ids(0..4).await;
    assert_eq!(ledger.entry(ids[1]), Some(&LedgerEntry::Accepted), "sentence by sentence it was taken");
    let reason = TaskFailure::Check { check: "A2".to_owned() };
    assert_eq!(ledger.entry(ids[2]), Some(&LedgerEntry::Failed(reason)));
    assert_eq!(test_task.translation(ids[1]).await.as_deref(), Some("fine fine"));
    let requests: Vec<String> = model.requests().iter().map(first_message).collect();
    let alone = requests.iter().find(|text| text.contains("only this paragraph")).unwrap();
    assert!(alone.contains("| 一つ目。") && alone.contains("| 短い。"), "with its neighbours: {alone}");
    assert!(alone.contains("not accepted: it says no"), "{alone}");
    assert!(requests.iter().any(|text| text.contains("sentences of one paragraph")));
}

#[tokio::test]
async fn a_paragraph_refused_again_for_the_same_reason_is_not_asked_for_with_the_identical_request() {
    let test_task = TestTask::with(&[vec!["一つ目。", "短い。"]]).await;
    let mut n_asked = 0;
    let model = Scripted::answering(move |request| {
        n_asked += 1;
        let answer =
            |text: &str| if text == "短い。" { format!("no {n_asked}") } else { "fine".to_owned() };
        let lines = asked(request).into_iter().map(|(label, text)| format!("[{label}] {}", answer(&text)));
        ScriptedReply::text(lines.collect::<Vec<_>>().join("\n"))
    });
    let staff = Staff { judge: Arc::new(Strict), ..lines(TaskKind::Translation, &model) };
    let (worked, _) = work(&test_task, &staff, 2).await;
    let refused = test_task.ids(1..2).await[0];
    let reason = TaskFailure::Check { check: "A2".to_owned() };
    assert_eq!(worked.machine.task_state().ledger.entry(refused), Some(&LedgerEntry::Failed(reason)));
    let requests: Vec<(String, Option<f32>)> =
        model.requests().iter().map(|request| (first_message(request), request.temperature)).collect();
    assert_eq!(requests.len(), 3, "with the other one, alone, and alone once more");
    assert_eq!(requests[1].0, requests[2].0, "the same is wrong with it");
    assert_ne!(requests[1].1, requests[2].1, "the model is asked differently");
}

#[tokio::test]
async fn a_review_asks_once_more_for_what_a_check_doubts() {
    let test_task = TestTask::with(&[chapter(3)]).await;
    let model = Scripted::answering(|request| {
        let is_review = first_message(request).contains("Checks found");
        let lines: Vec<String> = asked(request)
            .iter()
            .map(|(label, _)| match (is_review, label) {
                (false, 4) => "[4] hm".to_owned(),
                (false, label) => format!("[{label}] text {label}"),
                (true, label) => format!("[{label}] better"),
            })
            .collect();
        ScriptedReply::text(lines.join("\n"))
    });
    let staff = Staff { judge: Arc::new(Strict), ..lines(TaskKind::Translation, &model) };
    let (worked, _) = work(&test_task, &staff, 3).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    assert_eq!(model.requests().len(), 2);
    let ids = test_task.ids(0..3).await;
    assert_eq!(test_task.translation(ids[1]).await.as_deref(), Some("better"));
}

#[tokio::test]
async fn polish_and_proofreading_keep_what_is_answered_with_an_equals_sign() {
    for (kind, effort) in [(TaskKind::Polish, Effort::Careful), (TaskKind::Proofreading, Effort::Quick)] {
        let test_task = TestTask::with(&[vec!["雨。", "夜。"]]).await;
        for id in test_task.ids(0..2).await {
            test_task.translate(id, "Before.", by_model()).await;
        }
        let model = Scripted::replies([ScriptedReply::text("[1] =\n[2] After.")]);
        let (worked, _) = work(&test_task, &Staff { effort, ..lines(kind, &model) }, 2).await;
        assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished), "{kind:?}");
        let ids = test_task.ids(0..2).await;
        let ledger = &worked.machine.task_state().ledger;
        assert_eq!(
            (ledger.entry(ids[0]), ledger.entry(ids[1])),
            (Some(&LedgerEntry::Kept), Some(&LedgerEntry::Accepted))
        );
        assert_eq!(test_task.translation(ids[1]).await.as_deref(), Some("After."));
        assert!(first_message(&model.requests()[0]).contains("[1] 雨。\n  => Before."));
    }
}

#[tokio::test]
async fn line_breaks_and_tags_go_there_and_back_on_one_line() {
    let test_task = TestTask::with(&[vec!["雨が<1>降る</1>\n夜が来る", "夜"]]).await;
    let model = Scripted::answering(honest);
    let (worked, _) = work(&test_task, &lines(TaskKind::Translation, &model), 2).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    assert!(first_message(&model.requests()[0]).contains("雨が<1>降る</1>⏎夜が来る"));
    is_whole(&test_task).await;
}

#[tokio::test]
async fn a_task_in_text_goes_on_after_any_kill_with_the_same_result() {
    for n_looks in 2..24 {
        let mut test_task = TestTask::with(&[chapter(24)]).await;
        let model = Scripted::answering(honest);
        let places: Vec<usize> = (0..24).collect();
        let chunk = test_task.chunk(&places).await;
        let staff = lines(TaskKind::Translation, &model);
        let task = std::sync::Mutex::new(None);
        let told = |id, _| *task.lock().unwrap() = Some(id);
        let worked = test_task.work_until_killed(&staff, Job::Begin(chunk.clone()), n_looks, &told).await;
        if worked.is_none() {
            test_task.reopen().await;
            let begun = task.lock().unwrap().unwrap();
            let is_recorded = test_task.store.library().task(begun).await.is_ok();
            let job = if is_recorded { Job::Resume(begun) } else { Job::Begin(chunk) };
            let (worked, _) = test_task.work(&staff, job).await.unwrap();
            assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished), "killed at {n_looks}");
        }
        is_whole(&test_task).await;
    }
}

#[tokio::test]
async fn a_submission_written_out_as_text_counts_in_the_tools_form_too() {
    let test_task = TestTask::with(&[chapter(3)]).await;
    let ids = test_task.ids(0..3).await;
    let bare = format!(
        "Here is the translation:\n```json\n{{\"paragraphs\": [{{\"paragraph_id\": \"{}\", \"translated_text\": \"one\"}}, {{\"paragraph_id\": \"{}\", \"translated_text\": \"two}}, {{\"paragraph_id\": \"{}\", \"translated_text\": \"three\"}}]}}\n```",
        ids[0], ids[1], ids[2]
    );
    let rest = json!({"paragraphs": [{"paragraph_id": ids[1], "translated_text": "two"}]});
    let model =
        Scripted::replies([ScriptedReply::text(bare), ScriptedReply::call("add_translation_batch", &rest)]);
    let (worked, _) = work(&test_task, &Staff::new(TaskKind::Translation, &model), 3).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    assert_eq!(test_task.translation(ids[2]).await.as_deref(), Some("three"));
}

#[tokio::test]
async fn a_machine_stored_by_0_1_loads() {
    let test_task = TestTask::with(&[chapter(1)]).await;
    let id = test_task.id(0).await;
    let chapter = test_task.paragraphs().await[0].chapter;
    let stored = json!({
        "language": "english",
        "chunk": {"chapter": chapter, "paragraph_ids": [id]},
        "desk": {"kind": "translation", "effort": "standard", "status": "planning",
            "ledger": [[id, {"state": "pending"}]], "todos": [], "concerns": []},
        "bounds": {"replies": 12, "tool_calls": 43, "tokens": 60_400, "wall_ms": 1_200_000, "idle_replies": 6},
        "spent": {"replies": 0, "tool_calls": 0, "idle_replies": 0, "wall_ms": 0,
            "usage": {"input": 0, "cached_input": 0, "output": 0, "reasoning": 0}},
        "phase": {"phase": "model"},
        "text_replies": 0, "cut_replies": 0, "cut": null, "review_replies": null,
        "progressed": false, "changed": false, "n_questions": 0,
    });
    let line = json!({"said": "user", "text": "work"}).to_string();
    let machine = Machine::restore(&stored.to_string(), MACHINE_VERSION, &[line]).unwrap();
    assert_eq!(machine.delivery(), Delivery::Tools);
}

/// A model whose first word takes ten minutes, as a long prompt on a laptop does, and whose words take one each.
struct Slow;

#[async_trait::async_trait]
impl llm::Model for Slow {
    fn name(&self) -> &'static str {
        "slow"
    }

    async fn stream(&self, request: &Request) -> Result<llm::EventStream, llm::Failure> {
        let events = ScriptedReply { piece: 2, ..honest(request) }.events();
        let timed = futures::stream::iter(events).enumerate().then(|(place, event)| async move {
            // The clock is ours only while nothing but this reply is waited for.
            tokio::time::pause();
            let minutes = if place == 0 { 10 } else { 1 };
            tokio::time::sleep(std::time::Duration::from_mins(minutes)).await;
            tokio::time::resume();
            Ok(event)
        });
        Ok(Box::pin(timed))
    }
}

#[tokio::test]
async fn a_first_word_after_ten_minutes_and_hours_of_slow_ones_are_waited_for() {
    let test_task = TestTask::with(&[chapter(8)]).await;
    let staff =
        Staff { delivery: ModelDelivery::fixed(Delivery::Lines), ..Staff::new(TaskKind::Translation, &Slow) };
    let (worked, _) = work(&test_task, &staff, 8).await;
    assert_eq!(worked.exit, LoopExit::Ended(TaskOutcome::Finished));
    is_whole(&test_task).await;
}
