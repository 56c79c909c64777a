//! A newer edition of a book that is there: its lines are found again, and everything follows them.

use async_recursion::async_recursion as boxed;
use book::id::{BookId, ChapterId, ParagraphId};
use book::text::align::{ChapterLine, Line, LineChange, Origin, align, align_chapters};
use book::text::book::Book;
use book::text::markup::Marked;
use messages::{Explain, Message};
use std::collections::HashMap;
use store::error::StoreError;
use store::library::Library;
use store::revision::{BookRevision, Lineage, RevisionResult};
use store::store::Store;

/// A newer edition as it was read.
#[derive(Debug, Clone, Copy)]
pub struct Edition<'a> {
    /// The book as an importer gave it.
    pub newer: &'a Book,
    /// The file, byte for byte.
    pub original: &'a [u8],
    /// Its name without folders.
    pub file_name: &'a str,
}

/// What a newer edition is to the one before, in lines that say something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Differences {
    /// Lines with the same words, wherever they are now.
    pub n_same: usize,
    /// Lines that stand elsewhere, among those with the same and those with other words.
    pub n_moved: usize,
    /// Lines with other words.
    pub n_changed: usize,
    /// Lines that were split.
    pub n_split: usize,
    /// Lines that others were joined to.
    pub n_merged: usize,
    /// Lines that were not there.
    pub n_new: usize,
    /// Lines that are there no more.
    pub n_removed: usize,
    /// Chapters that were not there.
    pub n_new_chapters: usize,
    /// Chapters that are there no more.
    pub n_removed_chapters: usize,
}

/// The result of a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EditionReport {
    /// What is different.
    pub differences: Differences,
    /// What it means for the translation.
    pub revised: RevisionResult,
}

/// Which files are taken for a newer edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditionGuard {
    /// Those that keep at least half of the book's lines, and those the book was made of before.
    LikeTheBook,
    /// Any: a person says that it is one.
    Any,
}

/// Why a file did not become a newer edition.
#[derive(Debug)]
pub enum RevisionError {
    /// The library said no.
    Store(StoreError),
    /// It keeps less than half of the book's lines, as another book's file does.
    LooksLikeAnother { title: String, n_kept: usize, n_lines: usize },
}

impl Explain for RevisionError {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::LooksLikeAnother { title, n_kept, n_lines } => Message::new("looks_like_another_book")
                .with("title", title)
                .count("n_kept", *n_kept)
                .count("n_lines", *n_lines),
        }
    }
}

messages::shown_as_message!(RevisionError);

impl From<StoreError> for RevisionError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Puts a newer edition in the place of the older one. `progress` is told paragraphs done and paragraphs in all.
#[boxed]
pub async fn revise(
    store: &Store,
    book: BookId,
    edition: &Edition<'_>,
    guard: EditionGuard,
    now_ms: i64,
    progress: &(dyn Fn(u64, u64) + Send + Sync),
) -> Result<EditionReport, RevisionError> {
    let compared = compare(store.library(), book, edition.newer).await?;
    let n_kept = compared.n_lines - compared.differences.n_removed;
    let is_other = guard == EditionGuard::LikeTheBook && n_kept * 2 < compared.n_lines;
    if is_other && !store.library().was_made_of(book, edition.original).await? {
        let title = store.library().book(book).await?.title;
        return Err(RevisionError::LooksLikeAnother { title, n_kept, n_lines: compared.n_lines });
    }
    let revision = BookRevision {
        book,
        from: compared.from,
        newer: edition.newer,
        original: edition.original,
        file_name: edition.file_name,
        chapters: &compared.chapters,
        lineage: &compared.lineage,
        now_ms,
    };
    let revised = store.revise_book(&revision, progress).await?;
    Ok(EditionReport { differences: compared.differences, revised })
}

struct EditionComparison {
    /// How many editions the book had had.
    from: u32,
    chapters: Vec<Option<ChapterId>>,
    lineage: Vec<Lineage>,
    /// How many lines of the book say something.
    n_lines: usize,
    differences: Differences,
}

/// The book as it is and was.
struct Present {
    ids: Vec<ParagraphId>,
    texts: Vec<Marked>,
    /// Which chapter each stands in; `None` for those taken out before.
    chapters: Vec<Option<usize>>,
    chapter_ids: Vec<ChapterId>,
    titles: Vec<String>,
}

impl Present {
    async fn read(library: &Library, book: BookId) -> Result<Self, StoreError> {
        let chapters = library.chapters(book).await?;
        let places: HashMap<ChapterId, usize> =
            chapters.iter().enumerate().map(|(place, chapter)| (chapter.id, place)).collect();
        let mut present = Self {
            ids: Vec::new(),
            texts: Vec::new(),
            chapters: Vec::new(),
            chapter_ids: chapters.iter().map(|chapter| chapter.id).collect(),
            titles: chapters.into_iter().map(|chapter| chapter.title).collect(),
        };
        for paragraph in library.all_paragraphs(book).await? {
            present.ids.push(paragraph.id);
            present.texts.push(paragraph.text);
            present.chapters.push(places.get(&paragraph.chapter).copied());
        }
        for (id, text) in library.retired_paragraphs(book).await? {
            present.ids.push(id);
            present.texts.push(text);
            present.chapters.push(None);
        }
        Ok(present)
    }

    fn lines(&self) -> Vec<Line<'_>> {
        let lines = self.texts.iter().zip(&self.chapters);
        lines.map(|(text, chapter)| Line { text, chapter: *chapter }).collect()
    }
}

async fn compare(library: &Library, book: BookId, newer: &Book) -> Result<EditionComparison, StoreError> {
    let from = library.revision(book).await?;
    let present = Present::read(library, book).await?;
    let old = present.lines();
    let new: Vec<Line<'_>> = newer
        .chapters
        .iter()
        .enumerate()
        .flat_map(|(place, chapter)| {
            chapter.paragraphs.iter().map(move |one| Line { text: &one.text, chapter: Some(place) })
        })
        .collect();
    let origins = align(&old, &new);
    let old_titles: Vec<ChapterLine<'_>> = present.titles.iter().map(|title| ChapterLine { title }).collect();
    let new_titles: Vec<ChapterLine<'_>> =
        newer.chapters.iter().map(|chapter| ChapterLine { title: &chapter.title }).collect();
    let found = align_chapters(&old_titles, &new_titles, &origins, &old, &new);
    let n_known = found.iter().flatten().count();
    let differences = Differences {
        n_new_chapters: found.len() - n_known,
        n_removed_chapters: old_titles.len().saturating_sub(n_known),
        ..differences(&old, &new, &origins)
    };
    let chapters = found
        .into_iter()
        .map(|place| place.and_then(|place| present.chapter_ids.get(place).copied()))
        .collect();
    let lineage = origins.iter().map(|origin| lineage(&present.ids, *origin)).collect();
    let n_lines = old.iter().filter(|line| line.chapter.is_some() && is_said(line)).count();
    Ok(EditionComparison { from, chapters, lineage, n_lines, differences })
}

fn lineage(ids: &[ParagraphId], origin: Option<Origin>) -> Lineage {
    let Some((fate, id)) = origin.and_then(|origin| Some((origin.fate, *ids.get(origin.old)?))) else {
        return Lineage::New;
    };
    match fate {
        LineChange::Same | LineChange::Changed => Lineage::Line(id),
        LineChange::Split | LineChange::Merged => Lineage::Part(id),
    }
}

fn is_said(line: &Line<'_>) -> bool {
    !line.text.plain().trim().is_empty()
}

fn differences(old: &[Line<'_>], new: &[Line<'_>], origins: &[Option<Origin>]) -> Differences {
    let mut found = Differences::default();
    let mut n_used = 0;
    for (origin, _) in origins.iter().zip(new).filter(|(_, line)| is_said(line)) {
        let Some(origin) = origin else {
            found.n_new += 1;
            continue;
        };
        match origin.fate {
            LineChange::Same => found.n_same += 1,
            LineChange::Changed => found.n_changed += 1,
            LineChange::Split => found.n_split += 1,
            LineChange::Merged => found.n_merged += 1,
        }
        found.n_moved += usize::from(origin.moved);
        n_used += usize::from(old.get(origin.old).is_some_and(|line| line.chapter.is_some()));
    }
    let n_old = old.iter().filter(|line| line.chapter.is_some() && is_said(line)).count();
    found.n_removed = n_old.saturating_sub(n_used);
    found
}
