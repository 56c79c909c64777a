//! `/books/{book}/replace`: the same words everywhere, shown before they are changed.

use crate::allowed::Allowed;
use crate::api::change::{ReplaceRequest, Replaced, Replacement};
use crate::extract::{Body, Path, book_id, listed};
use crate::problem::Problem;
use crate::state::SharedState;
use crate::team::roles::acts;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use operations::pattern::PatternOptions;
use operations::replace::{self, Replacing};

/// The most changes listed one by one.
const MAX_SHOWN: usize = 1_000;

/// Replace words in translations, or show what would change.
#[utoipa::path(post, path = "/api/v1/books/{book}/replace", tag = "changes", operation_id = "replace",
    params(("book" = String, Path)), request_body = ReplaceRequest,
    responses((status = 200, body = Replaced), Problem))]
pub(super) async fn replace(
    allowed: Allowed<acts::Edit>,
    State(app): SharedState,
    Path(book): Path<String>,
    Body(request): Body<ReplaceRequest>,
) -> Result<Json<Replaced>, Problem> {
    let book = book_id(&book)?;
    let replacing = Replacing {
        find: request.find,
        options: PatternOptions {
            match_case: !request.ignore_case,
            whole_word: request.whole_word,
            regex: request.regex,
        },
        replace: request.replace,
        chapters: listed(&request.chapters, "chapter")?,
        paragraphs: listed(&request.paragraphs, "paragraph")?,
    };
    let planned = replace::plan(app.library(), book, &replacing).await.map_err(|error| match error {
        replace::ReplaceError::Store(error) => Problem::from(error),
        replace::ReplaceError::Pattern(_) => Problem::explained(StatusCode::BAD_REQUEST, "find", &error),
    })?;
    let changes = planned.changes.iter().take(MAX_SHOWN).map(|change| Replacement {
        paragraph_id: change.paragraph.to_string(),
        chapter_id: change.chapter.to_string(),
        before: change.before.to_string(),
        after: change.after.to_string(),
    });
    let mut replaced = Replaced {
        changes: changes.collect(),
        n_changes: u64::try_from(planned.changes.len()).unwrap_or(u64::MAX),
        n_locked: u64::try_from(planned.n_locked).unwrap_or(u64::MAX),
        change_id: None,
    };
    if !request.preview && !planned.changes.is_empty() {
        let receipt = replace::apply(allowed.store(), book, &replacing, &planned, app.now_ms()).await?;
        replaced.change_id = receipt.change.map(|change| change.to_string());
        app.book_changed(book);
    }
    Ok(Json(replaced))
}
