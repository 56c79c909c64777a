//! The library for other programs, over the Model Context Protocol: tools, resources and prompts, the same over standard
//! input and output and over HTTP.

pub mod door;
pub mod transport;

mod completion;
mod handler;
mod prompts;
mod refusal;
mod resources;
mod tools;
