//! A dictionary held in memory, filled by the readers of the three text formats.
//!
//! It keeps marks instead of words: a quarter of a million Japanese head words with their inflections take a few bytes
//! each, and nobody ever reads the words themselves.

use super::{Dictionary, StemMark};
use crate::text::hash::hash_of;
use book::text::fold::fold;
use book::text::script::Script;
use std::borrow::Cow;

/// Head words with the stems of their translations.
#[derive(Debug, Default)]
pub struct Glossary {
    /// Sorted by head within each bucket.
    entries: Vec<Entry>,
    /// Where each bucket starts, and where the last one ends.
    buckets: Vec<u32>,
    stems: Vec<StemMark>,
    longest: usize,
}

/// One head word: the lower half of its hash, and where its stems are.
#[derive(Debug, Clone, Copy)]
struct Entry {
    head: u32,
    start: u32,
    n_stems: u8,
}

const N_BUCKETS: usize = 1 << 16;

impl Glossary {
    /// How many head words there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        size_of_val(self.entries.as_slice())
            + size_of_val(self.buckets.as_slice())
            + size_of_val(self.stems.as_slice())
    }
}

impl Dictionary for Glossary {
    fn stems(&self, head: &str) -> &[StemMark] {
        let (bucket, head) = place_of(hash_of(head));
        let at = |bucket: usize| self.buckets.get(bucket).and_then(|at| usize::try_from(*at).ok());
        let range = at(bucket).zip(at(bucket + 1)).map(|(start, end)| start..end);
        let bucket = range.and_then(|range| self.entries.get(range)).unwrap_or_default();
        let Ok(found) = bucket.binary_search_by_key(&head, |entry| entry.head) else { return &[] };
        bucket.get(found).and_then(|entry| self.stems.get(entry.range())).unwrap_or_default()
    }

    fn longest_head(&self) -> usize {
        self.longest
    }
}

impl Entry {
    fn range(self) -> std::ops::Range<usize> {
        let start = usize::try_from(self.start).unwrap_or(usize::MAX);
        start..start.saturating_add(usize::from(self.n_stems))
    }
}

/// The bucket of a hash, and the part of it that is kept.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the upper part chooses the bucket, this one is the rest"
)]
fn place_of(hash: u64) -> (usize, u32) {
    (usize::try_from(hash >> 48).unwrap_or_default(), (hash >> 16) as u32)
}

/// A dictionary while it is read.
#[derive(Debug, Default)]
pub struct GlossaryBuilder {
    heads: Vec<(u64, u32)>,
    /// Where each list of stems starts.
    lists: Vec<u32>,
    stems: Vec<StemMark>,
    longest: usize,
}

impl GlossaryBuilder {
    /// A word with more translations than this says little about any of them.
    const MOST_STEMS: usize = 25;
    /// Longer head words are phrases that no text repeats.
    const LONGEST_HEAD: usize = 24;
    /// A file with more head words than this is no dictionary.
    const MOST_HEADS: usize = 4_000_000;

    /// Starts a list of translations; the heads that follow lead to it.
    pub fn translations<'g>(&mut self, glosses: impl IntoIterator<Item = &'g str>) {
        let start = self.stems.len();
        self.lists.push(u32::try_from(start).unwrap_or(u32::MAX));
        for word in glosses.into_iter().flat_map(words_of) {
            let mark = mark_of(&word);
            let known = self.stems.get(start..).unwrap_or_default();
            if known.len() >= Self::MOST_STEMS {
                break;
            }
            if !known.contains(&mark) {
                self.stems.push(mark);
            }
        }
    }

    /// Adds a head word for the translations given last.
    pub fn head(&mut self, head: &str) {
        let head = folded(head.trim());
        let length = head.chars().count();
        let least = if head.chars().all(|c| Script::of_char(c).is_ideographic()) { 2 } else { 3 };
        let list = self.lists.len().checked_sub(1).and_then(|list| u32::try_from(list).ok());
        let (Some(list), true) = (list, (least..=Self::LONGEST_HEAD).contains(&length)) else { return };
        if self.heads.len() < Self::MOST_HEADS {
            self.heads.push((hash_of(&*head), list));
            self.longest = self.longest.max(length);
        }
    }

    /// Puts everything in order.
    pub fn finish(mut self) -> Glossary {
        // By head, and for each head in the order of the file.
        self.heads.sort_unstable();
        self.heads.dedup();
        let mut glossary = Glossary { longest: self.longest, ..Glossary::default() };
        glossary.entries.reserve_exact(self.heads.chunk_by(|one, other| one.0 == other.0).count());
        let n_read = self.stems.len();
        for same in self.heads.chunk_by(|one, other| one.0 == other.0) {
            let Some((hash, first)) = same.first() else { continue };
            let (bucket, head) = place_of(*hash);
            let range = if same.len() == 1 {
                self.list(*first, n_read)
            } else {
                let start = self.stems.len();
                for (_, list) in same {
                    for at in self.list(*list, n_read) {
                        let known = self.stems.get(start..).unwrap_or_default();
                        if let Some(mark) = self.stems.get(at).copied()
                            && known.len() < Self::MOST_STEMS
                            && !known.contains(&mark)
                        {
                            self.stems.push(mark);
                        }
                    }
                }
                start..self.stems.len()
            };
            while glossary.buckets.len() <= bucket {
                glossary.buckets.push(u32::try_from(glossary.entries.len()).unwrap_or(u32::MAX));
            }
            let start = u32::try_from(range.start).unwrap_or(u32::MAX);
            let n_stems = u8::try_from(range.len()).unwrap_or(u8::MAX);
            glossary.entries.push(Entry { head, start, n_stems });
        }
        glossary.buckets.resize(N_BUCKETS + 1, u32::try_from(glossary.entries.len()).unwrap_or(u32::MAX));
        self.stems.shrink_to_fit();
        glossary.stems = self.stems;
        glossary
    }

    fn list(&self, list: u32, n_read: usize) -> std::ops::Range<usize> {
        let at = |list: usize| self.lists.get(list).and_then(|start| usize::try_from(*start).ok());
        let list = usize::try_from(list).unwrap_or(usize::MAX);
        at(list).unwrap_or(n_read)..at(list.saturating_add(1)).unwrap_or(n_read)
    }
}

/// A text folded; most words of a dictionary are plain letters, Han or kana, which need no care.
fn folded(text: &str) -> Cow<'_, str> {
    let is_whole =
        |c: char| matches!(c, '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fc}' | '\u{4e00}'..='\u{9fff}');
    if text.is_ascii() {
        Cow::Owned(text.to_ascii_lowercase())
    } else if text.chars().all(is_whole) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(fold(text))
    }
}

/// The mark of a stem.
#[expect(clippy::cast_possible_truncation, reason = "a mark is a part of the hash")]
pub fn mark_of(stem: &str) -> StemMark {
    (hash_of(stem) >> 20) as StemMark
}

/// The stems of the content words of a gloss; what stands in parentheses is about the word, not its translation.
fn words_of(gloss: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let bare: String = gloss
        .chars()
        .map(|c| {
            match c {
                '(' | '[' | '{' | '<' => depth += 1,
                ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
                _ if depth == 0 => return c,
                _ => {}
            }
            ' '
        })
        .collect();
    folded(&bare)
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| word.chars().count() >= 3 && !SMALL_WORDS.contains(word))
        .map(stem)
        .collect()
}

/// Words of English glosses that translate nothing.
const SMALL_WORDS: &[&str] = &[
    "the",
    "and",
    "for",
    "with",
    "from",
    "that",
    "this",
    "one's",
    "one",
    "someone",
    "something",
    "etc",
    "esp",
    "see",
    "also",
    "used",
    "variant",
    "surname",
    "classifier",
    "abbr",
    "not",
    "sth",
    "his",
    "her",
    "its",
    "into",
    "who",
    "which",
    "when",
    "being",
    "have",
    "has",
    "very",
    "some",
    "other",
    "any",
    "out",
    "off",
    "all",
    "are",
    "make",
    "made",
    "get",
    "can",
    "you",
    "was",
    "had",
    "but",
    "about",
    "over",
    "more",
    "just",
    "than",
];

/// A crude stem, the same for a gloss and for a word of the translation: common endings off, at least four letters left.
pub fn stem(word: &str) -> String {
    let word = word.trim_end_matches("'s").trim_matches('\'');
    for ending in
        ["ingly", "edly", "ings", "ing", "ies", "ied", "ers", "er", "est", "ed", "es", "ly", "s", "e", "y"]
    {
        if let Some(short) = word.strip_suffix(ending)
            && short.chars().count() >= 4
        {
            return short.to_owned();
        }
    }
    word.to_owned()
}
