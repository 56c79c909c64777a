//! Which books there are; every other call is about one of them.

use super::schema::{answer, list, number, object, text, text_or_null};
use super::{Effect, OwnTool, Reply, read};
use crate::door::{Caller, Door};
use crate::refusal::Refusal;
use crate::resources::Address;
use ::tools::text::Text;
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::{Value, json};
use store::record::BookSummary;

pub(super) static TOOL: OwnTool = OwnTool {
    name: "list_books",
    title: Text { zh: "列出书籍", en: "List books" },
    description: Text {
        zh: "书库中的书及其翻译进度。",
        en: "The books of the library, and how far each is translated.",
    },
    input: |_| json!({"type": "object", "properties": {}, "additionalProperties": false}),
    output,
    effect: |_| Effect::Reads,
    is_of_book: false,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {}

fn output() -> Value {
    let book = object(
        &[
            ("id", text()),
            ("title", text()),
            ("title_translation", text_or_null()),
            ("author", text_or_null()),
            ("source_language", text_or_null()),
            ("target_language", text_or_null()),
            ("chapters", number()),
            ("paragraphs", number()),
            ("translated", number()),
            ("reviewed", number()),
            ("needs_work", number()),
            ("rehearsed", number()),
            ("uri", text()),
        ],
        &[],
    );
    answer(&[("books", list(&book))], &[])
}

pub(super) async fn call(door: &Door, caller: &Caller, arguments: JsonObject) -> Result<Reply, Refusal> {
    let Args {} = read(arguments)?;
    let books = door.books().await.map_err(|error| Refusal::of_store(&error, caller.language))?;
    let books: Vec<Value> = books.iter().map(to_json).collect();
    Ok(Reply::new(json!({"success": true, "books": books})))
}

fn to_json(book: &BookSummary) -> Value {
    json!({
        "id": book.id,
        "title": book.title,
        "title_translation": book.title_translation,
        "author": book.author,
        "source_language": book.source_language,
        "target_language": book.target_language,
        "chapters": book.n_chapters,
        "paragraphs": book.n_paragraphs,
        "translated": book.n_translated,
        "reviewed": book.n_reviewed,
        "needs_work": book.n_needs_work,
        "rehearsed": book.n_rehearsed,
        "uri": Address::Book(book.id).to_string(),
    })
}
