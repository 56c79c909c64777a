//! By what right a handle changes the library: as this process itself, or for a member. What a member may do is read again
//! inside each transaction that writes, so that a right that was taken away is gone for requests and runs under way, too.

use crate::error::StoreError;
use crate::people::{PersonId, Role};
use crate::store::Store;
use async_recursion::async_recursion as boxed;
use book::id::BookId;

/// What a member asks to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Right {
    /// The least role that may do it; without one every member may.
    pub least: Option<Role>,
    /// The book whose roles count where a write itself names none.
    pub book: Option<BookId>,
}

impl Right {
    /// What every member may do.
    pub const OF_EVERY_MEMBER: Self = Self { least: None, book: None };

    /// What takes at least this role in a book.
    pub const fn in_book(least: Role, book: BookId) -> Self {
        Self { least: Some(least), book: Some(book) }
    }
}

/// The right that every write of a handle needs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Grant {
    /// This process itself, and everybody in a library of one person.
    #[default]
    Process,
    /// A member of the team.
    Member(MemberGrant),
}

/// What a member was found to have; only a transaction makes one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemberGrant {
    pub(crate) person: PersonId,
    /// The session or token of a request. Work that outlives its request has none.
    pub(crate) credential: Option<i64>,
    /// The credential gives no more than this role.
    pub(crate) limit: Option<Role>,
    pub(crate) right: Right,
}

impl Grant {
    pub(crate) const fn person(&self) -> Option<PersonId> {
        match self {
            Self::Process => None,
            Self::Member(member) => Some(member.person),
        }
    }

    pub(crate) const fn credential(&self) -> Option<i64> {
        match self {
            Self::Process => None,
            Self::Member(member) => member.credential,
        }
    }

    pub(crate) const fn limit(&self) -> Option<Role> {
        match self {
            Self::Process => None,
            Self::Member(member) => member.limit,
        }
    }
}

impl Store {
    /// The library for a member with this credential, if they have the right. Whatever the handle commits is theirs, or was
    /// done by a model for them. Every write verifies the credential and the role again: in the book that is written, or
    /// in that of the right.
    #[boxed]
    pub async fn grant(
        &self,
        person: PersonId,
        credential: Option<i64>,
        right: Right,
    ) -> Result<Self, StoreError> {
        let asked = MemberGrant { person, credential, limit: None, right };
        Ok(self.with_grant(Grant::Member(self.library().backend.read_grant(asked).await?)))
    }

    /// The same member's handle for another right, if they have it. The process itself has every right.
    #[boxed]
    pub async fn asking(&self, right: Right) -> Result<Self, StoreError> {
        match self.library().backend.grant() {
            Grant::Process => Ok(self.clone()),
            Grant::Member(member) => self.grant(member.person, member.credential, right).await,
        }
    }

    /// Refuses unless the member still has the right.
    #[boxed]
    pub async fn verify(&self) -> Result<(), StoreError> {
        match self.library().backend.grant() {
            Grant::Process => Ok(()),
            Grant::Member(member) => self.library().backend.read_grant(member).await.map(drop),
        }
    }

    /// The same right for work that goes on after its request: logging out does not end it, losing the role does.
    #[must_use]
    pub fn outliving_request(&self) -> Self {
        match self.library().backend.grant() {
            Grant::Process => self.clone(),
            Grant::Member(member) => {
                self.with_grant(Grant::Member(MemberGrant { credential: None, ..member }))
            }
        }
    }

    /// The person this handle works for.
    pub fn person(&self) -> Option<PersonId> {
        self.library().backend.grant().person()
    }
}
