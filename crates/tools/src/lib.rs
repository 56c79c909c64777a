//! What a model may do: every tool, the context it is called in, and the one door through which calls come.

pub mod checking;
pub mod context;
pub mod judge;
pub mod registry;
pub mod salvage;
pub mod series_knowledge;
pub mod text;
pub mod tool;

mod arguments;
mod guard;
mod knowledge_view;
mod refusal;

mod chapter;
mod character;
mod control;
mod memory;
mod paragraph;
mod term;
mod translation;
