//! Whole runs of the real program against a model server on this machine: killed, broke, interrupted, lied to.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

mod run_accidents;
mod run_addresses;
mod run_batch;
mod run_boundaries;
mod run_budget;
mod run_chat;
mod run_crash;
mod run_delivery;
mod run_disk;
mod run_events;
mod run_faults;
mod run_first_time;
mod run_fix;
#[cfg(unix)]
mod run_from_elsewhere;
mod run_library_keys;
mod run_local_only;
mod run_log;
mod run_model_api;
mod run_monthly_budget;
mod run_originals;
mod run_postgres;
mod run_record;
mod run_refusals;
mod run_remove;
mod run_reuse;
mod run_says;
mod run_search;
mod run_service_details;
mod run_services;
mod run_shared_limits;
mod run_signals;
mod run_titles;
mod run_transcripts;
mod run_workers;
mod test_accidents;
mod test_queue;
pub(crate) mod test_run;
