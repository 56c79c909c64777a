//! `tsumugi lock` and `unlock`: whether models may change paragraphs.

use super::chapter_choice;
use super::select::paragraph_id;
use crate::args::change::LockArgs;
use crate::config;
use crate::exit::Exit;
use crate::output::{Printer, with_change};
use book::edit::Edit;
use book::id::ParagraphId;
use messages::Message;
use operations::book_name;
use serde_json::json;
use store::change::Cause;
use store::store::Store;

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lock {
    On,
    Off,
}

pub(crate) async fn run(
    args: &LockArgs,
    lock: Lock,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = book_name::find(library, &args.book).await?;
    let mut paragraphs: Vec<ParagraphId> = Vec::new();
    for text in &args.paragraphs {
        paragraphs.push(library.paragraph(book.id, paragraph_id(text)?).await?.id);
    }
    if let Some(text) = &args.chapter {
        let chapter = chapter_choice::find(library, book.id, text).await?;
        let records = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
        let translated = records.iter().filter(|record| record.translation.is_some() || record.locked);
        paragraphs.extend(translated.map(|record| record.id));
    }
    let locked = lock == Lock::On;
    let edits: Vec<Edit> =
        paragraphs.iter().map(|paragraph| Edit::SetLock { paragraph: *paragraph, locked }).collect();
    let word = if locked { "locked" } else { "unlocked" };
    let receipt = store.commit(book.id, &edits, &Cause::person(word), config::now_ms()).await?;
    if printer.is_json() {
        printer.json(&json!({
            "paragraphs": paragraphs,
            "locked": locked,
            "change": receipt.change.map(|change| change.to_string()),
        }))?;
        return Ok(Exit::Done);
    }
    let lock = if locked { "on" } else { "off" };
    let told = Message::new("paragraphs_locked").count("n", paragraphs.len()).with("lock", lock);
    printer.print(&with_change(told, receipt.change))?;
    Ok(Exit::Done)
}
