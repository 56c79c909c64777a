//! People who stop a run, and people who start two.

use crate::run::test_run::{Running, TestRun, code, ended, errors};
use crate::serving::Serving;
use llm_test_server::{Plan, Turn, WireFault};
use std::process::Stdio;
use std::time::Duration;

const OPTIONS: &[&str] = &["--json", "--chunk-size", "64", "--concurrency", "2"];

/// Long enough that a run is still under way when it is stopped, short enough not to be waited for.
const SLOW: Duration = Duration::from_millis(40);

fn slow_agent() -> Plan {
    Plan { turns: Vec::new(), then: Some(Turn::agent().with(WireFault::Latency(SLOW))) }
}

/// Answers some requests and then says nothing for an hour.
fn stuck_after(n_turns: usize) -> Plan {
    let turns = std::iter::repeat_n(Turn::agent(), n_turns).collect();
    Plan { turns, then: Some(Turn::agent().with(WireFault::Latency(Duration::from_hours(1)))) }
}

fn stopped_by(signal: &str) {
    let test_run = TestRun::new(slow_agent());
    test_run.book(4, 20);
    let mut running = Running::start(&mut test_run.translate(OPTIONS));
    running.wait_for("accepted");
    running.signal(signal);
    let (code, rest) = running.finish();
    assert_eq!(code, 130, "{signal}");
    assert_eq!(ended(&rest)["ending"], "interrupted");
    let accepted = test_run.translations();
    assert!(!accepted.is_empty());

    let output = test_run.command(&["resume"]).output().unwrap();
    assert_eq!(self::code(&output), 0, "{}", errors(&output));
    let after = test_run.translations();
    assert!(accepted.iter().all(|(id, text)| after.get(id) == Some(text)), "{signal}: accepted text changed");
    assert!(test_run.paragraphs().iter().all(|p| p.text.trim().is_empty() || p.translation.is_some()));
}

#[test]
fn ctrl_c_keeps_what_was_accepted_and_resume_goes_on() {
    stopped_by("INT");
}

#[test]
fn the_systems_request_to_end_is_like_ctrl_c() {
    stopped_by("TERM");
}

#[test]
fn ctrl_c_says_how_to_go_on() {
    let test_run = TestRun::new(stuck_after(2));
    test_run.book(2, 20);
    let mut running = Running::start(&mut test_run.translate(OPTIONS));
    let run = running.wait_for("started")["run"].as_str().unwrap().to_owned();
    running.wait_for("accepted");
    running.signal("INT");
    assert_eq!(running.finish().0, 130);

    let mut child = test_run.command(&["resume", &run]).stdout(Stdio::null()).spawn().unwrap();
    // The plain lines say what to type; the stuck server keeps the run under way until it is told to stop.
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stderr.take().unwrap()));
    let mut said = lines.by_ref().map_while(Result::ok).find(|line| line.starts_with("run ")).unwrap();
    let sent = std::process::Command::new("kill").arg("-INT").arg(child.id().to_string()).status();
    assert!(sent.unwrap().success());
    for line in lines.map_while(Result::ok) {
        said.push_str(&line);
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(said.contains(&format!("tsumugi resume {run}")), "{said}");
}

#[test]
fn a_second_run_on_a_book_is_told_who_has_it_and_leaves_no_trace() {
    let test_run = TestRun::new(stuck_after(0));
    test_run.book(2, 20);
    let mut first = Running::start(&mut test_run.translate(OPTIONS));
    let run = first.wait_for("started")["run"].as_str().unwrap().to_owned();
    first.wait_for("asked");
    let second = test_run.translate(OPTIONS).output().unwrap();
    assert_eq!(code(&second), 1);
    let said = errors(&second);
    assert!(said.contains(&format!("process {}", first.child.id())) && said.contains(&run), "{said}");
    let resumed = test_run.command(&["resume", &run]).output().unwrap();
    assert_eq!(code(&resumed), 1, "a run that lives is not resumed");
    first.kill();

    // A killed run holds nobody up, and it is the one that goes on.
    let mut third = Running::start(&mut test_run.command(&["resume", "--json"]));
    assert_eq!(third.wait_for("started")["run"], run.as_str());
    third.kill();
}

#[test]
fn a_server_told_to_end_ends_the_stream_of_its_run_and_a_reader_is_not_asked_to_come_back() {
    let test_run = TestRun::new(stuck_after(2));
    test_run.book(2, 6);
    test_run.succeed(&["import", "book.txt", "--to", "en"]);
    let serving = Serving::begin(&test_run.cli, &["--drain", "1"]);
    let wish = serde_json::json!({"model": "m", "base_url": test_run.base_url(), "chunk_tokens": 64});
    let begun = serving.ask("POST", &format!("/api/v1/books/{}/runs", test_run.book_id()), &wish.to_string());
    let body: serde_json::Value = serde_json::from_str(begun.rsplit("\r\n\r\n").next().unwrap()).unwrap();
    let events = format!("/api/v1/runs/{}/events", body["run"].as_str().unwrap());
    let told = std::thread::scope(|scope| {
        let reading = scope.spawn(|| serving.ask("GET", &events, ""));
        while test_run.requests().len() < 3 {
            std::thread::sleep(Duration::from_millis(10));
        }
        serving.signal("TERM");
        reading.join().unwrap()
    });
    assert_eq!(serving.wait(), Some(0));
    let last = told.rsplit("id: ").next().unwrap();
    assert!(last.contains("event: ended") && last.contains("interrupted"), "{told}");
    let number = last.split_whitespace().next().unwrap();
    let serving = Serving::begin(&test_run.cli, &[]);
    let again = serving.ask("GET", &format!("{events}?after={number}"), "");
    assert!(again.starts_with("HTTP/1.1 204"), "a browser would come back for ever: {again}");
    assert_eq!(serving.stop(), Some(0));
}
