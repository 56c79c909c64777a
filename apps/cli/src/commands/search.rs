//! `tsumugi search`: where in a book something is said, letter by letter.

use super::chapter_choice;
use crate::args::book::{SearchArgs, Side};
use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, fit};
use book::text::markup::Marked;
use messages::Message;
use operations::book_name;
use serde_json::json;
use std::collections::HashMap;
use std::fmt::Write;
use store::search::{Matching, SearchPage, SearchQuery, SearchScope};
use store::store::Store;

pub(crate) async fn run(args: &SearchArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = book_name::find_to_read(library, &args.book).await?;
    if args.query.trim().is_empty() {
        return Err(WrongUsage(Message::new("nothing_to_look_for")).into());
    }
    let chapter = match &args.chapter {
        Some(text) => Some(chapter_choice::find(library, book.id, text).await?.id),
        None => None,
    };
    let query = SearchQuery {
        texts: vec![args.query.clone()],
        matching: Matching::All,
        scope: match args.side {
            Side::Source => SearchScope::Source,
            Side::Translation => SearchScope::Translation,
            Side::Both => SearchScope::Both,
        },
        chapter,
        limit: args.limit.max(1),
        after: None,
    };
    let page = library.search(book.id, &query).await?;
    if printer.is_json() {
        printer.json(&as_json(&page))?;
        return Ok(Exit::Done);
    }
    if page.hits.is_empty() {
        let nowhere = Message::new("found_nowhere").with("query", &args.query);
        printer.notify(&nowhere.with("title", &book.title));
        return Ok(Exit::Done);
    }
    let numbers: HashMap<_, _> =
        library.chapters(book.id).await?.into_iter().map(|c| (c.id, c.number)).collect();
    let width = printer.width();
    let mut text = String::new();
    for hit in &page.hits {
        let paragraph = &hit.paragraph;
        let number = numbers.get(&paragraph.chapter).copied().unwrap_or_default();
        let place = Message::new("found_in").with("paragraph", paragraph.id).count("chapter", number);
        let _ = writeln!(text, "{}", printer.text_of(&place.count("index", paragraph.index)));
        let _ = writeln!(text, "  {}", excerpt(&paragraph.text, &args.query, width - 2));
        if let Some(translation) = &paragraph.translation {
            let _ = writeln!(text, "  → {}", excerpt(translation, &args.query, width - 4));
        }
    }
    printer.long_result(text.trim_end())?;
    if page.n_more > 0 {
        let code = if page.n_more_is_exact { "more_hits" } else { "at_least_more_hits" };
        printer.notify(&Message::new(code).count("n", page.n_more));
    }
    Ok(Exit::Done)
}

fn excerpt(text: &Marked, query: &str, width: usize) -> String {
    fit(&around(&text.plain(), query, width), width)
}

/// How many characters are shown before the match.
const BEFORE: usize = 16;

/// The text from shortly before the place that was found, on one line.
fn around(text: &str, query: &str, width: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(at) = text.to_lowercase().find(&query.to_lowercase()) else { return text };
    // Lower case may have another length; the count of characters is close enough for a window.
    let n_before = text.to_lowercase().get(..at).map_or(0, |before| before.chars().count());
    if n_before <= BEFORE || width >= unicode_width::UnicodeWidthStr::width(text.as_str()) {
        return text;
    }
    let rest: String = text.chars().skip(n_before - BEFORE).collect();
    format!("…{rest}")
}

fn as_json(page: &SearchPage) -> Vec<serde_json::Value> {
    page.hits
        .iter()
        .map(|hit| {
            json!({
                "paragraph_id": hit.paragraph.id,
                "paragraph_index": hit.paragraph.index,
                "chapter_id": hit.paragraph.chapter,
                "text": hit.paragraph.text.as_str(),
                "translation": hit.paragraph.translation.as_ref().map(Marked::as_str),
                "in_source": hit.in_source,
                "in_translation": hit.in_translation,
            })
        })
        .collect()
}
