//! Work of a team in the library: what a member may change, assignments, and notices.

mod activity;
mod assignments;
mod digests;
mod mail_links;
mod mentions;
mod notices;
mod reminders;
mod rights;

pub(super) use activity::{NewActivity, note_activity};
pub(super) use mentions::mentioned;
pub(super) use notices::{NewNotice, NotifiedPeople, give_notice};
pub(super) use rights::Rights;

use super::DbError;
use super::driver::Row;
use super::rows::number_in;
use crate::people::{PersonId, PersonName};
use book::id::{ChapterId, ParagraphId};

/// Who stands in two columns: the key and the name.
fn named(row: &Row, key: &str, name: &str) -> Result<Option<PersonName>, DbError> {
    let id: Option<i64> = row.try_get(key)?;
    let name: Option<String> = row.try_get(name)?;
    Ok(id.map(|id| PersonName { id: PersonId::from_number(id), name }))
}

fn chapter_in(row: &Row) -> Result<Option<ChapterId>, DbError> {
    let key: Option<i64> = row.try_get("chapter")?;
    Ok(key.map(|key| ChapterId::from_number(number_in(key))))
}

fn paragraph_in(row: &Row) -> Result<Option<ParagraphId>, DbError> {
    let key: Option<i64> = row.try_get("paragraph")?;
    Ok(key.map(|key| ParagraphId::from_number(number_in(key))))
}
