//! People of a team, as they travel.

use crate::problem::Problem;
use messages::Message;
use serde::{Deserialize, Serialize};
use store::people::{
    AuditRecord, CredentialRecord, InvitationRecord, PersonName, PersonRecord, Role as StoredRole,
};
use utoipa::ToSchema;

/// What somebody may do.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    /// Everything, people and keys among it.
    Owner,
    /// Everything in a book.
    Editor,
    /// Write translations.
    Translator,
    /// Read.
    Reader,
}

impl From<StoredRole> for Role {
    fn from(role: StoredRole) -> Self {
        match role {
            StoredRole::Owner => Self::Owner,
            StoredRole::Editor => Self::Editor,
            StoredRole::Translator => Self::Translator,
            StoredRole::Reader => Self::Reader,
        }
    }
}

impl From<Role> for StoredRole {
    fn from(role: Role) -> Self {
        match role {
            Role::Owner => Self::Owner,
            Role::Editor => Self::Editor,
            Role::Translator => Self::Translator,
            Role::Reader => Self::Reader,
        }
    }
}

/// Who did something, or for whom a model did it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Person {
    pub(crate) id: String,
    /// Null for a former member.
    pub(crate) name: Option<String>,
}

impl From<&PersonName> for Person {
    fn from(person: &PersonName) -> Self {
        Self { id: person.id.to_string(), name: person.name.clone() }
    }
}

/// What somebody may do in one book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookRole {
    pub(crate) book: String,
    pub(crate) role: Role,
}

/// A member of the team.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamMember {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) login: String,
    /// In the whole library; null where they were invited to single books.
    pub(crate) role: Option<Role>,
    pub(crate) books: Vec<BookRole>,
    pub(crate) created_at_ms: i64,
}

impl From<&PersonRecord> for TeamMember {
    fn from(person: &PersonRecord) -> Self {
        let in_book = |(book, role): &(book::id::BookId, StoredRole)| BookRole {
            book: book.to_string(),
            role: (*role).into(),
        };
        Self {
            id: person.id.to_string(),
            name: person.name.clone(),
            login: person.login.clone(),
            role: person.role.map(Role::from),
            books: person.books.iter().map(in_book).collect(),
            created_at_ms: person.created_at,
        }
    }
}

/// Whoever is logged in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Me {
    pub(crate) id: String,
    pub(crate) name: String,
    /// In the whole library, with the credential of this request.
    pub(crate) role: Option<Role>,
    pub(crate) books: Vec<BookRole>,
    /// The credential of this request.
    pub(crate) credential: i64,
    /// Whether they can log in with a password; whoever came through a login service cannot.
    pub(crate) has_password: bool,
    /// Whether they can log in through the login service.
    pub(crate) is_linked: bool,
}

/// Whoever links an account shows that they know the password of this one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkRequest {
    #[schema(write_only)]
    pub(crate) password: String,
}

/// Name and password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LoginRequest {
    pub(crate) login: String,
    #[schema(write_only)]
    pub(crate) password: String,
}

/// Where the browser goes to log in through the login service.
#[derive(Serialize, ToSchema)]
pub(crate) struct OidcBegun {
    pub(crate) url: String,
}

/// What the browser came back with from the login service, as it stands in the address.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OidcReturned {
    pub(crate) state: String,
    #[schema(write_only)]
    pub(crate) code: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) iss: Option<String>,
}

/// A new password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordRequest {
    #[schema(write_only)]
    pub(crate) current: String,
    #[schema(write_only)]
    pub(crate) new: String,
}

/// A session of a browser, or a token of a program.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Credential {
    pub(crate) id: i64,
    /// `session` or `token`.
    pub(crate) kind: String,
    /// The browser, or what the token was called.
    pub(crate) name: String,
    /// No more than this, whatever its owner may do.
    pub(crate) role: Option<Role>,
    /// Whether it is the one of this request.
    pub(crate) is_this: bool,
    pub(crate) created_at_ms: i64,
    pub(crate) seen_at_ms: i64,
    pub(crate) ends_at_ms: i64,
}

impl Credential {
    pub(crate) fn new(record: &CredentialRecord, this: i64) -> Self {
        Self {
            id: record.id,
            kind: record.kind.as_str().to_owned(),
            name: record.name.clone(),
            role: record.role.map(Role::from),
            is_this: record.id == this,
            created_at_ms: record.created_at,
            seen_at_ms: record.seen_at,
            ends_at_ms: record.ends_at,
        }
    }
}

/// A token for a program.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TokenRequest {
    /// What it is for.
    pub(crate) name: String,
    /// No more than this; left out, it may do what its owner may.
    pub(crate) role: Option<Role>,
    /// So many days it is good for.
    #[schema(minimum = 1, maximum = 366)]
    pub(crate) days: u32,
}

/// A token, shown this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewToken {
    pub(crate) token: String,
    pub(crate) ends_at_ms: i64,
}

/// Somebody to be invited.
#[derive(Deserialize, ToSchema)]
pub(crate) struct InvitationRequest {
    pub(crate) role: Role,
    /// For this book only.
    pub(crate) book: Option<String>,
    /// So many days the link is good for.
    #[schema(minimum = 1, maximum = 366)]
    pub(crate) days: u32,
}

/// An invitation and its link, shown this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewInvitation {
    /// What comes after the address of the page: `#/join/…`.
    pub(crate) link: String,
    pub(crate) ends_at_ms: i64,
}

/// An invitation that can still be accepted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Invitation {
    pub(crate) id: i64,
    pub(crate) role: Role,
    pub(crate) book: Option<String>,
    pub(crate) made_by: Option<Person>,
    pub(crate) created_at_ms: i64,
    pub(crate) ends_at_ms: i64,
}

impl From<&InvitationRecord> for Invitation {
    fn from(record: &InvitationRecord) -> Self {
        Self {
            id: record.id,
            role: record.role.into(),
            book: record.book.map(|book| book.to_string()),
            made_by: record.made_by.as_ref().map(Person::from),
            created_at_ms: record.created_at,
            ends_at_ms: record.ends_at,
        }
    }
}

/// Somebody who joins by a link.
#[derive(Deserialize, ToSchema)]
pub(crate) struct JoinRequest {
    /// What stands last in the link.
    #[schema(write_only)]
    pub(crate) secret: String,
    /// As others see it.
    pub(crate) name: String,
    pub(crate) login: String,
    #[schema(write_only)]
    pub(crate) password: String,
}

/// What a member may do from now on.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RoleRequest {
    /// Null takes it away; it is never left out.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true)]
    pub(crate) role: Option<Role>,
    /// In this book only.
    pub(crate) book: Option<String>,
}

/// Something that was written down for the owners.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditEntry {
    pub(crate) id: i64,
    pub(crate) person: Option<Person>,
    /// A word for programs.
    pub(crate) action: String,
    /// What it was about.
    #[schema(value_type = Object)]
    pub(crate) about: serde_json::Value,
    pub(crate) created_at_ms: i64,
}

impl From<&AuditRecord> for AuditEntry {
    fn from(record: &AuditRecord) -> Self {
        Self {
            id: record.id,
            person: record.person.as_ref().map(Person::from),
            action: record.action.clone(),
            about: serde_json::from_str(&record.about).unwrap_or_default(),
            created_at_ms: record.created_at,
        }
    }
}

/// The time so many days from now.
pub(crate) fn in_days(days: u32, now_ms: i64) -> Result<i64, Problem> {
    const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
    if (1..=366).contains(&days) {
        return Ok(now_ms.saturating_add(i64::from(days) * DAY_MS));
    }
    Err(Problem::wrong("days", Message::new("not_so_many_days")))
}
