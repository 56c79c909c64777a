//! `tsumugi models learned`: what services taught by refusing, shown and forgotten.

use crate::exit::Exit;
use crate::output::Printer;
use llm::LearnedFacts;
use settings::learned;
use std::fmt::Write;
use std::path::Path;

pub(crate) fn run(
    folder: &Path,
    name: Option<&str>,
    forget: bool,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    if forget {
        let n_forgotten = learned::forget(folder, name)?;
        printer.say(&match n_forgotten {
            0 => "nothing was learnt".to_owned(),
            1 => "forgotten: 1 model".to_owned(),
            n => format!("forgotten: {n} models"),
        });
        return Ok(Exit::Done);
    }
    let mut all = learned::read(folder)?;
    all.retain(|known, _| name.is_none_or(|name| name == known));
    if printer.is_json() {
        printer.json(&all)?;
        return Ok(Exit::Done);
    }
    if all.is_empty() {
        printer.say("nothing was learnt");
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for (name, facts) in &all {
        let _ = writeln!(text, "{name}");
        describe(facts, &mut text);
    }
    printer.result(text.trim_end())?;
    Ok(Exit::Done)
}

fn describe(facts: &LearnedFacts, text: &mut String) {
    if !facts.omitted.is_empty() {
        let names: Vec<&str> = facts.omitted.iter().map(String::as_str).collect();
        let _ = writeln!(text, "  left out   {}", names.join(", "));
    }
    // Quirks are shown as they are written in the settings.
    if let (Ok(serde_json::Value::Array(quirks)), false) =
        (serde_json::to_value(&facts.quirks), facts.quirks.is_empty())
    {
        let names: Vec<&str> = quirks.iter().filter_map(serde_json::Value::as_str).collect();
        let _ = writeln!(text, "  quirks     {}", names.join(", "));
    }
    if let Some(dialect) = facts.dialect {
        let _ = writeln!(text, "  dialect    {}", dialect.name());
    }
    if let Some(delivery) = facts.delivery {
        let why = facts.delivery_why.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        let _ = writeln!(text, "  delivery   {delivery}{why}");
    }
    if let Some(window) = facts.window {
        let _ = writeln!(text, "  window     {window}");
    }
    if facts.tools.is_some() {
        let _ = writeln!(text, "  tools      in the text");
    }
}
