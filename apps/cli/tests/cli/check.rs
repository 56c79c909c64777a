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
            .env("TSUMUGI_DICTIONARIES", self.folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{arguments:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
        said
    }

    fn code(&self, arguments: &[&str]) -> Option<i32> {
        let mut command = Command::cargo_bin("tsumugi").unwrap();
        command.env("TSUMUGI_LIBRARY", self.folder.path().join("library.tsumugi"));
        command
            .args(arguments)
            .env("TSUMUGI_CONFIG", self.folder.path())
            .env("TSUMUGI_DICTIONARIES", self.folder.path())
            .output()
            .unwrap()
            .status
            .code()
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

#[test]
fn a_finding_can_be_let_stand_listed_and_opened_again() {
    let desk = Desk::with_translation();
    let id = desk.plant(|_| "Era tarde.".to_owned());
    desk.tsumugi(&["acknowledge", "lamplighter", &id, "--check", "A4", "--reason", "cut on purpose"]);
    assert!(!desk.blocking().contains(&("A4".to_owned(), id.clone())));
    let listed = desk.json(&["acknowledge", "lamplighter", "--json"]);
    assert_eq!(
        (&listed[0]["check"], &listed[0]["reason"], &listed[0]["holds"]),
        (&json!("A4"), &json!("cut on purpose"), &json!(true))
    );
    desk.tsumugi(&["acknowledge", "lamplighter", &id, "--withdraw"]);
    assert!(desk.blocking().contains(&("A4".to_owned(), id)));
}

#[test]
fn the_gate_closes_on_open_findings_only() {
    let desk = Desk::with_translation();
    let gate = ["check", "lamplighter", "--severity", "block", "--fail-on", "block"];
    desk.tsumugi(&gate);
    let id = desk.plant(|_| "Era tarde.".to_owned());
    assert_eq!(desk.code(&gate), Some(3));
    desk.tsumugi(&["acknowledge", "lamplighter", &id, "--reason", "cut on purpose"]);
    desk.tsumugi(&gate);
}

#[test]
fn findings_are_exported_for_editors_and_as_a_page() {
    let desk = Desk::with_translation();
    let id = desk.plant(|_| "Era tarde.".to_owned());
    let log = desk.json(&["check", "lamplighter", "--severity", "block", "--sarif"]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(
        (&log["version"], &result["ruleId"], &result["level"]),
        (&json!("2.1.0"), &json!("A4"), &json!("error"))
    );
    assert_eq!(result["locations"][0]["logicalLocations"][0]["name"], json!(id));
    let path = desk.folder.path().join("report.html");
    desk.tsumugi(&["report", "lamplighter", "-o", path.to_str().unwrap()]);
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("Era tarde.") && page.contains(&id), "the worst paragraph is on the page");
}
