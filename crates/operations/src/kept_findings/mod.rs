//! A book under the checks, with what is known from the last time: only chapters that have changed are looked at again.
//!
//! What is kept of a chapter is the same as long as everything it was made from is: the text of the chapter with its
//! translations (the history names the paragraphs that changed), its title and place, what people let stand and models think of
//! its paragraphs, what the series knows about them, and what holds for the whole book (`Basis`). What the checks over the
//! whole book have counted is kept by chapter too and added up in order, so that the verdicts are those of a check from nothing.

mod acknowledged;
mod chapter;
mod knowledge;

use crate::book_findings::{BookFinding, BookFindings};
use crate::judge::{CheckContext, consult, own_lengths};
use crate::notes::policy_of;
use crate::opinions::Opinions;
use crate::reading_ahead::ReadingAhead;
use acknowledged::AcknowledgedFindings;
use async_recursion::async_recursion as boxed;
use book::id::{ChapterId, ParagraphId};
use book::knowledge::evidence::StoryPosition;
use book::language::LanguageTag;
use chapter::{CheckedChapter, Checker, check_title};
use checks::dictionary::{Dictionary, DictionaryLookup};
use checks::language::length::LengthStatistics;
use checks::policy::Policy;
use checks::sequence::SequenceTally;
use checks::suite::Suite;
use knowledge::KnownSeries;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use store::change::{ChangeId, Effect};
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, ChapterRecord};
use store::stats::BookVersion;
use tokio::task::JoinSet;

/// After this many changes a book is checked from nothing: reading their effects would take as long.
const MAX_CHANGES: u32 = 2_000;

/// What is kept of a book that was checked. It takes about a hundred bytes for a paragraph, and the findings themselves.
pub struct KeptFindings {
    /// The last change that is certainly in it. What came later is looked at again, whether or not it is.
    change: Option<ChangeId>,
    basis: Basis,
    knowledge: Arc<KnownSeries>,
    acknowledged: Arc<AcknowledgedFindings>,
    opinions: Arc<Opinions>,
    chapters: HashMap<ChapterId, Arc<CheckedChapter>>,
    n_checked_again: usize,
}

impl KeptFindings {
    /// How many chapters had to be checked, the others being known.
    pub const fn n_checked_again(&self) -> usize {
        self.n_checked_again
    }
}

/// What the verdicts on every chapter depend on.
struct Basis {
    edition: i64,
    source: LanguageTag,
    target: LanguageTag,
    /// Where the book stands in its series.
    begins: Option<StoryPosition>,
    policy: Policy,
    /// The lengths that are usual in these languages.
    usual: Option<LengthStatistics>,
    /// The checks with their dictionary, and with the lengths of the book.
    suite: Arc<Suite>,
}

impl Basis {
    fn is_same(&self, other: &Self) -> bool {
        self.edition == other.edition
            && self.source == other.source
            && self.target == other.target
            && self.begins == other.begins
            && self.policy == other.policy
            && Arc::ptr_eq(&self.suite, &other.suite)
    }
}

/// Whether two dictionaries are one and the same. Both are held, so that no address is used twice.
fn is_same_dictionary(one: Option<&Arc<dyn Dictionary>>, other: Option<&Arc<dyn Dictionary>>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// A book that changes while it is checked is looked at again so often, each time only where it has changed.
const MAX_PASSES: usize = 3;

/// Checks every translated paragraph of a book whose findings are not known from before. Returns the findings, and what to
/// keep for the next time. The findings are of one state of the book, unless it never rests for as long as a changed chapter
/// takes. The library must be that of translations: a rehearsal leaves no history to show what has changed.
#[boxed]
pub async fn check<'a>(
    library: &'a Library,
    book: &BookSummary,
    check_context: CheckContext<'a>,
    before: Option<&KeptFindings>,
) -> Result<(BookFindings, KeptFindings), StoreError> {
    let mut version = library.book_version(book.id).await?;
    let mut found = pass(library, book, check_context, (&version, before)).await?;
    for _ in 1..MAX_PASSES {
        let now = library.book_version(book.id).await?;
        if now == version {
            break;
        }
        version = now;
        let book = library.book(book.id).await?;
        let n_checked_before = found.1.n_checked_again;
        found = pass(library, &book, check_context, (&version, Some(&found.1))).await?;
        found.1.n_checked_again += n_checked_before;
    }
    Ok(found)
}

/// Checks what has changed once. The version was read before everything else: what changes meanwhile is later, and is looked
/// at again the next time.
async fn pass(
    library: &Library,
    book: &BookSummary,
    check_context: CheckContext<'_>,
    (version, before): (&BookVersion, Option<&KeptFindings>),
) -> Result<(BookFindings, KeptFindings), StoreError> {
    let knowledge = known_series(library, book, before).await?;
    let acknowledged = Arc::new(AcknowledgedFindings::read(library, book.id).await?);
    let opinions = Arc::new(Opinions::read(library, book.id).await?);
    let chapters = library.chapters(book.id).await?;
    let mut kept: HashMap<ChapterId, Arc<CheckedChapter>> = HashMap::new();
    if let Some(before) = before.filter(|before| before.basis.edition == version.rest.edition)
        && let Some(changed) = changed_chapters(library, book, before, (&acknowledged, &opinions)).await?
    {
        let unchanged = before.chapters.iter().filter(|(id, _)| !changed.contains(*id));
        kept.extend(unchanged.map(|(id, chapter)| (*id, Arc::clone(chapter))));
    }
    for (place, chapter) in chapters.iter().enumerate() {
        if kept.get(&chapter.id).is_some_and(|kept| !kept.is_of(place, chapter)) {
            kept.remove(&chapter.id);
        }
    }
    let (basis, consulted) = basis(library, book, check_context, (version, &chapters), before, &kept).await?;
    if before.is_some_and(|before| !before.basis.is_same(&basis)) {
        kept.clear();
    }
    let checker = Arc::new(Checker {
        library: library.clone(),
        book: book.id,
        suite: Arc::clone(&basis.suite),
        policy: basis.policy.clone(),
        knowledge: Arc::clone(&knowledge),
        acknowledged: Arc::clone(&acknowledged),
        opinions: Arc::clone(&opinions),
    });
    // One and the same value as before, or read anew because the series or its revision is another.
    let is_known_otherwise = before.is_none_or(|before| !Arc::ptr_eq(&before.knowledge, &knowledge));
    let n_checked_again = check_chapters(&checker, &chapters, &mut kept, is_known_otherwise).await?;
    let checkup = put_together(book, &checker, &chapters, &kept, consulted);
    let (chapters, change) = (kept, version.change);
    let kept = KeptFindings { change, basis, knowledge, acknowledged, opinions, chapters, n_checked_again };
    Ok((checkup, kept))
}

async fn known_series(
    library: &Library,
    book: &BookSummary,
    before: Option<&KeptFindings>,
) -> Result<Arc<KnownSeries>, StoreError> {
    let revision = library.knowledge_revision(book.series.id).await?;
    match before.filter(|before| before.knowledge.is_of(book.series.id, revision)) {
        Some(before) => Ok(Arc::clone(&before.knowledge)),
        None => Ok(Arc::new(KnownSeries::read(library, book.series.id).await?)),
    }
}

/// The chapters with a text, an acknowledgement or an opinion that is another one now; `None` if everything may be.
async fn changed_chapters(
    library: &Library,
    book: &BookSummary,
    before: &KeptFindings,
    (acknowledged, opinions): (&AcknowledgedFindings, &Opinions),
) -> Result<Option<HashSet<ChapterId>>, StoreError> {
    let Some(effects) = library.effects_since(book.id, before.change, MAX_CHANGES).await? else {
        return Ok(None);
    };
    let mut changed: HashSet<ParagraphId> = HashSet::new();
    for effect in &effects {
        match effect {
            Effect::Selected { paragraph, .. } => drop(changed.insert(*paragraph)),
            Effect::SourceRevised { .. } | Effect::Retargeted { .. } => return Ok(None),
            // Titles are compared, and so is what people let stand and what the series knows; the rest is no text.
            Effect::VersionAdded { .. }
            | Effect::Locked { .. }
            | Effect::Reviewed { .. }
            | Effect::Rejected { .. }
            | Effect::Acknowledged { .. }
            | Effect::EntryChanged { .. }
            | Effect::ChapterTitled { .. }
            | Effect::BookTitled { .. }
            | Effect::BookTitleCorrected { .. }
            | Effect::Instructed { .. }
            | Effect::SeriesInstructed { .. } => {}
        }
    }
    changed.extend(differing(&before.acknowledged.given, &acknowledged.given));
    changed.extend(differing(&before.opinions.given, &opinions.given));
    if changed.is_empty() {
        return Ok(Some(HashSet::new()));
    }
    let changed: Vec<ParagraphId> = changed.into_iter().collect();
    let chapters = library.chapters_of(book.id, &changed).await?;
    Ok(Some(chapters.into_values().map(|(chapter, _)| chapter).collect()))
}

/// The paragraphs of which something else is given.
fn differing<'a, T: PartialEq>(
    before: &'a HashMap<ParagraphId, Vec<T>>,
    after: &'a HashMap<ParagraphId, Vec<T>>,
) -> impl Iterator<Item = ParagraphId> + 'a {
    let given = before.keys().chain(after.keys());
    given.filter(|paragraph| before.get(paragraph) != after.get(paragraph)).copied()
}

async fn basis(
    library: &Library,
    book: &BookSummary,
    check_context: CheckContext<'_>,
    (version, chapters): (&BookVersion, &[ChapterRecord]),
    before: Option<&KeptFindings>,
    kept: &HashMap<ChapterId, Arc<CheckedChapter>>,
) -> Result<(Basis, DictionaryLookup), StoreError> {
    let source = book.source_language.clone().unwrap_or_else(LanguageTag::undetermined);
    let target = check_context.target.clone();
    let consulted = consult(check_context.dictionaries, &source, &target).await;
    let lengths = |chapter: ChapterId| kept.get(&chapter).map(|kept| kept.lengths.as_slice());
    let fit = own_lengths(library, book, chapters, lengths).await?;
    let dictionary = consulted.found.as_ref().map(|found| &found.dictionary);
    let fitting = before.map(|before| &before.basis).filter(|before| {
        let corrected = before.usual.as_ref().map(|usual| fit.clone().correct(usual));
        before.source == source
            && before.target == target
            && is_same_dictionary(before.suite.pair().dictionary.as_ref(), dictionary)
            && before.suite.pair().lengths == corrected
    });
    // The same checks are used again: preparing them takes longer than reading a chapter.
    let (usual, suite) = if let Some(before) = fitting {
        (before.usual.clone(), Arc::clone(&before.suite))
    } else {
        let suite = crate::judge::suite(&source, &target, &consulted);
        (suite.pair().lengths.clone(), Arc::new(suite.measured(fit)))
    };
    let begins = match chapters.first() {
        Some(first) => Some(library.position_of(book.id, first.id).await?),
        None => None,
    };
    let policy = policy_of(library, book.id, check_context.dictionaries.style(&target)).await?;
    let edition = version.rest.edition;
    Ok((Basis { edition, source, target, begins, policy, usual, suite }, consulted))
}

/// Checks the chapters that are not known, and those about which the series knows something else: one on each core at the
/// same time. Gives back how many.
async fn check_chapters(
    checker: &Arc<Checker>,
    chapters: &[ChapterRecord],
    kept: &mut HashMap<ChapterId, Arc<CheckedChapter>>,
    is_known_otherwise: bool,
) -> Result<usize, StoreError> {
    let wanted = chapters.iter().enumerate();
    let wanted = wanted.filter(|(_, chapter)| is_known_otherwise || !kept.contains_key(&chapter.id));
    let wanted: Vec<(usize, ChapterRecord)> =
        wanted.map(|(place, chapter)| (place, chapter.clone())).collect();
    let n_at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let mut texts = ReadingAhead::begin(&checker.library, checker.book, wanted);
    let mut checks = JoinSet::new();
    let mut n_checked = 0;
    while let Some(text) = texts.next().await? {
        let known = checker.known(&text);
        if kept.get(&text.chapter.id).is_some_and(|kept| kept.known == known) {
            continue;
        }
        if checks.len() >= n_at_once {
            keep_next(&mut checks, kept).await?;
        }
        n_checked += 1;
        let checker = Arc::clone(checker);
        checks.spawn(async move { Ok((text.chapter.id, checker.check(&text, known).await?)) });
    }
    while !checks.is_empty() {
        keep_next(&mut checks, kept).await?;
    }
    Ok(n_checked)
}

type Checks = JoinSet<Result<(ChapterId, CheckedChapter), StoreError>>;

/// Waits for the next chapter that is checked.
async fn keep_next(
    checks: &mut Checks,
    kept: &mut HashMap<ChapterId, Arc<CheckedChapter>>,
) -> Result<(), StoreError> {
    match checks.join_next().await {
        Some(Ok(checked)) => {
            let (chapter, checked) = checked?;
            kept.insert(chapter, Arc::new(checked));
            Ok(())
        }
        Some(Err(ended)) => match ended.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The runtime is shutting down, and this task with it: no findings are better than some.
            Err(_cancelled) => std::future::pending().await,
        },
        None => Ok(()),
    }
}

/// What was found in all chapters, in reading order, and what shows only over the whole book.
fn put_together(
    book: &BookSummary,
    checker: &Checker,
    chapters: &[ChapterRecord],
    kept: &HashMap<ChapterId, Arc<CheckedChapter>>,
    consulted: DictionaryLookup,
) -> BookFindings {
    let mut checkup = BookFindings {
        dictionary: consulted.found.map(|found| (found.name, found.n_heads)),
        complaint: consulted.complaint,
        ..BookFindings::default()
    };
    let mut tally = SequenceTally::default();
    let mut standing: HashSet<(ParagraphId, String)> = HashSet::new();
    for chapter in chapters {
        let Some(checked) = kept.get(&chapter.id) else { continue };
        checkup.n_checked += checked.counts.n_checked;
        checkup.n_untranslated += checked.counts.n_untranslated;
        checkup.n_notes += checked.n_notes;
        checkup.of_chapters.insert(chapter.number, checked.counts);
        checkup.findings.extend(checked.findings.iter().map(Arc::clone));
        standing.extend(checked.standing.iter().cloned());
        tally.add(&checked.tally);
    }
    let mut whole: Vec<BookFinding> = Vec::new();
    if let Some(translation) = &book.title_translation {
        whole.extend(check_title(&checker.suite, (&book.title, translation), None, &checker.policy));
    }
    whole.extend(tally.finish().located.into_iter().map(|located| {
        let chapter = located.chapter.and_then(|place| u32::try_from(place + 1).ok());
        let check = located.finding.check.as_str();
        let acknowledged = checker.acknowledged.reason(&located.paragraphs, check, &standing);
        BookFinding { acknowledged, ..BookFinding::new(chapter, located.paragraphs, located.finding) }
    }));
    let collisions = checker.knowledge.collisions.iter().cloned();
    whole.extend(collisions.map(|found| BookFinding::new(None, Vec::new(), found)));
    checkup.findings.extend(whole.into_iter().map(Arc::new));
    checkup
}
