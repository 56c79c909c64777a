//! Many rows in one statement, in the words of either database.

use super::query::{Done, Query, Text, query_built};
use super::{Connection, Value};
use sqlx::Error;
use std::fmt::Write as _;

/// An `INSERT` of several rows in one statement.
#[derive(Debug)]
pub(in crate::sql) struct InsertRows<'q> {
    into: String,
    /// How many values each row has, in the order of the rows.
    widths: Vec<usize>,
    values: Vec<Value<'q>>,
}

impl<'q> InsertRows<'q> {
    /// `into` is the statement up to its values.
    pub(in crate::sql) fn new(into: &str) -> Self {
        Self { into: into.to_owned(), widths: Vec::new(), values: Vec::new() }
    }

    pub(in crate::sql) fn row(&mut self, values: impl IntoIterator<Item = Value<'q>>) {
        let n_before = self.values.len();
        self.values.extend(values);
        self.widths.push(self.values.len() - n_before);
    }

    /// Writes the one row, and gives the key it got.
    pub(in crate::sql) async fn returning_key(self, connection: &mut Connection) -> Result<i64, Error> {
        let insert = self.written(Places::for_connection(connection), " RETURNING key");
        insert.scalar().fetch_one(connection).await
    }

    pub(in crate::sql) async fn execute(self, connection: &mut Connection) -> Result<Done, Error> {
        self.written(Places::for_connection(connection), "").execute(connection).await
    }

    /// The text for SQLite, and how many values go with it. For tests.
    pub(in crate::sql) fn sqlite_text(self) -> (String, usize) {
        text_and_count(self.written(Places::Unnamed, ""))
    }

    /// The same for PostgreSQL.
    pub(in crate::sql) fn postgres_text(self) -> (String, usize) {
        text_and_count(self.written(Places::Numbered, ""))
    }

    /// The statement, with what comes after its rows.
    fn written(mut self, places: Places, ending: &str) -> Query<'q> {
        let mut sql = format!("{} VALUES ", self.into);
        match places {
            Places::Unnamed => write_rows(&mut sql, &self.widths, |sql, _| sql.push('?')),
            Places::Numbered => {
                let mut n_bound = 0;
                write_rows(&mut sql, &self.widths, |sql, at| match self.values.get(at) {
                    Some(Value::Null) | None => sql.push_str("NULL"),
                    Some(_) => {
                        n_bound += 1;
                        // Writing into a text does not fail.
                        let _ = write!(sql, "${n_bound}");
                    }
                });
                self.values.retain(|value| !matches!(value, Value::Null));
            }
        }
        sql.push_str(ending);
        query_built(sql).bind_all(self.values)
    }
}

/// How a statement of many rows names the places of its values.
#[derive(Debug, Clone, Copy)]
enum Places {
    /// `?`, in the order of the values. SQLite looks up a place that has a name, and a number is a name, among all names of
    /// the statement, when it reads the statement and again for every value: with numbers, many rows take the square of
    /// their number.
    Unnamed,
    /// `$1`, as PostgreSQL wants it. Nothing is written as a word there, because a place has a type and nothing has none.
    Numbered,
}

impl Places {
    const fn for_connection(connection: &Connection) -> Self {
        match connection {
            Connection::Sqlite(_) => Self::Unnamed,
            Connection::Postgres { .. } => Self::Numbered,
        }
    }
}

fn text_and_count(query: Query<'_>) -> (String, usize) {
    let text = match query.text {
        Text::Built(sql) => sql,
        Text::Fixed(sql) => sql.sqlite.to_owned(),
    };
    (text, query.values.len())
}

/// Writes `(…), (…)`: rows of these widths, each value written by its place among all of them.
fn write_rows(sql: &mut String, widths: &[usize], mut write_value: impl FnMut(&mut String, usize)) {
    let mut at = 0;
    for (row, width) in widths.iter().enumerate() {
        sql.push_str(if row == 0 { "(" } else { ", (" });
        for column in 0..*width {
            if column > 0 {
                sql.push_str(", ");
            }
            write_value(sql, at);
            at += 1;
        }
        sql.push(')');
    }
}
