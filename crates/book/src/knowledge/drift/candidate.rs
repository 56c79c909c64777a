//! Words that may stand for an entry: they come back where it occurs, and hardly anywhere else.

use super::TranslatedLine;
use crate::knowledge::entry::EntryKey;
use crate::text::script::Script;
use aho_corasick::{AhoCorasick, MatchKind};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Words with the lines they stand in.
pub(super) struct Candidates {
    /// For each entry, words and the places among its open lines.
    words: HashMap<EntryKey, BTreeMap<String, BTreeSet<usize>>>,
    /// In how many lines of the book a word stands.
    n_lines: HashMap<String, usize>,
}

/// More paragraphs than this tell nothing new about one entry.
const MOST_LINES: usize = 400;
/// Characters of Han, kana and hangul taken together, and words of an alphabet.
const LONGEST_RUN: usize = 6;
const LONGEST_PHRASE: usize = 3;
/// A rendering stands for its entry in at least so many lines, and at least half of its lines have the entry.
const LEAST_LINES: usize = 2;
const MOST_RENDERINGS: usize = 5;

impl Candidates {
    pub(super) fn gather(
        open: &[(EntryKey, Vec<usize>)],
        lines: &[TranslatedLine<'_>],
        known: &HashSet<String>,
    ) -> Self {
        let mut words: HashMap<EntryKey, BTreeMap<String, BTreeSet<usize>>> = HashMap::new();
        for (key, places) in open {
            let mut own: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
            for place in places.iter().take(MOST_LINES) {
                let Some(line) = lines.get(*place) else { continue };
                for word in phrases(&line.translation.plain()) {
                    own.entry(word).or_default().insert(*place);
                }
            }
            own.retain(|word, places| places.len() >= LEAST_LINES && !known.contains(&word.to_lowercase()));
            words.insert(*key, own);
        }
        let all: BTreeSet<&String> = words.values().flat_map(BTreeMap::keys).collect();
        let n_lines = count(&all.into_iter().cloned().collect::<Vec<_>>(), lines);
        Self { words, n_lines }
    }

    /// The renderings that account for most of an entry's open lines, with the lines of each.
    pub(super) fn best(&self, key: EntryKey, open: &[usize]) -> Vec<(String, Vec<usize>)> {
        let Some(words) = self.words.get(&key) else { return Vec::new() };
        let mut left: BTreeSet<usize> = open.iter().copied().collect();
        let mut chosen = Vec::new();
        while chosen.len() < MOST_RENDERINGS {
            let best = words
                .iter()
                .map(|(word, places)| (word, places, places.intersection(&left).count()))
                .filter(|(word, places, n_new)| *n_new >= LEAST_LINES && self.is_own(word, places))
                // Of equals the longest word: `Dragon Soul`, not `Dragon`; `天裂剑`, not `天裂`.
                .max_by_key(|(word, _, n_new)| (*n_new, word.chars().count()));
            let Some((word, places, _)) = best else { break };
            let taken: Vec<usize> = places.intersection(&left).copied().collect();
            for place in &taken {
                left.remove(place);
            }
            chosen.push((word.clone(), taken));
        }
        chosen
    }

    fn is_own(&self, word: &str, places: &BTreeSet<usize>) -> bool {
        self.n_lines.get(word).is_some_and(|n_lines| places.len() * 2 >= *n_lines)
    }
}

/// In how many lines each word stands.
fn count(words: &[String], lines: &[TranslatedLine<'_>]) -> HashMap<String, usize> {
    let mut n_lines: Vec<usize> = vec![0; words.len()];
    let automaton = AhoCorasick::builder().match_kind(MatchKind::Standard).build(words);
    if let (Ok(automaton), false) = (automaton, words.is_empty()) {
        for line in lines {
            let plain = line.translation.plain();
            let found: HashSet<usize> =
                automaton.find_overlapping_iter(&*plain).map(|hit| hit.pattern().as_usize()).collect();
            for place in found {
                if let Some(n) = n_lines.get_mut(place) {
                    *n += 1;
                }
            }
        }
    }
    words.iter().cloned().zip(n_lines).collect()
}

/// What may be a rendering: phrases with a capital at each end in alphabets, runs of East Asian characters.
fn phrases(plain: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let words: Vec<&str> = plain
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’' | '-')))
        .filter(|word| !word.is_empty())
        .collect();
    for start in 0..words.len() {
        for length in 1..=LONGEST_PHRASE {
            let Some(phrase) = words.get(start..start + length) else { break };
            let is_name = |word: Option<&&str>| {
                word.and_then(|word| word.chars().next()).is_some_and(char::is_uppercase)
            };
            if is_name(phrase.first()) && is_name(phrase.last()) {
                let phrase = phrase.join(" ");
                let phrase =
                    phrase.strip_suffix("'s").or_else(|| phrase.strip_suffix("’s")).unwrap_or(&phrase);
                found.insert(phrase.to_owned());
            }
        }
    }
    for run in plain.split(|c: char| !Script::of_char(c).is_east_asian() && c != 'ー' && c != '・') {
        let chars: Vec<char> = run.chars().collect();
        for start in 0..chars.len() {
            for length in 2..=LONGEST_RUN {
                let Some(part) = chars.get(start..start + length) else { break };
                found.insert(part.iter().collect());
            }
        }
    }
    found
}
