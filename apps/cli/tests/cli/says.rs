//! What the program says is so: errors for programs, libraries that are not there or not to be written, checks by name.

use crate::program::{files, test_cli, with_books, writer_url};
use serde_json::Value;
use testkit::cli::{CliOutput, TestCli};

fn failure(said: &CliOutput) -> Value {
    assert!(said.stdout.is_empty(), "{said:?}");
    let last = said.stderr.lines().last().unwrap_or_default();
    serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

#[test]
fn errors_are_json_where_json_is_asked_for() {
    let cli = with_books();
    let cases: [(&[&str], i32, &str); 5] = [
        (&["show", "nothing"], 2, "no_such_book"),
        (&["check", "tale"], 2, "usage"),
        (&["import", "nowhere.txt"], 1, "failed"),
        (&["show", "tale", "--chapter"], 2, "usage"),
        (&["no-such-command"], 2, "usage"),
    ];
    for (arguments, code, word) in cases {
        let said = cli.run(&[arguments, &["--json"]].concat());
        let told = failure(&said);
        assert_eq!((said.code, told["code"].as_str()), (code, Some(word)), "{said:?}");
        assert!(!told["message"].as_str().unwrap().is_empty() && told["hint"].is_string(), "{told}");
    }
    cli.file("empty.txt", b"");
    assert_eq!(failure(&cli.run(&["import", "empty.txt", "--json"]))["code"], "file");
}

#[test]
fn a_mistyped_library_makes_nothing_and_names_the_one_that_was_meant() {
    let cli = with_books();
    std::fs::copy(cli.library(), cli.path("novels.tsumugi")).unwrap();
    let before = files(cli.folder());
    for arguments in [&["books"][..], &["status"], &["import", "tale.txt"], &["export", "tale"], &["serve"]] {
        let said = cli.run(&[arguments, &["--library", "novel.tsumugi"]].concat());
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.stderr.contains("there is no library `novel.tsumugi`"), "{said:?}");
        assert!(said.stderr.contains("hint: did you mean `novels.tsumugi`?"), "{said:?}");
    }
    assert_eq!(files(cli.folder()), before);
    cli.run(&["import", "tale.txt", "--library", "new/place/mine", "--yes"]).succeeded();
    assert!(cli.path("new/place/mine").is_file());
}

#[test]
fn the_usual_library_is_made_without_a_word() {
    let cli = test_cli();
    let said = cli.run(&["books"]).succeeded();
    assert!(cli.library().is_file() && !said.stderr.contains("library.tsumugi"), "{said:?}");
}

/// Runs a command as somebody who may not write where the library is, whoever runs the tests.
#[cfg(unix)]
fn run_as_reader(cli: &TestCli, arguments: &[&str]) -> CliOutput {
    use std::os::unix::fs::MetadataExt as _;
    use std::os::unix::process::CommandExt as _;
    const NOBODY: u32 = 65_534;
    let mut command = cli.command(arguments);
    if std::fs::metadata(cli.path("tale.txt")).unwrap().uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.output().unwrap().into()
}

#[cfg(unix)]
#[test]
fn a_library_that_may_not_be_written_can_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let cli = with_books();
    cli.run(&["translate", "tale", "--to", "es", "--model", "writer", "--base-url", writer_url()])
        .succeeded();
    let allow = |path: std::path::PathBuf, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    std::fs::create_dir(cli.path("out")).unwrap();
    allow(cli.path("out"), 0o777);
    // Settings are the person's own; this reader has none.
    allow(cli.path("config"), 0o755);
    for (file, folder) in [(0o444, 0o555), (0o444, 0o755)] {
        allow(cli.library(), file);
        allow(cli.folder().to_owned(), folder);
        let reading: [&[&str]; 6] = [
            &["books"],
            &["status"],
            &["runs"],
            &["show", "tale", "--chapter", "1"],
            &["check", "tale"],
            &["export", "tale", "-o", "out/tale.txt"],
        ];
        for arguments in reading {
            let said = run_as_reader(&cli, arguments);
            assert_eq!(said.code, 0, "{arguments:?} {said:?}");
        }
        let said = run_as_reader(&cli, &["lock", "tale", "--chapter", "1"]);
        assert!(said.code == 1 && said.stderr.contains("can be read but not written"), "{said:?}");
        allow(cli.folder().to_owned(), 0o755);
    }
}

#[test]
fn a_check_that_does_not_exist_is_an_error_at_every_command_that_takes_one() {
    let cli = with_books();
    cli.run(&["translate", "tale", "--to", "es", "--model", "writer", "--base-url", writer_url()])
        .succeeded();
    let asking: [&[&str]; 3] = [
        &["check", "tale", "--only", "ZZ"],
        &["fix", "tale", "--only", "ZZ", "--dry-run"],
        &["acknowledge", "tale", "--check", "ZZ"],
    ];
    for arguments in asking {
        let said = cli.run(arguments);
        assert!(
            said.code == 2 && said.stderr.contains("there is no check `ZZ`\nhint: the checks are A2"),
            "{said:?}"
        );
    }
    cli.run(&["check", "tale", "--only", "d1"]).succeeded();
}

#[test]
fn a_chapter_under_the_checks_counts_its_own_paragraphs() {
    let cli = with_books();
    cli.run(&["translate", "tale", "--to", "es", "--model", "writer", "--base-url", writer_url()])
        .succeeded();
    let count = |arguments: &[&str]| {
        let said = cli.run(&[&["check", "tale"], arguments].concat()).succeeded();
        let line = said.stdout.lines().last().unwrap().to_owned();
        line.split(' ').next().unwrap().parse::<usize>().unwrap()
    };
    let (all, first, second) = (count(&[]), count(&["--chapter", "1"]), count(&["--chapter", "2"]));
    assert!(first > 0 && second > 0, "{first} {second}");
    assert_eq!(first + second, all);
}

#[test]
fn polish_and_proofread_say_what_each_is_for() {
    let cli = test_cli();
    let help = cli.run(&["--help"]).stdout;
    let line = |name: &str| help.lines().find(|line| line.trim_start().starts_with(name)).unwrap().to_owned();
    let (polish, proofread) = (line("polish "), line("proofread "));
    assert!(polish.contains("read well") && proofread.contains("what is wrong"), "{polish}\n{proofread}");
    let of = |name: &str| cli.run(&[name, "--help"]).stdout;
    assert!(of("polish").contains("tsumugi proofread`") && of("proofread").contains("tsumugi polish`"));
}

#[test]
fn a_model_that_was_added_can_be_removed() {
    let cli = test_cli();
    let add = [
        "models",
        "add",
        "mine",
        "--base-url",
        "http://127.0.0.1:9/v1",
        "--model",
        "m",
        "--default",
        "--key-stdin",
    ];
    let added = crate::cli_models::with_input(&cli, &add, "sk-canary\n");
    assert_eq!(added.code, 0, "{added:?}");
    cli.run(&["models", "remove", "mine"]).succeeded();
    assert_eq!(cli.json(&["models", "list", "mine"]), serde_json::json!([]));
    let settings = std::fs::read_to_string(cli.path("config/config.toml")).unwrap();
    let keys = std::fs::read_to_string(cli.path("config/keys.toml")).unwrap_or_default();
    assert!(!settings.contains("mine") && !keys.contains("sk-canary"), "{settings}\n{keys}");
    for (name, told) in [("deepseek", "is built in"), ("nobody", "there is no service `nobody`")] {
        let said = cli.run(&["models", "remove", name]);
        assert!(said.code == 2 && said.stderr.contains(told), "{said:?}");
    }
}
