//! Everything that is stale in a book, for whatever reason: listed, and as what is to be done again.

pub mod knowledge;
pub mod prompt;

use async_recursion::async_recursion as boxed;
use book::id::ParagraphId;
use knowledge::made_with_other_knowledge;
use prompt::Stale;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;

/// The stale translations of a book in reading order; with `strict` also those made with other instructions.
#[boxed]
pub async fn of_book(library: &Library, book: &BookSummary, strict: bool) -> Result<Vec<Stale>, StoreError> {
    let mut stale = prompt::stale(library, book).await?;
    stale.extend(made_with_other_knowledge(library, book).await?);
    if strict {
        stale.extend(prompt::made_with_other_instructions(library, book).await?);
    }
    stale.sort_by_key(|one| one.paragraph.position);
    Ok(stale)
}

/// The paragraphs to be done again; nothing where the source and the language alone decide, which every paragraph knows of
/// itself.
#[boxed]
pub async fn to_do_again(
    library: &Library,
    book: &BookSummary,
    strict: bool,
) -> Result<Option<Vec<ParagraphId>>, StoreError> {
    let stale = of_book(library, book, strict).await?;
    let by_itself = |one: &Stale| matches!(one.reason, prompt::Reason::Changed(_));
    if !strict && stale.iter().all(by_itself) {
        return Ok(None);
    }
    let mut paragraphs: Vec<ParagraphId> =
        stale.iter().filter(|one| !one.newer_waits).map(|one| one.paragraph.id).collect();
    paragraphs.dedup();
    Ok(Some(paragraphs))
}
