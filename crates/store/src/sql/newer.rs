//! Later texts of a task. What another has written in a paragraph since the task did was not before the task's model, so a
//! further text of the task does not replace it.

use super::DbError;
use super::bulk::list;
use super::driver::{Connection, Row, query, sql};
use super::rows::BookKey;
use book::edit::Edit;
use book::id::ParagraphId;
use book::text::version::{Author, Selection};
use std::borrow::Cow;
use std::collections::HashSet;

/// The edits of a task that has written before, with a suggestion in the place of every translation of a paragraph in which
/// another's text stands that is newer than the task's own. Read in the transaction that writes them.
pub(super) async fn beside_newer<'a>(
    connection: &mut Connection,
    book: BookKey,
    edits: &'a [Edit],
) -> Result<Cow<'a, [Edit]>, DbError> {
    let Some(author) = edits.iter().find_map(replacing).map(|(_, author)| author) else {
        return Ok(Cow::Borrowed(edits));
    };
    let keys = edits.iter().filter_map(replacing).map(|(paragraph, _)| book.paragraph(paragraph));
    let rows = query(sql!(
        "SELECT s.paragraph FROM ",
        { "json_each($1) j CROSS" | "(SELECT unnest($1) AS value) j" },
        " JOIN selections s ON s.paragraph = j.value JOIN versions v ON v.key = s.version \
         WHERE v.author <> $2 AND EXISTS (SELECT 1 FROM versions o \
         WHERE o.paragraph = s.paragraph AND o.key < s.version AND o.author = $2)"
    ))
    .bind(list(keys))
    .bind(serde_json::to_string(author)?)
    .fetch_all(connection)
    .await?;
    if rows.is_empty() {
        return Ok(Cow::Borrowed(edits));
    }
    let key = |row: &Row| row.try_get::<i64, _>("paragraph");
    let newer: HashSet<i64> = rows.iter().map(key).collect::<Result<_, _>>()?;
    let mut edits = edits.to_vec();
    for edit in &mut edits {
        if let Edit::AddVersion { paragraph, author: by, selection: selection @ Selection::Select, .. } = edit
            && by == author
            && newer.contains(&book.paragraph(*paragraph))
        {
            *selection = Selection::Suggest;
        }
    }
    Ok(Cow::Owned(edits))
}

/// The paragraph whose translation a task's edit replaces, and the author it signs with.
fn replacing(edit: &Edit) -> Option<(ParagraphId, &Author)> {
    let Edit::AddVersion { paragraph, author, selection: Selection::Select, .. } = edit else { return None };
    let Author::Model { task: Some(_), .. } = author else { return None };
    Some((*paragraph, author))
}
