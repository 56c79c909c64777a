//! Findings on their way to a person: which are asked for, the worst first, and letting one stand.

use crate::book_findings::{BookFinding, BookFindings, check_book, digest};
use crate::judge::CheckContext;
use async_recursion::async_recursion as boxed;
use book::edit::Edit;
use book::id::ParagraphId;
use book::work::checked::Acknowledgement;
use checks::check::Severity;
use messages::{Explain, Message};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use store::change::{Cause, Receipt};
use store::error::StoreError;
use store::record::{AcknowledgementRecord, BookSummary};
use store::store::Store;

/// Which findings are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sieve {
    /// At least so grave.
    pub severity: Severity,
    /// Of this chapter, by its number from one.
    pub chapter: Option<u32>,
    /// Of these checks, by code in any case; all when empty.
    pub checks: Vec<String>,
    /// Whether those a person lets stand are wanted too.
    pub acknowledged: bool,
}

impl Sieve {
    /// Whether a finding is asked for.
    pub fn lets_through(&self, spotted: &BookFinding) -> bool {
        let code = spotted.finding.check.as_str();
        let asked_for =
            self.checks.is_empty() || self.checks.iter().any(|only| only.eq_ignore_ascii_case(code));
        asked_for
            && is_as_grave(spotted.finding.severity, self.severity)
            && (self.chapter.is_none() || spotted.chapter == self.chapter)
            && (self.acknowledged || spotted.acknowledged.is_none())
    }
}

/// Whether a finding is at least as grave as `least`; what code could repair counts as a remark.
pub fn is_as_grave(severity: Severity, least: Severity) -> bool {
    let rank = |severity: Severity| match severity {
        Severity::Block => 0,
        Severity::Queue => 1,
        Severity::Info | Severity::Autofix => 2,
    };
    rank(severity) <= rank(least)
}

/// The weight of a finding in the order of what to look at first.
pub(crate) fn weight(severity: Severity) -> u64 {
    match severity {
        Severity::Block => 1000,
        Severity::Queue => 10,
        Severity::Info | Severity::Autofix => 1,
    }
}

/// Keeps what is asked for, counts the paragraphs of the chapter asked for, and puts the worst first.
pub fn worst_first(checkup: &mut BookFindings, sieve: &Sieve) {
    checkup.findings.retain(|spotted| sieve.lets_through(spotted));
    if let Some(chapter) = sieve.chapter {
        let counts = checkup.of_chapters.get(&chapter).copied().unwrap_or_default();
        (checkup.n_checked, checkup.n_untranslated) = (counts.n_checked, counts.n_untranslated);
    }
    sort_worst_first(&mut checkup.findings);
}

/// Puts the gravest findings first, and among them those in paragraphs where most is wrong; what is alike stays in its order.
pub fn sort_worst_first(findings: &mut [Arc<BookFinding>]) {
    let mut weights: HashMap<ParagraphId, u64> = HashMap::new();
    for spotted in findings.iter() {
        for paragraph in &spotted.paragraphs {
            *weights.entry(*paragraph).or_default() += weight(spotted.finding.severity);
        }
    }
    findings.sort_by_cached_key(|spotted| {
        let heaviest = spotted.paragraphs.iter().filter_map(|paragraph| weights.get(paragraph)).max();
        (spotted.finding.severity, Reverse(heaviest.copied().unwrap_or_default()))
    });
}

/// Why a finding could not be let stand.
#[derive(Debug)]
pub enum AcknowledgeError {
    /// The library failed.
    Store(StoreError),
    /// There is nothing of the kind.
    NothingFound { paragraph: ParagraphId },
    /// No reason was given.
    NoReason,
}

impl Explain for AcknowledgeError {
    fn message(&self) -> Message {
        match self {
            Self::Store(error) => error.message(),
            Self::NothingFound { paragraph } => Message::new("nothing_found").with("paragraph", paragraph),
            Self::NoReason => Message::new("no_reason"),
        }
    }
}

messages::shown_as_message!(AcknowledgeError);

impl From<StoreError> for AcknowledgeError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Lets findings in these paragraphs stand, with a reason: those of the checks named, or all that are found. They stand
/// as long as source and translation are the same. Gives back how many, and the change that can be undone.
#[boxed]
pub async fn acknowledge<'a>(
    store: &'a Store,
    book: &BookSummary,
    check_context: CheckContext<'a>,
    paragraphs: &[ParagraphId],
    checks: &[String],
    reason: &str,
    now_ms: i64,
) -> Result<(usize, Receipt), AcknowledgeError> {
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(AcknowledgeError::NoReason);
    }
    let checkup = check_book(store.library(), book, check_context).await?;
    let mut edits = Vec::new();
    for paragraph in paragraphs {
        let record = store.library().paragraph(book.id, *paragraph).await?;
        let mut found: Vec<&str> = checkup
            .findings
            .iter()
            .filter(|spotted| spotted.paragraphs.contains(paragraph))
            .map(|spotted| spotted.finding.check.as_str())
            .filter(|code| checks.is_empty() || checks.iter().any(|only| only.eq_ignore_ascii_case(code)))
            .collect();
        found.sort_unstable();
        found.dedup();
        let nothing = || AcknowledgeError::NothingFound { paragraph: *paragraph };
        let translation = record.translation.as_ref().filter(|_| !found.is_empty()).ok_or_else(nothing)?;
        let digest = digest(&record.text, translation);
        edits.extend(found.into_iter().map(|check| Edit::Acknowledge {
            paragraph: *paragraph,
            check: check.to_owned(),
            acknowledgement: Some(Acknowledgement { digest: digest.clone(), reason: reason.to_owned() }),
        }));
    }
    let note = format!("acknowledged: {reason}");
    let receipt = store.commit(book.id, &edits, &Cause::person(note), now_ms).await?;
    Ok((edits.len(), receipt))
}

/// Opens findings again that were let stand: those of the checks named, or all of these paragraphs.
#[boxed]
pub async fn withdraw(
    store: &Store,
    book: &BookSummary,
    paragraphs: &[ParagraphId],
    checks: &[String],
    now_ms: i64,
) -> Result<(usize, Receipt), StoreError> {
    let given = store.library().acknowledgements(book.id).await?;
    let meant = |one: &&AcknowledgementRecord| {
        paragraphs.contains(&one.paragraph)
            && (checks.is_empty() || checks.iter().any(|only| only.eq_ignore_ascii_case(&one.check)))
    };
    let edits: Vec<Edit> = given
        .iter()
        .filter(meant)
        .map(|one| Edit::Acknowledge {
            paragraph: one.paragraph,
            check: one.check.clone(),
            acknowledgement: None,
        })
        .collect();
    let cause = Cause::person("acknowledgement withdrawn");
    let receipt = store.commit(book.id, &edits, &cause, now_ms).await?;
    Ok((edits.len(), receipt))
}

/// A finding that was let stand, and whether it still is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcknowledgedFinding {
    /// What was let stand.
    pub record: AcknowledgementRecord,
    /// Whether source and translation are the ones it was given for.
    pub holds: bool,
}

/// Everything that was let stand in a book, in reading order.
#[boxed]
pub async fn acknowledged(store: &Store, book: &BookSummary) -> Result<Vec<AcknowledgedFinding>, StoreError> {
    let mut standing = Vec::new();
    for record in store.library().acknowledgements(book.id).await? {
        let paragraph = store.library().paragraph(book.id, record.paragraph).await?;
        let now = paragraph.translation.as_ref().map(|translation| digest(&paragraph.text, translation));
        let holds = now.as_ref() == Some(&record.given.digest);
        standing.push(AcknowledgedFinding { record, holds });
    }
    Ok(standing)
}
