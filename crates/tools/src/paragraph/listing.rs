//! Paragraphs as a model is shown them, with a cap on how much of them, and a note of what was cut.

use crate::context::ToolContext;
use crate::text::PromptLanguage;
use book::id::ChapterId;
use book::text::markup::Marked;
use serde_json::{Map, Value};
use store::record::ParagraphRecord;

/// At most this many paragraphs are given at once.
pub(super) const MAX_COUNT: u32 = 20;
/// How many are given when nothing is said.
pub(super) const DEFAULT_COUNT: u32 = 3;
/// A single text is cut here.
const MAX_TEXT_CHARS: usize = 3000;
/// A whole answer has at most about this many characters of text.
const MAX_ANSWER_CHARS: usize = 15_000;

/// How many paragraphs a model gets when it asks for this many, and what to say where that is not the same.
pub(super) fn count(asked: Option<i64>, language: PromptLanguage) -> (u32, Option<String>) {
    let Some(asked) = asked else { return (DEFAULT_COUNT, None) };
    match u32::try_from(asked) {
        Ok(count @ 1..=MAX_COUNT) => (count, None),
        Ok(0) | Err(_) if asked <= 0 => (
            1,
            Some(language.choose(
                "count 至少为 1，已按 1 处理。".to_owned(),
                "count must be at least 1; 1 was used.".to_owned(),
            )),
        ),
        Ok(_) | Err(_) => (
            MAX_COUNT,
            Some(language.choose(
                format!("count 最大为 {MAX_COUNT}，已按 {MAX_COUNT} 处理。"),
                format!("count is at most {MAX_COUNT}; {MAX_COUNT} was used."),
            )),
        ),
    }
}

/// Paragraphs in the order given, until the answer is full.
pub(super) struct Listing {
    pub(super) paragraphs: Vec<Value>,
    /// What was cut, if anything was.
    pub(super) notes: Vec<String>,
}

impl Listing {
    /// `home` is the chapter that goes without saying; a paragraph of another one names its chapter.
    pub(super) fn from_records(
        ctx: &ToolContext<'_>,
        records: &[ParagraphRecord],
        home: Option<ChapterId>,
    ) -> Self {
        let (mut paragraphs, mut notes) = (Vec::new(), Vec::new());
        let mut left = MAX_ANSWER_CHARS;
        for (position, record) in records.iter().enumerate() {
            let size: usize = texts(record).map(|text| text.chars().count().min(MAX_TEXT_CHARS)).sum();
            if size > left && position > 0 {
                notes.push(left_out(ctx.language, records.len() - position));
                break;
            }
            left = left.saturating_sub(size);
            notes.extend(note_if_cut(ctx, record));
            let mut json = show(ctx, record);
            if home != Some(record.chapter) {
                json.insert("chapter_id".to_owned(), record.chapter.to_string().into());
            }
            paragraphs.push(Value::Object(json));
        }
        Self { paragraphs, notes }
    }
}

/// One paragraph with the fields every tool gives.
pub(super) fn show(ctx: &ToolContext<'_>, record: &ParagraphRecord) -> Map<String, Value> {
    let mut json = Map::new();
    json.insert("paragraph_id".to_owned(), record.id.to_string().into());
    json.insert("paragraph_index".to_owned(), record.index.into());
    if let Some(in_chunk) = ctx.in_chunk(record.id) {
        json.insert("in_chunk".to_owned(), in_chunk.into());
    }
    // What a filter refused would have every request refused that shows it.
    if !ctx.shows(record) {
        json.insert("text".to_owned(), "…".into());
        json.insert("translation".to_owned(), Value::Null);
        return json;
    }
    json.insert("text".to_owned(), cut(record.text.as_str(), MAX_TEXT_CHARS).into());
    let translation =
        record.translation.as_ref().map(|translation| cut(translation.as_str(), MAX_TEXT_CHARS));
    json.insert("translation".to_owned(), translation.into());
    json
}

/// The note on a text that is too long to be shown whole; `None` where it is not.
pub(super) fn note_if_cut(ctx: &ToolContext<'_>, record: &ParagraphRecord) -> Option<String> {
    let id = record.id;
    texts(record).any(|text| text.chars().nth(MAX_TEXT_CHARS).is_some()).then(|| {
        ctx.language.choose(
            format!("段落 {id} 过长，只显示前 {MAX_TEXT_CHARS} 个字符。"),
            format!("Paragraph {id} is long; only its first {MAX_TEXT_CHARS} characters are shown."),
        )
    })
}

fn texts(record: &ParagraphRecord) -> impl Iterator<Item = &str> {
    [Some(&record.text), record.translation.as_ref()].into_iter().flatten().map(Marked::as_str)
}

/// Puts the notes into an answer, if there are any.
pub(super) fn add_notes(content: &mut Value, notes: &[String], language: PromptLanguage) {
    if let (Value::Object(content), false) = (content, notes.is_empty()) {
        content.insert("note".to_owned(), notes.join(language.choose("", " ")).into());
    }
}

/// The beginning of a text, with an ellipsis where something is missing.
pub(crate) fn cut(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", text.split_at(end).0),
        None => text.to_owned(),
    }
}

fn left_out(language: PromptLanguage, n_left_out: usize) -> String {
    language.choose(
        format!("结果过长，省略了最后 {n_left_out} 个段落，可从最后显示的段落继续获取。"),
        format!("The last {n_left_out} paragraphs were left out for length; go on from the last one shown."),
    )
}
