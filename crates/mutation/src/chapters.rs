//! Defects that only show over a chapter: a lost voice, a slip of tense, a drifting name, shifted or mixed text.

use super::halves::Halves;
use super::table::Table;
use super::{Corpus, stands_in};
use crate::chance::Rng;
use book::id::ParagraphId;
use book::text::markup::Marked;
use checks::language::pair::Pair;
use checks::policy::Policy;
use checks::sequence::{Sequence, SequenceReport};
use checks::suite::Suite;
use checks::unit::{Aligned, ParagraphKnowledge, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// A way to spoil a chapter.
pub struct ChapterOperator {
    pub name: &'static str,
    /// The check that should notice.
    pub caught_by: &'static str,
    /// Whether the check needs the whole book, or only the chapter.
    pub whole_book: bool,
    /// New translations by place; `None` where the defect makes no sense.
    pub spoil: fn(&CorpusChapter<'_>, &mut Rng) -> Option<BTreeMap<usize, String>>,
}

/// A chapter to spoil.
pub struct CorpusChapter<'a> {
    corpus: &'a Corpus,
    pair: &'a Pair,
    /// The places of its paragraphs.
    places: Vec<usize>,
}

/// All operators over chapters.
pub const ALL: &[ChapterOperator] = &[
    ChapterOperator { name: "voice of another", caught_by: "C9", whole_book: true, spoil: other_voice },
    ChapterOperator { name: "slip of tense", caught_by: "C11", whole_book: false, spoil: slip_of_tense },
    ChapterOperator { name: "name drifts", caught_by: "C2", whole_book: true, spoil: name_drifts },
    ChapterOperator {
        name: "block shifted by one",
        caught_by: "A7",
        whole_book: false,
        spoil: shifted_block,
    },
    ChapterOperator {
        name: "characters of the other Chinese",
        caught_by: "B4",
        whole_book: false,
        spoil: other_chinese,
    },
];

/// Walks the corpus clean, and once for every chapter an operator can spoil.
pub(super) fn run(suite: &Suite, corpus: &Corpus, seed: u64, table: &mut Table) {
    let chapters: BTreeSet<usize> = corpus.lines.iter().map(|line| line.chapter).collect();
    let halves = Halves::new(suite, corpus);
    table.note_walk(&walk(suite, corpus, &BTreeMap::new(), None));
    for operator in ALL {
        let mut rng = Rng::for_operator(seed, operator.name);
        for chapter in &chapters {
            let places = (0..corpus.lines.len())
                .filter(|place| corpus.lines.get(*place).is_some_and(|line| line.chapter == *chapter))
                .collect();
            let scene = CorpusChapter { corpus, pair: suite.pair(), places };
            let Some(spoilt) = (operator.spoil)(&scene, &mut rng) else { continue };
            let only = (!operator.whole_book).then_some(*chapter);
            let report = walk(only.map_or(suite, |only| halves.for_chapter(only)), corpus, &spoilt, only);
            let caught = report.located.iter().any(|located| {
                let of_paragraph = |id: &ParagraphId| {
                    usize::try_from(id.number()).is_ok_and(|place| spoilt.contains_key(&place))
                };
                located.finding.check.as_str() == operator.caught_by
                    && located.chapter.map_or_else(
                        || located.paragraphs.iter().any(of_paragraph),
                        |found| found == *chapter,
                    )
            });
            let sample = spoilt.values().next().cloned().unwrap_or_default();
            table.note_chapter(operator, caught, sample, &report);
        }
    }
}

fn walk(
    suite: &Suite,
    corpus: &Corpus,
    spoilt: &BTreeMap<usize, String>,
    only: Option<usize>,
) -> SequenceReport {
    let policy = Policy::default();
    let marked: Vec<(Marked, Marked)> = corpus
        .lines
        .iter()
        .enumerate()
        .map(|(place, line)| {
            let translation = spoilt.get(&place).unwrap_or(&line.translation);
            (Marked::from_plain(&line.source), Marked::from_plain(translation))
        })
        .collect();
    let mut sequence = Sequence::new(suite);
    for (place, (line, (source, translation))) in corpus.lines.iter().zip(&marked).enumerate() {
        if only.is_some_and(|only| line.chapter != only) {
            continue;
        }
        let aligned = |at: usize| marked.get(at).map(|(source, translation)| Aligned { source, translation });
        let before: Vec<Aligned<'_>> = place.checked_sub(1).and_then(aligned).into_iter().collect();
        let after: Vec<Aligned<'_>> = aligned(place + 1).into_iter().collect();
        let characters: Vec<_> =
            corpus.characters.iter().filter(|one| stands_in(&line.source, &one.name.source)).collect();
        let speaker = line.speaker.and_then(|speaker| corpus.characters.get(speaker));
        let knowledge = ParagraphKnowledge { characters: &characters, speaker, ..ParagraphKnowledge::NONE };
        let unit = Unit {
            kind: line.kind,
            before: &before,
            after: &after,
            knowledge,
            ..Unit::alone(source, translation, &policy)
        };
        let Ok(number) = u32::try_from(place) else { break };
        sequence.visit(ParagraphId::from_number(number), line.chapter, &unit);
    }
    sequence.finish()
}

/// The lines of a character with a voice of their own are said as somebody else says theirs.
fn other_voice(chapter: &CorpusChapter<'_>, rng: &mut Rng) -> Option<BTreeMap<usize, String>> {
    let corpus = chapter.corpus;
    let speaker_of = |place: &usize| corpus.lines.get(*place).and_then(|line| line.speaker);
    let own = (0..corpus.characters.len()).find(|one| {
        let has_voice = corpus.characters.get(*one).is_some_and(|one| !one.voice.endings.is_empty());
        has_voice && chapter.places.iter().filter(|place| speaker_of(place) == Some(*one)).count() >= 10
    })?;
    let others: Vec<&str> = corpus
        .lines
        .iter()
        .filter(|line| line.speaker.is_some_and(|speaker| speaker != own))
        .map(|line| line.translation.as_str())
        .collect();
    let lines = chapter.places.iter().filter(|place| speaker_of(place) == Some(own));
    lines.map(|place| Some((*place, (*rng.choice(&others)?).to_owned()))).collect()
}

/// Frequent verbs of a language, past and present.
fn verbs(language: &str) -> &'static [(&'static str, &'static str)] {
    match language {
        "en" => &[
            (" was ", " is "),
            (" were ", " are "),
            (" had ", " has "),
            (" did ", " does "),
            (" said", " says"),
            (" looked", " looks"),
            (" turned", " turns"),
            (" saw ", " sees "),
            (" stood ", " stands "),
            (" could ", " can "),
            (" thought", " thinks"),
            (" asked", " asks"),
        ],
        "de" => &[
            (" war ", " ist "),
            (" hatte", " hat"),
            (" sagte", " sagt"),
            (" sah ", " sieht "),
            (" stand", " steht"),
            (" fragte", " fragt"),
            (" dachte", " denkt"),
        ],
        _ => &[],
    }
}

fn slip_of_tense(chapter: &CorpusChapter<'_>, _: &mut Rng) -> Option<BTreeMap<usize, String>> {
    let verbs = verbs(chapter.pair.target.tag.primary());
    let start = chapter.places.len() / 3;
    let end = chapter.places.len() * 2 / 3;
    // Narration only: what people say has all tenses.
    let spoken = chapter.corpus.lines.iter().any(|line| line.speaker.is_some());
    if chapter.places.len() < 30 || verbs.is_empty() || spoken {
        return None;
    }
    let places = chapter.places.get(start..end)?;
    Some(
        places
            .iter()
            .filter_map(|place| {
                let line = chapter.corpus.lines.get(*place)?;
                let flip = |text: String, (past, present): &(&str, &str)| text.replace(past, present);
                Some((*place, verbs.iter().fold(line.translation.clone(), flip)))
            })
            .collect(),
    )
}

/// A name gets another form in half of its paragraphs of the chapter.
fn name_drifts(chapter: &CorpusChapter<'_>, _: &mut Rng) -> Option<BTreeMap<usize, String>> {
    let corpus = chapter.corpus;
    corpus.characters.iter().find_map(|character| {
        let name = &character.name;
        let uses = |line: &super::CorpusLine| {
            stands_in(&line.source, &name.source) && stands_in(&line.translation, &name.translation)
        };
        let n_everywhere = corpus.lines.iter().filter(|line| uses(line)).count();
        let here: Vec<usize> = chapter
            .places
            .iter()
            .copied()
            .filter(|place| corpus.lines.get(*place).is_some_and(uses))
            .collect();
        let ideographic = chapter.pair.target.is_ideographic();
        let other = if ideographic { "奥兹" } else { "Ozwald" };
        // Enough to matter over the whole book, and never most of the uses.
        let fits = n_everywhere >= 6 && here.len() * 5 >= n_everywhere && here.len() * 5 <= n_everywhere * 4;
        fits.then(|| {
            here.into_iter()
                .filter_map(|place| {
                    let line = corpus.lines.get(place)?;
                    Some((place, line.translation.replace(&name.translation, other)))
                })
                .collect()
        })
    })
}

/// Six paragraphs in the middle carry the translation of the one before them.
fn shifted_block(chapter: &CorpusChapter<'_>, _: &mut Rng) -> Option<BTreeMap<usize, String>> {
    chapter.pair.dictionary.as_ref()?;
    let middle = chapter.places.len() / 2;
    let places = chapter.places.get(middle.checked_sub(3)?..middle + 3)?;
    let long = |place: &&usize| {
        chapter.corpus.lines.get(**place).is_some_and(|line| line.source.chars().count() >= 20)
    };
    if places.iter().filter(long).count() < 4 {
        return None;
    }
    let before = |place: &usize| chapter.corpus.lines.get(place.checked_sub(1)?);
    places.iter().map(|place| Some((*place, before(place)?.translation.clone()))).collect()
}

fn other_chinese(chapter: &CorpusChapter<'_>, _: &mut Rng) -> Option<BTreeMap<usize, String>> {
    const PAIRS: [(char, char); 12] = [
        ('说', '說'),
        ('这', '這'),
        ('们', '們'),
        ('发', '發'),
        ('对', '對'),
        ('时', '時'),
        ('来', '來'),
        ('会', '會'),
        ('过', '過'),
        ('没', '沒'),
        ('个', '個'),
        ('国', '國'),
    ];
    if !chapter.pair.target.is_chinese() {
        return None;
    }
    let traditional = chapter.pair.target.tag.is_traditional_chinese();
    let other = |c: char| {
        PAIRS.iter().find_map(|(simple, full)| match (traditional, c) {
            (true, c) if c == *full => Some(*simple),
            (false, c) if c == *simple => Some(*full),
            _ => None,
        })
    };
    let n_chars: usize = chapter
        .places
        .iter()
        .filter_map(|place| chapter.corpus.lines.get(*place))
        .map(|line| line.translation.chars().count())
        .sum();
    // Five characters, and more than the 2 % that a chapter may have.
    let most = 5.max(n_chars / 30);
    let mut n_changed = 0;
    let mut spoilt = BTreeMap::new();
    for place in &chapter.places {
        let line = chapter.corpus.lines.get(*place)?;
        let text: String = line
            .translation
            .chars()
            .map(|c| match other(c) {
                Some(changed) if n_changed < most => {
                    n_changed += 1;
                    changed
                }
                Some(_) | None => c,
            })
            .collect();
        if text != line.translation {
            spoilt.insert(*place, text);
        }
    }
    (n_changed >= most).then_some(spoilt)
}
