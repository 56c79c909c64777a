//! The tools: those of the library that work without a chunk, and a few that only this protocol has.

mod check;
mod export;
mod facts;
mod library_output;
mod list_books;
mod run_status;
mod schema;
mod set_target_language;
mod undo;

use crate::door::{Caller, Door};
use crate::refusal::Refusal;
use ::tools::text::{PromptLanguage, Text};
use operations::tool_call;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
pub(crate) use run_status::question;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use store::error::StoreError;
use store::record::BookSummary;

/// A tool that only this protocol has.
pub(crate) struct OwnTool {
    name: &'static str,
    title: Text,
    description: Text,
    /// The schema of its arguments, without the book.
    input: fn(PromptLanguage) -> Value,
    /// The schema of what it answers when it was carried out.
    output: fn() -> Value,
    /// What it does to the library and to files, which may depend on how the protocol is served.
    effect: fn(&Door) -> Effect,
    /// Whether a call is about one book.
    is_of_book: bool,
}

/// What a call may do, as clients are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It changes nothing.
    Reads,
    /// It only adds: what was there before is still listed beside it.
    Adds {
        /// Whether the same call again changes nothing more.
        idempotent: bool,
    },
    /// It puts something in the place of something else, or takes it away. The history has what was there, and undo
    /// brings it back.
    Replaces {
        /// Whether the same call again changes nothing more.
        idempotent: bool,
    },
}

const OWN: &[&OwnTool] = &[
    &list_books::TOOL,
    &set_target_language::TOOL,
    &check::TOOL,
    &run_status::TOOL,
    &export::TOOL,
    &undo::TOOL,
];

/// The largest arguments of one call; no paragraph needs as much.
const MAX_ARGUMENT_BYTES: usize = 256 * 1024;

/// What a tool answers when it was carried out.
pub(crate) struct Reply {
    /// One JSON object with `success: true`, as the tool's output schema says.
    content: Value,
    /// What goes with it beside the text.
    attached: Vec<ContentBlock>,
}

impl Reply {
    const fn new(content: Value) -> Self {
        Self { content, attached: Vec::new() }
    }
}

/// The names of all tools, as a client is shown them.
pub(crate) fn names() -> Vec<&'static str> {
    OWN.iter().map(|own| own.name).chain(facts::ALL.iter().map(|facts| facts.name)).collect()
}

/// The tools as a client is shown them, always in the same order.
pub(crate) fn list(door: &Door, language: PromptLanguage) -> Vec<Tool> {
    let own = OWN.iter().map(|own| {
        let tool = described(own.name, own.description.in_language(language), (own.input)(language));
        (tool, own.title, (own.effect)(door), (own.output)(), own.is_of_book)
    });
    let of_library = tool_call::tools(language).into_iter().filter_map(|tool| {
        // A test holds that every tool of the library has its facts.
        let facts = facts::for_tool(tool.name)?;
        let tool = described(tool.name, tool.description, tool.parameters);
        Some((tool, facts.title, facts.effect, (facts.output)(), true))
    });
    own.chain(of_library)
        .map(|(mut tool, title, effect, output, is_of_book)| {
            if is_of_book && door.book.is_none() {
                let mut input = (*tool.input_schema).clone();
                name_the_book(&mut input, language);
                tool.input_schema = input.into();
            }
            let title = title.in_language(language);
            tool.title = Some(title.to_owned());
            tool.annotations = Some(annotations(title, effect));
            tool.output_schema = Some(object(output).into());
            tool
        })
        .collect()
}

/// Makes a call; `None` where there is no such tool.
pub(crate) async fn call(
    door: &Door,
    caller: &Caller,
    name: &str,
    arguments: JsonObject,
) -> Option<CallToolResult> {
    let is_known = OWN.iter().any(|own| own.name == name) || facts::for_tool(name).is_some();
    if !is_known {
        return None;
    }
    if serde_json::to_string(&arguments).map_or(0, |text| text.len()) > MAX_ARGUMENT_BYTES {
        let refusal = Refusal::new("ARGUMENTS_TOO_LARGE", too_large(caller.language)).to_json();
        return Some(CallToolResult::error(vec![ContentBlock::text(refusal.to_string())]));
    }
    Some(match carried_out(door, caller, name, arguments).await {
        Ok(Reply { content, attached }) => {
            let mut result = CallToolResult::structured(content);
            result.content.extend(attached);
            result
        }
        // A refusal has no place in the output schema, so it comes as text alone.
        Err(refusal) => CallToolResult::error(vec![ContentBlock::text(refusal.to_string())]),
    })
}

fn too_large(language: PromptLanguage) -> String {
    let most = MAX_ARGUMENT_BYTES / 1024;
    language.choose(
        format!("参数过大，最多 {most} KiB。"),
        format!("The arguments are too large: at most {most} KiB."),
    )
}

async fn carried_out(
    door: &Door,
    caller: &Caller,
    name: &str,
    mut arguments: JsonObject,
) -> Result<Reply, Value> {
    let told = |refusal: Refusal| refusal.to_json();
    if name == list_books::TOOL.name {
        return list_books::call(door, caller, arguments).await.map_err(told);
    }
    let named = if door.book.is_none() { arguments.remove("book") } else { None };
    let named = match named {
        Some(Value::String(text)) => Some(text),
        None | Some(Value::Null) => None,
        Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            let error = caller.language.choose(
                "`book` 应为文字：填写 `list_books` 给出的 id 或书名。",
                "`book` must be a text: an id or a title, as `list_books` gives it.",
            );
            return Err(told(Refusal::new("INVALID_ARGUMENTS", error)));
        }
    };
    let book = door.book_named(named.as_deref(), caller.language).await.map_err(told)?;
    let refused = |error: StoreError| Refusal::of_store(&error, caller.language).to_json();
    let store = door.store_of(book.id).await.map_err(refused)?;
    let caller = &Caller { author: caller.author.clone(), store, language: caller.language };
    match name {
        "set_target_language" => {
            set_target_language::call(door, caller, &book, arguments).await.map_err(told)
        }
        "check" => check::call(door, caller, &book, arguments).await.map_err(told),
        "run_status" => run_status::call(door, caller, &book, arguments).await.map_err(told),
        "export" => export::call(door, caller, &book, arguments).await.map_err(told),
        "undo" => undo::call(door, caller, &book, arguments).await,
        _ => of_library(door, caller, &book, name, arguments).await,
    }
}

/// A tool of the library: what it proposes is committed and signed with the caller's name.
async fn of_library(
    door: &Door,
    caller: &Caller,
    book: &BookSummary,
    name: &str,
    arguments: JsonObject,
) -> Result<Reply, Value> {
    let arguments = Value::Object(arguments).to_string();
    let (language, author) = (caller.language, &caller.author);
    let said =
        tool_call::call_tool(&caller.store, book.id, language, author, name, &arguments, door.now_ms()).await;
    committed(door, caller, book, said)
}

/// An answer with `success`, and the news of the change it names.
fn committed(
    door: &Door,
    caller: &Caller,
    book: &BookSummary,
    said: Result<Value, StoreError>,
) -> Result<Reply, Value> {
    let content = said.map_err(|error| Refusal::of_store(&error, caller.language).to_json())?;
    if content.get("success") == Some(&Value::Bool(false)) {
        return Err(content);
    }
    if content.get("change_id").is_some() || content.get("undone").is_some() {
        (door.changed)(book.id);
    }
    Ok(Reply::new(content))
}

/// The arguments of a tool of our own.
fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Refusal> {
    serde_json::from_value(Value::Object(arguments)).map_err(Refusal::arguments)
}

fn described(name: &'static str, description: &'static str, input: Value) -> Tool {
    Tool::new(name, description, object(input))
}

/// Nothing here reaches beyond the library and the one folder for exports.
fn annotations(title: &str, effect: Effect) -> ToolAnnotations {
    let (reads, replaces, idempotent) = match effect {
        Effect::Reads => (true, false, true),
        Effect::Adds { idempotent } => (false, false, idempotent),
        Effect::Replaces { idempotent } => (false, true, idempotent),
    };
    ToolAnnotations::with_title(title)
        .read_only(reads)
        .destructive(replaces)
        .idempotent(idempotent)
        .open_world(false)
}

fn object(schema: Value) -> JsonObject {
    if let Value::Object(fields) = schema { fields } else { JsonObject::new() }
}

/// Every call says which book it is about.
fn name_the_book(schema: &mut JsonObject, language: PromptLanguage) {
    let description = language.choose("书：id 或书名", "the book: an id or a title");
    let book = json!({"type": "string", "description": description});
    if let Some(properties) = schema.entry("properties").or_insert_with(|| json!({})).as_object_mut() {
        properties.insert("book".to_owned(), book);
    }
    if let Some(required) = schema.entry("required").or_insert_with(|| json!([])).as_array_mut() {
        required.push(json!("book"));
    }
}
