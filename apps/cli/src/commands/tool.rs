//! `tsumugi tool`: one tool call outside any chunk, or the tools and their schemas.

use crate::args::tool::{SpeakArg, ToolArgs};
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use runner::outside::{self, Language};
use serde_json::{Value, json};
use std::fmt::Write;
use store::store::Store;

/// The tools and their schemas, in the language asked for.
pub(crate) fn list(args: &ToolArgs, printer: &Printer) -> anyhow::Result<Exit> {
    let tools = outside::tools(language(args).unwrap_or(Language::English));
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
        let _ = writeln!(text, "{}\n  {}\n  {}\n", tool.name, tool.description, tool.parameters);
    }
    printer.result(text.trim_end())?;
    Ok(Exit::Done)
}

/// One call. The answer is the tool's own JSON; a refusal is exit code 1.
pub(crate) async fn call(args: &ToolArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let Some(book) = &args.book else {
        return Err(WrongUsage("a tool works on a book\nhint: name it with `--book`".to_owned()).into());
    };
    let book = store.library().find_book(book).await?;
    let name = args.name.as_deref().unwrap_or_default();
    let by_target = || book.target_language.as_ref().map_or(Language::English, Language::for_target);
    let language = language(args).unwrap_or_else(by_target);
    let answer =
        outside::call_tool(store, book.id, language, name, &args.arguments, config::now_ms()).await?;
    printer.json(&answer)?;
    let refused = answer.get("success").and_then(Value::as_bool) == Some(false);
    Ok(if refused { Exit::Failed } else { Exit::Done })
}

fn language(args: &ToolArgs) -> Option<Language> {
    args.speak.map(|speak| match speak {
        SpeakArg::En => Language::English,
        SpeakArg::Zh => Language::Chinese,
    })
}
