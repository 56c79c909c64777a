//! Takes what a file would do, as one change that one undo takes back.

use super::plan::{ExchangePlan, LineVerdict};
use book::edit::Edit;
use book::text::version::{Author, Selection};
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::record::BookSummary;
use store::store::Store;

/// Takes a planned file. Refused whole if one of its paragraphs was changed since it was planned.
pub async fn apply(
    store: &Store,
    book: &BookSummary,
    plan: &ExchangePlan,
    now_ms: i64,
) -> Result<Option<ChangeId>, StoreError> {
    let mut expected = Vec::new();
    let mut versions = Vec::new();
    let mut states = Vec::new();
    let mut n_taken = 0_usize;
    for row in &plan.rows {
        let Some((paragraph, _, version)) = row.paragraph else { continue };
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
        return Ok(None);
    }
    if let Some(target) = &plan.target {
        store.set_target_language(book.id, target, now_ms).await?;
    }
    let edits: Vec<Edit> = expected.into_iter().chain(versions).chain(states).collect();
    let note = format!("took {n_taken} translations from `{}`", plan.file_name);
    Ok(store.commit(book.id, &edits, &Cause::person(note), now_ms).await?.change)
}
