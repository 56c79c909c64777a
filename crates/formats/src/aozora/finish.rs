//! The end of reading a line: what stands around the text goes aside, and the tags in it get their numbers.

use super::line::{Form, Line, LineHeading};
use super::note::Style;
use super::resolve::{Part, Resolver};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::TagKind;

impl Resolver {
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
        let unclosed = std::mem::take(&mut self.open);
        for form in &unclosed {
            if let Some(slot) = self.forms.get_mut(*form)
                && let Form::Span(style) = slot
            {
                *slot = Form::Void { kind: TagKind::Other, content: std::mem::take(&mut style.name) };
            }
        }
        for part in &mut self.parts {
            if let Part::Open(form) = part
                && unclosed.binary_search(form).is_ok()
            {
                *part = Part::Void(*form);
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
