//! A chapter to read, a page at a time: source and translation side by side, or one of them as plain text.

use super::{Address, Side};
use crate::door::Door;
use ::tools::text::PromptLanguage;
use book::text::review::ReviewState;
use serde_json::{Value, json};
use store::error::StoreError;
use store::record::{BookSummary, ChapterRecord, ParagraphRecord};

/// The most paragraphs on a page.
const MAX_PARAGRAPHS: u32 = 500;
/// The most characters of text on a page, unless its first paragraph alone has more.
const MAX_CHARS: usize = 100_000;
/// A text longer than this is cut: it is no paragraph but a whole file on one line.
const MAX_TEXT_CHARS: usize = 50_000;

/// A page of a chapter from a 0-based paragraph index on.
pub(crate) async fn page(
    door: &Door,
    book: &BookSummary,
    chapter: &ChapterRecord,
    side: Side,
    from: u32,
    language: PromptLanguage,
) -> Result<String, StoreError> {
    let until = from.saturating_add(MAX_PARAGRAPHS);
    let paragraphs = door.library().chapter_paragraphs(book.id, chapter.id, from..until).await?;
    let (mut shown, mut left, mut end) = (Vec::new(), MAX_CHARS, until);
    for paragraph in &paragraphs {
        let size = n_chars(paragraph, side);
        if size > left && !shown.is_empty() {
            end = paragraph.index;
            break;
        }
        left = left.saturating_sub(size);
        if !paragraph.is_empty {
            shown.push(paragraph);
        }
    }
    let next =
        (end < chapter.n_paragraphs).then(|| Address::Chapter(book.id, chapter.id, side, end).to_string());
    Ok(match side {
        Side::Both => side_by_side(book, chapter, &shown, next.as_deref()).to_string(),
        Side::Source | Side::Translation => plain(&shown, side, next.as_deref(), language),
    })
}

fn side_by_side(
    book: &BookSummary,
    chapter: &ChapterRecord,
    paragraphs: &[&ParagraphRecord],
    next: Option<&str>,
) -> Value {
    let paragraphs = paragraphs.iter().map(|paragraph| {
        let translation = paragraph.translation.as_ref().map(|text| cut(text.as_str()));
        let mut json = json!({
            "paragraph_id": paragraph.id,
            "paragraph_index": paragraph.index,
            "text": cut(paragraph.text.as_str()),
            "translation": translation,
        });
        if let (Value::Object(json), true) = (&mut json, paragraph.locked) {
            json.insert("locked".to_owned(), true.into());
        }
        if let (Value::Object(json), true) = (&mut json, paragraph.review != ReviewState::Draft) {
            json.insert("review".to_owned(), paragraph.review.as_str().into());
        }
        if let (Value::Object(json), Some(rehearsal)) = (&mut json, &paragraph.rehearsal) {
            json.insert("rehearsal".to_owned(), cut(rehearsal.as_str()).into());
        }
        json
    });
    json!({
        "book_id": book.id,
        "book_title": book.title,
        "source_language": book.source_language,
        "target_language": book.target_language,
        "chapter_id": chapter.id,
        "chapter_number": chapter.number,
        "title": chapter.title,
        "title_translation": chapter.title_translation,
        "instructions": chapter.instructions,
        "paragraphs": paragraphs.collect::<Vec<_>>(),
        "next": next,
    })
}

fn plain(
    paragraphs: &[&ParagraphRecord],
    side: Side,
    next: Option<&str>,
    language: PromptLanguage,
) -> String {
    let open = language.choose("［未译］", "[not translated]");
    let lines = paragraphs.iter().map(|paragraph| match (side, &paragraph.translation) {
        (Side::Both | Side::Source, _) => cut(&paragraph.text.plain()),
        (Side::Translation, Some(translation)) => cut(&translation.plain()),
        (Side::Translation, None) => open.to_owned(),
    });
    let more = next.map(|next| language.choose(format!("［续：{next}］"), format!("[continues at {next}]")));
    lines.chain(more).collect::<Vec<_>>().join("\n\n")
}

fn n_chars(paragraph: &ParagraphRecord, side: Side) -> usize {
    let source = paragraph.text.as_str().chars().count();
    let translation = paragraph.translation.as_ref().map_or(0, |text| text.as_str().chars().count());
    match side {
        Side::Both => source + translation,
        Side::Source => source,
        Side::Translation => translation,
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        Some((end, _)) => format!("{}…", text.split_at(end).0),
        None => text.to_owned(),
    }
}
