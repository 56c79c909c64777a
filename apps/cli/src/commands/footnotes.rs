//! `tsumugi footnotes`: how a translator's notes of a book are exported.

use crate::args::book::{FootnoteChoice, FootnotesArgs};
use crate::exit::Exit;
use crate::output::Printer;
use checks::policy::Notes;
use messages::Message;
use operations::book_name;
use serde_json::json;
use store::record::{BookSummary, NoteChoice};
use store::store::Store;

pub(crate) async fn run(args: &FootnotesArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = book_name::find_to_read(library, &args.book).await?;
    match args.choice {
        None => {}
        Some(FootnoteChoice::On) => store.set_book_notes(book.id, Some(NoteChoice::Footnotes)).await?,
        Some(FootnoteChoice::Off) => store.set_book_notes(book.id, Some(NoteChoice::None)).await?,
        Some(FootnoteChoice::Default) => store.set_book_notes(book.id, None).await?,
    }
    let choice = library.book_notes(book.id).await?;
    let wanted = choice.map_or(by_style(&book)?, |choice| choice == NoteChoice::Footnotes);
    let n_notes = operations::notes::count(library, &book).await?;
    if printer.is_json() {
        let chosen = choice.map(NoteChoice::as_str);
        printer.json(&json!({"book": book.id, "choice": chosen, "footnotes": wanted, "notes": n_notes}))?;
        return Ok(Exit::Done);
    }
    let message = Message::new("footnotes_told").with("wanted", if wanted { "yes" } else { "no" });
    let message = message.with("by", if choice.is_some() { "book" } else { "style" });
    printer.print(&message.count("n", n_notes))?;
    Ok(Exit::Done)
}

/// Whether the style in the settings wants notes as footnotes.
pub(super) fn by_style(book: &BookSummary) -> anyhow::Result<bool> {
    let Some(target) = &book.target_language else { return Ok(false) };
    Ok(settings::dictionaries::dictionaries()?.style(target).notes == Notes::Footnotes)
}
