//! `tsumugi show`: a book's chapters, or the paragraphs of one.

use super::chapter_choice;
use crate::args::book::ShowArgs;
use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, word, wrap};
use book::id::BookId;
use book::text::chapter::Matter;
use book::text::markup::{Marked, Piece};
use book::text::paragraph::TagKind;
use book::text::review::ReviewState;
use messages::Message;
use operations::book_name;
use serde_json::{Value, json};
use std::fmt::Write;
use store::library::Library;
use store::record::{BookSummary, ChapterRecord, CommentRecord, ParagraphRecord};
use store::store::Store;

pub(crate) async fn run(args: &ShowArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = book_name::find_to_read(library, &args.book).await?;
    let chapter = match &args.chapter {
        Some(text) => Some(chapter_choice::find(library, book.id, text).await?),
        None => None,
    };
    match (chapter, printer.is_json()) {
        (Some(chapter), false) => show_chapter(library, &book, &chapter, printer).await?,
        (Some(chapter), true) => printer.json(&paragraphs_as_json(library, book.id, &chapter).await?)?,
        (None, false) => show_book(library, &book, printer).await?,
        (None, true) => {
            let mut paragraphs = Vec::new();
            for chapter in library.chapters(book.id).await? {
                paragraphs.extend(paragraphs_as_json(library, book.id, &chapter).await?);
            }
            printer.json(&paragraphs)?;
        }
    }
    Ok(Exit::Done)
}

async fn show_book(library: &Library, book: &BookSummary, printer: &Printer) -> anyhow::Result<()> {
    let mut text = book.title.clone();
    if let Some(translation) = &book.title_translation {
        let _ = write!(text, " · {translation}");
    }
    if let Some(author) = &book.author {
        let _ = write!(text, "\n{author}");
    }
    let series = &book.series.name;
    let series = printer.text_of(&Message::new("of_series").with("series", series));
    let _ = writeln!(text, "\n{} · {} · {series}", book.id, book.format.as_str());
    if book.n_rehearsed > 0 {
        let told = Message::new("show_rehearsed").count("n", book.n_rehearsed);
        let told = match &book.rehearsed_title {
            Some(title) => told.part("title", Message::new("show_rehearsed_title").with("title", title)),
            None => told.with("title", ""),
        };
        let _ = writeln!(text, "{}", printer.text_of(&told));
    }
    text.push('\n');
    let mut table = TextTable::new(
        &[
            ("col_number", Align::Right),
            ("col_id", Align::Left),
            ("col_title", Align::Left),
            ("col_paragraphs", Align::Right),
            ("col_translated", Align::Right),
        ],
        2,
        printer.language(),
    );
    for chapter in library.chapters(book.id).await? {
        table.row(vec![
            chapter.number.to_string(),
            chapter.id.to_string(),
            title_line(&chapter, printer),
            chapter.n_paragraphs.to_string(),
            format!("{}/{}", chapter.n_translated, chapter.n_work),
        ]);
    }
    text.push_str(&table.render(printer.width()));
    printer.long_result(&text)
}

fn title_line(chapter: &ChapterRecord, printer: &Printer) -> String {
    let volume = chapter.volume.as_ref().map(|volume| format!("{volume} / ")).unwrap_or_default();
    let translation =
        chapter.title_translation.as_ref().map(|title| format!(" · {title}")).unwrap_or_default();
    let untitled = |matter| printer.text_of(&Message::new("chapter_untitled").with("matter", matter));
    let title = match (chapter.title.is_empty(), chapter.matter) {
        (true, Matter::Front) => untitled("front"),
        (true, Matter::Body) => untitled("body"),
        (true, Matter::Back) => untitled("back"),
        (false, _) => chapter.title.clone(),
    };
    format!("{volume}{title}{translation}")
}

async fn show_chapter(
    library: &Library,
    book: &BookSummary,
    chapter: &ChapterRecord,
    printer: &Printer,
) -> anyhow::Result<()> {
    let mut text = format!("{} · {}\n", chapter.number, title_line(chapter, printer));
    let comments = library.comments(book.id).await?;
    for paragraph in library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await? {
        if paragraph.is_empty {
            continue;
        }
        let _ = writeln!(text, "\n[{}] {}{}", paragraph.index, paragraph.id, remarks(&paragraph, printer));
        let _ = writeln!(text, "{}", laid_out(&readable(&paragraph.text, &paragraph.tags, printer), printer));
        if let Some(translation) = &paragraph.translation {
            let translation = format!("→ {}", readable(translation, &paragraph.tags, printer));
            let _ = writeln!(text, "{}", laid_out(&translation, printer));
        }
        if let Some(rehearsal) = &paragraph.rehearsal {
            let rehearsal = format!(
                "{} {}",
                printer.text_of(&Message::new("is_rehearsal")),
                readable(rehearsal, &paragraph.tags, printer)
            );
            let _ = writeln!(text, "{}", laid_out(&rehearsal, printer));
        }
        let is_open =
            |comment: &&CommentRecord| comment.paragraph == paragraph.id && comment.resolved_at.is_none();
        for comment in comments.iter().filter(is_open) {
            let said =
                Message::new("comment_said").with("author", &comment.author).with("text", &comment.text);
            let _ = writeln!(text, "{}", laid_out(&printer.text_of(&said), printer));
        }
    }
    printer.long_result(text.trim_end())
}

/// Whether a paragraph is locked or stale, behind its id.
pub(super) fn remarks(paragraph: &ParagraphRecord, printer: &Printer) -> String {
    let lock = paragraph.locked.then(|| Message::new("is_locked"));
    let stale = paragraph.freshness.reason();
    let stale = stale.map(|why| Message::new("is_stale").part("why", word("stale_reason", why.as_str())));
    let review = Some(paragraph.review).filter(|review| *review != ReviewState::Draft);
    let review = review
        .map(|review| Message::new("is_in_review").part("state", word("review_state", review.as_str())));
    let remarks = lock.into_iter().chain(review).chain(stale);
    remarks.fold(String::new(), |text, remark| text + " " + &printer.text_of(&remark))
}

/// The text as a person reads it: ruby as text files have it, line breaks as breaks, no other tags.
fn readable(text: &Marked, tags: &[TagKind], printer: &Printer) -> String {
    let mut readable = String::new();
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => readable.push_str(&text),
            Piece::Ruby { base, reading } => readable.extend(["｜", &*base, "《", &*reading, "》"]),
            Piece::Void(number) => match tags.get(usize::from(number).saturating_sub(1)) {
                Some(TagKind::Break) => readable.push('\n'),
                Some(TagKind::Image) => readable.push_str(&printer.text_of(&Message::new("picture"))),
                Some(TagKind::Emphasis | TagKind::Link | TagKind::NoteMark | TagKind::Other) | None => {}
            },
            Piece::Open(_) | Piece::Close(_) => {}
        }
    }
    readable
}

/// Longer lines are tiring to read.
const WIDEST: usize = 100;

/// In lines for a terminal; a file or another program gets a paragraph as it is.
fn laid_out(text: &str, printer: &Printer) -> String {
    if printer.is_read() { wrap(text, printer.width().min(WIDEST), "") } else { text.to_owned() }
}

async fn paragraphs_as_json(
    library: &Library,
    book: BookId,
    chapter: &ChapterRecord,
) -> anyhow::Result<Vec<Value>> {
    let paragraphs = library.chapter_paragraphs(book, chapter.id, 0..u32::MAX).await?;
    let comments = library.comments(book).await?;
    let with_comments = |paragraph: &ParagraphRecord| {
        let mut value = as_json(chapter, paragraph);
        let said: Vec<Value> =
            comments.iter().filter(|one| one.paragraph == paragraph.id).map(comment_as_json).collect();
        if let (false, Some(object)) = (said.is_empty(), value.as_object_mut()) {
            object.insert("comments".to_owned(), Value::Array(said));
        }
        value
    };
    Ok(paragraphs.iter().map(with_comments).collect())
}

fn comment_as_json(comment: &CommentRecord) -> Value {
    let CommentRecord { author, text, created_at, resolved_at, .. } = comment;
    json!({"author": author, "text": text, "created_at": created_at, "resolved": resolved_at.is_some()})
}

fn as_json(chapter: &ChapterRecord, paragraph: &ParagraphRecord) -> Value {
    json!({
        "paragraph_id": paragraph.id,
        "paragraph_index": paragraph.index,
        "chapter_id": chapter.id,
        "chapter_number": chapter.number,
        "chapter_title": chapter.title,
        "chapter_title_translation": chapter.title_translation,
        "volume": chapter.volume,
        "kind": paragraph.kind.as_str(),
        "text": paragraph.text.as_str(),
        "translation": paragraph.translation.as_ref().map(book::text::markup::Marked::as_str),
        "review": paragraph.translation.as_ref().map(|_| paragraph.review.as_str()),
        "rehearsal": paragraph.rehearsal.as_ref().map(book::text::markup::Marked::as_str),
        "locked": paragraph.locked,
        "stale": paragraph.freshness.reason().map(store::record::StaleReason::as_str),
    })
}
