//! How members come in beside a password: accounts at a login service, and browsers that are known already.

use crate::error::StoreError;
use crate::library::Library;
use crate::people::{PersonId, Role};
use crate::store::Store;
use async_recursion::async_recursion as boxed;

/// A person as a login service identifies them.
#[derive(Debug, Clone, Copy)]
pub struct LoginIdentity<'a> {
    pub issuer: &'a str,
    /// Their id at the service; never given to another person.
    pub subject: &'a str,
    pub name: &'a str,
    /// What their groups let them do here.
    pub role: Option<Role>,
}

/// The result of a login through a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdentityLogin {
    pub person: PersonId,
    pub is_new: bool,
    /// The role before.
    pub before: Option<Role>,
    /// The role now. That of the last owner stays, whatever their groups say.
    pub role: Option<Role>,
}

impl Store {
    /// The account of a person whom a login service identifies, with the role of their groups; created if there is none.
    /// A person without a role gets no account, and loses role, sessions and tokens. A member who also has a password keeps
    /// name and role as the owners gave them.
    #[boxed]
    pub async fn log_in_by_identity(
        &self,
        identity: &LoginIdentity<'_>,
        now_ms: i64,
    ) -> Result<Option<IdentityLogin>, StoreError> {
        self.library().backend.log_in_by_identity(identity, now_ms).await
    }

    /// Links a member to an identity of a login service, in place of the one linked before. `false` if that identity belongs
    /// to another account already.
    #[boxed]
    pub async fn link_identity(
        &self,
        person: PersonId,
        identity: &LoginIdentity<'_>,
        now_ms: i64,
    ) -> Result<bool, StoreError> {
        self.library().backend.link_identity(person, identity, now_ms).await
    }

    /// Takes that away again; `false` where there was nothing.
    #[boxed]
    pub async fn unlink_identity(&self, person: PersonId, issuer: &str) -> Result<bool, StoreError> {
        self.library().backend.unlink_identity(person, issuer).await
    }

    /// Notes that a member logged in with the browser of this digest. The latest of each member are kept.
    #[boxed]
    pub async fn note_device(&self, digest: &str, person: PersonId, now_ms: i64) -> Result<(), StoreError> {
        self.library().backend.note_device(digest, person, now_ms).await
    }
}

impl Library {
    /// Whether a member can come in through a login service.
    #[boxed]
    pub async fn has_identity(&self, person: PersonId, issuer: &str) -> Result<bool, StoreError> {
        self.backend.has_identity(person, issuer).await
    }

    /// Whether the owner of this login has logged in with the browser of this digest before.
    #[boxed]
    pub async fn is_device_of(&self, digest: &str, login: &str) -> Result<bool, StoreError> {
        self.backend.is_device_of(digest, login).await
    }
}
