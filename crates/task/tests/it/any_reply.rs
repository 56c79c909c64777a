//! Anything a model may reply: valid, malformed, lying, looping, about other chunks, twice, or nothing.

use book::id::ParagraphId;
use llm::{ScriptedReply, StopReason, Usage};
use proptest::prelude::*;
use serde_json::{Value, json};
use store::record::ParagraphRecord;

/// A place of the book, in or out of the chunk, or something that is no id at all.
#[derive(Debug, Clone)]
enum Id {
    Work(usize),
    Anywhere(usize),
    Garbage(String),
}

/// One thing a model does.
#[derive(Debug, Clone)]
enum Act {
    Submit(Vec<(Id, String)>),
    SubmitByIndex(usize),
    Keep(Vec<Id>),
    Say(&'static str, Value),
    Read(&'static str, Id, i64),
    Raw(&'static str, String),
}

/// One reply.
#[derive(Debug, Clone)]
pub(crate) struct AnyReply {
    text: String,
    acts: Vec<Act>,
    stop: Option<StopReason>,
    fails: bool,
    tokens: u64,
}

fn id() -> impl Strategy<Value = Id> {
    prop_oneof![
        6 => (0_usize..40).prop_map(Id::Work),
        2 => (0_usize..40).prop_map(Id::Anywhere),
        1 => "[a-z0-9]{0,8}".prop_map(Id::Garbage),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    let text = prop_oneof![4 => "[a-z 。]{1,20}", 1 => Just(String::new()), 1 => Just("<1>x".to_owned())];
    let stage = prop::sample::select(vec!["planning", "preparing", "working", "review", "end", "done"]);
    let reading = prop::sample::select(vec![
        "get_paragraph_info",
        "get_paragraph_position",
        "get_previous_paragraphs",
        "get_next_paragraphs",
    ]);
    let tool =
        prop::sample::select(vec!["add_translation_batch", "update_task_status", "ask_user", "no_such_tool"]);
    prop_oneof![
        6 => prop::collection::vec((id(), text), 0..6).prop_map(Act::Submit),
        1 => (0_usize..20).prop_map(Act::SubmitByIndex),
        1 => prop::collection::vec(id(), 0..4).prop_map(Act::Keep),
        3 => stage.prop_map(|stage| Act::Say("update_task_status", json!({ "status": stage }))),
        1 => Just(Act::Say("ask_user", json!({ "question": "who?" }))),
        1 => Just(Act::Say("create_todo", json!({ "items": ["look again"] }))),
        1 => Just(Act::Say("update_chapter_title", json!({ "title_translation": "One" }))),
        2 => (reading, id(), -3_i64..30).prop_map(|(tool, id, count)| Act::Read(tool, id, count)),
        1 => (tool, r#"[\[\]{}":,a-z]{0,30}"#).prop_map(|(tool, raw)| Act::Raw(tool, raw)),
    ]
}

/// Any reply.
pub(crate) fn reply() -> impl Strategy<Value = AnyReply> {
    let stop = prop::option::weighted(
        0.15,
        prop::sample::select(vec![
            StopReason::MaxTokens,
            StopReason::Refused,
            StopReason::Other("odd".to_owned()),
        ]),
    );
    let text = prop_oneof![3 => Just(String::new()), 1 => "[a-z ]{1,20}"];
    (text, prop::collection::vec(act(), 0..4), stop, prop::bool::weighted(0.02), 0_u64..20_000)
        .prop_map(|(text, acts, stop, fails, tokens)| AnyReply { text, acts, stop, fails, tokens })
}

impl Id {
    fn written(&self, work: &[ParagraphId], all: &[ParagraphRecord]) -> String {
        match self {
            Self::Work(place) => work[place % work.len()].to_string(),
            Self::Anywhere(place) => all[place % all.len()].id.to_string(),
            Self::Garbage(text) => text.clone(),
        }
    }
}

impl AnyReply {
    /// The reply with ids of this chunk and this book.
    pub(crate) fn scripted(&self, work: &[ParagraphId], all: &[ParagraphRecord]) -> ScriptedReply {
        if self.fails {
            let failure = llm::Failure::Network { service: "s".to_owned(), detail: "gone".to_owned() };
            return ScriptedReply::failing(failure);
        }
        let mut reply = ScriptedReply::text(self.text.as_str());
        for act in &self.acts {
            reply = match act {
                Act::Submit(texts) => {
                    let items = texts.iter().map(
                        |(id, text)| json!({ "paragraph_id": id.written(work, all), "translated_text": text }),
                    );
                    reply.and_call(
                        "add_translation_batch",
                        &json!({ "paragraphs": items.collect::<Vec<_>>() }),
                    )
                }
                Act::SubmitByIndex(index) => reply.and_call(
                    "add_translation_batch",
                    &json!({ "paragraphs": [{ "index": index, "translated_text": "x" }] }),
                ),
                Act::Keep(ids) => {
                    let ids: Vec<String> = ids.iter().map(|id| id.written(work, all)).collect();
                    reply.and_call("add_translation_batch", &json!({ "paragraphs": [], "keep": ids }))
                }
                Act::Say(tool, arguments) => reply.and_call(*tool, arguments),
                Act::Read(tool, id, count) => {
                    let id = id.written(work, all);
                    reply.and_call(*tool, &json!({ "paragraph_id": id, "count": count }))
                }
                Act::Raw(tool, raw) => {
                    reply = reply.and_call(*tool, &Value::Null);
                    reply.tool_calls.last_mut().unwrap().arguments.clone_from(raw);
                    reply
                }
            };
        }
        reply.stop.clone_from(&self.stop);
        reply.costing(Usage { input: self.tokens, ..Usage::default() })
    }
}
