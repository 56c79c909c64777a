//! The checks of one book: with a dictionary where there is one, and with the lengths its own translation shows.

use crate::beside::beside;
use book::language::LanguageTag;
use checks::dictionary::{Consulted, Dictionaries};
use checks::language::length::LengthFit;
use checks::policy::{Notes, Policy};
use checks::suite::Suite;
use std::fmt;
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use tools::checking::CheckingJudge;
use tools::judge::Judge;

/// What a translation is looked at through.
#[derive(Clone, Copy)]
pub struct CheckContext<'a> {
    /// The language of the translation.
    pub target: &'a LanguageTag,
    /// Where dictionaries come from.
    pub dictionaries: &'a Arc<dyn Dictionaries>,
}

impl fmt::Debug for CheckContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CheckContext({})", self.target)
    }
}

/// The judge of what stands in a book.
pub async fn judge_of(
    library: &Library,
    book: &BookSummary,
    check_context: CheckContext<'_>,
) -> Result<Arc<dyn Judge>, StoreError> {
    let (suite, _) = suite_of(library, book, check_context).await?;
    let style = check_context.dictionaries.style(check_context.target);
    let policy = crate::notes::policy_of(library, book.id, style).await?;
    Ok(Arc::new(CheckingJudge::with(suite, policy)))
}

/// The judge of what models submit. Notes are a person's to write, also where they are welcome.
pub async fn submission_judge_of(
    library: &Library,
    book: &BookSummary,
    check_context: CheckContext<'_>,
) -> Result<Arc<dyn Judge>, StoreError> {
    let (suite, _) = suite_of(library, book, check_context).await?;
    let style = check_context.dictionaries.style(check_context.target);
    Ok(Arc::new(CheckingJudge::with(suite, Policy { notes: Notes::None, ..style })))
}

/// The checks for a book, and what came of looking for a dictionary.
pub async fn suite_of(
    library: &Library,
    book: &BookSummary,
    check_context: CheckContext<'_>,
) -> Result<(Suite, Consulted), StoreError> {
    let source = book.source_language.clone().unwrap_or_else(LanguageTag::undetermined);
    let consulted = consult(check_context.dictionaries, &source, check_context.target).await;
    let suite = match &consulted.found {
        Some(found) => Suite::with_dictionary(&source, check_context.target, Arc::clone(&found.dictionary)),
        None => Suite::for_pair(&source, check_context.target),
    };
    Ok((suite.measured(own_lengths(library, book).await?), consulted))
}

/// Looks for a dictionary where waiting for a file holds nobody up.
pub async fn consult(
    dictionaries: &Arc<dyn Dictionaries>,
    source: &LanguageTag,
    target: &LanguageTag,
) -> Consulted {
    let (dictionaries, source, target) = (Arc::clone(dictionaries), source.clone(), target.clone());
    let looking = beside(move || dictionaries.look_up(&source, &target));
    // Without a dictionary less is found; that is no reason to stop.
    looking.await.unwrap_or_default()
}

/// So many translated paragraphs tell how long this book's translations are.
const ENOUGH: u32 = 3_000;

/// The lengths of what is translated, from the beginning of the book.
async fn own_lengths(library: &Library, book: &BookSummary) -> Result<LengthFit, StoreError> {
    let mut fit = LengthFit::default();
    if book.n_translated == 0 {
        return Ok(fit);
    }
    let mut left = ENOUGH;
    for chapter in library.chapters(book.id).await? {
        if left == 0 {
            break;
        }
        if chapter.n_translated == 0 {
            continue;
        }
        for paragraph in library.chapter_paragraphs(book.id, chapter.id, 0..left).await? {
            if let Some(translation) = &paragraph.translation {
                fit.add(&paragraph.text.plain(), &translation.plain());
                left -= 1;
            }
        }
    }
    Ok(fit)
}
