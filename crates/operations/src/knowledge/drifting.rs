//! How consistently a book renders what its series knows.

use async_recursion::async_recursion as boxed;
use book::knowledge::drift::{Drift, TranslatedLine, drift};
use book::knowledge::matching::{Matcher, Options};
use book::language::LanguageTag;
use std::collections::BTreeMap;
use store::error::StoreError;
use store::knowledge::Knowledge;
use store::library::Library;
use store::record::BookSummary;

/// Every term and name that occurs in at least two translated paragraphs, the worst first.
#[boxed]
pub async fn of_book(
    library: &Library,
    book: &BookSummary,
    knowledge: &Knowledge,
) -> Result<Vec<Drift>, StoreError> {
    let numbers: BTreeMap<_, u32> =
        library.chapters(book.id).await?.into_iter().map(|chapter| (chapter.id, chapter.number)).collect();
    let paragraphs = library.all_paragraphs(book.id).await?;
    let lines: Vec<TranslatedLine<'_>> = paragraphs
        .iter()
        .filter_map(|paragraph| {
            Some(TranslatedLine {
                chapter: numbers.get(&paragraph.chapter).copied().unwrap_or_default(),
                paragraph: paragraph.id,
                source: &paragraph.text,
                translation: paragraph.translation.as_ref()?,
            })
        })
        .collect();
    let matcher = Matcher::new(&knowledge.terms, &knowledge.characters, &Options::USUAL);
    let target = book.target_language.clone().unwrap_or_else(LanguageTag::undetermined);
    Ok(drift(&matcher, (&knowledge.terms, &knowledge.characters), &target, &lines))
}
