//! A folder with a library of its own, the real program, and a model that needs no network.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

pub(crate) struct House {
    folder: TempDir,
}

/// What the program said, and how it left.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl House {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A house with this text as its only book, translated.
    pub(crate) fn with_translated(text: &str) -> Self {
        let house = Self::new();
        house.file("book.txt", text.as_bytes());
        house.ok(&["import", "book.txt", "--from", "ja"]);
        house.translate(&[]);
        house
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        self.run_with_editor("false", arguments)
    }

    /// Runs with this as the person's editor.
    pub(crate) fn run_with_editor(&self, editor: &str, arguments: &[&str]) -> Said {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("tsumugi"))
            .args(arguments)
            .env_clear()
            .env("PATH", path_variable())
            .env("EDITOR", editor)
            .env("TSUMUGI_LIBRARY", self.path("library.tsumugi"))
            .env("TSUMUGI_CONFIG", self.path("config"))
            .env("TSUMUGI_DICTIONARIES", self.path("config"))
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        Said {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// A command that must succeed.
    pub(crate) fn ok(&self, arguments: &[&str]) -> Said {
        let said = self.run(arguments);
        assert_eq!(said.code, 0, "{arguments:?} {said:?}");
        said
    }

    /// What a command that must succeed prints as JSON.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let said = self.ok(&[arguments, &["--json"]].concat());
        serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"))
    }

    pub(crate) fn translate(&self, more: &[&str]) -> Said {
        self.ok(&[&["translate", "book", "--to", "en", "--model", "rehearsal"], more].concat())
    }

    /// The paragraphs with text of the book.
    pub(crate) fn paragraphs(&self) -> Vec<Shown> {
        let list = self.json(&["show", "book"]);
        let shown = list.as_array().unwrap().iter().map(|one| Shown {
            id: one["paragraph_id"].as_str().unwrap().to_owned(),
            text: one["text"].as_str().unwrap().to_owned(),
            translation: one["translation"].as_str().map(ToOwned::to_owned),
            stale: one["stale"].as_str().map(ToOwned::to_owned),
        });
        shown.filter(|one| !one.text.trim().is_empty()).collect()
    }

    /// The paragraph that begins with these words.
    pub(crate) fn paragraph(&self, words: &str) -> Shown {
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
        let command =
            [&["translate", "book", "--to", "en", "--model", "rehearsal", "--dry-run"], more].concat();
        let said = self.ok(&[command.as_slice(), &["--json"]].concat());
        if said.stdout.trim().is_empty() {
            return 0;
        }
        serde_json::from_str::<Value>(&said.stdout).unwrap()["paragraphs"].as_u64().unwrap()
    }
}

/// A paragraph as `show` gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) translation: Option<String>,
    pub(crate) stale: Option<String>,
}

/// A short text with two chapters.
pub(crate) const LAMP: &str = "第一章　灯台\n\n　灯台守は毎晩、百段の階段を上った。\n　霧の夜には鐘を鳴らした。\n「誰か来る」と彼は言った。\n\n第二章　手紙\n\n　朝になると、手紙が一通届いていた。\n　差出人の名前はなかった。\n";

/// Where programs are found.
#[expect(clippy::disallowed_methods, reason = "only the environment knows where programs are")]
fn path_variable() -> std::ffi::OsString {
    std::env::var_os("PATH").unwrap_or_default()
}
