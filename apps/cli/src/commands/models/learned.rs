//! `tsumugi models learned`: what services taught by refusing, shown and forgotten.

use crate::exit::Exit;
use crate::output::Printer;
use llm::LearnedFacts;
use messages::Message;
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
        printer.notify(&match n_forgotten {
            0 => Message::new("nothing_learnt"),
            n => Message::new("forgotten").count("n", n),
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
        printer.notify(&Message::new("nothing_learnt"));
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for (name, facts) in &all {
        let _ = writeln!(text, "{name}");
        for line in described(facts, printer) {
            let _ = writeln!(text, "{}", printer.text_of(&line));
        }
    }
    printer.result(text.trim_end())?;
    Ok(Exit::Done)
}

fn described(facts: &LearnedFacts, printer: &Printer) -> Vec<Message> {
    let fact =
        |what: &str, value: String| Message::new("learned_fact").with("what", what).with("value", value);
    let comma = printer.language().comma();
    let mut lines = Vec::new();
    if !facts.omitted.is_empty() {
        let names: Vec<&str> = facts.omitted.iter().map(String::as_str).collect();
        lines.push(fact("left_out", names.join(comma)));
    }
    // Quirks are shown as they are written in the settings.
    if let (Ok(serde_json::Value::Array(quirks)), false) =
        (serde_json::to_value(&facts.quirks), facts.quirks.is_empty())
    {
        let names: Vec<&str> = quirks.iter().filter_map(serde_json::Value::as_str).collect();
        lines.push(fact("quirks", names.join(comma)));
    }
    lines.extend(facts.dialect.map(|dialect| fact("dialect", dialect.name().to_owned())));
    lines.extend(facts.delivery.map(|delivery| {
        let why = facts
            .delivery_why
            .as_ref()
            .map_or_else(String::new, |why| format!(" ({})", printer.recognised(why)));
        fact("delivery", format!("{delivery}{why}"))
    }));
    lines.extend(facts.reads.map(|permille| {
        let times = format!("{:.1}", f64::from(permille) / 1000.0);
        fact("reads", printer.text_of(&Message::new("reads_times").with("times", times)))
    }));
    lines.extend(facts.least_thinking.as_ref().map(|least| fact("least_thinking", least.clone())));
    lines.extend(facts.window.map(|window| fact("window", window.to_string())));
    if facts.tools.is_some() {
        lines.push(fact("tools", printer.text_of(&Message::new("tools_in_text"))));
    }
    lines
}
