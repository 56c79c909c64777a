//! `tsumugi setup`: a model in a minute. Finds what runs on this machine, or takes a key for a service; tests the model, and
//! makes it the default.

use super::models::add::{KeyFrom, KeyInput};
use super::models::{add, test};
use crate::exit::{Exit, WrongUsage};
use crate::output::{Printer, open_in_browser};
use llm::{Gate, Http, HttpConfig, LocalServer, Vendor, local_servers};
use messages::Message;
use settings::models::ModelRegistry;
use settings::saved_model::ModelSpec;

/// The services that are offered, best known first; all others are added by `models add`.
const SERVICES: [&str; 8] =
    ["deepseek", "openai", "anthropic", "google", "openrouter", "siliconflow", "moonshot", "mistral"];

pub(crate) async fn run(printer: &Printer) -> anyhow::Result<Exit> {
    if !printer.can_ask() {
        return Err(WrongUsage(Message::new("setup_wants_terminal")).into());
    }
    let registry = ModelRegistry::open()?;
    printer.notify(&Message::new("setup_looking"));
    let servers =
        local_servers(&Http::new(Gate::this_machine(), HttpConfig::default())?, &registry.vendors).await;
    let choices = choices(&registry, &servers);
    for (choice, number) in choices.iter().zip(1..) {
        printer.note(&format!("{number:>3}  {}", choice.in_words(printer)));
    }
    let Some(choice) =
        printer.choose(&Message::new("setup_which"), choices.len())?.and_then(|at| choices.get(at))
    else {
        printer.notify(&Message::new("setup_left"));
        return Ok(Exit::Done);
    };
    let name = match choice {
        Choice::Local { name } => name.clone(),
        Choice::Service { id, vendor } => {
            if let Some(name) = model_of(id, vendor, printer)? {
                name
            } else {
                printer.notify(&Message::new("setup_left"));
                return Ok(Exit::Done);
            }
        }
    };
    let key_input = KeyInput { key: KeyFrom::Terminal, becomes_default: false };
    let added = ModelSpec { name: &name, endpoint: None, model: None };
    add::run(&registry, &added, &key_input, printer)?;
    // What was just written is read again.
    let registry = ModelRegistry::open()?;
    let tested = test::run(&registry, Some(&name), None, printer).await?;
    if tested != Exit::Done {
        printer.notify(&Message::new("setup_test_failed").with("name", &name));
        return Ok(tested);
    }
    registry.make_default(&name)?;
    printer.print(&Message::new("setup_done").with("name", &name))?;
    Ok(Exit::Done)
}

/// Something to choose.
enum Choice<'a> {
    /// A model of a server that runs on this machine.
    Local {
        name: String,
    },
    Service {
        id: &'static str,
        vendor: &'a Vendor,
    },
}

impl Choice<'_> {
    fn in_words(&self, printer: &Printer) -> String {
        match self {
            Self::Local { name } => printer.text_of(&Message::new("setup_local").with("name", name)),
            Self::Service { vendor, .. } => vendor.name.clone(),
        }
    }
}

fn choices<'a>(registry: &'a ModelRegistry, servers: &[LocalServer]) -> Vec<Choice<'a>> {
    let local = servers.iter().flat_map(|server| {
        server.models.iter().map(move |model| Choice::Local { name: format!("{}/{model}", server.vendor_id) })
    });
    let services = SERVICES.into_iter().filter_map(|id| {
        let vendor = registry.vendors.iter().find(|(known, _)| *known == id)?.1;
        Some(Choice::Service { id, vendor })
    });
    local.chain(services).collect()
}

/// Which model of a service; the page where a key is made is opened first, where no key is kept yet.
fn model_of(id: &str, vendor: &Vendor, printer: &Printer) -> anyhow::Result<Option<String>> {
    if let Some(page) = &vendor.key_page {
        printer.notify(&Message::new("setup_key_page").with("page", page));
        if printer.confirm(&Message::new("setup_open_page"))? {
            open_in_browser(page);
        }
    }
    let names: Vec<&String> = vendor.models.keys().collect();
    if names.is_empty() {
        let name = printer.ask(&Message::new("setup_model_name").with("service", &vendor.name))?;
        return Ok(name.map(|name| format!("{id}/{name}")));
    }
    for (name, number) in names.iter().zip(1..) {
        printer.note(&format!("{number:>3}  {id}/{name}"));
    }
    let chosen = printer.choose(&Message::new("setup_which"), names.len())?;
    Ok(chosen.and_then(|at| names.get(at)).map(|name| format!("{id}/{name}")))
}
