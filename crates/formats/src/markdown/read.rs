//! Where the text of a Markdown file stands.

use super::inline::Run;
use super::{OPTIONS, Style, front, html, inline};
use crate::ranged::{Document, Kept, Opening, Stretch};
use book::text::chapter::Matter;
use book::text::markup::Marked;
use book::text::paragraph::ParagraphKind;
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};
use std::ops::Range;

pub(super) type LocatedEvent<'a> = (Event<'a>, Range<usize>);

/// Reads a file.
pub(super) fn read(text: &str) -> Document<Style> {
    let parser = Parser::new_ext(text, OPTIONS).into_offset_iter();
    let mut definitions: Vec<(String, Range<usize>)> = parser
        .reference_definitions()
        .iter()
        .filter_map(|(_, definition)| Some((definition.title.as_ref()?.to_string(), definition.span.clone())))
        .collect();
    definitions.sort_by_key(|(_, span)| span.start);
    let events: Vec<LocatedEvent<'_>> = parser.collect();
    let mut reader =
        Reader { text, document: Document::default(), containers: Vec::new(), levels: Vec::new() };
    reader.walk(&events);
    for (title, span) in definitions {
        inline::title(text, &title, span, &mut reader.document);
    }
    let Reader { mut document, levels, .. } = reader;
    document.stretches.sort_by_key(|stretch| (stretch.range.start, usize::MAX - stretch.range.end));
    open_chapters(&mut document, &levels);
    document
}

struct Reader<'a> {
    text: &'a str,
    document: Document<Style>,
    containers: Vec<ParagraphKind>,
    /// The headings, by where they start, with their levels.
    levels: Vec<(usize, HeadingLevel)>,
}

impl Reader<'_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the parser has many events, and few of them matter here"
    )]
    fn walk(&mut self, events: &[LocatedEvent<'_>]) {
        let mut at = 0;
        let mut heading = None;
        while let Some((event, range)) = events.get(at) {
            let rest = events.get(at..).unwrap_or_default();
            if is_inline(event) {
                let len = rest.iter().position(|(event, _)| !is_inline(event)).unwrap_or(rest.len());
                self.run(rest.get(..len).unwrap_or_default(), heading);
                at += len;
                continue;
            }
            at += 1;
            match event {
                Event::Start(Tag::Heading { level, .. }) => heading = Some(*level),
                Event::End(TagEnd::Heading(_)) => heading = None,
                Event::Start(Tag::Item) => self.containers.push(ParagraphKind::Item),
                Event::Start(Tag::FootnoteDefinition(_)) => self.containers.push(ParagraphKind::Note),
                Event::Start(Tag::TableCell) => self.containers.push(ParagraphKind::Cell),
                Event::End(TagEnd::Item | TagEnd::FootnoteDefinition | TagEnd::TableCell) => {
                    self.containers.pop();
                }
                Event::Start(Tag::CodeBlock(_)) => at += self.code(rest),
                Event::Start(Tag::HtmlBlock) => at += self.html(rest, range.clone()),
                Event::Start(Tag::MetadataBlock(_)) => {
                    let len = until_end(rest, |event| matches!(event, Event::End(TagEnd::MetadataBlock(_))));
                    let inside = rest.iter().take(len).filter(|(event, _)| matches!(event, Event::Text(_)));
                    if let Some(inside) = spanned(inside.map(|(_, range)| range)) {
                        front::read(self.text, inside, &mut self.document);
                    }
                    at += len.saturating_sub(1);
                }
                _ => {}
            }
        }
    }

    fn run(&mut self, events: &[LocatedEvent<'_>], heading: Option<HeadingLevel>) {
        let Some(Run { text, tags, range, nested, kept }) = inline::read(self.text, events) else { return };
        let kind = match (heading, self.containers.last()) {
            (Some(_), _) => ParagraphKind::Heading,
            (None, Some(ParagraphKind::Item)) if self.containers.contains(&ParagraphKind::Note) => {
                ParagraphKind::Note
            }
            (None, Some(kind)) => *kind,
            (None, None) => ParagraphKind::Body,
        };
        let style = if kind == ParagraphKind::Heading {
            Style::Heading
        } else if kind == ParagraphKind::Cell {
            Style::Cell
        } else {
            Style::Line { prefix: prefix(self.text, range.start) }
        };
        if let Some(level) = heading {
            self.levels.push((range.start, level));
        }
        self.document.stretches.push(Stretch { range, text, tags, kind, opens: None, style });
        self.document.stretches.extend(nested);
        self.document.kept.extend(kept);
    }

    /// A block of code; how many events it has after the first.
    fn code(&mut self, events: &[LocatedEvent<'_>]) -> usize {
        let len = until_end(events, |event| matches!(event, Event::End(TagEnd::CodeBlock)));
        let texts = || {
            events.iter().take(len).filter_map(|(event, range)| {
                if let Event::Text(text) = event { Some((text.as_ref(), range)) } else { None }
            })
        };
        let code: String = texts().map(|(text, _)| text).collect();
        let code = code.trim_end_matches(['\n', '\r']);
        if let Some(range) = spanned(texts().map(|(_, range)| range))
            && !code.trim().is_empty()
        {
            let raw = self.text.get(range.clone()).unwrap_or_default();
            let end = range.end - (raw.len() - raw.trim_end_matches(['\n', '\r']).len());
            let style = Style::Verbatim { prefix: prefix(self.text, range.start) };
            let (text, kind) = (Marked::from_plain(code), ParagraphKind::Code);
            let range = range.start..end;
            self.document.stretches.push(Stretch { range, text, tags: Vec::new(), kind, opens: None, style });
        }
        len.saturating_sub(1)
    }

    /// A block of HTML; how many events it has after the first.
    fn html(&mut self, events: &[LocatedEvent<'_>], range: Range<usize>) -> usize {
        let len = until_end(events, |event| matches!(event, Event::End(TagEnd::HtmlBlock)));
        let inside = events.iter().take(len);
        let seen: String = inside
            .filter_map(|(event, _)| {
                if let Event::Html(html) | Event::Text(html) = event { Some(html.as_ref()) } else { None }
            })
            .collect();
        // Inside a quotation the marks of the quotation stand between the lines.
        let raw = self.text.get(range.clone()).unwrap_or_default();
        if raw.trim_end().replace("\r\n", "\n") == seen.trim_end().replace("\r\n", "\n") {
            html::block(self.text, range, &mut self.document);
        } else {
            let text = crate::epub::shown_texts(&seen).join(" ");
            let reason = "HTML inside a quotation or a list";
            self.document.kept.push(Kept { range, text, reason });
        }
        len.saturating_sub(1)
    }
}

/// The range from the first to the last of some ranges.
pub(super) fn spanned<'a>(mut ranges: impl Iterator<Item = &'a Range<usize>>) -> Option<Range<usize>> {
    let first = ranges.next()?;
    Some(ranges.fold(first.clone(), |all, range| all.start..range.end.max(all.end)))
}

fn until_end(events: &[LocatedEvent<'_>], is_end: impl Fn(&Event<'_>) -> bool) -> usize {
    events.iter().position(|(event, _)| is_end(event)).map_or(events.len(), |at| at + 1)
}

const fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Text(_)
        | Event::Code(_)
        | Event::InlineHtml(_)
        | Event::InlineMath(_)
        | Event::DisplayMath(_)
        | Event::FootnoteReference(_)
        | Event::SoftBreak
        | Event::HardBreak
        | Event::Start(
            Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. },
        )
        | Event::End(
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image,
        ) => true,
        Event::Html(_) | Event::Rule | Event::TaskListMarker(_) | Event::Start(_) | Event::End(_) => false,
    }
}

/// What a further line of the block that starts here begins with: marks of quotations stay, all else is indentation.
fn prefix(text: &str, start: usize) -> String {
    let before = text.get(..start).unwrap_or_default();
    let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let kept = |c: char| if matches!(c, '>' | '\t') { c } else { ' ' };
    before.get(line..).unwrap_or_default().chars().map(kept).collect()
}

/// A chapter begins at every heading of the first level, or of the second where the first is the book's title.
fn open_chapters(document: &mut Document<Style>, levels: &[(usize, HeadingLevel)]) {
    let n_of = |wanted: HeadingLevel| levels.iter().filter(|(_, level)| *level == wanted).count();
    let (n_first, n_second) = (n_of(HeadingLevel::H1), n_of(HeadingLevel::H2));
    let is_title = n_first == 1 && n_second > 0;
    let top = levels.iter().map(|(_, level)| *level).min();
    let chapter = if is_title { Some(HeadingLevel::H2) } else { top };
    for stretch in &mut document.stretches {
        let place = levels.binary_search_by_key(&stretch.range.start, |(start, _)| *start).ok();
        let level = place.and_then(|place| levels.get(place)).map(|(_, level)| *level);
        if stretch.kind != ParagraphKind::Heading || level.is_none() {
            continue;
        }
        let title = stretch.text.plain().trim().to_owned();
        if is_title && level == Some(HeadingLevel::H1) && document.title.is_none() {
            document.title = Some(title.clone());
        }
        if level == chapter {
            stretch.opens = Some(Opening { title, volume: None, matter: Matter::Body });
        }
    }
}
