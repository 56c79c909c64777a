//! A run of the real program: a folder with a library and a book, and a server that plays the model.

use crate::program::test_cli;
use llm::Dialect;
use llm_test_server::{Plan, SeenRequest, Service, TestServer};
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use testkit::cli::{ShownParagraph, TestCli};
use tokio::runtime::Runtime;

pub(crate) struct TestRun {
    pub(crate) cli: TestCli,
    pub(crate) runtime: Runtime,
    server: TestServer,
    book_id: OnceCell<String>,
}

impl Deref for TestRun {
    type Target = TestCli;

    fn deref(&self) -> &TestCli {
        &self.cli
    }
}

impl TestRun {
    /// A fresh library and a server that follows the plan.
    pub(crate) fn new(plan: Plan) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let server = runtime.block_on(TestServer::start(plan)).unwrap();
        Self::at(server, runtime)
    }

    /// The same with a server that refuses what this service refuses.
    pub(crate) fn new_as(service: Service, plan: Plan) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let server = runtime.block_on(TestServer::start_as(service, plan)).unwrap();
        Self::at(server, runtime)
    }

    fn at(server: TestServer, runtime: Runtime) -> Self {
        let cli = test_cli().with_variable("TSUMUGI_API_KEY", "a key for the test");
        Self { cli, runtime, server, book_id: OnceCell::new() }
    }

    /// The server that plays the model.
    pub(crate) const fn server(&self) -> &TestServer {
        &self.server
    }

    /// A book as a text file.
    pub(crate) fn book(&self, n_chapters: usize, n_paragraphs: usize) -> PathBuf {
        self.file("book.txt", text(n_chapters, n_paragraphs))
    }

    /// The address of the server.
    pub(crate) fn base_url(&self) -> String {
        self.server.base_url(Dialect::OpenaiChat)
    }

    /// The program, translating the book.
    pub(crate) fn translate(&self, more: &[&str]) -> Command {
        let url = self.base_url();
        let mut arguments = vec!["translate", "book.txt", "--to", "en", "--model", "m", "--base-url", &url];
        arguments.extend(more);
        self.command(&arguments)
    }

    /// Runs a command that has to succeed.
    pub(crate) fn succeed(&self, arguments: &[&str]) -> String {
        self.ok(arguments).stdout
    }

    /// The id of the only book.
    pub(crate) fn book_id(&self) -> String {
        self.book_id.get_or_init(|| self.books().remove(0)).clone()
    }

    /// Every paragraph of the only book.
    pub(crate) fn paragraphs(&self) -> Vec<ShownParagraph> {
        self.cli.paragraphs(&self.book_id())
    }

    /// The translations there are, by paragraph.
    pub(crate) fn translations(&self) -> BTreeMap<String, String> {
        self.paragraphs().into_iter().filter_map(|p| Some((p.id, p.translation?))).collect()
    }

    /// The address of the server for a dialect.
    pub(crate) fn base_url_for(&self, dialect: Dialect) -> String {
        self.server.base_url(dialect)
    }

    /// What a strict server refused, but for slips of sampling.
    pub(crate) fn refusals(&self) -> Vec<String> {
        let refusals = self.server.refusals().into_iter();
        refusals.filter(|refusal| !refusal.contains("tool_use_failed")).collect()
    }

    /// How many requests the server has seen.
    pub(crate) fn n_requests(&self) -> usize {
        self.server.n_requests()
    }

    /// Every request the server has seen.
    pub(crate) fn requests(&self) -> Vec<SeenRequest> {
        self.server.requests()
    }
}

/// A program under way whose events are read one by one.
pub(crate) struct Running {
    pub(crate) child: Child,
    /// What it prints; gone when somebody follows it.
    lines: Option<std::io::Lines<BufReader<ChildStdout>>>,
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let lines = Some(BufReader::new(child.stdout.take().unwrap()).lines());
        Self { child, lines }
    }

    /// The next event; `None` when the program has nothing more to say.
    pub(crate) fn next_event(&mut self) -> Option<Value> {
        let line = self.lines.as_mut()?.next()?.ok()?;
        serde_json::from_str(&line).ok()
    }

    /// Reads until an event of this name.
    pub(crate) fn wait_for(&mut self, name: &str) -> Value {
        loop {
            let event = self.next_event().unwrap_or_else(|| panic!("the program ended without `{name}`"));
            if event["event"] == name {
                return event;
            }
        }
    }

    /// Has the events from now on told to `hear`, until the program ends.
    pub(crate) fn follow(&mut self, hear: impl Fn(&Value) + Send + 'static) {
        let Some(lines) = self.lines.take() else { return };
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if let Ok(event) = serde_json::from_str(&line) {
                    hear(&event);
                }
            }
        });
    }

    /// Reads the rest and gives the exit code; -1 for a program that was killed.
    pub(crate) fn finish(mut self) -> (i32, Vec<Value>) {
        let mut rest = Vec::new();
        while let Some(event) = self.next_event() {
            rest.push(event);
        }
        (self.child.wait().unwrap().code().unwrap_or(-1), rest)
    }

    /// Ends the program as nothing can prevent.
    pub(crate) fn kill(self) {
        drop(self);
    }

    /// Sends a signal by the name `kill` knows.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A test that failed leaves nobody at work behind. Who has left needs no killing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

pub(crate) fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The events a program printed.
pub(crate) fn events(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The event that ends a run.
pub(crate) fn ended(events: &[Value]) -> &Value {
    events.iter().find(|event| event["event"] == "ended").unwrap()
}

/// The same number for the same seed, again and again.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(limit).unwrap()).unwrap()
    }
}

/// Whether a path is there.
pub(crate) fn exists(path: &Path) -> bool {
    path.try_exists().unwrap()
}

/// Chapters of Japanese lines, no two the same.
fn text(n_chapters: usize, n_paragraphs: usize) -> String {
    const WHO: &[&str] = &["澪は", "師匠は", "灯台守は", "蓮は", "老人は"];
    const WHERE: &[&str] = &["坂の上で", "港の倉庫で", "雨の桟橋で", "古い店の奥で"];
    const WHAT: &[&str] = &["糸玉を数えた", "手紙を読んだ", "灯を見つめた"];
    let mut text = String::new();
    for chapter in 1..=n_chapters {
        write!(text, "第{chapter}話　{}\n\n", WHERE[chapter % WHERE.len()]).unwrap();
        for line in 1..=n_paragraphs {
            let turn = chapter * 31 + line * 7;
            let (who, place, what) =
                (WHO[turn % WHO.len()], WHERE[turn % WHERE.len()], WHAT[turn % WHAT.len()]);
            writeln!(text, "　{who}{place}{what}。それは{chapter}年と{line}日のことだった。").unwrap();
        }
        text.push('\n');
    }
    text
}
