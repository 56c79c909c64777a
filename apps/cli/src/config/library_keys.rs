//! The keys of a library, opened for the server or a worker and looked at again while it runs.

use crate::output::Printer;
use messages::{Explain, Message};
use settings::library_keys::{LibraryKeys, MasterKey};
use std::time::Duration;
use store::store::Store;

/// How soon a key that was set elsewhere is used here.
const LOOKED_AT_EVERY: Duration = Duration::from_secs(30);

/// Opens the keys the library has; a library without any needs no master key.
pub(crate) async fn open(store: &Store, printer: &Printer) -> anyhow::Result<LibraryKeys> {
    let keys = LibraryKeys::default();
    let Some(master) = MasterKey::of_process()? else {
        if !store.library().sealed_keys().await?.is_empty() {
            printer.warn(&Message::new("no_master_key").with("example", "master.key"));
        }
        return Ok(keys);
    };
    for variable in read(store, &master, &keys).await? {
        let unopened = Message::new("library_keys_unopened").with("variable", variable);
        printer.warn(&unopened.with("example", "SERVICE"));
    }
    let (store, kept) = (store.clone(), keys.clone());
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(LOOKED_AT_EVERY).await;
            if let Err(error) = read(&store, &master, &kept).await {
                tracing::debug!(error = %error.message(), "the library's keys were not looked at");
            }
        }
    });
    Ok(keys)
}

async fn read(
    store: &Store,
    master: &MasterKey,
    keys: &LibraryKeys,
) -> Result<Vec<String>, store::error::StoreError> {
    let sealed = store.library().sealed_keys().await?;
    Ok(keys.set(master, sealed.iter().map(|key| (key.variable.as_str(), key.sealed.as_slice()))))
}
