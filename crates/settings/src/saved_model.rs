//! A model, a key or an endpoint that is to be remembered: the same from the command line and from the page.

use crate::KeySlot;
use crate::error::{SettingsError, garbled};
use crate::file::add_vendor;
use crate::key_target::{key_targets, origin};
use crate::keys::variable_for;
use crate::models::{Endpoint, ModelRegistry};
use llm::{Dialect, ServiceUrl, SetupError};
use messages::Message;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What is to be added.
pub struct ModelSpec<'a> {
    /// A service and its model, or the name an endpoint is to have.
    pub name: &'a str,
    /// Where it is, if it is no known service.
    pub endpoint: Option<Endpoint<'a>>,
    /// What the endpoint calls its model.
    pub model: Option<&'a str>,
}

/// What was added.
pub struct SavedModel {
    /// Where its key is kept, where it needs one.
    pub key: Option<KeySlot>,
    /// The name to use it by.
    pub name: String,
    /// The file an endpoint was written to.
    pub written: Option<PathBuf>,
}

impl ModelRegistry {
    /// Finds a known service, or writes an endpoint down as a service of the person's own.
    pub fn save_model(&self, added: &ModelSpec<'_>) -> Result<SavedModel, SettingsError> {
        let Some(endpoint) = added.endpoint else {
            let resolved = self.resolve(added.name, None)?;
            let name = format!("{}/{}", resolved.vendor_id, resolved.model);
            let targets = key_targets(&self.vendors, &resolved.vendor_id);
            let key = resolved.vendor.key.map(|variable| KeySlot { variable, targets });
            return Ok(SavedModel { key, name, written: None });
        };
        let id = added.name;
        let plain = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if !plain {
            return Err(SettingsError::Refused(Message::new("service_name").with("name", id)));
        }
        if self.is_built_in(id) {
            return Err(SettingsError::Refused(Message::new("service_built_in").with("name", id)));
        }
        let alike =
            |known: &&str| *known != id && variable_for(known) == variable_for(id) && self.is_own(known);
        if let Some(known) = self.vendors.iter().map(|(known, _)| known).find(alike) {
            let message = Message::new("service_name_alike").with("name", id).with("known", known);
            return Err(SettingsError::Refused(message));
        }
        ServiceUrl::parse(endpoint.base_url)
            .map_err(|detail| SetupError::Url { service: id.to_owned(), detail })?;
        let former = self.vendors.iter().find(|(known, _)| *known == id).map(|(_, vendor)| vendor);
        let targets = BTreeSet::from([origin(endpoint.base_url)]);
        let is_elsewhere = key_targets(&self.vendors, id) != targets;
        if let Some(former) = former.filter(|_| is_elsewhere) {
            // The key was given for the former address.
            self.forget_key(former.key.as_deref().unwrap_or_default())?;
        }
        let model = added.model.unwrap_or(id);
        let dialect = endpoint.dialect.unwrap_or(Dialect::OpenaiChat).name();
        let path =
            self.change_settings(|document| add_vendor(document, id, endpoint.base_url, dialect, model))?;
        Ok(SavedModel {
            key: Some(KeySlot { variable: variable_for(id), targets }),
            name: format!("{id}/{model}"),
            written: Some(path),
        })
    }

    /// Changes what is set for a service or one of its models. The result is read before it is written, so that a wrong
    /// value changes nothing.
    pub fn change_vendor(
        &self,
        service: &str,
        model: Option<&str>,
        edit: impl FnOnce(&mut toml_edit::Table),
    ) -> Result<PathBuf, SettingsError> {
        let mut document = crate::file::document(self.folder())?;
        let Some(table) = crate::file::vendor_table(&mut document, service, model) else {
            return Err(SettingsError::Unusable(Message::new("vendor_no_table").with("service", service)));
        };
        edit(table);
        let read: crate::file::Settings = toml::from_str(&document.to_string())
            .map_err(|error: toml::de::Error| garbled(self.folder(), error.message()))?;
        let changed = llm::Vendors::with_overrides(&read.vendors, None)?;
        let variable =
            self.vendors.iter().find(|(id, _)| *id == service).and_then(|(_, vendor)| vendor.key.as_deref());
        if let Some(variable) = variable
            && key_targets(&changed, service) != key_targets(&self.vendors, service)
        {
            // The key was not given for this proxy or these certificates.
            self.forget_key(variable)?;
        }
        self.change_settings(|settings| *settings = document)
    }

    /// Writes down what a model costs, over what is built in.
    pub fn price_model(&self, name: &str, price: llm::Price) -> Result<(), SettingsError> {
        let resolved = self.resolve(name, None)?;
        let mut written = toml_edit::InlineTable::new();
        written.insert("input", price.input.into());
        written.insert("output", price.output.into());
        self.change_vendor(&resolved.vendor_id, Some(&resolved.model), |table| {
            table.insert("price", toml_edit::value(written));
        })?;
        Ok(())
    }

    /// Whether the person added the service; what only changes a built-in one is not theirs.
    pub fn is_own(&self, id: &str) -> bool {
        let vendor = self.settings.vendors.get(id).and_then(toml::Value::as_table);
        vendor.is_some_and(|vendor| vendor.contains_key("base_url"))
    }

    /// Takes a service of the person's own out of the settings, with its key, and the default where that was one of its
    /// models.
    pub fn remove_model(&self, name: &str) -> Result<(), SettingsError> {
        let id = name.split('/').next().unwrap_or(name);
        if !self.is_own(id) && !self.is_built_in(id) {
            return Err(SettingsError::Refused(Message::new("no_such_service").with("name", id)));
        }
        if !self.is_own(id) {
            return Err(SettingsError::Refused(Message::new("service_not_yours").with("name", name)));
        }
        let default = self.settings.default_model.as_deref();
        let is_default = default.is_some_and(|default| default.split('/').next() == Some(id));
        self.forget_key(&variable_for(id))?;
        crate::tested::forget(self.folder(), id)?;
        self.change_settings(|document| {
            if let Some(vendors) = document.get_mut("vendors").and_then(toml_edit::Item::as_table_mut) {
                vendors.remove(id);
            }
            if is_default {
                document.remove("default_model");
            }
        })?;
        Ok(())
    }

    /// Has a model used when none is named.
    pub fn make_default(&self, name: &str) -> Result<(), SettingsError> {
        self.change_settings(|document| {
            document.insert("default_model", toml_edit::value(name));
        })?;
        Ok(())
    }
}
