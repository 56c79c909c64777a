//! Never over budget: with sixteen requests at once and a price, no more is spent than allowed, what is there can be
//! exported, and a higher limit finishes the book.

use crate::run::test_run::{TestRun, code, ended, errors, events, exists};
use llm_test_server::Plan;

/// Dollars for a million tokens.
const INPUT_PRICE: f64 = 10.0;
const OUTPUT_PRICE: f64 = 40.0;

#[test]
fn sixteen_at_once_never_spend_more_than_allowed_and_a_higher_limit_finishes() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(24, 12);
    let config = test_run.folder().join("config");
    std::fs::create_dir_all(&config).unwrap();
    let url = test_run.base_url();
    let settings = format!(
        "[vendors.test_run]\nname = \"TestRun\"\nbase_url = \"{url}\"\ndialect = \"openai\"\n\
         [vendors.test_run.models.m]\nwindow = 64000\nmax_output = 8000\n\
         price = {{ input = {INPUT_PRICE}, output = {OUTPUT_PRICE} }}\n"
    );
    std::fs::write(config.join("config.toml"), settings).unwrap();

    let limit = 1.2;
    let output = test_run
        .command(&[
            "translate",
            "book.txt",
            "--to",
            "en",
            "--model",
            "test_run/m",
            "--concurrency",
            "16",
            "--yes",
            "--json",
            "--chunk-size",
            "256",
            "--max-cost",
            "1.2",
            "-o",
            "half.txt",
        ])
        .output()
        .unwrap();
    assert_eq!(code(&output), 4, "{}", errors(&output));
    let events = events(&output);
    let ended = ended(&events);
    assert_eq!(ended["ending"], "budget");
    let spent = ended["usd"].as_f64().unwrap();
    assert!(spent <= limit, "{spent} of {limit} was spent");
    // One request may cost 0.38 here, so an honest stop comes no earlier than that before the limit.
    assert!(spent > limit - 0.45, "stopped at {spent} of {limit}: promises used the limit up");
    assert!(exists(&test_run.folder().join("half.txt")), "what is there can be exported");
    test_run.succeed(&["verify", "half.txt"]);
    let n_half = test_run.translations().len();
    assert!(n_half > 0 && n_half < 24 * 13, "{n_half}");

    let output =
        test_run.command(&["resume", "--max-cost", "100", "--json", "-o", "whole.txt"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    assert!(test_run.paragraphs().iter().all(|p| p.text.trim().is_empty() || p.translation.is_some()));
    test_run.succeed(&["verify", "whole.txt"]);
}

#[test]
fn a_limit_in_tokens_stops_the_run_too() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(6, 12);
    let output = test_run
        .translate(&["--json", "--concurrency", "4", "--max-tokens", "30000", "--chunk-size", "128"])
        .output()
        .unwrap();
    assert_eq!(code(&output), 4, "{}", errors(&output));
    let events = events(&output);
    let ended = ended(&events);
    let count = |field: &str| ended[field].as_u64().unwrap();
    let spent = count("input_tokens") + count("output_tokens");
    assert!(spent <= 30_000, "{spent}");
}

#[test]
fn a_limit_for_each_chapter_stops_each_at_its_own_and_a_higher_one_finishes() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(3, 40);
    let limit = 12_000;
    let output = test_run
        .translate(&["--json", "--chunk-size", "128", "--max-tokens-per-chapter", &limit.to_string()])
        .output()
        .unwrap();
    assert_eq!(code(&output), 4, "{}", errors(&output));
    let events = events(&output);
    let ended = ended(&events);
    assert_eq!(ended["ending"], "budget");
    let by_chapter = cost(&test_run);
    assert_eq!(by_chapter.keys().copied().collect::<Vec<_>>(), [1, 2, 3], "the others go on");
    assert!(by_chapter.values().all(|spent| *spent > 0 && *spent <= limit), "{by_chapter:?}");
    let n_left = ended["unresolved"].as_array().unwrap().len();
    assert_eq!(test_run.translations().len() + n_left, 3 * 41, "each paragraph is done or listed");

    let output = test_run
        .command(&["resume", "--max-tokens-per-chapter", "1000000", "--json", "-o", "whole.txt"])
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    assert_eq!(test_run.translations().len(), 3 * 41);
    test_run.succeed(&["verify", "whole.txt"]);
}

/// Tokens spent on each chapter.
fn cost(test_run: &TestRun) -> std::collections::BTreeMap<u64, u64> {
    let rows: Vec<serde_json::Value> = serde_json::from_str(&test_run.succeed(&["cost", "--json"])).unwrap();
    let count = |row: &serde_json::Value, field: &str| row[field].as_u64().unwrap();
    rows.iter()
        .map(|row| (count(row, "chapter"), count(row, "input_tokens") + count(row, "output_tokens")))
        .collect()
}

#[test]
fn a_task_that_cannot_be_paid_for_waits_or_was_never_begun_and_goes_on_when_it_can() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(2, 12);
    let output = test_run
        .translate(&["--json", "--effort", "careful", "--concurrency", "1", "--max-tokens", "4000"])
        .output()
        .unwrap();
    assert_eq!(code(&output), 4, "{}", errors(&output));
    let status = |test_run: &TestRun| -> serde_json::Value {
        serde_json::from_str(&test_run.succeed(&["status", "--json"])).unwrap()
    };
    let stopped = status(&test_run);
    let counts = |value: &serde_json::Value| {
        (value["tasks"].as_u64().unwrap(), value["tasks_ended"].as_u64().unwrap())
    };
    assert_eq!(counts(&stopped), (0, 0), "what has cost nothing leaves nothing behind: {stopped}");
    // A little more each time, until it is just enough for a first request, and not for the one after it.
    let begun = (9..60_u32).map(|half_thousands| {
        let limit = (half_thousands * 500).to_string();
        let output = test_run.command(&["resume", "--max-tokens", &limit, "--json"]).output().unwrap();
        assert_eq!(code(&output), 4, "{}", errors(&output));
        status(&test_run)
    });
    let stopped = begun.into_iter().find(|stopped| counts(stopped).0 > 0).unwrap();
    let (n_tasks, n_ended) = counts(&stopped);
    assert_eq!(n_tasks, n_ended + 1, "what has begun waits: {stopped}");
    let output = test_run.command(&["resume", "--max-tokens", "1000000", "--json"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let (all, ended) = counts(&status(&test_run));
    assert_eq!(all, ended);
}
