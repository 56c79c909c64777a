//! A book in several languages: each is an edition of its own, and work into another language goes to another edition.

use crate::book_name::is_same_work;
use async_recursion::async_recursion as boxed;
use book::language::LanguageTag;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;

/// Where a book's translation into a language is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LanguageEdition {
    /// In the book itself: it is translated into that language, or not translated yet.
    Here,
    /// In another book of the same file.
    There(Box<BookSummary>),
    /// Nowhere yet: [`store::store::Store::add_language_edition`] makes it.
    Missing,
}

/// Finds the edition of a book in a language.
#[boxed]
pub async fn find(
    library: &Library,
    book: &BookSummary,
    target: &LanguageTag,
) -> Result<LanguageEdition, StoreError> {
    if book.target_language.as_ref().is_none_or(|own| own == target) {
        return Ok(LanguageEdition::Here);
    }
    let original = library.original(book.id).await?;
    let of_file = library.book_of_file(&original, Some(target)).await?;
    // Another edition of the file may have been revised since.
    let alike =
        |other: &BookSummary| is_same_work(other, book) && other.target_language.as_ref() == Some(target);
    let found = match of_file {
        Some(found) => Some(found),
        None => library.books().await?.into_iter().find(alike),
    };
    Ok(match found {
        Some(other) if other.id != book.id => LanguageEdition::There(Box::new(other)),
        Some(_) => LanguageEdition::Here,
        None if book.n_translated == 0 => LanguageEdition::Here,
        None => LanguageEdition::Missing,
    })
}
