//! The library on disk: books, versions, changes and work, behind one handle that hides which database holds them.

pub mod chance;
pub mod driver_hook;
pub mod error;
pub mod grant;
pub mod library;
pub mod login_skeleton;
pub mod originals;
pub mod place;
pub mod presence;
pub mod queue;
pub mod store;

pub mod activity;
pub mod assignments;
pub mod budget;
pub mod bundle;
pub mod change;
pub mod chat;
pub mod keys;
pub mod knowledge;
pub mod logins;
pub mod mail;
pub mod notices;
pub mod people;
pub mod questions;
pub mod record;
pub mod revision;
pub mod search;
pub mod stats;
pub mod transfer;
pub mod work;

mod error_code;
mod layer;
mod sql;

#[doc(hidden)]
pub use sql::testing;
