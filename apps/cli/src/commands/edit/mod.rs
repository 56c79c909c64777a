//! `tsumugi edit`: a person's own words, in their own editor or straight from the command line.

pub mod sheet;

use super::chapter_choice;
use super::select::paragraph_id;
use crate::args::change::EditArgs;
use crate::config;
use crate::exit::{Exit, WithMessage, WrongUsage};
use crate::output::Printer;
use book::edit::Edit;
use book::id::{ParagraphId, VersionId};
use book::text::paragraph::is_work;
use book::text::version::{Author, Selection};
use messages::Message;
use operations::book_name;
use serde_json::json;
use sheet::WrittenTranslation;
use std::path::{Path, PathBuf};
use std::process::Command;
use store::change::Cause;
use store::record::{BookSummary, ParagraphRecord};
use store::store::Store;

pub(crate) async fn run(args: &EditArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = book_name::find(store.library(), &args.book).await?;
    match (&args.paragraph, &args.text, &args.file) {
        (Some(paragraph), Some(text), _) => {
            let written = edit_paragraph(store, &book, paragraph_id(paragraph)?, text, printer).await?;
            save(store, &book, &[written], "edited a paragraph", printer).await
        }
        (_, _, Some(file)) => take_file(store, &book, file, printer).await,
        (paragraph, None | Some(_), None) => {
            let work = Work::find(args, paragraph.as_deref(), store, &book).await?;
            let file = write_sheet(store, &book, &work, printer)?;
            open_editor(&file)?;
            take_sheet(store, &book, &file, &work.paragraphs, &work.note, printer).await
        }
    }
}

/// What is to be edited.
struct Work {
    title: String,
    note: String,
    /// A word for the file's name.
    name: String,
    paragraphs: Vec<ParagraphRecord>,
}

impl Work {
    async fn find(
        args: &EditArgs,
        paragraph: Option<&str>,
        store: &Store,
        book: &BookSummary,
    ) -> anyhow::Result<Self> {
        let library = store.library();
        if let Some(text) = paragraph {
            let record = library.paragraph(book.id, paragraph_id(text)?).await?;
            let (title, name) = (book.title.clone(), record.id.to_string());
            return Ok(Self { title, note: "edited a paragraph".to_owned(), name, paragraphs: vec![record] });
        }
        let chapter =
            chapter_choice::find(library, book.id, args.chapter.as_deref().unwrap_or_default()).await?;
        let mut paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
        paragraphs.retain(|one| one.translation.is_some() || is_work(one.kind, &one.text));
        if paragraphs.is_empty() {
            return Err(WrongUsage(Message::new("nothing_to_edit").count("number", chapter.number)).into());
        }
        Ok(Self {
            title: format!("{} · {} {}", book.title, chapter.number, chapter.title),
            note: format!("edited chapter {}", chapter.number),
            name: format!("chapter-{}", chapter.number),
            paragraphs,
        })
    }
}

/// Writes the file beside the library, where it outlives whatever happens to the editor.
fn write_sheet(store: &Store, book: &BookSummary, work: &Work, printer: &Printer) -> anyhow::Result<PathBuf> {
    let folder = config::edit_folder(store)?;
    let file = folder.join(format!("tsumugi-edit-{}-{}.txt", book.id, work.name));
    let unfinished = || Message::new("edit_unfinished").with("path", file.display()).with("book", book.id);
    anyhow::ensure!(!file.exists(), unfinished());
    operations::file::write_whole(&file, sheet::render(&work.title, &work.paragraphs, printer).as_bytes())?;
    Ok(file)
}

pub(super) fn open_editor(file: &Path) -> anyhow::Result<()> {
    let editor = config::editor();
    let words = settings::environment::command_words(&editor).unwrap_or_default();
    let Some((program, words)) = words.split_first() else {
        anyhow::bail!(Message::new("editor_no_command").with("editor", editor));
    };
    let status = Command::new(program).args(words).arg(file).status().with_message(|| {
        // Nothing was typed yet, so nothing is kept.
        let _ = std::fs::remove_file(file);
        Message::new("editor_not_started").with("editor", &editor)
    })?;
    let failed = || Message::new("editor_failed").with("editor", &editor).with("status", status);
    anyhow::ensure!(status.success(), failed().with("path", file.display()));
    Ok(())
}

async fn take_file(
    store: &Store,
    book: &BookSummary,
    file: &Path,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let text = read(file)?;
    let mut paragraphs: Vec<ParagraphRecord> = Vec::new();
    for (id, based_on) in sheet::ids(&text) {
        let is_new = !paragraphs.iter().any(|paragraph| paragraph.id == id);
        if let (true, Ok(record)) = (is_new, store.library().paragraph(book.id, id).await) {
            paragraphs.push(as_it_was(store, book, record, based_on).await?);
        }
    }
    take_sheet(store, book, file, &paragraphs, "edited a file", printer).await
}

/// A paragraph as it stood when a file was made of it, so that only what was written since counts as a change.
async fn as_it_was(
    store: &Store,
    book: &BookSummary,
    record: ParagraphRecord,
    based_on: Option<VersionId>,
) -> anyhow::Result<ParagraphRecord> {
    let Some(version) = based_on.filter(|version| record.version != Some(*version)) else {
        return Ok(record);
    };
    let versions = store.library().versions(book.id, record.id).await?;
    let then = versions.into_iter().find(|one| one.id == version);
    Ok(match then {
        Some(then) => ParagraphRecord { version: Some(version), translation: Some(then.text), ..record },
        None => record,
    })
}

/// Takes what was written; if anything is wrong nothing is taken and the file stays.
async fn take_sheet(
    store: &Store,
    book: &BookSummary,
    file: &Path,
    paragraphs: &[ParagraphRecord],
    note: &str,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let written = match sheet::parse(&read(file)?, paragraphs) {
        Ok(written) => written,
        Err(faults) => {
            let list: Vec<String> =
                faults.iter().map(|fault| format!("\n  {}", printer.text_of(fault))).collect();
            let message = Message::new("sheet_not_taken").with("path", file.display()).with("book", book.id);
            anyhow::bail!(message.with("list", list.concat()));
        }
    };
    let exit = save(store, book, &written, note, printer)
        .await
        .with_message(|| Message::new("kept_in").with("path", file.display()))?;
    std::fs::remove_file(file).with_message(|| Message::new("cannot_remove").with("path", file.display()))?;
    Ok(exit)
}

fn read(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_message(|| Message::new("not_utf_8").with("path", file.display()))
}

/// One paragraph's translation from the command line.
async fn edit_paragraph(
    store: &Store,
    book: &BookSummary,
    id: ParagraphId,
    text: &str,
    printer: &Printer,
) -> anyhow::Result<WrittenTranslation> {
    let record = store.library().paragraph(book.id, id).await?;
    if text.trim().is_empty() {
        let message = Message::new("empty_translation_text").with("book", book.id).with("paragraph", id);
        return Err(WrongUsage(message).into());
    }
    let text = record.text.read_translation(text.trim_matches(['\n', '\r'])).map_err(|faults| {
        let faults: Vec<String> =
            faults.iter().map(|fault| printer.text_of(&sheet::of_markup(fault))).collect();
        let message = Message::new("tags_do_not_fit").with("faults", faults.join("; "));
        WrongUsage(message.with("source", &record.text))
    })?;
    Ok(WrittenTranslation { paragraph: id, text, based_on: record.version })
}

async fn save(
    store: &Store,
    book: &BookSummary,
    written: &[WrittenTranslation],
    note: &str,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let expected = written.iter().map(|one| Edit::Expect { paragraph: one.paragraph, version: one.based_on });
    let versions = written.iter().map(|one| Edit::AddVersion {
        paragraph: one.paragraph,
        text: one.text.to_string(),
        author: Author::Person,
        selection: Selection::Select,
    });
    let edits: Vec<Edit> = expected.chain(versions).collect();
    let receipt = store.commit(book.id, &edits, &Cause::person(note), config::now_ms()).await?;
    if printer.is_json() {
        let edited: Vec<ParagraphId> = written.iter().map(|one| one.paragraph).collect();
        printer.json(&json!({
            "edited": edited,
            "versions": receipt.versions.iter().map(|added| added.version.to_string()).collect::<Vec<_>>(),
            "change": receipt.change.map(|change| change.to_string()),
        }))?;
        return Ok(Exit::Done);
    }
    match receipt.change {
        Some(change) => {
            let told = Message::new("paragraphs_edited").count("n", written.len());
            printer.print(&told.with("change", change))?;
            printer.hint(&Message::new("takes_it_back").with("book", book.id));
        }
        None => printer.notify(&Message::new("nothing_changed")),
    }
    Ok(Exit::Done)
}
