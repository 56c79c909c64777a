//! What travels: the shapes of every request and reply, apart from our own values, so that either can change alone.

pub(crate) mod about;
pub(crate) mod book;
pub(crate) mod bundle;
pub(crate) mod change;
pub(crate) mod chat;
pub(crate) mod cost;
pub(crate) mod drift;
pub(crate) mod exchange;
pub(crate) mod export;
pub(crate) mod finding;
pub(crate) mod fix;
pub(crate) mod instructions;
pub(crate) mod knowledge;
pub(crate) mod model;
pub(crate) mod model_settings;
pub(crate) mod notes;
pub(crate) mod page;
pub(crate) mod paragraph;
pub(crate) mod quality;
pub(crate) mod rename;
pub(crate) mod review;
pub(crate) mod run;
pub(crate) mod run_request;
pub(crate) mod series;
pub(crate) mod survey;
pub(crate) mod version;
