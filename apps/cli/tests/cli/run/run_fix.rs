//! `tsumugi fix` at the door: killed and resumed, stopped at a budget, and honest about what remains.

use crate::program::writer_url;
use crate::run::test_run::{Running, TestRun, code, ended, errors, events};
use book::edit::Edit;
use book::text::version::{Author, Selection, TaskKind};
use llm::ScriptedReply;
use llm_test_server::{Plan, Turn};
use serde_json::Value;
use store::change::Cause;
use store::store::Store;

/// A translated book in which some paragraphs were left in their own language.
fn spoilt(plan: Plan, n_spoilt: usize) -> (TestRun, Vec<String>) {
    let test_run = TestRun::new(plan);
    test_run.book(2, 8);
    test_run.succeed(&["import", "book.txt", "--to", "en"]);
    test_run.succeed(&[
        "translate",
        &test_run.book_id(),
        "--model",
        "writer",
        "--base-url",
        writer_url(),
        "--yes",
        "--quiet",
    ]);
    let prose = |source: &str| source.contains("のことだった");
    let spoilt: Vec<(String, String)> = test_run
        .paragraphs()
        .into_iter()
        .filter(|one| prose(&one.text))
        .step_by(2)
        .take(n_spoilt)
        .map(|one| (one.id, one.text))
        .collect();
    test_run.runtime.block_on(plant(&test_run, &spoilt));
    (test_run, spoilt.into_iter().map(|(id, _)| id).collect())
}

/// Writes a model's bad work, past every judge.
async fn plant(test_run: &TestRun, texts: &[(String, String)]) {
    let store = Store::open(&test_run.library()).await.unwrap();
    let book = store.library().books().await.unwrap().remove(0);
    let author =
        Author::Model { model: "m".to_owned(), task_kind: TaskKind::Translation, task: None, run: None };
    let edits: Vec<Edit> = texts
        .iter()
        .map(|(id, text)| Edit::AddVersion {
            paragraph: id.parse().unwrap(),
            text: text.clone(),
            author: author.clone(),
            selection: Selection::Select,
        })
        .collect();
    let cause = Cause { who: author, run: None, task: None, note: "planted".to_owned() };
    store.commit(book.id, &edits, &cause, 1).await.unwrap();
    store.close().await;
}

fn blocking(test_run: &TestRun) -> Vec<Value> {
    let found = test_run.succeed(&["check", &test_run.book_id(), "--severity", "block", "--json"]);
    serde_json::from_str(&found).unwrap()
}

fn fix(test_run: &TestRun, more: &[&str]) -> std::process::Command {
    let (book, url) = (test_run.book_id(), test_run.base_url());
    let mut arguments = vec!["fix", &book, "--model", "m", "--base-url", &url, "--json", "--yes"];
    arguments.extend(["--severity", "block", "--concurrency", "1"]);
    arguments.extend(more);
    test_run.command(&arguments)
}

#[test]
fn killed_in_the_middle_and_resumed_everything_is_mended_and_paid_once() {
    let (test_run, spoilt) = spoilt(Plan::agent(), 6);
    let before = test_run.translations();
    assert!(blocking(&test_run).len() >= 6);
    let mut running = Running::start(&mut fix(&test_run, &[]));
    running.wait_for("accepted");
    running.wait_for("accepted");
    running.kill();
    let output = test_run.command(&["resume", "--json"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    assert_eq!(blocking(&test_run), Vec::<Value>::new());
    let after = test_run.translations();
    for (id, text) in &after {
        assert_eq!(before.get(id) != Some(text), spoilt.contains(id), "{id}: {text}");
    }
    assert!(test_run.requests().len() <= spoilt.len() + 1, "{} requests", test_run.requests().len());
}

#[test]
fn a_limit_too_small_stops_before_anything_is_sent() {
    let (test_run, _) = spoilt(Plan::agent(), 2);
    let before = test_run.translations();
    let output = fix(&test_run, &["--max-tokens", "600"]).output().unwrap();
    assert_eq!(code(&output), 4, "{}", errors(&output));
    assert_eq!((test_run.requests().len(), test_run.translations() == before), (0, true));
}

#[test]
fn what_cannot_be_mended_is_listed_and_told_by_the_exit_code() {
    let talk = Turn::reply(ScriptedReply::text("I would rather talk about it."));
    let (test_run, spoilt) = spoilt(Plan { turns: Vec::new(), then: Some(talk) }, 1);
    let before = test_run.translations();
    let output = fix(&test_run, &[]).output().unwrap();
    assert_eq!(code(&output), 3, "{}", errors(&output));
    assert!(errors(&output).contains(&spoilt[0]), "{}", errors(&output));
    assert_eq!(ended(&events(&output))["ending"], "unresolved");
    assert_eq!(test_run.translations(), before);
}

#[test]
fn a_dry_run_says_what_would_be_done_and_does_nothing() {
    let (test_run, _) = spoilt(Plan::agent(), 3);
    let before = test_run.translations();
    let output = test_run.command(&["fix", &test_run.book_id(), "--dry-run"]).output().unwrap();
    assert_eq!(code(&output), 0);
    let said = errors(&output);
    assert!(
        said.contains("3 paragraphs with something to mend") || said.contains("translated afresh"),
        "{said}"
    );
    assert_eq!((test_run.translations() == before, test_run.requests().len()), (true, 0));
}

#[test]
fn a_paragraph_that_became_better_and_still_has_a_fault_remains_and_is_not_accepted_too() {
    let (test_run, spoilt) = spoilt(Plan::agent(), 1);
    let texts = [(spoilt[0].clone(), "澪は糸玉を the the 数えた。".to_owned())];
    test_run.runtime.block_on(plant(&test_run, &texts));
    test_run.file(
        "half.sh",
        "while read -r line; do echo 'She counted the the balls of yarn by the harbor.'; done\n",
    );
    let book = test_run.book_id();
    let arguments =
        ["fix", &book, "--model", "command:sh half.sh", "--json", "--yes", "--paragraphs", &spoilt[0]];
    let output = test_run.command(&arguments).output().unwrap();
    let events = events(&output);
    let ended = ended(&events);
    let was_accepted = events.iter().any(|event| event["event"] == "accepted");
    let remains = ended["unresolved"].as_array().unwrap();
    assert!(was_accepted && remains.len() == 1, "{} {ended}", errors(&output));
    assert_eq!((code(&output), &ended["accepted"]), (3, &serde_json::json!(0)), "{ended}");
}
