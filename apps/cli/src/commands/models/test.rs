//! `tsumugi models test`: one tiny request with a tool, three paragraphs in each form until one works, and what that shows.

use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, grouped};
use llm::{Delivery, Http, HttpConfig, OfferedModel, ResolvedModel, described_model};
use messages::Message;
use runner::delivery_test::{FormResult, try_model};
use runner::model_test::{self, ModelTest, SENTENCE};
use runner::run::RunModel;
use serde_json::{Value, json};
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
    let run_model = registry.open_for_test(&name, endpoint)?;
    if endpoint.is_none() && is_offline(&name) {
        return try_offline(&name, run_model.model(), printer).await;
    }
    let trial = model_test::tools(run_model.model()).await?;
    let forms = try_model(&run_model, trial.n_calls > 0).await?;
    let form = forms.iter().find(|result| result.works()).map(|result| result.form);
    let resolved = registry.resolve(&name, endpoint)?;
    let described = described(registry, &resolved, endpoint).await;
    let price = resolved.facts.price.or(described.as_ref().and_then(|model| model.price));
    let found = Found {
        cost: run_model.cost(&trial.usage),
        structured: structured(&run_model).await,
        window: described.as_ref().and_then(|model| model.window).or(resolved.facts.window),
        price: price.map(llm::Price::in_dollars),
        capabilities: described.map(|model| model.capabilities),
        prompt: run_model.delivery().own_prompt().map(|prompt| prompt.name.clone()),
        name,
        trial,
        forms,
        form,
    };
    if printer.is_json() {
        printer.json(&found.to_json())?;
        return Ok(if form.is_some() { Exit::Done } else { Exit::Failed });
    }
    printer.result(&found.in_words())?;
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

/// What a test has shown.
struct Found {
    name: String,
    trial: ModelTest,
    /// The forms that were tried, and the first that works.
    forms: Vec<FormResult>,
    form: Option<Delivery>,
    /// The prompt the model has of its own.
    prompt: Option<String>,
    /// Whether an answer keeps to a schema; nothing where the dialect has none.
    structured: Option<bool>,
    window: Option<u64>,
    price: Option<llm::Price>,
    /// What the service says of the model.
    capabilities: Option<Vec<String>>,
    cost: Option<llm::Money>,
}

impl Found {
    fn to_json(&self) -> Value {
        let Self { trial, .. } = self;
        let delivered = self.forms.iter().map(|tried| (tried.form.as_str(), tried.n_paragraphs));
        json!({
            "model": self.name,
            "tools": trial.n_calls > 0,
            "parallel_calls": trial.n_calls > 1,
            "delivery": self.form,
            "prompt": self.prompt,
            "delivered": delivered.collect::<BTreeMap<_, _>>(),
            "streaming": trial.is_streaming(),
            "thinking": trial.has_thought,
            "structured_output": self.structured,
            "cut_off": trial.was_cut(),
            "window": self.window,
            "capabilities": self.capabilities,
            "tokens_per_second": trial.tokens_per_second(),
            "usd_per_million_input": self.price.map(|price| price.input),
            "usd_per_million_output": self.price.map(|price| price.output),
            "usage": trial.usage,
            "usd": self.cost.map(llm::Money::dollars),
            "first_event_ms": trial.first_event_ms,
            "ms": trial.all_ms,
        })
    }

    fn in_words(&self) -> String {
        let Self { trial, .. } = self;
        let yes = |works: bool| if works { "yes" } else { "no" };
        let mut text = format!("{}\n", self.name);
        let _ = writeln!(text, "tool calls      {}", yes(trial.n_calls > 0));
        let _ = writeln!(text, "several at once {}", yes(trial.n_calls > 1));
        for tried in &self.forms {
            let _ = writeln!(text, "{:<15} {} of 3 paragraphs", tried.form.as_str(), tried.n_paragraphs);
        }
        let _ = writeln!(text, "delivery        {}", self.form.map_or("none works", Delivery::as_str));
        if let Some(prompt) = &self.prompt {
            let _ = writeln!(text, "its own prompt  {prompt}");
        }
        let _ = writeln!(text, "streaming       {}", yes(trial.is_streaming()));
        let _ = writeln!(text, "thinking        {}", yes(trial.has_thought));
        if let Some(structured) = self.structured {
            let _ = writeln!(text, "JSON by schema  {}", yes(structured));
        }
        if let Some(window) = self.window {
            let _ = writeln!(text, "window          {} tokens", grouped(window));
        }
        if let Some(told) = self.capabilities.as_ref().filter(|told| !told.is_empty()) {
            let _ = writeln!(text, "told by it      {}", told.join(", "));
        }
        if let Some(speed) = trial.tokens_per_second() {
            let _ = writeln!(text, "speed           {speed:.0} tokens a second");
        }
        if let Some(price) = self.price {
            let (input, output) = (price.input, price.output);
            let _ = writeln!(text, "price           ${input:.2} in, ${output:.2} out per million");
        }
        let usage = trial.usage;
        let (input, cached, output) = (usage.total_input(), usage.cached_input, usage.output);
        let _ = writeln!(text, "usage told      {input} in ({cached} cached), {output} out");
        let (first, all) = (trial.first_event_ms, trial.all_ms);
        let _ = writeln!(text, "time            {first} ms to the first word, {all} ms in all");
        let paid = self.cost.map_or_else(|| "unknown".to_owned(), |money| money.to_string());
        let _ = write!(text, "this request    {paid}");
        text
    }
}

/// Whether the service takes a JSON schema for its answer and keeps to it; nothing where its dialect has no such thing or
/// it did not answer.
async fn structured(run_model: &RunModel) -> Option<bool> {
    if !run_model.delivery().constrains() {
        return None;
    }
    model_test::structured(run_model.model()).await.ok()
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
