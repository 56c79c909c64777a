//! Never over budget: with sixteen requests at once and a price, no more is spent than allowed, what is there can be
//! exported, and a higher limit finishes the book.

use crate::stage::{Stage, code, ended, errors, events, exists};
use llm::test_server::Plan;

/// Dollars for a million tokens.
const INPUT_PRICE: f64 = 10.0;
const OUTPUT_PRICE: f64 = 40.0;

#[test]
fn sixteen_at_once_never_spend_more_than_allowed_and_a_higher_limit_finishes() {
    let stage = Stage::new(Plan::agent());
    stage.book(24, 12);
    let config = stage.folder.path().join("config");
    std::fs::create_dir_all(&config).unwrap();
    let url = stage.base_url();
    let settings = format!(
        "[vendors.stage]\nname = \"Stage\"\nbase_url = \"{url}\"\ndialect = \"openai\"\n\
         [vendors.stage.models.m]\nwindow = 64000\nmax_output = 8000\n\
         price = {{ input = {INPUT_PRICE}, output = {OUTPUT_PRICE} }}\n"
    );
    std::fs::write(config.join("config.toml"), settings).unwrap();

    let limit = 1.2;
    let output = stage
        .tsumugi(&[
            "translate",
            "book.txt",
            "--to",
            "en",
            "--model",
            "stage/m",
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
    assert!(exists(&stage.folder.path().join("half.txt")), "what is there can be exported");
    stage.succeed(&["verify", "half.txt"]);
    let n_half = stage.translations().len();
    assert!(n_half > 0 && n_half < 24 * 13, "{n_half}");

    let output =
        stage.tsumugi(&["resume", "--max-cost", "100", "--json", "-o", "whole.txt"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    assert!(stage.paragraphs().iter().all(|p| p.source.trim().is_empty() || p.translation.is_some()));
    stage.succeed(&["verify", "whole.txt"]);
}

#[test]
fn a_limit_in_tokens_stops_the_run_too() {
    let stage = Stage::new(Plan::agent());
    stage.book(6, 12);
    let output = stage
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
