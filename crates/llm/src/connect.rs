//! The usual stack of decorators around a provider, in the one order that counts every attempt.

use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;

use crate::wordless::Wordless;

use crate::{
    BatchQueue, Budget, DegenerationGuard, Http, KeyShare, Learner, Limited, Limits, Metered, Model,
    ModelEndpoint, Price, Provider, ResolvedModel, RetryPolicy, Retrying, SetupError, TextTools, TimeSpan,
};

/// Everything around a model that is not the model.
#[derive(Debug, Clone)]
pub struct ClientConfig {
    /// The connections to use.
    pub http: Http,
    /// What the service allows.
    pub limits: Limits,
    /// What may be spent.
    pub budget: Arc<Budget>,
    /// How failures are retried.
    pub retry: RetryPolicy,
    /// What the model taught by its refusals.
    pub learner: Arc<Learner>,
}

/// A model ready for work: tool calls carried somehow, transient failures retried, every attempt paid
/// for, limits kept, keys in rotation, endless repetition cut off.
pub fn connect(
    model: &ResolvedModel,
    keys: Vec<SecretString>,
    config: &ClientConfig,
) -> Result<Arc<dyn Model>, SetupError> {
    let settings = model.settings();
    let http = config.http.adapted(&settings)?;
    let keys: Vec<Option<SecretString>> =
        if keys.is_empty() { vec![None] } else { keys.into_iter().map(Some).collect() };
    let limits = config.limits.narrowed(&settings);
    let is_by_minute = limits.requests_per_minute.is_some() || limits.tokens_per_minute.is_some();
    let mut lanes: Vec<(Arc<dyn Model>, Arc<KeyShare>)> = Vec::with_capacity(keys.len());
    for key in keys {
        let share = match key.as_ref().filter(|_| is_by_minute) {
            Some(key) => config.budget.key_shares().share(key),
            None => Arc::new(KeyShare::for_key("")),
        };
        let endpoint = ModelEndpoint { learner: Arc::clone(&config.learner), ..model.endpoint(key) };
        let provider = may_speak(&http, Arc::new(Provider::new(http.clone(), endpoint)?));
        lanes.push((Arc::new(DegenerationGuard::new(provider)), share));
    }
    let limited = Limited::sharing(lanes, &limits);
    let metered = Metered::new(Arc::new(limited), Arc::clone(&config.budget), model.facts.price);
    let retrying = Retrying::new(Arc::new(metered), config.retry.clone());
    let protocol = config.learner.facts().tools.unwrap_or(model.tool_protocol());
    Ok(Arc::new(TextTools::new(Arc::new(retrying), protocol).learning(Arc::clone(&config.learner))))
}

/// A service says in its own words why it failed, unless its address was named by somebody who may not read them.
fn may_speak(http: &Http, model: Arc<dyn Model>) -> Arc<dyn Model> {
    if http.gate().keeps_answers_back() { Arc::new(Wordless(model)) } else { model }
}

/// How often a batch is asked after, where nobody set anything else.
const POLL_EVERY: Duration = Duration::from_mins(1);

/// The same model, asked in batches at the price of a batch. All requests go through the first key, because a batch is
/// seen only by the account that handed it in.
pub fn connect_in_batches(
    model: &ResolvedModel,
    keys: Vec<SecretString>,
    config: &ClientConfig,
) -> Result<(Arc<dyn Model>, Arc<BatchQueue>), SetupError> {
    let settings = model.settings();
    let mut endpoint = model.endpoint(keys.into_iter().next());
    endpoint.learner = Arc::clone(&config.learner);
    endpoint.target.streaming = false;
    let provider = Provider::new(config.http.adapted(&settings)?, endpoint)?;
    let poll_every = settings.batch_poll.map_or(POLL_EVERY, |TimeSpan(poll_every)| poll_every);
    let queue = BatchQueue::new(provider, poll_every);
    let guarded = DegenerationGuard::new(may_speak(&config.http, Arc::clone(&queue) as Arc<dyn Model>));
    let price = model.facts.price.map(Price::in_batch);
    let metered = Metered::new(Arc::new(guarded), Arc::clone(&config.budget), price);
    let retrying = Retrying::new(Arc::new(metered), config.retry.clone());
    let protocol = config.learner.facts().tools.unwrap_or(model.tool_protocol());
    let model = TextTools::new(Arc::new(retrying), protocol).learning(Arc::clone(&config.learner));
    Ok((Arc::new(model), queue))
}
