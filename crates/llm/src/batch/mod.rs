//! Many requests at half the price: handed in together, answered within a day, and taken in once, whatever happens to
//! this program in between.

mod cancelling;
mod client;
mod queue;
mod serving;

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Dialect;

pub use cancelling::BatchCancelling;
pub use queue::{BatchEvent, BatchParticipant, BatchQueue};
pub use serving::BatchesEnded;

/// Where batches are written down, so that another process can go on with them.
///
/// An implementer promises that what was saved is there when `load` is called by a later process, in the order of
/// the first saving.
#[async_trait]
pub trait BatchJournal: Send + Sync {
    /// Everything that was saved and not removed.
    async fn load(&self) -> Result<Vec<BatchRecord>, String>;

    /// Writes a batch down, over what was written of it before.
    async fn save(&self, record: &BatchRecord) -> Result<(), String>;

    /// Strikes a batch out that never reached its service.
    async fn remove(&self, name: &str) -> Result<(), String>;

    /// The time, in milliseconds since 1970.
    fn now_ms(&self) -> i64;
}

/// A batch as it is written down. It is saved before it is sent, so that one whose sending was interrupted is looked
/// for at the service by its name instead of being paid for again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BatchRecord {
    /// Our own name for it, which the service is told.
    pub name: String,
    /// The model, as `service/model`.
    pub model: String,
    /// What the requests are written in.
    pub dialect: Dialect,
    /// When it was sent, in milliseconds since 1970.
    pub submitted_ms: i64,
    /// The service's name for it, once it told.
    pub service_id: Option<String>,
    /// The keys of its requests, in their order.
    pub keys: Vec<String>,
    /// What came of them by their place, once the batch is over; a request that is missing was never answered.
    pub answers: Option<BTreeMap<usize, BatchAnswer>>,
}

impl BatchRecord {
    /// Whether its answers are still to come.
    pub const fn is_open(&self) -> bool {
        self.answers.is_none()
    }

    /// The place of a request in it.
    fn place_of(&self, key: &str) -> Option<usize> {
        self.keys.iter().position(|known| known == key)
    }
}

/// What came of one request of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BatchAnswer {
    /// The reply, as the dialect has it.
    Reply(Value),
    /// The service refused this request.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The body that explains it.
        body: String,
    },
    /// Its time ran out; it was not paid for.
    Expired,
    /// Somebody cancelled the batch at the service; it was not paid for.
    Cancelled,
}
