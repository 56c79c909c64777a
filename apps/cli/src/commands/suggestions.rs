//! `tsumugi suggestions`: what waits beside a person's words, accepted or turned down.

use super::chapter_choice;
use super::history::author;
use crate::args::change::SuggestionsArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, marked_changes, with_change};
use book::edit::Edit;
use book::id::{ParagraphId, VersionId};
use book::text::markup::Marked;
use messages::Message;
use operations::book_name;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use store::change::Cause;
use store::record::{BookSummary, Suggestion};
use store::store::Store;

pub(crate) async fn run(args: &SuggestionsArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = book_name::find(library, &args.book).await?;
    let mut waiting = library.suggestions(book.id).await?;
    if let Some(text) = &args.chapter {
        let chapter = chapter_choice::find(library, book.id, text).await?;
        waiting.retain(|one| one.paragraph.chapter == chapter.id);
    }
    if args.accept.is_empty() && args.reject.is_empty() && !args.accept_all {
        list(&book, &waiting, printer)?;
        return Ok(Exit::Done);
    }
    let accepted = if args.accept_all {
        latest(&waiting)
    } else {
        named(&args.accept, &waiting, WhichSuggestions::Latest)?
    };
    let rejected = named(&args.reject, &waiting, WhichSuggestions::All)?;
    let mut edits: Vec<Edit> = accepted
        .iter()
        .map(|(paragraph, version)| Edit::SelectVersion { paragraph: *paragraph, version: Some(*version) })
        .collect();
    edits.extend(rejected.iter().map(|(paragraph, version)| Edit::RejectVersion {
        paragraph: *paragraph,
        version: *version,
        rejected: true,
    }));
    let note = format!("{} suggestions accepted, {} turned down", accepted.len(), rejected.len());
    let receipt = store.commit(book.id, &edits, &Cause::person(note), config::now_ms()).await?;
    if printer.is_json() {
        let versions = |of: &[(ParagraphId, VersionId)]| {
            of.iter()
                .map(
                    |(paragraph, version)| json!({"paragraph_id": paragraph, "version": version.to_string()}),
                )
                .collect::<Vec<_>>()
        };
        printer.json(&json!({
            "accepted": versions(&accepted),
            "rejected": versions(&rejected),
            "change": receipt.change.map(|change| change.to_string()),
        }))?;
        return Ok(Exit::Done);
    }
    let told = Message::new("suggestions_decided").count("accepted", accepted.len());
    printer.print(&with_change(told.count("rejected", rejected.len()), receipt.change))?;
    Ok(Exit::Done)
}

fn list(book: &BookSummary, waiting: &[Suggestion], printer: &Printer) -> anyhow::Result<()> {
    if printer.is_json() {
        let list: Vec<Value> = waiting
            .iter()
            .map(|one| {
                json!({
                    "paragraph_id": one.paragraph.id,
                    "version": one.version.id.to_string(),
                    "author": one.version.author,
                    "text": one.paragraph.text.as_str(),
                    "translation": one.paragraph.translation.as_ref().map(Marked::as_str),
                    "suggestion": one.version.text.as_str(),
                    "locked": one.paragraph.locked,
                })
            })
            .collect();
        return printer.json(&list);
    }
    if waiting.is_empty() {
        printer.notify(&Message::new("no_suggestions"));
        return Ok(());
    }
    let mut text = String::new();
    for one in waiting {
        let (paragraph, version) = (&one.paragraph, &one.version);
        let _ = write!(
            text,
            "{} {}  {}\n  {}\n",
            paragraph.id,
            version.id,
            author(&version.author, printer),
            paragraph.text
        );
        let present = paragraph.translation.as_ref().map_or("", Marked::as_str);
        let _ = write!(text, "→ {}\n\n", marked_changes(present, version.text.as_str()));
    }
    printer.long_result(text.trim_end())?;
    printer.hint(&Message::new("suggestions_next").with("book", book.id));
    Ok(())
}

/// Which suggestions of a paragraph are meant by its id.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WhichSuggestions {
    Latest,
    All,
}

/// The latest suggestion of each paragraph.
fn latest(waiting: &[Suggestion]) -> Vec<(ParagraphId, VersionId)> {
    let mut latest: BTreeMap<ParagraphId, VersionId> = BTreeMap::new();
    for one in waiting {
        latest.insert(one.paragraph.id, one.version.id);
    }
    latest.into_iter().collect()
}

/// The suggestions a person names, by version or by paragraph.
fn named(
    texts: &[String],
    waiting: &[Suggestion],
    which: WhichSuggestions,
) -> anyhow::Result<Vec<(ParagraphId, VersionId)>> {
    let mut found = Vec::new();
    for text in texts {
        let paragraph = text.parse::<ParagraphId>().ok();
        let version = text.parse::<VersionId>().ok();
        let fits = |one: &&Suggestion| Some(one.paragraph.id) == paragraph || Some(one.version.id) == version;
        let mut meant: Vec<_> =
            waiting.iter().filter(fits).map(|one| (one.paragraph.id, one.version.id)).collect();
        if which == WhichSuggestions::Latest {
            meant = meant.pop().into_iter().collect();
        }
        if meant.is_empty() {
            return Err(WrongUsage(Message::new("no_suggestion").with("text", text)).into());
        }
        found.extend(meant);
    }
    Ok(found)
}
