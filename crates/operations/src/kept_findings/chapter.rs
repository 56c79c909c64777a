//! One chapter under the checks: what is found in it, and what the checks over the whole book have counted there.

use super::acknowledged::AcknowledgedFindings;
use super::knowledge::KnownSeries;
use crate::book_findings::{BookFinding, ChapterCounts};
use crate::judge::MeasuredParagraph;
use crate::notes::is_by_person;
use crate::opinions::Opinions;
use crate::reading_ahead::ChapterText;
use book::id::{BookId, ParagraphId};
use book::text::markup::Marked;
use checks::generation::e06_injected_note;
use checks::language::length::MeasuredLength;
use checks::policy::{Notes, Policy};
use checks::sequence::{Sequence, SequenceTally};
use checks::suite::Suite;
use checks::unit::{Aligned, ParagraphKnowledge, Unit};
use std::collections::HashSet;
use std::sync::Arc;
use store::error::StoreError;
use store::library::Library;
use store::record::{ChapterRecord, ParagraphRecord};
use tools::series_knowledge::KnowledgeAt;

/// How many neighbours on each side a check may look at.
const REACH: usize = 2;

/// What the checks made of a chapter.
pub(super) struct CheckedChapter {
    /// Its place in the book, from zero.
    place: usize,
    number: u32,
    title: String,
    title_translation: Option<String>,
    /// The sign of what the series knows about its paragraphs.
    pub(super) known: u64,
    pub(super) counts: ChapterCounts,
    pub(super) n_notes: usize,
    /// What was found in its paragraphs and its title, in reading order.
    pub(super) findings: Vec<Arc<BookFinding>>,
    /// The checks people let stand in its paragraphs, with the words that stand there.
    pub(super) standing: Vec<(ParagraphId, String)>,
    /// How long its paragraphs and their translations are.
    pub(super) lengths: Vec<MeasuredParagraph>,
    pub(super) tally: SequenceTally,
}

impl CheckedChapter {
    /// Whether it is about the chapter as it is called and placed now.
    pub(super) fn is_of(&self, place: usize, chapter: &ChapterRecord) -> bool {
        self.place == place
            && self.number == chapter.number
            && self.title == chapter.title
            && self.title_translation == chapter.title_translation
    }
}

/// What the chapters of a book are checked with. Tasks share it.
pub(super) struct Checker {
    pub(super) library: Library,
    pub(super) book: BookId,
    pub(super) suite: Arc<Suite>,
    pub(super) policy: Policy,
    pub(super) knowledge: Arc<KnownSeries>,
    pub(super) acknowledged: Arc<AcknowledgedFindings>,
    pub(super) opinions: Arc<Opinions>,
}

impl Checker {
    /// The sign of what the series knows about a chapter's paragraphs.
    pub(super) fn known(&self, text: &ChapterText) -> u64 {
        let known = KnowledgeAt { series: &self.knowledge.series, moment: text.moment };
        let translated = text.paragraphs.iter().filter(|paragraph| paragraph.translation.is_some());
        self.knowledge.sign(translated.map(|paragraph| known.present(&paragraph.text)))
    }

    /// Checks a chapter. `known` is the sign of what the series knows about it.
    pub(super) async fn check(&self, text: &ChapterText, known: u64) -> Result<CheckedChapter, StoreError> {
        let ChapterText { place, chapter, paragraphs, moment } = text;
        let translated: Vec<(&ParagraphRecord, Aligned<'_>)> =
            paragraphs.iter().filter_map(aligned).collect();
        let pairs: Vec<Aligned<'_>> = translated.iter().map(|(_, pair)| *pair).collect();
        let n_untranslated = paragraphs.iter().filter(|paragraph| is_open(paragraph)).count();
        let without_notes = Policy { notes: Notes::None, ..self.policy.clone() };
        let present_at = KnowledgeAt { series: &self.knowledge.series, moment: *moment };
        let mut sequence = Sequence::new(&self.suite);
        let (mut found, mut standing, mut n_notes) = (Vec::new(), Vec::new(), 0);
        let mut lengths = Vec::with_capacity(translated.len());
        for (at, (paragraph, pair)) in translated.iter().enumerate() {
            let present = present_at.present(&paragraph.text);
            let knowledge = ParagraphKnowledge {
                terms: &present.terms,
                characters: &present.characters,
                cast: self.knowledge.series.characters(),
                moment: *moment,
                ..ParagraphKnowledge::NONE
            };
            let (source, translation) = (pair.source.plain(), pair.translation.plain());
            let n_written = || e06_injected_note::count(self.suite.pair(), &translation);
            let (policy, n_welcome) = self.note_style(paragraph.id, &without_notes, n_written).await?;
            n_notes += n_welcome;
            let unit = Unit { knowledge, ..unit(paragraph, *pair, &pairs, at, policy) };
            let judged = sequence.examine(paragraph.id, *place, &unit);
            standing.extend(self.acknowledged.standing(paragraph.id, pair));
            let measured = MeasuredLength::measure(&source, &translation);
            lengths.push(MeasuredParagraph { index: paragraph.index, measured });
            found.extend(judged.findings.into_iter().map(|finding| {
                BookFinding {
                    length_z: judged.length_z,
                    ..BookFinding::new(Some(chapter.number), vec![paragraph.id], finding)
                        .in_words(&source, &translation)
                }
            }));
            found.extend(self.opinions.findings(chapter.number, paragraph.id, pair));
        }
        let title = chapter.title_translation.as_ref();
        if let Some(translation) = title.filter(|title| !is_heading(&translated, &chapter.title, title)) {
            let pair = (chapter.title.as_str(), translation.as_str());
            found.extend(check_title(&self.suite, pair, Some(chapter.number), &self.policy));
        }
        let stands: HashSet<(ParagraphId, String)> = standing.iter().cloned().collect();
        for one in &mut found {
            one.acknowledged = self.acknowledged.reason(&one.paragraphs, one.finding.check.as_str(), &stands);
        }
        Ok(CheckedChapter {
            place: *place,
            number: chapter.number,
            title: chapter.title.clone(),
            title_translation: chapter.title_translation.clone(),
            known,
            counts: ChapterCounts { n_checked: translated.len(), n_untranslated },
            n_notes,
            findings: found.into_iter().map(Arc::new).collect(),
            standing,
            lengths,
            tally: sequence.into_tally(),
        })
    }

    /// The style a paragraph is judged by, and how many notes in it are a person's: notes are welcome from people only.
    async fn note_style<'p>(
        &'p self,
        paragraph: ParagraphId,
        without_notes: &'p Policy,
        n_notes: impl FnOnce() -> usize + Send,
    ) -> Result<(&'p Policy, usize), StoreError> {
        let n_notes = if self.policy.notes == Notes::Footnotes { n_notes() } else { 0 };
        if n_notes == 0 {
            return Ok((&self.policy, 0));
        }
        let is_welcome = is_by_person(&self.library, self.book, paragraph).await?;
        Ok(if is_welcome { (&self.policy, n_notes) } else { (without_notes, 0) })
    }
}

/// What the checks find in a translated title.
pub(super) fn check_title(
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
