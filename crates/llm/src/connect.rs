//! The usual stack of decorators around a provider, in the one order that counts every attempt.

use std::sync::Arc;

use secrecy::SecretString;

use crate::{
    Budget, Endpoint, Guarded, Http, Learner, Limited, Limits, Metered, Model, Provider, ResolvedModel,
    RetryPolicy, Retrying, SetupError, TextTools,
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
    let mut lanes: Vec<Arc<dyn Model>> = Vec::with_capacity(keys.len());
    for key in keys {
        let endpoint = Endpoint { learner: Arc::clone(&config.learner), ..model.endpoint(key) };
        let provider = Provider::new(http.clone(), endpoint)?;
        lanes.push(Arc::new(Guarded::new(Arc::new(provider))));
    }
    let limited = Limited::rotating(lanes, &config.limits.narrowed(&settings));
    let metered = Metered::new(Arc::new(limited), Arc::clone(&config.budget), model.facts.price);
    let retrying = Retrying::new(Arc::new(metered), config.retry.clone());
    let protocol = config.learner.facts().tools.unwrap_or(model.tool_protocol());
    Ok(Arc::new(TextTools::new(Arc::new(retrying), protocol).learning(Arc::clone(&config.learner))))
}
