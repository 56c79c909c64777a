//! `tsumugi export`: the book goes out, in the format it came in or another, and proves that nothing was lost.

use super::memory;
use crate::args::book::{ExportArgs, OutFormat, Place};
use crate::config;
use crate::exit::Exit;
use crate::output::Printer;
use anyhow::Context;
use book::id::ParagraphId;
use book::text::book::FileFormat;
use book::text::paragraph::is_work;
use formats::certificate::{self, Certificate, Violation};
use formats::convert::{Converted, Particulars, Shape, convert};
use formats::export::{
    Bilingual, Direction, Layout, Manuscript, ManuscriptChapter, ManuscriptParagraph, Outcome,
};
use serde_json::json;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use store::record::{BookSummary, ParagraphRecord};
use store::store::Store;

/// So many violations are told one by one.
pub(crate) const MAX_TOLD: usize = 50;

pub(crate) async fn run(args: &ExportArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = store.library().find_book(&args.book).await?;
    if memory::is_wanted(args) {
        return memory::write(args, &book, store, printer).await;
    }
    let wanted = wanted_format(args, &book);
    let path = args.output.clone().unwrap_or_else(|| usual_name(&book, wanted));
    refuse_to_overwrite(&path, args.force)?;
    let layout = layout(args);
    let n_stale = store.library().n_stale(book.id).await?;
    if n_stale > 0 {
        printer.warn(&format!(
            "translations from an earlier edition or in another language: {n_stale}\nhint: `tsumugi stale {id}` lists them, `tsumugi translate {id} --stale` does them again",
            id = book.id
        ));
    }
    let draft = draft(store, &book, wanted, &layout).await?;
    let Converted { format, original, manuscript } = &draft;
    let bytes = {
        let _bar = printer.bar("writing");
        format.export(original, manuscript, &layout)?
    };
    let certificate = certificate::issue(*format, original, manuscript, &layout, &bytes)?;
    let embedded = certificate::embed(&bytes, &certificate)?;
    formats::file::write_whole(&path, embedded.as_ref().unwrap_or(&bytes))?;
    if embedded.is_none() {
        formats::file::write_whole(&certificate::beside(&path), &certificate.to_json()?)?;
    }
    // The proof is about what is on the disk now, so that is what is read.
    let violations = certificate::check(&std::fs::read(&path)?, &certificate);
    tell(&path, &certificate, &violations, printer)
}

/// The format asked for, by name or by the ending of the file; otherwise the book's own.
fn wanted_format(args: &ExportArgs, book: &BookSummary) -> FileFormat {
    let ending = args.output.as_deref().and_then(Path::extension).map(OsStr::to_ascii_lowercase);
    let by_ending = match ending.as_deref().and_then(OsStr::to_str) {
        Some("epub") => Some(OutFormat::Epub),
        Some("txt") => Some(OutFormat::Text),
        Some(_) | None => None,
    };
    match args.format.or(by_ending) {
        Some(OutFormat::Epub) => FileFormat::Epub,
        Some(OutFormat::Text) if book.format == FileFormat::Epub => FileFormat::Text,
        // Aozora Bunko text is text, and a memory is no book.
        Some(OutFormat::Text | OutFormat::Tmx) | None => book.format,
    }
}

/// The book with the original it is written into: its own, or one made for another format.
async fn draft(
    store: &Store,
    book: &BookSummary,
    wanted: FileFormat,
    layout: &Layout,
) -> anyhow::Result<Converted> {
    let (manuscript, shapes) = manuscript(store, book).await?;
    if wanted != book.format {
        let author = book.author.as_deref();
        let particulars = Particulars { author, now_ms: config::now_ms(), shapes: &shapes };
        return Ok(convert(&manuscript, &particulars, wanted, layout)?);
    }
    let format = formats::format_of(wanted).context("no writer for this format")?;
    Ok(Converted { format, original: store.library().original(book.id).await?, manuscript })
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

/// The original's name with the target language put in.
fn usual_name(book: &BookSummary, format: FileFormat) -> PathBuf {
    let stem = Path::new(&book.file_name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| book.id.to_string());
    let language = match &book.target_language {
        Some(tag) if book.n_translated > 0 => tag.to_string(),
        Some(_) | None => "export".to_owned(),
    };
    PathBuf::from(format!("{stem}.{language}.{}", format.extension()))
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

type Shapes = HashMap<ParagraphId, Shape>;

/// The book with everything that is to be put into its file, and what its paragraphs are.
async fn manuscript(store: &Store, book: &BookSummary) -> anyhow::Result<(Manuscript, Shapes)> {
    let library = store.library();
    let mut paragraphs = library.all_paragraphs(book.id).await?.into_iter().peekable();
    let (mut chapters, mut shapes) = (Vec::new(), Shapes::new());
    for chapter in library.chapters(book.id).await? {
        let mut of_chapter = Vec::new();
        while let Some(paragraph) = paragraphs.next_if(|paragraph| paragraph.chapter == chapter.id) {
            let shape = Shape { kind: paragraph.kind, tags: paragraph.tags.clone() };
            shapes.insert(paragraph.id, shape);
            of_chapter.push(manuscript_paragraph(paragraph));
        }
        chapters.push(ManuscriptChapter {
            id: chapter.id,
            title: chapter.title,
            title_translation: chapter.title_translation,
            paragraphs: of_chapter,
        });
    }
    anyhow::ensure!(
        paragraphs.next().is_none(),
        "the library lists paragraphs outside its chapters\nhint: keep a copy of the library and report this"
    );
    let manuscript = Manuscript {
        title: book.title.clone(),
        title_translation: book.title_translation.clone(),
        source_language: book.source_language.clone(),
        target_language: book.target_language.clone(),
        chapters,
    };
    Ok((manuscript, shapes))
}

fn manuscript_paragraph(paragraph: ParagraphRecord) -> ManuscriptParagraph {
    let outcome = match paragraph.translation {
        Some(translation) => Outcome::Translated(translation),
        None if is_work(paragraph.kind, &paragraph.text) => {
            Outcome::Untranslated("not translated yet".to_owned())
        }
        None => Outcome::Kept,
    };
    ManuscriptParagraph { id: paragraph.id, place: paragraph.place, source: paragraph.text, outcome }
}
