//! `tsumugi review`: how far a book is, which paragraphs wait, and a person's word on them.

use super::chapter_choice;
use super::check::{refuse_unknown, translated_into};
use super::select::paragraph_id;
use crate::args::review::ReviewArgs;
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Align, Printer, TextTable, fit, with_change, word};
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::review::ReviewState;
use messages::Message;
use operations::book_findings;
use operations::book_name;
use operations::judge::CheckContext;
use operations::paragraph_filter::{self, AuthorFilter, FilterContext, ParagraphFilter, StateFilter};
use serde_json::{Value, json};
use std::collections::HashSet;
use store::change::Cause;
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};
use store::store::Store;

pub(crate) async fn run(args: &ReviewArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = book_name::find(library, &args.book).await?;
    let filter = filter(args, library, &book).await?;
    match args.set {
        Some(state) => set(args, &filter, state, &book, store, printer).await,
        None if !args.paragraphs.is_empty() => list(&named(args, library, &book).await?, printer),
        None if filter.is_empty() => overview(&book, library, printer).await,
        None => list(&find_paragraphs(&filter, library, &book).await?, printer),
    }
}

async fn filter(args: &ReviewArgs, library: &Library, book: &BookSummary) -> anyhow::Result<ParagraphFilter> {
    let chapter = match &args.chapter {
        Some(text) => Some(chapter_choice::find(library, book.id, text).await?.id),
        None => None,
    };
    if let Some(check) = &args.check {
        refuse_unknown(std::slice::from_ref(check))?;
    }
    Ok(ParagraphFilter {
        chapter,
        state: if args.touched { Some(StateFilter::Touched) } else { args.state },
        author: args.author.as_deref().map(AuthorFilter::read),
        check: args.check.clone(),
        stale: args.stale,
        min_length: args.longer,
        max_length: args.shorter,
    })
}

/// How far each chapter is.
async fn overview(book: &BookSummary, library: &Library, printer: &Printer) -> anyhow::Result<Exit> {
    let chapters = library.chapters(book.id).await?;
    let draft = |translated: u32, reviewed: u32, needs_work: u32| {
        translated.saturating_sub(reviewed).saturating_sub(needs_work)
    };
    if printer.is_json() {
        let of_chapters: Vec<Value> = chapters
            .iter()
            .map(|one| {
                json!({
                    "chapter": one.number,
                    "chapter_id": one.id,
                    "paragraphs": one.n_work,
                    "translated": one.n_translated,
                    "draft": draft(one.n_translated, one.n_reviewed, one.n_needs_work),
                    "needs_work": one.n_needs_work,
                    "reviewed": one.n_reviewed,
                    "approved": one.n_approved,
                })
            })
            .collect();
        printer.json(&json!({
            "book": book.id,
            "paragraphs": book.n_paragraphs,
            "translated": book.n_translated,
            "draft": draft(book.n_translated, book.n_reviewed, book.n_needs_work),
            "needs_work": book.n_needs_work,
            "reviewed": book.n_reviewed,
            "approved": book.n_approved,
            "chapters": of_chapters,
        }))?;
        return Ok(Exit::Done);
    }
    let head = [
        ("col_number", Align::Right),
        ("col_title", Align::Left),
        ("col_draft", Align::Right),
        ("col_needs_work", Align::Right),
        ("col_reviewed", Align::Right),
        ("col_paragraphs", Align::Right),
    ];
    let mut table = TextTable::new(&head, 1, printer.language());
    let counts = |translated, reviewed, needs_work, all: u32| {
        let draft = draft(translated, reviewed, needs_work);
        [draft, needs_work, reviewed, all].map(|n: u32| n.to_string())
    };
    for one in &chapters {
        let of_chapter = counts(one.n_translated, one.n_reviewed, one.n_needs_work, one.n_work);
        table.row([vec![one.number.to_string(), one.title.clone()], of_chapter.to_vec()].concat());
    }
    let of_book = counts(book.n_translated, book.n_reviewed, book.n_needs_work, book.n_paragraphs);
    table.row([vec![String::new(), printer.text_of(&Message::new("the_book"))], of_book.to_vec()].concat());
    printer.long_result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

async fn named(
    args: &ReviewArgs,
    library: &Library,
    book: &BookSummary,
) -> anyhow::Result<Vec<ParagraphRecord>> {
    let mut records = Vec::new();
    for text in &args.paragraphs {
        records.push(library.paragraph(book.id, paragraph_id(text)?).await?);
    }
    Ok(records)
}

async fn find_paragraphs(
    filter: &ParagraphFilter,
    library: &Library,
    book: &BookSummary,
) -> anyhow::Result<Vec<ParagraphRecord>> {
    let with_finding = match &filter.check {
        Some(check) => with_finding(check, library, book).await?,
        None => HashSet::new(),
    };
    let stale: HashSet<ParagraphId> = if filter.stale {
        let stale = runner::stale::of_book(library, book, false).await?;
        stale.iter().map(|one| one.paragraph.id).collect()
    } else {
        HashSet::new()
    };
    let known = FilterContext {
        has_finding: &|paragraph, _| with_finding.contains(&paragraph),
        is_stale: &|record| stale.contains(&record.id),
    };
    Ok(paragraph_filter::find(library, book.id, filter, &known, 0, usize::MAX).await?.paragraphs)
}

/// The paragraphs in which a check has a finding that is not acknowledged.
async fn with_finding(
    check: &str,
    library: &Library,
    book: &BookSummary,
) -> anyhow::Result<HashSet<ParagraphId>> {
    let target = translated_into(book)?;
    let dictionaries = settings::dictionaries::dictionaries()?;
    let context = CheckContext { target: &target, dictionaries: &dictionaries };
    let checked = book_findings::check_book(library, book, context).await?;
    let open = checked.findings.iter().filter(|one| one.acknowledged.is_none());
    let of_check = open.filter(|one| one.finding.check.as_str().eq_ignore_ascii_case(check));
    Ok(of_check.flat_map(|one| one.paragraphs.iter().copied()).collect())
}

fn list(records: &[ParagraphRecord], printer: &Printer) -> anyhow::Result<Exit> {
    if printer.is_json() {
        printer.json(&records.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    if records.is_empty() {
        printer.notify(&Message::new("no_paragraph_like_that"));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_paragraph", Align::Left),
        ("col_review", Align::Left),
        ("col_source", Align::Left),
        ("col_translation", Align::Left),
    ];
    let mut table = TextTable::new(&head, 3, printer.language());
    for record in records {
        let translation = record.translation.as_ref().map(book::text::markup::Marked::plain);
        let state = if translation.is_some() { record.review.as_str() } else { "untranslated" };
        let state = printer.text_of(&word("review_state", state));
        table.row(vec![
            record.id.to_string(),
            state,
            fit(&record.text.plain(), 40),
            fit(&translation.unwrap_or_default(), 40),
        ]);
    }
    printer.long_result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

fn as_json(record: &ParagraphRecord) -> Value {
    json!({
        "paragraph_id": record.id,
        "chapter_id": record.chapter,
        "paragraph_index": record.index,
        "review": record.translation.as_ref().map(|_| record.review.as_str()),
        "text": record.text.as_str(),
        "translation": record.translation.as_ref().map(book::text::markup::Marked::as_str),
        "stale": record.freshness.reason().map(store::record::StaleReason::as_str),
    })
}

async fn set(
    args: &ReviewArgs,
    filter: &ParagraphFilter,
    state: ReviewState,
    book: &BookSummary,
    store: &Store,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let library = store.library();
    if args.paragraphs.is_empty() && filter.is_empty() {
        return Err(WrongUsage(Message::new("review_of_what")).into());
    }
    // A named paragraph without a translation is refused, and one that is approved is marked; among others they are passed over.
    let mut records = named(args, library, book).await?;
    let n_named = records.len();
    if !filter.is_empty() {
        let found = find_paragraphs(filter, library, book).await?;
        let is_meant =
            |record: &ParagraphRecord| record.translation.is_some() && !record.review.is_above(state);
        records.extend(found.into_iter().filter(is_meant));
    }
    let edit = |(number, record): (usize, &ParagraphRecord)| match record.id {
        paragraph if number < n_named => Edit::SetReview { paragraph, state },
        // One that is approved after it was read here is passed over as well.
        paragraph => Edit::SetReviewOfMany { paragraph, state },
    };
    let edits: Vec<Edit> = records.iter().enumerate().map(edit).collect();
    let note = format!("review: {}", state.in_words());
    let receipt = store.commit(book.id, &edits, &Cause::person(note), config::now_ms()).await?;
    let change = receipt.change.map(|change| change.to_string());
    if printer.is_json() {
        let paragraphs: Vec<ParagraphId> = records.iter().map(|record| record.id).collect();
        printer.json(&json!({"paragraphs": paragraphs, "review": state, "change": change}))?;
        return Ok(Exit::Done);
    }
    let told = Message::new("review_set").part("state", word("review_state", state.as_str()));
    printer.print(&with_change(told.count("n", records.len()), receipt.change))?;
    Ok(Exit::Done)
}
