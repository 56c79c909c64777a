//! `tsumugi show`: a book's chapters, or the paragraphs of one.

use super::chapter_choice;
use crate::args::book::ShowArgs;
use crate::exit::Exit;
use crate::output::{Align, Printer, Table};
use book::id::BookId;
use book::text::chapter::Matter;
use serde_json::{Value, json};
use std::fmt::Write;
use store::library::Library;
use store::record::{BookSummary, ChapterRecord, ParagraphRecord};
use store::store::Store;

pub(crate) async fn run(args: &ShowArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let library = store.library();
    let book = library.find_book(&args.book).await?;
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
    let _ = write!(text, "\n{} · {} · series {series}\n\n", book.id, book.format.as_str());
    let mut table = Table::new(
        &[
            ("#", Align::Right),
            ("id", Align::Left),
            ("title", Align::Left),
            ("paragraphs", Align::Right),
            ("translated", Align::Right),
        ],
        2,
    );
    for chapter in library.chapters(book.id).await? {
        table.row(vec![
            chapter.number.to_string(),
            chapter.id.to_string(),
            title_line(&chapter),
            chapter.n_paragraphs.to_string(),
            format!("{}/{}", chapter.n_translated, chapter.n_work),
        ]);
    }
    text.push_str(&table.render(printer.width()));
    printer.result(&text)
}

fn title_line(chapter: &ChapterRecord) -> String {
    let volume = chapter.volume.as_ref().map(|volume| format!("{volume} / ")).unwrap_or_default();
    let translation =
        chapter.title_translation.as_ref().map(|title| format!(" · {title}")).unwrap_or_default();
    let title = match (chapter.title.is_empty(), chapter.matter) {
        (true, Matter::Front) => "(front matter)",
        (true, Matter::Body) => "(untitled)",
        (true, Matter::Back) => "(back matter)",
        (false, _) => &chapter.title,
    };
    format!("{volume}{title}{translation}")
}

async fn show_chapter(
    library: &Library,
    book: &BookSummary,
    chapter: &ChapterRecord,
    printer: &Printer,
) -> anyhow::Result<()> {
    let mut text = format!("{} · {}\n", chapter.number, title_line(chapter));
    for paragraph in library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await? {
        if paragraph.is_empty {
            continue;
        }
        let lock = if paragraph.locked { " (locked)" } else { "" };
        let _ = write!(text, "\n[{}] {}{lock}\n{}\n", paragraph.index, paragraph.id, paragraph.text);
        if let Some(translation) = &paragraph.translation {
            let _ = writeln!(text, "→ {translation}");
        }
    }
    printer.result(text.trim_end())
}

async fn paragraphs_as_json(
    library: &Library,
    book: BookId,
    chapter: &ChapterRecord,
) -> anyhow::Result<Vec<Value>> {
    let paragraphs = library.chapter_paragraphs(book, chapter.id, 0..u32::MAX).await?;
    Ok(paragraphs.iter().map(|paragraph| as_json(chapter, paragraph)).collect())
}

fn as_json(chapter: &ChapterRecord, paragraph: &ParagraphRecord) -> Value {
    json!({
        "paragraph_id": paragraph.id,
        "paragraph_index": paragraph.index,
        "chapter_id": chapter.id,
        "chapter_number": chapter.number,
        "kind": paragraph.kind.as_str(),
        "text": paragraph.text.as_str(),
        "translation": paragraph.translation.as_ref().map(book::text::markup::Marked::as_str),
        "locked": paragraph.locked,
    })
}
