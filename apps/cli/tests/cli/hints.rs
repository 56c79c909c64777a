//! What the catalogue of messages tells people to type exists, and messages come in the language asked for.

use crate::program::test_cli;
use messages::SOURCES;
use std::collections::BTreeSet;

/// The values of a function in the catalogue, such as `COMMAND("tsumugi runs")`.
fn values(function: &str) -> BTreeSet<&'static str> {
    let [(_, english), _] = SOURCES;
    let opening = format!("{function}(\"");
    let lines = english.lines().filter(|line| !line.starts_with('#'));
    let values = lines.flat_map(|line| line.split(opening.as_str()).skip(1).collect::<Vec<_>>());
    values.map(|rest| rest.split_once("\")").unwrap().0).collect()
}

#[test]
fn every_command_of_a_hint_exists_with_its_flags() {
    let cli = test_cli();
    let commands = values("COMMAND");
    assert!(commands.len() >= 5, "{commands:?}");
    for command in commands {
        let mut words = command.split(' ');
        assert_eq!(words.next(), Some("tsumugi"), "{command}");
        // Words in capitals stand for what a person puts there.
        let (flags, path): (Vec<&str>, Vec<&str>) = words
            .filter(|word| !word.chars().all(|c| c.is_ascii_uppercase()))
            .partition(|word| word.starts_with("--"));
        let help = cli.run(&[&path[..], &["--help"]].concat());
        assert_eq!(help.code, 0, "{command}: {}", help.stderr);
        for flag in flags {
            assert!(help.stdout.contains(flag), "{command}: {flag} is unknown");
        }
    }
}

#[test]
fn every_flag_and_setting_of_a_hint_exists() {
    let cli = test_cli();
    let mut help = String::new();
    for command in ["translate", "import", "survey"] {
        help.push_str(&cli.run(&[command, "--help"]).stdout);
    }
    for flag in values("FLAG") {
        let flag = flag.split(' ').next().unwrap();
        assert!(help.contains(&format!("{flag} ")), "{flag} is unknown");
    }
    let settings = values("SETTING");
    assert!(settings.len() >= 4, "{settings:?}");
    for setting in settings {
        let set = cli.run(&["models", "set", "openai", &format!("{setting}=")]);
        assert_eq!(set.code, 0, "{setting}: {}", set.stderr);
    }
}

#[test]
fn an_error_comes_in_the_language_of_the_person() {
    let cli = test_cli();
    let run = |language: &str| {
        let output = cli.command(&["show", "nowhere"]).env("TSUMUGI_LANG", language).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(run("en").contains("no book `nowhere` in this library\nhint: `tsumugi books` lists them"));
    assert!(run("zh-CN").contains("书库中没有“nowhere”这本书\nhint: `tsumugi books` 列出所有书"));
}
