//! A note a model leaves itself about work still to do in its task.

use serde::{Deserialize, Serialize};

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Todo {
    /// Its number in the task, from one.
    pub id: u32,
    /// What is to be done.
    pub text: String,
    /// Whether it is done.
    pub done: bool,
}
