//! `tsumugi transcripts purge`: what models were asked and answered leaves the library; what it cost stays.

use crate::args::transcripts::{PurgeArgs, TranscriptsAction, TranscriptsArgs};
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use messages::Message;
use operations::book_name;
use serde_json::json;
use store::store::Store;
use store::work::{OldTranscripts, TranscriptSize};

pub(crate) async fn run(args: &TranscriptsArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let TranscriptsAction::Purge(args) = &args.action;
    purge(args, store, printer).await
}

async fn purge(args: &PurgeArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let book = match &args.book {
        Some(text) => Some(book_name::find_exactly(store.library(), text).await?.id),
        None => None,
    };
    let before_ms = config::now_ms().saturating_sub(args.older_than.unwrap_or(0)).saturating_add(1);
    let old = OldTranscripts { book, before_ms };
    let size = store.library().transcript_size(&old).await?;
    if size.n_tasks > 0 && !args.yes {
        if !printer.can_ask() {
            let message = Message::new("purge_needs_yes").count("n_tasks", size.n_tasks);
            let message = message.count("kilobytes", size.n_bytes.div_ceil(1024));
            return Err(WrongUsage(message).into());
        }
        if !printer.confirm(&size_message("purge_transcripts", &size))? {
            printer.notify(&Message::new("nothing_purged"));
            return Ok(Exit::Done);
        }
    }
    let size = store.purge_transcripts(&old).await?;
    if printer.is_json() {
        printer.json(&json!({"tasks": size.n_tasks, "lines": size.n_lines, "bytes": size.n_bytes}))?;
    } else if size.n_tasks == 0 {
        printer.print(&Message::new("no_transcripts"))?;
    } else {
        printer.print(&size_message("purged", &size))?;
        printer.notify(&Message::new("purged_stays"));
    }
    Ok(Exit::Done)
}

/// Takes out what the settings no longer keep. A library that cannot be written is used all the same.
pub(crate) async fn keep_as_set(store: &Store, days: Option<u32>) {
    let Some(days) = days else { return };
    let kept_ms = i64::from(days) * 24 * 60 * 60 * 1000;
    let old = OldTranscripts { book: None, before_ms: config::now_ms().saturating_sub(kept_ms) };
    match store.purge_transcripts(&old).await {
        Ok(size) if size.n_tasks > 0 => {
            tracing::info!(tasks = size.n_tasks, bytes = size.n_bytes, "old transcripts were taken out");
        }
        Ok(_) => {}
        Err(_) => tracing::warn!("old transcripts could not be taken out"),
    }
}

fn size_message(code: &'static str, size: &TranscriptSize) -> Message {
    Message::new(code).amount("n", size.n_tasks).amount("kilobytes", size.n_bytes.div_ceil(1024))
}
