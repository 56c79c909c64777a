//! The latest changes of a book with the texts before and after, for the prompt that sums them up.

use crate::door::Door;
use book::id::VersionId;
use book::text::version::Author;
use serde_json::{Value, json};
use store::change::{ChangeRecord, Effect};
use store::error::StoreError;
use store::record::BookSummary;

/// The most changes in the prompt.
const MAX_CHANGES: u32 = 50;
/// The most texts in all that are given before and after.
const MAX_TEXTS: usize = 60;
/// A text is cut here.
const MAX_CHARS: usize = 400;

/// The latest changes, newest first.
pub(super) async fn latest(door: &Door, book: &BookSummary) -> Result<Value, StoreError> {
    let mut left = MAX_TEXTS;
    let mut changes = Vec::new();
    for record in door.library().changes(book.id, MAX_CHANGES).await? {
        let texts = texts(door, book, &record, &mut left).await?;
        changes.push(json!({
            "change_id": record.id.to_string(),
            "by": author(&record.who),
            "note": record.note,
            "is_undo": record.is_undo,
            "undone": record.undone_by.is_some(),
            "created_at_ms": record.created_at,
            "n_effects": record.effects.len(),
            "effects": texts,
        }));
    }
    Ok(json!({"book_id": book.id, "changes": changes}))
}

async fn texts(
    door: &Door,
    book: &BookSummary,
    record: &ChangeRecord,
    left: &mut usize,
) -> Result<Vec<Value>, StoreError> {
    let mut shown = Vec::new();
    for effect in &record.effects {
        if *left == 0 {
            break;
        }
        let told = match effect {
            Effect::Selected { paragraph, before, after } => {
                let versions = match door.library().versions(book.id, *paragraph).await {
                    // A later edition may have dropped it.
                    Err(StoreError::NoSuchParagraph { .. }) => continue,
                    versions => versions?,
                };
                let text = |id: &Option<VersionId>| {
                    let version = versions.iter().find(|version| Some(version.id) == *id)?;
                    Some(cut(&version.text.plain()))
                };
                json!({"translation_of": paragraph, "before": text(before), "after": text(after)})
            }
            Effect::ChapterTitled { chapter, before, after, .. } => {
                json!({"title_of_chapter": chapter, "before": before, "after": after})
            }
            Effect::BookTitled { before, after, .. } => {
                json!({"title_of_book": book.id, "before": before, "after": after})
            }
            Effect::BookTitleCorrected { before, after } => {
                json!({"title_of_source": book.id, "before": before, "after": after})
            }
            Effect::SeriesInstructed { after, .. } => {
                json!({"instructions_of_series": book.series.name, "after": after})
            }
            Effect::EntryChanged { before, after, .. } => {
                json!({"knowledge": "entry", "before": before, "after": after})
            }
            Effect::Instructed { chapter, after, .. } => {
                json!({"instructions_of_chapter": chapter, "after": after})
            }
            Effect::Acknowledged { paragraph, check, after, .. } => {
                json!({"finding_in": paragraph, "check": check, "let_stand": after.is_some()})
            }
            Effect::Reviewed { paragraph, after, .. } => {
                json!({"review_of": paragraph, "state": after.as_str()})
            }
            Effect::Locked { paragraph, after, .. } => json!({"lock_of": paragraph, "locked": after}),
            Effect::Rejected { paragraph, after, .. } => {
                json!({"suggestion_for": paragraph, "turned_down": after})
            }
            Effect::Retargeted { before, after, .. } => json!({"language_before": before, "language": after}),
            Effect::SourceRevised { revision } => json!({"edition": revision}),
            // It is told with the selection, or it waits as a suggestion.
            Effect::VersionAdded { .. } => continue,
        };
        *left -= 1;
        shown.push(told);
    }
    Ok(shown)
}

fn author(who: &Author) -> String {
    match who {
        Author::Person => "person".to_owned(),
        Author::Model { model, .. } | Author::Assistant { model } => model.clone(),
        Author::Memory => "memory".to_owned(),
        Author::Checks => "checks".to_owned(),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", text.split_at(end).0),
        None => text.to_owned(),
    }
}
