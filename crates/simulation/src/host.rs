//! What the server gets from the simulated machine: the model, the dictionary, the clock. It keeps nothing.

use crate::dictionary::SimulatedDictionaries;
use crate::process::model;
use crate::world::World;
use async_trait::async_trait;
use checks::dictionary::Dictionaries;
use llm::{Budget, DeliveryChoice, OfferedModel, Price};
use messages::Message;
use runner::run::{ClaimOwner, RunModel};
use runner::spec::RunSpec;
use secrecy::SecretString;
use serde_json::{Map, Value};
use server::host::{
    Host, HostError, HostSettings, KeyService, LibraryKeySeal, ModelInfo, ModelSettingsInfo, ModelTestReport,
    NewModel, SettingsChange,
};
use std::sync::{Arc, Mutex, PoisonError};

/// The host of a simulated server.
pub(crate) struct SimulatedHost {
    pub(crate) world: Arc<World>,
    pub(crate) holder: ClaimOwner,
    /// What the runs that were begun here may spend, and have spent.
    pub(crate) budgets: Mutex<Vec<Arc<Budget>>>,
}

impl SimulatedHost {
    /// The budgets of the runs so far. They hold the host as their clock: keeping them here keeps the library open.
    pub(crate) fn take_budgets(&self) -> Vec<Arc<Budget>> {
        std::mem::take(&mut *self.budgets.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What no simulated day asks for.
fn refused<T>() -> Result<T, HostError> {
    Err(HostError::Refused(Message::new("no_such_model").with("name", "simulated").with("known", "")))
}

#[async_trait]
impl Host for SimulatedHost {
    fn models(&self) -> Result<Vec<ModelInfo>, HostError> {
        Ok(Vec::new())
    }

    fn default_model(&self) -> Result<Option<String>, HostError> {
        Ok(Some("simulated".to_owned()))
    }

    fn open_models(&self, _spec: &RunSpec, budget: &Arc<Budget>) -> Result<Vec<RunModel>, HostError> {
        self.budgets.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(budget));
        model(&self.world, budget, false).map(|model| vec![model]).or_else(|_| refused())
    }

    fn note_typed(&self, _spec: &RunSpec) -> Result<(), HostError> {
        Ok(())
    }

    fn add_model(&self, _new: NewModel) -> Result<String, HostError> {
        refused()
    }

    fn price_model(&self, _name: &str, _price: Price) -> Result<(), HostError> {
        refused()
    }

    fn set_delivery(&self, _name: &str, _choice: DeliveryChoice) -> Result<(), HostError> {
        refused()
    }

    fn remove_model(&self, _name: &str) -> Result<(), HostError> {
        refused()
    }

    async fn test_model(&self, _name: &str) -> Result<ModelTestReport, HostError> {
        refused()
    }

    fn model_settings(&self, _name: &str) -> Result<ModelSettingsInfo, HostError> {
        refused()
    }

    fn change_model_settings(&self, _name: &str, _patch: &Map<String, Value>) -> Result<(), HostError> {
        refused()
    }

    async fn offered_models(&self, _service: &str) -> Result<Vec<OfferedModel>, HostError> {
        refused()
    }

    fn key_services(&self) -> Result<Vec<KeyService>, HostError> {
        Ok(Vec::new())
    }

    fn can_seal(&self) -> bool {
        false
    }

    fn seal_key(&self, _service: &str, _key: &SecretString) -> Result<LibraryKeySeal, HostError> {
        refused()
    }

    fn use_library_keys(&self, _keys: &[LibraryKeySeal]) -> Result<(), HostError> {
        Ok(())
    }

    fn has_library_key(&self, _variable: &str) -> bool {
        false
    }

    fn settings(&self) -> Result<HostSettings, HostError> {
        Ok(HostSettings { default_model: Some("simulated".to_owned()), ask_above_usd: 1.0 })
    }

    fn change_settings(&self, _change: SettingsChange) -> Result<(), HostError> {
        refused()
    }

    fn dictionaries(&self) -> Arc<dyn Dictionaries> {
        Arc::new(SimulatedDictionaries(Arc::clone(&self.world)))
    }

    fn holder(&self) -> ClaimOwner {
        self.holder.clone()
    }

    fn now_ms(&self) -> i64 {
        self.world.now_ms()
    }
}
