//! The only place that knows two databases: a connection, values, rows, and statements with one text or two.
//!
//! Everything above it is written once. A statement both databases understand has one text; where they differ, [`sql!`] takes
//! the two ways of saying the part that differs. Texts are `&'static str`, so that both drivers keep their prepared
//! statements.

mod insert_rows;
mod lockstep;
mod looking;
mod query;
mod row;
mod value;

pub(super) use insert_rows::InsertRows;
pub(super) use lockstep::{Lent, LentConnections, hooked, in_lockstep};
pub use looking::LookingConnection;
pub(super) use query::{Query, in_time, query, query_built, query_scalar};
pub(super) use row::Row;
pub(super) use value::Value;

use super::writer::ConnGuard;
use crate::driver_hook::Hook;
use sqlx::Transaction;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, Postgres};
use sqlx::sqlite::{Sqlite, SqliteConnection};
use std::time::Duration;

/// A connection to the database of a library.
#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(SqliteHandle),
    Postgres {
        connection: PgHandle,
        /// How long one call may take. The database has a limit of its own; this one is for a network that is silent.
        timeout: Duration,
    },
}

/// A connection to SQLite, and who sees its statements first.
#[derive(Debug)]
pub(super) struct SqliteHandle {
    connection: SqliteConn,
    hook: Hook,
}

/// How a connection to SQLite is held.
#[derive(Debug)]
pub(super) enum SqliteConn {
    Pooled(PoolConnection<Sqlite>),
    /// Rolled back when it is dropped.
    Snapshot(Transaction<'static, Sqlite>),
    Writer(ConnGuard),
    /// Without the pool, which has work done in the background.
    Lent(Lent),
}

/// How a connection to PostgreSQL is held.
#[derive(Debug)]
pub(super) enum PgHandle {
    Pooled(PoolConnection<Postgres>),
    /// Rolled back when it is dropped.
    Transaction(Transaction<'static, Postgres>),
}

impl SqliteHandle {
    pub(super) const fn new(connection: SqliteConn, hook: Hook) -> Self {
        Self { connection, hook }
    }

    pub(super) fn get(&mut self) -> &mut SqliteConnection {
        match &mut self.connection {
            SqliteConn::Pooled(connection) => connection,
            SqliteConn::Snapshot(transaction) => transaction,
            SqliteConn::Writer(guard) => guard,
            SqliteConn::Lent(lent) => lent.get(),
        }
    }
}

impl PgHandle {
    fn get(&mut self) -> &mut PgConnection {
        match self {
            Self::Pooled(connection) => connection,
            Self::Transaction(transaction) => transaction,
        }
    }
}

/// A statement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sql {
    pub(super) sqlite: &'static str,
    pub(super) postgres: &'static str,
}

impl From<&'static str> for Sql {
    fn from(text: &'static str) -> Self {
        Self { sqlite: text, postgres: text }
    }
}

/// A statement whose parts differ between the databases: `sql!("SELECT ", { "max" | "greatest" }, "(a, b)")`.
macro_rules! sql {
    (@ [$($sqlite:expr),*] [$($postgres:expr),*]) => {
        $crate::sql::driver::Sql { sqlite: concat!($($sqlite),*), postgres: concat!($($postgres),*) }
    };
    (@ [$($sqlite:expr),*] [$($postgres:expr),*] , $($rest:tt)*) => {
        $crate::sql::driver::sql!(@ [$($sqlite),*] [$($postgres),*] $($rest)*)
    };
    (@ [$($sqlite:expr),*] [$($postgres:expr),*] { $one:literal | $other:literal } $($rest:tt)*) => {
        $crate::sql::driver::sql!(@ [$($sqlite,)* $one] [$($postgres,)* $other] $($rest)*)
    };
    (@ [$($sqlite:expr),*] [$($postgres:expr),*] $both:literal $($rest:tt)*) => {
        $crate::sql::driver::sql!(@ [$($sqlite,)* $both] [$($postgres,)* $both] $($rest)*)
    };
    ($($parts:tt)+) => { $crate::sql::driver::sql!(@ [] [] $($parts)+) };
}
pub(super) use sql;
