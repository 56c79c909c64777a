//! Whether a member has a right, read in the transaction that needs it.

use super::driver::{Connection, query};
use super::people::role;
use super::rows::{BookKey, stored};
use super::scope::Scope;
use super::{DbError, SqlLibrary};
use crate::error::StoreError;
use crate::grant::{Grant, MemberGrant};
use crate::people::Role;

/// The role it takes to share what a series knows: its terms stand in the prompts of all its books.
const OF_SERIES: Role = Role::Editor;

impl SqlLibrary {
    pub(crate) const fn grant(&self) -> Grant {
        self.grant
    }

    /// The same library for whoever has another right.
    pub(crate) fn with_grant(&self, grant: Grant) -> Self {
        Self { grant, ..self.clone() }
    }

    /// What a member has, if it is what they ask for.
    pub(crate) async fn read_grant(&self, asked: MemberGrant) -> Result<MemberGrant, StoreError> {
        let mut reader = self.reader().await?;
        self.map_db_error(asked.read(&mut reader, Scope::Anywhere).await)
    }
}

impl Grant {
    /// Refuses a write unless its right is still there.
    pub(super) async fn verify(self, connection: &mut Connection, scope: Scope<'_>) -> Result<(), DbError> {
        match self {
            Self::Process => Ok(()),
            Self::Member(member) => member.read(connection, scope).await.map(drop),
        }
    }

    /// Refuses to put a book into a series with books in which the member is no editor. One without books has what the
    /// library knows, and takes an editor of the library.
    pub(super) async fn verify_series(
        self,
        connection: &mut Connection,
        series: i64,
        but: Option<BookKey>,
    ) -> Result<(), DbError> {
        let Self::Member(member) = self else { return Ok(()) };
        let rows = query(
            "SELECT m.role, r.role AS book_role FROM people m LEFT JOIN books b ON b.series = $2 AND b.key <> $3 \
             LEFT JOIN book_roles r ON r.book = b.key AND r.person = m.key WHERE m.key = $1 AND m.removed_at IS NULL",
        )
        .bind(member.person.number())
        .bind(series)
        .bind(but.map_or(0, |but| but.0))
        .fetch_all(connection)
        .await?;
        let mut may = !rows.is_empty();
        for row in &rows {
            may &= Role::that_counts(role(row, "role")?, role(row, "book_role")?, member.limit)
                .is_some_and(|role| role.reaches(OF_SERIES));
        }
        if may { Ok(()) } else { Err(StoreError::NotAllowed.into()) }
    }
}

impl MemberGrant {
    async fn read(self, connection: &mut Connection, scope: Scope<'_>) -> Result<Self, DbError> {
        let of_scope = scope.book(connection).await?;
        let book = self.right.book.map(|book| stored(book.number()));
        let row = query(
            "SELECT m.role, r.role AS book_role, c.key AS credential, c.role AS most FROM people m \
             LEFT JOIN credentials c ON c.key = $2 AND c.person = m.key LEFT JOIN book_roles r ON r.person = m.key \
             AND r.book = coalesce($3, (SELECT key FROM books WHERE id = $4)) \
             WHERE m.key = $1 AND m.removed_at IS NULL",
        )
        .bind(self.person.number())
        .bind(self.credential)
        .bind(of_scope.map(|book| book.0))
        .bind(book)
        .fetch_optional(connection)
        .await?
        .ok_or(StoreError::NotAllowed)?;
        if self.credential.is_some() && row.try_get::<Option<i64>, _>("credential")?.is_none() {
            return Err(StoreError::CredentialEnded.into());
        }
        // A token that made work for a member limits it, too, and may have ended since.
        let limit = role(&row, "most")?.or(self.limit);
        let found = Role::that_counts(role(&row, "role")?, role(&row, "book_role")?, limit);
        match self.right.least {
            Some(least) if !found.is_some_and(|found| found.reaches(least)) => {
                Err(StoreError::NotAllowed.into())
            }
            Some(_) | None => Ok(Self { limit, ..self }),
        }
    }
}
