//! What waits for a person: proposals with the lines that bear them out, the most used first, and what becomes of them.

use crate::knowledge::uses;
use book::edit::Edit;
use book::id::ParagraphId;
use book::knowledge::character::{Character, Fact, Gender, Known, Name};
use book::knowledge::entry::{Entry, EntryKey};
use book::knowledge::evidence::{Evidence, Moment, Standing};
use book::knowledge::term::Term;
use std::cmp::Reverse;
use store::change::Cause;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;
use store::store::Store;

/// A proposal with what a person needs to decide on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The term or character.
    pub entry: Entry,
    /// How often it stands in the book.
    pub n_uses: usize,
    /// Lines that bear it out.
    pub quotes: Vec<Quote>,
    /// Whether its facts about gender contradict each other.
    pub contradicts: bool,
}

/// A line of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The paragraph.
    pub paragraph: ParagraphId,
    /// The number of its chapter, from one.
    pub chapter: u32,
    /// What it says.
    pub text: String,
}

/// What a person decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It is right as it is.
    Accept,
    /// It is right with this translation.
    AcceptAs(String),
    /// It is right, and this is the gender.
    AcceptWithGender(Gender),
    /// It is wrong, and is not to be proposed again.
    Reject,
    /// It is another name of this character, or another translation of this term.
    MergeInto(EntryKey),
}

/// Why a proposal cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum DecisionError {
    /// The library failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The two do not go together.
    #[error(
        "{0} cannot be merged into {1}\nhint: a name goes into a character, a term into a term of the same word"
    )]
    NotMergeable(EntryKey, EntryKey),
}

/// So many lines are shown with a proposal.
const QUOTES: usize = 3;

/// What waits for a person's decision in the series of a book, the most used in this book first.
pub async fn proposals(library: &Library, book: &BookSummary) -> Result<Vec<Proposal>, StoreError> {
    let knowledge = library.knowledge(book.series.id).await?;
    let uses = uses::of_book(library, book, &knowledge).await?;
    let terms = knowledge.terms.into_iter().map(Entry::Term);
    let entries = terms.chain(knowledge.characters.into_iter().map(Entry::Character));
    let mut waiting = Vec::new();
    for entry in entries.filter(|entry| entry.standing() == Standing::Proposed) {
        let n_uses = uses.get(&entry.key()).map_or(0, |uses| uses.n_uses);
        let evidence = match &entry {
            Entry::Term(term) => &term.evidence,
            Entry::Character(character) => &character.evidence,
            Entry::Memory(_) | Entry::Summary(_) => continue,
        };
        let contradicts =
            matches!(&entry, Entry::Character(one) if one.gender_at(Moment(u32::MAX)) == Known::Conflict);
        let quotes = quotes(library, book, evidence).await?;
        waiting.push(Proposal { entry, n_uses, quotes, contradicts });
    }
    waiting.sort_by_key(|one| (Reverse(one.n_uses), one.entry.key()));
    Ok(waiting)
}

/// The first lines of evidence that are in this book.
pub async fn quotes(
    library: &Library,
    book: &BookSummary,
    evidence: &[Evidence],
) -> Result<Vec<Quote>, StoreError> {
    let mut quotes = Vec::new();
    for one in evidence.iter().filter(|one| one.book == book.id).take(QUOTES) {
        let paragraph = match library.paragraph(book.id, one.paragraph).await {
            Ok(paragraph) => paragraph,
            // A later edition may have dropped it.
            Err(StoreError::NoSuchParagraph { .. }) => continue,
            Err(error) => return Err(error),
        };
        let chapter = library.chapter(book.id, paragraph.chapter).await?.number;
        quotes.push(Quote { paragraph: paragraph.id, chapter, text: paragraph.text.plain().into_owned() });
    }
    Ok(quotes)
}

/// Carries out what a person decided; undo takes it back as one step.
pub async fn decide(
    store: &Store,
    book: &BookSummary,
    proposal: &Entry,
    decision: Decision,
    now_ms: i64,
) -> Result<(), DecisionError> {
    let (edits, note) = match decision {
        Decision::Accept => (vec![put(accepted(proposal.clone()))], "accepted"),
        Decision::AcceptAs(translation) => {
            (vec![put(accepted(translated(proposal.clone(), translation)))], "accepted")
        }
        Decision::AcceptWithGender(gender) => {
            (vec![put(accepted(with_gender(proposal.clone(), gender)))], "accepted")
        }
        Decision::Reject => (vec![put(rejected(proposal.clone()))], "rejected"),
        Decision::MergeInto(key) => (merged(store.library(), book, proposal, key).await?, "merged"),
    };
    let cause = Cause::person(format!("survey: {note} {}", proposal.key()));
    store.commit(book.id, &edits, &cause, now_ms).await?;
    Ok(())
}

fn put(entry: Entry) -> Edit {
    Edit::put(entry)
}

/// Confirmed, with every fact that is not contradicted.
fn accepted(mut entry: Entry) -> Entry {
    match &mut entry {
        Entry::Term(term) => term.standing = Standing::Confirmed,
        Entry::Character(character) => {
            character.standing = Standing::Confirmed;
            if character.gender_at(Moment(u32::MAX)) != Known::Conflict {
                confirm(&mut character.gender);
            }
            confirm(&mut character.description);
            for address in &mut character.addresses {
                if address.standing == Standing::Proposed {
                    address.standing = Standing::Confirmed;
                }
            }
        }
        Entry::Memory(memory) => memory.standing = Standing::Confirmed,
        Entry::Summary(summary) => summary.standing = Standing::Confirmed,
    }
    entry
}

fn confirm<T>(facts: &mut [Fact<T>]) {
    for fact in facts.iter_mut().filter(|fact| fact.standing == Standing::Proposed) {
        fact.standing = Standing::Confirmed;
    }
}

fn rejected(mut entry: Entry) -> Entry {
    match &mut entry {
        Entry::Term(term) => term.standing = Standing::Rejected,
        Entry::Character(character) => character.standing = Standing::Rejected,
        Entry::Memory(memory) => memory.standing = Standing::Rejected,
        Entry::Summary(summary) => summary.standing = Standing::Rejected,
    }
    entry
}

fn translated(mut entry: Entry, translation: String) -> Entry {
    match &mut entry {
        Entry::Term(term) => term.translation = translation,
        Entry::Character(character) => character.name.translation = translation,
        Entry::Memory(_) | Entry::Summary(_) => {}
    }
    entry
}

fn with_gender(mut entry: Entry, gender: Gender) -> Entry {
    if let Entry::Character(character) = &mut entry {
        for fact in &mut character.gender {
            fact.standing = if fact.value == gender { Standing::Confirmed } else { Standing::Rejected };
        }
        if !character.gender.iter().any(|fact| fact.value == gender) {
            let known_from = character.name.known_from;
            let (evidence, standing) = (Vec::new(), Standing::Confirmed);
            character.gender.push(Fact { value: gender, evidence, known_from, standing });
        }
    }
    entry
}

async fn merged(
    library: &Library,
    book: &BookSummary,
    proposal: &Entry,
    key: EntryKey,
) -> Result<Vec<Edit>, DecisionError> {
    let not_mergeable = || DecisionError::NotMergeable(proposal.key(), key);
    let series = book.series.id;
    let into = match (key, proposal) {
        _ if key == proposal.key() => return Err(not_mergeable()),
        (EntryKey::Character { id }, Entry::Character(_) | Entry::Term(_)) => {
            let mut into = library.character(series, id).await?.ok_or_else(not_mergeable)?.value;
            join(&mut into, proposal);
            Entry::Character(into)
        }
        (EntryKey::Term { id }, Entry::Term(term)) => {
            let mut into = library.term(series, id).await?.ok_or_else(not_mergeable)?.value;
            if into.source.trim() != term.source.trim() {
                return Err(not_mergeable());
            }
            add_form(&mut into, term);
            Entry::Term(into)
        }
        _ => return Err(not_mergeable()),
    };
    Ok(vec![Edit::remove(proposal.key()), put(into)])
}

fn add_form(into: &mut Term, term: &Term) {
    if into.translation != term.translation && !into.other_forms.contains(&term.translation) {
        into.other_forms.push(term.translation.clone());
    }
    add_all(&mut into.evidence, &term.evidence);
}

/// A person with another's names and facts.
fn join(into: &mut Character, proposal: &Entry) {
    let (names, evidence): (Vec<Name>, &[Evidence]) = match proposal {
        Entry::Character(one) => (one.names().cloned().collect(), &one.evidence),
        Entry::Term(term) => {
            let mut name = Name::new(term.source.clone(), term.translation.clone());
            name.reading.clone_from(&term.reading);
            name.known_from = into.name.known_from;
            (vec![name], &term.evidence)
        }
        Entry::Memory(_) | Entry::Summary(_) => return,
    };
    for name in names {
        if !into.names().any(|known| known.source == name.source) {
            into.aliases.push(name);
        }
    }
    add_all(&mut into.evidence, evidence);
    if let Entry::Character(one) = proposal {
        add_all(&mut into.gender, &one.gender);
        add_all(&mut into.description, &one.description);
        add_all(&mut into.addresses, &one.addresses);
        if into.voice.register.is_empty() {
            into.voice = one.voice.clone();
        }
    }
}

fn add_all<T: Clone + PartialEq>(into: &mut Vec<T>, more: &[T]) {
    for one in more {
        if !into.contains(one) {
            into.push(one.clone());
        }
    }
}
