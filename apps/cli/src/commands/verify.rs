//! `tsumugi verify`: an exported file held against its certificate, with no library at all.

use super::{export, folder};
use crate::args::book::VerifyArgs;
use crate::exit::{Exit, WithMessage};
use crate::output::Printer;
use formats::certificate::{self, Certificate, CertificateFault};
use messages::Message;

pub(crate) fn run(args: &VerifyArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let path = &args.file;
    let bytes = if path.is_dir() {
        folder::taken_up(path)?
    } else {
        std::fs::read(path).with_message(|| Message::new("file_unreadable").with("path", path.display()))?
    };
    let certificate = match certificate::embedded(&bytes)? {
        Some(certificate) => certificate,
        None => beside(args)?,
    };
    let violations = certificate::check(&bytes, &certificate);
    let exit = export::print_certificate(path, &certificate, &violations, printer)?;
    if exit == Exit::Failed {
        let is_changed = violations.iter().any(|violation| violation.fault != CertificateFault::Unread);
        let hint = if is_changed { "changed_after_export" } else { "original_not_read_whole" };
        printer.hint(&Message::new(hint));
    }
    Ok(exit)
}

fn beside(args: &VerifyArgs) -> anyhow::Result<Certificate> {
    let path = certificate::beside(&args.file);
    let missing =
        || Message::new("no_certificate").with("path", args.file.display()).with("beside", path.display());
    let file = match std::fs::File::open(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => anyhow::bail!(missing()),
        opened => opened.with_message(|| Message::new("cannot_read").with("path", path.display()))?,
    };
    Certificate::read_json(file)
        .with_message(|| Message::new("not_a_certificate").with("path", path.display()))
}
