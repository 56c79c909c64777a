//! The command line as a person meets it: what is typed, what is seen, and with which code it ends.

mod archive;
mod cli_apertium;
mod cli_bad_input;
mod cli_books;
mod cli_export;
mod cli_help;
mod cli_keys;
mod cli_library;
mod cli_models;
mod desk;
mod echo_server;
