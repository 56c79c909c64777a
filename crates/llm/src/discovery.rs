//! Finds out which models a service offers and what it tells about them, and which local servers are running.

use std::time::Duration;

use futures::future::join_all;
use serde_json::Value;

use crate::provider::Provider;
use crate::{Failure, Http, ModelEndpoint, Price, ResolvedModel, SetupError, Vendors, is_on_this_machine};

/// A server on this machine either answers at once or is not there.
const LOCAL_PATIENCE: Duration = Duration::from_millis(800);
const REMOTE_PATIENCE: Duration = Duration::from_secs(15);

/// A local model server that answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalServer {
    /// The vendor's id, as in `ollama/qwen3`.
    pub vendor_id: String,
    /// Where it is.
    pub base_url: String,
    /// The models it has; none is possible.
    pub models: Vec<String>,
}

/// Asks every known local server whether it is running. Nothing but loopback is asked.
pub async fn local_servers(http: &Http, vendors: &Vendors) -> Vec<LocalServer> {
    let asked = vendors.iter().filter_map(|(id, vendor)| {
        let path = vendor.probe.clone()?;
        let endpoint = vendors.resolve(&format!("{id}/any")).ok()?.endpoint(None);
        is_on_this_machine(&endpoint.base_url).then_some(async move {
            let (vendor_id, base_url) = (id.to_owned(), endpoint.base_url.clone());
            let models = fetch(http, endpoint, &path, LOCAL_PATIENCE).await.ok()?;
            let models = models.into_iter().map(|model| model.name).collect();
            Some(LocalServer { vendor_id, base_url, models })
        })
    });
    join_all(asked).await.into_iter().flatten().collect()
}

/// A model as its service describes it; what the service does not tell is left open.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OfferedModel {
    /// The name to ask for it by.
    pub name: String,
    /// Tokens it can read and write together.
    pub window: Option<u64>,
    /// Tokens it can write in one reply.
    pub max_output: Option<u32>,
    /// What a million tokens cost.
    pub price: Option<Price>,
    /// What it can do in the service's own words, as `tools` or `structured_outputs`.
    pub capabilities: Vec<String>,
}

/// The models a service says it offers.
pub async fn offered_models(
    http: &Http,
    model: &ResolvedModel,
    key: Option<secrecy::SecretString>,
) -> Result<Vec<OfferedModel>, Failure> {
    let path = match model.vendor.dialect {
        crate::Dialect::OpenaiChat | crate::Dialect::OpenaiResponses | crate::Dialect::Gemini => "/models",
        crate::Dialect::Anthropic => "/v1/models",
        crate::Dialect::Ollama => "/api/tags",
    };
    fetch(http, model.endpoint(key), path, REMOTE_PATIENCE).await
}

/// What a service tells about one model: the list where it has a place for it, or a page of its own, as Ollama and
/// llama.cpp have.
pub async fn described_model(
    http: &Http,
    model: &ResolvedModel,
    key: Option<secrecy::SecretString>,
) -> Result<OfferedModel, Failure> {
    let offered = offered_models(http, model, key.clone()).await?;
    let listed = offered.into_iter().find(|offered| offered.name == model.model);
    let mut described =
        listed.unwrap_or_else(|| OfferedModel { name: model.model.clone(), ..OfferedModel::default() });
    let endpoint = model.endpoint(key);
    let service = endpoint.service.clone();
    let provider = Provider::new(http.clone(), endpoint).map_err(|error| Failure::Rejected {
        service,
        status: 0,
        detail: error.to_string(),
    })?;
    if model.vendor.dialect == crate::Dialect::Ollama {
        if let Some(page) = ollama_page(http, &provider, &model.model).await {
            described.window = ollama_context(&page).or(described.window);
            described.capabilities = texts(&page, "capabilities");
        }
    } else if described.window.is_none() && is_on_this_machine(&model.vendor.base_url) {
        // llama.cpp tells what it was started with outside the versioned part of its API.
        if let Ok(page) = page(http, &provider, "/../props", LOCAL_PATIENCE).await {
            described.window = page.pointer("/default_generation_settings/n_ctx").and_then(Value::as_u64);
        }
    }
    Ok(described)
}

/// The window of a model at an Ollama server, where it tells.
pub(crate) async fn ollama_window(http: &Http, provider: &Provider, model: &str) -> Option<u64> {
    ollama_context(&ollama_page(http, provider, model).await?)
}

async fn ollama_page(http: &Http, provider: &Provider, model: &str) -> Option<Value> {
    let address = provider.address("/api/show").ok()?;
    let body = serde_json::to_vec(&serde_json::json!({"model": model})).ok()?;
    let response = http.post(&address, body).await.ok()?;
    if response.status != 200 {
        return None;
    }
    serde_json::from_str(&response.body.explanation().await).ok()
}

/// The value stands under the architecture's name, as `qwen3.context_length`.
fn ollama_context(page: &Value) -> Option<u64> {
    let facts = page.get("model_info")?.as_object()?;
    facts.iter().find(|(key, _)| key.ends_with(".context_length"))?.1.as_u64()
}

async fn fetch(
    http: &Http,
    endpoint: ModelEndpoint,
    path: &str,
    patience: Duration,
) -> Result<Vec<OfferedModel>, Failure> {
    let service = endpoint.service.clone();
    let wrong = |error: SetupError| Failure::Rejected { service, status: 0, detail: error.to_string() };
    let provider = Provider::new(http.clone(), endpoint).map_err(wrong)?;
    let page = page(http, &provider, path, patience).await?;
    let list = page.get("data").or_else(|| page.get("models")).and_then(Value::as_array);
    Ok(list.into_iter().flatten().filter_map(offered).collect())
}

/// Whether a server answers at this address with success; asked once, and not waited for long.
pub async fn answers(http: &Http, base_url: &str, path: &str) -> bool {
    let endpoint = ResolvedModel::anywhere(base_url, crate::Dialect::OpenaiChat, "any").endpoint(None);
    let address = Provider::new(http.clone(), endpoint).ok().and_then(|provider| provider.address(path).ok());
    match address {
        Some(address) => http.get(&address, LOCAL_PATIENCE).await.is_ok(),
        None => false,
    }
}

async fn page(http: &Http, provider: &Provider, path: &str, patience: Duration) -> Result<Value, Failure> {
    let service = provider.service().to_owned();
    let address = provider.address(path).map_err(|error| Failure::Rejected {
        service: service.clone(),
        status: 0,
        detail: error.to_string(),
    })?;
    let page = http.get(&address, patience).await?;
    serde_json::from_slice(&page).map_err(|error| Failure::Malformed { service, detail: error.to_string() })
}

/// Reads an entry of a list, whichever service made it: `OpenRouter`, Gemini, Anthropic, vLLM and others each have their
/// own names for the same facts.
fn offered(entry: &Value) -> Option<OfferedModel> {
    let name = ["id", "name", "model"].iter().find_map(|key| entry.get(*key)?.as_str())?;
    let number = |pointers: &[&str]| {
        pointers.iter().find_map(|pointer| entry.pointer(pointer)?.as_u64()).filter(|number| *number > 0)
    };
    let window = number(&[
        "/context_length",
        "/inputTokenLimit",
        "/max_input_tokens",
        "/max_model_len",
        "/max_context_length",
        "/context_window",
        "/meta/n_ctx_train",
    ]);
    let max_output = number(&[
        "/top_provider/max_completion_tokens",
        "/outputTokenLimit",
        "/max_tokens",
        "/max_completion_tokens",
    ]);
    let per_million = |key: &str| {
        let per_token = entry.get("pricing")?.get(key)?;
        let per_token = per_token.as_f64().or_else(|| per_token.as_str()?.parse().ok())?;
        (per_token >= 0.0).then_some(per_token * 1_000_000.0)
    };
    let price = per_million("prompt").zip(per_million("completion")).map(|(input, output)| Price {
        input,
        output,
        cached_input: per_million("input_cache_read"),
        cache_write: per_million("input_cache_write"),
        reasoning: per_million("internal_reasoning").filter(|price| *price > 0.0),
        ..Price::default()
    });
    Some(OfferedModel {
        name: name.strip_prefix("models/").unwrap_or(name).to_owned(),
        window,
        max_output: max_output.and_then(|most| u32::try_from(most).ok()),
        price,
        capabilities: texts(entry, "supported_parameters"),
    })
}

fn texts(value: &Value, key: &str) -> Vec<String> {
    let list = value.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
