//! Invitation links: each creates one member.

use super::{person_name, role};
use crate::error::StoreError;
use crate::login_skeleton::skeleton;
use crate::people::{InvitationRecord, NewInvitation, NewPerson, PersonId, Role};
use crate::sql::driver::{Connection, Row, query, query_scalar};
use crate::sql::rows::{book_id, book_key};
use crate::sql::scope::Scope;
use crate::sql::{DbError, SqlLibrary};

impl SqlLibrary {
    pub(crate) async fn invite(
        &self,
        new: &NewInvitation<'_>,
        made_by: Option<PersonId>,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let done = invite(&mut tx, new, made_by).await;
        self.end(tx, done).await
    }

    pub(crate) async fn take_back_invitation(&self, id: i64) -> Result<bool, StoreError> {
        let mut tx = self.begin(Scope::Anywhere).await?;
        let gone = query("DELETE FROM invitations WHERE key = $1 AND used_by IS NULL").bind(id);
        let done = gone.execute(&mut tx).await.map(|gone| gone.rows_affected() > 0).map_err(DbError::from);
        self.end(tx, done).await
    }

    pub(crate) async fn accept_invitation(
        &self,
        digest: &str,
        new: &NewPerson<'_>,
        now_ms: i64,
    ) -> Result<PersonId, StoreError> {
        // Alone, so that one link makes one member.
        let mut tx = self.begin(Scope::Whole).await?;
        let done = accept(&mut tx, digest, new, now_ms).await;
        self.end(tx, done).await
    }

    pub(crate) async fn invitations(&self, now_ms: i64) -> Result<Vec<InvitationRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(open(&mut reader, now_ms).await)
    }

    pub(crate) async fn invitation(
        &self,
        digest: &str,
        now_ms: i64,
    ) -> Result<Option<InvitationRecord>, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(read_invitation(&mut reader, digest, now_ms).await)
    }
}

/// What is read of an invitation that can still be accepted, `$1` being the time.
macro_rules! select_invitations {
    ($rest:literal) => {
        concat!(
            "SELECT i.key, i.role, b.id AS book_id, i.made_by AS person, m.name AS person_name, i.created_at, i.ends_at ",
            "FROM invitations i LEFT JOIN books b ON b.key = i.book LEFT JOIN people m ON m.key = i.made_by ",
            "WHERE i.used_by IS NULL AND i.ends_at > $1 ",
            $rest
        )
    };
}

async fn invite(
    connection: &mut Connection,
    new: &NewInvitation<'_>,
    made_by: Option<PersonId>,
) -> Result<(), DbError> {
    let book = match new.book {
        Some(book) => Some(book_key(connection, book).await?.0),
        None => None,
    };
    query(
        "INSERT INTO invitations (digest, role, book, made_by, created_at, ends_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(new.digest)
    .bind(new.role.as_str())
    .bind(book)
    .bind(made_by.map(PersonId::number))
    .bind(new.now_ms)
    .bind(new.ends_at)
    .execute(connection)
    .await?;
    Ok(())
}

async fn accept(
    connection: &mut Connection,
    digest: &str,
    new: &NewPerson<'_>,
    now_ms: i64,
) -> Result<PersonId, DbError> {
    let row = query(
        "SELECT key, role, book FROM invitations WHERE digest = $1 AND used_by IS NULL AND ends_at > $2",
    )
    .bind(digest)
    .bind(now_ms)
    .fetch_optional(&mut *connection)
    .await?
    .ok_or(StoreError::NoSuchInvitation)?;
    let logins: Vec<String> =
        query_scalar("SELECT login FROM people WHERE login IS NOT NULL").fetch_all(&mut *connection).await?;
    let wanted = skeleton(new.login);
    if logins.iter().any(|login| skeleton(login) == wanted) {
        return Err(StoreError::LoginTaken { login: new.login.to_owned() }.into());
    }
    let (book, invited): (Option<i64>, Option<Role>) = (row.try_get("book")?, role(&row, "role")?);
    let invited = invited.ok_or(StoreError::NoSuchInvitation)?;
    let person: i64 = query_scalar(
        "INSERT INTO people (name, login, password, role, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING key",
    )
    .bind(new.name)
    .bind(new.login)
    .bind(new.password)
    .bind(Some(invited.as_str()).filter(|_| book.is_none()))
    .bind(now_ms)
    .fetch_one(&mut *connection)
    .await?;
    if let Some(book) = book {
        query("INSERT INTO book_roles (person, book, role, created_at) VALUES ($1, $2, $3, $4)")
            .bind(person)
            .bind(book)
            .bind(invited.as_str())
            .bind(now_ms)
            .execute(&mut *connection)
            .await?;
    }
    query("UPDATE invitations SET used_by = $1 WHERE key = $2")
        .bind(person)
        .bind(row.try_get::<i64, _>("key")?)
        .execute(connection)
        .await?;
    Ok(PersonId::from_number(person))
}

async fn open(connection: &mut Connection, now_ms: i64) -> Result<Vec<InvitationRecord>, DbError> {
    let rows = query(select_invitations!("ORDER BY i.key DESC")).bind(now_ms).fetch_all(connection).await?;
    rows.iter().map(read).collect()
}

async fn read_invitation(
    connection: &mut Connection,
    digest: &str,
    now_ms: i64,
) -> Result<Option<InvitationRecord>, DbError> {
    let found = query(select_invitations!("AND i.digest = $2")).bind(now_ms).bind(digest);
    found.fetch_optional(connection).await?.as_ref().map(read).transpose()
}

fn read(row: &Row) -> Result<InvitationRecord, DbError> {
    let book: Option<i64> = row.try_get("book_id")?;
    Ok(InvitationRecord {
        id: row.try_get("key")?,
        role: role(row, "role")?.unwrap_or(Role::Reader),
        book: book.map(|_| book_id(row, "book_id")).transpose()?,
        made_by: person_name(row)?,
        created_at: row.try_get("created_at")?,
        ends_at: row.try_get("ends_at")?,
    })
}
