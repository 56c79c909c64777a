//! Which events of the library a member hears: all of them, or those about the books they were invited to.

use super::member::Member;
use crate::context::ServerContext;
use crate::problem::Problem;
use serde_json::Value;
use std::collections::HashSet;

/// What a reader of the library's events hears.
pub enum Audience {
    /// Everything: who may read the whole library, or has it for themselves.
    Library,
    /// What is about these books, and what is about no book.
    Books { person: String, books: HashSet<String> },
}

impl Audience {
    /// What a member hears now. Their stream ends when they may do something else.
    pub(crate) async fn for_member(
        context: &ServerContext,
        member: Option<&Member>,
    ) -> Result<Self, Problem> {
        let Some(member) = member else { return Ok(Self::Library) };
        if member.role_in(context, None).await?.is_some() {
            return Ok(Self::Library);
        }
        let roles = context.library().book_roles(member.person).await?;
        let books = roles.into_iter().map(|(book, _)| book.to_string()).collect();
        Ok(Self::Books { person: member.person.to_string(), books })
    }

    /// Whether they hear an event with this name and these fields.
    pub fn hears(&self, name: &str, json: &str) -> bool {
        let Self::Books { person, books } = self else { return true };
        let told: Value = serde_json::from_str(json).unwrap_or_default();
        let field = |name: &str| told.get(name).and_then(Value::as_str);
        match field("book") {
            Some(book) => books.contains(book),
            None => name != "notices_changed" || field("person") == Some(person.as_str()),
        }
    }
}
