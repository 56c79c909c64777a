//! `tsumugi keys`: keys of services that belong to the library. None is ever shown.

use super::models::add::{KeyFrom, read_key};
use crate::args::keys::{KeysAction, KeysArgs};
use crate::config;
use crate::exit::{Exit, WrongUsage};
use crate::output::{Align, Printer, TextTable};
use messages::Message;
use serde_json::{Value, json};
use settings::library_keys::MasterKey;
use settings::models::ModelRegistry;
use store::store::Store;

pub(crate) async fn run(args: &KeysArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    match &args.action {
        None => list(store, printer).await?,
        Some(KeysAction::MakeMaster { file }) => {
            MasterKey::make(file)?;
            printer.notify(&Message::new("master_key_made").with("path", file.display()));
        }
        Some(KeysAction::Set { service, key_stdin }) => {
            let master = MasterKey::needed()?;
            let slot = ModelRegistry::open()?.key_slot(service)?;
            let from = if *key_stdin { KeyFrom::Stdin } else { KeyFrom::Terminal };
            let key = read_key(&slot.variable, from, printer)?
                .ok_or_else(|| WrongUsage(Message::new("library_key_missing")))?;
            let sealed = master.seal(&slot, &key)?;
            store.set_sealed_key(&slot.variable, Some(&sealed), config::now_ms()).await?;
            printer.notify(&Message::new("library_key_set").with("service", service));
        }
        Some(KeysAction::Remove { service }) => {
            let variable = ModelRegistry::open()?.key_variable(service)?;
            store.set_sealed_key(&variable, None, config::now_ms()).await?;
            printer.notify(&Message::new("library_key_removed").with("service", service));
        }
    }
    Ok(Exit::Done)
}

async fn list(store: &Store, printer: &Printer) -> anyhow::Result<()> {
    let keys = store.library().sealed_keys().await?;
    if printer.is_json() {
        let keys: Vec<Value> = keys
            .iter()
            .map(|key| json!({"variable": key.variable, "updated_at_ms": key.updated_at}))
            .collect();
        printer.json(&keys)?;
        return Ok(());
    }
    if keys.is_empty() {
        printer.notify(&Message::new("no_library_keys"));
        return Ok(());
    }
    let mut table =
        TextTable::new(&[("col_key", Align::Left), ("col_person", Align::Left)], 0, printer.language());
    for key in keys {
        let person = key.person.and_then(|person| person.name).unwrap_or_default();
        table.row(vec![key.variable, person]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(())
}
