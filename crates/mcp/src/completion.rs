//! Completes the arguments of prompts and addresses while a person types them: books and chapters.

use crate::door::Door;
use book::id::BookId;
use operations::book_name;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};
use store::error::StoreError;
use store::record::BookSummary;

/// The values that begin as the argument does. What has none gives none.
pub(crate) async fn complete(
    door: &Door,
    request: &CompleteRequestParams,
) -> Result<CompleteResult, StoreError> {
    let typed = request.argument.value.trim().to_lowercase();
    let is_address = matches!(request.r#ref, Reference::Resource(_));
    let values: Vec<String> = match request.argument.name.as_str() {
        // A person who fills in a prompt knows the title; an address has the id.
        "book" => {
            let books = door.books().await?;
            let fits = books.iter().filter(|book| {
                book.id.to_string().starts_with(&typed) || book.title.to_lowercase().starts_with(&typed)
            });
            fits.map(|book| if is_address { book.id.to_string() } else { book.title.clone() }).collect()
        }
        "chapter" => {
            let Some(book) = book_of(door, request).await? else { return Ok(CompleteResult::default()) };
            let chapters = door.library().chapters(book).await?;
            let value = |id: String, number: String| if is_address { id } else { number };
            let values = chapters.iter().map(|one| value(one.id.to_string(), one.number.to_string()));
            values.filter(|value| value.starts_with(&typed)).collect()
        }
        "language" => beginning(&["en", "zh"], &typed),
        "format" => beginning(&["epub", "original", "text"], &typed),
        "bilingual" => beginning(&["above", "below"], &typed),
        _ => Vec::new(),
    };
    let total = u32::try_from(values.len()).ok();
    let has_more = values.len() > CompletionInfo::MAX_VALUES;
    let values = values.into_iter().take(CompletionInfo::MAX_VALUES).collect();
    Ok(CompletionInfo::with_pagination(values, total, has_more).map(CompleteResult::new).unwrap_or_default())
}

fn beginning(words: &[&str], typed: &str) -> Vec<String> {
    words.iter().filter(|word| word.starts_with(typed)).map(|word| (*word).to_owned()).collect()
}

/// The book that was chosen before the chapter.
async fn book_of(door: &Door, request: &CompleteRequestParams) -> Result<Option<BookId>, StoreError> {
    if let Some(only) = door.book {
        return Ok(Some(only));
    }
    let chosen = request.context.as_ref().and_then(|context| context.get_argument("book"));
    let Some(chosen) = chosen else { return Ok(None) };
    match book_name::find_to_read(door.library(), chosen).await {
        Ok(BookSummary { id, .. }) => Ok(door.book_with(id).await?.map(|book| book.id)),
        Err(StoreError::NoSuchBook { .. } | StoreError::AmbiguousBook { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
