//! What is handed to people, used as they use it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod install_script;
