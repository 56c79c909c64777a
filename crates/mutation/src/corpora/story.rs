//! Our own story, ten paragraphs in each of the twelve languages, with its two people and a term.

use crate::{Corpus, CorpusLine};
use book::id::{CharacterId, TermId};
use book::knowledge::character::{Character, Fact, Gender, Name};
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::knowledge::term::{Strictness, Term, TermKind};
use book::text::paragraph::ParagraphKind;
use std::fs;
use std::io;
use std::path::Path;

/// What people and things of the story are called: language, Mira, Tobias, the lighthouse keeper's title.
const NAMES: [(&str, &str, &str); 12] = [
    ("de", "Mira", "Tobias"),
    ("en", "Mira", "Tobias"),
    ("es", "Mira", "Tobias"),
    ("fr", "Mira", "Tobias"),
    ("it", "Mira", "Tobias"),
    ("ja", "ミラ", "トビアス"),
    ("ko", "미라", "토비아스"),
    ("pl", "Mira", "Tobias"),
    ("pt", "Mira", "Tobias"),
    ("ru", "Мира", "Тобиас"),
    ("zh-Hans", "米拉", "托比亚斯"),
    ("zh-Hant", "米拉", "托比亞斯"),
];

/// Words that stand once in the story and have one translation: salt, oranges.
const TERMS: [(&str, [&str; 2]); 12] = [
    ("de", ["Salz", "Suppe"]),
    ("en", ["salt", "soup"]),
    ("es", ["sal", "sopa"]),
    ("fr", ["sel", "soupe"]),
    ("it", ["sale", "zuppa"]),
    ("ja", ["塩", "スープ"]),
    ("ko", ["소금", "수프"]),
    ("pl", ["soli", "zupę"]),
    ("pt", ["sal", "sopa"]),
    ("ru", ["соли", "суп"]),
    ("zh-Hans", ["盐", "汤"]),
    ("zh-Hant", ["鹽", "湯"]),
];

/// The story from one language into another, told `n_times` as one chapter, from the folder of its texts.
pub fn read(folder: &Path, source: &str, target: &str, n_times: usize) -> io::Result<Corpus> {
    let text = |language: &str| fs::read_to_string(folder.join(format!("{language}.txt")));
    let (s, t) = (text(source)?, text(target)?);
    let told = s.lines().zip(t.lines()).enumerate().map(|(index, (source, translation))| CorpusLine {
        source: source.to_owned(),
        translation: translation.to_owned(),
        kind: if index == 0 { ParagraphKind::Heading } else { ParagraphKind::Body },
        ..CorpusLine::default()
    });
    let told: Vec<CorpusLine> = told.collect();
    let lines = std::iter::repeat_n(told, n_times.max(1)).flatten().collect();
    Ok(Corpus { lines, characters: characters(source, target), terms: terms(source, target) })
}

fn characters(source: &str, target: &str) -> Vec<Character> {
    let names = |language: &str| NAMES.iter().find(|(known, ..)| *known == language);
    let (Some(s), Some(t)) = (names(source), names(target)) else { return Vec::new() };
    vec![person(1, s.1, t.1, Gender::Female), person(2, s.2, t.2, Gender::Male)]
}

fn terms(source: &str, target: &str) -> Vec<Term> {
    let words = |language: &str| TERMS.iter().find(|(known, _)| *known == language).map(|(_, words)| *words);
    let (Some(s), Some(t)) = (words(source), words(target)) else { return Vec::new() };
    s.into_iter().zip(t).zip(1..).map(|((s, t), number)| thing(number, s, t)).collect()
}

/// A person of whom name and gender are settled.
pub(crate) fn person(number: u32, source: &str, translation: &str, gender: Gender) -> Character {
    let gender = Fact {
        value: gender,
        evidence: Vec::new(),
        known_from: StoryPosition(0),
        standing: EntryState::Confirmed,
    };
    let name = Name::new(source.to_owned(), translation.to_owned());
    Character { gender: vec![gender], ..Character::new(CharacterId::from_number(number), name) }
}

/// A thing with one agreed translation.
pub(crate) fn thing(number: u32, source: &str, translation: &str) -> Term {
    Term {
        kind: TermKind::Item,
        strictness: Strictness::Exact,
        standing: EntryState::Confirmed,
        ..Term::new(TermId::from_number(number), source.to_owned(), translation.to_owned())
    }
}
