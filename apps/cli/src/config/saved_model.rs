//! A model, a key or an endpoint that is to be remembered: the same from the command line and from the page.

use super::keys::{origin, variable_for};
use super::models::{Endpoint, ModelRegistry};
use super::settings::add_vendor;
use crate::exit::WrongUsage;
use llm::Dialect;
use std::path::PathBuf;

/// What is to be added.
pub(crate) struct ModelSpec<'a> {
    pub(crate) name: &'a str,
    pub(crate) endpoint: Option<Endpoint<'a>>,
    pub(crate) model: Option<&'a str>,
}

/// What was added.
pub(crate) struct SavedModel {
    /// The variable its key is kept under, where it needs one.
    pub(crate) variable: Option<String>,
    /// The name to use it by.
    pub(crate) name: String,
    /// The file an endpoint was written to.
    pub(crate) written: Option<PathBuf>,
}

impl ModelRegistry {
    /// Finds a known service, or writes an endpoint down as a service of the person's own.
    pub(crate) fn save_model(&self, added: &ModelSpec<'_>) -> anyhow::Result<SavedModel> {
        let Some(endpoint) = added.endpoint else {
            let resolved = self.resolve(added.name, None)?;
            let name = format!("{}/{}", resolved.vendor_id, resolved.model);
            return Ok(SavedModel { variable: resolved.vendor.key, name, written: None });
        };
        let id = added.name;
        let plain = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if !plain {
            return Err(WrongUsage(format!(
                "`{id}` cannot name a service\nhint: use letters, digits, `-` and `_`"
            ))
            .into());
        }
        if self.is_built_in(id) {
            return Err(WrongUsage(format!(
                "`{id}` is a built-in service\nhint: choose another name for this endpoint"
            ))
            .into());
        }
        let former = self.vendors.iter().find(|(known, _)| *known == id).map(|(_, vendor)| vendor);
        if let Some(former) = former.filter(|former| origin(&former.base_url) != origin(endpoint.base_url)) {
            // The key was given for the former address.
            self.forget_key(former.key.as_deref().unwrap_or_default())?;
        }
        let model = added.model.unwrap_or(id);
        let dialect = endpoint.dialect.unwrap_or(Dialect::OpenaiChat).name();
        let path =
            self.change_settings(|document| add_vendor(document, id, endpoint.base_url, dialect, model))?;
        Ok(SavedModel {
            variable: Some(variable_for(id)),
            name: format!("{id}/{model}"),
            written: Some(path),
        })
    }

    /// Changes what is set for a service or one of its models. The result is read before it is written, so that a wrong
    /// value changes nothing.
    pub(crate) fn change_vendor(
        &self,
        service: &str,
        model: Option<&str>,
        edit: impl FnOnce(&mut toml_edit::Table),
    ) -> anyhow::Result<PathBuf> {
        let mut document = super::settings::document(self.folder())?;
        let Some(table) = super::settings::vendor_table(&mut document, service, model) else {
            anyhow::bail!("`vendors.{service}` in the settings is not a table");
        };
        edit(table);
        let read: super::settings::Settings = toml::from_str(&document.to_string())?;
        llm::Vendors::with_overrides(&read.vendors, None)?;
        self.change_settings(|settings| *settings = document)
    }

    /// Writes down what a model costs, over what is built in.
    pub(crate) fn price_model(&self, name: &str, price: llm::Price) -> anyhow::Result<()> {
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
    pub(crate) fn is_own(&self, id: &str) -> bool {
        let vendor = self.settings.vendors.get(id).and_then(toml::Value::as_table);
        vendor.is_some_and(|vendor| vendor.contains_key("base_url"))
    }

    /// Takes a service of the person's own out of the settings, with its key, and the default where that was one of its
    /// models.
    pub(crate) fn remove_model(&self, name: &str) -> anyhow::Result<()> {
        let id = name.split('/').next().unwrap_or(name);
        if !self.is_own(id) && !self.is_built_in(id) {
            let text = format!("there is no service `{id}`\nhint: `tsumugi models list` shows them");
            return Err(WrongUsage(text).into());
        }
        if !self.is_own(id) {
            let text =
                format!("`{name}` is built in and cannot be removed\nhint: only endpoints you added can be");
            return Err(WrongUsage(text).into());
        }
        let default = self.settings.default_model.as_deref();
        let is_default = default.is_some_and(|default| default.split('/').next() == Some(id));
        self.forget_key(&variable_for(id))?;
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
    pub(crate) fn make_default(&self, name: &str) -> anyhow::Result<()> {
        self.change_settings(|document| {
            document.insert("default_model", toml_edit::value(name));
        })?;
        Ok(())
    }
}
