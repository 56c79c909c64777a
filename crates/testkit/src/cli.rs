//! The program as a person starts it, with nothing of this machine but a folder of its own.

use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with a library and settings of its own, and the program.
pub struct TestCli {
    program: PathBuf,
    folder: TempDir,
    environment: Vec<(OsString, OsString)>,
}

impl TestCli {
    /// An empty folder; `program` is what the tests of its crate know by `env!("CARGO_BIN_EXE_…")`.
    pub fn new(program: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { program: PathBuf::from(program), folder, environment: Vec::new() }
    }

    /// The same with a variable every command is given.
    #[must_use]
    pub fn with_variable(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.environment.push((name.into(), value.as_ref().to_owned()));
        self
    }

    /// The folder everything happens in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A file of this name in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn library(&self) -> PathBuf {
        self.path("library.tsumugi")
    }

    /// Writes a file.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// The program with these arguments, and no settings, keys or library but those of the folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .env_clear()
            .env("PATH", path_variable())
            .env("TSUMUGI_LIBRARY", self.library())
            .env("TSUMUGI_CONFIG", self.path("config"))
            .env("TSUMUGI_DICTIONARIES", self.path("config"))
            .env("TSUMUGI_KEYRING", "off")
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> CliOutput {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs a command that must succeed.
    pub fn ok(&self, arguments: &[&str]) -> CliOutput {
        let output = self.run(arguments);
        assert_eq!(output.code, 0, "{arguments:?} {output:?}");
        output
    }

    /// What a command that must succeed prints as JSON.
    pub fn json(&self, arguments: &[&str]) -> Value {
        self.ok(&[arguments, &["--json"]].concat()).json()
    }

    /// The ids of all books.
    pub fn books(&self) -> Vec<String> {
        let listed = self.run(&["books", "--json"]);
        let books: Vec<Value> = serde_json::from_str(&listed.stdout).unwrap_or_default();
        books.iter().map(|book| book["id"].as_str().unwrap().to_owned()).collect()
    }

    /// The paragraphs of a book, as `show` gives them.
    pub fn paragraphs(&self, book: &str) -> Vec<ShownParagraph> {
        let list = self.json(&["show", book]);
        let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
        let shown = list.as_array().unwrap().iter().map(|one| ShownParagraph {
            id: text(&one["paragraph_id"]).unwrap(),
            text: text(&one["text"]).unwrap(),
            translation: text(&one["translation"]),
            stale: text(&one["stale"]),
        });
        shown.collect()
    }
}

/// A paragraph as `show` gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownParagraph {
    pub id: String,
    /// The source.
    pub text: String,
    /// The selected translation.
    pub translation: Option<String>,
    /// Why the translation is out of date, if it is.
    pub stale: Option<String>,
}

/// What the program printed, and how it ended.
#[derive(Debug)]
pub struct CliOutput {
    /// The exit code; -1 for a program that was killed.
    pub code: i32,
    /// Everything on standard output.
    pub stdout: String,
    /// Everything on standard error.
    pub stderr: String,
}

impl CliOutput {
    /// Fails the test if the program did.
    #[expect(clippy::return_self_not_must_use, reason = "most tests want no more than to know")]
    pub fn succeeded(self) -> Self {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }

    /// Standard output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl From<Output> for CliOutput {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// One of the stories that come with the program.
pub fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(name)
}

/// Where programs are found.
#[expect(clippy::disallowed_methods, reason = "only the environment knows where programs are")]
pub fn path_variable() -> OsString {
    std::env::var_os("PATH").unwrap_or_default()
}
