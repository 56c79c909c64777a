//! Runs that came from elsewhere start nothing by themselves: with a bundle, a backup, or somebody else's library.

use crate::program::test_cli;
use crate::run::test_run::TestRun;
use crate::serving::Serving;
use llm_test_server::Plan;
use std::os::unix::fs::PermissionsExt;
use testkit::cli::TestCli;

const PROGRAM: &str = "command:sh engine.sh";

/// A library with a run of a program that failed, so that it can be resumed. The program notes that it was started.
fn with_a_run_of_a_program(cli: &TestCli) {
    cli.file("engine.sh", "echo started >> started; exit 1");
    cli.file("book.txt", "第一章\n\n猫が鳴いた。\n\n");
    let said = cli.run(&["translate", "book.txt", "--to", "en", "--model", PROGRAM, "--yes"]);
    assert!(said.code != 0, "{said:?}");
    forget_the_start(cli);
}

fn forget_the_start(cli: &TestCli) {
    std::fs::remove_file(cli.path("started")).unwrap();
}

#[test]
fn a_program_is_started_where_it_was_typed_and_nowhere_else() {
    let (mine, theirs) = (test_cli(), test_cli());
    with_a_run_of_a_program(&mine);
    mine.run(&["resume"]);
    assert!(mine.path("started").exists(), "one's own run goes on as it is");

    theirs.file("engine.sh", "echo started >> started; exit 1");
    std::fs::copy(mine.library(), theirs.library()).unwrap();
    let refused = theirs.run(&["resume"]);
    assert!(refused.code == 2 && refused.stderr.contains("was not typed on this machine"), "{refused:?}");
    let serving = Serving::begin(&theirs, &[]);
    let runs = serving.ask("GET", "/api/v1/runs", "");
    let run = runs.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap();
    let refused = serving.ask("POST", &format!("/api/v1/runs/{run}/resume"), "{}");
    assert!(refused.starts_with("HTTP/1.1 422"), "{refused}");
    serving.stop();
    assert!(!theirs.path("started").exists());
    theirs.run(&["resume", "--model", PROGRAM]);
    assert!(theirs.path("started").exists(), "what is typed is meant");
}

#[test]
fn a_run_in_a_bundle_or_a_backup_names_no_model_any_more() {
    let mine = test_cli();
    with_a_run_of_a_program(&mine);
    let book = mine.books().remove(0);
    mine.ok(&["bundle", &book, "-o", "book.tsumugi-bundle"]);
    mine.ok(&["backup", "all.backup"]);
    for taking in [["unbundle", "book.tsumugi-bundle"], ["restore", "all.backup"]] {
        std::fs::remove_file(mine.library()).unwrap();
        mine.ok(&taking);
        let refused = mine.run(&["resume"]);
        assert!(refused.code == 2 && refused.stderr.contains("names no model"), "{taking:?}: {refused:?}");
        assert!(!mine.path("started").exists());
        mine.run(&["resume", "--model", PROGRAM]);
        forget_the_start(&mine);
    }
}

#[test]
fn the_key_goes_to_no_address_that_was_not_typed_here() {
    let theirs = TestRun::new(Plan::agent());
    theirs.book(1, 12);
    let first = theirs.translate(&["--yes", "--max-tokens", "400"]).output().unwrap();
    assert_ne!(first.status.code(), Some(0));
    let n_before = theirs.n_requests();
    let mine = test_cli().with_variable("TSUMUGI_API_KEY", "sk-canary-of-mine");
    std::fs::copy(theirs.library(), mine.library()).unwrap();
    mine.run(&["resume", "--max-tokens", "9000000"]);
    let requests = theirs.server().requests();
    assert!(requests.len() > n_before);
    let mut headers = requests.iter().flat_map(|seen| seen.headers.values());
    assert!(headers.all(|value| !value.contains("canary")));
}

#[test]
fn settings_that_others_can_write_start_no_program_and_the_page_names_none() {
    let cli = test_cli();
    cli.file("engine.sh", "echo started >> started; cat");
    cli.file("book.txt", "第一章\n\n猫が鳴いた。\n\n");
    let settings = cli.file("config/config.toml", format!("default_model = \"{PROGRAM}\"\n"));
    std::fs::set_permissions(&settings, std::fs::Permissions::from_mode(0o666)).unwrap();
    let refused = cli.run(&["translate", "book.txt", "--to", "en", "--yes"]);
    assert!(refused.code != 0 && refused.stderr.contains("others can write"), "{refused:?}");
    assert!(!cli.path("started").exists());
    std::fs::set_permissions(&settings, std::fs::Permissions::from_mode(0o644)).unwrap();
    cli.run(&["translate", "book.txt", "--to", "en", "--yes"]);
    assert!(cli.path("started").exists());
    let serving = Serving::begin(&cli, &[]);
    let refused = serving.ask("PATCH", "/api/v1/settings", &format!("{{\"default_model\": \"{PROGRAM}\"}}"));
    assert!(
        refused.starts_with("HTTP/1.1 4") && refused.contains("only started from the command line"),
        "{refused}"
    );
    serving.stop();
}
