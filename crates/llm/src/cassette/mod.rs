//! Conversations kept on paper: recorded with secrets struck out, replayed without a network, so that any
//! bug report can be run again.

mod recording;
mod replaying;

use serde::{Deserialize, Serialize};

use crate::{Event, Failure, Request};

pub use recording::Recording;
pub use replaying::{CassetteError, Replaying};

/// The only version there is.
const VERSION: u32 = 1;

/// One request and what came of it: a line of a cassette.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Take {
    version: u32,
    model: String,
    request: Request,
    events: Vec<Event>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
}
