//! `tsumugi man`: the manual pages, from the same help that `--help` prints.

use crate::args::{Args, ManArgs};
use crate::exit::Exit;
use crate::output::Printer;
use anyhow::Context as _;
use clap::CommandFactory;

pub(crate) fn run(args: &ManArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let folder = &args.folder;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    clap_mangen::generate_to(Args::command(), folder)
        .with_context(|| format!("cannot write to `{}`", folder.display()))?;
    printer.result(&folder.display().to_string())?;
    Ok(Exit::Done)
}
