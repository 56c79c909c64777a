//! `/books/{book}/activity`: who did what, changes and everything else in one list.

use super::changes::chapters_of;
use crate::allowed::Allowed;
use crate::api::activity::Activity;
use crate::api::page::{Page, PageQuery};
use crate::api::people::Person;
use crate::dto;
use crate::extract::{ApiQuery, Path, book_id};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use book::id::ChapterId;
use messages::Message;
use std::collections::HashMap;
use store::activity::ActivityRecord;
use store::change::{ChangeId, ChangeRecord};

/// Changes of one author this close together are told as one.
const TOGETHER_MS: i64 = 10 * 60 * 1_000;

/// Where the page before ended: before this change, and before this number of the rest.
#[derive(Clone, Copy, Default)]
struct Cursor {
    change: Option<ChangeId>,
    rest: Option<i64>,
}

impl Cursor {
    fn read(text: Option<&str>) -> Result<Self, Problem> {
        let Some(text) = text else { return Ok(Self::default()) };
        let wrong = || Problem::wrong("cursor", Message::new("not_a_cursor").with("cursor", text));
        let (change, rest) = text.split_once('.').ok_or_else(wrong)?;
        let change = (change != "-").then(|| change.parse().map_err(|_| wrong())).transpose()?;
        let rest = (rest != "-").then(|| rest.parse().map_err(|_| wrong())).transpose()?;
        Ok(Self { change, rest })
    }

    fn written(self) -> String {
        let change = self.change.map_or("-".to_owned(), |change| change.to_string());
        let rest = self.rest.map_or("-".to_owned(), |rest| rest.to_string());
        format!("{change}.{rest}")
    }
}

/// Who did what in a book, newest first. Changes of the same kind that one author made one after another are one item.
#[utoipa::path(get, path = "/api/v1/books/{book}/activity", tag = "teamwork", operation_id = "activity",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Activity>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Activity>>, Problem> {
    let book = book_id(&book)?;
    let limit = page.limit()?;
    let mut cursor = Cursor::read(page.cursor.as_deref())?;
    let library = app.library();
    let changes = library.changes_before(book, cursor.change, limit + 1).await?;
    let rest = library.team_activity(book, cursor.rest, limit + 1).await?;
    let chapters: HashMap<ChapterId, u32> =
        library.chapters(book).await?.into_iter().map(|chapter| (chapter.id, chapter.number)).collect();
    let n_all = changes.len() + rest.len();
    let (mut changes, mut rest) = (changes.into_iter().peekable(), rest.into_iter().peekable());
    let mut items: Vec<Activity> = Vec::new();
    let mut n_taken = 0_usize;
    while n_taken < usize::try_from(limit).unwrap_or(usize::MAX) {
        let is_change = match (changes.peek(), rest.peek()) {
            (Some(change), Some(other)) => change.created_at >= other.created_at,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => break,
        };
        n_taken += 1;
        if is_change {
            let Some(change) = changes.next() else { break };
            cursor.change = Some(change.id);
            add_change(&mut items, &change);
        } else {
            let Some(other) = rest.next() else { break };
            cursor.rest = Some(other.id);
            items.push(of_rest(&other, &chapters));
        }
    }
    let first = |item: &Activity| item.change.as_ref().and_then(|change| change.paragraphs.first().cloned());
    let paragraphs: Vec<String> = items.iter().filter_map(first).collect();
    let chapters = chapters_of(&app, book, &paragraphs).await?;
    for item in &mut items {
        let Some(paragraph) = first(item) else { continue };
        let chapter = chapters.get(&paragraph);
        item.chapter_id = chapter.map(|(chapter, _)| chapter.to_string());
        item.chapter = chapter.map(|(_, number)| *number);
        item.paragraph_id = Some(paragraph);
    }
    let next = (n_taken < n_all).then(|| cursor.written());
    Ok(Json(Page { items, next }))
}

/// Adds a change to the one before it, where both are of the same author and kind.
fn add_change(items: &mut Vec<Activity>, record: &ChangeRecord) {
    let change = dto::change(record);
    if let Some(last) = items.last_mut()
        && let Some(before) = &last.change
        && (&before.who, &before.run, before.is_undo, before.message)
            == (&change.who, &change.run, change.is_undo, change.message)
        && before.person.as_ref().map(|one| &one.id) == change.person.as_ref().map(|one| &one.id)
        && (change.run.is_some() || before.created_at_ms - change.created_at_ms < TOGETHER_MS)
    {
        last.n += 1;
        return;
    }
    items.push(Activity {
        kind: "change".to_owned(),
        person: record.person.as_ref().map(Person::from),
        about: None,
        chapter_id: None,
        chapter: None,
        paragraph_id: None,
        text: String::new(),
        created_at_ms: record.created_at,
        change: Some(change),
        n: 1,
    });
}

fn of_rest(record: &ActivityRecord, chapters: &HashMap<ChapterId, u32>) -> Activity {
    Activity {
        kind: record.kind.as_str().to_owned(),
        person: record.person.as_ref().map(Person::from),
        about: record.about.as_ref().map(Person::from),
        chapter_id: record.chapter.map(|chapter| chapter.to_string()),
        chapter: record.chapter.and_then(|chapter| chapters.get(&chapter).copied()),
        paragraph_id: record.paragraph.map(|paragraph| paragraph.to_string()),
        text: record.text.clone(),
        change: None,
        n: 1,
        created_at_ms: record.created_at,
    }
}
