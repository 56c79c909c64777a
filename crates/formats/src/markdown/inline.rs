//! A run of inline Markdown as marked text.

use super::read::LocatedEvent;
use super::{Style, html};
use crate::ranged::{Document, Kept, Mark, Stretch, Tag};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::{ParagraphKind, TagKind};
use pulldown_cmark::{Event, LinkType, Tag as MarkdownTag};
use std::ops::Range;

/// Tags beyond this cannot be numbered; such a run is given without them, as plain text that is not replaced.
const MAX_TAGS: usize = 9_000;

/// A run of text with its markup.
pub(super) struct Run {
    pub(super) text: Marked,
    pub(super) tags: Vec<Tag>,
    pub(super) range: Range<usize>,
    /// Texts in the markup of this one.
    pub(super) nested: Vec<Stretch<Style>>,
    pub(super) kept: Vec<Kept>,
}

/// Reads a run; nothing where there is neither text nor markup.
pub(super) fn read(text: &str, events: &[LocatedEvent<'_>]) -> Option<Run> {
    let start = begin(text, events, 0)?;
    let mut reader = RunReader {
        text,
        events,
        mates: mates(events),
        builder: MarkedBuilder::default(),
        document: Document::default(),
        tags: Vec::new(),
        open: Vec::new(),
        soft: false,
        last: None,
        end: start,
    };
    let mut at = 0;
    while at < events.len() {
        at = reader.step(at);
        if reader.tags.len() > MAX_TAGS {
            return Some(as_whole(text, events, start));
        }
    }
    while let Some((number, _)) = reader.open.pop() {
        reader.builder.push(&Piece::Close(number));
    }
    let range = start..reader.end;
    let Document { stretches: nested, kept, .. } = reader.document;
    Some(Run { text: reader.builder.finish(), tags: reader.tags, range, nested, kept })
}

/// A run with more markup than can be numbered: its words, in one untouched piece.
fn as_whole(text: &str, events: &[LocatedEvent<'_>], start: usize) -> Run {
    let end = events.iter().map(|(_, range)| range.end).max().unwrap_or(start);
    let words: String = super::shown::displayed_texts(text.get(start..end).unwrap_or_default()).join(" ");
    let mark = Mark::At(start..end);
    let tags = vec![Tag { kind: TagKind::Other, open: mark, close: None }];
    let kept = vec![Kept { range: start..end, text: words, reason: "too much markup" }];
    let mut builder = MarkedBuilder::default();
    builder.push(&Piece::Void(1));
    Run { text: builder.finish(), tags, range: start..end, nested: Vec::new(), kept }
}

/// Where an event begins, with the backslash that escapes its first character.
fn begin(text: &str, events: &[LocatedEvent<'_>], at: usize) -> Option<usize> {
    let (event, range) = events.get(at)?;
    let before = at
        .checked_sub(1)
        .and_then(|at| events.get(at))
        .map_or(0, |(event, range)| if matches!(event, Event::Start(_)) { range.start } else { range.end });
    let is_escaped = matches!(event, Event::Text(_))
        && range.start > before
        && text.get(..range.start).is_some_and(|head| head.ends_with('\\'))
        && text.get(range.clone()).is_some_and(|own| own.starts_with(|c: char| c.is_ascii_punctuation()));
    Some(if is_escaped { range.start - 1 } else { range.start })
}

struct RunReader<'a> {
    text: &'a str,
    events: &'a [LocatedEvent<'a>],
    /// For every event that begins an element: the one that ends it.
    mates: Vec<Option<usize>>,
    builder: MarkedBuilder,
    /// Nested texts and kept ones.
    document: Document<Style>,
    tags: Vec<Tag>,
    /// Numbers of open pairs, with the event at which each ends.
    open: Vec<(u16, usize)>,
    /// Whether a line ended that may need a space.
    soft: bool,
    last: Option<char>,
    /// Where the last event ended.
    end: usize,
}

impl RunReader<'_> {
    /// Reads an event; gives the next one to read.
    fn step(&mut self, at: usize) -> usize {
        let Some((event, range)) = self.events.get(at) else { return at + 1 };
        match event {
            Event::Text(text) => self.push_text(text),
            Event::SoftBreak => self.soft = true,
            Event::HardBreak => {
                let next = begin(self.text, self.events, at + 1).unwrap_or(range.end);
                let open = Mark::At(self.end..next);
                self.void(TagKind::Break, open);
                self.end = next;
                return at + 1;
            }
            Event::Code(code) | Event::InlineMath(code) | Event::DisplayMath(code) => {
                self.keep(code, range.clone(), "code");
                self.void(TagKind::Other, Mark::At(range.clone()));
                self.last = Some('x');
            }
            Event::FootnoteReference(_) => self.void(TagKind::NoteMark, Mark::At(range.clone())),
            Event::InlineHtml(raw) => return self.html(at, raw, range),
            Event::Start(tag) => return self.start(at, tag, range),
            Event::End(_) => {
                self.flush();
                if self.open.last().is_some_and(|(_, end)| *end == at)
                    && let Some((number, _)) = self.open.pop()
                {
                    self.builder.push(&Piece::Close(number));
                }
            }
            Event::Html(_) | Event::Rule | Event::TaskListMarker(_) => {}
        }
        self.end = self.end.max(range.end);
        at + 1
    }

    fn start(&mut self, at: usize, tag: &MarkdownTag<'_>, range: &Range<usize>) -> usize {
        let last = self.mates.get(at).copied().flatten().unwrap_or(self.events.len());
        let children = at + 1..last;
        let whole = Mark::At(range.clone());
        let (kind, link) = if let MarkdownTag::Link { link_type, title, .. } = tag {
            (TagKind::Link, Some((*link_type, title)))
        } else if let MarkdownTag::Image { link_type, title, .. } = tag {
            (TagKind::Image, Some((*link_type, title)))
        } else if matches!(tag, MarkdownTag::Emphasis | MarkdownTag::Strong) {
            (TagKind::Emphasis, None)
        } else {
            (TagKind::Other, None)
        };
        if let Some((LinkType::Autolink | LinkType::Email, _)) = link {
            let inside = self.events.get(children).unwrap_or_default().iter();
            let words = |(event, _): &LocatedEvent<'_>| {
                if let Event::Text(text) = event { text.to_string() } else { String::new() }
            };
            let address: String = inside.map(words).collect();
            self.keep(&address, range.clone(), "an address");
            self.void(kind, whole);
            self.last = Some('x');
            self.end = range.end;
            return last + 1;
        }
        if let Some((LinkType::Inline, title)) = link
            && !title.is_empty()
        {
            self::title(self.text, title, range.clone(), &mut self.document);
        }
        if children.is_empty() {
            self.void(kind, whole);
            self.end = range.end;
            return last + 1;
        }
        let first = begin(self.text, self.events, at + 1).unwrap_or(range.start);
        let inner = self.events.get(last - 1).map_or(range.end, |(_, range)| range.end);
        let close = match link {
            // The words of such a link are its reference, which must stay.
            Some((LinkType::Shortcut | LinkType::Collapsed, _)) => {
                let label = self.text.get(first..inner).unwrap_or_default();
                let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
                Mark::Made(format!("][{label}]"))
            }
            _ => Mark::At(inner..range.end),
        };
        self.pair(kind, Mark::At(range.start..first), close, last);
        self.end = range.start;
        at + 1
    }

    fn html(&mut self, at: usize, raw: &str, range: &Range<usize>) -> usize {
        self.end = self.end.max(range.end);
        let name = html::name(raw);
        html::attributes(self.text, range.clone(), &mut self.document);
        if name == "ruby"
            && let Some(after) = self.ruby(at)
        {
            return after;
        }
        if name == "br" {
            self.void(TagKind::Break, Mark::At(range.clone()));
            return at + 1;
        }
        if raw.starts_with("</") {
            self.flush();
            if self.open.last().is_some_and(|(_, end)| *end == at)
                && let Some((number, _)) = self.open.pop()
            {
                self.builder.push(&Piece::Close(number));
                return at + 1;
            }
        }
        // A pair around nothing is a mark.
        let end = self.mates.get(at).copied().flatten().filter(|end| *end > at + 1);
        match end.and_then(|end| Some((end, self.events.get(end)?.1.clone()))) {
            Some((end, close)) => {
                self.pair(html::tag_kind(&name), Mark::At(range.clone()), Mark::At(close), end);
            }
            None => self.void(TagKind::Other, Mark::At(range.clone())),
        }
        at + 1
    }

    /// Ruby of the plain kind: bases and readings and nothing else. Gives the event after it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the parser has many events, and few of them matter here"
    )]
    fn ruby(&mut self, at: usize) -> Option<usize> {
        let (mut pairs, mut base, mut reading) = (Vec::new(), String::new(), String::new());
        let mut place = "ruby";
        for (offset, (event, range)) in self.events.iter().enumerate().skip(at + 1) {
            match event {
                Event::Text(text) => match place {
                    "rt" => reading.push_str(text),
                    "rp" => {}
                    _ => base.push_str(text),
                },
                Event::InlineHtml(tag) => match (html::name(tag).as_str(), tag.starts_with("</")) {
                    ("rt", false) => place = "rt",
                    ("rp", false) => place = "rp",
                    ("rt", true) => {
                        place = "ruby";
                        pairs.push((std::mem::take(&mut base), std::mem::take(&mut reading)));
                    }
                    ("rb" | "rp", _) => place = "ruby",
                    ("ruby", true) => {
                        self.flush();
                        for (base, reading) in pairs {
                            self.last = base.chars().last();
                            self.builder.push(&Piece::Ruby { base: base.into(), reading: reading.into() });
                        }
                        self.push_text(&base);
                        self.end = range.end;
                        return Some(offset + 1);
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        None
    }

    fn pair(&mut self, kind: TagKind, open: Mark, close: Mark, end: usize) {
        self.flush();
        self.tags.push(Tag { kind, open, close: Some(close) });
        let number = u16::try_from(self.tags.len()).unwrap_or(u16::MAX);
        self.builder.push(&Piece::Open(number));
        self.open.push((number, end));
    }

    fn void(&mut self, kind: TagKind, open: Mark) {
        if kind == TagKind::Break {
            (self.soft, self.last) = (false, None);
        } else {
            self.flush();
        }
        self.tags.push(Tag { kind, open, close: None });
        self.builder.push(&Piece::Void(u16::try_from(self.tags.len()).unwrap_or(u16::MAX)));
    }

    fn keep(&mut self, text: &str, range: Range<usize>, reason: &'static str) {
        self.document.kept.push(Kept { range, text: text.to_owned(), reason });
    }

    fn push_text(&mut self, text: &str) {
        if self.soft && self.last.is_some_and(is_wide) && text.chars().next().is_some_and(is_wide) {
            self.soft = false;
        }
        self.flush();
        self.builder.push_text(text);
        self.last = text.chars().last().or(self.last);
    }

    fn flush(&mut self) {
        if std::mem::take(&mut self.soft) {
            self.builder.push_text(" ");
            self.last = Some(' ');
        }
    }
}

/// Where every element ends. HTML elements end where the Markdown around them does, at the latest.
#[expect(clippy::wildcard_enum_match_arm, reason = "the parser has many events, and few of them matter here")]
fn mates(events: &[LocatedEvent<'_>]) -> Vec<Option<usize>> {
    const NEAR: usize = 64;
    let mut mates = vec![None; events.len()];
    // Open elements with their names; those of Markdown have none.
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut set = |start: usize, end: usize| {
        if let Some(mate) = mates.get_mut(start) {
            *mate = Some(end);
        }
    };
    for (at, (event, _)) in events.iter().enumerate() {
        match event {
            Event::Start(_) => open.push((at, String::new())),
            Event::End(_) => {
                while let Some((start, name)) = open.pop() {
                    if name.is_empty() {
                        set(start, at);
                        break;
                    }
                }
            }
            Event::InlineHtml(raw) => {
                let name = html::name(raw);
                if raw.starts_with("</") {
                    let near = open.iter().rev().take(NEAR).take_while(|(_, own)| !own.is_empty());
                    let depth = near.enumerate().find(|(_, (_, own))| *own == name).map(|(depth, _)| depth);
                    if let Some(depth) = depth {
                        let start = open.len() - 1 - depth;
                        let mate = open.get(start).map_or(at, |(start, _)| *start);
                        open.truncate(start);
                        set(mate, at);
                    }
                } else if !name.is_empty() && !raw.ends_with("/>") && !html::is_void(&name) {
                    open.push((at, name));
                }
            }
            _ => {}
        }
    }
    mates
}

/// Characters of scripts written without spaces: a line break between two of them is no space.
const fn is_wide(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

/// The title at the end of a link or of a definition: a text of its own where it can be found, otherwise kept.
pub(super) fn title(text: &str, title: &str, span: Range<usize>, document: &mut Document<Style>) {
    let raw = text.get(span.clone()).unwrap_or_default();
    let inside = raw.trim_end().strip_suffix(')').filter(|_| raw.starts_with(['[', '!'])).map(str::trim_end);
    let place = [inside, Some(raw.trim_end())].into_iter().flatten().find_map(|head| {
        let close = head.chars().next_back().filter(|c| matches!(c, '"' | '\'' | ')'))?;
        let open = if close == ')' { '(' } else { close };
        let body = head.strip_suffix(close)?;
        let start = body.char_indices().rev().map(|(at, _)| at).find(|&at| {
            let tail = body.get(at..).unwrap_or_default();
            tail.starts_with(open) && !body.get(..at).is_some_and(|head| head.ends_with('\\'))
        })?;
        Some((start + 1..body.len(), close))
    });
    match place {
        Some((range, close)) if !title.trim().is_empty() => document.stretches.push(Stretch {
            range: span.start + range.start..span.start + range.end,
            text: Marked::from_plain(&title.split_whitespace().collect::<Vec<_>>().join(" ")),
            tags: Vec::new(),
            kind: ParagraphKind::Alternative,
            opens: None,
            style: Style::Title(close),
        }),
        _ => document.kept.push(Kept { range: span, text: title.to_owned(), reason: "the title of a link" }),
    }
}
