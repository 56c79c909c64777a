//! Statements with their values, and how they are sent.
//!
//! What a statement is sent with is a boxed future: it is built once, here, and not once more in every function that sends
//! one.

use super::lockstep::HookedStatement;
use super::row::FromColumn;
use super::{Connection, Row, Sql, SqliteHandle, Value, hooked, in_lockstep};
use futures::future::BoxFuture;
use futures::stream::{BoxStream, TryStreamExt};
use futures::{StreamExt, stream};
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::Query as SqlxQuery;
use sqlx::sqlite::{Sqlite, SqliteArguments};
use sqlx::{AssertSqlSafe, Error};
use std::marker::PhantomData;
use std::time::Duration;

/// A statement with its values.
#[derive(Debug)]
pub(in crate::sql) struct Query<'q> {
    pub(super) text: Text,
    pub(super) values: Vec<Value<'q>>,
}

/// A fixed statement, or one that was put together from names of our own.
#[derive(Debug)]
pub(super) enum Text {
    Fixed(Sql),
    Built(String),
}

/// What a statement that returns no rows has done.
#[derive(Debug, Clone, Copy)]
pub(in crate::sql) struct Done {
    n_rows: u64,
}

impl Done {
    pub(in crate::sql) const fn rows_affected(self) -> u64 {
        self.n_rows
    }
}

pub(in crate::sql) fn query<'q>(sql: impl Into<Sql>) -> Query<'q> {
    Query { text: Text::Fixed(sql.into()), values: Vec::new() }
}

/// A statement that was put together. Nothing from outside may be in its text.
pub(in crate::sql) const fn query_built<'q>(sql: String) -> Query<'q> {
    Query { text: Text::Built(sql), values: Vec::new() }
}

/// A statement of which only the first column is wanted.
pub(in crate::sql) fn query_scalar<'q, T>(sql: impl Into<Sql>) -> Scalar<'q, T> {
    query(sql).scalar()
}

impl<'q> Query<'q> {
    #[must_use]
    pub(in crate::sql) fn bind(mut self, value: impl Into<Value<'q>>) -> Self {
        self.values.push(value.into());
        self
    }

    #[must_use]
    pub(in crate::sql) fn bind_all(mut self, values: Vec<Value<'q>>) -> Self {
        self.values.extend(values);
        self
    }

    pub(in crate::sql) const fn scalar<T>(self) -> Scalar<'q, T> {
        Scalar { query: self, column: PhantomData }
    }

    pub(in crate::sql) fn execute<'e>(
        self,
        connection: &'e mut Connection,
    ) -> BoxFuture<'e, Result<Done, Error>>
    where
        'q: 'e,
    {
        Box::pin(async move {
            match connection {
                Connection::Sqlite(handle) => {
                    let (query, hooked) = self.hooked(handle).await?;
                    let hook = handle.hook.clone();
                    let done = in_lockstep(&hook, query.for_sqlite()?.execute(handle.get())).await?;
                    hooked.reported_failure()?;
                    Ok(Done { n_rows: done.rows_affected() })
                }
                Connection::Postgres { connection, timeout } => {
                    let done = in_time(*timeout, self.for_postgres()?.execute(connection.get())).await?;
                    Ok(Done { n_rows: done.rows_affected() })
                }
            }
        })
    }

    pub(in crate::sql) fn fetch_all<'e>(
        self,
        connection: &'e mut Connection,
    ) -> BoxFuture<'e, Result<Vec<Row>, Error>>
    where
        'q: 'e,
    {
        Box::pin(async move {
            match connection {
                Connection::Sqlite(handle) => {
                    let (query, hooked) = self.hooked(handle).await?;
                    let hook = handle.hook.clone();
                    let rows = query.for_sqlite()?.fetch(handle.get()).map_ok(Row::Sqlite).try_collect();
                    let rows = in_lockstep(&hook, rows).await?;
                    hooked.reported_failure()?;
                    Ok(rows)
                }
                Connection::Postgres { connection, timeout } => {
                    let rows =
                        self.for_postgres()?.fetch(connection.get()).map_ok(Row::Postgres).try_collect();
                    in_time(*timeout, rows).await
                }
            }
        })
    }

    pub(in crate::sql) fn fetch_optional<'e>(
        self,
        connection: &'e mut Connection,
    ) -> BoxFuture<'e, Result<Option<Row>, Error>>
    where
        'q: 'e,
    {
        Box::pin(async move {
            match connection {
                Connection::Sqlite(handle) => {
                    let (query, hooked) = self.hooked(handle).await?;
                    let hook = handle.hook.clone();
                    let row = in_lockstep(&hook, query.for_sqlite()?.fetch_optional(handle.get())).await?;
                    hooked.reported_failure()?;
                    Ok(row.map(Row::Sqlite))
                }
                Connection::Postgres { connection, timeout } => {
                    let row = self.for_postgres()?.fetch_optional(connection.get());
                    Ok(in_time(*timeout, row).await?.map(Row::Postgres))
                }
            }
        })
    }

    pub(in crate::sql) async fn fetch_one(self, connection: &mut Connection) -> Result<Row, Error> {
        self.fetch_optional(connection).await?.ok_or(Error::RowNotFound)
    }

    /// Row by row, for what is too much to hold at once.
    pub(in crate::sql) fn fetch<'e>(self, connection: &'e mut Connection) -> BoxStream<'e, Result<Row, Error>>
    where
        'q: 'e,
    {
        match connection {
            Connection::Sqlite(SqliteHandle { hook: Some(_), .. }) => {
                let rows = stream::once(self.fetch_all(connection));
                rows.map_ok(|rows| stream::iter(rows.into_iter().map(Ok))).try_flatten().boxed()
            }
            Connection::Sqlite(handle) => match self.for_sqlite() {
                Ok(query) => query.fetch(handle.get()).map_ok(Row::Sqlite).boxed(),
                Err(error) => stream::once(async { Err(error) }).boxed(),
            },
            Connection::Postgres { connection, timeout } => match self.for_postgres() {
                Ok(query) => {
                    let rows = query.fetch(connection.get()).map_ok(Row::Postgres);
                    let timeout = *timeout;
                    stream::try_unfold(rows, move |mut rows| async move {
                        let next = in_time(timeout, rows.try_next()).await?;
                        Ok(next.map(|row| (row, rows)))
                    })
                    .boxed()
                }
                Err(error) => stream::once(async { Err(error) }).boxed(),
            },
        }
    }

    /// The statement as a hook lets it through.
    async fn hooked(mut self, handle: &mut SqliteHandle) -> Result<(Self, HookedStatement), Error> {
        let hook = handle.hook.clone();
        let sql = match &self.text {
            Text::Fixed(sql) => sql.sqlite,
            Text::Built(sql) => sql,
        };
        let hooked = hooked(&hook, sql, handle.get()).await?;
        if let Some(instead) = hooked.instead {
            self.text = Text::Fixed(instead);
        }
        Ok((self, hooked))
    }

    fn for_sqlite(self) -> Result<SqlxQuery<'q, Sqlite, SqliteArguments>, Error> {
        let mut arguments = SqliteArguments::default();
        for value in self.values {
            value.add_to_sqlite(&mut arguments)?;
        }
        Ok(match self.text {
            Text::Fixed(sql) => sqlx::query_with(sql.sqlite, arguments),
            Text::Built(sql) => sqlx::query_with(AssertSqlSafe(sql), arguments),
        })
    }

    fn for_postgres(self) -> Result<SqlxQuery<'q, Postgres, PgArguments>, Error> {
        let mut arguments = PgArguments::default();
        for value in self.values {
            value.add_to_postgres(&mut arguments)?;
        }
        Ok(match self.text {
            Text::Fixed(sql) => sqlx::query_with(sql.postgres, arguments),
            // Prepared statements are kept by their text alone, and the same text may come with values of other types.
            Text::Built(sql) => sqlx::query_with(AssertSqlSafe(sql), arguments).persistent(false),
        })
    }
}

/// A statement of which only the first column is wanted.
#[derive(Debug)]
pub(in crate::sql) struct Scalar<'q, T> {
    query: Query<'q>,
    column: PhantomData<fn() -> T>,
}

impl<'q, T: for<'r> FromColumn<'r>> Scalar<'q, T> {
    #[must_use]
    pub(in crate::sql) fn bind(self, value: impl Into<Value<'q>>) -> Self {
        Self { query: self.query.bind(value), ..self }
    }

    pub(in crate::sql) async fn fetch_one(self, connection: &mut Connection) -> Result<T, Error> {
        self.query.fetch_one(connection).await?.try_get(0)
    }

    pub(in crate::sql) async fn fetch_optional(
        self,
        connection: &mut Connection,
    ) -> Result<Option<T>, Error> {
        self.query.fetch_optional(connection).await?.map(|row| row.try_get(0)).transpose()
    }

    pub(in crate::sql) async fn fetch_all(self, connection: &mut Connection) -> Result<Vec<T>, Error> {
        self.query.fetch_all(connection).await?.iter().map(|row| row.try_get(0)).collect()
    }
}

/// Waits for the database no longer than this: the driver itself would wait for ever on a silent network.
///
/// The call is boxed, so that futures of the library are no larger for the second database.
pub(in crate::sql) async fn in_time<T>(
    limit: Duration,
    call: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    match Box::pin(tokio::time::timeout(limit, call)).await {
        Ok(done) => done,
        Err(_) => Err(Error::Io(std::io::Error::new(
            std::io::ErrorKind::TimedOut,
            "the database has not answered in time",
        ))),
    }
}
