//! A monthly budget shared by runs in several processes: never passed, said in words, and told by whom and on what.

use crate::run::test_run::{Running, TestRun, code};
use llm_test_server::{Plan, Turn, WireFault};
use serde_json::Value;
use std::time::Duration;

/// Dollars for a million tokens.
const INPUT_PRICE: f64 = 10.0;
const OUTPUT_PRICE: f64 = 40.0;

/// Settings with a model that has a price.
pub(crate) fn with_price(test_run: &TestRun, more: &str) {
    let config = test_run.folder().join("config");
    std::fs::create_dir_all(&config).unwrap();
    let url = test_run.base_url();
    let settings = format!(
        "[vendors.test_run]\nname = \"TestRun\"\nbase_url = \"{url}\"\ndialect = \"openai\"\n{more}\
         [vendors.test_run.models.m]\nwindow = 64000\nmax_output = 8000\n\
         price = {{ input = {INPUT_PRICE}, output = {OUTPUT_PRICE} }}\n"
    );
    std::fs::write(config.join("config.toml"), settings).unwrap();
}

/// What was spent by the ledger of the budgets, and set aside, in millionths of a dollar.
fn standing(test_run: &TestRun) -> (i64, i64) {
    let told: Value = serde_json::from_str(&test_run.succeed(&["budget", "--json"])).unwrap();
    let spent: i64 =
        told["spending"].as_array().unwrap().iter().map(|row| row["micros"].as_i64().unwrap()).sum();
    (spent, told["budgets"][0]["held_micros"].as_i64().unwrap_or_default())
}

fn begin(test_run: &TestRun, file: &str) -> std::process::Command {
    let arguments = [
        "translate",
        file,
        "--to",
        "en",
        "--model",
        "test_run/m",
        "--yes",
        "--chunk-size",
        "128",
        "--concurrency",
        "4",
    ];
    test_run.command(&arguments)
}

#[test]
fn runs_of_several_processes_share_a_monthly_budget_and_say_what_to_do_when_they_meet_it() {
    let test_run = TestRun::new(Plan::agent());
    with_price(&test_run, "");
    let files = ["one.txt", "two.txt", "three.txt"];
    for (file, n_chapters) in files.iter().zip(24..) {
        std::fs::rename(test_run.book(n_chapters, 12), test_run.folder().join(file)).unwrap();
        test_run.ok(&["import", file]);
    }
    assert_eq!(standing(&test_run), (0, 0));
    let said = test_run.ok(&["budget", "set", "0.9"]);
    assert!(said.stdout.contains("$0.9000"), "{said:?}");
    let running: Vec<_> = files
        .iter()
        .map(|file| begin(&test_run, file).stderr(std::process::Stdio::piped()).spawn().unwrap())
        .collect();
    for child in running {
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(code(&output), 4, "{errors}");
        assert!(errors.contains("this month's budget of the library"), "{errors}");
        assert!(errors.contains("tsumugi budget set 1.80") && errors.contains("tsumugi resume"), "{errors}");
    }
    let (spent, held) = standing(&test_run);
    assert!(spent <= 900_000, "{spent} of 900000 was spent");
    assert!(spent > 300_000, "stopped at {spent} of 900000: what was set aside used the budget up");
    assert_eq!(held, 0, "what was left is given back");
    // Each step is rounded to millionths by itself.
    let is_near = |spent: i64, cost: i64| (spent - cost).abs() < 1_000;
    assert!(is_near(spent, cost(&test_run)), "what is told by month is what the runs cost: {spent}");

    test_run.ok(&["budget", "remove"]);
    let output = test_run.command(&["resume"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    let (spent, held) = standing(&test_run);
    assert!(
        held == 0 && is_near(spent, cost(&test_run)),
        "without a budget it is told all the same: {spent}"
    );
    let told = test_run.ok(&["budget"]).stdout;
    assert!(told.contains("(nobody logged in)"), "{told}");
}

#[test]
fn a_killed_run_is_booked_with_what_it_was_promised_and_the_rest_is_released() {
    let slow = Turn::agent().with(WireFault::Latency(Duration::from_millis(60)));
    let test_run = TestRun::new(Plan { turns: Vec::new(), then: Some(slow) });
    with_price(&test_run, "");
    test_run.book(2, 12);
    test_run.ok(&["import", "book.txt"]);
    test_run.ok(&["budget", "set", "5", "--book", &test_run.book_id()]);
    let mut running = Running::start(begin(&test_run, "book.txt").arg("--json"));
    running.wait_for("accepted");
    running.kill();
    assert!(standing(&test_run).1 > 0, "nobody knows yet that it is gone");
    let output = test_run.command(&["resume"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    let (spent, held) = standing(&test_run);
    let cost = cost(&test_run);
    assert_eq!(held, 0);
    assert!(spent >= cost, "what the dead session was promised counts: {spent} of {cost}");
    // Four calls at once, each promised once again; none may cost more than this here.
    assert!(spent - cost <= 8 * 400_000, "{spent} of {cost}");
}

fn cost(test_run: &TestRun) -> i64 {
    let rows: Vec<Value> = serde_json::from_str(&test_run.succeed(&["cost", "--json"])).unwrap();
    rows.iter().map(|row| row["usd_micros"].as_i64().unwrap()).sum()
}
