//! Gives notes their effect on a line: pairs around the text they name, marks where they stand, layout at the ends.

use super::line::{Form, Line, LineHeading};
use super::note::{HeadingLevel, Note, Style};
use super::scan::{self, Item};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::TagKind;

/// More tags than this on a line are no longer counted; no line of a book has a hundred.
const MAX_TAGS: usize = 2_000;

/// A line whose notes are being resolved.
#[derive(Default)]
pub(super) struct Resolver {
    parts: Vec<Part>,
    forms: Vec<Form>,
    /// Spans that are open: position in `forms`, position in `parts`.
    open: Vec<(usize, usize)>,
    heading: Option<LineHeading>,
    opens_block: Option<HeadingLevel>,
    closes_block: bool,
}

impl Resolver {
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
        match Note::read(&content) {
            Note::NamedHeading { target, heading, style } => {
                self.name_heading(&content, &target, heading, style)
            }
            Note::Named { target, style } => {
                if !self.wrap_before(&target, &Form::Named(style)) {
                    self.void(TagKind::Other, content);
                }
            }
            Note::Open(style) => {
                let form = self.form(Form::Span(style));
                self.open.push((form, self.parts.len()));
                self.parts.push(Part::Open(form));
            }
            Note::Close(name) => {
                let innermost =
                    self.open.last().and_then(|(form, _)| self.forms.get(*form).map(|kept| (*form, kept)));
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
            let name = plain_name(target);
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
        let target = plain_name(target);
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
        for (_, position) in &mut self.open {
            *position += usize::from(*position >= first);
        }
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
                    for (_, position) in &mut self.open {
                        *position += usize::from(*position > index);
                    }
                    return Some(index + 1);
                }
                return Some(if side == Side::Before { index } else { index + 1 });
            }
            left -= len;
            index += 1;
        }
        (left == 0).then_some(index)
    }

    /// The line, once all pieces are taken.
    pub(super) fn finish(mut self, unknown: Vec<String>) -> Line {
        self.void_unclosed();
        self.heading_over_line();
        let has_text = self.parts.iter().any(|part| !part.plain().trim().is_empty());
        let (mut prefix, mut suffix) = (String::new(), String::new());
        if has_text {
            self.strip_ends(&mut prefix, &mut suffix);
        }
        let (text, tags) = self.numbered();
        let Self { heading, opens_block, closes_block, .. } = self;
        Line { prefix, suffix, text, tags, heading, unknown, opens_block, closes_block }
    }

    /// A span that is never closed is a note without effect on the line.
    fn void_unclosed(&mut self) {
        for (form, position) in std::mem::take(&mut self.open) {
            if let Some(Form::Span(style)) = self.forms.get(form) {
                let content = style.name.clone();
                if let Some(slot) = self.forms.get_mut(form) {
                    *slot = Form::Void { kind: TagKind::Other, content };
                }
                if let Some(part) = self.parts.get_mut(position) {
                    *part = Part::Void(form);
                }
            }
        }
    }

    /// `［＃大見出し］…［＃大見出し終わり］`: the heading is what stands between.
    fn heading_over_line(&mut self) {
        for (position, part) in self.parts.iter().enumerate() {
            let Part::Open(form) = part else { continue };
            let Some(Form::Span(Style { heading: Some(level), .. })) = self.forms.get(*form) else {
                continue;
            };
            let inside = self.parts.iter().skip(position).take_while(|part| **part != Part::Close(*form));
            let title: String = inside.map(Part::plain).collect();
            if self.heading.is_none() {
                self.heading =
                    Some(LineHeading { level: *level, title: title.trim().to_owned(), after_name: None });
            }
        }
    }

    /// Moves white space and notes at both ends out of the text.
    fn strip_ends(&mut self, prefix: &mut String, suffix: &mut String) {
        let first = self.parts.iter().position(|part| !self.is_layout(part)).unwrap_or_default();
        let last =
            self.parts.iter().rposition(|part| !self.is_layout(part)).map_or(self.parts.len(), |at| at + 1);
        let parts = std::mem::take(&mut self.parts);
        for (position, part) in parts.into_iter().enumerate() {
            if position < first {
                self.write_layout(&part, prefix);
            } else if position >= last {
                self.write_layout(&part, suffix);
            } else {
                self.parts.push(part);
            }
        }
        self.strip_heading_span(prefix, suffix);
        if let Some(Part::Text(text)) = self.parts.first_mut() {
            let body = text.trim_start();
            prefix.extend(text.chars().take_while(|character| character.is_whitespace()));
            *text = body.to_owned();
        }
        if let Some(Part::Text(text)) = self.parts.last_mut() {
            text.truncate(text.trim_end().len());
        }
    }

    /// Notes at both ends that make the whole line a heading are layout too.
    fn strip_heading_span(&mut self, prefix: &mut String, suffix: &mut String) {
        if let (Some(Part::Open(first)), Some(Part::Close(last))) = (self.parts.first(), self.parts.last())
            && first == last
            && let Some(Form::Span(style)) = self.forms.get(*first)
            && style.heading.is_some()
        {
            prefix.extend(["［＃", &style.name, "］"]);
            suffix.insert_str(0, &format!("［＃{}終わり］", style.name));
            self.parts.pop();
            self.parts.remove(0);
        }
    }

    fn is_layout(&self, part: &Part) -> bool {
        match part {
            Part::Text(text) => text.trim().is_empty(),
            Part::Void(form) => {
                !matches!(self.forms.get(*form), Some(Form::Void { kind: TagKind::Image, .. }))
            }
            Part::Ruby { .. } | Part::Open(_) | Part::Close(_) => false,
        }
    }

    fn write_layout(&self, part: &Part, into: &mut String) {
        match part {
            Part::Text(text) => into.push_str(text),
            Part::Void(form) => {
                if let Some(Form::Void { content, .. }) = self.forms.get(*form) {
                    into.extend(["［＃", content, "］"]);
                }
            }
            Part::Ruby { .. } | Part::Open(_) | Part::Close(_) => {}
        }
    }

    /// The text with its tags numbered in the order they appear.
    fn numbered(&self) -> (Marked, Vec<Form>) {
        let mut builder = MarkedBuilder::default();
        let mut tags: Vec<Form> = Vec::new();
        let mut numbers = vec![0_u16; self.forms.len()];
        for part in &self.parts {
            if let Part::Open(form) | Part::Void(form) = part
                && let (Some(kept), Some(number)) = (self.forms.get(*form), numbers.get_mut(*form))
            {
                tags.push(kept.clone());
                *number = u16::try_from(tags.len()).unwrap_or(u16::MAX);
            }
            let number = |form: &usize| numbers.get(*form).copied().unwrap_or_default();
            match part {
                Part::Text(text) => builder.push_text(text),
                Part::Ruby { base, reading } => {
                    builder
                        .push(&Piece::Ruby { base: base.as_str().into(), reading: reading.as_str().into() });
                }
                Part::Open(form) => builder.push(&Piece::Open(number(form))),
                Part::Close(form) => builder.push(&Piece::Close(number(form))),
                Part::Void(form) => builder.push(&Piece::Void(number(form))),
            }
        }
        (builder.finish(), tags)
    }
}

/// A part of the line while notes are being resolved; the numbers are positions in the list of forms.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Ruby { base: String, reading: String },
    Open(usize),
    Close(usize),
    Void(usize),
}

impl Part {
    fn plain(&self) -> &str {
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
fn plain_name(target: &str) -> String {
    let mut plain = String::new();
    for item in scan::scan(target).items {
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
