//! Rows as they come out of either database.

use super::Value;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Error, Row as _, TypeInfo, ValueRef};

/// One row.
#[derive(Debug)]
pub(in crate::sql) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// What stands in a column, by its name or its place from zero.
    pub(in crate::sql) fn try_get<'r, T, I>(&'r self, index: I) -> Result<T, Error>
    where
        T: FromColumn<'r>,
        I: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> + Copy,
    {
        match self {
            Self::Sqlite(row) => T::from_sqlite(row, index),
            Self::Postgres(row) => T::from_postgres(row, index),
        }
    }

    /// Whatever stands in a column, to be put into another row.
    pub(in crate::sql) fn value(&self, at: usize) -> Result<Value<'static>, Error> {
        let (is_null, name) = match self {
            Self::Sqlite(row) => {
                let raw = row.try_get_raw(at)?;
                (raw.is_null(), raw.type_info().name().to_owned())
            }
            Self::Postgres(row) => {
                let raw = row.try_get_raw(at)?;
                (raw.is_null(), raw.type_info().name().to_owned())
            }
        };
        Ok(match name.as_str() {
            _ if is_null => Value::Null,
            "INTEGER" | "INT8" | "INT4" => self.try_get::<i64, _>(at)?.into(),
            "BLOB" | "BYTEA" => self.try_get::<Vec<u8>, _>(at)?.into(),
            _ => self.try_get::<String, _>(at)?.into(),
        })
    }

    /// A number, a text or nothing, whichever stands there.
    pub(in crate::sql) fn json(&self, at: usize) -> Result<serde_json::Value, Error> {
        let (is_null, is_number) = match self {
            Self::Sqlite(row) => {
                let raw = row.try_get_raw(at)?;
                (raw.is_null(), raw.type_info().name() == "INTEGER")
            }
            Self::Postgres(row) => {
                let raw = row.try_get_raw(at)?;
                (raw.is_null(), matches!(raw.type_info().name(), "INT8" | "INT4"))
            }
        };
        Ok(match (is_null, is_number) {
            (true, _) => serde_json::Value::Null,
            (false, true) => self.try_get::<i64, _>(at)?.into(),
            (false, false) => self.try_get::<String, _>(at)?.into(),
        })
    }
}

/// What a column can be read as.
pub(in crate::sql) trait FromColumn<'r>: Sized {
    fn from_sqlite<I: ColumnIndex<SqliteRow>>(row: &'r SqliteRow, index: I) -> Result<Self, Error>;
    fn from_postgres<I: ColumnIndex<PgRow> + Copy>(row: &'r PgRow, index: I) -> Result<Self, Error>;
}

macro_rules! as_it_is {
    ($($type:ty),*) => {
        $(impl<'r> FromColumn<'r> for $type {
            fn from_sqlite<I: ColumnIndex<SqliteRow>>(row: &'r SqliteRow, index: I) -> Result<Self, Error> {
                row.try_get(index)
            }

            fn from_postgres<I: ColumnIndex<PgRow> + Copy>(row: &'r PgRow, index: I) -> Result<Self, Error> {
                row.try_get(index)
            }
        })*
    };
}

as_it_is!(String, &'r str, Vec<u8>, Option<String>, Option<&'r str>);

macro_rules! number {
    ($($type:ty, $number:ident => $read:expr;)*) => {
        $(
            impl<'r> FromColumn<'r> for $type {
                fn from_sqlite<I: ColumnIndex<SqliteRow>>(row: &'r SqliteRow, index: I) -> Result<Self, Error> {
                    row.try_get(index)
                }

                fn from_postgres<I: ColumnIndex<PgRow> + Copy>(row: &'r PgRow, index: I) -> Result<Self, Error> {
                    let $number = whole_number(row, index)?.ok_or_else(|| Error::Decode("a number is missing".into()))?;
                    $read
                }
            }

            impl<'r> FromColumn<'r> for Option<$type> {
                fn from_sqlite<I: ColumnIndex<SqliteRow>>(row: &'r SqliteRow, index: I) -> Result<Self, Error> {
                    row.try_get(index)
                }

                fn from_postgres<I: ColumnIndex<PgRow> + Copy>(row: &'r PgRow, index: I) -> Result<Self, Error> {
                    whole_number(row, index)?.map(|$number| $read).transpose()
                }
            }
        )*
    };
}

number! {
    i64, number => Ok(number);
    u32, number => u32::try_from(number).map_err(|error| Error::Decode(error.into()));
    bool, number => Ok(number != 0);
}

/// The number in a column of PostgreSQL, or nothing. An expression may be narrower than the columns are, or a truth value.
fn whole_number<I: ColumnIndex<PgRow> + Copy>(row: &PgRow, index: I) -> Result<Option<i64>, Error> {
    match row.try_get_raw(index)?.type_info().name() {
        "INT4" => Ok(row.try_get::<Option<i32>, _>(index)?.map(i64::from)),
        "BOOL" => Ok(row.try_get::<Option<bool>, _>(index)?.map(i64::from)),
        _ => row.try_get(index),
    }
}
