//! Values on their way into a statement.

use crate::sql::nul::text_without_nul;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, Error};
use std::borrow::Cow;

/// What a place of a statement gets. Nothing has the type of what could be there, because PostgreSQL wants to know.
#[derive(Debug, Clone)]
pub(in crate::sql) enum Value<'v> {
    Int(Option<i64>),
    /// Kept as 0 or 1 in both databases.
    Flag(bool),
    Text(Option<Cow<'v, str>>),
    Bytes(Cow<'v, [u8]>),
    /// Nothing, of whatever type the column has; only for [`InsertRows`](super::InsertRows).
    Null,
    /// A list of numbers: for SQLite a JSON list, for PostgreSQL an array.
    Ints(Vec<i64>),
}

impl Value<'_> {
    /// Adds what was read from a row to a digest, so that two rows that differ never give the same.
    pub(in crate::sql) fn hash_into(self, hasher: &mut blake3::Hasher) {
        let length = |bytes: &[u8]| u64::try_from(bytes.len()).unwrap_or(u64::MAX).to_le_bytes();
        match self {
            Self::Int(Some(number)) => {
                hasher.update(b"i").update(&number.to_le_bytes());
            }
            Self::Text(Some(text)) => {
                let text = text_without_nul(text);
                hasher.update(b"t").update(&length(text.as_bytes())).update(text.as_bytes());
            }
            Self::Bytes(bytes) => {
                hasher.update(b"b").update(&length(&bytes)).update(&bytes);
            }
            Self::Int(None) | Self::Text(None) | Self::Flag(_) | Self::Ints(_) | Self::Null => {
                hasher.update(b"n");
            }
        }
    }

    pub(super) fn add_to_sqlite(self, arguments: &mut SqliteArguments) -> Result<(), Error> {
        match self {
            Self::Null => arguments.add(None::<i64>),
            Self::Int(number) => arguments.add(number),
            Self::Flag(flag) => arguments.add(flag),
            Self::Text(text) => arguments.add(text.map(|text| text_without_nul(text).into_owned())),
            Self::Bytes(bytes) => arguments.add(bytes.into_owned()),
            Self::Ints(numbers) => arguments.add(serde_json::Value::from(numbers).to_string()),
        }
        .map_err(Error::Encode)
    }

    pub(super) fn add_to_postgres(self, arguments: &mut PgArguments) -> Result<(), Error> {
        match self {
            Self::Null => arguments.add(None::<i64>),
            Self::Int(number) => arguments.add(number),
            Self::Flag(flag) => arguments.add(i64::from(flag)),
            Self::Text(text) => arguments.add(text.map(text_without_nul).as_deref()),
            Self::Bytes(bytes) => arguments.add(&*bytes),
            Self::Ints(numbers) => arguments.add(numbers),
        }
        .map_err(Error::Encode)
    }
}

macro_rules! from {
    ($($from:ty, $value:ident => $made:expr;)*) => {
        $(impl<'v> From<$from> for Value<'v> {
            fn from($value: $from) -> Self {
                $made
            }
        })*
    };
}

from! {
    i64, value => Self::Int(Some(value));
    &i64, value => Self::Int(Some(*value));
    Option<i64>, value => Self::Int(value);
    bool, value => Self::Flag(value);
    &'v str, value => Self::Text(Some(Cow::Borrowed(value)));
    &'v String, value => Self::Text(Some(Cow::Borrowed(value)));
    String, value => Self::Text(Some(Cow::Owned(value)));
    Option<&'v str>, value => Self::Text(value.map(Cow::Borrowed));
    Option<&'v String>, value => Self::Text(value.map(|text| Cow::Borrowed(text.as_str())));
    Option<String>, value => Self::Text(value.map(Cow::Owned));
    &'v [u8], value => Self::Bytes(Cow::Borrowed(value));
    &'v Vec<u8>, value => Self::Bytes(Cow::Borrowed(value));
    Vec<u8>, value => Self::Bytes(Cow::Owned(value));
    Vec<i64>, value => Self::Ints(value);
}
