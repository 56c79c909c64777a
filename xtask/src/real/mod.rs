//! Both samples translated by a real model: paragraph by paragraph in a plain loop, and by the program in each form of
//! delivery. Never part of CI: it takes an endpoint and, on a laptop, an hour.

mod alone;
mod compare;
mod events;

use alone::{Alone, Endpoint};
use anyhow::{Context as _, Result, ensure};
use clap::Args;
use compare::Verdicts;
use events::Outcome;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use xtask::{process, tree};

/// Which model, and how much of the samples.
#[derive(Args)]
pub(crate) struct Options {
    /// The endpoint, which speaks as OpenAI does.
    #[arg(long)]
    base_url: String,
    /// A file with the key the endpoint wants, if it wants one.
    #[arg(long)]
    key_file: Option<PathBuf>,
    /// The model's name there.
    #[arg(long, default_value = "small")]
    model: String,
    /// Only these forms.
    #[arg(long, value_delimiter = ',', default_values = ["tools", "structured", "lines"])]
    forms: Vec<String>,
    /// Only these samples, as in `the-lamplighters-ledger:zh`.
    #[arg(long, value_delimiter = ',', default_values =
        ["the-lamplighters-ledger:zh", "ito-no-machi:zh", "ito-no-machi:en"])]
    pairs: Vec<String>,
    /// Only these chapters, as in `1,2`.
    #[arg(long, value_delimiter = ',')]
    chapters: Vec<u32>,
    /// Use this program instead of building one.
    #[arg(long)]
    program: Option<PathBuf>,
}

/// A paragraph of a sample.
struct Paragraph {
    id: String,
    source: String,
    translation: Option<String>,
}

const HEAD: &str = "| sample | form | accepted at once | after repair | left | shifted | copied | good | tokens in | tokens out \
                    | tokens per source token | tokens/s | wall (s) |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|";

pub(crate) fn run(options: &Options) -> Result<()> {
    let key = match &options.key_file {
        Some(file) => {
            Some(std::fs::read_to_string(file).context("the key cannot be read")?.trim().to_owned())
        }
        None => None,
    };
    let program = match &options.program {
        Some(program) => program.clone(),
        None => build()?,
    };
    process::print(HEAD)?;
    for pair in &options.pairs {
        let (sample, target) = pair.split_once(':').context("a pair is `SAMPLE:LANGUAGE`")?;
        let bench = Bench { options, program: &program, key: key.as_deref(), sample, target };
        let source = bench.imported()?;
        let alone = bench.alone(&source)?;
        process::print(&bench.row("alone", &alone.outcome(), &alone.verdicts(), &alone))?;
        for form in &options.forms {
            let (outcome, paragraphs) = bench.translate(form)?;
            let verdicts = compare::verdicts(&paragraphs, &alone);
            process::print(&bench.row(form, &outcome, &verdicts, &alone))?;
        }
    }
    Ok(())
}

fn build() -> Result<PathBuf> {
    let root = tree::root();
    let arguments = ["build", "--quiet", "--release", "--package", "tsumugi"];
    process::run(process::cargo().args(arguments).current_dir(&root))?;
    Ok(root.join("target/release/tsumugi"))
}

/// One sample into one language.
struct Bench<'a> {
    options: &'a Options,
    program: &'a Path,
    key: Option<&'a str>,
    sample: &'a str,
    target: &'a str,
}

impl Bench<'_> {
    fn file(&self) -> PathBuf {
        tree::root().join("samples").join(format!("{}.txt", self.sample))
    }

    /// A folder of its own for a library; what an earlier run left there is removed.
    fn folder(&self, form: &str) -> Result<PathBuf> {
        let name = format!("{}-{}-{form}", self.sample, self.target);
        let folder = tree::root().join("target/real").join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)
                .with_context(|| format!("`{}` is in the way", folder.display()))?;
        }
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
        Ok(folder)
    }

    fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(self.program);
        command.env("TSUMUGI_LIBRARY", folder.join("library.tsumugi")).env("XDG_CONFIG_HOME", folder);
        command.envs(self.key.map(|key| ("TSUMUGI_API_KEY", key)));
        command
    }

    /// The paragraphs of the chapters that are asked for.
    fn paragraphs(&self, folder: &Path) -> Result<Vec<Paragraph>> {
        let books = run_for_output(self.command(folder).args(["books", "--json"]))?;
        let books: Value = serde_json::from_str(&books).context("`books --json` is no JSON")?;
        let book = books.pointer("/0/id").and_then(Value::as_str).context("no book was imported")?.to_owned();
        let chapters: Vec<Option<u32>> = if self.options.chapters.is_empty() {
            vec![None]
        } else {
            self.options.chapters.iter().copied().map(Some).collect()
        };
        let mut paragraphs = Vec::new();
        for chapter in chapters {
            let mut command = self.command(folder);
            command.args(["show", &book, "--json"]);
            command.args(chapter.into_iter().flat_map(|number| ["--chapter".to_owned(), number.to_string()]));
            let shown: Value =
                serde_json::from_str(&run_for_output(&mut command)?).context("`show --json` is no JSON")?;
            paragraphs.extend(shown.as_array().into_iter().flatten().filter_map(paragraph));
        }
        Ok(paragraphs)
    }

    fn imported(&self) -> Result<Vec<Paragraph>> {
        let folder = self.folder("source")?;
        run_for_output(self.command(&folder).arg("import").arg(self.file()).args(["--to", self.target]))?;
        self.paragraphs(&folder)
    }

    fn alone(&self, source: &[Paragraph]) -> Result<Alone> {
        let endpoint =
            Endpoint { base_url: &self.options.base_url, model: &self.options.model, key: self.key };
        Alone::translate(&endpoint, self.target, source.iter().map(|one| (&*one.id, &*one.source)))
    }

    /// Translates the sample into a library of its own.
    fn translate(&self, form: &str) -> Result<(Outcome, Vec<Paragraph>)> {
        let folder = self.folder(form)?;
        let chapters: Vec<String> = self.options.chapters.iter().map(ToString::to_string).collect();
        let mut command = self.command(&folder);
        command
            .arg("translate")
            .arg(self.file())
            .args(["--to", self.target, "--base-url", &self.options.base_url])
            .args(["--model", &self.options.model, "--delivery", form, "--temperature", "0"])
            .args(["--concurrency", "1", "--yes", "--json"]);
        if !chapters.is_empty() {
            command.args(["--chapters", &chapters.join(",")]);
        }
        let started = Instant::now();
        let output = command.output().context("the program cannot be started")?;
        let outcome = events::outcome(&String::from_utf8_lossy(&output.stdout), started.elapsed());
        ensure!(
            outcome.n_requests > 0,
            "nothing was asked in form `{form}`: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok((outcome, self.paragraphs(&folder)?))
    }

    fn row(&self, form: &str, outcome: &Outcome, verdicts: &Verdicts, alone: &Alone) -> String {
        let per_source = ratio(outcome.input + outcome.output, alone.source_tokens());
        let speed = ratio(outcome.output * 1000, outcome.model_ms);
        format!(
            "| {} to {} | {form} | {} | {} | {} | {} | {} | {} | {} | {} | {per_source:.2} | {speed:.1} | {} |",
            self.sample,
            self.target,
            outcome.at_once.len(),
            outcome.repaired.len(),
            outcome.n_left,
            verdicts.shifted,
            verdicts.copied,
            verdicts.good,
            outcome.input,
            outcome.output,
            outcome.wall.as_secs(),
        )
    }
}

fn paragraph(shown: &Value) -> Option<Paragraph> {
    let text = |field: &str| shown.get(field).and_then(Value::as_str).map(str::to_owned);
    let source = text("text")?;
    let has_words = source.chars().any(char::is_alphanumeric);
    has_words.then_some(Paragraph { id: text("paragraph_id")?, source, translation: text("translation") })
}

fn run_for_output(command: &mut Command) -> Result<String> {
    let output = command.output().context("the program cannot be started")?;
    ensure!(output.status.success(), "the program failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn ratio(part: u64, whole: u64) -> f64 {
    let float = |count: u64| u32::try_from(count).map_or(f64::MAX, f64::from);
    float(part) / float(whole.max(1))
}
