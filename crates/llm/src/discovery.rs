//! Finds out which models a service offers, and which local servers are running.

use std::time::Duration;

use futures::future::join_all;
use serde_json::Value;

use crate::provider::Provider;
use crate::{Endpoint, Failure, Http, ResolvedModel, SetupError, Vendors};

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
        let is_local = ["http://127.", "http://localhost", "http://[::1]"]
            .iter()
            .any(|beginning| endpoint.base_url.starts_with(beginning));
        is_local.then_some(async move {
            let (vendor_id, base_url) = (id.to_owned(), endpoint.base_url.clone());
            let models = fetch(http, endpoint, &path, LOCAL_PATIENCE).await.ok()?;
            Some(LocalServer { vendor_id, base_url, models })
        })
    });
    join_all(asked).await.into_iter().flatten().collect()
}

/// The models a service says it offers.
pub async fn offered_models(
    http: &Http,
    model: &ResolvedModel,
    key: Option<secrecy::SecretString>,
) -> Result<Vec<String>, Failure> {
    let path = match model.vendor.dialect {
        crate::Dialect::OpenaiChat | crate::Dialect::OpenaiResponses | crate::Dialect::Gemini => "/models",
        crate::Dialect::Anthropic => "/v1/models",
        crate::Dialect::Ollama => "/api/tags",
    };
    fetch(http, model.endpoint(key), path, REMOTE_PATIENCE).await
}

async fn fetch(
    http: &Http,
    endpoint: Endpoint,
    path: &str,
    patience: Duration,
) -> Result<Vec<String>, Failure> {
    let service = endpoint.service.clone();
    let wrong = |error: SetupError| Failure::Rejected {
        service: service.clone(),
        status: 0,
        detail: error.to_string(),
    };
    let provider = Provider::new(http.clone(), endpoint).map_err(wrong)?;
    let address = provider.address(path).map_err(wrong)?;
    let page = http.get(&address, patience).await?;
    let page: Value = serde_json::from_slice(&page)
        .map_err(|error| Failure::Malformed { service: service.clone(), detail: error.to_string() })?;
    let list = page.get("data").or_else(|| page.get("models")).and_then(Value::as_array);
    let name = |model: &Value| {
        let name = ["id", "name", "model"].iter().find_map(|key| model.get(*key)?.as_str())?;
        Some(name.strip_prefix("models/").unwrap_or(name).to_owned())
    };
    Ok(list.into_iter().flatten().filter_map(name).collect())
}
