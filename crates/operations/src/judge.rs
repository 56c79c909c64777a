//! The checks of one book: with a dictionary where there is one, and with the lengths its own translation shows.

use crate::beside::beside;
use async_recursion::async_recursion as boxed;
use book::id::ChapterId;
use book::language::LanguageTag;
use checks::dictionary::{Dictionaries, DictionaryLookup};
use checks::language::length::{LengthFit, MeasuredLength};
use checks::policy::{Notes, Policy};
use checks::suite::Suite;
use std::fmt;
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, ChapterRecord, ParagraphRecord};
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
#[boxed]
pub async fn judge_of<'a>(
    library: &'a Library,
    book: &BookSummary,
    check_context: CheckContext<'a>,
) -> Result<Arc<dyn Judge>, StoreError> {
    let (suite, _) = suite_of(library, book, check_context).await?;
    let style = check_context.dictionaries.style(check_context.target);
    let policy = crate::notes::policy_of(library, book.id, style).await?;
    let judge: Arc<dyn Judge> = Arc::new(CheckingJudge::with(suite, policy));
    Ok(judge)
}

/// The judge of what models submit. Notes are a person's to write, also where they are welcome.
#[boxed]
pub async fn submission_judge_of<'a>(
    library: &'a Library,
    book: &BookSummary,
    check_context: CheckContext<'a>,
) -> Result<Arc<dyn Judge>, StoreError> {
    let (suite, _) = suite_of(library, book, check_context).await?;
    let style = check_context.dictionaries.style(check_context.target);
    let judge: Arc<dyn Judge> = Arc::new(CheckingJudge::with(suite, Policy { notes: Notes::None, ..style }));
    Ok(judge)
}

/// The checks for a book, and the result of looking for a dictionary.
#[boxed]
pub async fn suite_of<'a>(
    library: &'a Library,
    book: &BookSummary,
    check_context: CheckContext<'a>,
) -> Result<(Suite, DictionaryLookup), StoreError> {
    let source = book.source_language.clone().unwrap_or_else(LanguageTag::undetermined);
    let consulted = consult(check_context.dictionaries, &source, check_context.target).await;
    let chapters = if book.n_translated == 0 { Vec::new() } else { library.chapters(book.id).await? };
    let fit = own_lengths(library, book, &chapters, |_| None).await?;
    Ok((suite(&source, check_context.target, &consulted).measured(fit), consulted))
}

/// The checks for two languages, with a dictionary where there is one.
pub(crate) fn suite(source: &LanguageTag, target: &LanguageTag, consulted: &DictionaryLookup) -> Suite {
    match &consulted.found {
        Some(found) => Suite::with_dictionary(source, target, Arc::clone(&found.dictionary)),
        None => Suite::for_pair(source, target),
    }
}

/// Looks for a dictionary on a thread for blocking work.
#[boxed]
pub async fn consult(
    dictionaries: &Arc<dyn Dictionaries>,
    source: &LanguageTag,
    target: &LanguageTag,
) -> DictionaryLookup {
    let (dictionaries, source, target) = (Arc::clone(dictionaries), source.clone(), target.clone());
    let looking = beside(move || dictionaries.look_up(&source, &target));
    // Without a dictionary less is found; that is no reason to stop.
    looking.await.unwrap_or_default()
}

/// This many translated paragraphs are enough to know how long this book's translations are.
const ENOUGH: u32 = 3_000;

/// How long a translated paragraph and its translation are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MeasuredParagraph {
    /// Its place in the chapter, empty paragraphs counted.
    pub(crate) index: u32,
    pub(crate) measured: MeasuredLength,
}

/// The lengths of what is translated, from the beginning of the book. Chapters whose lengths are known are not read.
pub(crate) async fn own_lengths<'k>(
    library: &Library,
    book: &BookSummary,
    chapters: &[ChapterRecord],
    known: impl Fn(ChapterId) -> Option<&'k [MeasuredParagraph]> + Send,
) -> Result<LengthFit, StoreError> {
    let mut fit = LengthFit::default();
    let mut left = ENOUGH;
    for chapter in chapters.iter().filter(|chapter| chapter.n_translated > 0) {
        if left == 0 {
            break;
        }
        let read: Vec<MeasuredParagraph>;
        let measured = if let Some(known) = known(chapter.id) {
            known
        } else {
            let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..left).await?;
            read = paragraphs.iter().filter_map(measure).collect();
            &read
        };
        let first = left;
        for one in measured.iter().take_while(|one| one.index < first) {
            fit.add(one.measured);
            left = left.saturating_sub(1);
        }
    }
    Ok(fit)
}

fn measure(paragraph: &ParagraphRecord) -> Option<MeasuredParagraph> {
    let translation = paragraph.translation.as_ref()?;
    let measured = MeasuredLength::measure(&paragraph.text.plain(), &translation.plain());
    Some(MeasuredParagraph { index: paragraph.index, measured })
}
