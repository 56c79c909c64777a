//! How members come in beside a password: accounts at a login service, and browsers that are known already.

use crate::error::StoreError;
use crate::library::Library;
use crate::people::{PersonId, Role};
use crate::store::Store;

/// Somebody as a login service knows them.
#[derive(Debug, Clone, Copy)]
pub struct LoginIdentity<'a> {
    pub issuer: &'a str,
    /// Who it is there; never given to anybody else.
    pub subject: &'a str,
    pub name: &'a str,
    /// What their groups let them do here.
    pub role: Option<Role>,
}

/// What became of a login through a service.
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
    /// The account of somebody a login service knows, with the role of their groups; made where there is none. Whoever has
    /// no role gets no account, and loses what they had: role, sessions and tokens. Whoever has a password beside it keeps
    /// name and role as the owners gave them.
    pub async fn log_in_by_identity(
        &self,
        identity: &LoginIdentity<'_>,
        now_ms: i64,
    ) -> Result<Option<IdentityLogin>, StoreError> {
        self.library().backend.log_in_by_identity(identity, now_ms).await
    }

    /// Lets a member come in as somebody a login service knows, instead of whoever they came in as before. `false` where that
    /// is somebody else's account already.
    pub async fn link_identity(
        &self,
        person: PersonId,
        identity: &LoginIdentity<'_>,
        now_ms: i64,
    ) -> Result<bool, StoreError> {
        self.library().backend.link_identity(person, identity, now_ms).await
    }

    /// Takes that away again; `false` where there was nothing.
    pub async fn unlink_identity(&self, person: PersonId, issuer: &str) -> Result<bool, StoreError> {
        self.library().backend.unlink_identity(person, issuer).await
    }

    /// Notes that somebody has logged in with the browser of this digest. The latest of each member are kept.
    pub async fn note_device(&self, digest: &str, person: PersonId, now_ms: i64) -> Result<(), StoreError> {
        self.library().backend.note_device(digest, person, now_ms).await
    }
}

impl Library {
    /// Whether a member can come in through a login service.
    pub async fn has_identity(&self, person: PersonId, issuer: &str) -> Result<bool, StoreError> {
        self.backend.has_identity(person, issuer).await
    }

    /// Whether the owner of this login has logged in with the browser of this digest before.
    pub async fn is_device_of(&self, digest: &str, login: &str) -> Result<bool, StoreError> {
        self.backend.is_device_of(digest, login).await
    }
}
