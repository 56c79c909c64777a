//! What translations were made from, held against what they would be made from today.

use crate::run::wish_of;
use crate::spec::RunSpec;
use async_recursion::async_recursion as boxed;
use book::id::{ChapterId, RunId};
use book::text::version::Author;
use std::collections::{BTreeMap, HashMap};
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, Freshness, ParagraphRecord, StaleReason};

/// A translation that would be made from something else today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stale {
    pub paragraph: ParagraphRecord,
    /// The number of its chapter, from one.
    pub chapter: u32,
    /// What is different.
    pub reason: Reason,
    /// Whether a newer version already waits for a person.
    pub newer_waits: bool,
}

/// What a translation would be made from today that it was not made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The source, or the language it is to be in.
    Changed(StaleReason),
    /// What the model is told about its work.
    Instructions,
    /// What the series knows: these words or names were decided on since, and the translation does not follow.
    Knowledge {
        /// As they stand in the source.
        names: Vec<String>,
    },
}

/// The translations of a book that no longer belong to what it says, in reading order.
#[boxed]
pub async fn stale(library: &Library, book: &BookSummary) -> Result<Vec<Stale>, StoreError> {
    let mut found = Vec::new();
    for chapter in library.chapters(book.id).await? {
        for paragraph in library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await? {
            let (reason, newer_waits) = match paragraph.freshness {
                Freshness::Fresh => continue,
                Freshness::Stale(reason) => (reason, false),
                Freshness::NewerWaits(reason) => (reason, true),
            };
            let reason = Reason::Changed(reason);
            found.push(Stale { paragraph, chapter: chapter.number, reason, newer_waits });
        }
    }
    Ok(found)
}

/// The translations that models made with other instructions than they would get today for the same wish. What is
/// stale for other reasons, locked, or older than this knowledge is not among them.
#[boxed]
pub async fn made_with_other_instructions(
    library: &Library,
    book: &BookSummary,
) -> Result<Vec<Stale>, StoreError> {
    let mut known = HashMap::new();
    let mut found = Vec::new();
    for chapter in library.chapters(book.id).await? {
        let of_chapter = chapter.instructions.as_deref().map(digest);
        for paragraph in library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await? {
            if paragraph.translation.is_none() || paragraph.locked || paragraph.freshness != Freshness::Fresh
            {
                continue;
            }
            let versions = library.versions(book.id, paragraph.id).await?;
            let selected =
                versions.into_iter().find(|version| version.selected).map(|version| version.author);
            let Some(Author::Model { run: Some(run), .. }) = selected else { continue };
            let told = match known.get(&run) {
                Some(told) => told,
                None => known.entry(run).or_insert(run_prompt_digests(library, book, run).await?),
            };
            let Some(told) = told else { continue };
            if told.is_other_today || told.chapters.get(&chapter.id) != of_chapter.as_ref() {
                let reason = Reason::Instructions;
                found.push(Stale { paragraph, chapter: chapter.number, reason, newer_waits: false });
            }
        }
    }
    Ok(found)
}

/// What a run told its models.
struct RunPromptDigests {
    is_other_today: bool,
    chapters: BTreeMap<ChapterId, String>,
}

/// What a run told its models, where that is known.
async fn run_prompt_digests(
    library: &Library,
    book: &BookSummary,
    run: RunId,
) -> Result<Option<RunPromptDigests>, StoreError> {
    let record = library.run(run).await?;
    let Ok(spec) = wish_of(&record) else { return Ok(None) };
    let is_other_today = spec.digests.prompt.as_ref().map(|prompt| *prompt != prompt_digest(book, &spec));
    Ok(is_other_today
        .map(|is_other_today| RunPromptDigests { is_other_today, chapters: spec.digests.chapters }))
}

/// Marks of what is asked of single chapters.
pub(crate) async fn chapter_digests(
    library: &Library,
    book: &BookSummary,
) -> Result<BTreeMap<ChapterId, String>, StoreError> {
    let chapters = library.chapters(book.id).await?;
    Ok(chapters.into_iter().filter_map(|one| Some((one.id, digest(&one.instructions?)))).collect())
}

/// A mark of what a model is told for this wish: it changes if a word of it does.
pub fn prompt_digest(book: &BookSummary, spec: &RunSpec) -> String {
    let prompt = task::service::system_prompt(spec.kind(), book, &spec.target, &spec.task_options(book));
    digest(&prompt)
}

fn digest(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().chars().take(16).collect()
}
