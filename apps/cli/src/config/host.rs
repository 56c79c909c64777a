//! The server's window to this machine's models, keys and settings. Keys go in through it and never come out.

use async_trait::async_trait;
use checks::dictionary::Dictionaries;
use llm::Budget;
use messages::{Explain, Message};
use runner::run::{ClaimOwner, RunModel};
use runner::spec::RunSpec;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};
use server::host::{
    DeliveryInfo, Host, HostError, HostSettings, KeyService, KeyStatus, LibraryKeySeal, ModelInfo,
    ModelSettingsInfo, ModelTestReport, NewModel, SettingsChange,
};
use settings::SettingsError;
use settings::library_keys::{LibraryKeys, MasterKey};
use settings::model_settings::ShownSettings;
use settings::models::{Endpoint, ModelRegistry};
use settings::offline::{REHEARSAL, is_offline, is_program};
use settings::saved_model::ModelSpec;
use settings::tested::TestedModel;
use std::sync::Arc;

/// No key is longer; something pasted by mistake is.
const LONGEST_KEY: usize = 4096;

/// The server's host. Settings are read for every request, so that the page and the command line see the same.
pub(crate) struct CliHost {
    holder: ClaimOwner,
    dictionaries: Arc<dyn Dictionaries>,
    library_keys: LibraryKeys,
}

impl CliHost {
    pub(crate) fn new(holder: ClaimOwner, library_keys: LibraryKeys) -> anyhow::Result<Self> {
        Ok(Self { holder, dictionaries: settings::dictionaries::dictionaries()?, library_keys })
    }

    fn open(&self) -> Result<ModelRegistry, HostError> {
        Ok(ModelRegistry::open().map_err(to_host_error)?.with_library_keys(self.library_keys.clone()))
    }
}

#[async_trait]
impl Host for CliHost {
    fn models(&self) -> Result<Vec<ModelInfo>, HostError> {
        let registry = self.open()?;
        let mut tested = registry.last_tests().map_err(to_host_error)?;
        let mut offers = vec![ModelInfo { tested: tested.remove(REHEARSAL).map(report), ..rehearsal() }];
        for (id, vendor) in registry.vendors.iter() {
            let key = match &vendor.key {
                None => KeyStatus::NotNeeded,
                Some(_) if registry.has_key(id) => KeyStatus::Present,
                Some(_) => KeyStatus::Missing,
            };
            let offer = |model: &str, facts: &llm::VendorModelFacts| ModelInfo {
                name: format!("{id}/{model}"),
                service: vendor.name.clone(),
                base_url: Some(vendor.base_url.clone()),
                dialect: Some(vendor.dialect.name().to_owned()),
                key,
                window: facts.window,
                max_output: facts.max_output.map(u64::from),
                price: facts.price.map(llm::Price::in_dollars),
                priced_on: facts.priced_on.clone(),
                is_own: registry.is_own(id),
                delivery: delivery(&registry, &format!("{id}/{model}")),
                tested: tested.get(&format!("{id}/{model}")).cloned().map(report),
            };
            if vendor.models.is_empty() {
                offers.push(offer("…", &llm::VendorModelFacts::default()));
            }
            offers.extend(vendor.models.iter().map(|(model, facts)| offer(model, facts)));
        }
        Ok(offers)
    }

    fn default_model(&self) -> Result<Option<String>, HostError> {
        Ok(self.open()?.settings.default_model)
    }

    fn open_models(&self, spec: &RunSpec, budget: &Arc<Budget>) -> Result<Vec<RunModel>, HostError> {
        let registry = self.open()?;
        let names = std::iter::once(&spec.model).chain(&spec.fallbacks);
        let is_text = spec.delivery.form().is_some_and(|form| form != llm::Delivery::Tools);
        if let Some(name) = names.clone().find(|name| is_text && is_offline(name)) {
            let message = Message::new("form_not_possible").with("model", name);
            return Err(HostError::Refused(message.with("form", spec.delivery)));
        }
        if names.clone().any(|name| is_offline(name) && name != REHEARSAL) {
            // A user of the page must not be able to start programs on this machine.
            return Err(HostError::Refused(Message::new("programs_not_from_page")));
        }
        dialect(spec.endpoint.as_ref().and_then(|endpoint| endpoint.dialect.as_deref()))?;
        let endpoint = registry.endpoint_of(spec).map_err(to_host_error)?;
        let first = registry.open_for_run(spec, endpoint, budget).map_err(to_host_error)?;
        let mut models = vec![first];
        for name in &spec.fallbacks {
            models.push(registry.open_model(name, None, budget, spec.concurrency).map_err(to_host_error)?);
        }
        Ok(models)
    }

    fn note_typed(&self, spec: &RunSpec) -> Result<(), HostError> {
        self.open()?.note_typed(spec).map_err(to_host_error)
    }

    fn add_model(&self, new: NewModel) -> Result<String, HostError> {
        let registry = self.open()?;
        new.key.as_ref().map(refuse_odd_key).transpose()?;
        let dialect = dialect(new.dialect.as_deref())?;
        let endpoint = new.base_url.as_deref().map(|base_url| Endpoint::typed(base_url, dialect));
        let added = ModelSpec { name: &new.name, endpoint, model: new.model.as_deref() };
        let enrolled = registry.save_model(&added).map_err(to_host_error)?;
        if let (Some(slot), Some(key)) = (&enrolled.key, &new.key) {
            registry.keep_key(slot, key).map_err(to_host_error)?;
        }
        if new.is_default {
            registry.make_default(&enrolled.name).map_err(to_host_error)?;
        }
        Ok(enrolled.name)
    }

    fn price_model(&self, name: &str, price: llm::Price) -> Result<(), HostError> {
        self.open()?.price_model(name, price).map_err(to_host_error)
    }

    fn set_delivery(&self, name: &str, choice: llm::DeliveryChoice) -> Result<(), HostError> {
        let registry = self.open()?;
        let (service, model) = name.split_once('/').map_or((name, None), |(id, model)| (id, Some(model)));
        registry.resolve(&format!("{service}/{}", model.unwrap_or("any")), None).map_err(to_host_error)?;
        let changed = registry.change_vendor(service, model, |table| {
            table.insert("delivery", toml_edit::value(choice.to_string()));
        });
        changed.map(|_path| ()).map_err(to_host_error)
    }

    fn remove_model(&self, name: &str) -> Result<(), HostError> {
        self.open()?.remove_model(name).map_err(to_host_error)
    }

    async fn test_model(&self, name: &str) -> Result<ModelTestReport, HostError> {
        if is_offline(name) && name != REHEARSAL {
            return Err(HostError::Refused(Message::new("programs_not_from_page")));
        }
        let registry = self.open()?;
        if is_offline(name) {
            registry.test_offline(name, self.now_ms()).await.map_err(to_host_error)?;
        } else {
            registry.test_model(name, None, self.now_ms()).await.map_err(to_host_error)?;
        }
        let name = registry.full_name(name);
        let tested = registry.last_tests().map_err(to_host_error)?.remove(&name);
        let not_kept = || HostError::Failed(Message::new("cannot_write").with("path", "tested.json"));
        tested.map(report).ok_or_else(not_kept)
    }

    fn model_settings(&self, name: &str) -> Result<ModelSettingsInfo, HostError> {
        let ShownSettings { name, set, effective, hidden } =
            self.open()?.shown_settings(name).map_err(to_host_error)?;
        Ok(ModelSettingsInfo { name, set, effective, hidden })
    }

    fn change_model_settings(&self, name: &str, patch: &Map<String, Value>) -> Result<(), HostError> {
        self.open()?.patch_settings(name, patch).map(|_path| ()).map_err(to_host_error)
    }

    async fn offered_models(&self, service: &str) -> Result<Vec<llm::OfferedModel>, HostError> {
        self.open()?.offered(service).await.map_err(to_host_error)
    }

    fn key_services(&self) -> Result<Vec<KeyService>, HostError> {
        let registry = self.open()?;
        let services = registry.vendors.iter().filter_map(|(id, vendor)| {
            let variable = vendor.key.clone()?;
            Some(KeyService { id: id.to_owned(), name: vendor.name.clone(), variable })
        });
        Ok(services.collect())
    }

    fn can_seal(&self) -> bool {
        MasterKey::of_process().is_ok_and(|master| master.is_some())
    }

    fn seal_key(&self, service: &str, key: &SecretString) -> Result<LibraryKeySeal, HostError> {
        refuse_odd_key(key)?;
        let master = MasterKey::needed().map_err(to_host_error)?;
        let slot = self.open()?.key_slot(service).map_err(to_host_error)?;
        let sealed = master.seal(&slot, key).map_err(to_host_error)?;
        Ok(LibraryKeySeal { variable: slot.variable, sealed })
    }

    fn use_library_keys(&self, keys: &[LibraryKeySeal]) -> Result<(), HostError> {
        if let Some(master) = MasterKey::of_process().map_err(to_host_error)? {
            self.library_keys
                .set(&master, keys.iter().map(|key| (key.variable.as_str(), key.sealed.as_slice())));
        }
        Ok(())
    }

    fn has_library_key(&self, variable: &str) -> bool {
        self.library_keys.has(variable)
    }

    fn settings(&self) -> Result<HostSettings, HostError> {
        let settings = self.open()?.settings;
        Ok(HostSettings { default_model: settings.default_model, ask_above_usd: settings.ask_above })
    }

    fn change_settings(&self, change: SettingsChange) -> Result<(), HostError> {
        let registry = self.open()?;
        if change.default_model.as_deref().is_some_and(is_program) {
            return Err(HostError::Refused(Message::new("programs_not_from_page")));
        }
        let name = change.default_model.as_deref().filter(|name| !name.is_empty() && !is_offline(name));
        if let Some(name) = name {
            registry.resolve(name, None).map_err(to_host_error)?;
        }
        let changed = registry.change_settings(|document| {
            match change.default_model.as_deref() {
                Some("") => {
                    document.remove("default_model");
                }
                Some(name) => {
                    document.insert("default_model", toml_edit::value(name));
                }
                None => {}
            }
            if let Some(usd) = change.ask_above_usd {
                document.insert("ask_above", toml_edit::value(usd));
            }
        });
        changed.map(|_path| ()).map_err(to_host_error)
    }

    fn dictionaries(&self) -> Arc<dyn Dictionaries> {
        Arc::clone(&self.dictionaries)
    }

    fn holder(&self) -> ClaimOwner {
        self.holder.clone()
    }

    fn now_ms(&self) -> i64 {
        super::now_ms()
    }
}

fn refuse_odd_key(key: &SecretString) -> Result<(), HostError> {
    let key = key.expose_secret();
    if key.is_empty() || key.len() > LONGEST_KEY || key.chars().any(char::is_control) {
        return Err(HostError::Refused(Message::new("no_key_text")));
    }
    Ok(())
}

fn rehearsal() -> ModelInfo {
    ModelInfo {
        name: REHEARSAL.to_owned(),
        service: "Tsumugi".to_owned(),
        base_url: None,
        dialect: None,
        key: KeyStatus::NotNeeded,
        window: None,
        max_output: None,
        price: None,
        priced_on: None,
        is_own: false,
        delivery: None,
        tested: None,
    }
}

fn report(tested: TestedModel) -> ModelTestReport {
    ModelTestReport {
        tested_ms: tested.tested_ms,
        works: tested.works,
        failure: tested.failure,
        tools: tested.tools,
        parallel_calls: tested.parallel_calls,
        delivery: tested.delivery,
        is_streaming: tested.streaming,
        thinking: tested.thinking,
        structured_output: tested.structured_output,
        cut_off: tested.cut_off,
        window: tested.window,
        capabilities: tested.capabilities,
        tokens_per_second: tested.tokens_per_second,
        price: tested.usd_per_million_input.zip(tested.usd_per_million_output),
        answer: tested.answer,
        first_event_ms: tested.first_event_ms,
        all_ms: tested.ms,
        cost_micros: tested.cost_micros,
    }
}

/// The form a run with a model begins with, as the page shows it.
fn delivery(registry: &ModelRegistry, name: &str) -> Option<DeliveryInfo> {
    let known = registry.delivery_of(name, None).ok()?;
    let settings::delivery::ResolvedDelivery { form, from, why, prompt } = known;
    Some(DeliveryInfo { form, from: from.as_str(), why, prompt })
}

fn dialect(name: Option<&str>) -> Result<Option<llm::Dialect>, HostError> {
    name.map(crate::args::model::dialect).transpose().map_err(HostError::Refused)
}

/// What is typed wrong, unknown or without a key is refused; what the system does not let us do has failed.
#[expect(clippy::needless_pass_by_value, reason = "what `map_err` gives")]
fn to_host_error(error: SettingsError) -> HostError {
    let Some(io) = error.io() else { return HostError::Refused(error.message()) };
    let message = Message::new("because").part("what", error.message()).with("why", io);
    let is_full = io.kind() == std::io::ErrorKind::StorageFull;
    if is_full { HostError::DiskFull(message) } else { HostError::Failed(message) }
}
