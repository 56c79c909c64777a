//! A whole book under the checks, on demand and with no model: every translated paragraph by itself, then the book.

use crate::judge::{CheckContext, suite_of};
use crate::notes::{is_by_person, policy_of};
use crate::opinions::Opinions;
use crate::reading_ahead::{ChapterText, ReadingAhead};
use book::id::{BookId, ParagraphId};
use book::text::markup::Marked;
use book::work::checked::Acknowledgement;
use checks::check::{Finding, Severity, Verdict};
use checks::dictionary::Complaint;
use checks::generation::e06_injected_note;
use checks::policy::{Notes, Policy};
use checks::reader::{Places, places};
use checks::sequence::Sequence;
use checks::suite::Suite;
use checks::terms::c04_glossary_collision;
use checks::unit::{Aligned, ParagraphKnowledge, Unit};
use std::collections::{HashMap, HashSet};
use store::error::StoreError;
use store::library::Library;
use store::record::{BookSummary, ParagraphRecord};
use tools::series_knowledge::{KnowledgeAt, SeriesKnowledge};

/// What a check found, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct BookFinding {
    /// The chapter's number, from one; `None` when it is about the whole book.
    pub chapter: Option<u32>,
    /// The paragraphs it is about; empty when it is about a whole chapter or book.
    pub paragraphs: Vec<ParagraphId>,
    /// The title of the chapter or the book it is about, with its translation, where it is about one.
    pub title: Option<(String, String)>,
    /// What was found.
    pub finding: Finding,
    /// Where the words it is about stand in the paragraph or title and its translation.
    pub places: Places,
    /// The model whose opinion it is, where it is one.
    pub opinion_of: Option<String>,
    /// Why a person lets it stand, where one does and the words are still the same.
    pub acknowledged: Option<String>,
    /// By how many spreads the paragraph's translation is longer than expected, where it is about one paragraph.
    pub length_z: Option<f64>,
}

impl BookFinding {
    /// A finding about several paragraphs, a chapter or the book.
    pub fn new(chapter: Option<u32>, paragraphs: Vec<ParagraphId>, finding: Finding) -> Self {
        Self {
            chapter,
            paragraphs,
            title: None,
            finding,
            places: Places::default(),
            opinion_of: None,
            acknowledged: None,
            length_z: None,
        }
    }

    /// The same, with the words marked in this source and its translation.
    #[must_use]
    pub fn in_words(mut self, source: &str, translation: &str) -> Self {
        self.places = places(&self.finding, source, translation);
        self
    }
}

/// What a checkup came to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BookFindings {
    /// Paragraphs that were looked at.
    pub n_checked: usize,
    /// Paragraphs that have no translation to look at.
    pub n_untranslated: usize,
    /// Translator's notes in the translations, where the style allows them.
    pub n_notes: usize,
    /// The same counts for each chapter, by its number.
    pub of_chapters: HashMap<u32, ChapterCounts>,
    /// What was found, in reading order; what concerns the whole book comes last.
    pub findings: Vec<BookFinding>,
    /// The dictionary that was used, with how many words it has.
    pub dictionary: Option<(String, usize)>,
    /// What was wrong with a dictionary that should have been.
    pub complaint: Option<Complaint>,
}

/// How much of a chapter was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChapterCounts {
    /// Paragraphs that were looked at.
    pub n_checked: usize,
    /// Paragraphs that have no translation to look at.
    pub n_untranslated: usize,
}

/// How many neighbours on each side a check may look at.
const REACH: usize = 2;

/// The style a paragraph is judged by, and how many notes in it are a person's: notes are welcome from people only.
async fn note_style<'a>(
    library: &Library,
    (book, paragraph): (BookId, ParagraphId),
    (own, without_notes): (&'a Policy, &'a Policy),
    n_notes: impl FnOnce() -> usize + Send,
) -> Result<(&'a Policy, usize), StoreError> {
    let n_notes = if own.notes == Notes::Footnotes { n_notes() } else { 0 };
    if n_notes == 0 {
        return Ok((own, 0));
    }
    let is_welcome = is_by_person(library, book, paragraph).await?;
    Ok(if is_welcome { (own, n_notes) } else { (without_notes, 0) })
}

/// Checks every translated paragraph of a book.
pub async fn check_book(
    library: &Library,
    book: &BookSummary,
    check_context: CheckContext<'_>,
) -> Result<BookFindings, StoreError> {
    let (suite, consulted) = suite_of(library, book, check_context).await?;
    let policy = policy_of(library, book.id, check_context.dictionaries.style(check_context.target)).await?;
    let without_notes = Policy { notes: Notes::None, ..policy.clone() };
    let acknowledged = Acknowledged::read(library, book.id).await?;
    let opinions = Opinions::read(library, book.id).await?;
    let mut standing: HashSet<(ParagraphId, String)> = HashSet::new();
    let knowledge = library.knowledge(book.series.id).await?;
    let collisions = c04_glossary_collision::examine(&knowledge.terms);
    let series = SeriesKnowledge::new(knowledge);
    let mut sequence = Sequence::new(&suite);
    let mut checkup = BookFindings {
        dictionary: consulted.found.map(|found| (found.name, found.n_heads)),
        complaint: consulted.complaint,
        ..BookFindings::default()
    };
    let mut chapters = ReadingAhead::begin(library, book.id).await?;
    while let Some(ChapterText { place, chapter, paragraphs, moment }) = chapters.next().await? {
        let n_untranslated = paragraphs.iter().filter(|paragraph| is_open(paragraph)).count();
        let translated: Vec<(&ParagraphRecord, Aligned<'_>)> =
            paragraphs.iter().filter_map(aligned).collect();
        let counts = ChapterCounts { n_checked: translated.len(), n_untranslated };
        checkup.n_checked += counts.n_checked;
        checkup.n_untranslated += counts.n_untranslated;
        checkup.of_chapters.insert(chapter.number, counts);
        let known = KnowledgeAt { series: &series, moment };
        let pairs: Vec<Aligned<'_>> = translated.iter().map(|(_, pair)| *pair).collect();
        for (at, (paragraph, pair)) in translated.iter().enumerate() {
            let present = known.present(&paragraph.text);
            let knowledge = ParagraphKnowledge {
                terms: &present.terms,
                characters: &present.characters,
                cast: series.characters(),
                moment: known.moment,
                ..ParagraphKnowledge::NONE
            };
            let n_notes = || e06_injected_note::count(suite.pair(), &pair.translation.plain());
            let (policy, n_notes) =
                note_style(library, (book.id, paragraph.id), (&policy, &without_notes), n_notes).await?;
            checkup.n_notes += n_notes;
            let unit = Unit { knowledge, ..unit(paragraph, *pair, &pairs, at, policy) };
            let judged = sequence.examine(paragraph.id, place, &unit);
            standing.extend(acknowledged.standing(paragraph.id, pair));
            checkup.findings.extend(judged.findings.into_iter().map(|finding| {
                BookFinding {
                    length_z: judged.length_z,
                    ..BookFinding::new(Some(chapter.number), vec![paragraph.id], finding)
                        .in_words(&pair.source.plain(), &pair.translation.plain())
                }
            }));
            checkup.findings.extend(opinions.findings(chapter.number, paragraph.id, pair));
        }
        let title = chapter
            .title_translation
            .as_ref()
            .filter(|title| !is_heading(&translated, &chapter.title, title));
        if let Some(translation) = title {
            let pair = (chapter.title.as_str(), translation.as_str());
            checkup.findings.extend(check_title(&suite, pair, Some(chapter.number), &policy));
        }
    }
    if let Some(translation) = &book.title_translation {
        checkup.findings.extend(check_title(&suite, (&book.title, translation), None, &policy));
    }
    checkup.findings.extend(sequence.finish().located.into_iter().map(|located| {
        let chapter = located.chapter.and_then(|place| u32::try_from(place + 1).ok());
        BookFinding::new(chapter, located.paragraphs, located.finding)
    }));
    if let Verdict::Found(collisions) = collisions {
        checkup
            .findings
            .extend(collisions.into_iter().map(|found| BookFinding::new(None, Vec::new(), found)));
    }
    for findings in &mut checkup.findings {
        findings.acknowledged =
            acknowledged.reason(&findings.paragraphs, findings.finding.check.as_str(), &standing);
    }
    Ok(checkup)
}

/// What the checks find in a translated title.
fn check_title(
    suite: &Suite,
    (source, translation): (&str, &str),
    chapter: Option<u32>,
    policy: &Policy,
) -> Vec<BookFinding> {
    let (source, translation) = (Marked::from_plain(source), Marked::from_plain(translation));
    let (source_text, translated_text) = (source.plain(), translation.plain());
    if source_text.trim().is_empty() {
        return Vec::new();
    }
    let judged = suite.examine(&Unit::title(&source, &translation, policy));
    let about = |finding| BookFinding {
        title: Some((source_text.clone().into_owned(), translated_text.clone().into_owned())),
        ..BookFinding::new(chapter, Vec::new(), finding).in_words(&source_text, &translated_text)
    };
    judged.findings.into_iter().map(about).collect()
}

/// Whether a title with this translation stands in the chapter as a paragraph, which is judged as such.
fn is_heading(translated: &[(&ParagraphRecord, Aligned<'_>)], title: &str, translation: &str) -> bool {
    let same = |text: &Marked, words: &str| text.plain().split_whitespace().eq(words.split_whitespace());
    translated.iter().any(|(_, pair)| same(pair.source, title) && same(pair.translation, translation))
}

/// A mark of a paragraph's source and translation together.
pub fn digest(source: &Marked, translation: &Marked) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(source.as_str().as_bytes()).update(&[0]).update(translation.as_str().as_bytes());
    hasher.finalize().to_hex().chars().take(32).collect()
}

/// How many findings there are of each severity, gravest first.
pub fn count(findings: &[BookFinding]) -> [(Severity, usize); 3] {
    [Severity::Block, Severity::Queue, Severity::Info]
        .map(|severity| (severity, findings.iter().filter(|one| one.finding.severity == severity).count()))
}

/// What people let stand, by paragraph and check.
struct Acknowledged {
    given: HashMap<ParagraphId, Vec<(String, Acknowledgement)>>,
}

impl Acknowledged {
    async fn read(library: &Library, book: BookId) -> Result<Self, StoreError> {
        let mut given: HashMap<ParagraphId, Vec<(String, Acknowledgement)>> = HashMap::new();
        for one in library.acknowledgements(book).await? {
            given.entry(one.paragraph).or_default().push((one.check, one.given));
        }
        Ok(Self { given })
    }

    /// The checks that are let stand in this paragraph with these words.
    fn standing(&self, paragraph: ParagraphId, pair: &Aligned<'_>) -> Vec<(ParagraphId, String)> {
        let Some(given) = self.given.get(&paragraph) else { return Vec::new() };
        let digest = digest(pair.source, pair.translation);
        let holds = given.iter().filter(|(_, given)| given.digest == digest);
        holds.map(|(check, _)| (paragraph, check.clone())).collect()
    }

    /// Why a finding may stand: all paragraphs it is about are acknowledged.
    fn reason(
        &self,
        paragraphs: &[ParagraphId],
        check: &str,
        standing: &HashSet<(ParagraphId, String)>,
    ) -> Option<String> {
        let first = paragraphs.first()?;
        let all = paragraphs.iter().all(|paragraph| standing.contains(&(*paragraph, check.to_owned())));
        let given = self.given.get(first).filter(|_| all)?;
        given.iter().find(|(known, _)| known == check).map(|(_, given)| given.reason.clone())
    }
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
        knowledge: ParagraphKnowledge::NONE,
        policy,
    }
}
