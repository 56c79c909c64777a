//! `tsumugi completions`: a script for the person's shell.

use crate::args::{Args, CompletionsArgs};
use crate::exit::Exit;
use crate::output::Printer;
use clap::CommandFactory;

pub(crate) fn run(args: &CompletionsArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "tsumugi", &mut script);
    printer.result(String::from_utf8_lossy(&script).trim_end())?;
    Ok(Exit::Done)
}
