//! A connection of a simulation's own that only looks at the file.

use crate::error::StoreError;
use crate::sql::DbError;
use futures::executor::block_on;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Error, Row as _};
use std::path::{Path, PathBuf};

/// Looks at a library while others write it. Everything else waits meanwhile.
#[derive(Debug)]
pub struct LookingConnection {
    connection: SqliteConnection,
    path: PathBuf,
}

impl LookingConnection {
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new().filename(path).pragma("query_only", "ON");
        let connection = block_on(options.disable_statement_logging().connect());
        let connection = connection.map_err(|error| explain(error, path))?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// The texts in the first column of what a statement finds, with one value in it or none.
    pub fn find(&mut self, sql: &'static str, value: Option<&str>) -> Result<Vec<String>, StoreError> {
        let mut query = sqlx::query(sql);
        if let Some(value) = value {
            query = query.bind(value.to_owned());
        }
        let rows = block_on(query.fetch_all(&mut self.connection));
        let texts = rows.and_then(|rows| rows.iter().map(|row| row.try_get(0)).collect());
        texts.map_err(|error| explain(error, &self.path))
    }
}

fn explain(error: Error, path: &Path) -> StoreError {
    DbError::from(error).explain(&path.display().to_string())
}
