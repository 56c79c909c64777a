//! Takes what a file would do, as one change that one undo takes back.

use super::plan::{ExchangePlan, LineVerdict};
use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::text::version::{Author, Selection};
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::record::{BookSummary, NewComment};
use store::store::Store;

/// Takes a planned file. Refused whole if one of its paragraphs was changed since it was planned.
#[boxed]
pub async fn apply(
    store: &Store,
    book: &BookSummary,
    plan: &ExchangePlan,
    now_ms: i64,
) -> Result<Option<ChangeId>, StoreError> {
    let mut expected = Vec::new();
    let mut versions = Vec::new();
    let mut states = Vec::new();
    let mut comments = Vec::new();
    let mut n_taken = 0_usize;
    for row in &plan.rows {
        let Some((paragraph, _, version)) = row.paragraph else { continue };
        if !row.comment.is_empty() {
            let (author, text) = (plan.file_name.clone(), row.comment.clone());
            comments.push(NewComment { paragraph, author, text });
        }
        let (text, selection) = match &row.verdict {
            LineVerdict::Taken(text) => (Some(text), Selection::Select),
            LineVerdict::Suggested(text, _) => (Some(text), Selection::Suggest),
            LineVerdict::LeftOut(_) | LineVerdict::Same => (None, Selection::Select),
        };
        if let Some(text) = text {
            n_taken += usize::from(selection == Selection::Select);
            expected.push(Edit::Expect { paragraph, version });
            versions.push(Edit::AddVersion {
                paragraph,
                text: text.to_string(),
                author: Author::Person,
                selection,
            });
        }
        states.extend(row.state.as_ref().map(|(_, edit)| edit.clone()));
    }
    if versions.is_empty() && states.is_empty() {
        store.add_comments(book.id, &comments, now_ms).await?;
        return Ok(None);
    }
    if let Some(target) = &plan.target {
        store.set_target_language(book.id, target, now_ms).await?;
    }
    let edits: Vec<Edit> = expected.into_iter().chain(versions).chain(states).collect();
    let note = format!("took {n_taken} translations from `{}`", plan.file_name);
    let change = store.commit(book.id, &edits, &Cause::person(note), now_ms).await?.change;
    // Remarks are no part of the change: they stay when it is undone.
    store.add_comments(book.id, &comments, now_ms).await?;
    Ok(change)
}
