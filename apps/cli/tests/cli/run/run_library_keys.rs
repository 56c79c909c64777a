//! Keys that belong to the library: sealed, used by the server, and shown nowhere.

use crate::run::run_monthly_budget::with_price;
use crate::run::test_run::TestRun;
use crate::serving::Serving;
use llm_test_server::Plan;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

const CANARY: &str = "sk-canary-of-the-library-7f3a";

#[test]
fn the_server_uses_a_key_of_the_library_and_it_is_shown_nowhere() {
    let mut test_run = TestRun::new(Plan::agent());
    with_price(&test_run, "key = \"TEST_RUN_KEY\"\n");
    test_run.book(1, 4);
    test_run.ok(&["import", "book.txt"]);
    let refused = test_run.run(&["keys", "set", "test_run", "--key-stdin"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.stderr.contains("tsumugi keys make-master"), "{refused:?}");
    let master = test_run.folder().join("master.key");
    test_run.ok(&["keys", "make-master", "master.key"]);
    assert_ne!(test_run.run(&["keys", "make-master", "master.key"]).code, 0, "it is not written over");
    test_run.cli = test_run.cli.with_variable("TSUMUGI_MASTER_KEY_FILE", &master);

    let mut setting =
        test_run.command(&["keys", "set", "test_run", "--key-stdin"]).stdin(Stdio::piped()).spawn().unwrap();
    setting.stdin.take().unwrap().write_all(CANARY.as_bytes()).unwrap();
    assert!(setting.wait().unwrap().success());
    let listed = test_run.ok(&["keys"]);
    assert!(listed.stdout.contains("TEST_RUN_KEY"), "{listed:?}");

    let serving = Serving::begin(&test_run.cli, &[]);
    let body = serde_json::json!({"kind": "translation", "target_language": "en", "model": "test_run/m"});
    let path = format!("/api/v1/books/{}/runs", test_run.book_id());
    let begun = serving.ask("POST", &path, &body.to_string());
    assert!(begun.starts_with("HTTP/1.1 202"), "{begun}");
    let run: serde_json::Value = serde_json::from_str(begun.split_once("\r\n\r\n").unwrap().1).unwrap();
    let told = serving.ask("GET", &format!("/api/v1/runs/{}/events", run["run"].as_str().unwrap()), "");
    assert!(told.contains(r#""ending":"finished""#), "{told}");
    let bearer = format!("Bearer {CANARY}");
    assert!(test_run.requests().iter().all(|seen| seen.headers.get("authorization") == Some(&bearer)));
    let mut said = vec![begun, told, listed.stdout, listed.stderr];
    for path in ["/api/v1/models", "/api/v1/settings", "/api/v1/models/settings?name=test_run", "/metrics"] {
        said.push(serving.ask("GET", path, ""));
    }
    said.push(serving.stop_and_read_log());
    test_run.ok(&["bundle", &test_run.book_id(), "-o", "book.bundle"]);
    test_run.ok(&["export", &test_run.book_id(), "-o", "out.txt"]);
    for text in said {
        assert!(!text.contains(CANARY), "{text}");
    }
    nowhere(test_run.folder());
    // Without its master key the server says so, and runs without the key.
    test_run.ok(&["keys", "remove", "test_run"]);
    assert!(!test_run.ok(&["keys"]).stdout.contains("TEST_RUN_KEY"));
}

/// The canary is in no file, the library among them.
fn nowhere(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            nowhere(&path);
            continue;
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        let found = bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes());
        assert!(!found, "the key is in {}", path.display());
    }
}
