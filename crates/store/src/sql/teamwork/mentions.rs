//! Who a comment names: `@` and a member's name or login, as they are written.

use crate::people::PersonId;
use crate::sql::DbError;
use crate::sql::driver::{Connection, query};
use crate::sql::rows::BookKey;

/// A member and what they are called.
struct MemberNames {
    person: PersonId,
    /// Name and login in lower case.
    names: Vec<String>,
}

/// The members a text names who may read the book.
pub(in crate::sql) async fn mentioned(
    connection: &mut Connection,
    book: BookKey,
    text: &str,
) -> Result<Vec<PersonId>, DbError> {
    if !text.contains(['@', '＠']) {
        return Ok(Vec::new());
    }
    let rows = query(
        "SELECT m.key, m.name, m.login FROM people m WHERE m.removed_at IS NULL AND (m.role IS NOT NULL OR EXISTS \
         (SELECT 1 FROM book_roles r WHERE r.person = m.key AND r.book = $1))",
    )
    .bind(book.0)
    .fetch_all(connection)
    .await?;
    let mut called = Vec::with_capacity(rows.len());
    for row in rows {
        let names = [row.try_get::<Option<String>, _>("name")?, row.try_get::<Option<String>, _>("login")?];
        let names =
            names.into_iter().flatten().map(|name| name.to_lowercase()).filter(|name| !name.is_empty());
        called
            .push(MemberNames { person: PersonId::from_number(row.try_get("key")?), names: names.collect() });
    }
    Ok(find(text, &called))
}

/// After each `@` the longest name counts, so that `@Ann Lee` is not Ann. A name that ends with a letter of the Latin alphabet
/// ends where its word does; one in Chinese characters or kana may be followed by others.
fn find(text: &str, called: &[MemberNames]) -> Vec<PersonId> {
    let text = text.to_lowercase().replace('＠', "@");
    let mut found = Vec::new();
    for rest in text.split('@').skip(1) {
        let names = |one: &MemberNames| {
            let longest = one.names.iter().filter(|name| is_named(rest, name)).map(String::len).max()?;
            Some((longest, one.person))
        };
        let longest = called.iter().filter_map(names).max_by_key(|(length, _)| *length);
        found.extend(longest.map(|(_, person)| person).filter(|person| !found.contains(person)));
    }
    found
}

fn is_named(rest: &str, name: &str) -> bool {
    let Some(after) = rest.strip_prefix(name) else { return false };
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    !(name.ends_with(is_word) && after.starts_with(is_word))
}
