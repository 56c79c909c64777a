//! A real translation, end to end, with a real translation program: Debian's `apertium`, from English to Spanish.

use crate::program::{is_build_server, skip, test_cli};
use std::process::Command;
use testkit::cli::{path_variable, sample};

/// Whether the program is here, with the pair of languages that is wanted.
fn is_installed() -> bool {
    let listed = Command::new("apertium").arg("-l").env("PATH", path_variable()).output();
    listed.is_ok_and(|listed| String::from_utf8_lossy(&listed.stdout).contains("eng-spa"))
}

#[test]
fn the_english_sample_becomes_a_spanish_book() {
    if !is_installed() {
        assert!(!is_build_server(), "the build server must have apertium; `scripts/setup-tests` installs it");
        skip("the_english_sample_becomes_a_spanish_book", "apertium is not installed");
        return;
    }
    let cli = test_cli();
    let sample = sample("the-lamplighters-ledger.epub");
    let model = "command:apertium -u eng-spa";
    let said = cli
        .run(&["translate", &sample.to_string_lossy(), "--to", "es", "--model", model, "-o", "es.epub"])
        .succeeded();
    assert!(said.stdout.contains("0 untranslated)"), "{said:?}");
    let shown = cli.run(&["show", "Lamplighter", "--json"]).succeeded().json();
    let translations: String = shown
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|paragraph| paragraph["translation"].as_str())
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join("\n");
    for word in [" el ", " la ", " que ", "capítulo"] {
        assert!(translations.contains(word), "`{word}` is not in the translation:\n{translations}");
    }
    for word in [" the ", " and ", " was "] {
        assert!(!translations.contains(word), "`{word}` was left in the translation:\n{translations}");
    }
    let verified = cli.run(&["verify", "es.epub", "--json"]).succeeded().json();
    assert_eq!(verified["violations"], serde_json::json!([]));
    assert_eq!(verified["untranslated"], 0);
    assert!(verified["translated"].as_u64().unwrap() > 80, "{verified}");
}
