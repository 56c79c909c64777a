//! A name changed everywhere: every paragraph it concerns, what exact replacement makes of it, and one change that does it.

pub use super::renaming::{LeftBecause, Renaming};
use async_recursion::async_recursion as boxed;

use super::BookKnowledge;
use book::edit::Edit;
use book::id::{BookId, ParagraphId, VersionId};
use book::knowledge::character::Character;
use book::knowledge::entry::{Entry, EntryKey, Revision};
use book::knowledge::matching::{Matcher, Options, Scratch};
use book::knowledge::rename::{Rename, Rewriting, Shape};
use book::knowledge::term::Term;
use book::language::LanguageTag;
use book::text::fold::Folding;
use book::text::markup::Marked;
use book::text::version::{Author, Selection};
use std::collections::BTreeMap;
use store::change::{Cause, ChangeId};
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::store::Store;

/// What a renaming would do.
#[derive(Debug, Clone)]
pub struct RenamePlan {
    /// Every replacement that may be made.
    pub shapes: Vec<Shape>,
    /// Paragraphs that exact replacement changes, in reading order.
    pub changed: Vec<RenamedText>,
    /// Paragraphs that are left as they are, though their source has the name.
    pub left: Vec<LeftText>,
    /// Entries that have the same word and the same translation, and are changed along.
    pub along: Vec<EntryKey>,
    entries: Vec<Entry>,
    from: Option<Revision>,
    note: String,
}

/// A paragraph that is rewritten.
#[derive(Debug, Clone)]
pub struct RenamedText {
    pub book: BookId,
    /// The number of its chapter.
    pub chapter: u32,
    pub paragraph: ParagraphId,
    /// The version that is its translation.
    pub version: Option<VersionId>,
    /// The translation as it is.
    pub before: Marked,
    /// As it is to be.
    pub after: Marked,
    /// How many places change in it.
    pub n_places: usize,
}

/// A paragraph that is left as it is.
#[derive(Debug, Clone)]
pub struct LeftText {
    pub book: BookId,
    /// The number of its chapter.
    pub chapter: u32,
    pub paragraph: ParagraphId,
    pub translation: Marked,
    pub why: LeftBecause,
}

/// Finds out what a renaming would do in all books of the series that are translated into the book's language.
#[boxed]
pub async fn plan(
    library: &Library,
    book: &BookSummary,
    renaming: &Renaming,
) -> Result<RenamePlan, StoreError> {
    let known = BookKnowledge::load(library, book).await?;
    let (terms, characters) = (&known.knowledge.terms, &known.knowledge.characters);
    let along = companions(renaming, terms, characters);
    let keys: Vec<EntryKey> = along.iter().map(Entry::key).collect();
    let is_other = |key: EntryKey| !keys.contains(&key);
    let others = (
        terms.iter().filter(|term| is_other(term.id.into())).cloned().collect::<Vec<_>>(),
        characters.iter().filter(|one| is_other(one.id.into())).cloned().collect::<Vec<_>>(),
    );
    let target = book.target_language.clone().unwrap_or_else(LanguageTag::undetermined);
    let others = (others.0.as_slice(), others.1.as_slice());
    let rename = match (&renaming.before, &renaming.after) {
        (Entry::Term(before), Entry::Term(after)) => Rename::of_term(before, after, others, &target),
        (Entry::Character(before), Entry::Character(after)) => {
            Rename::of_character(before, after, others, &target)
        }
        // Nothing else has a translation of its own.
        _ => return Ok(RenamePlan::nothing()),
    };
    let mut plan = RenamePlan {
        shapes: rename.shapes().to_vec(),
        changed: Vec::new(),
        left: Vec::new(),
        along: keys,
        entries: std::iter::once(renaming.after.clone()).chain(along).collect(),
        from: renaming.from,
        note: note(renaming),
    };
    let matcher = Matcher::new(others.0, others.1, &Options::USUAL);
    for one in
        known.books.iter().filter(|one| one.n_translated > 0 && one.target_language == book.target_language)
    {
        look_through(library, one, &rename, &matcher, &mut plan).await?;
    }
    Ok(plan)
}

async fn look_through(
    library: &Library,
    book: &BookSummary,
    rename: &Rename,
    matcher: &Matcher,
    plan: &mut RenamePlan,
) -> Result<(), StoreError> {
    let numbers: BTreeMap<_, u32> =
        library.chapters(book.id).await?.into_iter().map(|chapter| (chapter.id, chapter.number)).collect();
    let mut scratch = Scratch::default();
    for paragraph in library.all_paragraphs(book.id).await? {
        let Some(translation) = paragraph.translation else { continue };
        let occurrences = matcher.occurrences_with(&paragraph.text, &mut scratch);
        let chapter = numbers.get(&paragraph.chapter).copied().unwrap_or_default();
        let left = |why| LeftText {
            book: book.id,
            chapter,
            paragraph: paragraph.id,
            translation: translation.clone(),
            why,
        };
        match rename.rewrite(&occurrences, &translation) {
            Rewriting::Untouched => {}
            Rewriting::NeedsModel(why) => plan.left.push(left(LeftBecause::NeedsModel(why))),
            Rewriting::Rewritten(_) if paragraph.locked => plan.left.push(left(LeftBecause::Locked)),
            Rewriting::Rewritten(rewritten) => plan.changed.push(RenamedText {
                book: book.id,
                chapter,
                paragraph: paragraph.id,
                version: paragraph.version,
                before: rewritten.before,
                after: rewritten.after,
                n_places: rewritten.spans.len(),
            }),
        }
    }
    Ok(())
}

/// Does what was planned, in all books together, so that one undo takes it back. Where a paragraph has changed since the
/// plan, nothing is done.
#[boxed]
pub async fn carry_out(
    store: &Store,
    book: &BookSummary,
    plan: &RenamePlan,
    now_ms: i64,
) -> Result<Vec<(BookId, ChangeId)>, StoreError> {
    let mut edits: BTreeMap<BookId, Vec<Edit>> = BTreeMap::new();
    edits.insert(book.id, plan.entry_edits().collect());
    for changed in &plan.changed {
        let expected = Edit::Expect { paragraph: changed.paragraph, version: changed.version };
        edits.entry(changed.book).or_default().push(expected);
    }
    for changed in &plan.changed {
        let author = author_of(store.library(), changed).await?;
        edits.entry(changed.book).or_default().push(Edit::AddVersion {
            paragraph: changed.paragraph,
            text: changed.after.to_string(),
            author,
            selection: Selection::Select,
        });
    }
    for changed in &plan.changed {
        let carried = changed.version.map(|from| Edit::CarryReview { paragraph: changed.paragraph, from });
        edits.entry(changed.book).or_default().extend(carried);
    }
    let edits: Vec<(BookId, Vec<Edit>)> = edits.into_iter().collect();
    let made = store.commit_together(&edits, &Cause::person(plan.note.clone()), now_ms).await?;
    let changes = made.into_iter().filter_map(|(owner, receipt)| Some((owner, receipt.change?)));
    let mut changes: Vec<(BookId, ChangeId)> = changes.collect();
    // The book that was named comes first: it has the entry.
    changes.sort_by_key(|(owner, _)| *owner != book.id);
    Ok(changes)
}

/// Whose words they are stays: a person's are still a person's, and a model's may still be improved. Only the task is no
/// longer named, because it was told the old name. What a person has reviewed is changed as by a person and stays reviewed.
async fn author_of(library: &Library, changed: &RenamedText) -> Result<Author, StoreError> {
    let versions = library.versions(changed.book, changed.paragraph).await?;
    let selected = versions.into_iter().find(|version| version.selected);
    let review = selected.as_ref().and_then(|version| version.review.as_ref());
    if review.is_some_and(|review| review.state.is_reviewed()) {
        return Ok(Author::Person);
    }
    Ok(match selected.map(|version| version.author) {
        Some(Author::Model { model, task_kind, .. }) => {
            Author::Model { model, task_kind, task: None, run: None }
        }
        Some(other @ (Author::Memory | Author::Checks | Author::Assistant { .. })) => other,
        Some(Author::Person) | None => Author::Person,
    })
}

/// Other entries with the same word and the same translation, as they are to be. A person is often a term as well.
fn companions(renaming: &Renaming, terms: &[Term], characters: &[Character]) -> Vec<Entry> {
    let pairs: Vec<(String, String, String)> = match (&renaming.before, &renaming.after) {
        (Entry::Term(before), Entry::Term(after)) => {
            vec![(folded(&before.source), before.translation.clone(), after.translation.clone())]
        }
        (Entry::Character(before), Entry::Character(after)) => before
            .names()
            .zip(after.names())
            .filter(|(old, new)| old.translation != new.translation)
            .map(|(old, new)| (folded(&old.source), old.translation.clone(), new.translation.clone()))
            .collect(),
        _ => Vec::new(),
    };
    let new_for = |source: &str, translation: &str| {
        let source = folded(source);
        pairs.iter().find(|(word, old, _)| *word == source && old == translation).map(|(.., new)| new.clone())
    };
    let key = renaming.before.key();
    let mut found = Vec::new();
    for term in terms.iter().filter(|term| EntryKey::from(term.id) != key) {
        if let Some(translation) = new_for(&term.source, &term.translation) {
            found.push(Entry::Term(Term { translation, ..term.clone() }));
        }
    }
    for character in characters.iter().filter(|one| EntryKey::from(one.id) != key) {
        let mut renamed = character.clone();
        for name in std::iter::once(&mut renamed.name).chain(&mut renamed.aliases) {
            if let Some(translation) = new_for(&name.source, &name.translation) {
                name.translation = translation;
            }
        }
        if renamed != *character {
            found.push(Entry::Character(renamed));
        }
    }
    found
}

fn note(renaming: &Renaming) -> String {
    match (&renaming.before, &renaming.after) {
        (Entry::Term(before), Entry::Term(after)) => {
            format!("renamed {}: {} → {}", before.source, before.translation, after.translation)
        }
        (Entry::Character(before), Entry::Character(after)) => {
            let changed =
                before.names().zip(after.names()).find(|(old, new)| old.translation != new.translation);
            let (old, new) = changed.unwrap_or((&before.name, &after.name));
            format!("renamed {}: {} → {}", old.source, old.translation, new.translation)
        }
        _ => String::new(),
    }
}

fn folded(text: &str) -> String {
    Folding::SOURCE.fold(text.trim())
}

impl RenamePlan {
    const fn nothing() -> Self {
        Self {
            shapes: Vec::new(),
            changed: Vec::new(),
            left: Vec::new(),
            along: Vec::new(),
            entries: Vec::new(),
            from: None,
            note: String::new(),
        }
    }

    /// Leaves these paragraphs alone.
    pub fn except(&mut self, paragraphs: &[ParagraphId]) {
        self.changed.retain(|changed| !paragraphs.contains(&changed.paragraph));
    }

    fn entry_edits(&self) -> impl Iterator<Item = Edit> + '_ {
        self.entries.iter().cloned().enumerate().map(|(at, entry)| match self.from {
            Some(revision) if at == 0 => Edit::update(entry, revision),
            Some(_) | None => Edit::upsert(entry),
        })
    }

    /// What the history will say.
    pub fn note(&self) -> &str {
        &self.note
    }
}
