//! `tsumugi check --judge` at the door: another model is asked, its opinions are listed as such, kept and never a reason to stop.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::program::test_cli;
use llm::{Dialect, ScriptedReply};
use llm_test_server::{Plan, TestServer, Turn};
use serde_json::{Value, json};
use testkit::cli::{CliOutput, TestCli};
use tokio::runtime::Runtime;

const SOURCE: &str = "猫は窓から庭へ飛び降り、朝まで帰ってこなかった。";
const TRANSLATION: &str =
    "The dog jumped from the window into the garden and did not come back until morning.";

struct Judged {
    cli: TestCli,
    server: TestServer,
    _runtime: Runtime,
}

impl Judged {
    /// A book of one translated paragraph, and a server that names these errors in its replies, one list after the other.
    fn new(replies: &[Value]) -> Self {
        let cli = test_cli().with_variable("TSUMUGI_API_KEY", "a key for the test");
        cli.file("cat.txt", SOURCE);
        cli.ok(&["import", "cat.txt", "--from", "ja", "--to", "en"]);
        let submit = |errors: &Value| ScriptedReply::call("submit_opinion", &json!({ "errors": errors }));
        let turns = replies.iter().map(|errors| Turn::reply(submit(errors))).collect();
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(TestServer::start(Plan { turns, then: None })).unwrap();
        let judged = Self { cli, server, _runtime: runtime };
        judged.translate(TRANSLATION);
        judged
    }

    fn translate(&self, text: &str) {
        let id = self.cli.paragraphs("cat").into_iter().find(|one| one.text == SOURCE).unwrap().id;
        let arguments = json!({"paragraph_id": id, "translated_text": text}).to_string();
        self.cli.ok(&["tool", "update_translation", &arguments, "--book", "cat"]);
    }

    fn check(&self, more: &[&str]) -> CliOutput {
        let url = self.server.base_url(Dialect::OpenaiChat);
        let mut arguments = vec!["check", "cat", "--judge", "m", "--base-url", &url, "--judge-sample", "5"];
        arguments.extend(more);
        self.cli.run(&arguments)
    }

    fn n_asked(&self) -> usize {
        self.server.requests().len()
    }
}

fn error(category: &str, severity: &str, source: &str, translation: &str) -> Value {
    json!({
        "category": category, "severity": severity, "source_quote": source,
        "translation_quote": translation, "comment": "a cat, not a dog",
    })
}

#[test]
fn an_opinion_is_listed_as_the_models_with_its_words_on_both_sides_and_never_stops_anything() {
    let judged = Judged::new(&[json!([
        error("mistranslation", "critical", "猫", "dog"),
        error("omission", "major", "三匹", ""),
        error("style", "minor", "", "The DOG"),
    ])]);
    let output = judged.check(&["--json", "--fail-on", "info", "--severity", "info"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let found: Vec<Value> = serde_json::from_str(&output.stdout).unwrap();
    let opinions: Vec<&Value> = found.iter().filter(|one| one["opinion_of"] == "m").collect();
    assert_eq!(opinions.len(), 1, "{found:#?}");
    let opinion = opinions.first().unwrap();
    assert_eq!((&opinion["check"], &opinion["severity"]), (&json!("G1"), &json!("queue")));
    assert_eq!((&opinion["source_spans"], &opinion["spans"]), (&json!([[0, 1]]), &json!([[4, 7]])));
    assert!(
        output.stderr.contains("2 were left out because they quote what is not there"),
        "{}",
        output.stderr
    );
    let told = judged.check(&[]).stdout;
    assert!(told.contains("m says: mistranslation, critical"), "{told}");
    assert!(told.contains("a model's opinion"), "{told}");
}

#[test]
fn what_second_opinions_cost_is_in_the_cost_of_the_book() {
    let judged = Judged::new(&[json!([]), json!([])]);
    judged.translate("The dog jumped from the window.");
    assert_eq!(judged.check(&["--price", "2,8"]).code, 0);
    let rows = judged.cli.json(&["cost"]);
    let is_opinion = |row: &&Value| row["kind"] == "opinion";
    let row = rows.as_array().unwrap().iter().find(is_opinion).unwrap_or_else(|| panic!("{rows}")).clone();
    assert_eq!((&row["model"], &row["run"]), (&json!("m"), &Value::Null), "{row}");
    let tokens = (row["input_tokens"].as_i64().unwrap(), row["output_tokens"].as_i64().unwrap());
    assert!(tokens.0 > 0 && tokens.1 > 0, "{row}");
    let micros = tokens.0 * 2 + tokens.1 * 8;
    assert!((row["usd_micros"].as_i64().unwrap() - micros).abs() <= 2, "{row}");
    let told = judged.cli.ok(&["cost"]).stdout;
    assert!(told.contains("opinion"), "{told}");
    // Asked again about other words, it adds up.
    judged.translate("The cat jumped from the window.");
    assert_eq!(judged.check(&["--price", "2,8"]).code, 0);
    let more = judged.cli.json(&["cost"]);
    let again = more.as_array().unwrap().iter().find(is_opinion).unwrap()["usd_micros"].as_i64().unwrap();
    assert!(again > micros, "{more}");
}

#[test]
fn the_same_words_are_asked_about_once_and_other_words_again() {
    let judged = Judged::new(&[json!([error("mistranslation", "major", "猫", "dog")]), json!([])]);
    judged.check(&[]);
    let again = judged.check(&[]);
    assert_eq!(judged.n_asked(), 1, "{}", again.stderr);
    assert!(again.stderr.contains("was asked about these 1 paragraphs before"), "{}", again.stderr);
    judged.translate(&TRANSLATION.replace("dog", "cat"));
    let found = judged.cli.json(&["check", "cat"]);
    assert_eq!(found, json!([]), "an opinion about other words does not hold");
    judged.check(&[]);
    assert_eq!(judged.n_asked(), 2);
}

#[test]
fn without_a_finding_nobody_is_asked_and_a_limit_is_kept() {
    let judged = Judged::new(&[json!([])]);
    let url = judged.server.base_url(Dialect::OpenaiChat);
    let flagged = judged.cli.ok(&["check", "cat", "--judge", "m", "--base-url", &url]);
    assert!(flagged.stderr.contains("there is nothing to ask m about"), "{}", flagged.stderr);
    let limited = judged.check(&["--max-tokens", "10"]);
    assert_eq!((limited.code, judged.n_asked()), (0, 0), "{}", limited.stderr);
    assert!(limited.stderr.contains("the limit was reached: 1 paragraphs"), "{}", limited.stderr);
}

#[test]
fn a_title_that_is_no_translation_is_found_with_its_words() {
    let judged = Judged::new(&[]);
    judged.cli.file("story.txt", "第一章 夜の庭\n\n猫がいた。\n\n第二章 朝\n\n猫はいない。\n");
    judged.cli.ok(&["import", "story.txt", "--from", "ja", "--to", "en"]);
    let chapters = judged.cli.json(&["tool", "list_chapters", "{}", "--book", "story"]);
    let chapter = chapters["chapters"][0]["chapter_id"].as_str().unwrap().to_owned();
    let arguments = json!({"chapter_id": chapter, "title_translation": "Chapter 1: Night 庭"}).to_string();
    judged.cli.ok(&["tool", "update_chapter_title", &arguments, "--book", "story"]);
    for paragraph in judged.cli.paragraphs("story") {
        let arguments =
            json!({"paragraph_id": paragraph.id, "translated_text": "There was a cat."}).to_string();
        judged.cli.run(&["tool", "update_translation", &arguments, "--book", "story"]);
    }
    let found = judged.cli.json(&["check", "story", "--only", "B1"]);
    let title = found.as_array().unwrap().iter().find(|one| !one["title"].is_null()).unwrap();
    assert_eq!(title["title"]["translation"], "Chapter 1: Night 庭", "{title}");
    assert_eq!((&title["spans"], &title["name"]), (&json!([[17, 18]]), &json!("Source script")));
    let sentence = "Characters of the source script are left in the translation: «庭».";
    assert_eq!(
        (&title["sentence"], &title["advice"]),
        (&json!(sentence), &json!("Translate the marked words."))
    );
    assert_eq!(title["sentence_zh"], "译文中残留原文文字：「庭」。");
    assert_ne!(title["message"], title["sentence"], "a model gets another sentence");
}

#[test]
fn translators_notes_are_found_unless_the_style_allows_them_and_then_they_are_counted() {
    let judged = Judged::new(&[]);
    judged.translate(
        "The cat (TN: a tabby) jumped from the window into the garden and was gone until morning.",
    );
    let codes = |found: &Value| -> Vec<String> {
        found.as_array().unwrap().iter().map(|one| one["check"].as_str().unwrap().to_owned()).collect()
    };
    assert!(codes(&judged.cli.json(&["check", "cat"])).contains(&"E6".to_owned()));
    judged.cli.file("config/config.toml", "[style.en]\nnotes = \"none\"\n");
    assert!(codes(&judged.cli.json(&["check", "cat"])).contains(&"E6".to_owned()));
    judged.cli.file("config/config.toml", "[style.en]\nnotes = \"footnotes\"\n");
    assert!(!codes(&judged.cli.json(&["check", "cat"])).contains(&"E6".to_owned()));
    let told = judged.cli.ok(&["check", "cat"]).stdout;
    assert!(told.contains("; 1 translator's note"), "{told}");
    let path = judged.cli.path("report.html");
    judged.cli.ok(&["report", "cat", "-o", path.to_str().unwrap()]);
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.contains("translator's notes"), "the report counts them");
}
