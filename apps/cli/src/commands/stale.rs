//! `tsumugi stale`: translations that no longer belong to what the book says, and why.

use crate::args::change::StaleArgs;
use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, fit, word};
use book::id::BookId;
use messages::Message;
use operations::book_name;
use runner::stale::prompt::{Reason, Stale};
use serde_json::{Value, json};
use store::library::Library;
use store::store::Store;

pub(crate) async fn run(args: &StaleArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = book_name::find_to_read(library, &args.book).await?;
    let stale = runner::stale::of_book(library, &book, args.strict).await?;
    if printer.is_json() {
        printer.json(&stale.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    if stale.is_empty() {
        printer.notify(&Message::new("nothing_stale"));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_chapter", Align::Right),
        ("col_paragraph", Align::Left),
        ("col_why", Align::Left),
        ("col_source", Align::Left),
    ];
    let mut table = TextTable::new(&head, 3, printer.language());
    for one in &stale {
        table.row(vec![
            one.chapter.to_string(),
            one.paragraph.id.to_string(),
            why(one, printer),
            fit(&one.paragraph.text.plain(), 60),
        ]);
    }
    printer.long_result(&table.render(printer.width()))?;
    let n_waiting = stale.iter().filter(|one| one.newer_waits).count();
    if n_waiting < stale.len() {
        printer.hint(&Message::new("stale_next").with("book", book.id));
    }
    tell_waiting(u32::try_from(n_waiting).unwrap_or(u32::MAX), book.id, printer);
    Ok(Exit::Done)
}

/// How many translations are to be done again, and for how many that was done and waits for a person.
pub(super) async fn counts(library: &Library, book: BookId) -> anyhow::Result<(u32, u32)> {
    let n_waiting = library.n_newer_waiting(book).await?;
    Ok((library.n_stale(book).await?.saturating_sub(n_waiting), n_waiting))
}

/// What is stale and done again already is decided on, not translated.
pub(crate) fn tell_waiting(n_waiting: u32, book: BookId, printer: &Printer) {
    if n_waiting > 0 {
        printer.notify(&Message::new("stale_waiting").count("n", n_waiting).with("book", book));
    }
}

fn why(one: &Stale, printer: &Printer) -> String {
    let mut why = word("stale_reason", reason_word(&one.reason));
    if let Reason::Knowledge { names } = &one.reason {
        let names = names.join(printer.language().comma());
        why = Message::new("stale_why_names").part("why", why).with("names", names);
    }
    if one.newer_waits {
        why = Message::new("stale_newer_waits").part("why", why);
    }
    printer.text_of(&why)
}

const fn reason_word(reason: &Reason) -> &'static str {
    match reason {
        Reason::Changed(reason) => reason.as_str(),
        Reason::Instructions => "other instructions",
        Reason::Knowledge { .. } => "other terms",
    }
}

/// The words or names that were decided on since.
const fn names(reason: &Reason) -> &[String] {
    match reason {
        Reason::Knowledge { names } => names.as_slice(),
        Reason::Changed(_) | Reason::Instructions => &[],
    }
}

fn as_json(one: &Stale) -> Value {
    json!({
        "paragraph_id": one.paragraph.id,
        "chapter": one.chapter,
        "reason": reason_word(&one.reason),
        "terms": names(&one.reason),
        "newer_version_waits": one.newer_waits,
        "text": one.paragraph.text.as_str(),
        "translation": one.paragraph.translation.as_ref().map(book::text::markup::Marked::as_str),
    })
}
