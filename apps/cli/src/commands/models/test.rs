//! `tsumugi models test`: one tiny request with a tool, and what it shows.

use crate::config::models::{Endpoint, ModelRegistry, is_offline};
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use runner::model_test::{self, SENTENCE};
use serde_json::json;
use std::fmt::Write;

pub(crate) async fn run(
    registry: &ModelRegistry,
    name: Option<&str>,
    endpoint: Option<Endpoint<'_>>,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let Some(name) = name.map(ToOwned::to_owned).or_else(|| registry.settings.default_model.clone()) else {
        return Err(WrongUsage("which model?\nhint: `tsumugi models list` shows them".to_owned()).into());
    };
    let run_model = registry.open_for_test(&name, endpoint)?;
    if endpoint.is_none() && is_offline(&name) {
        return try_offline(&name, run_model.model(), printer).await;
    }
    let trial = model_test::tools(run_model.model()).await?;
    let (tools, parallel) = (trial.n_calls > 0, trial.n_calls > 1);
    let cost = run_model.cost(&trial.usage);
    if printer.is_json() {
        printer.json(&json!({
            "model": name,
            "tools": tools,
            "parallel_calls": parallel,
            "streaming": trial.is_streaming(),
            "usage": trial.usage,
            "usd": cost.map(llm::Money::dollars),
            "first_event_ms": trial.first_event_ms,
            "ms": trial.all_ms,
        }))?;
        return Ok(if tools { Exit::Done } else { Exit::Failed });
    }
    let yes = |works: bool| if works { "yes" } else { "no" };
    let mut text = format!("{name}\n");
    let _ = writeln!(text, "tool calls      {}", yes(tools));
    let _ = writeln!(text, "several at once {}", yes(parallel));
    let _ = writeln!(text, "streaming       {}", yes(trial.is_streaming()));
    let usage = trial.usage;
    let _ = writeln!(
        text,
        "usage told      {} in ({} cached), {} out",
        usage.total_input(),
        usage.cached_input,
        usage.output
    );
    let _ = writeln!(
        text,
        "time            {} ms to the first word, {} ms in all",
        trial.first_event_ms, trial.all_ms
    );
    let price = cost.map_or_else(|| "unknown".to_owned(), |money| money.to_string());
    let _ = write!(text, "this request    {price}");
    printer.result(&text)?;
    if !tools {
        printer.warn(&format!("the model answered in text instead of calling the tool: `{}`", trial.text));
        return Ok(Exit::Failed);
    }
    Ok(Exit::Done)
}

/// A model on this machine plays Tsumugi's own protocol and no other tools, so it is given a sentence.
async fn try_offline(name: &str, model: &dyn llm::Model, printer: &Printer) -> anyhow::Result<Exit> {
    let trial = model_test::sentence(model).await?;
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
