//! How consistently each name and term is rendered over a book: which forms, how often, from which chapter to which.
//!
//! An agreed form is looked for first, with its listed inflections. Where none stands, the rendering that was used
//! instead is worked out from the text: words that come back in those paragraphs and hardly anywhere else.

mod candidate;

use super::character::Character;
use super::entry::EntryKey;
use super::matching::{Doubt, Matcher, Scratch};
use super::rename::{Shape, shapes};
use super::term::Term;
use crate::id::ParagraphId;
use crate::language::LanguageTag;
use crate::text::markup::Marked;
use candidate::Candidates;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A translated paragraph.
#[derive(Debug, Clone, Copy)]
pub struct TranslatedLine<'a> {
    /// The chapter's place, growing over the book.
    pub chapter: u32,
    /// The paragraph.
    pub paragraph: ParagraphId,
    /// Its source.
    pub source: &'a Marked,
    /// Its translation.
    pub translation: &'a Marked,
}

/// How one entry is rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// The entry.
    pub entry: EntryKey,
    /// Its name in the source.
    pub source: String,
    /// How many translated paragraphs have it in their source.
    pub n_paragraphs: usize,
    /// What stands for it, the most frequent first.
    pub renderings: Vec<Rendering>,
    /// Paragraphs in which nothing is recognised: a pronoun, or a word used once.
    pub unrecognised: Vec<ParagraphId>,
}

/// One rendering.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendering {
    /// The form.
    pub form: String,
    /// Whether it is an agreed one.
    pub is_agreed: bool,
    /// Paragraphs it stands in, in order.
    pub paragraphs: Vec<ParagraphId>,
    /// The first chapter it stands in.
    pub first_chapter: u32,
    /// The last chapter it stands in.
    pub last_chapter: u32,
    /// In how many paragraphs of each chapter it stands, in order; chapters without it are left out.
    pub chapters: Vec<(u32, usize)>,
}

impl Drift {
    /// The share of the most frequent rendering among all that are recognised, in thousandths.
    pub fn consistency(&self) -> usize {
        let most = self.renderings.iter().map(|rendering| rendering.paragraphs.len()).max().unwrap_or(0);
        let all: usize = self.renderings.iter().map(|rendering| rendering.paragraphs.len()).sum();
        (most * 1000).checked_div(all).unwrap_or(1000)
    }

    /// How many paragraphs would have to change for all to be alike.
    pub fn n_odd(&self) -> usize {
        let all = self.renderings.iter().map(|rendering| rendering.paragraphs.len());
        all.clone().sum::<usize>() - all.max().unwrap_or(0)
    }
}

/// Looks through a book. Entries that occur less than twice cannot drift and are left out; the worst come first.
pub fn drift(
    matcher: &Matcher,
    (terms, characters): (&[Term], &[Character]),
    target: &LanguageTag,
    lines: &[TranslatedLine<'_>],
) -> Vec<Drift> {
    let mut watched: BTreeMap<EntryKey, WatchedEntry> = BTreeMap::new();
    let terms = terms.iter().filter(|term| term.standing.is_usable());
    watched.extend(
        terms.map(|term| (term.id.into(), WatchedEntry::new(&term.source, term.allowed_forms(), target))),
    );
    let people = characters.iter().filter(|character| character.standing.is_usable());
    watched.extend(people.map(|character| {
        let forms = character.names().map(|name| name.translation.as_str());
        (character.id.into(), WatchedEntry::new(&character.name.source, forms, target))
    }));
    let mut scratch = Scratch::default();
    for (place, line) in lines.iter().enumerate() {
        let plain = line.translation.plain();
        let mut seen = HashSet::new();
        for occurrence in matcher.occurrences_with(line.source, &mut scratch) {
            if occurrence.doubt != Some(Doubt::Shared)
                && seen.insert(occurrence.entry)
                && let Some(watched) = watched.get_mut(&occurrence.entry)
            {
                watched.count_paragraph(place, &plain);
            }
        }
    }
    recognise(&mut watched, lines);
    let mut drifts: Vec<Drift> = watched
        .into_iter()
        .filter(|(_, watched)| watched.n_paragraphs > 1)
        .map(|(entry, watched)| watched.into_drift(entry, lines))
        .collect();
    drifts.sort_by_key(|drift| (std::cmp::Reverse(drift.n_odd()), drift.consistency(), drift.entry));
    drifts
}

/// An entry on its way through the book.
struct WatchedEntry {
    source: String,
    forms: Vec<(String, Vec<Shape>)>,
    n_paragraphs: usize,
    /// Lines by the rendering that stands in them.
    rendered: HashMap<String, (bool, Vec<usize>)>,
    open: Vec<usize>,
}

impl WatchedEntry {
    fn new<'f>(source: &str, forms: impl Iterator<Item = &'f str>, target: &LanguageTag) -> Self {
        let forms = forms.filter(|form| !form.trim().is_empty());
        let forms = forms.map(|form| (form.to_owned(), shapes(form, form, target))).collect();
        Self { source: source.to_owned(), forms, n_paragraphs: 0, rendered: HashMap::new(), open: Vec::new() }
    }

    fn count_paragraph(&mut self, place: usize, plain: &str) {
        self.n_paragraphs += 1;
        let stands = |(_, shapes): &&(String, Vec<Shape>)| super::rename::stands(plain, shapes);
        match self.forms.iter().find(stands) {
            Some((form, _)) => {
                self.rendered.entry(form.clone()).or_insert_with(|| (true, Vec::new())).1.push(place);
            }
            None => self.open.push(place),
        }
    }

    fn into_drift(self, entry: EntryKey, lines: &[TranslatedLine<'_>]) -> Drift {
        let ids = |places: &[usize]| -> Vec<ParagraphId> {
            places.iter().filter_map(|place| lines.get(*place)).map(|line| line.paragraph).collect()
        };
        let chapter =
            |place: Option<&usize>| place.and_then(|place| lines.get(*place)).map_or(0, |line| line.chapter);
        let by_chapter = |places: &[usize]| {
            let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
            for place in places {
                *counts.entry(chapter(Some(place))).or_default() += 1;
            }
            counts.into_iter().collect()
        };
        let mut renderings: Vec<Rendering> = self
            .rendered
            .into_iter()
            .map(|(form, (is_agreed, places))| Rendering {
                form,
                is_agreed,
                paragraphs: ids(&places),
                first_chapter: chapter(places.first()),
                last_chapter: chapter(places.last()),
                chapters: by_chapter(&places),
            })
            .collect();
        renderings.sort_by(|one, other| {
            other.paragraphs.len().cmp(&one.paragraphs.len()).then_with(|| one.form.cmp(&other.form))
        });
        let unrecognised = ids(&self.open);
        Drift { entry, source: self.source, n_paragraphs: self.n_paragraphs, renderings, unrecognised }
    }
}

/// Works out what stands in the paragraphs without an agreed form.
fn recognise(watched: &mut BTreeMap<EntryKey, WatchedEntry>, lines: &[TranslatedLine<'_>]) {
    let known: HashSet<String> = watched
        .values()
        .flat_map(|watched| &watched.forms)
        .flat_map(|(form, _)| form.split([' ', '·', '・']).chain([form.as_str()]))
        .map(str::to_lowercase)
        .collect();
    let open: Vec<(EntryKey, Vec<usize>)> = watched
        .iter()
        .filter(|(_, one)| one.open.len() > 1)
        .map(|(key, one)| (*key, one.open.clone()))
        .collect();
    let candidates = Candidates::gather(&open, lines, &known);
    for (key, _) in open {
        let Some(watched) = watched.get_mut(&key) else { continue };
        for (form, places) in candidates.best(key, &watched.open) {
            watched.open.retain(|place| !places.contains(place));
            watched.rendered.insert(form, (false, places));
        }
    }
}
