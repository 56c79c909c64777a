//! What is said of a run is so: whose money, which limit, how much is done, what remains and why, and what is waited for.

use crate::program::test_cli;
use crate::run::test_run::{Running, TestRun, code, ended, errors, events, exists};
use llm::{Dialect, ScriptedReply, Usage};
use llm_test_server::{Plan, TestServer, Turn, WireFault};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Settings for a service with a price at this address.
fn priced(name: &str, url: &str) -> String {
    format!(
        "[vendors.{name}]\nname = \"{name}\"\nbase_url = \"{url}\"\ndialect = \"openai\"\n\
         [vendors.{name}.models.m]\nwindow = 64000\nmax_output = 8000\nprice = {{ input = 10.0, output = 40.0 }}\n"
    )
}

fn cost_by(rows: &Value, field: &str) -> BTreeMap<String, i64> {
    let mut by: BTreeMap<String, i64> = BTreeMap::new();
    for row in rows.as_array().unwrap() {
        *by.entry(row[field].as_str().unwrap().to_owned()).or_default() +=
            row["usd_micros"].as_i64().unwrap();
    }
    by
}

#[test]
fn a_fallbacks_money_is_booked_on_the_fallback_and_a_surveys_on_the_survey() {
    let test_run = TestRun::new(Plan::agent());
    let used = Usage { input: 1_000, output: 500, ..Usage::default() };
    let term = json!({"term": "師匠", "category": "other", "translation": "master"});
    let answer = json!({"terms": [term], "characters": [], "summaries": []});
    let survey = ScriptedReply::call("submit_survey", &answer).costing(used);
    let talk = ScriptedReply::text("I would rather talk about it.").costing(used);
    let turns = vec![Turn::reply(survey)];
    let plan = Plan { turns, then: Some(Turn::reply(talk)) };
    let talker = test_run.runtime.block_on(TestServer::start(plan)).unwrap();
    let settings =
        priced("talker", &talker.base_url(Dialect::OpenaiChat)) + &priced("worker", &test_run.base_url());
    test_run.file("config/config.toml", settings);
    test_run.book(1, 2);
    test_run.succeed(&["import", "book.txt", "--to", "en"]);
    let book = test_run.book_id();
    test_run.succeed(&["survey", &book, "--to", "en", "--model", "talker/m", "--yes"]);
    let arguments = ["translate", &book, "--model", "talker/m", "--fallback", "worker/m", "--yes", "--json"];
    let output = test_run.command(&arguments).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));

    let rows = test_run.json(&["cost"]);
    let (kinds, models) = (cost_by(&rows, "kind"), cost_by(&rows, "model"));
    assert_eq!(kinds.keys().collect::<Vec<_>>(), ["survey", "translation"], "{rows}");
    assert_eq!(models.keys().collect::<Vec<_>>(), ["talker/m", "worker/m"], "{rows}");
    assert!(kinds.values().chain(models.values()).all(|micros| *micros > 0), "{rows}");
    let runs = test_run.json(&["runs"]);
    let total: i64 = runs.as_array().unwrap().iter().map(|run| run["usd_micros"].as_i64().unwrap()).sum();
    assert_eq!(models.values().sum::<i64>(), total, "nothing is lost or counted twice");
}

#[test]
fn a_resumed_run_shows_its_new_limit_and_status_what_to_type_next() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(6, 12);
    let stopped = ["--concurrency", "2", "--max-tokens", "30000", "--chunk-size", "128"];
    assert_eq!(code(&test_run.translate(&stopped).output().unwrap()), 4);
    let run = test_run.json(&["runs"])[0].clone();
    assert_eq!(run["max_tokens"], 30_000);
    let (done, all) = (run["tasks_ended"].as_u64().unwrap(), run["chunks"].as_u64().unwrap());
    assert!(done > 0 && all > done, "{run}");
    let listed = test_run.succeed(&["runs"]);
    assert!(listed.contains(&format!("{done}/{all}")) && listed.contains("30,000 tokens"), "{listed}");

    let status = test_run.succeed(&["status"]);
    let n_done = test_run.translations().len();
    assert!(
        status.contains(&format!("book: book ({}), {n_done} of 78 paragraphs", test_run.book_id())),
        "{status}"
    );
    assert!(status.contains(&format!("{done} of {all} chunks")), "{status}");
    let id = run["id"].as_str().unwrap();
    assert!(status.contains(&format!("next: `tsumugi resume {id}` with a higher `--max-cost`")), "{status}");

    let output = test_run.command(&["resume", "--max-tokens", "9000000"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let run = test_run.json(&["status"]);
    assert_eq!((&run["max_tokens"], &run["ending"]), (&json!(9_000_000), &json!("finished")));
    assert_eq!((&run["translated"], &run["chunks"]), (&run["paragraphs"], &run["tasks_ended"]), "{run}");
    let status = test_run.succeed(&["status"]);
    assert!(
        status.contains("limit: 9,000,000 tokens") && status.contains("next: `tsumugi export"),
        "{status}"
    );
}

#[test]
fn a_paragraph_accepted_twice_counts_once() {
    let test_run = TestRun::new(Plan::agent());
    // So many numbers and sentences in a paragraph are worth further candidates.
    let crowded = "1812年に彼は3隻の船を持っていた。そのうち2隻を失った。".repeat(6);
    test_run.file("book.txt", format!("第1話　港\n\n　{crowded}\n　澪は手紙を読んだ。\n"));
    let output = test_run.translate(&["--candidates", "3", "--json"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let accepted = test_run.translations().len();
    assert_eq!(ended(&events(&output))["accepted"], accepted);
    let status = test_run.json(&["status"]);
    assert!(status["tasks"].as_u64().unwrap() > 1, "there were rounds: {status}");
    assert_eq!(status["ledger"]["accepted"], accepted, "{status}");
}

#[test]
fn resuming_writes_the_file_that_was_promised_and_says_when_there_is_nothing_to_resume() {
    let test_run = TestRun::new(Plan::agent());
    let said = test_run.run(&["resume"]);
    assert!(said.code == 1 && said.stderr.contains("there was no run yet"), "{said:?}");
    test_run.book(4, 12);
    let options = ["--json", "--concurrency", "1", "--chunk-size", "128", "-o", "out.txt"];
    let mut running = Running::start(&mut test_run.translate(&options));
    running.wait_for("accepted");
    running.kill();
    assert!(!exists(&test_run.path("out.txt")));
    test_run.ok(&["resume"]);
    test_run.succeed(&["verify", "out.txt"]);
    std::fs::remove_file(test_run.path("out.txt")).unwrap();

    let said = test_run.ok(&["resume"]);
    assert!(said.stderr.contains("finished; nothing is left to resume"), "{said:?}");
    assert!(!exists(&test_run.path("out.txt")), "a file is written once");
    let said = test_run.ok(&["resume", "-o", "again.txt"]);
    assert!(said.stderr.contains("nothing is left to resume"), "{said:?}");
    test_run.succeed(&["verify", "again.txt"]);
}

#[test]
fn a_rate_limit_is_told_while_it_is_waited_for() {
    let limited = Turn::agent().with(WireFault::RateLimited { retry_after: Some(1) });
    let test_run = TestRun::new(Plan { turns: vec![limited], then: Some(Turn::agent()) });
    test_run.book(1, 2);
    let output = test_run.translate(&[]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let said = errors(&output);
    assert!(said.contains("refused the request for now") && said.contains("; trying again in 2 s"), "{said}");
}

#[test]
fn a_server_that_is_not_running_is_named_with_how_to_start_it() {
    let cli = test_cli();
    let at = |port: u16| format!("base_url = \"http://127.0.0.1:{port}\"\n");
    let settings = format!("[vendors.ollama]\n{0}[vendors.lmstudio]\n{0}[vendors.llamacpp]\n{0}", at(9));
    cli.file("config/config.toml", settings);
    let servers = [("ollama", "Ollama", "`ollama serve`"), ("lmstudio", "LM Studio", "`lms server start`")];
    for (vendor, name, start) in
        servers.into_iter().chain([("llamacpp", "llama.cpp server", "`llama-server")])
    {
        let said = cli.run(&["models", "test", &format!("{vendor}/qwen3")]);
        assert_ne!(said.code, 0, "{said:?}");
        let told = format!("{name} is not running on http://127.0.0.1:9\nhint: start it with {start}");
        assert!(said.stderr.contains(&told), "{said:?}");
    }
}

/// A program that translates badly in two ways, told apart by what the source says.
const BAD: &str = "while read -r line; do case \"$line\" in\n\
    *と1日*) printf '%s\\n' \"$line\";;\n\
    *と2日*) printf 'yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes\\n';;\n\
    *) printf 'On day 3 of year 1 she read the letter at the top of the hill.\\n';;\nesac; done\n";

#[test]
fn every_paragraph_left_is_told_with_its_own_reason() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(1, 3);
    test_run.file("bad.sh", BAD);
    let arguments = ["translate", "book.txt", "--to", "en", "--model", "command:sh bad.sh", "--json"];
    let output = test_run.command(&arguments).output().unwrap();
    assert_eq!(code(&output), 3, "{}", errors(&output));
    let events = events(&output);
    let left = ended(&events)["unresolved"].as_array().unwrap().clone();
    let reasons: BTreeSet<&str> = left.iter().map(|one| one["reason"].as_str().unwrap()).collect();
    assert!(reasons.len() > 1, "{left:?}");
    let told: BTreeSet<&str> = events
        .iter()
        .filter(|event| event["event"] == "policy" && event["remedy"] == "leave")
        .map(|event| event["reason"].as_str().unwrap())
        .collect();
    assert_eq!(told, reasons, "{events:?}");
    let status = test_run.json(&["status"]);
    for one in &left {
        let same = |other: &&Value| other["paragraph_id"] == one["paragraph_id"];
        let listed = status["unresolved"].as_array().unwrap().iter().find(same).unwrap();
        assert_eq!(listed["reason"], one["reason"], "{status}");
    }
}
