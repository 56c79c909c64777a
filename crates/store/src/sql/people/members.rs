//! Members, and what each of them may do.

use super::role;
use crate::error::StoreError;
use crate::people::{LoginRecord, PersonId, PersonRecord, Role};
use crate::sql::driver::{Connection, Row, query, query_scalar};
use crate::sql::rows::{book_id, book_key};
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary};
use book::id::BookId;

impl SqlLibrary {
    pub(crate) async fn people(&self) -> Result<Vec<PersonRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(people(&mut reader).await)
    }

    pub(crate) async fn has_people(&self) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        let one = query("SELECT key FROM people WHERE removed_at IS NULL LIMIT 1");
        let one = one.fetch_optional(&mut reader).await.map_err(DbError::from);
        self.map_db_error(one.map(|one| one.is_some()))
    }

    pub(crate) async fn login(&self, login: &str) -> Result<Option<LoginRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(find(&mut reader, login).await)
    }

    pub(crate) async fn book_role(&self, person: PersonId, book: BookId) -> Result<Option<Role>, StoreError> {
        let roles = self.book_roles(person).await?;
        Ok(roles.into_iter().find(|(one, _)| *one == book).map(|(_, role)| role))
    }

    pub(crate) async fn book_roles(&self, person: PersonId) -> Result<Vec<(BookId, Role)>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(roles_of(&mut reader, person).await)
    }

    pub(crate) async fn set_role(
        &self,
        person: PersonId,
        book: Option<BookId>,
        role: Option<Role>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = set_role(&mut tx, person, book, role, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn set_password(
        &self,
        person: PersonId,
        password: &str,
        except: Option<i64>,
    ) -> Result<(), StoreError> {
        // Alone, so that no write of an ended session that was verified before comes after.
        let mut tx = self.begin(Scope::Whole).await?;
        let done = set_password(&mut tx, person, password, except).await;
        self.end(tx, done).await
    }

    pub(crate) async fn remove_person(&self, person: PersonId, now_ms: i64) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Whole).await?;
        let done = remove(&mut tx, person, now_ms).await;
        self.end(tx, done).await
    }
}

async fn people(connection: &mut Connection) -> Result<Vec<PersonRecord>, DbError> {
    let rows =
        query("SELECT key, name, login, role, created_at FROM people WHERE removed_at IS NULL ORDER BY key")
            .fetch_all(&mut *connection)
            .await?;
    let mut people = Vec::with_capacity(rows.len());
    for row in rows {
        let id = PersonId::from_number(row.try_get("key")?);
        people.push(PersonRecord {
            id,
            name: row.try_get::<Option<String>, _>("name")?.unwrap_or_default(),
            login: row.try_get::<Option<String>, _>("login")?.unwrap_or_default(),
            role: role(&row, "role")?,
            books: roles_of(connection, id).await?,
            created_at: row.try_get("created_at")?,
        });
    }
    Ok(people)
}

async fn find(connection: &mut Connection, login: &str) -> Result<Option<LoginRecord>, DbError> {
    let row = query("SELECT key, password FROM people WHERE login = $1 AND removed_at IS NULL")
        .bind(login)
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let password: Option<String> = row.try_get("password")?;
    let person = PersonId::from_number(row.try_get("key")?);
    Ok(password.map(|password| LoginRecord { person, password }))
}

async fn roles_of(connection: &mut Connection, person: PersonId) -> Result<Vec<(BookId, Role)>, DbError> {
    let rows = query(
        "SELECT b.id, r.role FROM book_roles r JOIN books b ON b.key = r.book WHERE r.person = $1 AND b.removed_at IS NULL ORDER BY b.key",
    )
    .bind(person.number())
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| -> Result<Option<(BookId, Role)>, DbError> {
        let book = book_id(row, "id")?;
        Ok(role(row, "role")?.map(|role| (book, role)))
    };
    rows.iter().filter_map(|row| read(row).transpose()).collect()
}

async fn set_role(
    connection: &mut Connection,
    person: PersonId,
    book: Option<BookId>,
    role: Option<Role>,
    now_ms: i64,
) -> Result<(), DbError> {
    refuse_unknown(connection, person).await?;
    let Some(book) = book else {
        if role != Some(Role::Owner) {
            refuse_last_owner(connection, person).await?;
        }
        return set_library_role(connection, person, role).await;
    };
    let key = book_key(connection, book).await?;
    query("DELETE FROM book_roles WHERE person = $1 AND book = $2")
        .bind(person.number())
        .bind(key.0)
        .execute(&mut *connection)
        .await?;
    if let Some(role) = role {
        query("INSERT INTO book_roles (person, book, role, created_at) VALUES ($1, $2, $3, $4)")
            .bind(person.number())
            .bind(key.0)
            .bind(role.as_str())
            .bind(now_ms)
            .execute(connection)
            .await?;
    }
    Ok(())
}

pub(super) async fn set_library_role(
    connection: &mut Connection,
    person: PersonId,
    role: Option<Role>,
) -> Result<(), DbError> {
    query("UPDATE people SET role = $1 WHERE key = $2")
        .bind(role.map(Role::as_str))
        .bind(person.number())
        .execute(&mut *connection)
        .await?;
    if role != Some(Role::Owner) {
        withdraw_invitations(connection, person).await?;
    }
    Ok(())
}

async fn set_password(
    connection: &mut Connection,
    person: PersonId,
    password: &str,
    except: Option<i64>,
) -> Result<(), DbError> {
    refuse_unknown(connection, person).await?;
    query("UPDATE people SET password = $1 WHERE key = $2")
        .bind(password)
        .bind(person.number())
        .execute(&mut *connection)
        .await?;
    query("DELETE FROM credentials WHERE person = $1 AND key <> $2")
        .bind(person.number())
        .bind(except.unwrap_or_default())
        .execute(&mut *connection)
        .await?;
    // Who knew the old one may have logged in somewhere.
    query("DELETE FROM devices WHERE person = $1").bind(person.number()).execute(connection).await?;
    Ok(())
}

async fn remove(connection: &mut Connection, person: PersonId, now_ms: i64) -> Result<(), DbError> {
    refuse_unknown(connection, person).await?;
    refuse_last_owner(connection, person).await?;
    for gone in [
        // A comment of a file keeps the name of the file.
        "UPDATE comments SET author = '' WHERE person = $1 AND author = (SELECT name FROM people WHERE key = $1)",
        "DELETE FROM credentials WHERE person = $1",
        "DELETE FROM identities WHERE person = $1",
        "DELETE FROM devices WHERE person = $1",
        "DELETE FROM digests WHERE person = $1",
        "DELETE FROM mail_confirmations WHERE person = $1",
        "DELETE FROM book_roles WHERE person = $1",
        "DELETE FROM assignments WHERE person = $1",
        "DELETE FROM notices WHERE person = $1",
    ] {
        query(gone).bind(person.number()).execute(&mut *connection).await?;
    }
    withdraw_invitations(connection, person).await?;
    query(
        "UPDATE people SET name = NULL, login = NULL, password = NULL, role = NULL, removed_at = $2 WHERE key = $1",
    )
    .bind(person.number())
    .bind(now_ms)
    .execute(connection)
    .await?;
    Ok(())
}

/// Only an owner invites: their links end with their role.
async fn withdraw_invitations(connection: &mut Connection, person: PersonId) -> Result<(), DbError> {
    query("DELETE FROM invitations WHERE made_by = $1 AND used_by IS NULL")
        .bind(person.number())
        .execute(connection)
        .await?;
    Ok(())
}

async fn refuse_unknown(connection: &mut Connection, person: PersonId) -> Result<(), DbError> {
    let found: Option<i64> = query_scalar("SELECT key FROM people WHERE key = $1 AND removed_at IS NULL")
        .bind(person.number())
        .fetch_optional(connection)
        .await?;
    match found {
        Some(_) => Ok(()),
        None => Err(StoreError::NoSuchPerson { text: person.to_string() }.into()),
    }
}

/// A team without an owner could never get another one.
async fn refuse_last_owner(connection: &mut Connection, person: PersonId) -> Result<(), DbError> {
    if is_last_owner(connection, person).await? { Err(StoreError::LastOwner.into()) } else { Ok(()) }
}

pub(super) async fn is_last_owner(connection: &mut Connection, person: PersonId) -> Result<bool, DbError> {
    let owners: Vec<i64> =
        query_scalar("SELECT key FROM people WHERE role = 'owner'").fetch_all(connection).await?;
    Ok(owners == [person.number()])
}
