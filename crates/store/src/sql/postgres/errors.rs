//! What PostgreSQL and the network say when something fails, turned into what a person can act on.

use crate::error::StoreError;
use sqlx::Error;
use sqlx::postgres::PgDatabaseError;
use std::sync::Arc;

/// Whether the error is PostgreSQL's own or one of the way to it.
pub(in crate::sql) fn is_of_postgres(error: &Error) -> bool {
    state(error).is_some() || matches!(error, Error::Io(_) | Error::Tls(_) | Error::Protocol(_))
}

/// Whether the connection was lost or could not be made: trying again later may do.
pub(in crate::sql) fn is_lost(error: &Error) -> bool {
    match state(error) {
        // Connection failures; shut down, crashed, starting up; too many connections.
        Some(state) => {
            state.starts_with("08") || ["57P01", "57P02", "57P03", "57P05", "53300", "25P03"].contains(&state)
        }
        None => matches!(error, Error::Io(_) | Error::Tls(_) | Error::Protocol(_) | Error::PoolTimedOut),
    }
}

/// Whether another transaction was in the way.
pub(in crate::sql) fn is_busy(error: &Error) -> bool {
    // Lock not available, deadlock, serialization failure.
    state(error).is_some_and(|state| ["55P03", "40P01", "40001"].contains(&state))
}

pub(in crate::sql) fn explain(error: Arc<Error>, place: String) -> StoreError {
    if is_busy(&error) {
        return StoreError::Busy { place };
    }
    if is_lost(&error) {
        return StoreError::Unreachable { place, detail: database_message(&error) };
    }
    match state(&error) {
        Some("53100") => StoreError::DiskFull { place },
        Some("25006") => StoreError::ReadOnly { place },
        Some("57014") => StoreError::Busy { place },
        Some("42501") => StoreError::Forbidden { place },
        // No such user, wrong password, no such database.
        Some(state) if state.starts_with("28") || state == "3D000" => {
            StoreError::Unreachable { place, detail: database_message(&error) }
        }
        Some(state) if state.starts_with("XX") => {
            StoreError::Damaged { place, detail: database_message(&error) }
        }
        _ => StoreError::Failed { place, source: Box::new(error) },
    }
}

/// The words of the database itself, without what the driver says around them.
fn database_message(error: &Error) -> String {
    if let Error::Database(error) = error {
        return error.message().to_owned();
    }
    if let Error::Io(error) = error { error.to_string() } else { error.to_string() }
}

/// PostgreSQL's code of five characters.
fn state(error: &Error) -> Option<&str> {
    Some(error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?.code())
}
