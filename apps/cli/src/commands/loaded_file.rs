//! A file that was read as a book, and what a person is told about it.

use crate::output::{Printer, counted, language_name};
use book::text::book::FileFormat;
use formats::import::{FileFault, HowKnown, Imported};
use messages::Message;

/// The most faults of a file printed one by one.
const MAX_TOLD: usize = 10;

/// A file that was read.
pub(super) struct LoadedFile {
    pub(super) imported: Imported,
    pub(super) bytes: Vec<u8>,
    pub(super) file_name: String,
}

/// Says what was found out about a file while it was read.
pub(super) fn print_imported(imported: &Imported, printer: &Printer) {
    if let Some(encoding) = &imported.encoding {
        let how = match encoding.how {
            HowKnown::Told => "told",
            HowKnown::Declared => "declared",
            HowKnown::Detected => "detected",
        };
        printer.notify(&Message::new("found_encoding").with("name", encoding.name).with("how", how));
    }
    if let Some(language) = &imported.book.language {
        let found = Message::new("found_language").part("language", language_name(language));
        printer.notify(&found.with("tag", language));
    }
    match imported.book.reading.wrapped {
        Some(true) => {
            printer.notify(&Message::new("lines_joined"));
        }
        Some(false) if imported.book.format != FileFormat::Epub => {
            printer.notify(&Message::new("lines_kept"));
        }
        Some(false) | None => {}
    }
    tell_outline(imported, printer);
    for finding in imported.findings.iter().take(MAX_TOLD) {
        printer.warn_in_words(&about_file(finding, printer));
    }
    if imported.findings.len() > MAX_TOLD {
        let n_more = imported.findings.len() - MAX_TOLD;
        printer.warn(&Message::new("more_findings").count("n", n_more));
    }
}

/// The chapters as they were found, for texts where they had to be guessed.
fn tell_outline(imported: &Imported, printer: &Printer) {
    const SHOWN: usize = 3;
    if !matches!(imported.book.format, FileFormat::Text | FileFormat::TextFolder) {
        return;
    }
    let titles: Vec<&str> = imported
        .book
        .chapters
        .iter()
        .map(|chapter| chapter.title.as_str())
        .filter(|title| !title.is_empty())
        .collect();
    let (first, last) = titles.split_at(titles.len().min(SHOWN));
    let last = last.last().map(|title| format!(" … `{title}`")).unwrap_or_default();
    let first: Vec<String> = first.iter().map(|title| format!("`{title}`")).collect();
    let chapters = counted(imported.book.chapters.len(), "n_chapters");
    let titles = format!("{}{last}", first.join(printer.language().comma()));
    printer.notify(&Message::new("outline").part("chapters", chapters).with("titles", titles));
}

/// What was noticed about a file, in the person's language.
pub(super) fn about_file(finding: &FileFault, printer: &Printer) -> String {
    let message = printer.recognised(&finding.message);
    if finding.subject.is_empty() {
        return message;
    }
    format!("{}{}{message}", printer.recognised(&finding.subject), printer.language().colon())
}
