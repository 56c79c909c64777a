//! What a person sets for a model, what is learnt about it, newer prices, and recorded conversations.

use crate::program::{test_cli, with_books, writer_url};

#[test]
fn settings_are_written_checked_shown_and_removed() {
    let cli = test_cli();
    cli.file("config/config.toml", b"# my own remark\nask_above = 3.5\n");
    let arguments = ["models", "set", "deepseek/deepseek-flash", "thinking=low", "first_token_timeout=15m"];
    cli.run(&arguments).succeeded();
    cli.run(&["models", "set", "deepseek", "requests_per_minute=30", "timeout=10m"]).succeeded();
    let settings = std::fs::read_to_string(cli.path("config/config.toml")).unwrap();
    assert!(settings.starts_with("# my own remark\nask_above = 3.5\n"), "{settings}");
    let shown = cli.run(&["models", "set", "deepseek/deepseek-flash", "--json"]).succeeded().json();
    assert_eq!(shown["thinking"], "low");
    assert_eq!(shown["first_token_timeout"], "15m");
    assert_eq!(shown["timeout"], "10m");
    assert_eq!(shown["requests_per_minute"], 30);
    cli.run(&["models", "set", "deepseek", "timeout="]).succeeded();
    let shown = cli.run(&["models", "set", "deepseek/deepseek-flash", "--json"]).succeeded().json();
    assert!(shown["timeout"].is_null(), "{shown}");
    let before = std::fs::read_to_string(cli.path("config/config.toml")).unwrap();
    for (wrong, code, words) in [
        ("timeout=soon", 1, "`10m`"),
        ("thinking=much", 1, "`medium`"),
        ("nosuch=1", 2, "there is no setting `nosuch`"),
        ("timeout", 2, "`KEY=VALUE`"),
    ] {
        let said = cli.run(&["models", "set", "deepseek", wrong]);
        assert!(said.code == code && said.stderr.contains(words), "{wrong}: {said:?}");
    }
    assert_eq!(std::fs::read_to_string(cli.path("config/config.toml")).unwrap(), before);
}

#[test]
fn what_was_learnt_is_shown_and_forgotten() {
    let cli = test_cli();
    let none = cli.run(&["models", "learned"]).succeeded();
    assert!(none.stderr.contains("nothing was learnt"), "{none:?}");
    let learned = "[\"mine/small\"]\nquirks = [\"no_temperature\"]\nomitted = [\"seed\"]\nwindow = 4096\n";
    cli.file("config/learned.toml", learned.as_bytes());
    let shown = cli.run(&["models", "learned"]).succeeded().stdout;
    assert!(
        shown.contains("mine/small") && shown.contains("no_temperature") && shown.contains("seed"),
        "{shown}"
    );
    cli.run(&["models", "learned", "mine/small", "--forget"]).succeeded();
    assert_eq!(cli.run(&["models", "learned", "--json"]).succeeded().json(), serde_json::json!({}));
}

#[test]
fn newer_prices_are_taken_in_and_broken_ones_change_nothing() {
    let cli = test_cli();
    let list = "updated = \"2030-01-01\"\n[prices.deepseek.\"deepseek-flash\"]\npriced_on = \"2030-01-01\"\nprice = { input = 0.01, output = 0.02 }\n";
    cli.file("newer.toml", list.as_bytes());
    cli.run(&["models", "update-prices", "newer.toml"]).succeeded();
    cli.file("broken.toml", b"prices = 3\n");
    let said = cli.run(&["models", "update-prices", "broken.toml"]);
    assert!(said.code == 1 && said.stderr.contains("cannot read the list of prices"), "{said:?}");
    let listed = cli.run(&["models", "list", "deepseek/deepseek-flash", "--json"]).succeeded().json();
    assert_eq!(listed[0]["usd_per_million_output"], 0.02);
    assert_eq!(listed[0]["priced_on"], "2030-01-01");
}

#[test]
fn a_recorded_run_is_shown_and_run_again_without_the_model() {
    let cli = with_books();
    let arguments = [
        "translate",
        "tale",
        "--to",
        "es",
        "--model",
        "writer",
        "--base-url",
        writer_url(),
        "--record",
        "run.jsonl",
    ];
    cli.run(&arguments).succeeded();
    let shown = cli.run(&["replay", "run.jsonl"]).succeeded().stdout;
    assert!(shown.contains("called  add_translation_batch"), "{shown}");
    let takes = cli.run(&["replay", "run.jsonl", "--json"]).succeeded().json();
    assert!(takes.as_array().unwrap().iter().all(|take| take["failure"].is_null()), "{takes}");
    cli.file("broken.jsonl", b"{}\n");
    let said = cli.run(&["replay", "broken.jsonl"]);
    assert!(said.code == 1 && said.stderr.contains("line 1"), "{said:?}");
}
