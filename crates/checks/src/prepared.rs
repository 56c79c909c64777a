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
    pub paragraph: &'a Unit<'a>,
    /// The translation as it is now.
    pub translation: &'a Marked,
    /// The languages.
    pub pair: &'a Pair,
    pub source: &'a View<'a>,
    /// The translation.
    pub target: View<'a>,
    before: OnceCell<Option<Neighbour<'a>>>,
    after: OnceCell<Option<Neighbour<'a>>>,
    source_quotations: OnceCell<Vec<Quotation>>,
    target_quotations: OnceCell<Vec<Quotation>>,
    source_digits: OnceCell<Vec<Digits>>,
    target_digits: OnceCell<Vec<Digits>>,
    anchors: OnceCell<Vec<Anchor<'a>>>,
    stems: OnceCell<Stems>,
}

/// The nearest paragraph on one side, prepared no further than somebody asks.
pub struct Neighbour<'a> {
    aligned: &'a Aligned<'a>,
    pair: &'a Pair,
    /// The characters of its translation.
    pub target_chars: Vec<char>,
    source: OnceCell<View<'a>>,
    target: OnceCell<View<'a>>,
}

impl<'a> Neighbour<'a> {
    pub fn source(&self) -> &View<'a> {
        self.source.get_or_init(|| View::new(self.aligned.source.plain(), &self.pair.source_lexicon))
    }

    /// Its translation.
    pub fn target(&self) -> &View<'a> {
        self.target.get_or_init(|| View::new(self.aligned.translation.plain(), &self.pair.target_lexicon))
    }
}

impl<'a> Prepared<'a> {
    /// Prepares a translation against a prepared source.
    pub fn new(
        paragraph: &'a Unit<'a>,
        pair: &'a Pair,
        source: &'a View<'a>,
        translation: &'a Marked,
    ) -> Self {
        Self {
            paragraph,
            translation,
            pair,
            source,
            target: View::new(translation.plain(), &pair.target_lexicon),
            before: OnceCell::new(),
            after: OnceCell::new(),
            source_quotations: OnceCell::new(),
            target_quotations: OnceCell::new(),
            source_digits: OnceCell::new(),
            target_digits: OnceCell::new(),
            anchors: OnceCell::new(),
            stems: OnceCell::new(),
        }
    }

    /// The same texts, with something else known about them.
    pub fn with_paragraph<'b>(self, paragraph: &'b Unit<'b>) -> Prepared<'b>
    where
        'a: 'b,
    {
        Prepared {
            paragraph,
            translation: self.translation,
            pair: self.pair,
            source: self.source,
            target: self.target,
            before: OnceCell::new(),
            after: OnceCell::new(),
            source_quotations: self.source_quotations,
            target_quotations: self.target_quotations,
            source_digits: self.source_digits,
            target_digits: self.target_digits,
            anchors: OnceCell::new(),
            stems: self.stems,
        }
    }

    fn neighbour(&self, aligned: Option<&'a Aligned<'a>>) -> Option<Neighbour<'a>> {
        aligned.map(|aligned| Neighbour {
            aligned,
            pair: self.pair,
            target_chars: aligned.translation.plain().chars().collect(),
            source: OnceCell::new(),
            target: OnceCell::new(),
        })
    }

    /// The paragraph before, if it was handed in.
    pub fn before(&self) -> Option<&Neighbour<'a>> {
        self.before.get_or_init(|| self.neighbour(self.paragraph.before.last())).as_ref()
    }

    /// The paragraph after, if it was handed in.
    pub fn after(&self) -> Option<&Neighbour<'a>> {
        self.after.get_or_init(|| self.neighbour(self.paragraph.after.first())).as_ref()
    }

    /// The lengths to expect: the book's own, or the languages' usual ones.
    pub const fn lengths(&self) -> Option<&LengthStatistics> {
        self.pair.lengths.as_ref()
    }

    /// The source's dictionary words; `None` without a dictionary.
    pub fn anchors(&self) -> Option<&[Anchor<'a>]> {
        let dictionary = self.pair.dictionary.as_deref()?;
        Some(self.anchors.get_or_init(|| anchors::find(self.source, dictionary)))
    }

    /// The stems of the translation's content words.
    pub fn stems(&self) -> &Stems {
        self.stems.get_or_init(|| anchors::stems_of(&self.target))
    }

    /// By how many spreads the translation is longer than expected.
    pub fn z(&self) -> Option<f64> {
        self.lengths().map(|lengths| lengths.z(self.source.length(), self.target.length()))
    }

    /// The source's quotations.
    pub fn source_quotations(&self) -> &[Quotation] {
        self.source_quotations
            .get_or_init(|| quotation::find(self.source, self.pair.source.has_single_dash()))
    }

    /// The translation's quotations.
    pub fn target_quotations(&self) -> &[Quotation] {
        self.target_quotations
            .get_or_init(|| quotation::find(&self.target, self.pair.target.has_single_dash()))
    }

    /// The source's numbers in digits.
    pub fn source_digits(&self) -> &[Digits] {
        self.source_digits.get_or_init(|| number::in_digits(self.source))
    }

    /// The translation's numbers in digits.
    pub fn target_digits(&self) -> &[Digits] {
        self.target_digits.get_or_init(|| number::in_digits(&self.target))
    }
}
