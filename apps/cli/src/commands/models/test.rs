//! `tsumugi models test`: one tiny request with a tool, three paragraphs in each form until one works, and what that shows.

use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, grouped};
use llm::{Delivery, Http, HttpConfig, OfferedModel, ResolvedModel, described_model};
use messages::Message;
use runner::delivery_test::{FormResult, try_forms};
use runner::model_test::{self, SENTENCE};
use runner::run::RunModel;
use serde_json::json;
use settings::models::{Endpoint, ModelRegistry, is_offline};
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
    let run_model = registry.open_for_test(&name, endpoint)?;
    if endpoint.is_none() && is_offline(&name) {
        return try_offline(&name, run_model.model(), printer).await;
    }
    let trial = model_test::tools(run_model.model()).await?;
    let (tools, parallel) = (trial.n_calls > 0, trial.n_calls > 1);
    let forms = tried_forms(&run_model, tools).await?;
    let form = forms.iter().find(|result| result.works()).map(|result| result.form);
    if let Some(form) = form {
        run_model.delivery().keep(form);
    }
    let resolved = registry.resolve(&name, endpoint)?;
    let described = described(registry, &resolved, endpoint).await;
    let known_window = resolved.facts.window;
    let price = resolved.facts.price.or(described.as_ref().and_then(|model| model.price));
    let price = price.map(llm::Price::in_dollars);
    let cost = run_model.cost(&trial.usage);
    let structured = structured(registry, &name, endpoint).await;
    if printer.is_json() {
        printer.json(&json!({
            "model": name,
            "tools": tools,
            "parallel_calls": parallel,
            "delivery": form,
            "delivered": forms.iter().map(|tried| (tried.form.as_str(), tried.n_paragraphs)).collect::<BTreeMap<_, _>>(),
            "streaming": trial.is_streaming(),
            "thinking": trial.has_thought,
            "structured_output": structured,
            "cut_off": trial.was_cut(),
            "window": described.as_ref().and_then(|model| model.window).or(known_window),
            "capabilities": described.as_ref().map(|model| &model.capabilities),
            "tokens_per_second": trial.tokens_per_second(),
            "usd_per_million_input": price.map(|price| price.input),
            "usd_per_million_output": price.map(|price| price.output),
            "usage": trial.usage,
            "usd": cost.map(llm::Money::dollars),
            "first_event_ms": trial.first_event_ms,
            "ms": trial.all_ms,
        }))?;
        return Ok(if form.is_some() { Exit::Done } else { Exit::Failed });
    }
    let yes = |works: bool| if works { "yes" } else { "no" };
    let mut text = format!("{name}\n");
    let _ = writeln!(text, "tool calls      {}", yes(tools));
    let _ = writeln!(text, "several at once {}", yes(parallel));
    for tried in &forms {
        let _ = writeln!(text, "{:<15} {} of 3 paragraphs", tried.form.as_str(), tried.n_paragraphs);
    }
    let _ = writeln!(text, "delivery        {}", form.map_or("none works", llm::Delivery::as_str));
    let _ = writeln!(text, "streaming       {}", yes(trial.is_streaming()));
    let _ = writeln!(text, "thinking        {}", yes(trial.has_thought));
    if let Some(structured) = structured {
        let _ = writeln!(text, "JSON by schema  {}", yes(structured));
    }
    if let Some(window) = described.as_ref().and_then(|model| model.window).or(known_window) {
        let _ = writeln!(text, "window          {} tokens", grouped(window));
    }
    if let Some(model) = described.filter(|model| !model.capabilities.is_empty()) {
        let _ = writeln!(text, "told by it      {}", model.capabilities.join(", "));
    }
    if let Some(speed) = trial.tokens_per_second() {
        let _ = writeln!(text, "speed           {speed:.0} tokens a second");
    }
    if let Some(price) = price {
        let _ =
            writeln!(text, "price           ${:.2} in, ${:.2} out per million", price.input, price.output);
    }
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
    let paid = cost.map_or_else(|| "unknown".to_owned(), |money| money.to_string());
    let _ = write!(text, "this request    {paid}");
    printer.result(&text)?;
    if form.is_some() {
        return Ok(Exit::Done);
    }
    if !tools && trial.was_cut() {
        printer.warn("the reply was cut off before a tool was called\nhint: set a lower `thinking` with `tsumugi models set`, and test again");
        return Ok(Exit::Failed);
    }
    let said = if trial.text.is_empty() { String::new() } else { format!("; it said: `{}`", trial.text) };
    printer.warn(&format!("the model gave back three paragraphs in no form{said}\nhint: try a larger model"));
    Ok(Exit::Failed)
}

/// Hands the model three paragraphs in each form until one works; tools only where it calls them at all.
async fn tried_forms(run_model: &RunModel, calls_tools: bool) -> anyhow::Result<Vec<FormResult>> {
    let constrains = run_model.delivery().constrains();
    let forms: Vec<Delivery> = Delivery::ALL
        .into_iter()
        .filter(|form| match form {
            Delivery::Tools => calls_tools,
            Delivery::Structured => constrains,
            Delivery::Lines => true,
        })
        .collect();
    Ok(try_forms(run_model.model(), &forms).await?)
}

/// Whether the service takes a JSON schema for its answer and keeps to it; nothing where its dialect has no such thing or
/// it did not answer.
async fn structured(registry: &ModelRegistry, name: &str, endpoint: Option<Endpoint<'_>>) -> Option<bool> {
    let run_model = registry.open_for_schema_test(name, endpoint).ok()??;
    match model_test::structured(run_model.model()).await {
        Ok(is_kept) => Some(is_kept),
        Err(llm::Failure::Rejected { .. }) => Some(false),
        Err(_) => None,
    }
}

/// What the service itself tells of the model; a service that tells nothing is no failure.
async fn described(
    registry: &ModelRegistry,
    resolved: &ResolvedModel,
    endpoint: Option<Endpoint<'_>>,
) -> Option<OfferedModel> {
    let key = registry.keys(resolved, endpoint).ok()?.into_iter().next();
    let http = Http::new(HttpConfig::default()).ok()?;
    described_model(&http, resolved, key).await.ok()
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
