//! A paragraph as the checks see it: both texts prepared once, neighbours only when somebody asks.

use crate::dictionary::anchors::{self, Anchor, Stems};
use crate::language::length::LengthStatistics;
use crate::language::pair::Pair;
use crate::text::number::{self, Digits};
use crate::text::quotation::{self, Quotation};
use crate::text::view::View;
use crate::unit::{Aligned, Unit};
use book::text::markup::Marked;
use std::cell::OnceCell;

/// A paragraph with everything that several checks need.
pub struct Prepared<'a> {
    /// What was handed in; `translation` may have been mended since.
    pub unit: &'a Unit<'a>,
    /// The translation as it is now.
    pub translation: &'a Marked,
    /// The languages.
    pub pair: &'a Pair,
    /// The source.
    pub s: &'a View<'a>,
    /// The translation.
    pub t: View<'a>,
    before: OnceCell<Option<Neighbour<'a>>>,
    after: OnceCell<Option<Neighbour<'a>>>,
    s_quotations: OnceCell<Vec<Quotation>>,
    t_quotations: OnceCell<Vec<Quotation>>,
    s_digits: OnceCell<Vec<Digits>>,
    t_digits: OnceCell<Vec<Digits>>,
    anchors: OnceCell<Vec<Anchor<'a>>>,
    stems: OnceCell<Stems>,
}

/// The nearest paragraph on one side, prepared no further than somebody asks.
pub struct Neighbour<'a> {
    aligned: &'a Aligned<'a>,
    pair: &'a Pair,
    /// The characters of its translation.
    pub t_chars: Vec<char>,
    s: OnceCell<View<'a>>,
    t: OnceCell<View<'a>>,
}

impl<'a> Neighbour<'a> {
    /// Its source.
    pub fn s(&self) -> &View<'a> {
        self.s.get_or_init(|| View::of(self.aligned.source.plain(), &self.pair.source_lexicon))
    }

    /// Its translation.
    pub fn t(&self) -> &View<'a> {
        self.t.get_or_init(|| View::of(self.aligned.translation.plain(), &self.pair.target_lexicon))
    }
}

impl<'a> Prepared<'a> {
    /// Prepares a translation against a prepared source.
    pub fn new(unit: &'a Unit<'a>, pair: &'a Pair, s: &'a View<'a>, translation: &'a Marked) -> Self {
        Self {
            unit,
            translation,
            pair,
            s,
            t: View::of(translation.plain(), &pair.target_lexicon),
            before: OnceCell::new(),
            after: OnceCell::new(),
            s_quotations: OnceCell::new(),
            t_quotations: OnceCell::new(),
            s_digits: OnceCell::new(),
            t_digits: OnceCell::new(),
            anchors: OnceCell::new(),
            stems: OnceCell::new(),
        }
    }

    fn neighbour(&self, aligned: Option<&'a Aligned<'a>>) -> Option<Neighbour<'a>> {
        aligned.map(|aligned| Neighbour {
            aligned,
            pair: self.pair,
            t_chars: aligned.translation.plain().chars().collect(),
            s: OnceCell::new(),
            t: OnceCell::new(),
        })
    }

    /// The paragraph before, if it was handed in.
    pub fn before(&self) -> Option<&Neighbour<'a>> {
        self.before.get_or_init(|| self.neighbour(self.unit.before.last())).as_ref()
    }

    /// The paragraph after, if it was handed in.
    pub fn after(&self) -> Option<&Neighbour<'a>> {
        self.after.get_or_init(|| self.neighbour(self.unit.after.first())).as_ref()
    }

    /// The lengths to expect: the book's own, or the languages' usual ones.
    pub const fn lengths(&self) -> Option<&LengthStatistics> {
        self.pair.lengths.as_ref()
    }

    /// The source's dictionary words; `None` without a dictionary.
    pub fn anchors(&self) -> Option<&[Anchor<'a>]> {
        let dictionary = self.pair.dictionary.as_deref()?;
        Some(self.anchors.get_or_init(|| anchors::find(self.s, dictionary)))
    }

    /// The stems of the translation's content words.
    pub fn stems(&self) -> &Stems {
        self.stems.get_or_init(|| anchors::stems_of(&self.t))
    }

    /// By how many spreads the translation is longer than expected.
    pub fn z(&self) -> Option<f64> {
        self.lengths().map(|lengths| lengths.z(self.s.length(), self.t.length()))
    }

    /// The source's quotations.
    pub fn s_quotations(&self) -> &[Quotation] {
        self.s_quotations.get_or_init(|| quotation::find(self.s))
    }

    /// The translation's quotations.
    pub fn t_quotations(&self) -> &[Quotation] {
        self.t_quotations.get_or_init(|| quotation::find(&self.t))
    }

    /// The source's numbers in digits.
    pub fn s_digits(&self) -> &[Digits] {
        self.s_digits.get_or_init(|| number::in_digits(self.s))
    }

    /// The translation's numbers in digits.
    pub fn t_digits(&self) -> &[Digits] {
        self.t_digits.get_or_init(|| number::in_digits(&self.t))
    }
}
