//! `tsumugi export`: the book goes out, in the format it came in or another, and proves that nothing was lost.

use super::{folder, memory};
use crate::args::book::{ExportArgs, OutFormat, Place};
use crate::config;
use crate::exit::Exit;
use crate::output::Printer;
use formats::certificate::{self, Certificate, Violation};
use formats::export::{Bilingual, Direction, Layout};
use runner::export::{ExportOptions, NamedTranslator, WantedFormat, usual_name};
use serde_json::json;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use store::store::Store;

/// So many violations are told one by one.
pub(crate) const MAX_TOLD: usize = 50;

pub(crate) async fn run(args: &ExportArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = store.library().find_book(&args.book).await?;
    if memory::is_wanted(args) {
        return memory::write(args, &book, store, printer).await;
    }
    let spec = ExportOptions {
        format: wanted_format(args),
        layout: layout(args),
        credits: args.credits.as_ref().map(|name| NamedTranslator(name.clone())),
    };
    let usual = || PathBuf::from(usual_name(&book, runner::export::format(spec.format, &book)));
    let path = args.output.clone().unwrap_or_else(usual);
    refuse_to_overwrite(&path, args.force)?;
    let n_stale = store.library().n_stale(book.id).await?;
    if n_stale > 0 {
        printer.warn(&format!(
            "translations from an earlier edition or in another language: {n_stale}\nhint: `tsumugi stale {id}` lists them, `tsumugi translate {id} --stale` does them again",
            id = book.id
        ));
    }
    let exported = {
        let _bar = printer.bar("writing");
        runner::export::export(store.library(), &book, spec, config::now_ms()).await?
    };
    let certificate = &exported.certificate;
    let is_folder = certificate.format.is_folder() && !has_ending(&path, "zip");
    if is_folder {
        folder::put_down(&path, &exported.bytes, args.force)?;
    } else {
        formats::file::write_whole(&path, &exported.bytes)?;
    }
    if exported.is_beside {
        formats::file::write_whole(&certificate::beside(&path), &certificate.to_json()?)?;
    }
    // The proof is about what is on the disk now, so that is what is read. Byte for byte what was proved needs no second proof.
    let written = if is_folder { folder::taken_up(&path)? } else { std::fs::read(&path)? };
    let violations = if written == exported.bytes {
        exported.violations
    } else {
        certificate::check(&written, &exported.certificate)
    };
    tell(&path, &exported.certificate, &violations, printer)
}

/// The format asked for, by name or by the ending of the file; otherwise the book's own.
fn wanted_format(args: &ExportArgs) -> Option<WantedFormat> {
    let ending = args.output.as_deref().and_then(Path::extension).map(OsStr::to_ascii_lowercase);
    let by_ending = match ending.as_deref().and_then(OsStr::to_str) {
        Some("epub") => Some(OutFormat::Epub),
        Some("txt") => Some(OutFormat::Text),
        Some(_) | None => None,
    };
    match args.format.or(by_ending) {
        Some(OutFormat::Epub) => Some(WantedFormat::Epub),
        Some(OutFormat::Text) => Some(WantedFormat::Text),
        // A memory is no book.
        Some(OutFormat::Tmx) | None => None,
    }
}

/// Says what the proof came to.
pub(crate) fn tell(
    path: &Path,
    certificate: &Certificate,
    violations: &[Violation],
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let summary = certificate.summary(violations);
    if printer.is_json() {
        printer.json(&json!({
            "file": path,
            "paragraphs": certificate.n_paragraphs,
            "translated": certificate.n_translated,
            "kept": certificate.n_kept,
            "untranslated": certificate.n_untranslated,
            "summary": summary,
            "violations": violations,
        }))?;
    } else {
        printer.result(&format!("{}: {summary}", path.display()))?;
    }
    for violation in violations.iter().take(MAX_TOLD) {
        printer.warn(&violation.to_string());
    }
    if violations.len() > MAX_TOLD {
        printer.warn(&format!("and {} more", violations.len() - MAX_TOLD));
    }
    Ok(if violations.is_empty() { Exit::Done } else { Exit::Failed })
}

/// An earlier export may be replaced; anything else only when told.
fn refuse_to_overwrite(path: &Path, force: bool) -> anyhow::Result<()> {
    if force || !path.exists() || path.is_dir() {
        return Ok(());
    }
    let ours = certificate::beside(path).exists()
        || std::fs::read(path).is_ok_and(|bytes| matches!(certificate::embedded(&bytes), Ok(Some(_))));
    anyhow::ensure!(
        ours,
        "`{}` exists and is not an earlier export\nhint: choose another name with `-o`, or add `--force`",
        path.display()
    );
    Ok(())
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

fn layout(args: &ExportArgs) -> Layout {
    Layout {
        bilingual: match args.bilingual {
            None => Bilingual::No,
            Some(Place::Above) => Bilingual::Above,
            Some(Place::Below) => Bilingual::Below,
            Some(Place::Side) => Bilingual::Side,
        },
        direction: if args.keep_direction { Direction::Keep } else { Direction::Auto },
    }
}
