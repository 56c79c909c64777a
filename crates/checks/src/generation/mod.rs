//! E: what goes wrong when text is generated: loops, chatter, leaks, drift.

pub mod e01_loop;
pub mod e02_repetition;
pub mod e03_chatter;
pub mod e04_reasoning_leak;
pub mod e05_markup_leak;
pub mod e06_injected_note;
pub mod e07_addition;
pub mod e08_polish_drift;
pub mod e09_context_bleed;
