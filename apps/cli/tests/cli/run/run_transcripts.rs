//! Transcripts leave the library on request or by age; runs and costs stay, and an unfinished task keeps its own.

use crate::run::test_run::{Running, TestRun, code, errors};
use llm_test_server::Plan;

const OPTIONS: &[&str] = &["--json", "--chunk-size", "64", "--concurrency", "1", "--yes"];

#[test]
fn transcripts_are_purged_and_an_interrupted_run_still_resumes() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(4, 24);
    let mut running = Running::start(&mut test_run.translate(OPTIONS));
    running.wait_for("accepted");
    running.wait_for("accepted");
    running.kill();
    let asked = test_run.command(&["transcripts", "purge"]).output().unwrap();
    assert_eq!(code(&asked), 2, "without a terminal it needs `--yes`: {}", errors(&asked));
    let kept = test_run.json(&["transcripts", "purge", "--older-than", "1d", "--yes"]);
    assert_eq!(kept["tasks"], 0, "nothing is that old: {kept}");
    test_run.ok(&["transcripts", "purge", "--yes"]);

    let n_before = test_run.requests().len();
    let resumed = test_run.command(&["resume", "--json"]).output().unwrap();
    assert_eq!(code(&resumed), 0, "{}", errors(&resumed));
    assert!(test_run.requests().len() > n_before);
    let paragraphs = test_run.paragraphs();
    assert!(paragraphs.iter().all(|one| one.text.trim().is_empty() || one.translation.is_some()));

    let cost = test_run.succeed(&["cost", "--json"]);
    let purged = test_run.json(&["transcripts", "purge", &test_run.book_id(), "--yes"]);
    assert!(purged["tasks"].as_u64() > Some(0) && purged["bytes"].as_u64() > Some(0), "{purged}");
    assert_eq!(test_run.succeed(&["cost", "--json"]), cost, "costs stay");
    assert_eq!(test_run.json(&["transcripts", "purge", "--yes"])["tasks"], 0);
}

#[test]
fn how_long_transcripts_are_kept_is_a_setting() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(1, 6);
    let done = test_run.translate(OPTIONS).output().unwrap();
    assert_eq!(code(&done), 0, "{}", errors(&done));
    test_run.file("config/config.toml", "keep_transcripts_days = 1\n");
    test_run.ok(&["books"]);
    test_run.file("config/config.toml", "");
    assert!(
        test_run.json(&["transcripts", "purge", "--older-than", "0d", "--yes"])["tasks"].as_u64() > Some(0)
    );

    let done = test_run.translate(&[OPTIONS, &["--again"]].concat()).output().unwrap();
    assert_eq!(code(&done), 0, "{}", errors(&done));
    test_run.file("config/config.toml", "keep_transcripts_days = 0\n");
    test_run.ok(&["books"]);
    test_run.file("config/config.toml", "");
    assert_eq!(
        test_run.json(&["transcripts", "purge", "--yes"])["tasks"],
        0,
        "taken out as the setting says"
    );
}
