//! `tsumugi stale`: translations that no longer belong to what the book says, and why.

use crate::args::change::StaleArgs;
use crate::exit::Exit;
use crate::output::{Align, Printer, Table, fit};
use runner::stale::prompt::{Reason, Stale};
use serde_json::{Value, json};
use store::store::Store;

pub(crate) async fn run(args: &StaleArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = library.find_book(&args.book).await?;
    let stale = runner::stale::of_book(library, &book, args.strict).await?;
    if printer.is_json() {
        printer.json(&stale.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    if stale.is_empty() {
        printer.say("nothing is stale");
        return Ok(Exit::Done);
    }
    let head = [
        ("chapter", Align::Right),
        ("paragraph", Align::Left),
        ("why", Align::Left),
        ("source", Align::Left),
    ];
    let mut table = Table::new(&head, 3);
    for one in &stale {
        table.row(vec![
            one.chapter.to_string(),
            one.paragraph.id.to_string(),
            why(one),
            fit(&one.paragraph.text.plain(), 60),
        ]);
    }
    printer.long_result(&table.render(printer.width()))?;
    printer.say(&format!("hint: `tsumugi translate {} --stale` does what is stale again", book.id));
    Ok(Exit::Done)
}

fn why(one: &Stale) -> String {
    let mut why = word(&one.reason).to_owned();
    if let Reason::Knowledge { names } = &one.reason {
        why = format!("{why}: {}", names.join(", "));
    }
    if one.newer_waits { format!("{why}; a newer version waits") } else { why }
}

const fn word(reason: &Reason) -> &'static str {
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
        "reason": word(&one.reason),
        "terms": names(&one.reason),
        "newer_version_waits": one.newer_waits,
        "text": one.paragraph.text.as_str(),
        "translation": one.paragraph.translation.as_ref().map(book::text::markup::Marked::as_str),
    })
}
