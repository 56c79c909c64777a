//! `memories summaries` and `memories summary`: what happens in each chapter, and whether the chapter still says so.

use super::super::super::chapter_choice;
use super::super::KnowledgeCmd;
use crate::args::knowledge::SummaryArgs;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Align, TextTable, word};
use book::edit::Edit;
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::EntryState;
use book::knowledge::summary::Summary;
use messages::Message;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) async fn list(cmd: &KnowledgeCmd<'_>) -> anyhow::Result<Exit> {
    let library = cmd.library();
    let summaries = library.summaries(cmd.book.id).await?;
    let digests: BTreeMap<_, _> = library
        .chapter_digests(cmd.book.id)
        .await?
        .into_iter()
        .map(|digest| (digest.chapter, digest.digest))
        .collect();
    let numbers: BTreeMap<_, _> = library
        .chapters(cmd.book.id)
        .await?
        .into_iter()
        .map(|chapter| (chapter.id, chapter.number))
        .collect();
    let is_current =
        |summary: &Summary| digests.get(&summary.chapter).is_some_and(|digest| summary.is_current(digest));
    if cmd.printer.is_json() {
        let list: Vec<Value> = summaries
            .iter()
            .map(|kept| {
                json!({
                    "chapter": numbers.get(&kept.value.chapter),
                    "chapter_id": kept.value.chapter,
                    "text": kept.value.text,
                    "standing": kept.value.standing,
                    "current": is_current(&kept.value),
                })
            })
            .collect();
        cmd.printer.json(&list)?;
        return Ok(Exit::Done);
    }
    if summaries.is_empty() {
        cmd.printer.notify(&Message::new("no_summaries").with("book", cmd.book.id));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_chapter", Align::Right),
        ("col_standing", Align::Left),
        ("", Align::Left),
        ("col_summary", Align::Left),
    ];
    let mut table = TextTable::new(&head, 3, cmd.printer.language());
    for kept in &summaries {
        let old = || cmd.printer.text_of(&Message::new("summary_of_earlier_text"));
        table.row(vec![
            numbers.get(&kept.value.chapter).map(ToString::to_string).unwrap_or_default(),
            cmd.printer.text_of(&word("standing", kept.value.standing.as_str())),
            if is_current(&kept.value) { String::new() } else { old() },
            kept.value.text.clone(),
        ]);
    }
    cmd.printer.long_result(&table.render(cmd.printer.width()))?;
    Ok(Exit::Done)
}

pub(super) async fn show_or_change(cmd: &KnowledgeCmd<'_>, args: &SummaryArgs) -> anyhow::Result<Exit> {
    let library = cmd.library();
    let book = cmd.book.id;
    let chapter = chapter_choice::find(library, book, &args.chapter).await?;
    let number = chapter.number;
    if args.remove {
        let edit = Edit::remove(EntryKey::Summary { book, chapter: chapter.id });
        return cmd
            .change(&[edit], &format!("removed the summary of chapter {number}"), json!({"chapter": number}))
            .await;
    }
    if let Some(text) = &args.text {
        if text.trim().is_empty() {
            return Err(WrongUsage(Message::new("summary_empty")).into());
        }
        let summary = Summary {
            book,
            chapter: chapter.id,
            text: text.trim().to_owned(),
            made_from: library.chapter_digest(book, chapter.id).await?,
            standing: EntryState::Confirmed,
        };
        let value = json!({"chapter": number, "summary": summary.text});
        return cmd.change(&[Edit::upsert(summary)], &format!("summarised chapter {number}"), value).await;
    }
    let Some(kept) = library.summary(book, chapter.id).await? else {
        return Err(WrongUsage(Message::new("no_summary").count("number", number)).into());
    };
    if cmd.printer.is_json() {
        cmd.printer
            .json(&json!({"chapter": number, "text": kept.value.text, "standing": kept.value.standing}))?;
    } else {
        cmd.printer.result(&kept.value.text)?;
    }
    Ok(Exit::Done)
}
