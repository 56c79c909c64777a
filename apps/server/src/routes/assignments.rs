//! `/books/{book}/assignments` and `/me/work`: chapters given to members, with their due days.

use crate::allowed::Allowed;
use crate::api::assignments::{
    AssignRequest, Assignment, AssignmentRequest, AssignmentState, BookMember, day,
};
use crate::api::page::{Page, PageQuery};
use crate::context::ServerContext;
use crate::extract::{ApiQuery, Body, Path, book_id, listed};
use crate::problem::Problem;
use crate::state::{AppState, SharedState};
use crate::team::roles::{Action, acts, allows};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use book::id::{BookId, ChapterId};
use messages::Message;
use serde_json::json;
use std::collections::{BTreeSet, HashMap};
use store::assignments::{AssignmentChange, AssignmentRecord, NewAssignments};
use store::people::{PersonId, PersonRecord, Role};
use store::record::{BookSummary, ChapterRecord};

/// The most chapters assigned at once.
const MOST_CHAPTERS: usize = 10_000;
/// The longest note.
const LONGEST_NOTE: usize = 2_000;

/// The chapters of a book that were given to members, in the order of the chapters.
#[utoipa::path(get, path = "/api/v1/books/{book}/assignments", tag = "teamwork", operation_id = "listAssignments",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<Assignment>), Problem))]
pub(super) async fn list(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Assignment>>, Problem> {
    app.team()?;
    let records = app.library().assignments(book_id(&book)?).await?;
    Ok(Json(page.cut(with_chapters(&app, &records).await?)?))
}

/// What was given to whoever is logged in, in all books: what is to be done first, by the day it is wanted.
#[utoipa::path(get, path = "/api/v1/me/work", tag = "teamwork", operation_id = "myWork",
    params(PageQuery), responses((status = 200, body = Page<Assignment>), Problem))]
pub(super) async fn mine(
    allowed: Allowed<acts::Own>,
    State(app): SharedState,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<Assignment>>, Problem> {
    let member = allowed.member()?;
    let records = app.library().assignments_of(member.person).await?;
    let mut visible = Vec::with_capacity(records.len());
    for record in records {
        // A role that was taken away takes the sight of the book away.
        if allows(member.role_in(&app, Some(record.book)).await?, Action::Read) {
            visible.push(record);
        }
    }
    let mut all = with_chapters(&app, &visible).await?;
    all.sort_by_key(|one| {
        let due = one.due.clone().unwrap_or_else(|| "9999".to_owned());
        (one.state == AssignmentState::Done, due, one.book.clone(), one.chapter)
    });
    Ok(Json(page.cut(all)?))
}

/// Give chapters to a member.
#[utoipa::path(post, path = "/api/v1/books/{book}/assignments", tag = "teamwork", operation_id = "assign",
    params(("book" = String, Path)), request_body = AssignRequest, responses((status = 204), Problem))]
pub(super) async fn assign(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<AssignRequest>,
) -> Result<StatusCode, Problem> {
    app.team()?;
    let book = book_id(&book)?;
    let person: PersonId = request.person.parse()?;
    let chapters: Vec<ChapterId> = listed(&request.chapters, "chapter")?;
    if chapters.is_empty() || chapters.len() > MOST_CHAPTERS {
        return Err(Problem::wrong("chapters", Message::new("chapters_named").count("most", MOST_CHAPTERS)));
    }
    let due = request.due.as_deref().filter(|due| !due.is_empty()).map(day).transpose()?;
    let note = note(&request.note)?;
    app.library().book(book).await?;
    let members = app.library().people().await?;
    let member = members.iter().find(|one| one.id == person);
    let role = member.and_then(|member| role_in(member, book));
    if !allows(role, Action::Translate) {
        let name = member.map_or(request.person.as_str(), |member| member.name.as_str());
        let message = Message::new("not_assignable").with("name", name);
        return Err(Problem::new(StatusCode::CONFLICT, "not_assignable", message));
    }
    let (work, now_ms) = (request.work.into(), app.now_ms());
    let new = NewAssignments { book, chapters: &chapters, person, work, due, note, now_ms };
    let told = allowed.store().assign(&new).await?;
    changed(&app, book, &told);
    Ok(StatusCode::NO_CONTENT)
}

/// Change an assignment. Whoever it was given to says that it is done, or not yet; everything else is for editors.
#[utoipa::path(patch, path = "/api/v1/books/{book}/assignments/{assignment}", tag = "teamwork",
    operation_id = "changeAssignment", params(("book" = String, Path), ("assignment" = i64, Path)),
    request_body = AssignmentRequest, responses((status = 204), Problem))]
pub(super) async fn change(
    allowed: Allowed<acts::Translate>,
    State(app): SharedState,
    Path((book, assignment)): Path<(String, String)>,
    Body(request): Body<AssignmentRequest>,
) -> Result<StatusCode, Problem> {
    let member = allowed.member()?;
    let (book, id) = (book_id(&book)?, number(&assignment)?);
    let found = app.library().assignment(book, id).await?;
    let is_editor = allows(member.role_in(&app, Some(book)).await?, Action::Edit);
    let is_own = found.person.id == member.person
        && request.state != Some(AssignmentState::Returned)
        && request.due.is_none()
        && request.note.is_none();
    if !is_editor && !is_own {
        return Err(Problem::forbidden());
    }
    let due = match request.due.as_deref() {
        Some("") => Some(None),
        Some(due) => Some(Some(day(due)?)),
        None => None,
    };
    let note = request.note.as_deref().map(note).transpose()?;
    let change = AssignmentChange { state: request.state.map(Into::into), due, note };
    let told = allowed.store().change_assignment(book, id, &change, app.now_ms()).await?;
    changed(&app, book, &told);
    Ok(StatusCode::NO_CONTENT)
}

/// Take a chapter away from a member.
#[utoipa::path(delete, path = "/api/v1/books/{book}/assignments/{assignment}", tag = "teamwork",
    operation_id = "removeAssignment", params(("book" = String, Path), ("assignment" = i64, Path)),
    responses((status = 204), Problem))]
pub(super) async fn remove(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path((book, assignment)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    app.team()?;
    let book = book_id(&book)?;
    let told = allowed.store().remove_assignment(book, number(&assignment)?, app.now_ms()).await?;
    changed(&app, book, &told);
    Ok(StatusCode::NO_CONTENT)
}

/// Who may see a book, and what each may do in it.
#[utoipa::path(get, path = "/api/v1/books/{book}/members", tag = "teamwork", operation_id = "listMembers",
    params(("book" = String, Path), PageQuery), responses((status = 200, body = Page<BookMember>), Problem))]
pub(super) async fn members(
    _allowed: Allowed<acts::Read>,
    State(app): SharedState,
    Path(book): Path<String>,
    ApiQuery(page): ApiQuery<PageQuery>,
) -> Result<Json<Page<BookMember>>, Problem> {
    app.team()?;
    let book = book_id(&book)?;
    let people = app.library().people().await?;
    let members = people.iter().filter_map(|one| {
        let role = role_in(one, book)?.into();
        Some(BookMember { id: one.id.to_string(), name: one.name.clone(), role })
    });
    Ok(Json(page.cut(members.collect())?))
}

/// What a member may do in a book. An owner is one everywhere.
fn role_in(member: &PersonRecord, book: BookId) -> Option<Role> {
    let here = member.books.iter().find(|(one, _)| *one == book).map(|(_, role)| *role);
    if member.role == Some(Role::Owner) { member.role } else { here.or(member.role) }
}

fn number(text: &str) -> Result<i64, Problem> {
    let missing = || {
        let message = Message::new("no_such_assignment").with("id", text);
        Problem::missing("no_such_assignment", message)
    };
    text.parse().map_err(|_| missing())
}

fn note(text: &str) -> Result<&str, Problem> {
    if text.chars().count() > LONGEST_NOTE {
        return Err(Problem::wrong("note", Message::new("text_too_long").count("most", LONGEST_NOTE)));
    }
    Ok(text.trim())
}

fn changed(app: &AppState, book: BookId, told: &[PersonId]) {
    app.events.publish("assignments_changed", &json!({"book": book}));
    app.notify(told);
}

async fn with_chapters(
    context: &ServerContext,
    records: &[AssignmentRecord],
) -> Result<Vec<Assignment>, Problem> {
    let named: BTreeSet<BookId> = records.iter().map(|record| record.book).collect();
    let mut books: HashMap<BookId, (BookSummary, HashMap<ChapterId, ChapterRecord>)> = HashMap::new();
    for book in named {
        let chapters = context.library().chapters(book).await?;
        let chapters = chapters.into_iter().map(|chapter| (chapter.id, chapter)).collect();
        books.insert(book, (context.library().book(book).await?, chapters));
    }
    // A chapter that a newer edition has dropped since has no place any more.
    let placed = records.iter().filter_map(|record| {
        let (book, chapters) = books.get(&record.book)?;
        Some(Assignment::new(record, book, chapters.get(&record.chapter)?))
    });
    Ok(placed.collect())
}
