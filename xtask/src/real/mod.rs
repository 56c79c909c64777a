//! Both samples translated by a real model in each form of delivery, and what came of it. Never part of CI: it takes an
//! endpoint and, on a laptop, an hour.

use anyhow::{Context as _, Result};
use clap::Args;
use std::collections::HashSet;
use std::process::Command;
use std::time::Instant;
use xtask::{process, tree};

/// Which model, and how much of the samples.
#[derive(Args)]
pub(crate) struct Options {
    /// The endpoint.
    #[arg(long)]
    base_url: String,
    /// The model's name there.
    #[arg(long, default_value = "small")]
    model: String,
    /// Only these forms.
    #[arg(long, value_delimiter = ',', default_values = ["tools", "structured", "lines"])]
    forms: Vec<String>,
    /// Only these chapters, as in `1-3,7`.
    #[arg(long)]
    chapters: Option<String>,
}

const PAIRS: [(&str, &str); 3] =
    [("the-lamplighters-ledger", "zh"), ("ito-no-machi", "zh"), ("ito-no-machi", "en")];

pub(crate) fn run(options: &Options) -> Result<()> {
    process::run(
        Command::new("cargo")
            .args(["build", "--quiet", "--release", "--package", "tsumugi"])
            .current_dir(tree::root()),
    )?;
    let head = "| sample | form | accepted | left | requests | tokens in | tokens out | seconds |";
    process::print(&format!("{head}\n|---|---|---|---|---|---|---|---|"))?;
    for (sample, target) in PAIRS {
        for form in &options.forms {
            process::print(&translate(options, sample, target, form)?)?;
        }
    }
    Ok(())
}

/// Translates one sample into a library of its own, and gives its row of the table.
fn translate(options: &Options, sample: &str, target: &str, form: &str) -> Result<String> {
    let root = tree::root();
    let folder = root.join("target/real").join(format!("{sample}-{target}-{form}"));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("`{}` is in the way", folder.display()))?;
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let mut command = Command::new(root.join("target/release/tsumugi"));
    command
        .arg("translate")
        .arg(root.join("samples").join(format!("{sample}.txt")))
        .args(["--to", target, "--base-url", &options.base_url, "--model", &options.model])
        .args(["--delivery", form, "--temperature", "0", "--concurrency", "1", "--yes", "--json"])
        .args(options.chapters.iter().flat_map(|chapters| ["--chapters", chapters.as_str()]))
        .arg("-o")
        .arg(folder.join("out.txt"))
        .env("TSUMUGI_LIBRARY", folder.join("library.tsumugi"))
        .env("XDG_CONFIG_HOME", &folder);
    let started = Instant::now();
    let output = command.output().context("the program cannot be started")?;
    let seconds = started.elapsed().as_secs();
    let events = String::from_utf8_lossy(&output.stdout).into_owned();
    let of = |name: &str| {
        let mark = format!("\"event\":\"{name}\"");
        events.lines().filter(move |line| line.contains(&mark)).map(str::to_owned).collect::<Vec<_>>()
    };
    let replies = of("replied");
    let sum = |field: &str| replies.iter().map(|line| number(line, field)).sum::<u64>();
    let accepted: HashSet<String> =
        of("accepted").iter().filter_map(|line| text(line, "paragraph_id")).collect();
    let n_left: usize = of("ended").iter().map(|line| line.matches("\"paragraph_id\"").count()).sum();
    Ok(format!(
        "| {sample} to {target} | {form} | {} | {n_left} | {} | {} | {} | {seconds} |",
        accepted.len(),
        replies.len(),
        sum("input_tokens"),
        sum("output_tokens"),
    ))
}

/// The number of a field in a line of JSON.
fn number(line: &str, field: &str) -> u64 {
    let value = line.split_once(&format!("\"{field}\":")).map_or("", |(_, value)| value);
    let digits: String = value.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_default()
}

/// The text of a field in a line of JSON.
fn text(line: &str, field: &str) -> Option<String> {
    let (_, value) = line.split_once(&format!("\"{field}\":\""))?;
    Some(value.split_once('"')?.0.to_owned())
}
