//! What the database says when something fails, turned into what a person can act on.

use super::{SqlLibrary, postgres};
use crate::error::StoreError;
use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;
use std::sync::Arc;

/// Something that went wrong inside a piece of work: already explained, or still in the database's words.
#[derive(Debug)]
pub(crate) enum DbError {
    Known(Box<StoreError>),
    Sql(Arc<sqlx::Error>),
    /// A stored word or number that this program does not understand.
    Unreadable {
        what: &'static str,
        value: String,
    },
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(Arc::new(error))
    }
}

impl From<StoreError> for DbError {
    fn from(error: StoreError) -> Self {
        Self::Known(Box::new(error))
    }
}

impl From<serde_json::Error> for DbError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable { what: "JSON", value: error.to_string() }
    }
}

impl DbError {
    pub(super) const fn unreadable(what: &'static str, value: String) -> Self {
        Self::Unreadable { what, value }
    }

    /// Whether another program has the file at this moment and trying again will do.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self, Self::Sql(error) if matches!(primary_code(error), Some(BUSY | LOCKED)))
    }

    /// Whether the system does not let the file or its folder be written.
    pub(super) fn is_not_permitted(&self) -> bool {
        let codes = [READONLY, CANNOT_OPEN, PERM];
        matches!(self, Self::Sql(error) if primary_code(error).is_some_and(|code| codes.contains(&code)))
    }

    /// Whether the connection to a database server was lost, or could not be made.
    pub(super) fn is_lost(&self) -> bool {
        matches!(self, Self::Sql(error) if postgres::is_lost(error))
    }

    /// Whether PostgreSQL waited for a lock for as long as it may.
    pub(super) fn is_lock_timeout(&self) -> bool {
        matches!(self, Self::Sql(error) if postgres::is_busy(error))
    }

    pub(super) fn explain(self, place: &str) -> StoreError {
        let place = place.to_owned();
        let error = match self {
            Self::Known(error) => return *error,
            Self::Unreadable { what, value } => {
                return StoreError::Damaged { place, detail: format!("`{value}` is not a {what}") };
            }
            Self::Sql(error) => error,
        };
        if postgres::is_of_postgres(&error) {
            return postgres::explain(error, place);
        }
        if extended_code(&error) == Some(NO_ROOM_FOR_SHARED_MEMORY) {
            return StoreError::DiskFull { place };
        }
        match primary_code(&error) {
            Some(BUSY | LOCKED) => StoreError::Busy { place },
            Some(FULL) => StoreError::DiskFull { place },
            Some(PERM | AUTH) => StoreError::Forbidden { place },
            Some(READONLY) => StoreError::ReadOnly { place },
            Some(NOT_A_DATABASE) => StoreError::NotALibrary { place },
            Some(CORRUPT) => StoreError::Damaged { place, detail: error.to_string() },
            Some(CANNOT_OPEN) => StoreError::Unreachable {
                place,
                detail: "the system does not let it be opened or made".to_owned(),
            },
            Some(IO_ERROR) => StoreError::Unreachable { place, detail: error.to_string() },
            None if matches!(*error, sqlx::Error::PoolTimedOut) => StoreError::Busy { place },
            _ => StoreError::Failed { place, source: Box::new(error) },
        }
    }
}

impl SqlLibrary {
    pub(super) fn explain(&self, db_error: DbError) -> StoreError {
        let error = db_error.explain(&self.place);
        // The error itself may hold what is stored, so only its kind is logged.
        let kinds = [
            ("busy", matches!(error, StoreError::Busy { .. })),
            ("disk full", matches!(error, StoreError::DiskFull { .. })),
            ("damaged", matches!(error, StoreError::Damaged { .. })),
            ("failed", matches!(error, StoreError::Unreachable { .. } | StoreError::Failed { .. })),
        ];
        if let Some((kind, _)) = kinds.into_iter().find(|(_, is_it)| *is_it) {
            tracing::warn!(place = %self.place, kind, "the library could not do what was asked");
        }
        error
    }
}

const PERM: i32 = 3;
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const READONLY: i32 = 8;
const IO_ERROR: i32 = 10;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CANNOT_OPEN: i32 = 14;
const AUTH: i32 = 23;
const NOT_A_DATABASE: i32 = 26;
/// `SQLITE_IOERR_SHMSIZE`: the file beside the log cannot grow, which only a full disk prevents.
const NO_ROOM_FOR_SHARED_MEMORY: i32 = 4874;

/// The lower eight bits of SQLite's extended code say what kind of failure it is.
fn primary_code(error: &sqlx::Error) -> Option<i32> {
    extended_code(error).map(|code| code & 0xff)
}

fn extended_code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.try_downcast_ref::<SqliteError>()?.code()?.parse().ok()
}
