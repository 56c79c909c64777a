//! `tsumugi export`: the book goes out in the format it came in, and proves that nothing was lost.

use crate::args::book::{ExportArgs, OutFormat, Place};
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use book::text::book::FileFormat;
use book::text::paragraph::is_work;
use formats::certificate::{self, Certificate, Violation};
use formats::export::{
    Bilingual, Direction, Layout, Manuscript, ManuscriptChapter, ManuscriptParagraph, Outcome,
};
use serde_json::json;
use std::path::{Path, PathBuf};
use store::record::{BookSummary, ParagraphRecord};
use store::store::Store;

/// So many violations are told one by one.
pub(crate) const MAX_TOLD: usize = 50;

pub(crate) async fn run(args: &ExportArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = store.library().find_book(&args.book).await?;
    refuse_other_format(args, &book)?;
    let path = args.output.clone().unwrap_or_else(|| usual_name(&book));
    refuse_to_overwrite(&path, args.force)?;
    let manuscript = manuscript(store, &book).await?;
    let original = store.library().original(book.id).await?;
    let layout = layout(args);
    let format =
        formats::format_of(book.format).ok_or_else(|| anyhow::anyhow!("no writer for this format"))?;
    let bytes = {
        let _bar = printer.bar("writing");
        format.export(&original, &manuscript, &layout)?
    };
    let certificate = certificate::issue(format, &original, &manuscript, &layout, &bytes)?;
    let embedded = certificate::embed(&bytes, &certificate)?;
    formats::file::write_whole(&path, embedded.as_ref().unwrap_or(&bytes))?;
    if embedded.is_none() {
        formats::file::write_whole(&certificate::beside(&path), &certificate.to_json()?)?;
    }
    // The proof is about what is on the disk now, so that is what is read.
    let violations = certificate::check(&std::fs::read(&path)?, &certificate);
    tell(&path, &certificate, &violations, printer)
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

fn refuse_other_format(args: &ExportArgs, book: &BookSummary) -> anyhow::Result<()> {
    let wanted = match args.format {
        None => return Ok(()),
        Some(OutFormat::Epub) => book.format == FileFormat::Epub,
        Some(OutFormat::Text) => book.format != FileFormat::Epub,
    };
    if wanted {
        return Ok(());
    }
    let own = book.format.as_str();
    Err(WrongUsage(format!("this book came in as {own} and goes out as {own}\nhint: leave `--format` out"))
        .into())
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
fn usual_name(book: &BookSummary) -> PathBuf {
    let stem = Path::new(&book.file_name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| book.id.to_string());
    let language = match &book.target_language {
        Some(tag) if book.n_translated > 0 => tag.to_string(),
        Some(_) | None => "export".to_owned(),
    };
    PathBuf::from(format!("{stem}.{language}.{}", book.format.extension()))
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

/// The book with everything that is to be put into its file.
async fn manuscript(store: &Store, book: &BookSummary) -> anyhow::Result<Manuscript> {
    let library = store.library();
    let mut paragraphs = library.all_paragraphs(book.id).await?.into_iter().peekable();
    let mut chapters = Vec::new();
    for chapter in library.chapters(book.id).await? {
        let mut of_chapter = Vec::new();
        while let Some(paragraph) = paragraphs.next_if(|paragraph| paragraph.chapter == chapter.id) {
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
    Ok(Manuscript {
        title: book.title.clone(),
        title_translation: book.title_translation.clone(),
        source_language: book.source_language.clone(),
        target_language: book.target_language.clone(),
        chapters,
    })
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
