//! A paragraph: one block of source text, with its place in the file it came from.

use super::markup::Marked;
use super::packed::{self, Packable};
use serde::{Deserialize, Serialize};

/// One block of source text. Empty ones are kept: they are part of the book's layout and count in the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    /// The text with inline markup as numbered tags and ruby as structure.
    pub text: Marked,
    /// What the numbered tags of the text stand for; position 0 is tag 1.
    pub tags: Vec<TagKind>,
    /// What sort of block it is.
    pub kind: ParagraphKind,
    /// Where in the original file it stands.
    pub place: Place,
}

impl Paragraph {
    /// Whether there is nothing in it to translate or show: no text, and no tag that stands for an image.
    pub fn is_empty(&self) -> bool {
        self.text.plain().trim().is_empty()
    }

    /// Whether there is something in it for a translator: see [`is_work`].
    pub fn is_work(&self) -> bool {
        is_work(self.kind, &self.text)
    }
}

impl Packable for Paragraph {
    fn write(&self, to: &mut Vec<u8>) {
        packed::write_text(self.text.as_str(), to);
        packed::write_text(&self.tags.iter().map(|tag| tag.letter()).collect::<String>(), to);
        packed::write_text(self.kind.as_str(), to);
        packed::write_number(self.place.part, to);
        packed::write_number(self.place.block, to);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let text = Marked::from_written(packed::read_text(from)?.to_owned());
        let tags = packed::read_text(from)?.chars().map(TagKind::from_letter).collect();
        let kind = ParagraphKind::from_word(packed::read_text(from)?)?;
        let place = Place { part: packed::read_number(from)?, block: packed::read_number(from)? };
        Some(Self { text, tags, kind, place })
    }
}

/// Whether a block is work for a translator: it has text, the text is more than symbols, and it is neither an
/// instruction of a notation nor code.
pub fn is_work(kind: ParagraphKind, text: &Marked) -> bool {
    let plain = text.plain();
    !matches!(kind, ParagraphKind::Notation | ParagraphKind::Code)
        && !plain.trim().is_empty()
        && !is_symbols_only(&plain)
}

/// Whether a line says nothing in words: `◇◇◇`, `＊＊＊`, `……`. A line with quotation marks is speech, even if the
/// speaker only pauses or shouts, because every language writes that in its own way.
pub fn is_symbols_only(plain: &str) -> bool {
    let speech = |c: char| {
        matches!(
            c,
            '「' | '」'
                | '『'
                | '』'
                | '“'
                | '”'
                | '"'
                | '‘'
                | '’'
                | '«'
                | '»'
                | '„'
                | '?'
                | '!'
                | '？'
                | '！'
        )
    };
    !plain.trim().is_empty() && !plain.chars().any(|c| c.is_alphanumeric() || speech(c))
}

/// Where a paragraph stands in its original file, so that its translation can be put back there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Place {
    /// Which part of the file: the position of a content document in an EPUB, zero for a text file.
    pub part: u32,
    /// Which block of that part, counted as the format's own segmenter counts.
    pub block: u32,
}

/// What sort of block a paragraph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ParagraphKind {
    /// Running text.
    #[default]
    Body,
    /// A heading.
    Heading,
    /// A line or stanza of verse, or other text whose line breaks matter.
    Verse,
    /// An item of a list.
    Item,
    /// A cell of a table.
    Cell,
    /// A foot- or endnote.
    Note,
    /// A caption of a picture or table.
    Caption,
    /// An instruction of a notation, kept but not read by readers (for example a layout note).
    Notation,
    /// A text outside the pages: a line of a table of contents, the title of the book.
    Label,
    /// A text that stands in an attribute or a picture: read aloud, or shown in the picture's place.
    Alternative,
    /// Program code and the like, kept as it is.
    Code,
}

impl ParagraphKind {
    const ALL: [Self; 11] = [
        Self::Body,
        Self::Heading,
        Self::Verse,
        Self::Item,
        Self::Cell,
        Self::Note,
        Self::Caption,
        Self::Notation,
        Self::Label,
        Self::Alternative,
        Self::Code,
    ];

    /// The word for it in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Heading => "heading",
            Self::Verse => "verse",
            Self::Item => "item",
            Self::Cell => "cell",
            Self::Note => "note",
            Self::Caption => "caption",
            Self::Notation => "notation",
            Self::Label => "label",
            Self::Alternative => "alternative",
            Self::Code => "code",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// What a numbered tag stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TagKind {
    /// Stress: italics, bold, emphasis dots.
    Emphasis,
    /// A link with text in it.
    Link,
    /// A mark that leads to a note.
    NoteMark,
    /// A line break.
    Break,
    /// An image inside the text.
    Image,
    /// Anything else that must survive: spans, sub- and superscript, anchors.
    Other,
}

impl TagKind {
    /// The letter for it in the store: a paragraph's tags are one short word.
    pub const fn letter(self) -> char {
        match self {
            Self::Emphasis => 'e',
            Self::Link => 'l',
            Self::NoteMark => 'n',
            Self::Break => 'b',
            Self::Image => 'i',
            Self::Other => 'o',
        }
    }

    /// The kind with this letter; what we do not know is still a tag that must survive.
    pub const fn from_letter(letter: char) -> Self {
        match letter {
            'e' => Self::Emphasis,
            'l' => Self::Link,
            'n' => Self::NoteMark,
            'b' => Self::Break,
            'i' => Self::Image,
            _ => Self::Other,
        }
    }
}
