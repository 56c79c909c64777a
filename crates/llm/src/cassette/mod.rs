//! Cassettes: requests and replies recorded without secrets and replayed without a network, so that a bug report
//! can be run again.

mod recording;
mod replaying;

use serde::{Deserialize, Serialize};

use crate::reply::ReplyBuilder;
use crate::{Event, Failure, Reply, Request};

pub use recording::Recording;
pub use replaying::{CassetteError, Replaying, read_cassette};

/// The only version there is.
const VERSION: u32 = 1;

/// One request and what came of it: a line of a cassette.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Take {
    /// The form of the line.
    version: u32,
    /// The model that was asked.
    pub model: String,
    /// What it was asked.
    pub request: Request,
    /// What it answered, piece by piece.
    pub events: Vec<Event>,
    /// How it failed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

impl Take {
    /// The reply the events amount to, as far as it came.
    pub fn reply(&self) -> Reply {
        let mut builder = ReplyBuilder::default();
        self.events.iter().cloned().for_each(|event| builder.push(event));
        builder.so_far()
    }
}
