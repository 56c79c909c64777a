//! No model is configured and none is named: never a silent rehearsal, always the ways forward.

use crate::exit::WrongUsage;
use llm::{Http, HttpConfig};
use settings::models::ModelRegistry;
use std::fmt::Write;

/// What to tell the person.
pub(crate) async fn ways_forward(registry: &ModelRegistry) -> anyhow::Error {
    let mut text = "no model is chosen, so nothing was done\nhint: the ways forward are".to_owned();
    for (name, server) in servers(registry).await {
        let _ = write!(text, "\n  {:<33}  {server}", format!("--model {name}"));
    }
    text.push_str("\n  tsumugi models list                the services Tsumugi knows");
    text.push_str("\n  tsumugi models add SERVICE/MODEL   keep a key and a default");
    text.push_str("\n  --base-url URL --model NAME        any endpoint, key in TSUMUGI_API_KEY");
    text.push_str("\n  --model rehearsal                  no key, no cost, no real translation");
    WrongUsage(text).into()
}

/// A model of each server that answers on this machine, and where that is.
async fn servers(registry: &ModelRegistry) -> Vec<(String, String)> {
    // Whoever cannot ask has found none.
    let Ok(http) = Http::new(HttpConfig::default()) else { return Vec::new() };
    let found = llm::local_servers(&http, &registry.vendors).await;
    let model = |server: llm::LocalServer| {
        let model = server.models.first().map_or("MODEL", String::as_str);
        (format!("{}/{model}", server.vendor_id), format!("answers at {}", server.base_url))
    };
    found.into_iter().map(model).collect()
}
