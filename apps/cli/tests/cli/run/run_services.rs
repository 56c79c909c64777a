//! The program against servers that refuse what the real services refuse; the table in the docs is written from it.

use crate::run::test_run::{TestRun, code, errors, events};
use llm::{Dialect, ScriptedReply};
use llm_test_server::{Part, Plan, Service, TestServer, Turn, WireFault};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

/// A run whose settings lead a service's name to the server; gives the model's name.
fn run_with(service: Service, plan: Plan) -> (TestRun, String) {
    let test_run = TestRun::new_as(service, plan);
    let (vendor, model) = service.listed();
    let settings = format!("[vendors.{vendor}]\nbase_url = '{}'\n", test_run.base_url_for(service.dialect()));
    test_run.cli.file("config/config.toml", settings);
    test_run.book(1, 6);
    (test_run, format!("{vendor}/{model}"))
}

fn is_done(test_run: &TestRun, arguments: &[&str]) -> bool {
    let output = test_run.command(arguments).output().unwrap();
    let refusals = test_run.refusals();
    assert!(code(&output) == 0 && refusals.is_empty(), "{arguments:?}: {}\n{refusals:?}", errors(&output));
    true
}

/// Whether a service that can only be asked for a tool, not made to call it, surveys a book.
fn survey(service: Service) -> bool {
    let term = json!({"term": "lamp", "category": "other", "translation": "lamp"});
    let answer = json!({"terms": [term], "characters": [], "summaries": []});
    let then = Some(Turn::reply(ScriptedReply::call("submit_survey", &answer)));
    let (test_run, model) = run_with(service, Plan { turns: Vec::new(), then });
    test_run.succeed(&["import", "book.txt"]);
    is_done(&test_run, &["survey", &test_run.book_id(), "--to", "en", "--model", &model, "--yes"])
}

/// Whether a service goes on with a conversation in which its model talked instead of working.
fn nudged(service: Service) -> bool {
    let turns = vec![Turn::reply(ScriptedReply::text("I will begin at once."))];
    let (test_run, model) = run_with(service, Plan { turns, then: Some(Turn::agent()) });
    is_done(&test_run, &["translate", "book.txt", "--to", "en", "--model", &model])
        && test_run.translations().len() >= 6
}

/// Whether a service takes the review that a check asks for when the work is done.
fn reviewed(service: Service) -> bool {
    let careless = Turn { part: Part::Careless, fault: WireFault::Nothing };
    let (test_run, model) = run_with(service, Plan { turns: vec![careless], then: Some(Turn::agent()) });
    let arguments = ["translate", "book.txt", "--to", "en", "--model", &model, "--json"];
    let output = test_run.command(&arguments).output().unwrap();
    let refusals = test_run.refusals();
    assert!(code(&output) == 0 && refusals.is_empty(), "{}\n{refusals:?}", errors(&output));
    let events = events(&output);
    let has = |name: &str| events.iter().any(|event| event["event"] == name);
    let is_in_review = events.iter().any(|event| event["event"] == "moved" && event["status"] == "review");
    is_in_review && !has("review_failed")
}

/// Whether a service goes on in the middle of a conversation that another one began.
fn resumed(service: Service) -> bool {
    let (test_run, model) = run_with(service, Plan::agent());
    // It talks first, so that the limit is reached in the middle of the conversation.
    let turns = vec![Turn::reply(ScriptedReply::text("I will begin at once."))];
    let plan = Plan { turns, then: Some(Turn::agent()) };
    let plain = test_run.runtime.block_on(TestServer::start(plan)).unwrap();
    let url = plain.base_url(Dialect::OpenaiChat);
    let limit = ["--max-tokens", "4500", "--concurrency", "1"];
    let first = ["translate", "book.txt", "--to", "en", "--model", "m", "--base-url", &url];
    let stopped = test_run.command(&[&first[..], &limit[..]].concat()).output().unwrap();
    assert!(code(&stopped) != 0 && !plain.requests().is_empty(), "{}", errors(&stopped));
    is_done(&test_run, &["resume", "--model", &model, "--max-tokens", "9000000"])
        && test_run.translations().len() >= 6
}

#[test]
fn every_service_does_every_kind_of_work() {
    let head = "| service | translate | survey | polish | three questions in one chat | nudge | review | resume with another model |\n|---|---|---|---|---|---|---|---|\n";
    let mut table = head.to_owned();
    for service in Service::ALL {
        let (test_run, model) = run_with(*service, Plan::agent());
        let yes = |done: bool| if done { "yes" } else { "no" };
        let translated = is_done(&test_run, &["translate", "book.txt", "--to", "en", "--model", &model]);
        let book = test_run.book_id();
        let surveyed = survey(*service);
        let polished = is_done(&test_run, &["polish", &book, "--model", &model]);
        let mut answered = true;
        let first = test_run.command(&["chat", &book, "One?", "--json", "--model", &model]).output().unwrap();
        let session = events(&first)[0]["session"].as_str().unwrap().to_owned();
        for question in ["Two?", "Three?"] {
            answered &=
                is_done(&test_run, &["chat", &book, question, "--session", &session, "--model", &model]);
        }
        let _ = writeln!(
            table,
            "| {service} | {} | {} | {} | {} | {} | {} | {} |",
            yes(translated),
            yes(surveyed),
            yes(polished),
            yes(answered),
            yes(nudged(*service)),
            yes(reviewed(*service)),
            yes(resumed(*service))
        );
    }
    for page in ["docs/models.md", "docs/zh/models.md"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains(&table), "{page} lacks this table:\n{table}");
    }
}
