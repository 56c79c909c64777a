//! Help, completions and wrong usage.

use crate::program::{test_cli, with_books};
use testkit::cli::{CliOutput, TestCli};

/// The help of a command, as the narrowest usual terminal shows it.
fn help(cli: &TestCli, command: &[String]) -> String {
    let arguments: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
    let said = CliOutput::from(cli.command(&arguments).env("COLUMNS", "80").output().unwrap()).succeeded();
    assert_eq!(said.stderr, "", "{command:?}");
    said.stdout
}

/// The commands under a command, down to those that do something.
fn commands(cli: &TestCli, above: &[String]) -> Vec<Vec<String>> {
    let help = help(cli, above);
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let mut found = Vec::new();
    for name in names {
        let command = [above, &[name.to_owned()]].concat();
        let below = commands(cli, &command);
        if below.is_empty() { found.push(command) } else { found.extend(below) }
    }
    found
}

#[test]
fn every_command_explains_itself_with_examples() {
    let cli = test_cli();
    let commands = commands(&cli, &[]);
    for known in ["translate", "import", "show", "export", "verify", "tool", "completions"] {
        assert!(commands.contains(&vec![known.to_owned()]), "{known}");
    }
    assert!(commands.contains(&vec!["models".to_owned(), "test".to_owned()]));
    for command in commands {
        let help = help(&cli, &command);
        for part in ["Usage: tsumugi", "Examples:", "--library", "--json", "--quiet"] {
            assert!(help.contains(part), "{command:?} lacks `{part}`:\n{help}");
        }
        let examples = help.lines().skip_while(|line| *line != "Examples:").skip(1);
        for example in examples.filter(|line| !line.is_empty()) {
            // A line that begins otherwise is the rest of one that did not fit.
            assert!(example.starts_with("  tsumugi "), "{command:?}: {example}");
        }
    }
    assert!(!cli.library().exists(), "help needs no library");
}

#[test]
fn wrong_usage_is_told_apart_from_failure() {
    let cli = with_books();
    for arguments in [
        &["nosuch"][..],
        &["import"][..],
        &["show", "tale", "--nosuch"][..],
        &["search", "tale", ""][..],
        &["search", "tale", "x", "--in", "nowhere"][..],
        &["export", "tale", "--format", "pdf"][..],
        &["translate", "tale", "--to", "klingon!"][..],
        &["translate", "tale", "--to", "es", "--model", "command:"][..],
        &["translate", "tale", "--to", "es", "--model", "rehearsal", "--chapters", "3-1"][..],
        &["translate", "tale", "--to", "es", "--model", "rehearsal", "--chapters", "7"][..],
        &["translate", "糸", "--model", "rehearsal"][..],
        &["models", "add", "bad name", "--base-url", "http://127.0.0.1:1"][..],
        &["models", "test"][..],
        &["models", "test", "deepseek"][..],
        &["tool", "list_chapters"][..],
        &["remove", "tale"][..],
        &["completions", "cobol"][..],
    ] {
        let said = cli.run(arguments);
        assert_eq!(said.code, 2, "{arguments:?}: {said:?}");
        assert_eq!(said.stdout, "", "{arguments:?}");
        assert!(!said.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn completions_are_made_for_every_shell() {
    let cli = test_cli();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let said = cli.run(&["completions", shell]).succeeded();
        assert!(said.stdout.contains("tsumugi") && said.stdout.contains("translate"), "{shell}");
        assert_eq!(said.stderr, "", "{shell}");
    }
    assert!(!cli.library().exists(), "completions need no library");
}
