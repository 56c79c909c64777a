//! The review of translations at the command line: states, counts, filters, protection, undo and export.

use crate::program::{with_books, writer_url};
use serde_json::{Value, json};
use testkit::cli::TestCli;

/// A library in which `tale` is translated by a model.
fn translated() -> TestCli {
    let cli = with_books();
    cli.ok(&["translate", "tale", "--to", "es", "--model", "writer", "--base-url", writer_url()]);
    cli
}

fn id_of(cli: &TestCli, text: &str) -> String {
    cli.paragraphs("tale").into_iter().find(|one| one.text == text).unwrap().id
}

fn listed(cli: &TestCli, filter: &[&str]) -> Vec<String> {
    let list = cli.json(&[&["review", "tale"], filter].concat());
    list.as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap().to_owned()).collect()
}

fn counts(cli: &TestCli) -> [Value; 3] {
    let overview = cli.json(&["review", "tale"]);
    ["draft", "needs_work", "reviewed"].map(|state| overview[state].clone())
}

#[test]
fn paragraphs_are_set_and_listed_by_state_and_counted_by_chapter() {
    let cli = translated();
    assert_eq!(counts(&cli), [json!(6), json!(0), json!(0)]);
    let lamp = id_of(&cli, "The lamp was lit.");
    let said = cli.ok(&["review", "tale", &lamp, "--set", "reviewed"]);
    assert!(said.stdout.contains("reviewed: 1 paragraph"), "{said:?}");
    cli.ok(&["review", "tale", "--chapter", "2", "--set", "needs-work"]);
    let overview = cli.json(&["review", "tale"]);
    assert_eq!(overview["chapters"][0]["reviewed"], 1, "{overview}");
    assert_eq!(overview["chapters"][1]["needs_work"], 2, "{overview}");
    assert_eq!(counts(&cli), [json!(3), json!(2), json!(1)]);
    assert_eq!(listed(&cli, &["--state", "reviewed"]), ["The lamp was lit."]);
    assert_eq!(listed(&cli, &["--state", "needs-work"]), ["Chapter 2", "The lamp went out."]);
    assert!(cli.ok(&["review", "tale"]).stdout.contains("needs work"));
    let shown = cli.json(&["show", "tale"]);
    let shown = shown.as_array().unwrap().iter().find(|one| one["paragraph_id"] == lamp.as_str());
    assert_eq!(shown.unwrap()["review"], "reviewed");
    assert!(cli.ok(&["show", "tale", "--chapter", "1"]).stdout.contains("(reviewed)"));
    let books = cli.json(&["books"]);
    let tale = books.as_array().unwrap().iter().find(|book| book["title"] == "tale").unwrap();
    assert_eq!((&tale["reviewed"], &tale["needs_work"]), (&json!(1), &json!(2)));
    let status = cli.json(&["status"]);
    assert_eq!((&status["reviewed"], &status["needs_work"]), (&json!(1), &json!(2)));
}

#[test]
fn paragraphs_are_filtered_by_author_staleness_length_and_check() {
    let cli = translated();
    let lamp = id_of(&cli, "The lamp was lit.");
    cli.ok(&["edit", "tale", "--paragraph", &lamp, "--text", "La lámpara ardía."]);
    assert_eq!(listed(&cli, &["--author", "person"]), ["The lamp was lit."]);
    let by_model = listed(&cli, &["--author", "model"]);
    assert!(by_model.len() == 5 && !by_model.contains(&"The lamp was lit.".to_owned()), "{by_model:?}");
    assert_eq!(listed(&cli, &["--shorter", "9"]), ["Chapter 1", "* * *", "Chapter 2"]);
    assert!(listed(&cli, &["--longer", "20"]).iter().all(|text| text.len() >= 20));
    assert!(listed(&cli, &["--stale"]).is_empty());
    cli.ok(&["edit", "tale", "--paragraph", &lamp, "--text", "The lamp was lit."]);
    let untranslated = listed(&cli, &["--check", "B1"]);
    assert!(untranslated.len() <= 1, "{untranslated:?}");
    let unknown = cli.run(&["review", "tale", "--check", "ZZ9"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    let unknown = cli.run(&["review", "tale", "--state", "perfect"]);
    assert!(unknown.code == 2 && unknown.stderr.contains("needs-work"), "{unknown:?}");
    let nothing = cli.run(&["review", "tale", "--set", "reviewed"]);
    assert!(nothing.code == 2 && nothing.stderr.contains("which paragraphs?"), "{nothing:?}");
}

#[test]
fn marking_a_chapter_as_reviewed_leaves_what_is_approved_alone() {
    let cli = translated();
    let lamp = id_of(&cli, "The lamp was lit.");
    cli.ok(&["review", "tale", &lamp, "--set", "approved"]);
    for chapter in ["1", "2"] {
        cli.ok(&["review", "tale", "--chapter", chapter, "--set", "reviewed"]);
    }
    assert_eq!(listed(&cli, &["--state", "approved"]), ["The lamp was lit."]);
    assert!(listed(&cli, &["--state", "reviewed"]).len() > 2);
    cli.ok(&["review", "tale", &lamp, "--set", "reviewed"]);
    assert!(listed(&cli, &["--state", "approved"]).is_empty(), "whoever names it means it");
}

#[test]
fn no_model_replaces_reviewed_text_and_undo_takes_a_review_back() {
    let cli = translated();
    let lamp = id_of(&cli, "The lamp was lit.");
    cli.ok(&["review", "tale", &lamp, "--set", "reviewed"]);
    let before = cli.paragraphs("tale").into_iter().find(|one| one.id == lamp).unwrap().translation;
    cli.file("config/config.toml", crate::program::writer_settings());
    for work in ["translate", "polish"] {
        let again: &[&str] = if work == "translate" { &["--again"] } else { &[] };
        let command = [&[work, "tale", "--paragraphs", &lamp, "--model", "writer/writer"], again].concat();
        let said = cli.run(&command);
        assert!(said.code == 0, "{said:?}");
    }
    let after = cli.paragraphs("tale").into_iter().find(|one| one.id == lamp).unwrap().translation;
    assert_eq!(before, after);
    assert_eq!(listed(&cli, &["--state", "reviewed"]), ["The lamp was lit."]);
    let versions = cli.json(&["history", "tale", "--paragraph", &lamp]);
    let reviewed = versions.as_array().unwrap().iter().find(|one| !one["review"].is_null()).unwrap();
    assert_eq!(
        (&reviewed["review"]["state"], &reviewed["review"]["who"]["by"]),
        (&json!("reviewed"), &json!("person"))
    );
    let history = cli.json(&["history", "tale"]);
    let row = history.as_array().unwrap().iter().find(|row| row["note"] == "review: reviewed").unwrap();
    cli.ok(&["undo", "tale", "--change", row["id"].as_str().unwrap()]);
    assert!(listed(&cli, &["--state", "reviewed"]).is_empty());
}

#[test]
fn only_reviewed_text_is_exported_if_asked() {
    let cli = translated();
    let lamp = id_of(&cli, "The lamp was lit.");
    cli.ok(&["review", "tale", &lamp, "--set", "reviewed"]);
    let said = cli.json(&["export", "tale", "--reviewed-only", "-o", "out.txt"]);
    assert_eq!((&said["translated"], &said["untranslated"]), (&json!(1), &json!(5)), "{said}");
    let text = std::fs::read_to_string(cli.path("out.txt")).unwrap();
    assert!(text.contains("Nobody answered.") && !text.contains("The lamp was lit."), "{text}");
    let certificate = std::fs::read_to_string(cli.path("out.txt.certificate.json")).unwrap();
    assert!(certificate.contains("not reviewed yet"), "{certificate}");
    assert_eq!(cli.json(&["export", "tale", "-o", "all.txt"])["translated"], 6);
}
