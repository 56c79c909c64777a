//! `tsumugi series`: which books share what they know, and a book put into another series.

use crate::args::series::{SeriesArgs, SeriesCommand};
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Align, Printer, TextTable};
use book::language::LanguageTag;
use messages::Message;
use operations::book_name;
use serde_json::json;
use store::library::Library;
use store::record::BookSummary;
use store::store::Store;

pub(crate) async fn run(args: &SeriesArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    match &args.command {
        None => list(store.library(), printer).await,
        Some(SeriesCommand::Move { book, series }) => move_book(book, series.trim(), store, printer).await,
    }
}

async fn list(library: &Library, printer: &Printer) -> anyhow::Result<Exit> {
    let all = library.all_series().await?;
    if printer.is_json() {
        let shown = all.iter().map(|one| {
            json!({
                "id": one.series.id,
                "name": one.series.name,
                "instructions": one.series.instructions,
                "books": one.books,
                "terms": one.counts.terms.total(),
                "characters": one.counts.characters.total(),
                "memories": one.counts.memories.total(),
            })
        });
        printer.json(&shown.collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    if all.is_empty() {
        printer.notify(&Message::new("library_without_series"));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_series", Align::Left),
        ("col_books", Align::Left),
        ("col_terms", Align::Right),
        ("col_characters", Align::Right),
        ("col_memories", Align::Right),
    ];
    let mut table = TextTable::new(&head, 0, printer.language());
    for one in &all {
        let books: Vec<String> = one.books.iter().map(ToString::to_string).collect();
        table.row(vec![
            one.series.name.clone(),
            books.join(" "),
            one.counts.terms.total().to_string(),
            one.counts.characters.total().to_string(),
            one.counts.memories.total().to_string(),
        ]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

async fn move_book(book: &str, series: &str, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    if series.is_empty() {
        return Err(WrongUsage(Message::new("series_unnamed")).into());
    }
    let book = book_name::find(store.library(), book).await?;
    let moved = store.move_book(book.id, series, config::now_ms()).await?;
    if printer.is_json() {
        printer.json(&json!({
            "book": book.id,
            "series": moved.series.name,
            "series_id": moved.series.id,
            "taken": moved.n_taken,
            "left": moved.n_left,
        }))?;
        return Ok(Exit::Done);
    }
    let told = Message::new("book_moved").with("title", &book.title);
    printer.print(&told.with("series", &moved.series.name))?;
    let entries = |n: u32| Message::new("n_entries").amount("n", n);
    if moved.n_taken > 0 {
        printer.notify(&Message::new("entries_went_along").part("entries", entries(moved.n_taken)));
    }
    if moved.n_left > 0 {
        printer.notify(&Message::new("entries_stayed").part("entries", entries(moved.n_left)));
    }
    Ok(Exit::Done)
}

/// The language of the other books of a book's series, where it is another one than this.
pub(super) async fn other_language(
    library: &Library,
    book: &BookSummary,
    target: &LanguageTag,
) -> anyhow::Result<Option<LanguageTag>> {
    let all = library.all_series().await?;
    let books = all.into_iter().find(|one| one.series.id == book.series.id).map(|one| one.books);
    for other in books.unwrap_or_default().into_iter().filter(|id| *id != book.id) {
        let language = library.book(other).await?.target_language.filter(|language| language != target);
        if language.is_some() {
            return Ok(language);
        }
    }
    Ok(None)
}

/// The language the other books of a book's series are translated into.
pub(super) async fn language(library: &Library, book: &BookSummary) -> anyhow::Result<Option<LanguageTag>> {
    let undetermined = LanguageTag::undetermined();
    other_language(library, book, &undetermined).await
}

/// The books of the series of this name, in their order. Series of one name in several languages are told by `to`; where no
/// book is of that language, they are all meant, and each has an edition in it to be made.
pub(super) async fn books_of(
    library: &Library,
    name: &str,
    to: Option<&LanguageTag>,
) -> anyhow::Result<Vec<BookSummary>> {
    let mut books = Vec::new();
    for one in library.all_series().await? {
        if one.series.name != name && one.series.id.to_string() != name {
            continue;
        }
        for id in one.books {
            books.push(library.book(id).await?);
        }
    }
    let is_meant = |book: &BookSummary| {
        to.is_none_or(|to| book.target_language.as_ref().is_none_or(|target| target == to))
    };
    if books.iter().any(is_meant) {
        books.retain(is_meant);
    }
    if books.is_empty() {
        return Err(WrongUsage(Message::new("no_series_named").with("name", name)).into());
    }
    Ok(books)
}
