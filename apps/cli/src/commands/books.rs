//! `tsumugi books`: what the library holds.

use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable};
use messages::Message;
use serde_json::json;
use store::record::BookSummary;
use store::store::Store;

pub(crate) async fn run(store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let books = store.library().books().await?;
    if printer.is_json() {
        printer.json(&books.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    if books.is_empty() {
        printer.notify(&Message::new("library_empty"));
        return Ok(Exit::Done);
    }
    let mut table = TextTable::new(
        &[
            ("col_id", Align::Left),
            ("col_title", Align::Left),
            ("col_languages", Align::Left),
            ("col_chapters", Align::Right),
            ("col_translated", Align::Right),
        ],
        1,
        printer.language(),
    );
    for book in &books {
        table.row(vec![
            book.id.to_string(),
            book.title.clone(),
            languages(book),
            book.n_chapters.to_string(),
            format!("{}/{}", book.n_translated, book.n_paragraphs),
        ]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

/// A book as JSON, the same wherever one is listed.
pub(crate) fn as_json(book: &BookSummary) -> serde_json::Value {
    json!({
        "id": book.id,
        "title": book.title,
        "title_translation": book.title_translation,
        "author": book.author,
        "series": book.series.name,
        "source_language": book.source_language,
        "target_language": book.target_language,
        "format": book.format.as_str(),
        "file_name": book.file_name,
        "chapters": book.n_chapters,
        "paragraphs": book.n_paragraphs,
        "translated": book.n_translated,
        "reviewed": book.n_reviewed,
        "needs_work": book.n_needs_work,
        "rehearsed": book.n_rehearsed,
        "created_at": book.created_at,
    })
}

fn languages(book: &BookSummary) -> String {
    let tag =
        |tag: &Option<book::language::LanguageTag>| tag.as_ref().map_or("?".to_owned(), ToString::to_string);
    if book.target_language.is_none() {
        return tag(&book.source_language);
    }
    format!("{} → {}", tag(&book.source_language), tag(&book.target_language))
}
