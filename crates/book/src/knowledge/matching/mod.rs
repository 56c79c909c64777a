//! Finding what is known in a text: every term, name, alias and reading, in one pass.
//!
//! A [`Matcher`] is built once from what a series knows. Text is compared folded, tags and ruby taken off; a place is
//! always one of the written text. Of names inside each other the longest counts; names that cross, or that are two
//! entries' at once, are given with their [`Doubt`]. What is a word is said in `boundary` and `alone`.

mod alone;
mod boundary;
mod finder;
pub mod index;
mod spelling;
mod visible;

use super::character::Character;
use super::entry::EntryKey;
use super::term::Term;
use crate::text::fold::Folding;
use crate::text::markup::Marked;
use finder::{Finder, Hit};
use spelling::{Gathering, disagree};
use std::ops::Range;
use visible::Visible;

/// How names are compared with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How both are folded.
    pub folding: Folding,
    /// What capitals mean.
    pub capitals: Capitals,
    /// What becomes of names of one Han, kana or hangul character.
    pub singles: Singles,
}

impl Options {
    /// As books are usually written.
    pub const USUAL: Self =
        Self { folding: Folding::SOURCE, capitals: Capitals::Respected, singles: Singles::Alone };
}

/// What the capitals of a name mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capitals {
    /// The text must have the same ones.
    Exact,
    /// A capital must be one in the text, a small letter may be either: `Will` is in `WILL` and not in `will`.
    Respected,
    /// They mean nothing.
    Ignored,
}

/// What becomes of names of one Han, kana or hangul character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Singles {
    /// They are never found, except as the base of a ruby with their reading.
    Never,
    /// They are found where the character stands alone.
    Alone,
    /// They are found anywhere.
    Anywhere,
}

/// Finds what a series knows.
#[derive(Debug)]
pub struct Matcher {
    entries: Vec<EntryKey>,
    options: Options,
    text: Finder,
    readings: Finder,
}

/// An entry that stands in a paragraph.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Occurrence {
    /// Where it begins, in bytes of the written text. A name over several pieces of markup covers the marks between them; a
    /// reading's place is its base.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What.
    pub entry: EntryKey,
    /// By which of its names.
    pub form: Form,
    /// Why it may be something else.
    pub doubt: Option<Doubt>,
}

/// By which name an entry was found. Names are numbered as [`Character::names`] gives them; a term has number 0 only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// The whole name.
    Name(usize),
    /// The reading of the name, as ruby over other characters or over its own.
    Reading(usize),
    /// A part of a person's name that nobody else has.
    Part(usize),
}

/// Why an occurrence may be something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Doubt {
    /// Two entries with different translations, or two people, have this name.
    Shared,
    /// It crosses another name.
    Crossing,
}

/// Something that can be found.
#[derive(Debug, Clone, Copy)]
pub enum Findable<'a> {
    /// A term.
    Term(&'a Term),
    /// A character.
    Character(&'a Character),
}

/// Room for folding, to be used for many paragraphs.
#[derive(Debug, Default)]
pub struct Scratch(Visible);

impl Matcher {
    /// A matcher for everything that is not rejected.
    pub fn new(terms: &[Term], characters: &[Character], options: &Options) -> Self {
        let terms = terms.iter().map(Findable::Term);
        Self::for_entries(terms.chain(characters.iter().map(Findable::Character)), options)
    }

    /// A matcher for these entries alone; what is rejected is left out.
    pub fn for_entries<'a>(entries: impl IntoIterator<Item = Findable<'a>>, options: &Options) -> Self {
        let mut gathering = Gathering::new(options);
        let mut keys = Vec::new();
        for entry in entries {
            match entry {
                Findable::Term(term) if term.standing.is_usable() => {
                    gathering.add_term(keys.len(), term);
                    keys.push(term.id.into());
                }
                Findable::Character(character) if character.standing.is_usable() => {
                    gathering.add_character(keys.len(), character);
                    keys.push(character.id.into());
                }
                Findable::Term(_) | Findable::Character(_) => {}
            }
        }
        let (text, readings) = gathering.finish();
        let (text, readings) =
            (Finder::new(text, options.capitals), Finder::new(readings, Capitals::Ignored));
        Self { entries: keys, options: *options, text, readings }
    }

    /// Whether there is nothing to find.
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty() && self.readings.is_empty()
    }

    /// Everything that stands in a paragraph, in order.
    pub fn occurrences(&self, text: &Marked) -> Vec<Occurrence> {
        self.occurrences_with(text, &mut Scratch::default())
    }

    /// Everything that stands in a paragraph, in order, for many paragraphs one after another.
    pub fn occurrences_with(&self, text: &Marked, scratch: &mut Scratch) -> Vec<Occurrence> {
        let mut found = Vec::new();
        if self.is_empty() {
            return found;
        }
        let visible = &mut scratch.0;
        visible.fill(text, self.options.folding);
        for hit in self.text.in_text(text.as_str(), &visible.text) {
            if let Some(written) = visible.text.written(&hit.folded) {
                self.note(&hit, &written, &mut found);
            }
        }
        if !visible.rubies.is_empty() {
            self.add_readings(visible, &mut found);
        }
        found.sort_unstable();
        found
    }

    /// Whether anything is found in a paragraph that has been taken in.
    fn finds_any(&self, text: &Marked, visible: &Visible) -> bool {
        !self.text.in_text(text.as_str(), &visible.text).is_empty()
            || (!visible.rubies.is_empty() && !self.readings.in_readings(visible).is_empty())
    }

    /// Readings count where the base does not already say who it is.
    fn add_readings(&self, visible: &Visible, found: &mut Vec<Occurrence>) {
        let n_in_text = found.len();
        let mut read = Vec::new();
        for hit in self.readings.in_readings(visible) {
            if let Some(written) = visible.base_of(&hit.folded) {
                self.note(&hit, &written, &mut read);
            }
        }
        read.retain(|occurrence| {
            let over = |known: &&Occurrence| known.start <= occurrence.start && occurrence.end <= known.end;
            let mut over = found.iter().take(n_in_text).filter(over);
            match occurrence.form {
                // The ruby itself is another known word: both are meant.
                Form::Name(_) => over.all(|known| known.entry != occurrence.entry),
                // The same sound under another known name is that name.
                Form::Reading(_) | Form::Part(_) => over.next().is_none(),
            }
        });
        found.append(&mut read);
    }

    fn note(&self, hit: &Hit<'_>, written: &Range<usize>, found: &mut Vec<Occurrence>) {
        let doubt = match (disagree(&hit.owners), hit.crosses) {
            (true, _) => Some(Doubt::Shared),
            (false, true) => Some(Doubt::Crossing),
            (false, false) => None,
        };
        for owner in &hit.owners {
            if let Some(entry) = self.entries.get(owner.entry) {
                let (entry, form) = (*entry, owner.form);
                found.push(Occurrence { start: written.start, end: written.end, entry, form, doubt });
            }
        }
    }
}

impl Occurrence {
    /// Its place in the written text.
    pub const fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Which of some spellings stand in a plain text as words of their own and not only inside a longer one of them.
pub fn present(text: &str, spellings: &[&str]) -> Vec<usize> {
    let options = Options { capitals: Capitals::Ignored, ..Options::USUAL };
    let mut gathering = Gathering::new(&options);
    for (number, spelling) in spellings.iter().enumerate() {
        gathering.add_plain(number, spelling);
    }
    let finder = Finder::new(gathering.finish().0, options.capitals);
    let mut visible = Visible::default();
    visible.fill_plain(text, options.folding);
    let hits = finder.in_text(text, &visible.text);
    let mut found: Vec<usize> = hits.iter().flat_map(|hit| &hit.owners).map(|owner| owner.entry).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a place of a plain text is a word of its own and not a piece of another.
pub(crate) fn is_whole_word(text: &str, place: &Range<usize>) -> bool {
    let (before, after) = (text.get(..place.start), text.get(place.end..));
    let found = text.get(place.clone());
    let ends = found.and_then(|found| Some((found.chars().next()?, found.chars().next_back()?)));
    let (Some(before), Some(after), Some((first, last))) = (before, after, ends) else { return false };
    let (before, next) = (before.chars().next_back(), after.chars().next());
    boundary::is_whole(&boundary::Place { before, first, last, next, after })
}
