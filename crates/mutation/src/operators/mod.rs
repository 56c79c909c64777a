//! The defects that are planted in one paragraph, with the checks whose business they are.

mod completeness;
mod generation;
mod marks;
mod markup;
mod names;

use super::{Corpus, Mutant};
use crate::chance::Rng;
use book::knowledge::character::Character;
use book::knowledge::term::Term;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use checks::language::lexicon::Lexicon;
use checks::language::pair::Pair;
use checks::policy::Policy;
use checks::text::view::View;
use std::borrow::Cow;

/// A way to spoil a translation, or to change it so that nothing may object.
pub struct Operator {
    pub name: &'static str,
    /// What must happen.
    pub expected: ExpectedOutcome,
    /// Spoils one paragraph; `None` where the defect makes no sense there.
    pub spoil: fn(&Scene<'_>, &mut Rng) -> Option<Mutant>,
}

/// What must happen to a changed paragraph.
#[derive(Debug, Clone, Copy)]
pub enum ExpectedOutcome {
    /// One of these checks notices.
    CaughtBy(&'static [&'static str]),
    /// None of these checks says a word: the change is no defect.
    SparedBy(&'static [&'static str]),
}

/// All operators.
pub fn all() -> impl Iterator<Item = &'static Operator> {
    [completeness::ALL, marks::ALL, generation::ALL, names::ALL, markup::ALL].into_iter().flatten()
}

/// Where a defect is planted.
pub struct Scene<'a> {
    /// All paragraphs.
    pub corpus: &'a Corpus,
    /// The one to spoil.
    pub index: usize,
    /// The languages.
    pub pair: &'a Pair,
    /// Who is named in it.
    pub characters: Vec<&'a Character>,
    /// Terms that stand in it.
    pub terms: Vec<&'a Term>,
}

impl<'a> Scene<'a> {
    fn at(&self, index: usize) -> Option<(&'a str, &'a str)> {
        self.corpus.lines.get(index).map(|line| (line.source.as_str(), line.translation.as_str()))
    }

    fn kind(&self) -> ParagraphKind {
        self.corpus.lines.get(self.index).map_or(ParagraphKind::Body, |line| line.kind)
    }

    fn source(&self) -> &'a str {
        self.at(self.index).map_or("", |pair| pair.0)
    }

    fn translation(&self) -> &'a str {
        self.at(self.index).map_or("", |pair| pair.1)
    }

    fn spoilt(&self, translation: impl Into<String>) -> Option<Mutant> {
        let translation = translation.into();
        (translation != self.translation()).then(|| self.mutant(self.source(), &translation))
    }

    fn mutant(&self, source: &str, translation: &str) -> Mutant {
        Mutant {
            index: self.index,
            source: Marked::from_plain(source),
            translation: Marked::from_plain(translation),
            next: None,
            policy: Policy::default(),
        }
    }

    fn long_enough(&self, least: usize) -> bool {
        self.source().chars().count() >= least && self.translation().chars().count() >= 8
    }

    fn is_wide(&self) -> bool {
        self.pair.target.is_ideographic()
    }
}

fn view(text: &str) -> View<'_> {
    View::new(Cow::Borrowed(text), &Lexicon::default())
}

pub(super) fn sentences(text: &str) -> Vec<String> {
    let view = view(text);
    view.sentences().iter().map(|range| view.slice(range.clone())).collect()
}

fn insert(scene: &Scene<'_>, rng: &mut Rng, what: &str) -> Option<Mutant> {
    let chars: Vec<char> = scene.translation().chars().collect();
    let inner: Vec<usize> = (1..chars.len())
        .filter(|at| {
            let letter = |at: usize| chars.get(at).is_some_and(|c| c.is_alphabetic());
            letter(at - 1) && letter(*at)
        })
        .collect();
    let at = *rng.choice(&inner)?;
    let (head, tail) = chars.split_at_checked(at)?;
    scene.spoilt(head.iter().chain(&what.chars().collect::<Vec<_>>()).chain(tail).collect::<String>())
}
