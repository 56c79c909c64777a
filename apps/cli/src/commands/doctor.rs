//! `tsumugi doctor`: what is here, for a person who reports a fault and for a container that asks whether it is well.

use crate::args::GlobalArgs;
use crate::args::machine::DoctorArgs;
use crate::config;
use crate::exit::Exit;
use crate::output::Printer;
use llm::{Gate, Http, HttpConfig, local_servers};
use messages::Message;
use serde_json::{Value, json};
use settings::environment::{settings_folder, variable};
use settings::keys::KeyPlace;
use settings::models::ModelRegistry;
use std::path::Path;
use store::store::Store;

pub(crate) async fn run(args: &DoctorArgs, global: &GlobalArgs, printer: &Printer) -> anyhow::Result<Exit> {
    if let Some(server) = &args.server {
        return ask_server(server, printer).await;
    }
    let facts = facts(global).await?;
    if printer.is_json() {
        let object: serde_json::Map<String, Value> =
            facts.iter().map(|fact| (fact.name.to_owned(), fact.value.clone())).collect();
        printer.json(&Value::Object(object))?;
        return Ok(Exit::Done);
    }
    let lines: Vec<String> = facts.iter().map(|fact| fact.in_words(printer)).collect();
    printer.result(&lines.join("\n"))?;
    Ok(Exit::Done)
}

/// What programs read where people read that keys go to the keyring.
const IN_KEYRING: &str = "keyring";

/// One thing that is known of this machine.
struct Fact {
    name: &'static str,
    value: Value,
}

impl Fact {
    fn in_words(&self, printer: &Printer) -> String {
        let name = printer.text_of(&Message::new("doctor_line").with("name", self.name));
        let value = match &self.value {
            Value::String(word) if self.name == "keys_kept_in" && word == IN_KEYRING => {
                printer.text_of(&Message::new("doctor_keyring"))
            }
            Value::Null => printer.text_of(&Message::new("doctor_none")),
            Value::Bool(_) | Value::Number(_) | Value::Object(_) => self.value.to_string(),
            Value::String(text) => text.clone(),
            Value::Array(list) if list.is_empty() => printer.text_of(&Message::new("doctor_none")),
            Value::Array(list) => list
                .iter()
                .map(|part| part.as_str().map_or_else(|| part.to_string(), ToOwned::to_owned))
                .collect::<Vec<_>>()
                .join(", "),
        };
        format!("{name}{value}")
    }
}

async fn facts(global: &GlobalArgs) -> anyhow::Result<Vec<Fact>> {
    let library = config::library_path(global)?;
    let size = std::fs::metadata(&library).ok().map(|data| data.len());
    let is_database = library.to_str().is_some_and(store::place::is_database);
    let (n_books, fault) = match size {
        None if !is_database => (None, None),
        _ => match Store::open(&library).await {
            Ok(store) => {
                let n_books = store.library().books().await.map(|books| books.len()).ok();
                store.close().await;
                (n_books, None)
            }
            Err(error) => (None, Some(error.to_string())),
        },
    };
    let folder = settings_folder().ok();
    let registry = ModelRegistry::open().ok();
    let default = registry.as_ref().and_then(|registry| registry.settings.default_model.clone());
    let place = registry.as_ref().and_then(|registry| registry.key_place().ok()).map(|place| match place {
        KeyPlace::Keyring => IN_KEYRING.to_owned(),
        KeyPlace::File(path) => path.display().to_string(),
    });
    let keys: Vec<String> = registry.as_ref().map(services_with_key).unwrap_or_default();
    let servers = match &registry {
        Some(registry) => {
            local_servers(&Http::new(Gate::this_machine(), HttpConfig::default())?, &registry.vendors)
                .await
                .into_iter()
                .map(|server| format!("{} ({})", server.vendor_id, server.base_url))
                .collect()
        }
        None => Vec::new(),
    };
    let dictionaries: Vec<String> = super::dictionaries::installed();
    let proxies: Vec<&str> =
        ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"]
            .into_iter()
            // Only that it is set: its value may hold a password.
            .filter(|name| variable(name).is_some())
            .collect();
    Ok(vec![
        Fact { name: "version", value: json!(env!("CARGO_PKG_VERSION")) },
        Fact { name: "system", value: json!(format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)) },
        Fact { name: "library", value: json!(store::place::display_place(&library)) },
        Fact { name: "library_bytes", value: json!(size) },
        Fact { name: "disk_free_bytes", value: json!(free_beside(&library)) },
        Fact { name: "books", value: json!(n_books) },
        Fact { name: "library_fault", value: json!(fault) },
        Fact { name: "open_to_others", value: json!(open_to_others(&library, folder.as_deref())) },
        Fact { name: "settings", value: json!(folder.map(|folder| folder.display().to_string())) },
        Fact { name: "default_model", value: json!(default) },
        Fact { name: "keys_kept_in", value: json!(place) },
        Fact { name: "services_with_key", value: json!(keys) },
        Fact { name: "local_servers", value: json!(servers) },
        Fact { name: "dictionaries", value: json!(dictionaries) },
        Fact { name: "proxies", value: json!(proxies) },
    ])
}

/// How much may still be written where the library is, or will be.
fn free_beside(library: &Path) -> Option<u64> {
    let library = std::path::absolute(library).ok()?;
    library.ancestors().skip(1).find_map(|folder| fs4::available_space(folder).ok())
}

/// Files and folders of ours that more than their owner may use.
#[cfg(unix)]
fn open_to_others(library: &Path, settings: Option<&Path>) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt;
    let log = Path::new(&format!("{}-wal", library.display())).to_owned();
    let mut paths = vec![library.to_owned(), log];
    paths.extend(library.parent().map(Path::to_owned));
    if let Some(folder) = settings {
        let names = ["config.toml", "keys.toml", "server-token", "tested.json", "learned.toml"];
        paths.push(folder.to_owned());
        paths.extend(names.map(|name| folder.join(name)));
    }
    let modes = paths.iter().map(|path| {
        let mode = std::fs::metadata(path).map_or(0, |data| data.permissions().mode() & 0o777);
        (path, mode)
    });
    let wide = modes.filter(|(_, mode)| mode & 0o077 != 0);
    wide.map(|(path, mode)| format!("{} ({mode:o})", path.display())).collect()
}

#[cfg(not(unix))]
fn open_to_others(_library: &Path, _settings: Option<&Path>) -> Vec<String> {
    Vec::new()
}

/// The services a key is at hand for; never the keys.
fn services_with_key(registry: &ModelRegistry) -> Vec<String> {
    let ids = registry.vendors.iter().map(|(id, _)| id);
    ids.filter(|id| registry.has_key(id)).map(ToOwned::to_owned).collect()
}

async fn ask_server(server: &str, printer: &Printer) -> anyhow::Result<Exit> {
    let answer = llm::answers(
        &Http::new(settings::file::gate(), HttpConfig::default())?,
        server.trim_end_matches('/'),
        "/healthz",
    )
    .await;
    let name = if answer { "server_is_well" } else { "server_does_not_answer" };
    printer.print(&Message::new(name).with("server", server))?;
    Ok(if answer { Exit::Done } else { Exit::Failed })
}
