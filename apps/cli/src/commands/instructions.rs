//! `tsumugi instructions`: what a person asks of every translation of a book or chapter.

use super::chapter_choice;
use crate::args::change::InstructionsArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, wrap};
use book::edit::{Edit, InstructionScope};
use messages::Message;
use operations::book_name;
use operations::instructions::{LONGEST, note};
use serde_json::json;
use store::change::Cause;
use store::record::{BookSummary, ChapterRecord};
use store::store::Store;

pub(crate) async fn run(args: &InstructionsArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = book_name::find(library, &args.book).await?;
    let chapter = match &args.chapter {
        Some(text) => Some(chapter_choice::find(library, book.id, text).await?),
        None => None,
    };
    let text = match (&args.set, args.clear) {
        (Some(text), _) => text.trim(),
        (None, true) => "",
        (None, false) => return show(args, &book, chapter.as_ref(), store, printer).await,
    };
    if args.set.is_some() && text.is_empty() {
        return Err(WrongUsage(Message::new("instructions_empty")).into());
    }
    if text.chars().nth(LONGEST).is_some() {
        return Err(WrongUsage(Message::new("instructions_too_long").count("limit", LONGEST)).into());
    }
    let scope = match &chapter {
        Some(chapter) => InstructionScope::Chapter(chapter.id),
        None if args.series => InstructionScope::Series,
        None => InstructionScope::Book,
    };
    let edit = Edit::SetInstructions { scope, text: Some(text.to_owned()), was: None };
    let note = note(scope, chapter.as_ref().map(|chapter| chapter.number), text);
    let receipt = store.commit(book.id, &[edit], &Cause::person(note.as_str()), config::now_ms()).await?;
    let change = receipt.change.map(|change| change.to_string());
    if printer.is_json() {
        let number = chapter.as_ref().map(|chapter| chapter.number);
        printer.json(&json!({"chapter": number, "text": text, "change": change}))?;
        return Ok(Exit::Done);
    }
    match change {
        Some(change) => {
            let done = Message::new("change_made").with("what", printer.recognised(&note));
            printer.print(&done.with("change", change))?;
            printer.hint(&Message::new("takes_it_back").with("book", book.id));
        }
        None => printer.notify(&Message::new("nothing_changed")),
    }
    Ok(Exit::Done)
}

async fn show(
    args: &InstructionsArgs,
    book: &BookSummary,
    chapter: Option<&ChapterRecord>,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let mut chapters = store.library().chapters(book.id).await?;
    chapters.retain(|one| one.instructions.is_some() && chapter.is_none_or(|wanted| wanted.id == one.id));
    if args.series {
        chapters.clear();
    }
    let of_book = book.instructions.as_deref().filter(|_| chapter.is_none() && !args.series);
    let of_series = book.series.instructions.as_deref().filter(|_| chapter.is_none());
    if printer.is_json() {
        let chapters: Vec<_> = chapters
            .iter()
            .map(|one| json!({"chapter": one.number, "chapter_id": one.id, "text": one.instructions}))
            .collect();
        printer.json(&json!({"series": of_series, "text": of_book, "chapters": chapters}))?;
        return Ok(Exit::Done);
    }
    let mut lines: Vec<String> = of_series
        .map(|text| Message::new("asked_of_series").with("series", &book.series.name).with("text", text))
        .map(|asked| printer.text_of(&asked))
        .into_iter()
        .chain(of_book.map(ToOwned::to_owned))
        .collect();
    for one in &chapters {
        let asked = one.instructions.as_deref().unwrap_or_default();
        let asked = Message::new("of_chapter").count("chapter", one.number).with("what", asked);
        lines.push(printer.text_of(&asked));
    }
    if lines.is_empty() {
        printer.notify(&Message::new("nothing_asked").with("book", book.id));
        return Ok(Exit::Done);
    }
    let lines: Vec<String> = lines.iter().map(|line| wrap(line, printer.width(), "")).collect();
    printer.long_result(&lines.join("\n\n"))?;
    Ok(Exit::Done)
}
