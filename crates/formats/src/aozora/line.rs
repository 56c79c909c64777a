//! One line of Aozora text as a paragraph: what is text, what is layout around it, and what its tags stand for.

use super::note::{HeadingLevel, Style};
use super::resolve::Resolver;
use super::scan;
use book::text::markup::Marked;
use book::text::paragraph::TagKind;
use book::text::reading::Reading;

/// Reads a line.
pub(super) fn read(line: &str, reading: Reading) -> Line {
    let scanned = scan::scan(line, reading);
    let mut resolver = Resolver::new(reading);
    for item in scanned.items {
        resolver.take(item);
    }
    resolver.finish(scanned.unknown)
}

/// A line, read.
pub(super) struct Line {
    /// Indentation and notes before the text, as written.
    pub(super) prefix: String,
    /// Notes after the text, as written.
    pub(super) suffix: String,
    /// The text.
    pub(super) text: Marked,
    /// What the tags stand for; position 0 is tag 1.
    pub(super) tags: Vec<Form>,
    /// The heading the line is or contains.
    pub(super) heading: Option<LineHeading>,
    /// Descriptions of characters that lead to none.
    pub(super) unknown: Vec<String>,
    /// Notes about the lines that follow.
    pub(super) opens_block: Option<HeadingLevel>,
    /// Whether headings over several lines end here.
    pub(super) closes_block: bool,
}

/// A heading on a line.
pub(super) struct LineHeading {
    /// How high it stands.
    pub(super) level: HeadingLevel,
    /// What it says.
    pub(super) title: String,
    /// How the note that names the whole line goes on after the name, to be written anew for a translation.
    pub(super) after_name: Option<String>,
}

/// What a tag stands for, and how it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Form {
    /// Marked by a note after the text that names it.
    Named(Style),
    /// Marked by notes at both ends.
    Span(Style),
    /// Marked by `《《…》》`.
    Stressed,
    /// A note in the text.
    Void {
        /// What it is.
        kind: TagKind,
        /// What it says.
        content: String,
    },
}

impl Form {
    /// What the tag is for those who do not write it.
    pub(super) const fn kind(&self) -> TagKind {
        match self {
            Self::Named(style) | Self::Span(style) => style.kind,
            Self::Stressed => TagKind::Emphasis,
            Self::Void { kind, .. } => *kind,
        }
    }
}

impl Line {
    /// Whether the line has notes and no text.
    pub(super) fn is_notation(&self) -> bool {
        !self.tags.is_empty() && self.text.plain().trim().is_empty()
    }
}
