//! People of a team in the library.

pub(super) mod audit;
mod credentials;
mod invitations;
mod logins;
mod members;

use super::DbError;
use super::driver::Row;
use crate::people::{PersonId, PersonName, Role};

/// Who stands in the columns `person` and `person_name`.
pub(super) fn person_name(row: &Row) -> Result<Option<PersonName>, DbError> {
    let id: Option<i64> = row.try_get("person")?;
    let name: Option<String> = row.try_get("person_name")?;
    Ok(id.map(|id| PersonName { id: PersonId::from_number(id), name }))
}

/// The role in a column; a word that is none gives nothing away.
pub(super) fn role(row: &Row, column: &str) -> Result<Option<Role>, DbError> {
    let word: Option<String> = row.try_get(column)?;
    Ok(word.as_deref().and_then(Role::from_word))
}
