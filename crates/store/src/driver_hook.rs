//! What a program can put between a library and its file, statement by statement: for simulations of what goes wrong.

pub use crate::sql::LookingConnection;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Sees every statement before it is sent. The thread that runs everything waits for each statement, so that the threads of
/// the database decide no order.
pub trait DriverHook: Send + Sync + fmt::Debug {
    /// Decides whether a statement is executed, changed or fails.
    fn before(&self, sql: &str) -> Intervention;

    /// How long the sender of a statement sleeps before it, so that other senders come first.
    fn pause(&self, sql: &str) -> Option<Duration>;
}

/// What the driver does with a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intervention {
    Send,
    /// Another statement with the same values is sent in its place.
    SendInstead(&'static str),
    /// Another statement is sent first; what it says is not looked at.
    SendAfter(&'static str),
    /// It is not sent, and its sender is told that it failed.
    Refuse,
    /// It is sent, and its sender is told that it failed.
    SendUnheard,
}

/// A hook, if there is one.
pub(crate) type Hook = Option<Arc<dyn DriverHook>>;
