//! What people type for a book, the same at every door: an id, a title, the file it came from, `TITLE@fr`, or nothing.

use async_recursion::async_recursion as boxed;
use book::language::LanguageTag;
use std::collections::HashMap;
use store::error::{BookCandidate, StoreError};
use store::library::Library;
use store::record::BookSummary;

/// The book a text names, for a command that changes it. Nothing names the only book of the library.
#[boxed]
pub async fn find(library: &Library, text: &str) -> Result<BookSummary, StoreError> {
    one_of(answering(&library.books().await?, text, &WAYS), text)
}

/// The same for a command that only reads: where there are several books, nothing names the one that was worked on last.
#[boxed]
pub async fn find_to_read(library: &Library, text: &str) -> Result<BookSummary, StoreError> {
    let books = library.books().await?;
    if !text.trim().is_empty() || books.len() < 2 {
        return one_of(answering(&books, text, &WAYS), text);
    }
    let activity = library.activity().await?;
    let last: HashMap<_, _> = activity.iter().map(|one| (one.book, one.last_ms)).collect();
    let latest = books.into_iter().max_by_key(|book| last.get(&book.id).copied());
    latest.ok_or_else(|| StoreError::NoSuchBook { text: String::new() })
}

/// The same for a command that destroys: an id or a full title, and never nothing.
#[boxed]
pub async fn find_exactly(library: &Library, text: &str) -> Result<BookSummary, StoreError> {
    let books = library.books().await?;
    if text.trim().is_empty() {
        return Err(StoreError::AmbiguousBook { text: String::new(), candidates: candidates(&books) });
    }
    let found = answering(&books, text, &EXACT_WAYS);
    if found.is_empty() {
        let like = answering(&books, text, &WAYS);
        if !like.is_empty() {
            return Err(StoreError::NotFullName { text: text.to_owned(), candidates: candidates(&like) });
        }
    }
    one_of(found, text)
}

/// The same for work into a language: of a book's editions that one is meant, or any of them where it is not there yet.
#[boxed]
pub async fn find_for_language(
    library: &Library,
    text: &str,
    target: Option<&LanguageTag>,
) -> Result<BookSummary, StoreError> {
    let mut found = answering(&library.books().await?, text, &WAYS);
    if let Some(target) = target.filter(|_| found.len() > 1) {
        let is_wanted = |book: &BookSummary| book.target_language.as_ref() == Some(target);
        let are_editions =
            found.iter().all(|book| found.first().is_some_and(|first| is_same_work(first, book)));
        if found.iter().any(is_wanted) {
            found.retain(is_wanted);
        } else if are_editions {
            found.truncate(1);
        }
    }
    one_of(found, text)
}

/// Whether two books are the same one, apart from the language they are translated into.
pub(crate) fn is_same_work(one: &BookSummary, other: &BookSummary) -> bool {
    one.title == other.title && one.author == other.author && one.source_language == other.source_language
}

/// A way of naming a book; the texts are the typed one and the same in lower case.
type NamingWay = fn(&BookSummary, &str, &str) -> bool;

const ID: NamingWay = |book, _, lower| book.id.to_string() == lower;
const TITLE: NamingWay = |book, text, _| titles(book).any(|title| title == text);
const TITLE_IN_ANY_CASE: NamingWay = |book, _, lower| titles(book).any(|title| title.to_lowercase() == lower);
const ID_PREFIX: NamingWay = |book, _, lower| book.id.to_string().starts_with(lower);
const FILE: NamingWay = |book, _, lower| is_file(&book.file_name.to_lowercase(), lower);
const TITLE_PART: NamingWay = |book, _, lower| titles(book).any(|title| title.to_lowercase().contains(lower));

const EXACT_WAYS: [NamingWay; 3] = [ID, TITLE, TITLE_IN_ANY_CASE];
const WAYS: [NamingWay; 6] = [ID, TITLE, ID_PREFIX, TITLE_IN_ANY_CASE, FILE, TITLE_PART];

fn titles(book: &BookSummary) -> impl Iterator<Item = &str> {
    std::iter::once(book.title.as_str()).chain(book.title_translation.as_deref())
}

/// Whether the text is a file's name, its stem, or a path that ends in either.
fn is_file(name: &str, text: &str) -> bool {
    let text = text.trim_end_matches(['/', '\\']);
    let last = text.rsplit(['/', '\\']).next().unwrap_or(text);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    !last.is_empty() && (last == name || last == stem)
}

/// The books that answer to a text in the first way that any book answers in. `TITLE@fr` is tried after the text as it is.
fn answering(books: &[BookSummary], text: &str, ways: &[NamingWay]) -> Vec<BookSummary> {
    let text = text.trim();
    if text.is_empty() {
        return books.to_vec();
    }
    let edition =
        text.rsplit_once('@').and_then(|(name, tag)| Some((name, tag.parse::<LanguageTag>().ok()?)));
    let of_language = |book: &&BookSummary, tag: &LanguageTag| book.target_language.as_ref() == Some(tag);
    for way in ways {
        let answers = |book: &&BookSummary, name: &str| way(book, name, &name.to_lowercase());
        let mut found: Vec<BookSummary> = books.iter().filter(|book| answers(book, text)).cloned().collect();
        if let (true, Some((name, tag))) = (found.is_empty(), &edition) {
            let editions = books.iter().filter(|book| of_language(book, tag) && answers(book, name.trim()));
            found = editions.cloned().collect();
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn one_of(mut found: Vec<BookSummary>, text: &str) -> Result<BookSummary, StoreError> {
    let text = text.trim().to_owned();
    match (found.pop(), found.is_empty()) {
        (None, _) => Err(StoreError::NoSuchBook { text }),
        (Some(book), true) => Ok(book),
        (Some(book), false) => {
            found.push(book);
            Err(StoreError::AmbiguousBook { text, candidates: candidates(&found) })
        }
    }
}

fn candidates(books: &[BookSummary]) -> Vec<BookCandidate> {
    books
        .iter()
        .map(|book| BookCandidate {
            book: book.id,
            title: book.title.clone(),
            target_language: book.target_language.clone(),
        })
        .collect()
}
