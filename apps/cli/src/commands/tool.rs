//! `tsumugi tool`: one tool call outside any chunk, or the tools and their schemas.

use crate::args::tool::{SpeakArg, ToolArgs};
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, wrap};
use book::text::version::Author;
use messages::{Language, Message};
use operations::book_name;
use operations::tool_call::{self, PromptLanguage};
use serde_json::{Value, json};
use std::fmt::Write;
use store::store::Store;

/// The tools and their schemas, in the language asked for.
pub(crate) fn list(args: &ToolArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let tools = tool_call::tools(language(args).unwrap_or_else(|| of_reader(printer)));
    if printer.is_json() {
        let tools: Vec<Value> = tools
            .iter()
            .map(|tool| json!({"name": tool.name, "description": tool.description, "parameters": tool.parameters}))
            .collect();
        printer.json(&tools)?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for tool in tools {
        let _ = writeln!(text, "{}\n{}", tool.name, laid_out(tool.description, printer));
        for argument in arguments(&tool.parameters, printer) {
            let _ = writeln!(text, "{}", laid_out(&argument, printer));
        }
        text.push('\n');
    }
    printer.long_result(text.trim_end())?;
    printer.hint(&Message::new("schemas_as_json"));
    Ok(Exit::Done)
}

fn laid_out(text: &str, printer: &Printer) -> String {
    wrap(text, printer.width(), "  ")
}

/// A line for each argument of a tool: its name, what it is, whether it must be given, and what it is for.
fn arguments(schema: &Value, printer: &Printer) -> Vec<String> {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let line = |(name, property): (&String, &Value)| {
        let is_required = required.contains(&name.as_str());
        let optional = printer.text_of(&Message::new("tool_argument_optional"));
        let optional = if is_required { String::new() } else { optional };
        let about = property["description"].as_str();
        let about = about.map(|about| format!("{}{about}", printer.language().colon()));
        format!("- {name} ({}{optional}){}", kind(property, printer), about.unwrap_or_default())
    };
    properties.map(line).collect()
}

fn kind(property: &Value, printer: &Printer) -> String {
    let words = |values: &[Value]| values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" | ");
    match (property["enum"].as_array(), &property["type"]) {
        (Some(choices), _) => words(choices),
        (None, Value::String(kind)) if kind == "array" => {
            let items = kind_of_items(property, printer);
            printer.text_of(&Message::new("tool_list_of").with("what", items))
        }
        (None, Value::String(kind)) => kind.clone(),
        (None, Value::Array(kinds)) => words(kinds),
        (None, _) => "any".to_owned(),
    }
}

fn kind_of_items(property: &Value, printer: &Printer) -> String {
    let items = &property["items"];
    match items["properties"].as_object() {
        Some(fields) => format!("{{{}}}", fields.keys().cloned().collect::<Vec<_>>().join(", ")),
        None => kind(items, printer),
    }
}

/// One call. The answer is the tool's own JSON; a refusal is exit code 1.
pub(crate) async fn call(args: &ToolArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let Some(book) = &args.book else {
        return Err(WrongUsage(Message::new("tool_without_book")).into());
    };
    let book = book_name::find(store.library(), book).await?;
    let name = args.name.as_deref().unwrap_or_default();
    let by_target =
        || book.target_language.as_ref().map_or(PromptLanguage::English, PromptLanguage::for_target);
    let language = language(args).unwrap_or_else(by_target);
    let answer = tool_call::call_tool(
        store,
        book.id,
        language,
        &Author::Person,
        name,
        &args.arguments,
        config::now_ms(),
    )
    .await?;
    printer.json(&answer)?;
    let refused = answer.get("success").and_then(Value::as_bool) == Some(false);
    Ok(if refused { Exit::Failed } else { Exit::Done })
}

const fn of_reader(printer: &Printer) -> PromptLanguage {
    match printer.language() {
        Language::English => PromptLanguage::English,
        Language::Chinese => PromptLanguage::Chinese,
    }
}

fn language(args: &ToolArgs) -> Option<PromptLanguage> {
    args.speak.map(|speak| match speak {
        SpeakArg::En => PromptLanguage::English,
        SpeakArg::Zh => PromptLanguage::Chinese,
    })
}
