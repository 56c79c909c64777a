//! What the catalogue of messages tells people to type exists, and messages come in the language asked for.

use crate::chinese::english_sentence;
use crate::program::test_cli;
use messages::SOURCES;
use std::collections::BTreeSet;

/// The values of a function in the catalogue, such as `COMMAND("tsumugi runs")`.
fn values(function: &str) -> BTreeSet<&'static str> {
    let [(_, english), _] = SOURCES;
    let opening = format!("{function}(\"");
    let lines = english.lines().filter(|line| !line.starts_with('#'));
    let values = lines.flat_map(|line| line.split(opening.as_str()).skip(1).collect::<Vec<_>>());
    values.map(|rest| rest.split_once('"').unwrap().0).collect()
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
    for command in COMMANDS_WITH_FLAGS {
        let command: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        help.push_str(&cli.run(&command).stdout);
    }
    let known: BTreeSet<&str> = help.split([' ', ',', '\n', '=']).collect();
    for flag in values("FLAG") {
        let flag = flag.split(' ').next().unwrap();
        assert!(known.contains(flag), "{flag} is unknown");
    }
    let settings = values("SETTING");
    assert!(settings.len() >= 4, "{settings:?}");
    for setting in settings {
        let set = cli.run(&["models", "set", "openai", &format!("{setting}=")]);
        assert_eq!(set.code, 0, "{setting}: {}", set.stderr);
    }
}

/// Where the flags of hints belong.
const COMMANDS_WITH_FLAGS: [&str; 21] = [
    "review",
    "restore",
    "translate",
    "check",
    "search",
    "suggestions",
    "terms import",
    "import",
    "survey",
    "serve",
    "export",
    "acknowledge",
    "chat",
    "tool",
    "instructions",
    "terms export",
    "terms rename",
    "terms add",
    "characters address",
    "memories summary",
    "keys set",
];

#[test]
fn a_wrong_command_is_told_in_chinese_alone() {
    let cli = test_cli();
    let text = cli.file("a.txt", "吾輩は猫である。\n\n名前はまだ無い。\n");
    let text = text.to_str().unwrap();
    let book = cli.run(&["import", text, "--from", "ja", "--to", "zh", "--yes"]);
    assert_eq!(book.code, 0, "{}", book.stderr);
    let pdf = cli.file("b.pdf", "%PDF-1.7");
    let pdf = pdf.to_str().unwrap();
    let empty = cli.file("c.txt", "");
    let empty = empty.to_str().unwrap();
    for wrong in [
        &["show", "nowhere"][..],
        &["show", "a", "--chapter", "9"],
        &["search", "a", " "],
        &["import", "/nowhere/at-all.txt"],
        &["import", pdf],
        &["import", empty],
        &["import", text],
        &["import", text, "--revises", "a", "--encoding", "klingon"],
        &["import", "x.tmx"],
        &["translate", "missing.epub", "--to", "en", "--model", "rehearsal"],
        &["translate", "a", "--to", "ja", "--model", "rehearsal"],
        &["translate", "a", "--to", "zh", "--model", "rehearsal", "--chapters", "7"],
        &["translate", "a", "--to", "zh", "--model", "openai"],
        &["polish", "a", "--model", "rehearsal"],
        &["check", "a"],
        &["edit", "a", "--paragraph", "xyz", "--text", "t"],
        &["select", "a", "xyz", "none"],
        &["acknowledge", "a", "xyz", "--reason", "r"],
        &["instructions", "a", "--set", " "],
        &["remove", "a"],
        &["export", "a", "-o", "out.pdf"],
        &["export", "a", "-o", "out.tmx"],
        &["verify", text],
        &["resume", "zzzz"],
        &["undo", "a", "--change", "c9"],
        &["terms", "a", "show", "nobody"],
        &["memories", "a", "add", "m", "--about", "nobody"],
        &["models", "set", "openai", "nothing"],
        &["models", "remove", "nowhere"],
        &["suggestions", "a", "--accept", "v99"],
        &["chat", "a", "hello", "--session", "zzzz", "--model", "rehearsal"],
        &["serve", "--no-token", "--bind", "0.0.0.0"],
    ] {
        let output = cli.command(wrong).env("TSUMUGI_LANG", "zh-CN").output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_ne!(output.status.code(), Some(0), "{wrong:?}");
        assert!(told.contains("错误："), "{wrong:?}: {told}");
        assert_eq!(english_sentence(&told), None, "{wrong:?}: {told}");
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
    assert!(run("zh-CN").contains("书库中没有“nowhere”这本书\n提示：`tsumugi books` 列出所有书"));
}
