//! Says which language a book is translated into: without it nothing that is written can be checked or exported.

use super::schema::{answer, text};
use super::{Effect, OwnTool, Reply, read};
use crate::door::{Caller, Door};
use crate::refusal::Refusal;
use ::tools::text::{PromptLanguage, Text};
use book::language::LanguageTag;
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::{Value, json};
use store::record::BookSummary;

pub(super) static TOOL: OwnTool = OwnTool {
    name: "set_target_language",
    title: Text { zh: "设定译入语言", en: "Set the target language" },
    description: Text {
        zh: "设定本书译入的语言。在写入第一段译文之前设定一次；已有译文的书不能改换语言。",
        en: "Say which language the book is translated into. Do so once, before the first translation; a book that has \
             translations keeps its language.",
    },
    input,
    output: || answer(&[("target_language", text())], &[]),
    effect: |_| Effect::Adds { idempotent: true },
    is_of_book: true,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    language: String,
}

fn input(language: PromptLanguage) -> Value {
    let tag = language.choose("语言标签，如 `zh-Hans` 或 `en`", "a language tag, such as `en` or `zh-Hans`");
    json!({
        "type": "object",
        "properties": {"language": {"type": "string", "description": tag}},
        "required": ["language"],
        "additionalProperties": false,
    })
}

pub(super) async fn call(
    door: &Door,
    caller: &Caller,
    book: &BookSummary,
    arguments: JsonObject,
) -> Result<Reply, Refusal> {
    let Args { language: asked } = read(arguments)?;
    let language = caller.language;
    let tag: LanguageTag = asked.parse().map_err(|_| {
        let error = language.choose(
            format!("`{asked}` 不是语言标签；例如 `zh-Hans` 或 `en`。"),
            format!("`{asked}` is no language tag; `en` and `zh-Hans` are some."),
        );
        Refusal::new("INVALID_ARGUMENTS", error)
    })?;
    let present = book.target_language.as_ref();
    // What was written before anything was set is in the language that is set now.
    if let Some(present) = present.filter(|present| **present != tag && book.n_translated > 0) {
        let error = language.choose(
            format!("本书已有 {present} 的译文，语言不变。"),
            format!("The book has translations into {present}, and keeps that language."),
        );
        return Err(Refusal::new("HAS_TRANSLATIONS", error));
    }
    if present != Some(&tag) {
        let set = caller.store.set_target_language(book.id, &tag, door.now_ms()).await;
        set.map_err(|error| Refusal::of_store(&error, language))?;
        (door.changed)(book.id);
    }
    Ok(Reply::new(json!({"success": true, "target_language": tag.as_str()})))
}
