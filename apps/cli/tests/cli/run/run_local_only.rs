//! `--local-only`: a model elsewhere is refused before anything is sent; one on this machine works.

use crate::run::test_run::{TestRun, code, errors};
use crate::serving::Serving;
use llm_test_server::Plan;

#[test]
fn only_models_on_this_machine_are_used() {
    let test_run = TestRun::new(Plan::agent());
    test_run.book(1, 6);
    let local = test_run.translate(&["--yes", "--local-only"]).output().unwrap();
    assert_eq!(code(&local), 0, "{}", errors(&local));
    let elsewhere = ["--model", "m", "--base-url", "http://127.0.0.1.nip.invalid/v1", "--yes", "--again"];
    let translate = |more: &[&str]| {
        let arguments = [&["translate", "book.txt", "--to", "en"], &elsewhere[..], more].concat();
        test_run.command(&arguments)
    };
    let refusal = |output: std::process::Output| {
        assert_eq!(code(&output), 2, "{}", errors(&output));
        assert!(errors(&output).contains("only models on this machine"), "{}", errors(&output));
    };
    refusal(translate(&["--local-only"]).output().unwrap());
    // What is after the backslash is no host, and a name that begins so is none of this machine.
    for address in ["http://192.0.2.2:9920\\@127.0.0.1:1/", "http://127.evil.invalid/v1"] {
        let arguments = ["translate", "book.txt", "--to", "en", "--model", "m", "--base-url", address];
        refusal(test_run.command(&arguments).arg("--local-only").output().unwrap());
    }
    refusal(translate(&[]).env("TSUMUGI_LOCAL_ONLY", "1").output().unwrap());
    test_run.file("config/config.toml", "local_only = true\n");
    refusal(translate(&[]).output().unwrap());
    refusal(test_run.command(&["models", "test", "deepseek/deepseek-chat"]).output().unwrap());

    let serving = Serving::begin(&test_run.cli, &[]);
    let book = test_run.book_id();
    let spec =
        "{\"model\": \"m\", \"base_url\": \"https://example.invalid/v1\", \"target_language\": \"en\"}";
    let reply = serving.ask("POST", &format!("/api/v1/books/{book}/runs"), spec);
    assert!(reply.starts_with("HTTP/1.1 422") && reply.contains("only models on this machine"), "{reply}");
    serving.stop();
}
