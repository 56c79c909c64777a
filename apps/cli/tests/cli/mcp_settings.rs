//! What the manual gives to paste into other programs works: the commands and flags exist, and the addresses answer.

use crate::program::test_cli;
use crate::serving::Serving;
use serde_json::Value;
use std::path::Path;
use testkit::cli::TestCli;

const MANUALS: [&str; 2] = ["docs/mcp.md", "docs/zh/mcp.md"];

fn manual(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    std::fs::read_to_string(root.join(name)).unwrap()
}

/// The blocks of code in a language.
fn blocks<'a>(manual: &'a str, language: &str) -> Vec<&'a str> {
    let opening = format!("```{language}\n");
    let begun = manual.split(opening.as_str()).skip(1);
    begun.map(|rest| rest.split_once("```").unwrap().0).collect()
}

/// The servers of a file of settings, whatever the program calls the list.
fn servers(settings: &Value) -> Vec<Value> {
    let lists = ["mcpServers", "servers"].into_iter().filter_map(|name| settings[name].as_object());
    lists.flat_map(|list| list.values().cloned()).collect()
}

/// Words after `tsumugi` are a command the program knows with these flags.
fn exists(cli: &TestCli, words: &[String]) {
    let command: Vec<&str> = vec![words[0].as_str(), "--help"];
    let help = cli.run(&command);
    assert_eq!(help.code, 0, "{words:?}: {}", help.stderr);
    for flag in words.iter().filter(|word| word.starts_with("--")) {
        let is_known = help.stdout.split_whitespace().any(|word| word.trim_end_matches(',') == flag);
        assert!(is_known, "{words:?}: {flag} is unknown");
    }
}

#[test]
fn every_command_and_flag_of_the_settings_for_other_programs_exists() {
    let cli = test_cli();
    for name in MANUALS {
        let text = manual(name);
        let mut n_commands = 0;
        for block in blocks(&text, "json") {
            let settings: Value =
                serde_json::from_str(block).unwrap_or_else(|error| panic!("{name}: {error}: {block}"));
            let servers = servers(&settings);
            assert!(!servers.is_empty(), "{name}: {block}");
            for server in servers.iter().filter(|server| server.get("command").is_some()) {
                assert_eq!(server["command"], "tsumugi", "{name}");
                let words = server["args"].as_array().unwrap().iter();
                exists(&cli, &words.map(|word| word.as_str().unwrap().to_owned()).collect::<Vec<_>>());
                n_commands += 1;
            }
        }
        for line in blocks(&text, "sh").iter().flat_map(|block| block.lines()) {
            if let Some((_, command)) = line.split_once(" -- tsumugi ") {
                exists(&cli, &command.split(' ').map(ToOwned::to_owned).collect::<Vec<_>>());
                n_commands += 1;
            }
        }
        assert_eq!(n_commands, 3, "{name}");
        for command in ["serve", "mcp"] {
            assert!(text.contains(&format!("`tsumugi {command}`")), "{name} names `tsumugi {command}`");
        }
        for flag in ["--public-url", "--trusted-proxy", "--no-token"] {
            assert!(text.contains(flag), "{name}");
            exists(&cli, &["serve".to_owned(), flag.to_owned()]);
        }
    }
}

#[test]
fn every_address_and_header_of_the_settings_for_other_programs_is_answered() {
    let cli = test_cli();
    let serving = Serving::begin(&cli, &[]);
    for name in MANUALS {
        let text = manual(name);
        let mut paths: Vec<String> = Vec::new();
        for block in blocks(&text, "json") {
            let settings: Value = serde_json::from_str(block).unwrap();
            for server in servers(&settings).iter().filter(|server| server.get("url").is_some()) {
                assert!(
                    server["headers"]["Authorization"].as_str().unwrap().starts_with("Bearer "),
                    "{name}"
                );
                paths.push(path_of(server["url"].as_str().unwrap()));
            }
        }
        for line in blocks(&text, "sh").iter().flat_map(|block| block.lines()) {
            if let Some(url) = line.split(' ').find(|word| word.starts_with("http://")) {
                assert!(line.contains("Authorization: Bearer "), "{name}: {line}");
                paths.push(path_of(url));
            }
        }
        assert_eq!(paths, ["/mcp", "/mcp", "/mcp"], "{name}");
    }
    // Without the headers of the protocol the address refuses, but as itself.
    let answer = serving.ask("POST", "/mcp", "{}");
    assert!(answer.starts_with("HTTP/1.1 406"), "{answer}");
    let help = cli.run(&["serve", "--help"]).stdout;
    assert!(help.contains("7878"), "the port of the manual is the usual one: {help}");
    serving.stop();
}

fn path_of(url: &str) -> String {
    let rest = url.strip_prefix("http://127.0.0.1:7878").unwrap_or_else(|| panic!("{url}"));
    rest.to_owned()
}

#[test]
fn a_folder_for_exports_that_is_not_there_is_refused_at_once() {
    let cli = test_cli();
    cli.file("tale.txt", "The lamp was lit.\n");
    cli.ok(&["import", "tale.txt"]);
    for folder in ["nowhere", "tale.txt"] {
        let said = cli.run(&["mcp", "--export-to", folder]);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.stderr.contains(&format!("there is no folder `{folder}`\nhint: ")), "{}", said.stderr);
    }
}
