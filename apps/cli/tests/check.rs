//! `tsumugi check` at the door: a clean translation has nothing blocking, planted defects are found and named.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::Path;

struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    /// A library with the English sample, rehearsed into Spanish.
    fn with_translation() -> Self {
        let desk = Self { folder: tempfile::tempdir().unwrap() };
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/the-lamplighters-ledger.epub");
        let out = desk.folder.path().join("out.epub");
        let (sample, out) = (sample.to_str().unwrap(), out.to_str().unwrap());
        desk.tsumugi(&["translate", sample, "--to", "es", "--model", "rehearsal", "-o", out, "--quiet"]);
        desk
    }

    fn tsumugi(&self, arguments: &[&str]) -> String {
        let output = Command::cargo_bin("tsumugi")
            .unwrap()
            .args(arguments)
            .env("TSUMUGI_LIBRARY", self.folder.path().join("library.tsumugi"))
            .env("TSUMUGI_CONFIG", self.folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{arguments:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
        said
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.tsumugi(arguments)).unwrap()
    }

    /// Gives a paragraph of prose another translation and returns its id.
    fn plant(&self, defect: impl Fn(&str) -> String) -> String {
        let paragraphs = self.json(&["show", "lamplighter", "--json"]);
        let prose = |paragraph: &&Value| {
            let text = paragraph["text"].as_str().unwrap_or_default();
            text.len() > 160 && !text.contains('<') && paragraph["kind"] == "body"
        };
        let paragraph = paragraphs.as_array().unwrap().iter().find(prose).unwrap();
        let id = paragraph["paragraph_id"].as_str().unwrap();
        let translation = defect(paragraph["text"].as_str().unwrap());
        let arguments = json!({"paragraph_id": id, "translated_text": translation}).to_string();
        self.tsumugi(&["tool", "update_translation", &arguments, "--book", "lamplighter"]);
        id.to_owned()
    }

    fn blocking(&self) -> Vec<(String, String)> {
        let found = self.json(&["check", "lamplighter", "--severity", "block", "--json"]);
        let pair = |finding: &Value| {
            (
                finding["check"].as_str().unwrap().to_owned(),
                finding["paragraph_ids"].get(0).and_then(Value::as_str).unwrap().to_owned(),
            )
        };
        found.as_array().unwrap().iter().map(pair).collect()
    }
}

#[test]
fn an_accepted_translation_has_nothing_blocking() {
    let desk = Desk::with_translation();
    assert_eq!(desk.blocking(), []);
    let summary = desk.tsumugi(&["check", "lamplighter"]);
    assert!(summary.contains("89 paragraphs checked: 0 block"), "{summary}");
}

#[test]
fn source_left_in_place_of_a_translation_is_found() {
    let desk = Desk::with_translation();
    let id = desk.plant(str::to_owned);
    assert!(desk.blocking().contains(&("A3".to_owned(), id)), "{:?}", desk.blocking());
}

#[test]
fn gross_loss_is_found_and_a_chapter_can_be_asked_for() {
    let desk = Desk::with_translation();
    let id = desk.plant(|_| "Era tarde.".to_owned());
    assert!(desk.blocking().contains(&("A4".to_owned(), id)), "{:?}", desk.blocking());
    let elsewhere = desk.json(&["check", "lamplighter", "--chapter", "4", "--severity", "block", "--json"]);
    assert_eq!(elsewhere, json!([]));
}
