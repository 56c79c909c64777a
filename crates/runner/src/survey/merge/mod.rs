//! From what was found in pieces to what the series learns: one entry for one thing, votes on translations, the earliest
//! moment of each fact, and contradictions kept for a person.

mod people;
mod words;

use super::{Learnt, SurveyConfig};
use crate::run::RunError;
use book::edit::Edit;
use book::id::{BookId, ChapterId, RunId};
use book::knowledge::conflict::{Conflict, conflicts};
use book::knowledge::entry::EntryKey;
use book::knowledge::evidence::{EntryState, Evidence};
use book::knowledge::summary::Summary;
use book::text::fold::Folding;
use book::text::version::Author;
use std::collections::{BTreeMap, HashSet};
use store::change::Cause;
use task::survey::found::{Citation, SurveyFindings};
use task::survey::piece::BookPiece;

/// A piece and what was found in it, if it was read.
pub(super) struct ReadPiece<'a> {
    pub(super) piece: &'a BookPiece,
    pub(super) found: Option<SurveyFindings>,
}

/// The most paragraphs kept as evidence of one thing.
const MAX_EVIDENCE: usize = 12;

/// Writes what the pieces amount to. What was learnt before is not learnt twice.
pub(super) async fn learn(
    config: &SurveyConfig,
    run: RunId,
    author: &Author,
    pieces: &[ReadPiece<'_>],
) -> Result<Learnt, RunError> {
    let (library, book) = (config.store.library(), config.book.id);
    let known = library.knowledge(config.book.series.id).await?;
    let found: Vec<&SurveyFindings> = pieces.iter().filter_map(|one| one.found.as_ref()).collect();
    let mut learnt = Learnt {
        n_dropped: found.iter().map(|found| found.n_dropped).sum(),
        n_refused: found.iter().map(|found| found.n_refused).sum(),
        ..Learnt::default()
    };
    let mut mint = config.store.mint()?;
    let people = people::learn(&found, &known.characters, book, &mut mint, &mut learnt);
    let names: HashSet<String> = people.names(&known.characters);
    let terms = words::learn(&found, &known.terms, &names, book, &mut mint, &mut learnt);
    let mut edits: Vec<Edit> = people.edits().chain(terms).collect();
    edits.extend(summaries(config, pieces, &mut learnt).await?);
    if edits.is_empty() {
        return Ok(learnt);
    }
    let note = format!("survey: {} terms, {} characters", learnt.n_terms, learnt.n_characters);
    let cause = Cause { who: author.clone(), run: Some(run), task: None, note };
    config.store.commit(book, &edits, &cause, (config.clock)()).await?;
    let known = library.knowledge(config.book.series.id).await?;
    let concerns = |conflict: &Conflict| match conflict {
        Conflict::Gender { character, .. } | Conflict::Address { character, .. } => {
            is_touched(&edits, (*character).into())
        }
        Conflict::Rendering { sides, .. } => sides.iter().any(|side| is_touched(&edits, side.entry)),
    };
    learnt.n_conflicts =
        conflicts(&known.terms, &known.characters).iter().filter(|conflict| concerns(conflict)).count();
    Ok(learnt)
}

fn is_touched(edits: &[Edit], key: EntryKey) -> bool {
    edits.iter().any(|edit| matches!(edit, Edit::PutEntry { entry, .. } if entry.key() == key))
}

/// Summaries of chapters that were read whole.
async fn summaries(
    config: &SurveyConfig,
    pieces: &[ReadPiece<'_>],
    learnt: &mut Learnt,
) -> Result<Vec<Edit>, RunError> {
    let mut texts: BTreeMap<ChapterId, Vec<&str>> = BTreeMap::new();
    let mut unread: HashSet<ChapterId> = HashSet::new();
    for one in pieces {
        let Some(found) = &one.found else {
            unread.extend(one.piece.parts.iter().map(|part| part.chapter));
            continue;
        };
        for summary in &found.summaries {
            texts.entry(summary.chapter).or_default().push(&summary.text);
        }
    }
    let (library, book) = (config.store.library(), config.book.id);
    let mut edits = Vec::new();
    for (chapter, texts) in texts {
        if unread.contains(&chapter) {
            continue;
        }
        let made_from = library.chapter_digest(book, chapter).await?;
        let summary =
            Summary { book, chapter, text: texts.join(" "), made_from, standing: EntryState::Proposed };
        let known = library.summary(book, chapter).await?.map(|kept| kept.value);
        if known.as_ref().is_some_and(|known| known.standing != EntryState::Proposed) {
            learnt.n_settled += 1;
        } else if known.as_ref() != Some(&summary) {
            learnt.n_summaries += 1;
            edits.push(Edit::upsert(summary));
        }
    }
    Ok(edits)
}

/// Words folded as the names of a source are compared.
fn folded(text: &str) -> String {
    Folding::SOURCE.fold(text.trim())
}

/// Adds the cited paragraphs as evidence, up to [`MAX_EVIDENCE`].
fn add_evidence(evidence: &mut Vec<Evidence>, book: BookId, cited: &Citation) {
    for paragraph in &cited.paragraphs {
        let one = Evidence { book, paragraph: *paragraph };
        if evidence.len() < MAX_EVIDENCE && !evidence.contains(&one) {
            evidence.push(one);
        }
    }
}

/// The text most votes are for; of equals the one that came first.
fn elected<'t>(votes: impl Iterator<Item = &'t str>) -> Option<&'t str> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for vote in votes.filter(|vote| !vote.trim().is_empty()) {
        match counts.iter_mut().find(|(text, _)| *text == vote) {
            Some((_, n)) => *n += 1,
            None => counts.push((vote, 1)),
        }
    }
    let most = counts.iter().map(|(_, n)| *n).max()?;
    counts.into_iter().find(|(_, n)| *n == most).map(|(text, _)| text)
}
