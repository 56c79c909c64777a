//! Takes back what the calling program changed; never what a person or another program did.

use super::schema::{answer, list, number, text};
use super::{Effect, OwnTool, Reply, committed, read};
use crate::door::{Caller, Door};
use ::tools::text::{PromptLanguage, Text};
use operations::tool_call;
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::{Value, json};
use store::record::BookSummary;

pub(super) static TOOL: OwnTool = OwnTool {
    name: "undo",
    title: Text { zh: "撤销自己的修改", en: "Undo your own change" },
    description: Text {
        zh: "撤销你自己所作的一处修改：用 change_id 指明，否则撤销最近一处。用户和其他程序的修改不会被撤销。",
        en: "Take back a change you made, by its change_id, or your last one. Changes of people and other programs stay.",
    },
    input,
    output: || answer(&[("undone", list(&text())), ("restored", number()), ("left_alone", number())], &[]),
    effect: |_| Effect::Replaces { idempotent: false },
    is_of_book: true,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    change_id: Option<String>,
}

fn input(language: PromptLanguage) -> Value {
    let change = language.choose("修改的 id，默认最近一处", "the change's id; your last change by default");
    json!({
        "type": "object",
        "properties": {"change_id": {"type": "string", "description": change}},
        "additionalProperties": false,
    })
}

pub(super) async fn call(
    door: &Door,
    caller: &Caller,
    book: &BookSummary,
    arguments: JsonObject,
) -> Result<Reply, Value> {
    let Args { change_id } = read(arguments).map_err(|refusal| refusal.to_json())?;
    let undone =
        tool_call::undo_own(&caller.store, book.id, &caller.author, change_id.as_deref(), door.now_ms())
            .await;
    committed(door, caller, book, undone)
}
