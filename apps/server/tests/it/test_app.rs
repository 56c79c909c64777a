//! A server on a free port with a library of its own, and an office whose models are played.

use crate::client::Client;
use async_trait::async_trait;
use checks::dictionary::{Dictionaries, NoDictionaries};
use llm::{
    Budget, ClientConfig, DeliveryChoice, Dialect, Gate, Http, HttpConfig, Limits, Metered, Rehearsal,
    ResolvedModel, RetryPolicy, connect,
};
use llm_test_server::{Plan, TestServer};
use messages::{Explain, Message};
use runner::run::{ClaimOwner, RunModel};
use runner::spec::RunSpec;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};
use server::host::{
    DeliveryInfo, Host, HostError, HostSettings, KeyService, KeyStatus, LibraryKeySeal, ModelInfo,
    ModelSettingsInfo, ModelTestReport, NewModel, SettingsChange,
};
use server::serve::{OidcConfig, Proxies, ServeError, Server, ServerConfig, ServerLimits};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::store::Store;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server with a library of its own; it stops when dropped.
pub(crate) struct TestApp {
    pub(crate) client: Client,
    pub(crate) store: Store,
    pub(crate) model: TestServer,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
    _folder: tempfile::TempDir,
}

/// How it is started.
pub(crate) struct Opening {
    pub(crate) plan: Plan,
    pub(crate) token: Option<&'static str>,
    pub(crate) is_team: bool,
    pub(crate) oidc: Option<OidcConfig>,
    pub(crate) proxies: Proxies,
    pub(crate) limits: ServerLimits,
    pub(crate) dictionaries: Arc<dyn Dictionaries>,
}

impl Default for Opening {
    fn default() -> Self {
        let limits = ServerLimits { drain: Duration::from_millis(300), ..ServerLimits::default() };
        let dictionaries = Arc::new(NoDictionaries);
        Self {
            plan: Plan::agent(),
            token: None,
            is_team: false,
            oidc: None,
            proxies: Proxies::default(),
            limits,
            dictionaries,
        }
    }
}

impl TestApp {
    pub(crate) async fn open() -> Self {
        Self::open_as(Opening::default()).await
    }

    pub(crate) async fn open_as(opening: Opening) -> Self {
        Self::try_open(opening).await.unwrap()
    }

    /// The same, where the server may refuse to be opened so.
    pub(crate) async fn try_open(opening: Opening) -> Result<Self, ServeError> {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("library.tsumugi")).await.unwrap();
        Self::try_open_on(store, opening, folder).await
    }

    async fn open_on(store: Store, opening: Opening, folder: tempfile::TempDir) -> Self {
        Self::try_open_on(store, opening, folder).await.unwrap()
    }

    async fn try_open_on(
        store: Store,
        opening: Opening,
        folder: tempfile::TempDir,
    ) -> Result<Self, ServeError> {
        let model = TestServer::start(opening.plan).await.unwrap();
        let host = Arc::new(TestHost::new(model.base_url(Dialect::OpenaiChat), opening.dictionaries));
        let token = opening.token.map(SecretString::from);
        let (proxies, limits) = (opening.proxies, opening.limits);
        let config = ServerConfig {
            store: store.clone(),
            host,
            token,
            is_team: opening.is_team,
            oidc: opening.oidc,
            mail: None,
            proxies,
            limits,
            has_workers: false,
        };
        let server = Server::bind("127.0.0.1:0".parse().unwrap(), config).await?;
        let client = Client::new(server.address().unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Ok(Self { client, store, model, stop: Some(stop), serving, _folder: folder })
    }

    /// A second server on the same library, through connections of its own.
    pub(crate) async fn second(&self) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(self.store.path().unwrap()).await.unwrap();
        Self::open_on(store, Opening::default(), folder).await
    }

    /// Imports one of the samples and gives back its id.
    pub(crate) async fn import(&self, name: &str) -> String {
        let reply = self.client.upload("/api/v1/books", name, &sample(name), &[("to", "zh")]).await;
        reply.expect(201).json()["book"]["id"].as_str().unwrap().to_owned()
    }

    /// The first chapter with work in it, and its paragraphs.
    pub(crate) async fn chapter(&self, book: &str) -> (String, Vec<Value>) {
        let page = self.client.get(&format!("/api/v1/books/{book}")).await.expect(200).json();
        let chapters = page["chapters"].as_array().unwrap();
        let chapter = chapters.iter().find(|chapter| chapter["n_work"].as_u64() > Some(10)).unwrap();
        let id = chapter["id"].as_str().unwrap().to_owned();
        let path = format!("/api/v1/books/{book}/chapters/{id}/paragraphs");
        let paragraphs = self.client.get(&path).await.expect(200).json()["items"].as_array().unwrap().clone();
        (id, paragraphs)
    }

    /// A paragraph with text.
    pub(crate) async fn paragraph(&self, book: &str) -> String {
        let (_, paragraphs) = self.chapter(book).await;
        let plain = |one: &&Value| one["is_empty"] == false && !one["text"].as_str().unwrap().contains('<');
        paragraphs.iter().find(plain).unwrap()["paragraph_id"].as_str().unwrap().to_owned()
    }

    /// Stops the server as Ctrl-C would, and waits until it has left.
    pub(crate) async fn close(mut self) -> Store {
        self.stop().await;
        self.store.clone()
    }

    /// The same, and the library stays for another server.
    pub(crate) async fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        (&mut self.serving).await.unwrap();
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

pub(crate) fn sample(name: &str) -> Vec<u8> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(name);
    std::fs::read(path).unwrap()
}

/// Hires the rehearsal, and under the name `test/model` whatever the test server plays.
pub(crate) struct TestHost {
    base_url: String,
    settings: Mutex<HostSettings>,
    delivery: Mutex<DeliveryChoice>,
    model_settings: Mutex<Map<String, Value>>,
    library_keys: Mutex<Vec<String>>,
    clock: AtomicI64,
    dictionaries: Arc<dyn Dictionaries>,
}

impl TestHost {
    pub(crate) fn new(base_url: String, dictionaries: Arc<dyn Dictionaries>) -> Self {
        let settings =
            Mutex::new(HostSettings { default_model: Some("rehearsal".to_owned()), ask_above_usd: 1.0 });
        Self {
            base_url,
            settings,
            delivery: Mutex::default(),
            model_settings: Mutex::default(),
            library_keys: Mutex::default(),
            clock: AtomicI64::new(1_800_000_000_000),
            dictionaries,
        }
    }

    fn one(&self, name: &str, budget: &Arc<Budget>) -> Result<RunModel, HostError> {
        if name == "rehearsal" {
            return Ok(RunModel::new(
                Arc::new(Metered::new(Arc::new(Rehearsal), Arc::clone(budget), None)),
                None,
                None,
                None,
            ));
        }
        if name != "test/model" {
            return Err(HostError::Refused(
                Message::new("no_such_model").with("name", name).with("known", "test"),
            ));
        }
        let resolved = ResolvedModel::anywhere(&self.base_url, Dialect::OpenaiChat, "model");
        let client_config = ClientConfig {
            learner: std::sync::Arc::default(),
            http: Http::new(Gate::anywhere(), HttpConfig::default()).unwrap(),
            limits: Limits {
                requests_per_minute: None,
                tokens_per_minute: None,
                start_concurrency: 4,
                max_concurrency: 4,
            },
            budget: Arc::clone(budget),
            retry: RetryPolicy::default(),
        };
        let model = connect(&resolved, Vec::new(), &client_config).unwrap();
        Ok(RunModel::new(model, None, None, None))
    }
}

#[async_trait]
impl Host for TestHost {
    fn models(&self) -> Result<Vec<ModelInfo>, HostError> {
        let offer = |name: &str| ModelInfo {
            name: name.to_owned(),
            service: "test".to_owned(),
            base_url: None,
            dialect: None,
            key: KeyStatus::NotNeeded,
            window: None,
            max_output: None,
            price: None,
            priced_on: None,
            is_own: false,
            delivery: (name == "test/model").then(|| DeliveryInfo {
                form: self.delivery.lock().unwrap().form().unwrap_or_default(),
                from: "setting",
                why: None,
                prompt: None,
            }),
            tested: None,
        };
        Ok(vec![offer("rehearsal"), offer("test/model")])
    }

    fn default_model(&self) -> Result<Option<String>, HostError> {
        Ok(self.settings.lock().unwrap().default_model.clone())
    }

    fn open_models(&self, spec: &RunSpec, budget: &Arc<Budget>) -> Result<Vec<RunModel>, HostError> {
        std::iter::once(&spec.model).chain(&spec.fallbacks).map(|name| self.one(name, budget)).collect()
    }

    fn note_typed(&self, _spec: &RunSpec) -> Result<(), HostError> {
        Ok(())
    }

    fn add_model(&self, new: NewModel) -> Result<String, HostError> {
        Ok(new.name)
    }

    fn price_model(&self, _name: &str, _price: llm::Price) -> Result<(), HostError> {
        Ok(())
    }

    fn set_delivery(&self, _name: &str, choice: DeliveryChoice) -> Result<(), HostError> {
        *self.delivery.lock().unwrap() = choice;
        Ok(())
    }

    fn remove_model(&self, name: &str) -> Result<(), HostError> {
        Err(HostError::Refused(Message::new("service_not_yours").with("name", name)))
    }

    async fn test_model(&self, name: &str) -> Result<ModelTestReport, HostError> {
        let run_model = self.one(name, &Budget::new(llm::BudgetLimit::default()))?;
        let trial = runner::model_test::sentence(run_model.model()).await;
        let trial = trial.map_err(|failure| HostError::Refused(failure.message()))?;
        Ok(ModelTestReport {
            tested_ms: 0,
            works: true,
            failure: None,
            tools: trial.n_calls > 0,
            parallel_calls: false,
            delivery: Some(llm::Delivery::Tools),
            is_streaming: trial.is_streaming(),
            thinking: false,
            structured_output: None,
            cut_off: false,
            window: None,
            capabilities: Vec::new(),
            tokens_per_second: None,
            price: None,
            answer: trial.text,
            first_event_ms: trial.first_event_ms,
            all_ms: trial.all_ms,
            cost_micros: None,
        })
    }

    fn model_settings(&self, name: &str) -> Result<ModelSettingsInfo, HostError> {
        let set = self.model_settings.lock().unwrap().clone();
        Ok(ModelSettingsInfo { name: name.to_owned(), effective: set.clone(), set, hidden: Vec::new() })
    }

    fn change_model_settings(&self, _name: &str, patch: &Map<String, Value>) -> Result<(), HostError> {
        self.model_settings.lock().unwrap().extend(patch.clone());
        Ok(())
    }

    async fn offered_models(&self, _service: &str) -> Result<Vec<llm::OfferedModel>, HostError> {
        Ok(Vec::new())
    }

    fn key_services(&self) -> Result<Vec<KeyService>, HostError> {
        let (id, name, variable) = ("test".to_owned(), "Test".to_owned(), "TEST_API_KEY".to_owned());
        Ok(vec![KeyService { id, name, variable }])
    }

    fn can_seal(&self) -> bool {
        true
    }

    /// Turned round, so that what the library has is not the key.
    fn seal_key(&self, service: &str, key: &SecretString) -> Result<LibraryKeySeal, HostError> {
        if service != "test" {
            return Err(HostError::Refused(Message::new("no_such_model").with("name", service)));
        }
        let sealed = key.expose_secret().bytes().rev().collect();
        Ok(LibraryKeySeal { variable: "TEST_API_KEY".to_owned(), sealed })
    }

    fn use_library_keys(&self, keys: &[LibraryKeySeal]) -> Result<(), HostError> {
        *self.library_keys.lock().unwrap() = keys.iter().map(|key| key.variable.clone()).collect();
        Ok(())
    }

    fn has_library_key(&self, variable: &str) -> bool {
        self.library_keys.lock().unwrap().iter().any(|known| known == variable)
    }

    fn dictionaries(&self) -> Arc<dyn Dictionaries> {
        Arc::clone(&self.dictionaries)
    }

    fn settings(&self) -> Result<HostSettings, HostError> {
        Ok(self.settings.lock().unwrap().clone())
    }

    fn change_settings(&self, change: SettingsChange) -> Result<(), HostError> {
        let mut settings = self.settings.lock().unwrap();
        if let Some(name) = change.default_model {
            settings.default_model = Some(name).filter(|name| !name.is_empty());
        }
        settings.ask_above_usd = change.ask_above_usd.unwrap_or(settings.ask_above_usd);
        Ok(())
    }

    fn holder(&self) -> ClaimOwner {
        ClaimOwner::new("the server of a test".to_owned(), |_| false)
    }

    fn now_ms(&self) -> i64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }
}
