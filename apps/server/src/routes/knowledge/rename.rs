//! `/terms/{term}/rename` and `/characters/{character}/rename`: another translation everywhere, shown before it is done.

use super::missing;
use crate::allowed::Allowed;
use crate::api::rename::{
    BookChange, EntryRef, LeftParagraph, RenameCharacterRequest, RenameShape, RenameTermRequest, Renamed,
    RenamedParagraph,
};
use crate::context::ServerContext;
use crate::extract::{Body, Path, book_id, listed};
use crate::knowledge::text;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use book::id::{CharacterId, TermId};
use book::knowledge::entry::{EntryKey, Revision};
use messages::Message;
use operations::knowledge::rename::{self, RenamePlan, Renaming};
use std::collections::BTreeMap;
use store::record::BookSummary;
use store::store::Store;

/// The most paragraphs listed one by one.
const MAX_SHOWN: usize = 1_000;

/// Translate a term in another way everywhere, or show what would change.
#[utoipa::path(post, path = "/api/v1/books/{book}/terms/{term}/rename", tag = "knowledge", operation_id = "renameTerm",
    params(("book" = String, Path), ("term" = String, Path)), request_body = RenameTermRequest,
    responses((status = 200, body = Renamed),
        (status = 409, description = "Somebody else was faster; nothing was changed."), Problem))]
pub(in crate::routes) async fn term(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, term)): Path<(String, String)>,
    Body(request): Body<RenameTermRequest>,
) -> Result<Json<Renamed>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let id: TermId = term.parse().map_err(|_| missing(&term))?;
    let kept = app.library().term(book.series.id, id).await?.ok_or_else(|| missing(&term))?;
    let (new, was) = checked_translations(&request.translation, request.was.as_deref())?;
    let renaming = Renaming::of_term(&kept.value, &new, was.as_deref());
    let from = request.revision.map_or(kept.revision, Revision);
    let way = Way { preview: request.preview, except: &request.except, from };
    Ok(Json(renamed(&app, allowed.store(), &book, renaming, &way).await?))
}

/// Call a character by another name everywhere, or show what would change.
#[utoipa::path(post, path = "/api/v1/books/{book}/characters/{character}/rename", tag = "knowledge",
    operation_id = "renameCharacter", params(("book" = String, Path), ("character" = String, Path)),
    request_body = RenameCharacterRequest,
    responses((status = 200, body = Renamed),
        (status = 409, description = "Somebody else was faster; nothing was changed."), Problem))]
pub(in crate::routes) async fn character(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, character)): Path<(String, String)>,
    Body(request): Body<RenameCharacterRequest>,
) -> Result<Json<Renamed>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let id: CharacterId = character.parse().map_err(|_| missing(&character))?;
    let kept = app.library().character(book.series.id, id).await?.ok_or_else(|| missing(&character))?;
    let name = request.name.as_deref().unwrap_or(&kept.value.name.source);
    if !kept.value.names().any(|known| known.source == name) {
        let names: Vec<&str> = kept.value.names().map(|known| known.source.as_str()).collect();
        let message = Message::new("no_such_name").with("names", names.join(", "));
        return Err(Problem::wrong("name", message));
    }
    let (new, was) = checked_translations(&request.translation, request.was.as_deref())?;
    let renaming = Renaming::of_character(&kept.value, name, &new, was.as_deref());
    let from = request.revision.map_or(kept.revision, Revision);
    let way = Way { preview: request.preview, except: &request.except, from };
    Ok(Json(renamed(&app, allowed.store(), &book, renaming, &way).await?))
}

/// How it is to be done.
struct Way<'a> {
    preview: bool,
    except: &'a [String],
    from: Revision,
}

fn checked_translations(new: &str, was: Option<&str>) -> Result<(String, Option<String>), Problem> {
    let new = text("translation", new)?;
    if new.is_empty() {
        return Err(Problem::wrong("translation", Message::new("translation_empty")));
    }
    let was = was.map(|was| text("was", was)).transpose()?;
    Ok((new, was.filter(|was| !was.is_empty())))
}

async fn renamed(
    context: &ServerContext,
    store: &Store,
    book: &BookSummary,
    renaming: Renaming,
    way: &Way<'_>,
) -> Result<Renamed, Problem> {
    if renaming.is_nothing() {
        return Err(Problem::wrong("translation", Message::new("name_translated_so")));
    }
    let renaming = Renaming { from: Some(way.from), ..renaming };
    let mut plan = rename::plan(context.library(), book, &renaming).await?;
    plan.except(&listed(way.except, "paragraph")?);
    let mut shown = to_dto(context, book, &plan).await?;
    if way.preview {
        return Ok(shown);
    }
    let changes = rename::carry_out(store, book, &plan, context.now_ms()).await?;
    for (owner, _) in &changes {
        context.book_changed(*owner);
    }
    context
        .events
        .publish("knowledge_changed", &serde_json::json!({"book": book.id, "series": book.series.id}));
    let of_book = changes.iter().find(|(owner, _)| *owner == book.id);
    shown.change_id = of_book.map(|(_, change)| change.to_string());
    let told = |(owner, change): &(book::id::BookId, store::change::ChangeId)| BookChange {
        book: owner.to_string(),
        change_id: change.to_string(),
    };
    shown.changes = changes.iter().map(told).collect();
    Ok(shown)
}

async fn to_dto(context: &ServerContext, book: &BookSummary, plan: &RenamePlan) -> Result<Renamed, Problem> {
    let known = context.library().knowledge(book.series.id).await?;
    let terms = known.terms.iter().map(|term| (EntryKey::from(term.id), term.source.clone()));
    let people = known.characters.iter().map(|one| (EntryKey::from(one.id), one.name.source.clone()));
    let names: BTreeMap<EntryKey, String> = terms.chain(people).collect();
    let name_of = |key: EntryKey| names.get(&key).cloned().unwrap_or_else(|| key.to_string());
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let changed = plan.changed.iter().take(MAX_SHOWN).map(|one| RenamedParagraph {
        book: one.book.to_string(),
        chapter: one.chapter,
        paragraph_id: one.paragraph.to_string(),
        before: one.before.to_string(),
        after: one.after.to_string(),
        n_places: count(one.n_places),
    });
    let left = plan.left.iter().take(MAX_SHOWN).map(|one| LeftParagraph {
        book: one.book.to_string(),
        chapter: one.chapter,
        paragraph_id: one.paragraph.to_string(),
        translation: one.translation.to_string(),
        why: one.why.as_str().to_owned(),
        message: one.why.describe(name_of),
    });
    let shapes = plan.shapes.iter();
    Ok(Renamed {
        note: plan.note().to_owned(),
        replacements: shapes
            .map(|shape| RenameShape { before: shape.old.clone(), after: shape.new.clone() })
            .collect(),
        changed: changed.collect(),
        n_changed: count(plan.changed.len()),
        left: left.collect(),
        n_left: count(plan.left.len()),
        along: plan.along.iter().filter_map(|key| entry_ref(*key)).collect(),
        change_id: None,
        changes: Vec::new(),
    })
}

/// A term or character as it travels.
pub(in crate::routes) fn entry_ref(key: EntryKey) -> Option<EntryRef> {
    let (entry, id) = match key {
        EntryKey::Term { id } => ("term", id.to_string()),
        EntryKey::Character { id } => ("character", id.to_string()),
        EntryKey::Memory { .. } | EntryKey::Summary { .. } => return None,
    };
    Some(EntryRef { entry: entry.to_owned(), id })
}
