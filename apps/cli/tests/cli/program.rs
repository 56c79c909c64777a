//! The program in a folder of its own, and what several tests do with it.

use llm::Dialect;
use llm_test_server::{Plan, Slip, TestServer};
use std::path::Path;
use std::sync::LazyLock;
use testkit::cli::{CliOutput, TestCli};

/// The program with an empty folder.
pub(crate) fn test_cli() -> TestCli {
    TestCli::new(env!("CARGO_BIN_EXE_tsumugi"))
}

/// The same with two small books in its library: `tale`, a text in English, and `糸`, in Aozora notation.
pub(crate) fn with_books() -> TestCli {
    let cli = test_cli();
    cli.file("tale.txt", TALE);
    cli.file("ito.txt", ITO);
    cli.ok(&["import", "tale.txt"]);
    cli.ok(&["import", "ito.txt"]);
    cli
}

/// The address of a model that writes what the rehearsal would, and all of it counts: a model to translate with, like any other.
/// It is there as long as the tests are.
pub(crate) fn writer_url() -> &'static str {
    static URL: LazyLock<String> = LazyLock::new(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = Box::leak(Box::new(runtime.unwrap()));
        let server = runtime.block_on(TestServer::start(Plan::agent())).unwrap();
        Box::leak(Box::new(server)).base_url(Dialect::OpenaiChat)
    });
    &URL
}

/// Says that a test could not run here, and why.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must hear what was not tested")]
pub(crate) fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}

/// A model that writes lines and passes the test of models; it is there as long as this is.
pub(crate) struct LineWriter {
    pub(crate) server: TestServer,
    _runtime: tokio::runtime::Runtime,
}

impl LineWriter {
    pub(crate) fn begin() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.unwrap();
        let server = runtime.block_on(TestServer::start(Plan::writer(Slip::Nothing))).unwrap();
        Self { server, _runtime: runtime }
    }

    pub(crate) fn url(&self) -> String {
        self.server.base_url(Dialect::OpenaiChat)
    }
}

/// Settings in which the same model is `writer/writer`.
pub(crate) fn writer_settings() -> String {
    format!(
        "[vendors.writer]\nname = \"Writer\"\nbase_url = \"{}\"\ndialect = \"openai\"\n[vendors.writer.models.writer]\n",
        writer_url()
    )
}

/// What the program prints, without what differs from run to run.
pub(crate) fn transcript(cli: &TestCli, arguments: &[&str]) -> String {
    let CliOutput { code, stdout, stderr } = cli.run(arguments);
    let text =
        format!("$ tsumugi {}\n{stdout}--- stderr ---\n{stderr}--- exit code {code}\n", arguments.join(" "));
    let mut text = text.replace(&*cli.folder().to_string_lossy(), "[FOLDER]");
    for book in cli.books() {
        text = text.replace(&book, "[THE BOOK]");
    }
    let lines = text.lines().map(|line| match line.split_once("\"created_at\": ") {
        Some((before, _)) => format!("{before}\"created_at\": [TIME]"),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The names of everything in the folder, libraries left out.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with("library.tsumugi")).collect();
    names.sort();
    names
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
