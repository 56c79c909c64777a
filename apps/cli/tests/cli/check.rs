//! `tsumugi check` at the door: a clean translation has nothing blocking, planted defects are found and named.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::program::{test_cli, writer_url};
use serde_json::{Value, json};
use testkit::cli::TestCli;

/// A library with the English sample, translated into Spanish.
struct TranslatedSample {
    cli: TestCli,
}

impl TranslatedSample {
    fn new() -> Self {
        let cli = test_cli();
        let (file, out) = (testkit::cli::sample("the-lamplighters-ledger.epub"), cli.path("out.epub"));
        let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
        cli.ok(&[
            "translate",
            file,
            "--to",
            "es",
            "--model",
            "writer",
            "--base-url",
            writer_url(),
            "-o",
            out,
            "--quiet",
        ]);
        Self { cli }
    }

    fn tsumugi(&self, arguments: &[&str]) -> String {
        self.cli.ok(arguments).stdout
    }

    fn code(&self, arguments: &[&str]) -> i32 {
        self.cli.run(arguments).code
    }

    fn json(&self, arguments: &[&str]) -> Value {
        self.cli.ok(arguments).json()
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
    let sample = TranslatedSample::new();
    assert_eq!(sample.blocking(), []);
    let summary = sample.tsumugi(&["check", "lamplighter"]);
    assert!(summary.contains("91 paragraphs checked: 0 block"), "{summary}");
}

#[test]
fn source_left_in_place_of_a_translation_is_found() {
    let sample = TranslatedSample::new();
    let id = sample.plant(str::to_owned);
    assert!(sample.blocking().contains(&("A3".to_owned(), id)), "{:?}", sample.blocking());
}

#[test]
fn gross_loss_is_found_and_a_chapter_can_be_asked_for() {
    let sample = TranslatedSample::new();
    let id = sample.plant(|_| "Era tarde.".to_owned());
    assert!(sample.blocking().contains(&("A4".to_owned(), id)), "{:?}", sample.blocking());
    let elsewhere = sample.json(&["check", "lamplighter", "--chapter", "4", "--severity", "block", "--json"]);
    assert_eq!(elsewhere, json!([]));
}

#[test]
fn a_finding_can_be_let_stand_listed_and_opened_again() {
    let sample = TranslatedSample::new();
    let id = sample.plant(|_| "Era tarde.".to_owned());
    sample.tsumugi(&["acknowledge", "lamplighter", &id, "--check", "A4", "--reason", "cut on purpose"]);
    assert!(!sample.blocking().contains(&("A4".to_owned(), id.clone())));
    let listed = sample.json(&["acknowledge", "lamplighter", "--json"]);
    assert_eq!(
        (&listed[0]["check"], &listed[0]["reason"], &listed[0]["holds"]),
        (&json!("A4"), &json!("cut on purpose"), &json!(true))
    );
    sample.tsumugi(&["acknowledge", "lamplighter", &id, "--withdraw"]);
    assert!(sample.blocking().contains(&("A4".to_owned(), id)));
}

#[test]
fn the_gate_closes_on_open_findings_only() {
    let sample = TranslatedSample::new();
    let gate = ["check", "lamplighter", "--severity", "block", "--fail-on", "block"];
    sample.tsumugi(&gate);
    let id = sample.plant(|_| "Era tarde.".to_owned());
    assert_eq!(sample.code(&gate), 3);
    sample.tsumugi(&["acknowledge", "lamplighter", &id, "--reason", "cut on purpose"]);
    sample.tsumugi(&gate);
}

#[test]
fn findings_are_exported_for_editors_and_as_a_page() {
    let sample = TranslatedSample::new();
    let id = sample.plant(|_| "Era tarde.".to_owned());
    let log = sample.json(&["check", "lamplighter", "--severity", "block", "--sarif"]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(
        (&log["version"], &result["ruleId"], &result["level"]),
        (&json!("2.1.0"), &json!("A4"), &json!("error"))
    );
    assert_eq!(result["locations"][0]["logicalLocations"][0]["name"], json!(id));
    let path = sample.cli.path("report.html");
    sample.tsumugi(&["report", "lamplighter", "-o", path.to_str().unwrap()]);
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("Era tarde.") && page.contains(&id), "the worst paragraph is on the page");
}
