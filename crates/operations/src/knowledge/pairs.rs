//! Translation memories: a book's translations as pairs for other tools, and pairs of other tools for exactly the same
//! paragraphs.

use super::exchange::{ExchangeError, with_defaults};
use crate::beside::beside;
use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::text::markup::Marked;
use book::text::paragraph::is_work;
use book::text::version::{Author, Selection};
use formats::exchange::base_of;
use formats::glossary::Languages;
use formats::import::FileFault;
use formats::tmx::{self, TranslationPair};
use std::collections::HashMap;
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, Freshness};
use store::store::Store;

/// A book as a translation memory: every paragraph with a translation that belongs to its present words.
#[boxed]
pub async fn write(library: &Library, book: &BookSummary) -> Result<(Vec<u8>, usize), StoreError> {
    let mut pairs = Vec::new();
    for paragraph in library.all_paragraphs(book.id).await? {
        let is_said = is_work(paragraph.kind, &paragraph.text) && paragraph.freshness == Freshness::Fresh;
        if let Some(translation) = paragraph.translation.filter(|_| is_said) {
            let base = Some(base_of(&paragraph.text, Some(&translation)));
            let id = Some(paragraph.id.to_string());
            pairs.push(TranslationPair { id, base, ..TranslationPair::new(paragraph.text, translation) });
        }
    }
    let und = book::language::LanguageTag::undetermined;
    let source = book.source_language.clone().unwrap_or_else(und);
    let target = book.target_language.clone().unwrap_or_else(und);
    Ok((tmx::write(&book.title, &source, &target, &pairs), pairs.len()))
}

/// The result of importing a translation memory.
#[derive(Debug)]
pub struct PairsImport {
    /// How many pairs the file has in the book's languages.
    pub n_pairs: usize,
    /// How many paragraphs have got a translation.
    pub n_taken: usize,
    /// How many have the words of a pair but a translation already.
    pub n_translated: usize,
    /// How many have the words of a pair whose translation does not carry their markup.
    pub n_unfit: usize,
    /// What was passed over while reading.
    pub findings: Vec<FileFault>,
    /// The change that did it.
    pub change: Option<ChangeId>,
}

/// Gives untranslated paragraphs of a book the translation that a memory has for exactly their words. What has a
/// translation or a lock is not touched. A text that the memory translates in several ways gets the last one.
#[boxed]
pub async fn take(
    store: &Store,
    book: &BookSummary,
    bytes: Vec<u8>,
    languages: Languages,
    file_name: &str,
    now_ms: i64,
) -> Result<PairsImport, ExchangeError> {
    let languages = with_defaults(languages, book);
    let reading = beside(move || tmx::read(&bytes, &languages));
    let memory = reading.await.map_err(|error| ExchangeError::Broken(error.to_string()))??;
    let mut taken = PairsImport {
        n_pairs: memory.pairs.len(),
        n_taken: 0,
        n_translated: 0,
        n_unfit: 0,
        findings: memory.findings,
        change: None,
    };
    let known: HashMap<String, &Marked> =
        memory.pairs.iter().map(|pair| (comparable_text(&pair.source), &pair.translation)).collect();
    let mut edits = Vec::new();
    for paragraph in store.library().all_paragraphs(book.id).await? {
        if !is_work(paragraph.kind, &paragraph.text) {
            continue;
        }
        let Some(translation) = known.get(&comparable_text(&paragraph.text)) else { continue };
        if paragraph.translation.is_some() || paragraph.locked {
            taken.n_translated += 1;
            continue;
        }
        match paragraph.text.read_translation(translation.as_str()) {
            Ok(text) => edits.push(Edit::AddVersion {
                paragraph: paragraph.id,
                text: text.to_string(),
                author: Author::Memory,
                selection: Selection::Select,
            }),
            Err(_) => taken.n_unfit += 1,
        }
    }
    taken.n_taken = edits.len();
    if !edits.is_empty() {
        let note = format!("took {} translations from `{file_name}`", edits.len());
        let cause = Cause { who: Author::Memory, run: None, task: None, note };
        taken.change = store.commit(book.id, &edits, &cause, now_ms).await?.change;
    }
    Ok(taken)
}

/// The words that must be the same. Other tools know nothing of ruby, and trim.
fn comparable_text(text: &Marked) -> String {
    text.plain().trim().to_owned()
}
