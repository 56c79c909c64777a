//! Gives notes their effect on a line: pairs around the text they name, marks where they stand, layout at the ends.

use super::line::{Form, LineHeading};
use super::note::{HeadingLevel, Note, Style};
use super::scan::{self, Item};
use book::text::paragraph::TagKind;
use book::text::reading::Reading;

/// More tags than this on a line are no longer counted; no line of a book has a hundred.
const MAX_TAGS: usize = 2_000;

/// A line whose notes are being resolved.
#[derive(Default)]
pub(super) struct Resolver {
    pub(super) parts: Vec<Part>,
    pub(super) forms: Vec<Form>,
    /// Spans that are open, innermost last.
    pub(super) open: Vec<usize>,
    pub(super) heading: Option<LineHeading>,
    pub(super) opens_block: Option<HeadingLevel>,
    pub(super) closes_block: bool,
    reading: Reading,
}

impl Resolver {
    /// A line of which nothing was taken yet.
    pub(super) fn new(reading: Reading) -> Self {
        Self { reading, ..Self::default() }
    }

    /// Takes the next piece of the line.
    pub(super) fn take(&mut self, item: Item) {
        match item {
            Item::Text(text) => self.parts.push(Part::Text(text)),
            Item::Ruby { base, reading } => self.parts.push(Part::Ruby { base, reading }),
            Item::Stressed(text) => {
                let form = self.form(Form::Stressed);
                self.parts.extend([Part::Open(form), Part::Text(text), Part::Close(form)]);
            }
            Item::Note(_) if self.forms.len() >= MAX_TAGS => {}
            Item::Note(content) => self.take_note(content),
        }
    }

    fn take_note(&mut self, content: String) {
        match Note::read(&content, self.reading) {
            Note::NamedHeading { target, heading, style } => {
                self.name_heading(&content, &target, heading, style);
            }
            Note::Named { target, style } => {
                if !self.wrap_before(&target, &Form::Named(style)) {
                    self.void(TagKind::Other, content);
                }
            }
            Note::Open(style) => {
                let form = self.form(Form::Span(style));
                self.open.push(form);
                self.parts.push(Part::Open(form));
            }
            Note::Close(name) => {
                let innermost =
                    self.open.last().and_then(|form| self.forms.get(*form).map(|kept| (*form, kept)));
                match innermost {
                    Some((form, Form::Span(style))) if style.name == name => {
                        self.open.pop();
                        self.parts.push(Part::Close(form));
                    }
                    _ => self.void(TagKind::Other, content),
                }
            }
            Note::BlockHeading(level) => {
                self.opens_block = Some(level);
                self.void(TagKind::Other, content);
            }
            Note::BlockHeadingEnd => {
                self.closes_block = true;
                self.void(TagKind::Other, content);
            }
            Note::Image => self.void(TagKind::Image, content),
            Note::Other => self.void(TagKind::Other, content),
        }
    }

    fn name_heading(&mut self, content: &str, target: &str, level: HeadingLevel, style: Style) {
        if self.heading.is_none() {
            let whole: String = self.parts.iter().map(Part::plain).collect();
            let name = plain_name(target, self.reading);
            let is_whole = bare(&whole) == bare(&name);
            let title = if is_whole { whole.trim() } else { name.trim() }.to_owned();
            let after_name = is_whole.then(|| style.after_name.clone());
            self.heading = Some(LineHeading { level, title, after_name });
            if is_whole {
                return;
            }
        }
        if !self.wrap_before(target, &Form::Named(style)) {
            self.void(TagKind::Other, content.to_owned());
        }
    }

    fn form(&mut self, form: Form) -> usize {
        self.forms.push(form);
        self.forms.len() - 1
    }

    fn void(&mut self, kind: TagKind, content: String) {
        let form = self.form(Form::Void { kind, content });
        self.parts.push(Part::Void(form));
    }

    /// Puts a pair around the nearest text before here that reads like `target`; `false` if there is none, or the
    /// pair would cross another.
    fn wrap_before(&mut self, target: &str, form: &Form) -> bool {
        let target = plain_name(target, self.reading);
        if target.is_empty() {
            return false;
        }
        let mut from = self.parts.len();
        let mut n_bytes = 0;
        while from > 0 && n_bytes < target.len() + 600 && self.parts.len() - from < 200 {
            from -= 1;
            n_bytes += self.parts.get(from).map_or(0, |part| part.plain().len());
        }
        let tail: String = self.parts.iter().skip(from).map(Part::plain).collect();
        let Some(start) = tail.rfind(&target) else { return false };
        let Some(first) = self.cut(from, start, Side::Before) else { return false };
        let Some(last) = self.cut(from, start + target.len(), Side::After) else { return false };
        let Some((first, last)) = self.widened(first, last) else { return false };
        let number = self.form(form.clone());
        self.parts.insert(last, Part::Close(number));
        self.parts.insert(first, Part::Open(number));
        true
    }

    /// The range with the marks at its ends that belong to text inside it, or `None` if it crosses another pair.
    fn widened(&self, first: usize, last: usize) -> Option<(usize, usize)> {
        let is_open = |at: usize| matches!(self.parts.get(at), Some(Part::Open(_)));
        let is_close = |at: usize| matches!(self.parts.get(at), Some(Part::Close(_)));
        let mut starts = vec![first];
        starts.extend((0..first).rev().take_while(|at| is_open(*at)).take(8));
        let mut ends = vec![last];
        ends.extend((last..self.parts.len()).take_while(|at| is_close(*at)).take(8).map(|at| at + 1));
        let pairs = starts.into_iter().flat_map(|start| ends.iter().map(move |end| (start, *end)));
        pairs.into_iter().find(|(start, end)| is_balanced(self.parts.get(*start..*end).unwrap_or_default()))
    }

    /// The index of the part that begins `offset` bytes of text after part `from`; a text there is cut in two, ruby is
    /// taken whole on the side that keeps it inside.
    fn cut(&mut self, from: usize, offset: usize, side: Side) -> Option<usize> {
        let mut left = offset;
        let mut index = from;
        while index < self.parts.len() {
            let len = self.parts.get(index)?.plain().len();
            let is_mark = len == 0;
            if left == 0 && (side == Side::After || !is_mark) {
                return Some(index);
            }
            if left < len {
                if let Some(Part::Text(text)) = self.parts.get_mut(index) {
                    let tail = text.split_off(left);
                    self.parts.insert(index + 1, Part::Text(tail));
                    return Some(index + 1);
                }
                return Some(if side == Side::Before { index } else { index + 1 });
            }
            left -= len;
            index += 1;
        }
        (left == 0).then_some(index)
    }
}

/// A part of the line while notes are being resolved; the numbers are positions in the list of forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Ruby { base: String, reading: String },
    Open(usize),
    Close(usize),
    Void(usize),
}

impl Part {
    pub(super) fn plain(&self) -> &str {
        match self {
            Self::Text(text) | Self::Ruby { base: text, .. } => text,
            Self::Open(_) | Self::Close(_) | Self::Void(_) => "",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// A name in a note may describe characters and carry ruby, as the text it names may.
fn plain_name(target: &str, reading: Reading) -> String {
    let mut plain = String::new();
    for item in scan::scan(target, reading).items {
        match item {
            Item::Text(text) | Item::Ruby { base: text, .. } | Item::Stressed(text) => plain.push_str(&text),
            Item::Note(_) => {}
        }
    }
    plain
}

fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

fn is_balanced(parts: &[Part]) -> bool {
    let mut open = Vec::new();
    for part in parts {
        match part {
            Part::Open(form) => open.push(*form),
            Part::Close(form) if open.pop() != Some(*form) => return false,
            Part::Close(_) | Part::Text(_) | Part::Ruby { .. } | Part::Void(_) => {}
        }
    }
    open.is_empty()
}
