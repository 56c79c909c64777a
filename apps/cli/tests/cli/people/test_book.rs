//! A library whose only book is called `book`, the real program, and a model that needs no network.

use crate::program::{test_cli, writer_url};
use serde_json::Value;
use std::ops::Deref;
use testkit::cli::{CliOutput, ShownParagraph, TestCli};

pub(crate) struct TestBook {
    cli: TestCli,
}

impl Deref for TestBook {
    type Target = TestCli;

    fn deref(&self) -> &TestCli {
        &self.cli
    }
}

impl TestBook {
    pub(crate) fn new() -> Self {
        Self { cli: test_cli().with_variable("EDITOR", "false") }
    }

    /// A library with this text as its only book, translated.
    pub(crate) fn translated(text: &str) -> Self {
        let book = Self::new();
        book.file("book.txt", text);
        book.ok(&["import", "book.txt", "--from", "ja"]);
        book.translate(&[]);
        book
    }

    /// Runs with this as the person's editor.
    pub(crate) fn run_with_editor(&self, editor: &str, arguments: &[&str]) -> CliOutput {
        self.command(arguments).env("EDITOR", editor).output().unwrap().into()
    }

    pub(crate) fn translate(&self, more: &[&str]) -> CliOutput {
        self.ok(&[
            &["translate", "book", "--to", "en", "--model", "writer", "--base-url", writer_url()],
            more,
        ]
        .concat())
    }

    /// The paragraphs with text of the book.
    pub(crate) fn paragraphs(&self) -> Vec<ShownParagraph> {
        self.cli.paragraphs("book").into_iter().filter(|one| !one.text.trim().is_empty()).collect()
    }

    /// The paragraph that begins with these words.
    pub(crate) fn paragraph(&self, words: &str) -> ShownParagraph {
        let paragraphs = self.paragraphs();
        paragraphs
            .into_iter()
            .find(|one| one.text.trim().starts_with(words))
            .unwrap_or_else(|| panic!("no paragraph `{words}`"))
    }

    pub(crate) fn versions(&self, paragraph: &str) -> Vec<Value> {
        self.json(&["history", "book", "--paragraph", paragraph]).as_array().unwrap().clone()
    }

    /// How many paragraphs a translation would be asked for.
    pub(crate) fn n_planned(&self, more: &[&str]) -> u64 {
        let command = [
            &[
                "translate",
                "book",
                "--to",
                "en",
                "--model",
                "writer",
                "--base-url",
                writer_url(),
                "--dry-run",
            ],
            more,
        ]
        .concat();
        let said = self.ok(&[command.as_slice(), &["--json"]].concat());
        if said.stdout.trim().is_empty() {
            return 0;
        }
        serde_json::from_str::<Value>(&said.stdout).unwrap()["paragraphs"].as_u64().unwrap()
    }
}

/// A short text with two chapters.
pub(crate) const LAMP: &str = "第一章　灯台\n\n　灯台守は毎晩、百段の階段を上った。\n　霧の夜には鐘を鳴らした。\n「誰か来る」と彼は言った。\n\n第二章　手紙\n\n　朝になると、手紙が一通届いていた。\n　差出人の名前はなかった。\n";
