//! Proposals that wait for a person, with the lines that bear them out, the most used first; and the person's decisions.

mod decide;

use async_recursion::async_recursion as boxed;
pub use decide::{Decision, DecisionError, EntryDecision, decide, decide_all};

use book::id::ParagraphId;
use book::knowledge::character::FactState;
use book::knowledge::entry::Entry;
use book::knowledge::evidence::{EntryState, Evidence, StoryPosition};
use operations::knowledge::uses;
use std::cmp::Reverse;
use store::error::StoreError;
use store::library::Library;
use store::record::BookSummary;

/// A proposal with what a person needs to decide on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryProposal {
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
    pub paragraph: ParagraphId,
    /// The number of its chapter, from one.
    pub chapter: u32,
    /// What it says.
    pub text: String,
}

/// The most lines shown with a proposal.
const QUOTES: usize = 3;

/// What waits for a person's decision in the series of a book, the most used in this book first.
#[boxed]
pub async fn proposals(library: &Library, book: &BookSummary) -> Result<Vec<EntryProposal>, StoreError> {
    let knowledge = library.knowledge(book.series.id).await?;
    let uses = uses::each_alone(library, book, &knowledge).await?;
    let terms = knowledge.terms.into_iter().map(Entry::Term);
    let entries = terms.chain(knowledge.characters.into_iter().map(Entry::Character));
    let mut waiting = Vec::new();
    for entry in entries.filter(|entry| entry.standing() == EntryState::Proposed) {
        let n_uses = uses.get(&entry.key()).map_or(0, |uses| uses.n_uses);
        let evidence = match &entry {
            Entry::Term(term) => &term.evidence,
            Entry::Character(character) => &character.evidence,
            Entry::Memory(_) | Entry::Summary(_) => continue,
        };
        let contradicts = matches!(&entry, Entry::Character(one) if one.gender_at(StoryPosition(u32::MAX)) == FactState::Conflict);
        let quotes = quotes(library, book, evidence).await?;
        waiting.push(EntryProposal { entry, n_uses, quotes, contradicts });
    }
    waiting.sort_by_key(|one| (Reverse(one.n_uses), one.entry.key()));
    Ok(waiting)
}

/// The first lines of evidence that are in this book.
#[boxed]
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
