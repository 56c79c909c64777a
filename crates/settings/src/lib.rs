//! What a person has set: models with their keys, prices and what was learnt about them, dictionaries, the house style. From a
//! model's name to a client that is ready, in one place for every door. The only crate that reads the environment.

pub mod delivery;
pub mod dictionaries;
pub mod environment;
mod error;
pub mod file;
mod key_target;
mod keyring;
pub mod keys;
pub mod learned;
pub mod library_keys;
pub mod login_service;
pub mod mail_server;
pub mod model_prompts;
pub mod model_settings;
pub mod model_test;
pub mod models;
pub mod offline;
pub mod prices;
pub mod private_file;
pub mod saved_model;
mod service_keys;
pub mod style;
pub mod tested;
mod typed;

pub use error::SettingsError;
pub use service_keys::KeySlot;
