//! The parts of the bench by themselves, so that a profiler can stand beside one of them.

use crate::long_book::{self, Language};
use crate::model::ModelServer;
use anyhow::Result;
use clap::Args;
use llm::Delivery;
use std::path::PathBuf;
use std::time::Duration;
use xtask::process;

/// What the lone server is told.
#[derive(Args)]
pub(crate) struct Serve {
    /// How long each reply takes, in milliseconds.
    #[arg(long, default_value_t = 0)]
    latency: u64,
    /// The form in which it delivers: tools, structured or lines.
    #[arg(long, default_value_t = Delivery::Tools, value_parser = form)]
    delivery: Delivery,
}

fn form(word: &str) -> Result<Delivery, String> {
    Delivery::ALL.into_iter().find(|form| form.as_str() == word).ok_or_else(|| "no such form".to_owned())
}

/// Serves until somebody stops it.
pub(crate) fn serve(options: &Serve) -> Result<()> {
    let server = ModelServer::start(Duration::from_millis(options.latency), options.delivery)?;
    process::print(&server.base_url())?;
    loop {
        std::thread::park();
    }
}

/// Which book is wanted.
#[derive(Args)]
pub(crate) struct Book {
    /// Where it goes; `.epub` or `.txt`.
    file: PathBuf,
    /// How many chapters of a hundred paragraphs.
    #[arg(long, default_value_t = 500)]
    chapters: usize,
    /// In English instead of Japanese.
    #[arg(long)]
    english: bool,
}

/// Writes a book.
pub(crate) fn book(options: &Book) -> Result<()> {
    let language = if options.english { Language::English } else { Language::Japanese };
    let ending = if options.file.extension().is_some_and(|ending| ending == "epub") { "epub" } else { "txt" };
    Ok(std::fs::write(&options.file, long_book::file(language, ending, options.chapters)?)?)
}
