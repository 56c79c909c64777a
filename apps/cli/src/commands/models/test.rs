//! `tsumugi models test`: one tiny request with a tool, and what it shows.

use crate::config::hire::{Agency, Endpoint, is_offline};
use crate::exit::{Exit, WrongUsage};
use crate::output::Printer;
use llm::{Event, Message, Request, ToolSpec};
use serde_json::json;
use std::fmt::Write;
use std::time::Instant;

/// What one tiny request showed.
struct Trial {
    first_event_ms: u128,
    all_ms: u128,
    n_events: usize,
    n_calls: usize,
    usage: llm::Usage,
    text: String,
}

pub(crate) async fn run(
    agency: &Agency,
    name: Option<&str>,
    endpoint: Option<Endpoint<'_>>,
    printer: &Printer,
) -> anyhow::Result<Exit> {
    let Some(name) = name.map(ToOwned::to_owned).or_else(|| agency.settings.default_model.clone()) else {
        return Err(WrongUsage("which model?\nhint: `tsumugi models list` shows them".to_owned()).into());
    };
    let hired = agency.hire_for_trial(&name, endpoint)?;
    if endpoint.is_none() && is_offline(&name) {
        return try_offline(&name, hired.model(), printer).await;
    }
    let trial = attempt(hired.model()).await?;
    let (tools, parallel) = (trial.n_calls > 0, trial.n_calls > 1);
    let cost = hired.cost(&trial.usage);
    if printer.is_json() {
        printer.json(&json!({
            "model": name,
            "tools": tools,
            "parallel_calls": parallel,
            "streaming": trial.n_events > 4,
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
    let _ = writeln!(text, "streaming       {}", yes(trial.n_events > 4));
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
    const SENTENCE: &str = "Good morning, my friend.";
    let request = Request { messages: vec![Message::user(SENTENCE)], ..Request::default() };
    let started = Instant::now();
    let reply = llm::collect(model.stream(&request).await?).await?;
    let ms = started.elapsed().as_millis();
    if printer.is_json() {
        printer.json(&json!({"model": name, "sentence": SENTENCE, "answer": reply.text, "ms": ms}))?;
    } else {
        let answer = reply.text.trim();
        printer.result(&format!(
            "{name}\nsentence        {SENTENCE}\nanswer          {answer}\ntime            {ms} ms"
        ))?;
    }
    Ok(Exit::Done)
}

async fn attempt(model: &dyn llm::Model) -> anyhow::Result<Trial> {
    let tool = ToolSpec {
        name: "note".to_owned(),
        description: "Writes down one word.".to_owned(),
        parameters: json!({"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}),
    };
    let request = Request {
        system: "You only call tools.".into(),
        messages: vec![Message::user("Call `note` twice in one reply: with `hello` and with `world`.")],
        tools: vec![tool].into(),
        max_output_tokens: Some(400),
        parallel_tool_calls: true,
        ..Request::default()
    };
    let started = Instant::now();
    let (mut first, mut n_events) = (None, 0);
    let events = model.stream(&request).await?;
    let reply = llm::collect_watching(events, |event| {
        first.get_or_insert_with(|| started.elapsed());
        n_events += usize::from(!matches!(event, Event::Usage { .. } | Event::Stop { .. }));
    })
    .await?;
    Ok(Trial {
        first_event_ms: first.unwrap_or_default().as_millis(),
        all_ms: started.elapsed().as_millis(),
        n_events,
        n_calls: reply.tool_calls.len(),
        usage: reply.usage,
        text: reply.text.chars().take(200).collect(),
    })
}
