//! A test of a model: one tiny request with a tool, three paragraphs in each form until one works, a JSON schema, and what
//! the service itself tells.

use crate::error::SettingsError;
use crate::models::{Endpoint, ModelRegistry};
use crate::offline::is_offline;
use crate::tested::{self, TestedModel};
use llm::{Delivery, Http, HttpConfig, OfferedModel, ResolvedModel, described_model, offered_models};
use runner::delivery_test::{FormResult, try_model};
use runner::model_test::{self, ModelTest};
use runner::run::RunModel;

/// What a test has shown.
pub struct TestResult {
    /// The model.
    pub name: String,
    /// What the request with the tool showed.
    pub trial: ModelTest,
    /// The forms that were tried.
    pub forms: Vec<FormResult>,
    /// The first form that works.
    pub form: Option<Delivery>,
    /// The prompt the model has of its own.
    pub prompt: Option<String>,
    /// Whether an answer keeps to a schema; nothing where the dialect has none.
    pub structured: Option<bool>,
    /// Tokens it can read and write together.
    pub window: Option<u64>,
    /// What it costs, in dollars.
    pub price: Option<llm::Price>,
    /// What the service says of the model.
    pub capabilities: Option<Vec<String>>,
    /// What the first request cost.
    pub cost: Option<llm::Money>,
}

impl TestResult {
    /// What is kept of it.
    fn to_keep(&self, tested_ms: i64) -> TestedModel {
        let Self { trial, .. } = self;
        TestedModel {
            tested_ms,
            works: self.form.is_some(),
            failure: None,
            tools: trial.n_calls > 0,
            parallel_calls: trial.n_calls > 1,
            delivery: self.form,
            streaming: trial.is_streaming(),
            thinking: trial.has_thought,
            structured_output: self.structured,
            cut_off: trial.was_cut(),
            window: self.window,
            capabilities: self.capabilities.clone().unwrap_or_default(),
            tokens_per_second: trial.tokens_per_second(),
            usd_per_million_input: self.price.map(|price| price.input),
            usd_per_million_output: self.price.map(|price| price.output),
            answer: trial.text.clone(),
            first_event_ms: trial.first_event_ms,
            ms: trial.all_ms,
            cost_micros: self.cost.map(llm::Money::micro_dollars),
        }
    }
}

impl ModelRegistry {
    /// Tests a model of a service and keeps what that shows. An endpoint that is only named for this once has no name to keep
    /// it under.
    pub async fn test_model(
        &self,
        name: &str,
        endpoint: Option<Endpoint<'_>>,
        now_ms: i64,
    ) -> Result<TestResult, SettingsError> {
        let tested = self.tested(name, endpoint).await;
        if endpoint.is_none() {
            match &tested {
                Ok(result) => self.keep_test(name, result.to_keep(now_ms)),
                Err(SettingsError::Model(failure)) => {
                    self.keep_test(name, TestedModel::failed(now_ms, failure.to_string()));
                }
                Err(_) => {}
            }
        }
        tested
    }

    /// Gives a model on this machine a sentence: it plays Tsumugi's own protocol and no other tools.
    pub async fn test_offline(&self, name: &str, now_ms: i64) -> Result<ModelTest, SettingsError> {
        let run_model = self.open_for_test(name, None)?;
        let trial = model_test::sentence(run_model.model()).await?;
        let kept = TestedModel {
            works: true,
            failure: None,
            streaming: trial.is_streaming(),
            answer: trial.text.clone(),
            first_event_ms: trial.first_event_ms,
            ms: trial.all_ms,
            ..TestedModel::failed(now_ms, String::new())
        };
        self.keep_test(name, kept);
        Ok(trial)
    }

    /// `service/model`, whichever way the model was named.
    pub fn full_name(&self, name: &str) -> String {
        let resolved = self.resolve(name, None).ok().filter(|_| !is_offline(name));
        resolved.map_or_else(|| name.to_owned(), |it| format!("{}/{}", it.vendor_id, it.model))
    }

    /// What the last test of each model showed.
    pub fn last_tests(&self) -> Result<tested::TestedByModel, SettingsError> {
        tested::read(self.folder())
    }

    /// The models a service says it has.
    pub async fn offered(&self, service: &str) -> Result<Vec<OfferedModel>, SettingsError> {
        // Which model is asked for does not matter: the list is the service's.
        let resolved = self.vendors.resolve(&format!("{service}/any"))?;
        self.refuse_elsewhere(service, &resolved)?;
        let key = self.keys(&resolved, None)?.into_iter().next();
        Ok(offered_models(&Http::new(self.gate(None), HttpConfig::default())?, &resolved, key).await?)
    }

    async fn tested(&self, name: &str, endpoint: Option<Endpoint<'_>>) -> Result<TestResult, SettingsError> {
        let run_model = self.open_for_test(name, endpoint)?;
        let trial = model_test::tools(run_model.model()).await?;
        let forms = try_model(&run_model, trial.n_calls > 0).await?;
        let form = forms.iter().find(|result| result.works()).map(|result| result.form);
        let resolved = self.resolve(name, endpoint)?;
        let described = self.described(&resolved, endpoint).await;
        let price = resolved.facts.price.or(described.as_ref().and_then(|model| model.price));
        Ok(TestResult {
            cost: run_model.cost(&trial.usage),
            structured: structured(&run_model).await,
            window: described.as_ref().and_then(|model| model.window).or(resolved.facts.window),
            price: price.map(llm::Price::in_dollars),
            capabilities: described.map(|model| model.capabilities),
            prompt: run_model.delivery().own_prompt().map(|prompt| prompt.name.clone()),
            name: name.to_owned(),
            trial,
            forms,
            form,
        })
    }

    /// The price of a model as its service tells it, where nothing else knows one.
    pub async fn told_price(&self, name: &str, endpoint: Option<Endpoint<'_>>) -> Option<llm::Price> {
        let resolved =
            self.resolve(name, endpoint).ok().filter(|_| endpoint.is_some() || !is_offline(name))?;
        if resolved.facts.price.is_some() || !resolved.vendor.tells_prices {
            return None;
        }
        self.refuse_elsewhere(name, &resolved).ok()?;
        self.described(&resolved, endpoint).await?.price
    }

    /// A file that cannot be written must not take the answer of a test away.
    fn keep_test(&self, name: &str, tested: TestedModel) {
        let name = self.full_name(name);
        if let Err(error) = tested::keep(self.folder(), &name, tested) {
            tracing::warn!(model = name, %error, "the result of a test was not kept");
        }
    }

    /// What the service itself tells of the model; a service that tells nothing is no failure.
    async fn described(
        &self,
        resolved: &ResolvedModel,
        endpoint: Option<Endpoint<'_>>,
    ) -> Option<OfferedModel> {
        let key = self.keys(resolved, endpoint).ok()?.into_iter().next();
        let http = Http::new(self.gate(endpoint), HttpConfig::default()).ok()?;
        described_model(&http, resolved, key).await.ok()
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
