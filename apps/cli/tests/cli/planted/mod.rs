//! A model that plants one defect of every blocking class in its reply: each is refused at submission and repaired, or
//! listed when the model never does better; nothing planted is exported as good.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod defects;

use crate::program::{test_cli, writer_url};
use defects::{DEFECTS, Defect, PAIRS};
use llm::{Dialect, ScriptedReply};
use llm_test_server::{Plan, TestServer, Turn};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use testkit::cli::{CliOutput, TestCli};
use tokio::runtime::Runtime;

/// What is empty is refused before any check, and where two checks object to one text the first speaks.
const SPEAKS_FIRST: [(&str, &str); 2] = [("A2", "EMPTY_TRANSLATION"), ("A12", "B1")];

/// A library with one book, every paragraph of which is meant for one defect.
struct Book {
    cli: TestCli,
    pair: (&'static str, &'static str),
}

impl Book {
    fn import(pair: (&'static str, &'static str)) -> Self {
        let book = Self { cli: test_cli().with_variable("TSUMUGI_API_KEY", "a key for the test"), pair };
        let mut text = String::new();
        for defect in book.defects() {
            text.push_str(defect.source);
            text.push_str("\n\n");
        }
        book.cli.file("book.txt", text);
        book.succeed(&["import", "book.txt", "--from", pair.0, "--to", pair.1]);
        book
    }

    fn defects(&self) -> impl Iterator<Item = &'static Defect> {
        DEFECTS.iter().filter(|defect| (defect.from, defect.to) == self.pair)
    }

    fn tsumugi(&self, arguments: &[&str]) -> CliOutput {
        self.cli.run(arguments)
    }

    fn succeed(&self, arguments: &[&str]) -> String {
        self.cli.ok(arguments).stdout
    }

    fn json(&self, arguments: &[&str]) -> Vec<Value> {
        serde_json::from_str(&self.succeed(arguments)).unwrap()
    }

    fn id(&self) -> String {
        self.json(&["books", "--json"])[0]["id"].as_str().unwrap().to_owned()
    }

    /// The paragraphs by their source: id and translation.
    fn paragraphs(&self) -> BTreeMap<String, (String, Option<String>)> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        self.json(&["show", &self.id(), "--json"])
            .iter()
            .map(|one| {
                let translation = text(&one["translation"]);
                (text(&one["text"]).unwrap(), (text(&one["paragraph_id"]).unwrap(), translation))
            })
            .collect()
    }

    /// The reply in which every paragraph has its defect; what is not meant for one gets a translation that is right.
    fn planted(&self) -> ScriptedReply {
        let ids = self.paragraphs();
        let items: Vec<Value> = self
            .defects()
            .map(|defect| json!({"paragraph_id": ids[defect.source].0, "translated_text": defect.bad}))
            .collect();
        ScriptedReply::call("add_translation_batch", &json!({ "paragraphs": items }))
    }

    /// The reply in which everything that was refused is right: as a model gives it that plants nothing.
    fn mended(&self) -> ScriptedReply {
        let other = Self::import(self.pair);
        other.succeed(&[
            "translate",
            &other.id(),
            "--to",
            self.pair.1,
            "--model",
            "writer",
            "--base-url",
            writer_url(),
            "--json",
        ]);
        let (ids, right) = (self.paragraphs(), other.paragraphs());
        let blocking = self.defects().filter(|defect| defect.blocks);
        let items: Vec<Value> = blocking
            .map(|defect| json!({"paragraph_id": ids[defect.source].0, "translated_text": right[defect.source].1}))
            .collect();
        ScriptedReply::call("add_translation_batch", &json!({ "paragraphs": items }))
    }

    /// Translates the book with a model that follows the plan; the output and everything the model was asked.
    fn translate(&self, plan: Plan) -> (CliOutput, Vec<Value>) {
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(TestServer::start(plan)).unwrap();
        let url = server.base_url(Dialect::OpenaiChat);
        let id = self.id();
        let to = self.pair.1;
        let arguments = ["translate", &id, "--to", to, "--model", "m", "--base-url", &url];
        let more = ["--chunk-size", "8000", "--concurrency", "1", "--json"];
        let output = self.tsumugi(&[&arguments[..], &more[..]].concat());
        (output, server.requests().into_iter().map(|seen| seen.body).collect())
    }

    /// None of the texts that must not get in stands in the library or in an exported book.
    fn holds_nothing_planted(&self) {
        let blocking: Vec<&Defect> = self.defects().filter(|defect| defect.blocks).collect();
        let paragraphs = self.paragraphs();
        for defect in &blocking {
            let (_, translation) = &paragraphs[defect.source];
            assert_ne!(translation.as_deref(), Some(defect.bad), "{} got in", defect.code);
        }
        let id = self.id();
        self.tsumugi(&["export", &id, "-o", "out.txt"]);
        let written = std::fs::read_to_string(self.cli.path("out.txt")).unwrap();
        for defect in blocking.iter().filter(|defect| !defect.mark.is_empty()) {
            assert!(!written.contains(defect.mark), "{} was exported: {}", defect.code, defect.mark);
        }
        let found = self.json(&["check", &id, "--severity", "block", "--json"]);
        assert!(found.is_empty(), "{found:#?}");
    }
}

/// What the answer to the first submission says, paragraph by paragraph.
fn refused(requests: &[Value]) -> BTreeMap<String, String> {
    let messages = requests[1]["messages"].as_array().unwrap();
    let answer = messages.iter().rfind(|message| message["role"] == "tool").unwrap();
    let answer: Value = serde_json::from_str(answer["content"].as_str().unwrap()).unwrap();
    let failed = answer["failed_paragraphs"].as_array().cloned().unwrap_or_default();
    failed.iter().map(|one| (one["paragraph_id"].as_str().unwrap().to_owned(), one.to_string())).collect()
}

#[test]
fn every_planted_defect_that_blocks_is_refused_by_name_and_repaired() {
    for pair in PAIRS {
        let book = Book::import(pair);
        let turns = vec![Turn::reply(book.planted()), Turn::reply(book.mended())];
        let plan = Plan { turns, then: Some(Turn::agent()) };
        let ids = book.paragraphs();
        let (output, requests) = book.translate(plan);
        assert_eq!(output.code, 0, "{}", output.stderr);
        let refused = refused(&requests);
        for defect in book.defects() {
            let id = &ids[defect.source].0;
            let why = refused.get(id);
            if defect.blocks {
                let why = why.unwrap_or_else(|| panic!("{} was not refused", defect.code));
                let named = |code: &str| why.contains(&format!("\"{code}\""));
                let other = SPEAKS_FIRST.iter().find(|(silent, _)| *silent == defect.code);
                let is_named = named(defect.code) || other.is_some_and(|(_, first)| named(first));
                assert!(is_named, "{}: {why}", defect.code);
            } else {
                assert_eq!(why, None, "{} was refused", defect.code);
            }
        }
        let left = |one: &(String, (String, Option<String>))| !one.0.trim().is_empty() && one.1.1.is_none();
        let untranslated: Vec<_> = book.paragraphs().into_iter().filter(left).collect();
        assert_eq!(untranslated, [], "a paragraph was left");
        book.holds_nothing_planted();
        book.succeed(&["verify", "out.txt"]);
    }
}

#[test]
fn a_model_that_never_does_better_leaves_its_paragraphs_listed_and_nothing_planted_gets_in() {
    for pair in PAIRS {
        let book = Book::import(pair);
        let plan = Plan { turns: Vec::new(), then: Some(Turn::reply(book.planted())) };
        let (output, requests) = book.translate(plan);
        assert_eq!(output.code, 3, "{}", output.stderr);
        assert!(requests.len() < 60, "{} requests for one stubborn model", requests.len());
        let ended = output.stdout.lines().rfind(|line| line.contains("\"ended\"")).unwrap();
        let paragraphs = book.paragraphs();
        for defect in book.defects().filter(|defect| defect.blocks) {
            let (id, translation) = &paragraphs[defect.source];
            assert_eq!(*translation, None, "{} got in", defect.code);
            assert!(ended.contains(id.as_str()), "{} is not listed: {ended}", defect.code);
        }
        book.holds_nothing_planted();
    }
}

#[test]
fn every_class_that_blocks_a_paragraph_has_a_planted_defect() {
    let planted: BTreeSet<&str> =
        DEFECTS.iter().filter(|defect| defect.blocks).map(|defect| defect.code).collect();
    // These need what a plain text has not: inline tags, headings, and what the model was told before.
    let elsewhere = BTreeSet::from(["F1", "F3", "E9"]);
    for check in checks::catalogue::ALL {
        let blocks = check.severity() == checks::check::Severity::Block;
        let code = check.code().as_str();
        assert!(!blocks || planted.contains(code) || elsewhere.contains(code), "{code} is planted nowhere");
    }
}
