//! The paragraphs of a book as another format has them.

use super::{ParagraphShape, Particulars};
use crate::export::{Bilingual, Layout, Manuscript, ManuscriptParagraph, Outcome};
use crate::txt::written;
use book::id::ParagraphId;
use book::text::book::FileFormat;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::{ParagraphKind, TagKind};
use std::collections::{HashMap, HashSet};

/// Paragraphs that go without markup.
pub(super) enum Bare {
    Some(HashSet<ParagraphId>),
    All,
}

impl Bare {
    fn contains(&self, id: ParagraphId) -> bool {
        match self {
            Self::Some(ids) => ids.contains(&id),
            Self::All => true,
        }
    }

    pub(super) fn extend(&mut self, more: Vec<ParagraphId>) {
        if let Self::Some(ids) = self {
            ids.extend(more);
        }
    }
}

/// A paragraph as the other format has it.
pub(super) struct Draft {
    pub id: ParagraphId,
    pub kind: ParagraphKind,
    pub source: Marked,
    pub outcome: Outcome,
    pub gap: Gap,
}

/// What stands before a paragraph.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// It goes on with the paragraph before it.
    None,
    /// What the format puts between paragraphs.
    Usual,
    /// A blank paragraph.
    Blank,
}

/// The paragraphs with text, chapter by chapter.
pub(super) fn draft(
    manuscript: &Manuscript,
    particulars: &Particulars<'_>,
    to: FileFormat,
    layout: Layout,
    bare: &Bare,
) -> Vec<Vec<Draft>> {
    let usual = usual_gap(manuscript, particulars);
    let no_shape = ParagraphShape::default();
    let mut chapters = Vec::with_capacity(manuscript.chapters.len());
    for chapter in &manuscript.chapters {
        let mut drafts: Vec<Draft> = Vec::new();
        let mut n_blank = 0;
        for paragraph in &chapter.paragraphs {
            let shape = particulars.shapes.get(&paragraph.id).unwrap_or(&no_shape);
            if is_blank(paragraph) {
                n_blank += usize::from(shape.kind != ParagraphKind::Notation);
                continue;
            }
            let gap = if n_blank > usual && !drafts.is_empty() { Gap::Blank } else { Gap::Usual };
            n_blank = 0;
            let is_bare = bare.contains(paragraph.id);
            if to == FileFormat::Epub {
                drafts.push(with_markup(paragraph, shape, gap, is_bare));
            } else if is_bare || layout.bilingual != Bilingual::No {
                drafts.push(on_one_line(paragraph, shape, gap));
            } else {
                drafts.extend(on_lines(paragraph, shape, gap));
            }
        }
        chapters.push(drafts);
    }
    chapters
}

fn is_blank(paragraph: &ManuscriptParagraph) -> bool {
    paragraph.source.plain().trim().is_empty()
}

/// How many blank paragraphs usually stand between two with text.
fn usual_gap(manuscript: &Manuscript, particulars: &Particulars<'_>) -> usize {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for chapter in &manuscript.chapters {
        let mut n_blank = None;
        for paragraph in &chapter.paragraphs {
            let kind = particulars.shapes.get(&paragraph.id).map(|shape| shape.kind);
            if !is_blank(paragraph) {
                if let Some(n_blank) = n_blank {
                    *counts.entry(n_blank).or_default() += 1;
                }
                n_blank = Some(0);
            } else if kind != Some(ParagraphKind::Notation) {
                n_blank = n_blank.map(|n_blank| n_blank + 1);
            }
        }
    }
    let most = counts.into_iter().max_by_key(|(n_blank, count)| (*count, usize::MAX - n_blank));
    most.map_or(0, |(n_blank, _)| n_blank)
}

/// Emphasis and line breaks are kept and numbered anew; other tags mean nothing in the other format.
fn with_markup(paragraph: &ManuscriptParagraph, shape: &ParagraphShape, gap: Gap, is_bare: bool) -> Draft {
    let mut numbers: HashMap<u16, u16> = HashMap::new();
    for piece in paragraph.source.pieces() {
        let (number, wanted) = match piece {
            Piece::Open(number) => (number, TagKind::Emphasis),
            Piece::Void(number) => (number, TagKind::Break),
            Piece::Text(_) | Piece::Close(_) | Piece::Ruby { .. } => continue,
        };
        if !is_bare && kind_of(number, shape) == Some(wanted) && !numbers.contains_key(&number) {
            let next = u16::try_from(numbers.len() + 1).unwrap_or(u16::MAX);
            numbers.insert(number, next);
        }
    }
    let carry = |text: &Marked| {
        let mut builder = MarkedBuilder::default();
        for piece in text.pieces() {
            let number = match piece {
                Piece::Text(_) | Piece::Ruby { .. } => {
                    builder.push(&piece);
                    continue;
                }
                Piece::Open(number) | Piece::Close(number) | Piece::Void(number) => number,
            };
            match (numbers.get(&number), piece) {
                (Some(&number), Piece::Open(_)) => builder.push(&Piece::Open(number)),
                (Some(&number), Piece::Close(_)) => builder.push(&Piece::Close(number)),
                (Some(&number), Piece::Void(_)) => builder.push(&Piece::Void(number)),
                (None, Piece::Void(_)) if kind_of(number, shape) == Some(TagKind::Break) => {
                    builder.push_text(" ");
                }
                (_, _) => {}
            }
        }
        builder.finish()
    };
    Draft {
        id: paragraph.id,
        kind: shape.kind,
        source: carry(&paragraph.source),
        outcome: mapped(&paragraph.outcome, carry),
        gap,
    }
}

fn mapped(outcome: &Outcome, change: impl FnOnce(&Marked) -> Marked) -> Outcome {
    match outcome {
        Outcome::Translated(translation) => Outcome::Translated(change(translation)),
        Outcome::Kept => Outcome::Kept,
        Outcome::Untranslated(reason) => Outcome::Untranslated(reason.clone()),
    }
}

fn kind_of(number: u16, shape: &ParagraphShape) -> Option<TagKind> {
    shape.tags.get(usize::from(number).checked_sub(1)?).copied()
}

/// The text without tags, cut at its line breaks.
fn cut_at_breaks(text: &Marked, shape: &ParagraphShape) -> Vec<Marked> {
    let mut lines = Vec::new();
    let mut builder = MarkedBuilder::default();
    for piece in text.pieces() {
        match piece {
            Piece::Text(_) | Piece::Ruby { .. } => builder.push(&piece),
            Piece::Void(number) if kind_of(number, shape) == Some(TagKind::Break) => {
                lines.push(std::mem::take(&mut builder).finish());
            }
            Piece::Void(_) | Piece::Open(_) | Piece::Close(_) => {}
        }
    }
    lines.push(builder.finish());
    lines.retain(|line| !line.plain().trim().is_empty());
    lines
}

/// Each line for itself, where source and translation have as many.
fn on_lines(paragraph: &ManuscriptParagraph, shape: &ParagraphShape, gap: Gap) -> Vec<Draft> {
    let lines = cut_at_breaks(&paragraph.source, shape);
    let translated = match &paragraph.outcome {
        Outcome::Translated(translation) => cut_at_breaks(translation, shape),
        Outcome::Kept | Outcome::Untranslated(_) => lines.clone(),
    };
    if lines.len() < 2 || lines.len() != translated.len() {
        return vec![on_one_line(paragraph, shape, gap)];
    }
    let gaps = std::iter::once(gap).chain(std::iter::repeat(Gap::None));
    let lines = lines.iter().zip(translated).zip(gaps);
    let line = |((source, translation), gap): ((&Marked, Marked), Gap)| Draft {
        id: paragraph.id,
        kind: shape.kind,
        source: as_line(source),
        outcome: mapped(&paragraph.outcome, |_| translation),
        gap,
    };
    lines.map(line).collect()
}

fn on_one_line(paragraph: &ManuscriptParagraph, shape: &ParagraphShape, gap: Gap) -> Draft {
    let joined = |text: &Marked| {
        let mut builder = MarkedBuilder::default();
        for (position, line) in cut_at_breaks(text, shape).iter().enumerate() {
            if position > 0 {
                builder.push_text(" ");
            }
            line.pieces().for_each(|piece| builder.push(&piece));
        }
        builder.finish()
    };
    Draft {
        id: paragraph.id,
        kind: shape.kind,
        source: as_line(&joined(&paragraph.source)),
        outcome: mapped(&paragraph.outcome, joined),
        gap,
    }
}

/// A source as plain text has it.
fn as_line(text: &Marked) -> Marked {
    let mut line = String::new();
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => line.push_str(&text),
            Piece::Ruby { base, reading } => line.extend([&*base, "（", &*reading, "）"]),
            Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => {}
        }
    }
    Marked::from_plain(&written::one_line(&line))
}
