//! The command line as a person meets it: what is typed, what is seen, and with which code it ends.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod archive;
mod bad_inputs;
mod check;
mod chinese;
mod chinese_help;
mod cli_apertium;
mod cli_bad_input;
mod cli_books;
mod cli_export;
mod cli_folders;
mod cli_formats;
mod cli_help;
mod cli_keys;
mod cli_library;
mod cli_mcp;
mod cli_model_settings;
mod cli_models;
mod cli_series;
mod cli_serve;
#[cfg(target_os = "linux")]
mod container;
mod data_files;
mod deploying;
mod dictionaries;
mod documents;
mod echo_server;
mod edit_sheet;
mod every_code;
mod exchange;
mod files_and_languages;
mod foreign_clients;
mod hints;
#[cfg(target_os = "linux")]
mod keyring;
mod live_view;
mod machine;
mod mailing;
mod mcp_clients;
mod mcp_settings;
mod moments;
mod office;
mod output;
mod pdf_file;
mod people;
mod planted;
#[cfg(unix)]
mod private_files;
mod process_lock;
mod program;
mod promises;
mod rehearsals;
mod reviewing;
mod run;
mod says;
mod second_opinion;
mod serving;
mod survey_review;
mod team_member;
mod terminal;
#[cfg(feature = "opentelemetry")]
mod traces;
mod unresolved;
mod verbs;
