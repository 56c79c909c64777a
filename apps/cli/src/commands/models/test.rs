//! `tsumugi models test`: one tiny request with a tool, three paragraphs in each form until one works, and what that shows.

use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, word};
use messages::Message;
use runner::model_test::{ModelTest, SENTENCE};
use serde_json::{Value, json};
use settings::model_test::TestResult;
use settings::models::{Endpoint, ModelRegistry};
use settings::offline::is_offline;
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

pub(crate) async fn run(
    registry: &ModelRegistry,
    name: Option<&str>,
    endpoint: Option<Endpoint<'_>>,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let named = match name {
        Some(name) => Some(name.to_owned()),
        None => registry.default_model()?,
    };
    let Some(name) = named else {
        return Err(WrongUsage(Message::new("test_which_model")).into());
    };
    let now_ms = crate::config::now_ms();
    if endpoint.is_none() && is_offline(&name) {
        let trial = registry.test_offline(&name, now_ms).await?;
        return tell_offline(&name, &trial, printer);
    }
    let found = registry.test_model(&name, endpoint, now_ms).await?;
    let form = found.form;
    if printer.is_json() {
        printer.json(&to_json(&found))?;
        return Ok(if form.is_some() { Exit::Done } else { Exit::Failed });
    }
    printer.result(&in_words(&found, printer))?;
    if form.is_some() {
        return Ok(Exit::Done);
    }
    let trial = &found.trial;
    if trial.n_calls == 0 && trial.was_cut() {
        printer.warn(&Message::new("test_cut_off"));
        return Ok(Exit::Failed);
    }
    printer.warn(&match trial.text.as_str() {
        "" => Message::new("test_no_form"),
        said => Message::new("test_no_form_said").with("text", said),
    });
    Ok(Exit::Failed)
}

fn to_json(found: &TestResult) -> Value {
    let trial = &found.trial;
    let delivered = found.forms.iter().map(|tried| (tried.form.as_str(), tried.n_paragraphs));
    json!({
        "model": found.name,
        "tools": trial.n_calls > 0,
        "parallel_calls": trial.n_calls > 1,
        "delivery": found.form,
        "prompt": found.prompt,
        "delivered": delivered.collect::<BTreeMap<_, _>>(),
        "streaming": trial.is_streaming(),
        "thinking": trial.has_thought,
        "structured_output": found.structured,
        "cut_off": trial.was_cut(),
        "window": found.window,
        "capabilities": found.capabilities,
        "tokens_per_second": trial.tokens_per_second(),
        "usd_per_million_input": found.price.map(|price| price.input),
        "usd_per_million_output": found.price.map(|price| price.output),
        "usage": trial.usage,
        "usd": found.cost.map(llm::Money::dollars),
        "first_event_ms": trial.first_event_ms,
        "ms": trial.all_ms,
    })
}

fn in_words(found: &TestResult, printer: &Printer) -> String {
    let trial = &found.trial;
    let yes = |works: bool| printer.text_of(&word("yes_or_no", if works { "yes" } else { "no" }));
    let say = |message: Message| printer.text_of(&message);
    let mut lines =
        vec![("test_tool_calls", yes(trial.n_calls > 0)), ("test_several_at_once", yes(trial.n_calls > 1))];
    lines.extend(found.forms.iter().map(|tried| {
        (tried.form.as_str(), say(Message::new("test_n_of_three").count("n", tried.n_paragraphs)))
    }));
    let none = || say(Message::new("test_none_works"));
    lines.push(("test_delivery", found.form.map_or_else(none, |form| form.as_str().to_owned())));
    lines.extend(found.prompt.as_ref().map(|prompt| ("test_own_prompt", prompt.clone())));
    lines.push(("test_streaming", yes(trial.is_streaming())));
    lines.push(("test_thinking", yes(trial.has_thought)));
    lines.extend(found.structured.map(|structured| ("test_json", yes(structured))));
    let window = found.window.map(|window| say(Message::new("limit_tokens").amount("n", window)));
    lines.extend(window.map(|window| ("test_window", window)));
    if let Some(told) = found.capabilities.as_ref().filter(|told| !told.is_empty()) {
        lines.push(("test_told", told.join(printer.language().comma())));
    }
    if let Some(speed) = trial.tokens_per_second() {
        lines.push(("test_speed", say(Message::new("test_speed_value").with("n", format!("{speed:.0}")))));
    }
    if let Some(price) = found.price {
        let told = Message::new("test_price_value").with("in", format!("{:.2}", price.input));
        lines.push(("test_price", say(told.with("out", format!("{:.2}", price.output)))));
    }
    let usage = trial.usage;
    let told = Message::new("test_usage_value").with("in", usage.total_input());
    lines.push(("test_usage", say(told.with("cached", usage.cached_input).with("out", usage.output))));
    let told = Message::new("test_time_value").with("first", trial.first_event_ms);
    lines.push(("test_time", say(told.with("all", trial.all_ms))));
    let unknown = || say(Message::new("test_unknown"));
    lines.push(("test_this_request", found.cost.map_or_else(unknown, |money| money.to_string())));
    let lines = lines.iter().map(|(what, value)| line(what, value, printer));
    std::iter::once(found.name.clone()).chain(lines).collect::<Vec<_>>().join("\n")
}

/// A line of two columns; `what` is a message, or a form's own name.
fn line(what: &'static str, value: &str, printer: &Printer) -> String {
    const WIDTH: usize = 15;
    let what = printer.text_of(&Message::new(what));
    let missing = WIDTH.saturating_sub(UnicodeWidthStr::width(what.as_str()));
    format!("{what}{} {value}", " ".repeat(missing))
}

/// A model on this machine is given a sentence.
fn tell_offline(name: &str, trial: &ModelTest, printer: &Printer) -> anyhow::Result<Exit> {
    let ms = trial.all_ms;
    if printer.is_json() {
        printer.json(&json!({"model": name, "sentence": SENTENCE, "answer": trial.text, "ms": ms}))?;
    } else {
        let answer = trial.text.trim();
        let lines = [
            line("test_sentence", SENTENCE, printer),
            line("test_answer", answer, printer),
            line("test_time", &format!("{ms} ms"), printer),
        ];
        printer.result(&format!("{name}\n{}", lines.join("\n")))?;
    }
    Ok(Exit::Done)
}
