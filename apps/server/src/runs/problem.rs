//! What a run refuses, as it travels.

use crate::problem::Problem;
use axum::http::StatusCode;
use runner::run::RunError;

impl From<RunError> for Problem {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Store(error) => Self::from(error),
            RunError::NoPrice { .. } => Self::explained(StatusCode::CONFLICT, "no_price", &error),
            RunError::Service(_) => Self::explained(StatusCode::BAD_GATEWAY, "service", &error),
            RunError::NoModel
            | RunError::Survey { .. }
            | RunError::OtherLayer { .. }
            | RunError::UnreadableSpec { .. } => Self::explained(StatusCode::CONFLICT, "run", &error),
            RunError::Task(_) | RunError::Batches { .. } | RunError::Broken(_) => {
                Self::explained(StatusCode::INTERNAL_SERVER_ERROR, "run", &error)
            }
        }
    }
}
