//! A translator's notes: whether a book wants them, which of its translations have one, and whose they are.

use async_recursion::async_recursion as boxed;
use book::id::{BookId, ParagraphId};
use book::language::LanguageTag;
use book::text::version::Author;
use checks::generation::e06_injected_note;
use checks::language::pair::Pair;
use checks::policy::{Notes, Policy};
use formats::export::Manuscript;
use formats::notes::Note;
use std::collections::HashSet;
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, NoteChoice};

/// The style of a book: the settings', with what a person decided for the book put over it.
#[boxed]
pub async fn policy_of(library: &Library, book: BookId, style: Policy) -> Result<Policy, StoreError> {
    let notes = match library.book_notes(book).await? {
        Some(NoteChoice::Footnotes) => Notes::Footnotes,
        Some(NoteChoice::None) => Notes::None,
        None => style.notes,
    };
    Ok(Policy { notes, ..style })
}

/// Whether the words that stand for a paragraph are a person's.
pub(crate) async fn is_by_person(
    library: &Library,
    book: BookId,
    paragraph: ParagraphId,
) -> Result<bool, StoreError> {
    let versions = library.versions(book, paragraph).await?;
    Ok(versions.iter().any(|version| version.selected && version.author == Author::Person))
}

/// How many notes people wrote into the translations of a book.
#[boxed]
pub async fn count(library: &Library, book: &BookSummary) -> Result<usize, StoreError> {
    let Some(pair) = pair_of(book.source_language.as_ref(), book.target_language.as_ref()) else {
        return Ok(0);
    };
    let mut n_notes = 0;
    for paragraph in library.all_paragraphs(book.id).await? {
        let Some(translation) = &paragraph.translation else { continue };
        let n_here = e06_injected_note::count(&pair, &translation.plain());
        if n_here > 0 && is_by_person(library, book.id, paragraph.id).await? {
            n_notes += n_here;
        }
    }
    Ok(n_notes)
}

/// The paragraphs of a manuscript with notes that a person wrote.
pub(crate) async fn noted_by_person(
    library: &Library,
    book: BookId,
    manuscript: &Manuscript,
) -> Result<HashSet<ParagraphId>, StoreError> {
    let mut noted = HashSet::new();
    for id in notes_in(manuscript).into_keys() {
        if is_by_person(library, book, id).await? {
            noted.insert(id);
        }
    }
    Ok(noted)
}

/// The notes in the translations of a manuscript, by whichever author.
pub(crate) fn notes_in(manuscript: &Manuscript) -> formats::notes::NotesByParagraph {
    let languages = (manuscript.source_language.as_ref(), manuscript.target_language.as_ref());
    let Some(pair) = pair_of(languages.0, languages.1) else {
        return formats::notes::NotesByParagraph::new();
    };
    let paragraphs = manuscript.chapters.iter().flat_map(|chapter| chapter.paragraphs.each());
    let noted = paragraphs.filter_map(|paragraph| {
        let formats::export::Outcome::Translated(translation) = &paragraph.outcome else { return None };
        let spans = e06_injected_note::spans(&pair, translation.as_str()).into_iter();
        let notes: Vec<Note> = spans.map(|(range, body)| Note { range, body }).collect();
        (!notes.is_empty()).then_some((paragraph.id, notes))
    });
    noted.collect()
}

fn pair_of(source: Option<&LanguageTag>, target: Option<&LanguageTag>) -> Option<Pair> {
    let source = source.cloned().unwrap_or_else(LanguageTag::undetermined);
    target.map(|target| Pair::new(&source, target, None))
}
