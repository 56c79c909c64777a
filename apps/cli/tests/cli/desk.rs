//! A desk to work at: a folder with a library of its own, and the program with nothing else of this machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A desk.
pub(crate) struct Desk {
    folder: TempDir,
}

/// What the program said, and how it left.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A desk with two small books in its library: `tale`, a text in English, and `糸`, in Aozora notation.
    pub(crate) fn with_books() -> Self {
        let desk = Self::new();
        desk.file("tale.txt", TALE.as_bytes());
        desk.file("ito.txt", ITO.as_bytes());
        desk.run(&["import", "tale.txt"]).succeeded();
        desk.run(&["import", "ito.txt"]).succeeded();
        desk
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn library(&self) -> PathBuf {
        self.path("library.tsumugi")
    }

    /// Writes a file.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// One of the stories that come with the program.
    pub(crate) fn sample(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(name)
    }

    /// The program, with no settings, keys or library but this desk's.
    pub(crate) fn tsumugi(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tsumugi"));
        command
            .args(arguments)
            .env_clear()
            .env("PATH", path_variable())
            .env("TSUMUGI_LIBRARY", self.library())
            .env("TSUMUGI_CONFIG", self.path("config"))
            .env("TSUMUGI_DICTIONARIES", self.path("config"))
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        self.tsumugi(arguments).output().unwrap().into()
    }

    /// What the program said, without what differs from run to run.
    pub(crate) fn transcript(&self, arguments: &[&str]) -> String {
        let Said { code, stdout, stderr } = self.run(arguments);
        let text = format!(
            "$ tsumugi {}\n{stdout}--- stderr ---\n{stderr}--- exit code {code}\n",
            arguments.join(" ")
        );
        self.without_chance(&text)
    }

    fn without_chance(&self, text: &str) -> String {
        let folder = self.folder.path().to_string_lossy();
        let mut text = text.replace(&*folder, "[FOLDER]");
        for book in self.books() {
            text = text.replace(&book, "[THE BOOK]");
        }
        let lines = text.lines().map(|line| match line.split_once("\"created_at\": ") {
            Some((before, _)) => format!("{before}\"created_at\": [TIME]"),
            None => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The ids of all books.
    pub(crate) fn books(&self) -> Vec<String> {
        let listed = self.run(&["books", "--json"]);
        let books: Vec<serde_json::Value> = serde_json::from_str(&listed.stdout).unwrap_or_default();
        books.iter().map(|book| book["id"].as_str().unwrap().to_owned()).collect()
    }

    /// The names of everything in the folder, libraries left out.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| !name.starts_with("library.tsumugi")).collect();
        names.sort();
        names
    }
}

impl Said {
    pub(crate) fn succeeded(self) -> Self {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Where programs are found.
#[expect(clippy::disallowed_methods, reason = "only the environment knows where programs are")]
pub(crate) fn path_variable() -> std::ffi::OsString {
    std::env::var_os("PATH").unwrap_or_default()
}

/// Whether this is the build server, where nothing is skipped.
#[expect(clippy::disallowed_methods, reason = "only the environment knows whether this is the build server")]
pub(crate) fn is_build_server() -> bool {
    std::env::var_os("CI").is_some_and(|ci| ci == "true")
}

/// Says that a test could not run here.
pub(crate) fn skip(test: &str, why: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout(), "skipped `{test}`: {why}");
}

const TALE: &str = "Chapter 1\n\nThe lamp was lit.\n\n\"Good evening,\" said the Keeper.\n\n* * *\n\nNobody answered.\n\nChapter 2\n\nThe lamp went out.\n";

const ITO: &str = "糸\n無名\n\n［＃２字下げ］一［＃「一」は中見出し］\n\n　｜紡《つむ》ぎ手の家に灯《あか》りがついた。\n「おはよう」\n\n［＃２字下げ］二［＃「二」は中見出し］\n\n　糸は切れた。\n\n底本：なし\n";
