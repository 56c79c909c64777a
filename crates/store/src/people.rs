//! People of a team: who they are, what they may do, and what lets them in. A library of one person has none of them.

use crate::error::StoreError;
use crate::library::Library;
use crate::store::Store;
use async_recursion::async_recursion as boxed;
use book::id::BookId;
use std::fmt;
use std::str::FromStr;

/// A present or former member of the team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(i64);

impl PersonId {
    pub(crate) const fn from_number(number: i64) -> Self {
        Self(number)
    }

    pub(crate) const fn number(self) -> i64 {
        self.0
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

impl FromStr for PersonId {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let number = text.strip_prefix('p').and_then(|digits| digits.parse().ok());
        number.map(Self).ok_or_else(|| StoreError::NoSuchPerson { text: text.to_owned() })
    }
}

/// Who did something, or for whom a model did it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonName {
    pub id: PersonId,
    /// Nothing once they were removed.
    pub name: Option<String>,
}

/// What a member may do; each role may also do what those after it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// People, keys, money, and everything else.
    Owner,
    /// Everything in a book.
    Editor,
    /// Write translations.
    Translator,
    /// Read.
    Reader,
}

impl Role {
    /// All of them, the most powerful first.
    pub const ALL: [Self; 4] = [Self::Owner, Self::Editor, Self::Translator, Self::Reader];

    /// The word for it in the library and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Editor => "editor",
            Self::Translator => "translator",
            Self::Reader => "reader",
        }
    }

    /// The role with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }

    /// Whether they approve translations, and change what is approved.
    pub const fn approves(self) -> bool {
        matches!(self, Self::Owner | Self::Editor)
    }

    /// Whether it may do what takes at least another role.
    pub fn reaches(self, least: Self) -> bool {
        self.at_most(least) == least
    }

    /// The role that counts in a book: an owner is one everywhere, a role in the book stands before the one in the library,
    /// and a credential gives no more than it was made for.
    pub fn that_counts(in_library: Option<Self>, in_book: Option<Self>, limit: Option<Self>) -> Option<Self> {
        let role = if in_library == Some(Self::Owner) { in_library } else { in_book.or(in_library) };
        role.map(|role| limit.map_or(role, |limit| role.at_most(limit)))
    }

    /// The weaker of two.
    #[must_use]
    pub fn at_most(self, other: Self) -> Self {
        let place = |role| Self::ALL.iter().position(|one| *one == role);
        if place(self) >= place(other) { self } else { other }
    }
}

/// A member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonRecord {
    pub id: PersonId,
    pub name: String,
    pub login: String,
    /// What they may do in the whole library.
    pub role: Option<Role>,
    /// What they may do in single books.
    pub books: Vec<(BookId, Role)>,
    /// When they joined, in milliseconds since 1970.
    pub created_at: i64,
}

/// A new member.
#[derive(Debug, Clone, Copy)]
pub struct NewPerson<'a> {
    pub name: &'a str,
    /// In lower case.
    pub login: &'a str,
    /// The password as it is kept.
    pub password: &'a str,
}

/// What a member logs in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginRecord {
    pub person: PersonId,
    /// The password as it is kept.
    pub password: String,
}

/// What kind of credential it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CredentialKind {
    /// A browser's.
    Session,
    /// A program's.
    Token,
}

impl CredentialKind {
    /// The word for it in the library and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Token => "token",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Session, Self::Token].into_iter().find(|kind| kind.as_str() == word)
    }
}

/// A credential to be kept.
#[derive(Debug, Clone, Copy)]
pub struct NewCredential<'a> {
    /// The digest of the secret.
    pub digest: &'a str,
    pub kind: CredentialKind,
    pub person: PersonId,
    pub name: &'a str,
    /// No more than this, whatever the person may do.
    pub role: Option<Role>,
    pub now_ms: i64,
    pub ends_at: i64,
}

/// A credential that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialRecord {
    /// Its number, to end it by.
    pub id: i64,
    pub kind: CredentialKind,
    pub name: String,
    pub role: Option<Role>,
    pub created_at: i64,
    pub seen_at: i64,
    pub ends_at: i64,
    /// The token that made it; it ends with that one.
    pub made_by: Option<i64>,
}

impl CredentialRecord {
    /// Those of a member's credentials, given latest first, that its holder may see and end: with a session all of them, with
    /// a token itself and what was made with it.
    pub fn governed<'a>(&self, all: &'a [Self]) -> Vec<&'a Self> {
        let mut governed: Vec<&Self> = Vec::new();
        for one in all.iter().rev() {
            let is_made_here = governed.iter().any(|known| one.made_by == Some(known.id));
            if self.kind == CredentialKind::Session || one.id == self.id || is_made_here {
                governed.push(one);
            }
        }
        governed.reverse();
        governed
    }
}

/// Who comes with a credential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberRecord {
    pub person: PersonId,
    pub name: String,
    /// What they may do in the whole library.
    pub role: Option<Role>,
    pub credential: CredentialRecord,
}

/// An invitation to be kept.
#[derive(Debug, Clone, Copy)]
pub struct NewInvitation<'a> {
    /// The digest of the secret in the link.
    pub digest: &'a str,
    pub role: Role,
    /// For one book only.
    pub book: Option<BookId>,
    pub now_ms: i64,
    pub ends_at: i64,
}

/// An invitation that can still be accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRecord {
    /// Its number, to take it back by.
    pub id: i64,
    pub role: Role,
    pub book: Option<BookId>,
    pub made_by: Option<PersonName>,
    pub created_at: i64,
    pub ends_at: i64,
}

/// Something that is written down for the owners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRecord {
    pub id: i64,
    pub person: Option<PersonName>,
    /// A word for programs.
    pub action: String,
    /// What it was about, as JSON.
    pub about: String,
    pub created_at: i64,
}

impl Store {
    /// Stores an invitation by the person this handle works for.
    #[boxed]
    pub async fn invite(&self, new: &NewInvitation<'_>) -> Result<(), StoreError> {
        self.library().backend.invite(new, self.person()).await
    }

    /// Takes back an invitation; tells whether there was one.
    #[boxed]
    pub async fn take_back_invitation(&self, id: i64) -> Result<bool, StoreError> {
        self.library().backend.take_back_invitation(id).await
    }

    /// Creates a member by an invitation, which can then not be used again.
    #[boxed]
    pub async fn accept_invitation(
        &self,
        digest: &str,
        new: &NewPerson<'_>,
        now_ms: i64,
    ) -> Result<PersonId, StoreError> {
        self.library().backend.accept_invitation(digest, new, now_ms).await
    }

    /// Says what a member may do in the whole library, or in one book; nothing takes it away. The last owner stays one.
    #[boxed]
    pub async fn set_role(
        &self,
        person: PersonId,
        book: Option<BookId>,
        role: Option<Role>,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.library().backend.set_role(person, book, role, now_ms).await
    }

    /// Keeps another password, and ends every credential of the member but one.
    #[boxed]
    pub async fn set_password(
        &self,
        person: PersonId,
        password: &str,
        except: Option<i64>,
    ) -> Result<(), StoreError> {
        self.library().backend.set_password(person, password, except).await
    }

    /// Removes a member: name, login, password, roles and credentials are gone at once, and what they did stays without a
    /// name. The last owner cannot be removed.
    #[boxed]
    pub async fn remove_person(&self, person: PersonId, now_ms: i64) -> Result<(), StoreError> {
        self.library().backend.remove_person(person, now_ms).await
    }

    /// Keeps a credential; those that have ended are forgotten. One that is made with a token gives no more than that token,
    /// and ends with it.
    #[boxed]
    pub async fn add_credential(&self, new: &NewCredential<'_>) -> Result<CredentialRecord, StoreError> {
        self.library().backend.add_credential(new).await
    }

    /// Ends a credential of a member at once; tells whether there was one.
    #[boxed]
    pub async fn end_credential(&self, person: PersonId, id: i64) -> Result<bool, StoreError> {
        self.library().backend.end_credential(person, id).await
    }

    /// Notes when a credential was last used.
    #[boxed]
    pub async fn note_seen(&self, id: i64, now_ms: i64) -> Result<(), StoreError> {
        self.library().backend.note_seen(id, now_ms).await
    }

    /// Logs an action of a person, who need not be there any more. `about` is JSON.
    #[boxed]
    pub async fn note_audit<'a>(
        &'a self,
        person: Option<PersonId>,
        action: &'a str,
        about: &'a str,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.library().backend.note_audit(person, action, about, now_ms).await
    }
}

impl Library {
    /// The members, in the order they joined.
    #[boxed]
    pub async fn people(&self) -> Result<Vec<PersonRecord>, StoreError> {
        self.backend.people().await
    }

    /// Whether the library has a member.
    #[boxed]
    pub async fn has_people(&self) -> Result<bool, StoreError> {
        self.backend.has_people().await
    }

    /// What a member logs in with.
    #[boxed]
    pub async fn login(&self, login: &str) -> Result<Option<LoginRecord>, StoreError> {
        self.backend.login(login).await
    }

    /// Who comes with the credential of this digest, unless it has ended.
    #[boxed]
    pub async fn member(&self, digest: &str, now_ms: i64) -> Result<Option<MemberRecord>, StoreError> {
        self.backend.member(digest, now_ms).await
    }

    /// What a member was said to do in one book, if anything.
    #[boxed]
    pub async fn book_role(&self, person: PersonId, book: BookId) -> Result<Option<Role>, StoreError> {
        self.backend.book_role(person, book).await
    }

    /// What a member was said to do in single books.
    #[boxed]
    pub async fn book_roles(&self, person: PersonId) -> Result<Vec<(BookId, Role)>, StoreError> {
        self.backend.book_roles(person).await
    }

    /// The credentials of a member, the latest first.
    #[boxed]
    pub async fn credentials(&self, person: PersonId) -> Result<Vec<CredentialRecord>, StoreError> {
        self.backend.credentials(person).await
    }

    /// Invitations that can still be accepted.
    #[boxed]
    pub async fn invitations(&self, now_ms: i64) -> Result<Vec<InvitationRecord>, StoreError> {
        self.backend.invitations(now_ms).await
    }

    /// The invitation of this digest, if it can still be accepted.
    #[boxed]
    pub async fn invitation(
        &self,
        digest: &str,
        now_ms: i64,
    ) -> Result<Option<InvitationRecord>, StoreError> {
        self.backend.invitation(digest, now_ms).await
    }

    /// What was written down, newest first, before a number.
    #[boxed]
    pub async fn audit(&self, before: Option<i64>, limit: u32) -> Result<Vec<AuditRecord>, StoreError> {
        self.backend.audit(before, limit).await
    }
}
