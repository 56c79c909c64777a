//! Where the entries of a series are used in a book, chapter by chapter.

use async_recursion::async_recursion as boxed;
use book::id::{ChapterId, ParagraphId};
use book::knowledge::entry::EntryKey;
use book::knowledge::matching::{Matcher, Options, Scratch};
use std::collections::BTreeMap;
use store::error::StoreError;
use store::knowledge::Knowledge;
use store::library::Library;
use store::record::BookSummary;

/// How an entry is used in a book.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Uses {
    /// How often it stands there.
    pub n_uses: usize,
    /// In how many paragraphs.
    pub n_paragraphs: usize,
    /// How often in which chapter, by the chapter's number.
    pub chapters: BTreeMap<u32, usize>,
    /// The first few paragraphs.
    pub first: Vec<ParagraphId>,
    last: Option<ParagraphId>,
}

/// The most paragraphs named.
const NAMED: usize = 5;

/// The passes made for entries that hide each other; names are not nested deeper.
const PASSES: usize = 4;

/// The uses of every term and character for itself: where two entries share their words, or one lies within another,
/// a pass over the book gives each place to one of them, so those left with none are looked for again.
#[boxed]
pub async fn each_alone(
    library: &Library,
    book: &BookSummary,
    knowledge: &Knowledge,
) -> Result<BTreeMap<EntryKey, Uses>, StoreError> {
    let mut left = knowledge.clone();
    let mut all = BTreeMap::new();
    for _ in 0..PASSES {
        let found = of_book(library, book, &left).await?;
        left.terms.retain(|term| !found.contains_key(&EntryKey::Term { id: term.id }));
        left.characters.retain(|one| !found.contains_key(&EntryKey::Character { id: one.id }));
        let is_last = found.is_empty() || (left.terms.is_empty() && left.characters.is_empty());
        all.extend(found);
        if is_last {
            break;
        }
    }
    Ok(all)
}

/// The uses of every term and character, found in one pass over the book.
#[boxed]
pub async fn of_book(
    library: &Library,
    book: &BookSummary,
    knowledge: &Knowledge,
) -> Result<BTreeMap<EntryKey, Uses>, StoreError> {
    let matcher = Matcher::new(&knowledge.terms, &knowledge.characters, &Options::USUAL);
    let numbers: BTreeMap<ChapterId, u32> =
        library.chapters(book.id).await?.into_iter().map(|chapter| (chapter.id, chapter.number)).collect();
    let mut uses: BTreeMap<EntryKey, Uses> = BTreeMap::new();
    let mut scratch = Scratch::default();
    for paragraph in library.all_paragraphs(book.id).await? {
        let chapter = numbers.get(&paragraph.chapter).copied().unwrap_or_default();
        for occurrence in matcher.occurrences_with(&paragraph.text, &mut scratch) {
            let uses = uses.entry(occurrence.entry).or_default();
            uses.n_uses += 1;
            *uses.chapters.entry(chapter).or_default() += 1;
            if uses.last != Some(paragraph.id) {
                uses.last = Some(paragraph.id);
                uses.n_paragraphs += 1;
                if uses.first.len() < NAMED {
                    uses.first.push(paragraph.id);
                }
            }
        }
    }
    Ok(uses)
}
