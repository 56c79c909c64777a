//! What we know about each language, read once from the data files beside the code.

pub mod expletives;
pub mod han;
pub mod length;
pub mod lexicon;
pub mod pair;
pub mod record;
pub mod spelling;

use crate::text::number::ONE;
use book::language::LanguageTag;
use book::text::fold::fold;
use book::text::script::Script;
use record::Record;
use std::collections::{HashMap, HashSet};

/// A language as the checks see it.
#[derive(Debug)]
pub struct LanguageProfile {
    /// The tag we were asked for.
    pub tag: LanguageTag,
    /// What the data file says; `None` for a language without one.
    pub known: Option<LanguageData>,
}

/// What a language's data file says, folded and sorted for looking up.
#[derive(Debug)]
pub struct LanguageData {
    /// The file as it was read.
    pub record: Record,
    /// The scripts it is written in.
    pub scripts: Vec<Script>,
    numbers: HashMap<String, i128>,
    number_joiners: HashSet<String>,
    longest_number: usize,
    /// The months' names, folded.
    pub months: Vec<String>,
    /// Words a heading counts with, folded.
    pub chapter_words: Vec<String>,
    /// Words that are rightly doubled, folded.
    pub doubled: HashSet<String>,
}

impl LanguageProfile {
    /// Looks a language up; one without a data file gets only what holds for all languages.
    pub fn look_up(tag: &LanguageTag) -> Self {
        Self { tag: tag.clone(), known: Record::for_tag(tag).map(LanguageData::new) }
    }

    /// Whether it is written without spaces between words.
    pub fn is_ideographic(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.record.wide_punctuation)
    }

    /// Whether it writes a dash as a single one (`—`), as far as we know.
    pub fn has_single_dash(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.record.dash.is_empty())
    }

    /// Whether a script belongs to it; `None` where we do not know the language.
    pub fn writes_in(&self, script: Script) -> Option<bool> {
        self.known.as_ref().map(|known| known.scripts.contains(&script))
    }

    /// Whether it is Chinese.
    pub fn is_chinese(&self) -> bool {
        self.tag.is_chinese()
    }

    /// Whether it is this language, whatever script and region.
    pub fn is(&self, primary: &str) -> bool {
        self.tag.primary() == primary
    }

    /// The numbers a word is made of, in thousandths: `dreiundzwanzig` is 3 and 20.
    pub fn number_parts(&self, word: &str) -> Option<Vec<i128>> {
        let known = self.known.as_ref()?;
        if let Some(value) = known.numbers.get(word) {
            return Some(vec![*value]);
        }
        if !known.record.glued_numbers {
            return None;
        }
        let mut parts = Vec::new();
        let mut rest = word;
        while !rest.is_empty() {
            let cut = (1..=known.longest_number.min(rest.len()))
                .rev()
                .filter_map(|length| rest.split_at_checked(length))
                .find(|(head, _)| {
                    known.numbers.contains_key(*head) || known.number_joiners.contains(*head)
                })?;
            parts.extend(known.numbers.get(cut.0));
            rest = cut.1;
        }
        (parts.len() > 1).then_some(parts)
    }

    /// Whether a word stands between the parts of a number: `one hundred and two`.
    pub fn joins_numbers(&self, word: &str) -> bool {
        self.known.as_ref().is_some_and(|known| known.number_joiners.contains(word))
    }
}

impl LanguageData {
    fn new(record: Record) -> Self {
        let scripts = record.scripts.iter().filter_map(|name| Script::named(name)).collect();
        #[expect(clippy::cast_possible_truncation, reason = "the numbers are those of our own data files")]
        let thousandths = |value: f64| (value * 1000.0).round() as i128 * (ONE / 1000);
        let numbers: HashMap<String, i128> =
            record.numbers.iter().map(|(word, value)| (fold(word), thousandths(*value))).collect();
        let words = |list: &str| list.split_whitespace().map(fold).collect::<Vec<_>>();
        Self {
            scripts,
            longest_number: numbers.keys().map(String::len).max().unwrap_or(0),
            number_joiners: words(&record.number_joiners).into_iter().collect(),
            months: record.months.iter().map(|month| fold(month)).collect(),
            chapter_words: words(&record.chapter_words),
            doubled: words(&record.doubled).into_iter().collect(),
            numbers,
            record,
        }
    }
}
