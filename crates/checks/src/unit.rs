//! What is put before the checks: one paragraph with its translation, what stands around it and what is known.

use crate::policy::Policy;
use book::knowledge::character::Character;
use book::knowledge::evidence::StoryPosition;
use book::knowledge::term::Term;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;

/// One paragraph and its translation.
#[derive(Debug, Clone, Copy)]
pub struct Unit<'a> {
    pub source: &'a Marked,
    /// The translation to judge.
    pub translation: &'a Marked,
    /// What sort of block it is.
    pub kind: ParagraphKind,
    /// Paragraphs before it with their translations, nearest last; what the translator had as context.
    pub before: &'a [Aligned<'a>],
    /// Paragraphs after it with their translations, nearest first.
    pub after: &'a [Aligned<'a>],
    /// What is known and occurs in this paragraph.
    pub knowledge: ParagraphKnowledge<'a>,
    /// How the person wants the translation.
    pub policy: &'a Policy,
}

impl<'a> Unit<'a> {
    /// A paragraph on its own, with nothing known.
    pub const fn alone(source: &'a Marked, translation: &'a Marked, policy: &'a Policy) -> Self {
        Self {
            source,
            translation,
            kind: ParagraphKind::Body,
            before: &[],
            after: &[],
            knowledge: ParagraphKnowledge::NONE,
            policy,
        }
    }

    /// The title of a chapter or a book with its translation. It is judged as a heading that stands alone.
    pub const fn title(source: &'a Marked, translation: &'a Marked, policy: &'a Policy) -> Self {
        Self { kind: ParagraphKind::Heading, ..Self::alone(source, translation, policy) }
    }
}

/// A neighbouring paragraph with its translation.
#[derive(Debug, Clone, Copy)]
pub struct Aligned<'a> {
    pub source: &'a Marked,
    pub translation: &'a Marked,
}

/// What is known and occurs in one paragraph.
#[derive(Debug, Clone, Copy)]
pub struct ParagraphKnowledge<'a> {
    /// Terms whose source occurs in the paragraph.
    pub terms: &'a [&'a Term],
    /// Characters of whom a name occurs in the paragraph.
    pub characters: &'a [&'a Character],
    /// Everybody of the story, named in this paragraph or not.
    pub cast: &'a [Character],
    /// Who speaks, where it is known.
    pub speaker: Option<&'a Character>,
    /// Who is spoken to, where it is known.
    pub addressee: Option<&'a Character>,
    /// Where in the series the paragraph stands.
    pub moment: StoryPosition,
}

impl ParagraphKnowledge<'_> {
    /// Nothing known.
    pub const NONE: Self = Self {
        terms: &[],
        characters: &[],
        cast: &[],
        speaker: None,
        addressee: None,
        moment: StoryPosition(0),
    };
}
