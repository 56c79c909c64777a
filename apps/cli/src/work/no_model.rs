//! No model is configured and none is named: never a silent rehearsal, always the ways forward.

use crate::config::hire::Agency;
use crate::exit::WrongUsage;
use std::fmt::Write;
use std::time::Duration;
use tokio::net::TcpStream;

/// A server on this machine answers at once or not at all.
const PATIENCE: Duration = Duration::from_millis(150);

/// What to tell the person.
pub(crate) async fn ways_forward(agency: &Agency) -> anyhow::Error {
    let mut text = "no model is chosen, so nothing was done\nhint: the ways forward are".to_owned();
    for (id, name, url) in servers(agency).await {
        let _ = write!(text, "\n  --model {id}/NAME                  {name} answers at {url}");
    }
    text.push_str("\n  tsumugi models list                the services Tsumugi knows");
    text.push_str("\n  tsumugi models add SERVICE/MODEL   keep a key and a default");
    text.push_str("\n  --base-url URL --model NAME        any endpoint, the key in TSUMUGI_API_KEY");
    text.push_str(
        "\n  --model rehearsal                  the built-in rehearsal: no key, no cost, no real translation",
    );
    WrongUsage(text).into()
}

/// Known services that answer on this machine.
async fn servers(agency: &Agency) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for (id, vendor) in agency.vendors.iter() {
        let Some(address) = local_address(&vendor.base_url) else { continue };
        let answers = tokio::time::timeout(PATIENCE, TcpStream::connect(&address)).await;
        if matches!(answers, Ok(Ok(_))) {
            found.push((id.to_owned(), vendor.name.clone(), vendor.base_url.clone()));
        }
    }
    found
}

/// The address of a service on this machine, `None` for any other.
fn local_address(base_url: &str) -> Option<String> {
    let host = base_url.strip_prefix("http://")?.split('/').next()?;
    let local = ["127.0.0.1:", "localhost:", "[::1]:"].iter().any(|start| host.starts_with(start));
    local.then(|| host.replace("localhost", "127.0.0.1"))
}
