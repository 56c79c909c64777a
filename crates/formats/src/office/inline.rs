//! The text of one paragraph of an office document: stretches with a formatting each, made into text with numbered
//! tags, and such a text made into markup again.
//!
//! Formatting is flat in these files: every stretch names all of its own. The formatting most of a paragraph has is no
//! tag; a stretch that differs is a pair. So programs may cut a word into as many stretches as they like, and a
//! translator sees none of them.

use crate::patches::Patches;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::TagKind;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A formatting of a part, by its number.
pub(crate) type FormatId = usize;

/// The formattings of a part.
#[derive(Debug, Default)]
pub(crate) struct Formats {
    all: Vec<Format>,
    by_markup: HashMap<String, FormatId>,
    keys: HashMap<String, usize>,
}

/// A formatting.
#[derive(Debug)]
pub(crate) struct Format {
    /// How the file writes it.
    pub markup: String,
    /// Formattings with the same key look the same to a reader.
    key: usize,
    kind: TagKind,
}

impl Formats {
    /// The number of a formatting that is written so and looks like `key`.
    pub(crate) fn intern(&mut self, markup: String, key: String, kind: TagKind) -> FormatId {
        if let Some(&id) = self.by_markup.get(&markup) {
            return id;
        }
        let next = self.keys.len();
        let key = *self.keys.entry(key).or_insert(next);
        self.all.push(Format { markup: markup.clone(), key, kind });
        self.by_markup.insert(markup, self.all.len() - 1);
        self.all.len() - 1
    }

    pub(crate) fn markup(&self, id: FormatId) -> &str {
        self.all.get(id).map_or("", |format| format.markup.as_str())
    }

    fn key(&self, id: FormatId) -> usize {
        self.all.get(id).map_or(0, |format| format.key)
    }

    fn kind(&self, id: FormatId) -> TagKind {
        self.all.get(id).map_or(TagKind::Other, |format| format.kind)
    }
}

/// Bytes of the original that are carried as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fragment {
    pub range: Range<usize>,
    /// The formatting of the run it must stand in, where the format has runs.
    pub run: Option<FormatId>,
}

/// Something in a paragraph, in order.
#[derive(Debug)]
pub(crate) struct Item {
    pub what: What,
    pub format: FormatId,
    /// The first and the last child of the paragraph that it is made of.
    pub nodes: (usize, usize),
}

/// What is in a paragraph.
#[derive(Debug)]
pub(crate) enum What {
    Text(String),
    Ruby { base: String, reading: String },
    Void(Void),
    Open(Around),
    Close,
}

/// A thing without text of its own.
#[derive(Debug, Clone)]
pub(crate) struct Void {
    pub kind: TagKind,
    pub fragments: Vec<Fragment>,
    /// Whether it counts as content at the beginning or end of a text.
    pub is_content: bool,
    /// Whether it may stand in a document twice.
    pub is_copied: bool,
    /// The text in it that stays as it is.
    pub kept: String,
}

/// Something around a text: a link, a field, a control.
#[derive(Debug, Clone)]
pub(crate) struct Around {
    pub kind: TagKind,
    pub open: Vec<Fragment>,
    pub close: Vec<Fragment>,
    /// Whether it may stand in a document twice.
    pub is_copied: bool,
    /// The formatting most of its text has; set by [`build`].
    pub base: FormatId,
}

/// What a numbered tag stands for.
#[derive(Debug)]
pub(crate) enum Tag {
    Format(FormatId, TagKind),
    Around(Around),
    Void(Void),
}

impl Tag {
    pub(crate) const fn kind(&self) -> TagKind {
        match self {
            Self::Format(_, kind) => *kind,
            Self::Around(around) => around.kind,
            Self::Void(void) => void.kind,
        }
    }
}

/// The text of a paragraph with its tags.
#[derive(Debug, Default)]
pub(crate) struct Inline {
    pub text: Marked,
    /// Position 0 is tag 1.
    pub tags: Vec<Tag>,
    /// The formatting of text without a tag.
    pub base: FormatId,
    /// White space around the text.
    pub lead: String,
    pub trail: String,
    /// Marks that have no place in marked text: those that begin something stand before a translation, the others behind.
    pub before: Vec<Fragment>,
    pub behind: Vec<Fragment>,
}

/// Tags beyond this cannot be numbered.
const MAX_TAGS: usize = 9_000;

/// Makes marked text; `None` if it has more tags than can be numbered.
pub(crate) fn build(items: Vec<Item>, formats: &Formats) -> Option<Inline> {
    let bases = bases(&items, formats);
    let mut bases = bases.into_iter();
    let base = bases.next().unwrap_or_default();
    let mut builder = Builder {
        formats,
        text: MarkedBuilder::default(),
        tags: Vec::new(),
        levels: vec![(None, base)],
        stretch: None,
    };
    for item in items {
        match item.what {
            What::Text(text) => {
                // The look of white space alone is nobody's business.
                if !text.chars().all(char::is_whitespace) {
                    builder.enter(item.format);
                }
                builder.text.push_text(&text);
            }
            What::Ruby { base, reading } => {
                builder.enter(item.format);
                builder.text.push(&Piece::Ruby { base: base.into(), reading: reading.into() });
            }
            What::Void(void) => {
                if builder.stretch.is_some_and(|(key, _)| key != formats.key(item.format)) {
                    builder.leave();
                }
                let number = builder.number(Tag::Void(void));
                builder.text.push(&Piece::Void(number));
            }
            What::Open(around) => {
                builder.leave();
                let base = bases.next().unwrap_or_default();
                let number = builder.number(Tag::Around(Around { base, ..around }));
                builder.text.push(&Piece::Open(number));
                builder.levels.push((Some(number), base));
            }
            What::Close => {
                builder.leave();
                if let Some((Some(number), _)) = builder.levels.pop() {
                    builder.text.push(&Piece::Close(number));
                }
            }
        }
        if builder.tags.len() > MAX_TAGS {
            return None;
        }
    }
    builder.leave();
    let (text, tags) = (builder.text.finish(), builder.tags);
    Some(Inline { text, tags, base, ..Inline::default() })
}

struct Builder<'a> {
    formats: &'a Formats,
    text: MarkedBuilder,
    tags: Vec<Tag>,
    /// What is open, and the usual formatting in it.
    levels: Vec<(Option<u16>, FormatId)>,
    /// The look and number of the open stretch that differs.
    stretch: Option<(usize, u16)>,
}

impl Builder<'_> {
    fn number(&mut self, tag: Tag) -> u16 {
        self.tags.push(tag);
        u16::try_from(self.tags.len()).unwrap_or(u16::MAX)
    }

    /// Goes on with text of this formatting.
    fn enter(&mut self, format: FormatId) {
        let key = self.formats.key(format);
        let base = self.levels.last().map_or(0, |(_, base)| self.formats.key(*base));
        match self.stretch {
            Some((open, _)) if open == key => {}
            _ => {
                self.leave();
                if key != base {
                    let number = self.number(Tag::Format(format, self.formats.kind(format)));
                    self.text.push(&Piece::Open(number));
                    self.stretch = Some((key, number));
                }
            }
        }
    }

    fn leave(&mut self) {
        if let Some((_, number)) = self.stretch.take() {
            self.text.push(&Piece::Close(number));
        }
    }
}

/// The formatting most of the text has: of the paragraph itself, then of everything around a text, in order.
fn bases(items: &[Item], formats: &Formats) -> Vec<FormatId> {
    let mut counts: Vec<HashMap<usize, (usize, FormatId)>> = vec![HashMap::new()];
    let mut open = vec![0];
    for item in items {
        let n_chars = match &item.what {
            What::Text(text) => text.chars().filter(|c| !c.is_whitespace()).count(),
            What::Ruby { base, .. } => base.chars().count(),
            What::Void(_) => continue,
            What::Open(_) => {
                open.push(counts.len());
                counts.push(HashMap::new());
                continue;
            }
            What::Close => {
                open.pop();
                continue;
            }
        };
        if let Some(level) = open.last().and_then(|&level| counts.get_mut(level)) {
            level.entry(formats.key(item.format)).or_insert((0, item.format)).0 += n_chars;
        }
    }
    let most = |level: &HashMap<usize, (usize, FormatId)>| {
        let best = level.values().max_by_key(|(n, id)| (*n, std::cmp::Reverse(*id)));
        best.map_or(0, |(_, id)| *id)
    };
    counts.iter().map(most).collect()
}

/// How a format writes text.
pub(crate) trait Writer {
    /// Text with this formatting.
    fn text(&self, text: &str, format: &str, written: &mut String);
    /// A base with its reading.
    fn ruby(&self, base: &str, reading: &str, format: &str, written: &mut String);
    /// Bytes that need a run around them.
    fn run(&self, inside: &str, format: &str, written: &mut String);
}

/// Which copy of a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copy {
    /// The one that has everything.
    Only,
    /// The source beside its translation: what may stand in a document only once is left to that.
    Beside,
}

/// What the markup of a text is made from.
pub(crate) struct Rendering<'a> {
    /// The text of the part.
    pub original: &'a str,
    pub formats: &'a Formats,
    /// Changes inside what is carried as it is.
    pub inside: &'a Patches,
    pub copy: Copy,
}

/// The markup of a text in the tags of its source.
pub(crate) fn render(
    inline: &Inline,
    text: &Marked,
    rendering: &Rendering<'_>,
    writer: &dyn Writer,
) -> String {
    let mut written = String::new();
    let base = rendering.formats.markup(inline.base);
    if !inline.lead.is_empty() {
        writer.text(&inline.lead, base, &mut written);
    }
    // What is open, and whether it was written.
    let mut open: Vec<(u16, bool)> = Vec::new();
    let mut used: HashSet<u16> = HashSet::new();
    let is_only = rendering.copy == Copy::Only;
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => {
                let format = rendering.formats.markup(format_in(inline, &open));
                writer.text(&collapse(&text), format, &mut written);
            }
            Piece::Ruby { base, reading } => {
                let format = rendering.formats.markup(format_in(inline, &open));
                writer.ruby(&base, &reading, format, &mut written);
            }
            Piece::Open(number) => {
                let mut is_written = false;
                if let Some(Tag::Around(around)) = tag(inline, number) {
                    is_written = around.is_copied || (is_only && used.insert(number));
                    if is_written {
                        fragments(&around.open, rendering, writer, &mut written);
                    }
                }
                open.push((number, is_written));
            }
            Piece::Close(number) => {
                if let (Some((_, true)), Some(Tag::Around(around))) = (open.pop(), tag(inline, number)) {
                    fragments(&around.close, rendering, writer, &mut written);
                }
            }
            Piece::Void(number) => {
                if let Some(Tag::Void(void)) = tag(inline, number)
                    && (void.is_copied || (is_only && used.insert(number)))
                {
                    fragments(&void.fragments, rendering, writer, &mut written);
                }
            }
        }
    }
    if !inline.trail.is_empty() {
        writer.text(&inline.trail, base, &mut written);
    }
    written
}

/// Bytes of the original as they are, with what changes inside them.
pub(crate) fn fragments(
    fragments: &[Fragment],
    rendering: &Rendering<'_>,
    writer: &dyn Writer,
    written: &mut String,
) {
    for fragment in fragments {
        let raw = rendering.inside.cut(rendering.original, fragment.range.clone());
        match fragment.run {
            Some(format) => writer.run(&raw, rendering.formats.markup(format), written),
            None => written.push_str(&raw),
        }
    }
}

fn format_in(inline: &Inline, open: &[(u16, bool)]) -> FormatId {
    let own = open.iter().rev().find_map(|&(number, _)| match tag(inline, number)? {
        Tag::Format(format, _) => Some(*format),
        Tag::Around(around) => Some(around.base),
        Tag::Void(_) => None,
    });
    own.unwrap_or(inline.base)
}

pub(crate) fn tag(inline: &Inline, number: u16) -> Option<&Tag> {
    inline.tags.get(usize::from(number).checked_sub(1)?)
}

/// Runs of white space as one space: line breaks in these files are marks of their own.
fn collapse(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        if !matches!(character, '\t' | '\n' | '\r') {
            written.push(character);
        } else if !written.ends_with(' ') {
            written.push(' ');
        }
    }
    written
}
