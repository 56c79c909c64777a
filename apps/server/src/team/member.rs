//! Who sends a request: found by the secret it carries, every time anew, so that a session that was ended is dead at once.

use crate::access::cookie::Cookie;
use crate::access::secret::digest;
use crate::context::ServerContext;
use crate::problem::Problem;
use crate::team::roles::{Action, allows};
use axum::http::HeaderMap;
use book::id::BookId;
use store::grant::Right;
use store::people::{CredentialRecord, MemberRecord, PersonId, Role};
use store::store::Store;

/// A session is good for so long.
pub(crate) const SESSION_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
/// The cookie of a session.
pub(crate) const COOKIE: Cookie = Cookie { name: "tsumugi_session", max_age_secs: SESSION_MS / 1_000 };
/// How late it may be noted that a credential was used.
const SEEN_MS: i64 = 60_000;

/// The member of a request: logged in, or with a token of theirs.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    /// What they may do in the whole library.
    pub(crate) role: Option<Role>,
    pub(crate) credential: CredentialRecord,
}

impl Member {
    /// Who sends a request with these headers.
    pub(crate) async fn find(context: &ServerContext, headers: &HeaderMap) -> Result<Option<Self>, Problem> {
        let Some(secret) = COOKIE.carried(headers) else { return Ok(None) };
        let now_ms = context.now_ms();
        let Some(found) = context.library().member(&digest(secret), now_ms).await? else { return Ok(None) };
        let MemberRecord { person, name, role, credential } = found;
        if now_ms - credential.seen_at > SEEN_MS {
            context.process_store().note_seen(credential.id, now_ms).await?;
        }
        Ok(Some(Self { person, name, role, credential }))
    }

    /// The library for this request, if its sender has this right.
    pub(crate) async fn grant(&self, context: &ServerContext, right: Right) -> Result<Store, Problem> {
        Ok(context.process_store().grant(self.person, Some(self.credential.id), right).await?)
    }

    /// Whether they are an editor of the library or of a book in it.
    pub(crate) async fn edits_a_book(&self, context: &ServerContext) -> Result<bool, Problem> {
        let in_books = context.library().book_roles(self.person).await?;
        let in_books = in_books.into_iter().map(|(_, role)| Some(role));
        Ok(std::iter::once(None)
            .chain(in_books)
            .any(|in_book| allows(Role::that_counts(self.role, in_book, self.credential.role), Action::Edit)))
    }

    /// What they may do in a book, or in the library.
    pub(crate) async fn role_in(
        &self,
        context: &ServerContext,
        book: Option<BookId>,
    ) -> Result<Option<Role>, Problem> {
        let in_book = match book {
            Some(book) => context.library().book_role(self.person, book).await?,
            None => None,
        };
        Ok(Role::that_counts(self.role, in_book, self.credential.role))
    }
}
