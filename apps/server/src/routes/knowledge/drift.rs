//! `/drift` and `/conflicts`: what the translation renders in several ways, and what cannot all be true.

use super::rename::entry_ref;
use crate::allowed::Allowed;
use crate::api::drift::{ChapterUses, ConflictSide, Drift, KnowledgeConflict, Rendering};
use crate::api::page::{Page, PageQuery};
use crate::extract::{ApiQuery, Path, book_id};
use crate::knowledge::Clock;
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use book::id::{CharacterId, ParagraphId};
use book::knowledge::conflict::{Conflict, conflicts as contradictions};
use book::knowledge::entry::EntryKey;
use operations::knowledge::drifting;
use serde::Deserialize;
use store::knowledge::Knowledge;
use utoipa::IntoParams;

/// The most paragraphs of a rendering that are named.
const MAX_NAMED: usize = 50;

/// Which of them.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::routes) struct DriftQuery {
    /// Also what is rendered alike everywhere.
    #[serde(default)]
    all: bool,
    /// How many items at most.
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// `next` of the page before.
    cursor: Option<String>,
}

/// Terms and names that the translation renders in several ways, the worst first.
#[utoipa::path(get, path = "/api/v1/books/{book}/drift", tag = "knowledge", operation_id = "drift",
    params(("book" = String, Path), DriftQuery), responses((status = 200, body = Page<Drift>), Problem))]
pub(in crate::routes) async fn drift(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(query): ApiQuery<DriftQuery>,
) -> Result<Json<Page<Drift>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let known = app.library().knowledge(book.series.id).await?;
    let mut drifts = drifting::of_book(app.library(), &book, &known).await?;
    if !query.all {
        drifts.retain(|drift| drift.n_odd() > 0 || !drift.unrecognised.is_empty());
    }
    let page = PageQuery { limit: query.limit, cursor: query.cursor }.cut(drifts)?;
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let items = page.items.iter().filter_map(|drift| {
        let named = entry_ref(drift.entry)?;
        let renderings = drift.renderings.iter().map(|one| Rendering {
            form: one.form.clone(),
            is_agreed: one.is_agreed,
            n_paragraphs: count(one.paragraphs.len()),
            paragraphs: first(&one.paragraphs),
            first_chapter: one.first_chapter,
            last_chapter: one.last_chapter,
            chapters: one
                .chapters
                .iter()
                .map(|(chapter, n)| ChapterUses { chapter: *chapter, n_paragraphs: count(*n) })
                .collect(),
        });
        Some(Drift {
            entry: named.entry,
            id: named.id,
            source: drift.source.clone(),
            translation: translation(&known, drift.entry),
            n_paragraphs: count(drift.n_paragraphs),
            n_odd: count(drift.n_odd()),
            consistency: count(drift.consistency()),
            renderings: renderings.collect(),
            unrecognised: first(&drift.unrecognised),
            n_unrecognised: count(drift.unrecognised.len()),
        })
    });
    Ok(Json(Page { items: items.collect(), next: page.next }))
}

/// What cannot all be true.
#[utoipa::path(get, path = "/api/v1/books/{book}/conflicts", tag = "knowledge", operation_id = "listConflicts",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<KnowledgeConflict>), Problem))]
pub(in crate::routes) async fn conflicts(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<KnowledgeConflict>>, Problem> {
    let book = app.library().book(book_id(&book)?).await?;
    let known = app.library().knowledge(book.series.id).await?;
    let clock = Clock::for_book(app.library(), &book).await?;
    let page = page.cut(contradictions(&known.terms, &known.characters))?;
    let items = page.items.iter().map(|conflict| to_dto(conflict, &known, clock)).collect();
    Ok(Json(Page { items, next: page.next }))
}

fn to_dto(conflict: &Conflict, known: &Knowledge, clock: Clock) -> KnowledgeConflict {
    let said = |text: &str, standing: Option<&str>| ConflictSide {
        text: text.to_owned(),
        entry: None,
        id: None,
        standing: standing.map(ToOwned::to_owned),
    };
    match conflict {
        Conflict::Gender { character, from } => {
            let one = known.characters.iter().find(|one| one.id == *character);
            let facts = one.into_iter().flat_map(|one| &one.gender).filter(|fact| fact.standing.is_usable());
            KnowledgeConflict {
                about: "gender".to_owned(),
                source: name_of(known, *character),
                character: Some(character.to_string()),
                to: None,
                from_chapter: clock.chapter_number(*from),
                sides: facts.map(|fact| said(fact.value.as_str(), Some(fact.standing.as_str()))).collect(),
            }
        }
        Conflict::Address { character, to, source, translations } => KnowledgeConflict {
            about: "address".to_owned(),
            source: source.clone(),
            character: Some(character.to_string()),
            to: Some(to.to_string()),
            from_chapter: None,
            sides: translations.iter().map(|text| said(text, None)).collect(),
        },
        Conflict::Rendering { source, sides } => KnowledgeConflict {
            about: "translation".to_owned(),
            source: source.clone(),
            character: None,
            to: None,
            from_chapter: None,
            sides: sides
                .iter()
                .map(|side| {
                    let named = entry_ref(side.entry);
                    ConflictSide {
                        text: side.translation.clone(),
                        entry: named.as_ref().map(|named| named.entry.clone()),
                        id: named.map(|named| named.id),
                        standing: Some(side.standing.as_str().to_owned()),
                    }
                })
                .collect(),
        },
    }
}

fn first(paragraphs: &[ParagraphId]) -> Vec<String> {
    paragraphs.iter().take(MAX_NAMED).map(ToString::to_string).collect()
}

fn name_of(known: &Knowledge, id: CharacterId) -> String {
    let found = known.characters.iter().find(|one| one.id == id);
    found.map_or_else(|| id.to_string(), |one| one.name.source.clone())
}

fn translation(known: &Knowledge, key: EntryKey) -> String {
    let term = known.terms.iter().find(|term| EntryKey::from(term.id) == key);
    let character = known.characters.iter().find(|one| EntryKey::from(one.id) == key);
    match (term, character) {
        (Some(term), _) => term.translation.clone(),
        (None, Some(one)) => one.name.translation.clone(),
        (None, None) => String::new(),
    }
}
