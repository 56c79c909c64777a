//! `tsumugi models test`: one tiny request with a tool, three paragraphs in each form until one works, and what that shows.

use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, word};
use llm::{Delivery, Http, HttpConfig, OfferedModel, ResolvedModel, described_model};
use messages::Message;
use runner::delivery_test::{FormResult, try_model};
use runner::model_test::{self, ModelTest, SENTENCE};
use runner::run::RunModel;
use serde_json::{Value, json};
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
    printer.result(&found.in_words(printer))?;
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

    fn in_words(&self, printer: &Printer) -> String {
        let Self { trial, .. } = self;
        let yes = |works: bool| printer.words(&word("yes_or_no", if works { "yes" } else { "no" }));
        let say = |message: Message| printer.words(&message);
        let mut lines = vec![
            ("test_tool_calls", yes(trial.n_calls > 0)),
            ("test_several_at_once", yes(trial.n_calls > 1)),
        ];
        lines.extend(self.forms.iter().map(|tried| {
            (tried.form.as_str(), say(Message::new("test_n_of_three").count("n", tried.n_paragraphs)))
        }));
        let none = || say(Message::new("test_none_works"));
        lines.push(("test_delivery", self.form.map_or_else(none, |form| form.as_str().to_owned())));
        lines.extend(self.prompt.as_ref().map(|prompt| ("test_own_prompt", prompt.clone())));
        lines.push(("test_streaming", yes(trial.is_streaming())));
        lines.push(("test_thinking", yes(trial.has_thought)));
        lines.extend(self.structured.map(|structured| ("test_json", yes(structured))));
        let window = self.window.map(|window| say(Message::new("limit_tokens").amount("n", window)));
        lines.extend(window.map(|window| ("test_window", window)));
        if let Some(told) = self.capabilities.as_ref().filter(|told| !told.is_empty()) {
            lines.push(("test_told", told.join(printer.language().comma())));
        }
        if let Some(speed) = trial.tokens_per_second() {
            lines
                .push(("test_speed", say(Message::new("test_speed_value").with("n", format!("{speed:.0}")))));
        }
        if let Some(price) = self.price {
            let told = Message::new("test_price_value").with("in", format!("{:.2}", price.input));
            lines.push(("test_price", say(told.with("out", format!("{:.2}", price.output)))));
        }
        let usage = trial.usage;
        let told = Message::new("test_usage_value").with("in", usage.total_input());
        lines.push(("test_usage", say(told.with("cached", usage.cached_input).with("out", usage.output))));
        let told = Message::new("test_time_value").with("first", trial.first_event_ms);
        lines.push(("test_time", say(told.with("all", trial.all_ms))));
        let unknown = || say(Message::new("test_unknown"));
        lines.push(("test_this_request", self.cost.map_or_else(unknown, |money| money.to_string())));
        let lines = lines.iter().map(|(what, value)| line(what, value, printer));
        std::iter::once(self.name.clone()).chain(lines).collect::<Vec<_>>().join("\n")
    }
}

/// A line of two columns; `what` is a message, or a form's own name.
fn line(what: &'static str, value: &str, printer: &Printer) -> String {
    const WIDTH: usize = 15;
    let what = printer.words(&Message::new(what));
    let missing = WIDTH.saturating_sub(UnicodeWidthStr::width(what.as_str()));
    format!("{what}{} {value}", " ".repeat(missing))
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
        let lines = [
            line("test_sentence", SENTENCE, printer),
            line("test_answer", answer, printer),
            line("test_time", &format!("{ms} ms"), printer),
        ];
        printer.result(&format!("{name}\n{}", lines.join("\n")))?;
    }
    Ok(Exit::Done)
}
