//! `tsumugi models test`: one tiny request with a tool, three paragraphs in each form until one works, and what that shows.

use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, grouped};
use llm::Delivery;
use messages::Message;
use runner::model_test::{ModelTest, SENTENCE};
use serde_json::{Value, json};
use settings::model_test::TestResult;
use settings::models::{Endpoint, ModelRegistry};
use settings::offline::is_offline;
use std::collections::BTreeMap;
use std::fmt::Write;

pub(crate) async fn run(
    registry: &ModelRegistry,
    name: Option<&str>,
    endpoint: Option<Endpoint<'_>>,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let Some(name) = name.map(ToOwned::to_owned).or_else(|| registry.settings.default_model.clone()) else {
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
    printer.result(&in_words(&found))?;
    if form.is_some() {
        return Ok(Exit::Done);
    }
    let trial = &found.trial;
    if trial.n_calls == 0 && trial.was_cut() {
        printer.warn("the reply was cut off before a tool was called\nhint: set a lower `thinking` with `tsumugi models set`, and test again");
        return Ok(Exit::Failed);
    }
    let said = if trial.text.is_empty() { String::new() } else { format!("; it said: `{}`", trial.text) };
    printer.warn(&format!("the model gave back three paragraphs in no form{said}\nhint: try a larger model"));
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

fn in_words(found: &TestResult) -> String {
    let trial = &found.trial;
    let yes = |works: bool| if works { "yes" } else { "no" };
    let mut text = format!("{}\n", found.name);
    let _ = writeln!(text, "tool calls      {}", yes(trial.n_calls > 0));
    let _ = writeln!(text, "several at once {}", yes(trial.n_calls > 1));
    for tried in &found.forms {
        let _ = writeln!(text, "{:<15} {} of 3 paragraphs", tried.form.as_str(), tried.n_paragraphs);
    }
    let _ = writeln!(text, "delivery        {}", found.form.map_or("none works", Delivery::as_str));
    let _ = writeln!(text, "streaming       {}", yes(trial.is_streaming()));
    let _ = writeln!(text, "thinking        {}", yes(trial.has_thought));
    if let Some(structured) = found.structured {
        let _ = writeln!(text, "JSON by schema  {}", yes(structured));
    }
    if let Some(window) = found.window {
        let _ = writeln!(text, "window          {} tokens", grouped(window));
    }
    if let Some(told) = found.capabilities.as_ref().filter(|told| !told.is_empty()) {
        let _ = writeln!(text, "told by it      {}", told.join(", "));
    }
    if let Some(speed) = trial.tokens_per_second() {
        let _ = writeln!(text, "speed           {speed:.0} tokens a second");
    }
    if let Some(price) = found.price {
        let (input, output) = (price.input, price.output);
        let _ = writeln!(text, "price           ${input:.2} in, ${output:.2} out per million");
    }
    let usage = trial.usage;
    let (input, cached, output) = (usage.total_input(), usage.cached_input, usage.output);
    let _ = writeln!(text, "usage told      {input} in ({cached} cached), {output} out");
    let (first, all) = (trial.first_event_ms, trial.all_ms);
    let _ = writeln!(text, "time            {first} ms to the first word, {all} ms in all");
    let paid = found.cost.map_or_else(|| "unknown".to_owned(), |money| money.to_string());
    let _ = write!(text, "this request    {paid}");
    text
}

/// A model on this machine is given a sentence.
fn tell_offline(name: &str, trial: &ModelTest, printer: &Printer) -> anyhow::Result<Exit> {
    let ms = trial.all_ms;
    if printer.is_json() {
        printer.json(&json!({"model": name, "sentence": SENTENCE, "answer": trial.text, "ms": ms}))?;
    } else {
        let answer = trial.text.trim();
        printer.result(&format!(
            "{name}\nsentence        {SENTENCE}\nanswer          {answer}\ntime            {ms} ms"
        ))?;
    }
    Ok(Exit::Done)
}
