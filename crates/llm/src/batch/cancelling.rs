//! Stops a batch at its service. Nothing is written down here: whoever goes on with the run asks after the batch and takes
//! in what was answered before it stopped.

use super::BatchRecord;
use super::client::BatchStatus;
use super::queue::BatchQueue;
use crate::Failure;

/// What came of asking a service to stop a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchCancelling {
    /// The service stops working on it.
    Stopping,
    /// It was over already; its answers are to be taken in.
    AlreadyOver,
    /// It never reached the service.
    NeverArrived,
}

impl BatchQueue {
    /// Asks the service to stop a batch that is still open.
    pub async fn cancel(&self, record: &BatchRecord) -> Result<BatchCancelling, Failure> {
        let found = match &record.service_id {
            Some(id) => Some(id.clone()),
            None => self.client.find(record, &[]).await?,
        };
        let Some(id) = found else { return Ok(BatchCancelling::NeverArrived) };
        let Err(refused) = self.client.cancel(record, &id).await else {
            return Ok(BatchCancelling::Stopping);
        };
        // Services refuse to stop what is over; the batch itself tells whether it is.
        let known = BatchRecord { service_id: Some(id), ..record.clone() };
        match self.client.poll(&known).await {
            Ok(BatchStatus::Over(_) | BatchStatus::TooMuch) => Ok(BatchCancelling::AlreadyOver),
            Ok(BatchStatus::NotOurs) => Ok(BatchCancelling::NeverArrived),
            Ok(BatchStatus::AtWork) | Err(_) => Err(refused),
        }
    }
}
