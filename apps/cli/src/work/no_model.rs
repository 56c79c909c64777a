//! No model is configured and none is named: never a silent rehearsal, always the ways forward.

use crate::exit::WrongUsage;
use llm::{Gate, Http, HttpConfig};
use messages::{Language, Message};
use settings::models::ModelRegistry;
use std::fmt::Write;

/// What to tell the person.
pub(crate) async fn ways_forward(registry: &ModelRegistry, language: Language) -> anyhow::Error {
    let mut found = String::new();
    for (name, address) in servers(registry).await {
        let answers = Message::new("server_answers").with("address", address);
        let answers = messages::render(&answers, language).text;
        let _ = write!(found, "\n  {:<33}  {answers}", format!("--model {name}"));
    }
    WrongUsage(Message::new("no_model_chosen").with("servers", found)).into()
}

/// A model of each server that answers on this machine, and where that is.
async fn servers(registry: &ModelRegistry) -> Vec<(String, String)> {
    // Without an HTTP client no local service can be found.
    let Ok(http) = Http::new(Gate::this_machine(), HttpConfig::default()) else { return Vec::new() };
    let found = llm::local_servers(&http, &registry.vendors).await;
    let model = |server: llm::LocalServer| {
        let model = server.models.first().map_or("MODEL", String::as_str);
        (format!("{}/{model}", server.vendor_id), server.base_url.clone())
    };
    found.into_iter().map(model).collect()
}
