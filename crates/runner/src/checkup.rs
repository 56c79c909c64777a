//! A whole book under the checks, on demand and with no model: every translated paragraph by itself, then the book.

use book::id::ParagraphId;
use book::language::LanguageTag;
use book::text::markup::Marked;
use checks::check::{Finding, Severity};
use checks::policy::Policy;
use checks::sequence::Sequence;
use checks::suite::Suite;
use checks::unit::{Aligned, Knowledge, Unit};
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};

/// What a check found, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Spotted {
    /// The chapter's number, from one; `None` when it is about the whole book.
    pub chapter: Option<u32>,
    /// The paragraphs it is about; empty when it is about a whole chapter or book.
    pub paragraphs: Vec<ParagraphId>,
    /// What was found.
    pub finding: Finding,
}

/// What a checkup came to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checkup {
    /// Paragraphs that were looked at.
    pub n_checked: usize,
    /// Paragraphs that have no translation to look at.
    pub n_untranslated: usize,
    /// What was found, in reading order; what concerns the whole book comes last.
    pub spotted: Vec<Spotted>,
}

/// How many neighbours on each side a check may look at.
const REACH: usize = 2;

/// Checks every translated paragraph of a book.
pub async fn check_book(
    library: &Library,
    book: &BookSummary,
    target: &LanguageTag,
) -> Result<Checkup, StoreError> {
    let undetermined = LanguageTag::undetermined();
    let suite = Suite::for_pair(book.source_language.as_ref().unwrap_or(&undetermined), target);
    let policy = tools::checking::usual_policy();
    let mut sequence = Sequence::new(&suite);
    let mut checkup = Checkup::default();
    for (place, chapter) in library.chapters(book.id).await?.into_iter().enumerate() {
        let paragraphs = library.chapter_paragraphs(book.id, chapter.id, 0..u32::MAX).await?;
        checkup.n_untranslated += paragraphs.iter().filter(|paragraph| is_open(paragraph)).count();
        let translated: Vec<(&ParagraphRecord, Aligned<'_>)> =
            paragraphs.iter().filter_map(aligned).collect();
        checkup.n_checked += translated.len();
        let pairs: Vec<Aligned<'_>> = translated.iter().map(|(_, pair)| *pair).collect();
        for (at, (paragraph, pair)) in translated.iter().enumerate() {
            let unit = unit(paragraph, *pair, &pairs, at, &policy);
            sequence.see(paragraph.id, place, &unit);
            let found = suite.examine(&unit).findings;
            let spot =
                |finding| Spotted { chapter: Some(chapter.number), paragraphs: vec![paragraph.id], finding };
            checkup.spotted.extend(found.into_iter().map(spot));
        }
    }
    checkup.spotted.extend(sequence.finish().located.into_iter().map(|located| Spotted {
        chapter: located.chapter.and_then(|place| u32::try_from(place + 1).ok()),
        paragraphs: located.paragraphs,
        finding: located.finding,
    }));
    Ok(checkup)
}

/// How many findings there are of each severity, gravest first.
pub fn count(spotted: &[Spotted]) -> [(Severity, usize); 3] {
    [Severity::Block, Severity::Queue, Severity::Info]
        .map(|severity| (severity, spotted.iter().filter(|one| one.finding.severity == severity).count()))
}

fn is_open(paragraph: &ParagraphRecord) -> bool {
    paragraph.translation.is_none() && book::text::paragraph::is_work(paragraph.kind, &paragraph.text)
}

fn aligned(paragraph: &ParagraphRecord) -> Option<(&ParagraphRecord, Aligned<'_>)> {
    let translation: &Marked = paragraph.translation.as_ref()?;
    Some((paragraph, Aligned { source: &paragraph.text, translation }))
}

fn unit<'a>(
    paragraph: &ParagraphRecord,
    pair: Aligned<'a>,
    pairs: &'a [Aligned<'a>],
    at: usize,
    policy: &'a Policy,
) -> Unit<'a> {
    Unit {
        source: pair.source,
        translation: pair.translation,
        kind: paragraph.kind,
        before: pairs.get(at.saturating_sub(REACH)..at).unwrap_or_default(),
        after: pairs.get(at + 1..pairs.len().min(at + 1 + REACH)).unwrap_or_default(),
        knowledge: Knowledge::NONE,
        policy,
        statistics: None,
    }
}
