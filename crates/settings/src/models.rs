//! From a model's name to a model at work: built-in, a program, a known service, or any endpoint.

use crate::delivery::{self, ResolvedDelivery, model_delivery};
use crate::environment::{is_local_only, settings_folder};
use crate::error::SettingsError;
use crate::library_keys::LibraryKeys;
use crate::offline::{self, REHEARSAL, is_offline};
use crate::{file, learned, model_prompts, prices, private_file};
use llm::{
    Budget, BudgetLimit, ClientConfig, Dialect, Gate, Http, HttpConfig, Limits, Metered, Model, Price, Quirk,
    Recording, ResolvedModel, RetryPolicy, ServiceUrl, SetupError, Vendors, connect, connect_in_batches,
    is_on_this_machine,
};
use messages::Message;
use runner::run::{ModelPrompt, RunModel};
use runner::spec::{NamedBy, RunSpec};
use secrecy::SecretString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A model on this machine gets so long for its first word, and between two of them.
const LOCAL_FIRST_WORD: Duration = Duration::from_mins(20);
const LOCAL_SILENCE: Duration = Duration::from_mins(10);

/// Where models come from on this machine.
pub struct ModelRegistry {
    pub(crate) folder: PathBuf,
    /// The file requests and replies are recorded in.
    record: Option<PathBuf>,
    /// What the person has set.
    pub settings: file::Settings,
    /// The services, with what the settings say about them.
    pub vendors: Vendors,
    /// The services as they come with the program, whatever the settings say.
    pub(crate) built_in: Vendors,
    /// The prompts of translation-tuned models, the person's own first.
    prompts: Vec<ModelPrompt>,
    /// A price the user gave for the model that is opened next.
    price: Option<Price>,
    /// Keys of the library, where it has some.
    pub(crate) library_keys: LibraryKeys,
}

/// An endpoint named on the command line.
#[derive(Debug, Clone, Copy)]
pub struct Endpoint<'a> {
    /// Where it is.
    pub base_url: &'a str,
    /// How to speak to it; as OpenAI does where nothing is said.
    pub dialect: Option<Dialect>,
    /// Who named it, which decides where it may be and which key it gets.
    pub named_by: NamedBy,
}

impl<'a> Endpoint<'a> {
    /// An endpoint that was typed in this call.
    pub const fn typed(base_url: &'a str, dialect: Option<Dialect>) -> Self {
        Self { base_url, dialect, named_by: NamedBy::Operator }
    }
}

impl ModelRegistry {
    /// Reads the settings and what belongs to them.
    pub fn open() -> Result<Self, SettingsError> {
        let folder = settings_folder()?;
        let settings = file::read(&folder)?;
        let prices = prices::read(&folder)?;
        let vendors = Vendors::with_overrides(&settings.vendors, prices.as_ref())?;
        let built_in = Vendors::built_in()?;
        let prompts = model_prompts::read(&folder)?;
        Ok(Self {
            folder,
            record: None,
            settings,
            vendors,
            built_in,
            prompts,
            price: None,
            library_keys: LibraryKeys::default(),
        })
    }

    /// Has the keys of a library looked at before those of this machine.
    #[must_use]
    pub fn with_library_keys(mut self, library_keys: LibraryKeys) -> Self {
        self.library_keys = library_keys;
        self
    }

    /// Has everything models are asked and answer recorded in a file.
    #[must_use]
    pub fn recording(mut self, file: Option<&Path>) -> Self {
        self.record = file.map(Path::to_owned);
        self
    }

    /// The names of all models that are known: the person's own, those of services, and what is always there.
    pub fn model_names(&self) -> Vec<String> {
        let known = self
            .vendors
            .iter()
            .flat_map(|(id, vendor)| vendor.models.keys().map(move |model| format!("{id}/{model}")));
        known.chain([REHEARSAL.to_owned()]).collect()
    }

    /// Where settings are kept.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The same, with the price of a model whose price is not known.
    #[must_use]
    pub fn with_price(self, price: Option<Price>) -> Self {
        Self { price, ..self }
    }

    /// Opens the first model of a run, in batches where the run asks for them.
    pub fn open_for_run(
        &self,
        spec: &RunSpec,
        endpoint: Option<Endpoint<'_>>,
        budget: &Arc<Budget>,
    ) -> Result<RunModel, SettingsError> {
        if !spec.batch {
            return self.open_model(&spec.model, endpoint, budget, spec.concurrency);
        }
        let name = &spec.model;
        let without = || SettingsError::Refused(Message::new("no_batches").with("model", name));
        if endpoint.is_none() && is_offline(name) {
            return Err(without());
        }
        let resolved = self.resolve_priced(name, endpoint)?;
        if !takes_batches(&resolved, self.is_built_in(&resolved.vendor_id)) {
            return Err(without());
        }
        let (client_config, keys) = self.client(&resolved, endpoint, budget, 1, RetryPolicy::default())?;
        let secrets = secrets(&resolved, &keys);
        let (model, queue) = connect_in_batches(&resolved, keys, &client_config)?;
        let model = self.recorded(model, secrets)?;
        let price = resolved.facts.price.map(Price::in_batch);
        let window = resolved.facts.window.or(client_config.learner.facts().window);
        let delivery = model_delivery(&resolved, &client_config.learner, &self.prompts);
        let run_model = RunModel::new(model, price, window, resolved.facts.max_output);
        Ok(run_model.delivering(delivery).thinking(resolved.settings().thinking).in_batches(queue))
    }

    /// Opens a model for a run: requests are retried when the service fails.
    pub fn open_model(
        &self,
        name: &str,
        endpoint: Option<Endpoint<'_>>,
        budget: &Arc<Budget>,
        concurrency: usize,
    ) -> Result<RunModel, SettingsError> {
        self.open_with(name, endpoint, budget, concurrency, RetryPolicy::default())
    }

    /// Opens a model for one request. It is not retried: its first failure is what the user asked for.
    pub fn open_for_test(
        &self,
        name: &str,
        endpoint: Option<Endpoint<'_>>,
    ) -> Result<RunModel, SettingsError> {
        let once = RetryPolicy { max_attempts: 1, max_attempts_after_reply: 1, ..RetryPolicy::default() };
        self.open_with(name, endpoint, &Budget::new(BudgetLimit::default()), 1, once)
    }

    fn open_with(
        &self,
        name: &str,
        endpoint: Option<Endpoint<'_>>,
        budget: &Arc<Budget>,
        concurrency: usize,
        retry: RetryPolicy,
    ) -> Result<RunModel, SettingsError> {
        if endpoint.is_none()
            && let Some(model) = offline::model(name, self.settings.command_timeout)?
        {
            let metered = Arc::new(Metered::new(model, Arc::clone(budget), None));
            let model = self.recorded(metered, Vec::new())?;
            return Ok(RunModel::new(model, Some(Price::default()), None, None));
        }
        let resolved = self.resolve_priced(name, endpoint)?;
        let (client_config, keys) = self.client(&resolved, endpoint, budget, concurrency, retry)?;
        let secrets = secrets(&resolved, &keys);
        let model = self.recorded(connect(&resolved, keys, &client_config)?, secrets)?;
        let facts = &resolved.facts;
        let window = facts.window.or(client_config.learner.facts().window);
        let delivery = model_delivery(&resolved, &client_config.learner, &self.prompts);
        let run_model = RunModel::new(model, facts.price, window, facts.max_output);
        Ok(run_model.delivering(delivery).thinking(resolved.settings().thinking))
    }

    /// How a run with a model begins to have its work handed over, and how that is known.
    pub fn delivery_of(
        &self,
        name: &str,
        endpoint: Option<Endpoint<'_>>,
    ) -> Result<ResolvedDelivery, SettingsError> {
        let resolved = self.resolve(name, endpoint)?;
        let name = format!("{}/{}", resolved.vendor_id, resolved.model);
        let learned = learned::read(&self.folder)?.remove(&name).unwrap_or_default();
        Ok(delivery::info(&resolved, &learned, &self.prompts))
    }

    /// Whether a model can be asked in batches.
    pub fn takes_batches(&self, name: &str) -> bool {
        let resolved = self.resolve(name, None);
        !is_offline(name) && resolved.is_ok_and(|it| takes_batches(&it, self.is_built_in(&it.vendor_id)))
    }

    /// What is known about a model that may be used, with the price that was given for it.
    fn resolve_priced(
        &self,
        name: &str,
        endpoint: Option<Endpoint<'_>>,
    ) -> Result<ResolvedModel, SettingsError> {
        let mut resolved = self.resolve(name, endpoint)?;
        self.refuse_elsewhere(name, &resolved)?;
        self.refuse_unlisted(endpoint)?;
        let is_local = is_on_this_machine(&resolved.vendor.base_url);
        resolved.facts.price = self.price.or(resolved.facts.price).or(is_local.then(Price::default));
        Ok(resolved)
    }

    /// Everything around a model, and its keys.
    fn client(
        &self,
        resolved: &ResolvedModel,
        endpoint: Option<Endpoint<'_>>,
        budget: &Arc<Budget>,
        concurrency: usize,
        retry: RetryPolicy,
    ) -> Result<(ClientConfig, Vec<SecretString>), SettingsError> {
        let keys = self.keys(resolved, endpoint)?;
        let concurrency = u32::try_from(concurrency).unwrap_or(u32::MAX);
        let learner = learned::learner(&self.folder, &format!("{}/{}", resolved.vendor_id, resolved.model))?;
        let client_config = ClientConfig {
            learner,
            http: Http::new(self.gate(endpoint), http_config(is_on_this_machine(&resolved.vendor.base_url)))?,
            limits: Limits {
                requests_per_minute: None,
                tokens_per_minute: None,
                start_concurrency: concurrency,
                max_concurrency: concurrency,
            },
            budget: Arc::clone(budget),
            retry,
        };
        Ok((client_config, keys))
    }

    /// What connections to a model pass.
    pub(crate) fn gate(&self, endpoint: Option<Endpoint<'_>>) -> Gate {
        match endpoint.map(|endpoint| endpoint.named_by) {
            _ if self.is_local_only() => Gate::this_machine(),
            Some(NamedBy::Member) => Gate::public(self.settings.networks_of_members()),
            Some(NamedBy::Operator | NamedBy::Owner) | None => Gate::anywhere(),
        }
    }

    fn is_local_only(&self) -> bool {
        is_local_only() || self.settings.local_only
    }

    /// Refuses a model that is not on this machine, where that is wanted, before anything is resolved; the gate has the last word.
    pub fn refuse_elsewhere(&self, name: &str, resolved: &ResolvedModel) -> Result<(), SettingsError> {
        if !self.is_local_only() || is_on_this_machine(&resolved.vendor.base_url) {
            return Ok(());
        }
        let url = ServiceUrl::parse(&resolved.vendor.base_url);
        let host = url.map_or_else(|_| resolved.vendor_id.clone(), |url| url.host());
        tracing::warn!(model = name, host, "refused: only models on this machine may be used");
        Err(SettingsError::Refused(
            Message::new("not_on_this_machine").with("model", name).with("host", host),
        ))
    }

    /// Refuses an address that a member of a team named and the operator did not list.
    fn refuse_unlisted(&self, endpoint: Option<Endpoint<'_>>) -> Result<(), SettingsError> {
        match endpoint {
            Some(endpoint)
                if endpoint.named_by == NamedBy::Member && !self.settings.lists(endpoint.base_url) =>
            {
                Err(SettingsError::Refused(Message::new("endpoint_not_listed")))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The same model, recorded where that was asked for. Keys and the values of headers never reach the file.
    fn recorded(
        &self,
        model: Arc<dyn Model>,
        secrets: Vec<SecretString>,
    ) -> Result<Arc<dyn Model>, SettingsError> {
        let Some(path) = &self.record else { return Ok(model) };
        let file = private_file::append(path)?;
        Ok(Arc::new(Recording::new(model, Box::new(file), secrets)))
    }

    /// What is known about a model.
    pub fn resolve(
        &self,
        name: &str,
        endpoint: Option<Endpoint<'_>>,
    ) -> Result<ResolvedModel, SettingsError> {
        if let Some(Endpoint { base_url, dialect, .. }) = endpoint {
            let wrong = |detail| SetupError::Url { service: name.to_owned(), detail };
            let url = ServiceUrl::parse(base_url).map_err(wrong)?;
            let dialect = dialect.unwrap_or(Dialect::OpenaiChat);
            let mut resolved = ResolvedModel::anywhere(base_url, dialect, name);
            // Messages name the service; this one is known by its address.
            resolved.vendor_id = url.host();
            // A server on this machine is asked how much of the prompt it has read; one that refuses is not asked again.
            if url.is_on_this_machine() {
                resolved.vendor.quirks.0.insert(Quirk::PromptProgress);
            }
            return Ok(resolved);
        }
        let Some((_, vendor)) = self.vendors.iter().find(|(id, _)| *id == name) else {
            return Ok(self.vendors.resolve(name)?);
        };
        let mut models = vendor.models.keys();
        match (models.next(), models.next()) {
            // A service of one model may be called by its own name.
            (Some(model), None) => Ok(self.vendors.resolve(&format!("{name}/{model}"))?),
            (first, second) => {
                let known: Vec<_> =
                    [first, second].into_iter().flatten().map(|model| format!("`{name}/{model}`")).collect();
                let message = match known.as_slice() {
                    [] => Message::new("which_model"),
                    known => Message::new("which_model_of").with("known", known.join(", ")),
                };
                Err(SettingsError::Refused(message.with("service", name)))
            }
        }
    }

    /// Whether a name is a built-in service's, in whatever case.
    pub fn is_built_in(&self, id: &str) -> bool {
        self.built_in.iter().any(|(known, _)| known.eq_ignore_ascii_case(id))
    }

    pub fn change_settings(
        &self,
        edit: impl FnOnce(&mut toml_edit::DocumentMut),
    ) -> Result<PathBuf, SettingsError> {
        file::change(&self.folder, edit)
    }
}

/// A laptop may read a long prompt for many minutes before its first word; a service that does is gone.
fn http_config(is_local: bool) -> HttpConfig {
    let usual = HttpConfig::default();
    if !is_local {
        return usual;
    }
    HttpConfig { first_byte_timeout: LOCAL_FIRST_WORD, idle_timeout: LOCAL_SILENCE, ..usual }
}

/// The three services that have batches, and any endpoint a person named that speaks as they do.
fn takes_batches(resolved: &ResolvedModel, is_built_in: bool) -> bool {
    let speaks_like_one = match resolved.endpoint(None).dialect {
        Dialect::OpenaiChat | Dialect::OpenaiResponses | Dialect::Anthropic | Dialect::Gemini => true,
        Dialect::Ollama => false,
    };
    let is_one =
        matches!(resolved.vendor_id.as_str(), "openai" | "openai-responses" | "anthropic" | "google");
    speaks_like_one && (is_one || !is_built_in)
}

/// What must not be shown of a model's requests: its keys and the values of its headers.
fn secrets(resolved: &ResolvedModel, keys: &[SecretString]) -> Vec<SecretString> {
    let headers = resolved.endpoint(None).headers.into_iter().map(|(_, value)| value);
    keys.iter().cloned().chain(headers).collect()
}
