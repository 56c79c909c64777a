//! Runs whose requests are handed in as batches: at half the price, across restarts, and whatever becomes of a batch.

use super::test_run::{Running, TestRun, code, errors};
use crate::serving::Serving;
use llm::{Dialect, ScriptedReply};
use llm_test_server::{BatchFate, Plan, Turn};
use serde_json::{Value, json};
use std::process::Output;

/// The dialects of the three services that have batches, OpenAI's in both its forms.
const DIALECTS: [Dialect; 4] =
    [Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Anthropic, Dialect::Gemini];

/// A library with a book of two chapters and a model that takes batches and is asked after often.
fn test_run(dialect: Dialect, fates: &[BatchFate]) -> TestRun {
    test_run_with(dialect, fates, Plan::agent())
}

fn test_run_with(dialect: Dialect, fates: &[BatchFate], plan: Plan) -> TestRun {
    let run = TestRun::new(plan);
    run.server().set_batch_fates(fates);
    run.book(2, 6);
    let url = run.base_url_for(dialect);
    run.ok(&["models", "add", "mine", "--base-url", &url, "--model", "m", "--dialect", dialect.name()]);
    run.ok(&["models", "set", "mine", "batch_poll=0.02"]);
    run.ok(&["import", "book.txt"]);
    run
}

const TRANSLATE: &[&str] = &[
    "translate",
    "book.txt",
    "--to",
    "en",
    "--model",
    "mine/m",
    "--price",
    "2,8",
    "--batch",
    "--chunk-size",
    "64",
    "--yes",
];

fn translate(run: &TestRun, more: &[&str]) -> Output {
    run.command(&[TRANSLATE, more].concat()).output().unwrap()
}

fn is_whole(run: &TestRun) -> bool {
    run.paragraphs().iter().all(|one| one.text.trim().is_empty() || one.translation.is_some())
}

fn cost(run: &TestRun) -> f64 {
    let chapters: Value = serde_json::from_str(&run.succeed(&["cost", "--json"])).unwrap();
    chapters.as_array().unwrap().iter().map(|chapter| chapter["usd_micros"].as_f64().unwrap()).sum::<f64>()
        / 1e6
}

#[test]
fn a_book_is_translated_in_batches_at_each_service() {
    for dialect in DIALECTS {
        let run = test_run(dialect, &[]);
        let done = translate(&run, &[]);
        assert_eq!(code(&done), 0, "{dialect:?}: {}", errors(&done));
        assert!(is_whole(&run), "{dialect:?}");
        let sizes = run.server().batch_sizes();
        let n_chunks = sizes[0];
        assert!(n_chunks > 2, "{dialect:?}: all chunks go into the first batch: {sizes:?}");
        assert!(sizes.len() <= 6, "{dialect:?}: {sizes:?}");
        assert_eq!(run.requests().len(), 0, "{dialect:?}: nothing is asked at the full price");
        assert!(errors(&done).contains("handed in as a batch"), "{dialect:?}: {}", errors(&done));
    }
}

#[test]
fn a_batch_of_more_than_may_wait_is_handed_in_by_halves() {
    let run = test_run(Dialect::OpenaiChat, &[BatchFate::TooMuch, BatchFate::TooMuch]);
    let done = translate(&run, &[]);
    assert_eq!(code(&done), 0, "{}", errors(&done));
    assert!(is_whole(&run));
    let sizes = run.server().batch_sizes();
    assert!(sizes[1] <= sizes[0] / 2 && sizes[2] <= (sizes[1] / 2).max(1), "{sizes:?}");
    assert!(sizes[2..].iter().all(|size| *size <= sizes[2]), "{sizes:?}");
    assert_eq!(run.requests().len(), 0, "nothing is asked at the full price");
}

#[test]
fn a_batch_costs_half_in_the_estimate_and_in_the_books() {
    let batched = test_run(Dialect::OpenaiChat, &[]);
    let usd = |more: &[&str]| {
        let args = [&TRANSLATE[..8], &["--chunk-size", "64", "--dry-run", "--json"], more].concat();
        let plan: Value = serde_json::from_str(&batched.succeed(&args)).unwrap();
        plan["usd"][0].as_f64().unwrap_or_else(|| panic!("{plan}"))
    };
    let (full, half) = (usd(&[]), usd(&["--batch"]));
    assert!((full / half - 2.0).abs() < 0.01, "{full} {half}");
    assert_eq!(code(&translate(&batched, &[])), 0);
    let direct = test_run(Dialect::OpenaiChat, &[]);
    let args: Vec<&str> = TRANSLATE.iter().copied().filter(|argument| *argument != "--batch").collect();
    assert_eq!(code(&direct.command(&args).output().unwrap()), 0);
    let ratio = cost(&direct) / cost(&batched);
    assert!((1.6..2.4).contains(&ratio), "{ratio}");
}

#[test]
fn a_program_that_is_killed_while_it_waits_takes_the_same_batch_in_later() {
    for dialect in DIALECTS {
        let run = test_run(dialect, &[BatchFate::Stuck]);
        let mut running = Running::start(&mut run.command(&[TRANSLATE, &["--json"]].concat()));
        running.wait_for("batch_submitted");
        running.kill();
        let told = run.ok(&["status"]).stdout;
        assert!(told.contains("batch: ") && told.contains("not answered yet"), "{told}");
        let status: Value = serde_json::from_str(&run.succeed(&["status", "--json"])).unwrap();
        assert!(status["batch"]["requests"].as_u64().unwrap() > 2, "{status}");
        run.server().release_batches();
        let resumed = run.command(&["resume", "--price", "2,8"]).output().unwrap();
        assert_eq!(code(&resumed), 0, "{dialect:?}: {}", errors(&resumed));
        assert!(is_whole(&run), "{dialect:?}");
        // The same batches as a run nobody kills: nothing of the first was asked for again.
        let undisturbed = test_run(dialect, &[]);
        assert_eq!(code(&translate(&undisturbed, &[])), 0);
        assert_eq!(run.server().batch_sizes(), undisturbed.server().batch_sizes(), "{dialect:?}");
        let ratio = cost(&run) / cost(&undisturbed);
        assert!((0.99..1.01).contains(&ratio), "{dialect:?}: {ratio}");
    }
}

#[test]
fn a_batch_whose_name_was_lost_on_the_way_is_found_and_not_paid_for_again() {
    for dialect in DIALECTS {
        let run = test_run(dialect, &[BatchFate::LostOnTheWay]);
        let done = translate(&run, &[]);
        assert_eq!(code(&done), 0, "{dialect:?}: {}", errors(&done));
        assert!(is_whole(&run), "{dialect:?}");
        let undisturbed = test_run(dialect, &[]);
        assert_eq!(code(&translate(&undisturbed, &[])), 0);
        assert_eq!(run.server().batch_sizes(), undisturbed.server().batch_sizes(), "{dialect:?}");
    }
}

#[test]
fn what_fails_or_expires_in_a_batch_is_asked_for_again_and_the_rest_is_kept() {
    for fate in [BatchFate::PartlyFailed(500), BatchFate::PartlyExpired] {
        for dialect in DIALECTS {
            let run = test_run(dialect, &[fate]);
            let done = translate(&run, &[]);
            assert_eq!(code(&done), 0, "{fate:?} {dialect:?}: {}", errors(&done));
            assert!(is_whole(&run), "{fate:?} {dialect:?}");
            let undisturbed = test_run(dialect, &[]);
            assert_eq!(code(&translate(&undisturbed, &[])), 0);
            let n_requests = |run: &TestRun| run.server().batch_sizes().iter().sum::<usize>();
            let n_failed = run.server().batch_sizes()[0] / 2;
            assert_eq!(n_requests(&run), n_requests(&undisturbed) + n_failed, "{fate:?} {dialect:?}");
        }
    }
}

#[test]
fn a_batch_somebody_cancelled_rests_the_run_and_resume_asks_for_what_is_missing() {
    for dialect in DIALECTS {
        let run = test_run(dialect, &[BatchFate::Cancelled]);
        let rested = translate(&run, &[]);
        assert_ne!(code(&rested), 0, "{dialect:?}: {}", errors(&rested));
        let resumed = run.command(&["resume", "--price", "2,8"]).output().unwrap();
        assert_eq!(code(&resumed), 0, "{dialect:?}: {}", errors(&resumed));
        assert!(is_whole(&run), "{dialect:?}");
    }
}

#[test]
fn a_survey_is_one_batch_and_goes_on_after_a_kill() {
    let term = json!({"term": "lamp", "category": "other", "translation": "lamp"});
    let answer = json!({"terms": [term], "characters": [], "summaries": []});
    let then = Some(Turn::reply(ScriptedReply::call("submit_survey", &answer)));
    let run = test_run_with(Dialect::Anthropic, &[BatchFate::Stuck], Plan { turns: Vec::new(), then });
    let book = run.book_id();
    let survey =
        ["survey", &book, "--to", "en", "--model", "mine/m", "--price", "2,8", "--batch", "--yes", "--json"];
    let mut running = Running::start(&mut run.command(&survey));
    running.wait_for("batch_submitted");
    running.kill();
    run.server().release_batches();
    let resumed = run.command(&["resume", "--price", "2,8"]).output().unwrap();
    assert_eq!(code(&resumed), 0, "{}", errors(&resumed));
    assert_eq!(run.server().batch_sizes(), [1]);
}

#[test]
fn polish_and_proofread_take_batches_too() {
    let run = test_run(Dialect::Anthropic, &[]);
    assert_eq!(code(&translate(&run, &[])), 0);
    let (n_before, book) = (run.server().batch_sizes().len(), run.book_id());
    for command in ["polish", "proofread"] {
        let arguments = [command, &book, "--model", "mine/m", "--price", "2,8", "--batch", "--yes"];
        let done = run.command(&arguments).output().unwrap();
        assert_eq!(code(&done), 0, "{command}: {}", errors(&done));
    }
    assert!(run.server().batch_sizes().len() >= n_before + 2);
    assert_eq!(run.requests().len(), 0, "nothing is asked at the full price");
}

#[test]
fn a_limit_holds_for_what_is_handed_in() {
    let run = test_run(Dialect::OpenaiChat, &[]);
    let done = translate(&run, &["--max-cost", "0.03"]);
    assert!(cost(&run) <= 0.03, "{}", cost(&run));
    assert_ne!(code(&done), 1, "{}", errors(&done));
}

#[test]
fn a_model_without_batches_is_refused_in_words() {
    let run = test_run(Dialect::OpenaiChat, &[]);
    let said = run.run(&["translate", "book", "--to", "en", "--model", "rehearsal", "--batch"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.stderr.starts_with("error: `rehearsal` takes no batches\nhint: "), "{said:?}");
}

#[test]
fn a_batch_is_cancelled_keeps_what_was_answered_and_pays_nothing_twice() {
    for dialect in DIALECTS {
        let run = test_run(dialect, &[BatchFate::Stuck]);
        let mut running = Running::start(&mut run.command(&[TRANSLATE, &["--json"]].concat()));
        running.wait_for("batch_submitted");
        running.kill();
        let n_handed_in = run.server().batch_sizes()[0];
        let told: Value = serde_json::from_str(&run.succeed(&["batch", "cancel", "--json"])).unwrap();
        assert_eq!(told["stopping"], n_handed_in, "{dialect:?}: {told}");
        let again: Value = serde_json::from_str(&run.succeed(&["batch", "cancel", "--json"])).unwrap();
        assert_eq!(again["over"], n_handed_in, "{dialect:?}: {again}");
        let resumed = run.command(&["resume", "--price", "2,8"]).output().unwrap();
        assert_eq!(code(&resumed), 0, "{dialect:?}: {}", errors(&resumed));
        assert!(is_whole(&run), "{dialect:?}");
        let undisturbed = test_run(dialect, &[]);
        assert_eq!(code(&translate(&undisturbed, &[])), 0);
        let n_requests = |run: &TestRun| run.server().batch_sizes().iter().sum::<usize>();
        assert_eq!(n_requests(&run), n_requests(&undisturbed) + n_handed_in / 2, "{dialect:?}");
        let ratio = cost(&run) / cost(&undisturbed);
        assert!((0.99..1.01).contains(&ratio), "{dialect:?}: what was not answered is not paid for: {ratio}");
        let none = run.ok(&["batch", "cancel"]);
        assert!(none.stderr.contains("is waiting"), "{none:?}");
    }
}

#[test]
fn a_batch_is_cancelled_while_the_run_waits_for_it() {
    let run = test_run(Dialect::Anthropic, &[BatchFate::Stuck]);
    let mut running = Running::start(&mut run.command(&[TRANSLATE, &["--json"]].concat()));
    running.wait_for("batch_submitted");
    run.succeed(&["batch", "cancel"]);
    let (code_of_run, _) = running.finish();
    assert_ne!(code_of_run, 0, "the run rests");
    let resumed = run.command(&["resume", "--price", "2,8"]).output().unwrap();
    assert_eq!(code(&resumed), 0, "{}", errors(&resumed));
    assert!(is_whole(&run));
}

#[test]
fn the_api_tells_what_waits_in_a_batch_and_cancels_it() {
    let run = test_run(Dialect::OpenaiChat, &[BatchFate::Stuck]);
    let mut running = Running::start(&mut run.command(&[TRANSLATE, &["--json"]].concat()));
    running.wait_for("batch_submitted");
    running.kill();
    let serving = Serving::begin(&run.cli, &[]);
    let json = |method: &str, path: &str| -> Value {
        let reply = serving.ask(method, path, "");
        let body = reply.split_once("\r\n\r\n").unwrap().1;
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{reply}"))
    };
    let runs = json("GET", "/api/v1/runs");
    let path = format!("/api/v1/runs/{}", runs["items"][0]["id"].as_str().unwrap());
    let batch = json("GET", &path)["batch"].clone();
    assert_eq!(batch["n_requests"], run.server().batch_sizes()[0], "{batch}");
    assert_eq!((&batch["provider"], &batch["model"]), (&json!("mine"), &json!("mine/m")));
    let since = batch["since_ms"].as_i64().unwrap();
    assert!(since > 1_600_000_000_000, "{batch}");
    let cancelled = json("POST", &format!("{path}/batch/cancel"));
    assert_eq!(cancelled["n_stopping"], batch["n_requests"], "{cancelled}");
    serving.stop();
}
