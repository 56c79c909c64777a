//! Measures finding 5,000 terms and people in 50,000 paragraphs, and mending the index when one of them changes.
//!
//! `cargo run --release -p bench --example matching [PARAGRAPHS]`; times are of this thread's processor where the system
//! tells, because the clock on the wall says little on a busy machine.
#![expect(clippy::print_stdout, reason = "an example talks to the person who runs it")]

use book::id::{CharacterId, ParagraphId, TermId};
use book::knowledge::character::{Character, Name};
use book::knowledge::entry::Revision;
use book::knowledge::matching::index::{Change, OccurrenceIndex};
use book::knowledge::matching::{Findable, Matcher, Options};
use book::knowledge::term::Term;
use book::text::markup::Marked;
use std::error::Error;
use std::time::Instant;

const N_TERMS: u32 = 4_500;
const N_CHARACTERS: u32 = 500;

fn main() -> Result<(), Box<dyn Error>> {
    let n_paragraphs = std::env::args().nth(1).map_or(Ok(50_000), |text| text.parse::<u32>())?;
    for language in ["ja", "en"] {
        measure(language, n_paragraphs)?;
    }
    Ok(())
}

fn measure(language: &str, n_paragraphs: u32) -> Result<(), Box<dyn Error>> {
    let mut chance = Chance(7);
    let mut terms: Vec<Term> = (0..N_TERMS)
        .map(|number| Term::new(TermId::from_number(number), chance.name(language), format!("Term {number}")))
        .collect();
    let characters: Vec<Character> = (0..N_CHARACTERS)
        .map(|number| {
            let between = if language == "ja" { "・" } else { " " };
            let full = format!("{}{between}{}", chance.name(language), chance.name(language));
            Character::new(CharacterId::from_number(number), Name::new(full, format!("Person {number}")))
        })
        .collect();
    let names: Vec<&str> = terms.iter().map(|term| term.source.as_str()).collect();
    let texts: Vec<String> = (0..n_paragraphs).map(|_| chance.paragraph(language, &names)).collect();
    let n_bytes: usize = texts.iter().map(String::len).sum();
    let book = texts
        .iter()
        .map(|text| Marked::parse(text).map_err(|_| "a paragraph is not well formed"))
        .collect::<Result<Vec<_>, _>>()?;
    let read = || (0..n_paragraphs).map(ParagraphId::from_number).zip(&book);

    let clock = Clock::start();
    let matcher = Matcher::new(&terms, &characters, &Options::USUAL);
    let building = clock.millis();
    let clock = Clock::start();
    let mut index = OccurrenceIndex::build(&matcher, Revision(1), read());
    let whole = clock.millis();
    let n_found: usize = read().map(|(id, _)| index.occurrences_in(id).len()).sum();

    let first = terms.first_mut().ok_or("no terms")?;
    let before = first.clone();
    first.source = chance.name(language);
    let after = first.clone();
    let clock = Clock::start();
    let matcher = Matcher::new(&terms, &characters, &Options::USUAL);
    let change =
        Change::between(Some(Findable::Term(&before)), Some(Findable::Term(&after)), &Options::USUAL);
    index.update(&change, &matcher, Revision(2), read());
    let mending = clock.millis();
    let is_right = index == OccurrenceIndex::build(&matcher, Revision(2), read());
    println!(
        "{language}: {} entries × {n_paragraphs} paragraphs ({} kB): build {building} ms, match {whole} ms ({n_found} found), \
         change of one term {mending} ms (same as anew: {is_right})",
        N_TERMS + N_CHARACTERS,
        n_bytes / 1000,
    );
    Ok(())
}

/// Processor time of this thread, or the time on the wall where the system does not tell.
struct Clock {
    busy: Option<u64>,
    wall: Instant,
}

impl Clock {
    fn start() -> Self {
        Self { busy: Self::busy_nanos(), wall: Instant::now() }
    }

    fn busy_nanos() -> Option<u64> {
        std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }

    fn millis(&self) -> u128 {
        match (self.busy, Self::busy_nanos()) {
            (Some(before), Some(now)) => u128::from((now - before) / 1_000_000),
            _ => self.wall.elapsed().as_millis(),
        }
    }
}

/// A sequence that is the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        let at = self.below(from.len());
        from.get(at).copied().unwrap_or_default()
    }

    fn name(&mut self, language: &str) -> String {
        const KANJI: &[&str] =
            &["月", "島", "玲", "奈", "東", "京", "剣", "聖", "王", "龍", "魂", "黒", "白", "山", "川", "森"];
        const KATAKANA: &[&str] = &["ア", "イ", "メ", "ン", "ロ", "シ", "カ", "ル", "ヴ", "ー", "ド", "ラ"];
        const SYLLABLES: &[&str] =
            &["kon", "rad", "del", "fa", "dor", "li", "sar", "mar", "ta", "vel", "ith", "ion"];
        let n_parts = 2 + self.below(3);
        match (language, self.below(2)) {
            ("ja", 0) => (0..n_parts).map(|_| self.pick(KANJI)).collect(),
            ("ja", _) => (0..=n_parts).map(|_| self.pick(KATAKANA)).collect(),
            _ => {
                let word: String = (0..n_parts).map(|_| self.pick(SYLLABLES)).collect();
                word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect()
            }
        }
    }

    /// Some sentences; every third paragraph names somebody, every twentieth has ruby or a tag.
    fn paragraph(&mut self, language: &str, names: &[&str]) -> String {
        const JAPANESE: &[&str] = &[
            "彼は静かに歩いていった。",
            "「それで、どうするの？」",
            "空には星が一つもなかった。",
            "ドアが開いて、誰かが入ってきた。",
        ];
        const ENGLISH: &[&str] = &[
            "He walked on without a word. ",
            "\"And what will you do now?\" ",
            "There was not a single star in the sky. ",
            "The door opened, and somebody came in. ",
        ];
        let sentences = if language == "ja" { JAPANESE } else { ENGLISH };
        let mut text = String::new();
        for _ in 0..2 + self.below(6) {
            text.push_str(self.pick(sentences));
            if self.below(3) == 0 {
                text.push_str(self.pick(names));
                text.push_str(if language == "ja" { "は頷いた。" } else { " nodded. " });
            }
        }
        if self.below(20) == 0 {
            text.push_str("<1>｜剣《つるぎ》</1>");
        }
        text
    }
}
