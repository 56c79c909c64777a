//! Which spellings stand for an entry: its names, its readings, and the parts of a person's full name.

use super::visible::{FoldedText, is_pause};
use super::{Form, Options, Singles};
use crate::knowledge::character::Character;
use crate::knowledge::term::Term;
use crate::text::fold::Folding;
use crate::text::script::Script;
use std::collections::BTreeMap;

/// A folded text to look for, and whose it is.
#[derive(Debug)]
pub(super) struct Spelling {
    pub(super) text: String,
    pub(super) owners: Vec<Owner>,
}

/// One entry that a spelling may stand for.
#[derive(Debug)]
pub(super) struct Owner {
    /// The entry, by its place in the list the spellings were gathered for.
    pub(super) entry: usize,
    pub(super) form: Form,
    /// Where the spelling has capitals.
    pub(super) capitals: Vec<usize>,
    pub(super) care: Care,
    /// How this form is translated, folded, to tell whether two entries disagree.
    pub(super) translation: String,
    is_person: bool,
}

/// What a spelling needs around it beyond a word's boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    Free,
    Alone,
}

/// Longer names are titles of chapters or worse; searching for them would only cost.
const LONGEST: usize = 120;
/// Hiragana up to this length is more often a piece of another word than a name.
const SHORT_HIRAGANA: usize = 3;

/// Gathers spellings, in running text and in readings.
#[derive(Debug)]
pub(super) struct Gathering<'o> {
    options: &'o Options,
    text: BTreeMap<String, Vec<Owner>>,
    readings: BTreeMap<String, Vec<Owner>>,
}

/// A name on its way to a spelling.
struct Candidate<'a> {
    entry: usize,
    form: Form,
    source: &'a str,
    translation: &'a str,
    is_person: bool,
}

impl<'o> Gathering<'o> {
    pub(super) const fn new(options: &'o Options) -> Self {
        Self { options, text: BTreeMap::new(), readings: BTreeMap::new() }
    }

    pub(super) fn add_term(&mut self, entry: usize, term: &Term) {
        let candidate = Candidate {
            entry,
            form: Form::Name(0),
            source: &term.source,
            translation: &term.translation,
            is_person: false,
        };
        self.add_name(&candidate);
        if let Some(reading) = &term.reading {
            self.add_reading(&Candidate { form: Form::Reading(0), source: reading, ..candidate });
        }
    }

    pub(super) fn add_character(&mut self, entry: usize, character: &Character) {
        for (number, name) in character.names().enumerate() {
            let candidate = Candidate {
                entry,
                form: Form::Name(number),
                source: &name.source,
                translation: &name.translation,
                is_person: true,
            };
            self.add_name(&candidate);
            for part in parts(&name.source) {
                self.add_name(&Candidate { form: Form::Part(number), source: part, ..candidate });
            }
            let Some(reading) = &name.reading else { continue };
            self.add_reading(&Candidate { form: Form::Reading(number), source: reading, ..candidate });
            for part in parts(reading) {
                self.add_reading(&Candidate { form: Form::Part(number), source: part, ..candidate });
            }
        }
    }

    /// A spelling with nothing known about it.
    pub(super) fn add_plain(&mut self, entry: usize, source: &str) {
        let candidate = Candidate { entry, form: Form::Name(0), source, translation: "", is_person: false };
        if let Some(care) = self.care(source) {
            self.add_text(&candidate, care);
        }
    }

    /// The name in running text, and as a reading that says another word than its base.
    fn add_name(&mut self, candidate: &Candidate<'_>) {
        let Some(care) = self.care(candidate.source) else { return };
        self.add_text(candidate, care);
        self.add_reading(candidate);
    }

    /// What a spelling needs around it; `None` if it is not to be found at all.
    fn care(&self, source: &str) -> Option<Care> {
        match shortness(source) {
            Shortness::Long => Some(Care::Free),
            Shortness::ShortHiragana => Some(Care::Alone),
            Shortness::Single => match self.options.singles {
                Singles::Alone => Some(Care::Alone),
                Singles::Anywhere => Some(Care::Free),
                Singles::Never => None,
            },
        }
    }

    fn add_text(&mut self, candidate: &Candidate<'_>, care: Care) {
        let mut folded = FoldedText::default();
        folded.push(candidate.source.trim(), 0, self.options.folding);
        if is_searchable(&folded.text) {
            let owner = owner(candidate, folded.capitals, care);
            self.text.entry(folded.text).or_default().push(owner);
        }
    }

    fn add_reading(&mut self, candidate: &Candidate<'_>) {
        let bare: String = candidate.source.chars().filter(|c| !is_pause(*c)).collect();
        let folded = Folding::READING.fold(bare.trim());
        if is_searchable(&folded) && folded.chars().nth(1).is_some() {
            self.readings.entry(folded).or_default().push(owner(candidate, Vec::new(), Care::Free));
        }
    }

    /// The spellings of running text and those of readings.
    pub(super) fn finish(self) -> (Vec<Spelling>, Vec<Spelling>) {
        let settle = |(text, owners)| Spelling { text, owners: settled(owners) };
        let settle_all = |map: BTreeMap<String, Vec<Owner>>| {
            map.into_iter().map(settle).filter(|spelling| !spelling.owners.is_empty()).collect()
        };
        (settle_all(self.text), settle_all(self.readings))
    }
}

fn owner(candidate: &Candidate<'_>, capitals: Vec<usize>, care: Care) -> Owner {
    Owner {
        entry: candidate.entry,
        form: candidate.form,
        capitals,
        care,
        translation: Folding::COMPARABLE.fold(candidate.translation.trim()),
        is_person: candidate.is_person,
    }
}

/// A part of a name stands for its person only if no other person has it; each entry owns a spelling once.
fn settled(mut owners: Vec<Owner>) -> Vec<Owner> {
    let is_part = |owner: &Owner| matches!(owner.form, Form::Part(_));
    let people = |wanted_part: bool| {
        let mut entries: Vec<usize> = owners
            .iter()
            .filter(|owner| owner.is_person && is_part(owner) == wanted_part)
            .map(|owner| owner.entry)
            .collect();
        entries.sort_unstable();
        entries.dedup();
        entries
    };
    let (named, in_part) = (people(false), people(true));
    let parts_are_clear = named.is_empty() && in_part.len() < 2;
    owners.retain(|owner| !is_part(owner) || parts_are_clear);
    owners.sort_by_key(|owner| (owner.entry, owner.form));
    owners.dedup_by_key(|owner| owner.entry);
    owners
}

/// Whether several owners of one spelling leave it open what is meant: two people, or two translations.
pub(super) fn disagree(owners: &[&Owner]) -> bool {
    let n_people = owners.iter().filter(|owner| owner.is_person).count();
    let differ = owners.windows(2).any(|pair| match pair {
        [one, other] => one.translation != other.translation,
        _ => false,
    });
    owners.len() > 1 && (n_people > 1 || differ)
}

enum Shortness {
    Long,
    ShortHiragana,
    Single,
}

fn shortness(source: &str) -> Shortness {
    let mut chars = source.trim().chars().filter(|c| !is_pause(*c));
    let (first, second) = (chars.next(), chars.next());
    let is_hiragana = source.trim().chars().all(|c| Script::of_char(c) == Script::Hiragana || c == 'ー');
    match (first, second) {
        (Some(only), None) if Script::of_char(only).is_east_asian() => Shortness::Single,
        _ if is_hiragana && source.trim().chars().count() <= SHORT_HIRAGANA => Shortness::ShortHiragana,
        _ => Shortness::Long,
    }
}

fn is_searchable(folded: &str) -> bool {
    folded.chars().any(char::is_alphanumeric) && folded.chars().nth(LONGEST).is_none()
}

/// The parts of a name that its person may be called by.
fn parts(name: &str) -> Vec<&str> {
    let parts: Vec<&str> = name.trim().split(is_pause).filter(|part| !part.is_empty()).collect();
    if parts.len() < 2 {
        return Vec::new();
    }
    parts.into_iter().filter(|part| is_callable(part)).collect()
}

/// Particles and titles of names are nobody's own, and a small or single letter is no name.
fn is_callable(part: &str) -> bool {
    const NOBODYS: [&str; 22] = [
        "the", "of", "de", "del", "della", "di", "da", "du", "la", "le", "von", "van", "der", "den", "mr",
        "mrs", "ms", "dr", "sir", "lord", "lady", "miss",
    ];
    let bare = part.trim_end_matches('.');
    let lower = bare.to_lowercase();
    let first = bare.chars().next();
    let is_small = first.is_some_and(char::is_lowercase);
    bare.chars().nth(1).is_some() && !is_small && !NOBODYS.contains(&lower.as_str())
}
