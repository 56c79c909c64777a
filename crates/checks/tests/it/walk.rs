//! A book of a few lines, and a walk through it with the checks over many paragraphs.

use book::id::{CharacterId, ParagraphId};
use book::knowledge::character::{Character, Name, Voice};
use book::text::markup::Marked;
use checks::policy::Policy;
use checks::sequence::{Sequence, SequenceReport};
use checks::suite::Suite;
use checks::unit::{Aligned, ParagraphKnowledge, Unit};

pub(crate) struct Line<'a> {
    pub(crate) chapter: usize,
    pub(crate) source: &'a str,
    pub(crate) translation: String,
    pub(crate) speaker: Option<&'a Character>,
    pub(crate) addressee: Option<&'a Character>,
}

impl<'a> Line<'a> {
    pub(crate) fn new(chapter: usize, source: &'a str, translation: impl Into<String>) -> Self {
        Self { chapter, source, translation: translation.into(), speaker: None, addressee: None }
    }
}

pub(crate) fn walk(suite: &Suite, lines: &[Line<'_>], characters: &[&Character]) -> SequenceReport {
    let policy = Policy::default();
    let marked: Vec<(Marked, Marked)> = lines
        .iter()
        .map(|line| (Marked::from_plain(line.source), Marked::from_plain(&line.translation)))
        .collect();
    let all: Vec<Aligned<'_>> =
        marked.iter().map(|(source, translation)| Aligned { source, translation }).collect();
    let mut sequence = Sequence::new(suite);
    for (index, (line, (source, translation))) in lines.iter().zip(&marked).enumerate() {
        let knowledge = ParagraphKnowledge {
            characters,
            speaker: line.speaker,
            addressee: line.addressee,
            ..ParagraphKnowledge::NONE
        };
        let after = all.get(index + 1..(index + 2).min(all.len())).unwrap_or_default();
        let unit = Unit {
            before: all.get(index.saturating_sub(1)..index).unwrap_or_default(),
            after,
            knowledge,
            ..Unit::alone(source, translation, &policy)
        };
        let id = ParagraphId::from_number(u32::try_from(index).unwrap());
        sequence.visit(id, line.chapter, &unit);
    }
    sequence.finish()
}

pub(crate) fn found(report: &SequenceReport, code: &str) -> usize {
    report.located.iter().filter(|located| located.finding.check.as_str() == code).count()
}

pub(crate) fn suite(source: &str, target: &str) -> Suite {
    Suite::for_pair(&source.parse().unwrap(), &target.parse().unwrap())
}

pub(crate) fn character(number: u32, source: &str, translation: &str, endings: &[&str]) -> Character {
    let name = Name::new(source.to_owned(), translation.to_owned());
    Character {
        voice: Voice {
            endings: endings.iter().map(|ending| (*ending).to_owned()).collect(),
            ..Voice::default()
        },
        ..Character::new(CharacterId::from_number(number), name)
    }
}
