//! `tsumugi verify`: an exported file held against its certificate, with no library at all.

use super::{export, folder};
use crate::args::book::VerifyArgs;
use crate::exit::Exit;
use crate::output::Printer;
use anyhow::Context;
use formats::certificate::{self, Certificate};

pub(crate) fn run(args: &VerifyArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let path = &args.file;
    let bytes = if path.is_dir() {
        folder::taken_up(path)?
    } else {
        std::fs::read(path).with_context(|| {
            format!("cannot read `{}`\nhint: check the name and that you may read it", path.display())
        })?
    };
    let certificate = match certificate::embedded(&bytes)? {
        Some(certificate) => certificate,
        None => beside(args)?,
    };
    let violations = certificate::check(&bytes, &certificate);
    let exit = export::tell(path, &certificate, &violations, printer)?;
    if exit == Exit::Failed {
        printer.say("hint: the file was changed after its export; `tsumugi export` writes it anew");
    }
    Ok(exit)
}

fn beside(args: &VerifyArgs) -> anyhow::Result<Certificate> {
    let path = certificate::beside(&args.file);
    let missing = || {
        format!(
            "`{}` has no certificate inside and none beside it\nhint: only files written by `tsumugi export` can be verified; keep `{}` with the file",
            args.file.display(),
            path.display()
        )
    };
    let json = match std::fs::read(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => anyhow::bail!(missing()),
        read => read.with_context(|| format!("cannot read `{}`", path.display()))?,
    };
    Certificate::from_json(&json).with_context(|| format!("`{}` is no certificate", path.display()))
}
