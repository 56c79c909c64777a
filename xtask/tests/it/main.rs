//! What is handed to people, used as they use it.

mod install_script;
