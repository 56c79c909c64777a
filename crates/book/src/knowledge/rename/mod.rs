//! A changed name, carried through a book: what exact replacement can do is done, the rest is for a model.
//!
//! Only paragraphs whose source has the entry are touched, so that the same word for something else stays. Everything
//! that could be grammar or another entry is left alone and said so.

mod article;
mod inflection;
mod rewriting;
mod rival;

pub use inflection::{Shape, shapes};
pub use rewriting::{ReplacedSpan, Rewriting, Rewritten, Why};

use super::character::Character;
use super::entry::EntryKey;
use super::matching::{Doubt, Occurrence};
use super::term::{Term, TermKind};
use crate::language::LanguageTag;
use crate::text::markup::Marked;
use rewriting::{Plain, hits_of};
use rival::{Kind, Rival, rivals};

/// A change of how an entry is translated.
#[derive(Debug, Clone)]
pub struct Rename {
    entry: EntryKey,
    shapes: Vec<Shape>,
    /// Forms that are right from now on.
    new_forms: Vec<String>,
    rivals: Vec<Rival>,
    is_person: bool,
    target: LanguageTag,
}

impl Rename {
    /// A term that is translated in another way. `terms` and `characters` are what the series knows besides.
    pub fn of_term(
        before: &Term,
        after: &Term,
        (terms, characters): (&[Term], &[Character]),
        target: &LanguageTag,
    ) -> Self {
        let new_forms: Vec<String> = after.allowed_forms().map(ToOwned::to_owned).collect();
        let new = new_forms.first().cloned().unwrap_or_default();
        let gone = before.allowed_forms().filter(|form| !new_forms.iter().any(|known| known == form));
        let pairs: Vec<(String, String)> = gone.map(|form| (form.to_owned(), new.clone())).collect();
        let is_person = before.kind == TermKind::Person;
        Self::new(before.id.into(), &pairs, new_forms, is_person, (terms, characters), target)
    }

    /// A character whose names are translated in another way. Names are held against each other by their place; where a
    /// name has as many words as before, its words are replaced where they stand alone.
    pub fn of_character(
        before: &Character,
        after: &Character,
        (terms, characters): (&[Term], &[Character]),
        target: &LanguageTag,
    ) -> Self {
        let new_forms: Vec<String> = after.names().map(|name| name.translation.clone()).collect();
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (old, new) in before.names().zip(after.names()) {
            let (old, new) = (old.translation.trim(), new.translation.trim());
            let (old_words, new_words): (Vec<&str>, Vec<&str>) = (split_words(old), split_words(new));
            pairs.push((old.to_owned(), new.to_owned()));
            if old_words.len() > 1 && old_words.len() == new_words.len() {
                let words = old_words.iter().zip(&new_words);
                pairs.extend(words.map(|(old, new)| ((*old).to_owned(), (*new).to_owned())));
            }
        }
        pairs.retain(|(old, new)| !old.is_empty() && !new.is_empty() && old != new);
        Self::new(before.id.into(), &pairs, new_forms, true, (terms, characters), target)
    }

    fn new(
        entry: EntryKey,
        pairs: &[(String, String)],
        new_forms: Vec<String>,
        is_person: bool,
        known: (&[Term], &[Character]),
        target: &LanguageTag,
    ) -> Self {
        let mut all: Vec<Shape> = Vec::new();
        for (old, new) in pairs {
            for shape in shapes(old, new, target) {
                if !all.iter().any(|known| known.old == shape.old) {
                    all.push(shape);
                }
            }
        }
        let rivals = rivals(entry, &all, known, target);
        Self { entry, shapes: all, new_forms, rivals, is_person, target: target.clone() }
    }

    /// Every replacement that may be made, for a person to look over.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Whether nothing in a translation has to change.
    pub const fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// What is to become of a paragraph's translation. `occurrences` is everything that is known to stand in its source.
    pub fn rewrite(&self, occurrences: &[Occurrence], translation: &Marked) -> Rewriting {
        let own: Vec<&Occurrence> = occurrences.iter().filter(|one| one.entry == self.entry).collect();
        if own.is_empty() || self.is_empty() {
            return Rewriting::Untouched;
        }
        let plain = Plain::from_marked(translation);
        let mut hits = hits_of(&plain.text, &self.shapes);
        if hits.is_empty() {
            let is_done = self
                .new_forms
                .iter()
                .any(|form| !hits_of(&plain.text, &shapes(form, form, &self.target)).is_empty());
            return if is_done { Rewriting::Untouched } else { Rewriting::NeedsModel(Why::OldFormMissing) };
        }
        if own.iter().all(|one| one.doubt == Some(Doubt::Shared)) {
            return Rewriting::NeedsModel(Why::SourceInDoubt);
        }
        let is_present = |entry: EntryKey| occurrences.iter().any(|one| one.entry == entry);
        for rival in &self.rivals {
            let theirs = hits_of(&plain.text, &rival.shapes);
            let is_inside = |hit: &rewriting::Hit<'_>| {
                theirs
                    .iter()
                    .any(|their| their.place.start <= hit.place.start && hit.place.end <= their.place.end)
            };
            // A longer name that the source has too is its own; one that the source lacks is a riddle.
            match (rival.kind, is_present(rival.entry)) {
                (Kind::Longer, true) => hits.retain(|hit| !is_inside(hit)),
                (Kind::Same, true) | (Kind::Longer, false) if hits.iter().any(is_inside) => {
                    return Rewriting::NeedsModel(Why::SharedForm { entry: rival.entry });
                }
                (Kind::Same | Kind::Longer, _) => {}
            }
        }
        if hits.is_empty() {
            return Rewriting::NeedsModel(Why::OldFormMissing);
        }
        if hits.len() > own.len() && !self.is_person && hits.iter().any(|hit| !is_proper(&hit.shape.old)) {
            return Rewriting::NeedsModel(Why::MoreThanInSource {
                n_found: hits.len(),
                n_in_source: own.len(),
            });
        }
        if hits.iter().any(|hit| article::may_change(&plain.text, hit, self.is_person, &self.target)) {
            return Rewriting::NeedsModel(Why::Article);
        }
        plain.replace(translation, &hits)
    }
}

/// Whether any of these shapes stands in a plain text as a whole word.
pub(crate) fn stands(plain: &str, shapes: &[Shape]) -> bool {
    !hits_of(plain, shapes).is_empty()
}

fn split_words(name: &str) -> Vec<&str> {
    name.split([' ', '·', '・']).filter(|word| !word.is_empty()).collect()
}

/// A word with a capital is a name; one without, or of a script without capitals, may be any word.
fn is_proper(form: &str) -> bool {
    form.chars().next().is_some_and(char::is_uppercase)
}
