//! What is looked for, and how it is found in a page of folded text.

use super::Matching;
use memchr::{memchr_iter, memmem};
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// Stands between the paragraphs of a page, and in none of them.
const BETWEEN: char = '\u{1e}';

/// The form in which texts are compared.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    push_folded(text, &mut folded);
    folded
}

/// Appends a text folded. Only characters that are not their own fold are looked up, each run of them with the character
/// before it, which may melt into one with them. A character that is its own fold never melts into the one before it.
fn push_folded(text: &str, folded: &mut String) {
    let mut rest = text;
    while let Some(other) = rest.find(|c| !is_its_own_fold(c)) {
        let (before, after) = rest.split_at_checked(other).unwrap_or((rest, ""));
        let start = before.char_indices().next_back().map_or(0, |(start, _)| start);
        let end = after.find(is_its_own_fold).map_or(rest.len(), |n_bytes| other + n_bytes);
        let (plain, run) = rest.split_at_checked(start).unwrap_or((rest, ""));
        push_lowercase(plain, folded);
        let (run, next) = run.split_at_checked(end - start).unwrap_or((run, ""));
        // A capital sigma has two small forms, which must not tell words apart.
        let run = run.nfkc().flat_map(char::to_lowercase);
        folded.extend(run.map(|c| if c == 'ς' { 'σ' } else { c }));
        rest = next;
    }
    push_lowercase(rest, folded);
}

/// Appends characters that are their own fold.
fn push_lowercase(text: &str, folded: &mut String) {
    let start = folded.len();
    folded.push_str(text);
    if let Some(added) = folded.get_mut(start..) {
        added.make_ascii_lowercase();
    }
}

/// Whether folding changes nothing about the character but, in ASCII, its case: true for most of most books, and much
/// faster than asking the tables of Unicode.
pub const fn is_its_own_fold(c: char) -> bool {
    matches!(c, '\0'..='\x7f' | '\u{3001}'..='\u{3020}' | 'ぁ'..='ゖ' | 'ァ'..='ヾ' | '\u{4e00}'..='\u{9fff}')
}

/// Paragraphs as a page holds them: folded, one after the other.
#[derive(Debug, Default)]
pub struct PageText {
    text: String,
    n_paragraphs: u32,
}

impl PageText {
    /// Puts a paragraph into its place; places before it that were left out are empty.
    pub fn insert(&mut self, place: u32, plain: &str) {
        while self.n_paragraphs < place {
            self.text.push(BETWEEN);
            self.n_paragraphs += 1;
        }
        push_folded(&without_separator(plain), &mut self.text);
    }

    pub fn into_string(self) -> String {
        self.text
    }
}

/// The texts of a query, folded.
#[derive(Debug)]
pub struct Needles {
    folded: Vec<String>,
    matching: Matching,
}

impl Needles {
    /// The folded texts; empty ones are dropped.
    pub fn new(texts: &[String], matching: Matching) -> Self {
        let folded = texts.iter().map(|text| fold(&without_separator(text)));
        Self { folded: folded.filter(|text| !text.trim().is_empty()).collect(), matching }
    }

    pub const fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// The places of the paragraphs of a page that contain what is looked for, in order.
    pub fn places_in(&self, page: &str) -> Vec<u32> {
        let mut each = self.folded.iter().map(|needle| places_with(page, needle));
        let mut found = each.next().unwrap_or_default();
        for places in each {
            match self.matching {
                Matching::All => found.retain(|place| places.binary_search(place).is_ok()),
                Matching::Any => {
                    found.extend(places);
                    found.sort_unstable();
                    found.dedup();
                }
            }
            if found.is_empty() && self.matching == Matching::All {
                break;
            }
        }
        found
    }
}

impl Needles {
    /// The places of the paragraphs of a page that contain what is looked for, in order, and how often all of it stands
    /// there together.
    pub fn counts_in(&self, page: &str) -> Vec<(u32, usize)> {
        if let [needle] = self.folded.as_slice() {
            return counted_places(page, needle);
        }
        let mut counts: Vec<(u32, usize)> =
            self.places_in(page).into_iter().map(|place| (place, 0)).collect();
        for (place, n) in self.folded.iter().flat_map(|needle| counted_places(page, needle)) {
            if let Ok(at) = counts.binary_search_by_key(&place, |(place, _)| *place)
                && let Some((_, all)) = counts.get_mut(at)
            {
                *all += n;
            }
        }
        counts
    }
}

fn places_with(page: &str, needle: &str) -> Vec<u32> {
    counted_places(page, needle).into_iter().map(|(place, _)| place).collect()
}

/// The places of the paragraphs of a page with a folded text in them, and how often it stands there.
fn counted_places(page: &str, needle: &str) -> Vec<(u32, usize)> {
    let bytes = page.as_bytes();
    let mut found: Vec<(u32, usize)> = Vec::new();
    let (mut place, mut counted_to) = (0_u32, 0);
    for at in memmem::find_iter(bytes, needle) {
        let between = memchr_iter(BETWEEN as u8, bytes.get(counted_to..at).unwrap_or_default()).count();
        place += u32::try_from(between).unwrap_or_default();
        counted_to = at;
        match found.last_mut() {
            Some((last, n)) if *last == place => *n += 1,
            Some(_) | None => found.push((place, 1)),
        }
    }
    found
}

fn without_separator(text: &str) -> Cow<'_, str> {
    if text.contains(BETWEEN) { Cow::Owned(text.replace(BETWEEN, " ")) } else { Cow::Borrowed(text) }
}
