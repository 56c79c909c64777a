//! Where the text of a `FictionBook` stands.

use super::Style;
use crate::epub::{Page, TokenKind, refuse_entity_bomb, tag_attributes, token_text, unescape_xml};
use crate::import::ImportError;
use crate::ranged::{Document, Kept, Mark, Opening, Stretch, Tag};
use book::text::chapter::Matter;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::{ParagraphKind, TagKind};
use messages::Message;
use std::ops::Range;

/// Reads a book.
pub(super) fn read(text: &str) -> Result<Document<Style>, ImportError> {
    let page = Page::scan(text.to_owned())?;
    for at in 0..page.tokens.len() {
        if page.kind(at) == Some(TokenKind::DocType) {
            refuse_entity_bomb(page.raw(at), "FictionBook")?;
        }
    }
    let root = (0..page.tokens.len()).find(|at| page.opens(*at));
    if root.is_none_or(|root| page.kind(root) == Some(TokenKind::Start) && page.end_tag(root).is_none()) {
        return Err(ImportError::Damaged { detail: Message::new("ends_early") });
    }
    let mut reader = Reader {
        page: &page,
        document: Document::default(),
        open: Vec::new(),
        opening: Some(Opening { matter: Matter::Front, ..Opening::default() }),
        chapter: None,
        names: Vec::new(),
    };
    reader.walk();
    let mut document = reader.document;
    document.author = Some(reader.names.join(" ")).filter(|name| !name.is_empty());
    document.stretches.sort_by_key(|stretch| (stretch.range.start, usize::MAX - stretch.range.end));
    Ok(document)
}

/// The content of the first element with this name, from a place on.
pub(super) fn element(text: &str, name: &str, from: usize) -> Option<Range<usize>> {
    let start = from + text.get(from..)?.find(&format!("<{name}"))?;
    let inside = start + text.get(start..)?.find('>')? + 1;
    let end = inside + text.get(inside..)?.find(&format!("</{name}"))?;
    Some(inside..end)
}

/// An open element that matters.
struct Open {
    name: String,
    end: usize,
    /// Of a section: its title.
    title: String,
    is_notes: bool,
}

struct Reader<'a> {
    page: &'a Page,
    document: Document<Style>,
    open: Vec<Open>,
    /// The chapter that begins with the next text.
    opening: Option<Opening>,
    /// The text that the present chapter begins with.
    chapter: Option<usize>,
    names: Vec<String>,
}

impl Reader<'_> {
    fn walk(&mut self) {
        let mut at = 0;
        while at < self.page.tokens.len() {
            while self.open.last().is_some_and(|open| open.end <= at) {
                self.open.pop();
            }
            at = self.step(at);
        }
    }

    fn is_in(&self, name: &str) -> bool {
        self.open.iter().any(|open| open.name == name)
    }

    fn step(&mut self, at: usize) -> usize {
        let page = self.page;
        if !page.opens(at) {
            let is_text =
                matches!(page.kind(at), Some(TokenKind::Text | TokenKind::Reference | TokenKind::CData));
            if !is_text || !self.is_in("body") {
                return at + 1;
            }
            let end = (at..page.tokens.len())
                .find(|&next| {
                    !matches!(
                        page.kind(next),
                        Some(TokenKind::Text | TokenKind::Reference | TokenKind::CData)
                    )
                })
                .unwrap_or(page.tokens.len());
            self.text(at..end, ParagraphKind::Body, None);
            return end;
        }
        let name = page.name(at).to_ascii_lowercase();
        self.alternatives(at);
        let inside = at + 1..page.mate(at);
        match name.as_str() {
            "binary" | "src-title-info" | "document-info" | "publish-info" | "custom-info" | "stylesheet" => {
                return page.after(at);
            }
            "first-name" | "middle-name" | "last-name" | "nickname" if self.is_in("author") => {
                if self.names.len() < 3 {
                    self.names.extend(plain(page, inside));
                }
                return page.after(at);
            }
            "lang" if self.is_in("title-info") => {
                self.document.language = plain(page, inside).and_then(|tag| tag.parse().ok());
                return page.after(at);
            }
            "book-title" if self.is_in("title-info") => {
                self.document.title = plain(page, inside.clone());
                self.text(inside, ParagraphKind::Label, None);
                return page.after(at);
            }
            "p" | "v" | "subtitle" | "text-author" | "td" | "th" | "date"
                if self.is_in("body") || self.is_in("annotation") =>
            {
                let element = page.end_tag(at).map(|end| page.range(at).start..page.range(end).end);
                let (kind, element) = self.kind(&name, element);
                self.text(inside, kind, element);
                return page.after(at);
            }
            _ => {}
        }
        if page.kind(at) == Some(TokenKind::Start) {
            self.enter(at, name);
        }
        at + 1
    }

    fn enter(&mut self, at: usize, name: String) {
        let page = self.page;
        let is_notes = self.open.iter().any(|open| open.is_notes)
            || name == "body"
                && page
                    .attribute(at, "name")
                    .is_some_and(|name| matches!(name.as_ref(), "notes" | "comments"));
        if name == "body" {
            let matter = if is_notes { Matter::Back } else { Matter::Body };
            self.opening = Some(Opening { matter, ..Opening::default() });
        } else if name == "section" && !is_notes {
            let has_title = (at + 1..page.mate(at))
                .find(|&inner| page.opens(inner))
                .is_some_and(|inner| page.is(inner, "title"));
            let depth = self.open.iter().filter(|open| open.name == "section").count();
            if has_title || depth == 0 {
                let titles = self.open.iter().rev().filter(|open| open.name == "section");
                let volume = titles.map(|open| open.title.clone()).find(|title| !title.is_empty());
                self.opening = Some(Opening { title: String::new(), volume, matter: Matter::Body });
            }
        }
        self.open.push(Open { name, end: page.mate(at), title: String::new(), is_notes });
    }

    fn kind(&self, name: &str, element: Option<Range<usize>>) -> (ParagraphKind, Option<Range<usize>>) {
        let is_notes = self.open.iter().any(|open| open.is_notes);
        match name {
            "td" | "th" => (ParagraphKind::Cell, None),
            "date" => (ParagraphKind::Body, None),
            "v" => (ParagraphKind::Verse, element),
            _ if self.is_in("title") => (ParagraphKind::Heading, element),
            "subtitle" => (ParagraphKind::Heading, element),
            _ if is_notes => (ParagraphKind::Note, element),
            _ => (ParagraphKind::Body, element),
        }
    }

    /// A stretch of text between two tags.
    fn text(&mut self, tokens: Range<usize>, kind: ParagraphKind, element: Option<Range<usize>>) {
        let page = self.page;
        let Some(range) = trimmed(page, tokens.clone()) else { return };
        let (text, tags) = self.inline(tokens, range.clone());
        let is_title = self.open.last().is_some_and(|open| open.name == "title");
        let words = text.plain().trim().to_owned();
        let opens = if words.is_empty() { None } else { self.opening.take() };
        if opens.is_some() {
            self.chapter = Some(self.document.stretches.len());
        }
        let style = element.map_or(Style::Once, Style::Element);
        self.document.stretches.push(Stretch { range, text, tags, kind, opens, style });
        if is_title {
            self.name_chapter(&words);
        }
    }

    /// The words of a title name the chapter they stand in, and its section.
    fn name_chapter(&mut self, words: &str) {
        let join = |title: &mut String| {
            if !title.is_empty() {
                title.push(' ');
            }
            title.push_str(words);
        };
        let owner = self.open.len().checked_sub(2).and_then(|at| self.open.get_mut(at));
        // The title of a note is its number.
        let is_section = owner
            .as_ref()
            .is_some_and(|open| open.name == "body" || open.name == "section" && !open.is_notes);
        if let Some(open) = owner.filter(|open| open.name == "section" && !open.is_notes) {
            join(&mut open.title);
        }
        let chapter = self.chapter.and_then(|at| self.document.stretches.get_mut(at));
        if let Some(opening) = chapter.and_then(|stretch| stretch.opens.as_mut()).filter(|_| is_section) {
            join(&mut opening.title);
        }
    }

    fn inline(&mut self, tokens: Range<usize>, range: Range<usize>) -> (Marked, Vec<Tag>) {
        let page = self.page;
        let mut builder = MarkedBuilder::default();
        let mut tags: Vec<Tag> = Vec::new();
        let mut open: Vec<(u16, usize)> = Vec::new();
        let mut spaces = Spaces::default();
        let mut at = tokens.start;
        while at < tokens.end {
            while open.last().is_some_and(|(_, end)| *end <= at) {
                if let Some((number, _)) = open.pop() {
                    builder.push(&Piece::Close(number));
                }
            }
            let number = u16::try_from(tags.len() + 1).unwrap_or(u16::MAX);
            match page.kind(at) {
                Some(TokenKind::Text | TokenKind::Reference | TokenKind::CData) => {
                    spaces.push(&token_text(page, at), &mut builder);
                }
                Some(TokenKind::Start | TokenKind::Empty) => {
                    self.alternatives(at);
                    let is_code = page.is(at, "code");
                    let close = page.end_tag(at).filter(|end| *end > at + 1 && !is_code);
                    spaces.flush(&mut builder);
                    if let Some(end) = close {
                        let kind = kind_of(page, at);
                        let (open_mark, close) = (Mark::At(page.range(at)), Mark::At(page.range(end)));
                        tags.push(Tag { kind, open: open_mark, close: Some(close) });
                        builder.push(&Piece::Open(number));
                        open.push((number, end));
                    } else {
                        let whole = page.range(at).start..page.range(page.after(at).saturating_sub(1)).end;
                        if is_code && let Some(words) = plain(page, at + 1..page.mate(at)) {
                            self.document.kept.push(Kept {
                                range: whole.clone(),
                                text: words,
                                reason: "code",
                            });
                        }
                        tags.push(Tag { kind: kind_of(page, at), open: Mark::At(whole), close: None });
                        builder.push(&Piece::Void(number));
                        spaces.last = Some('x');
                        at = page.after(at).max(at + 1);
                        continue;
                    }
                }
                Some(TokenKind::Hidden) if range.contains(&page.range(at).start) => {
                    tags.push(Tag { kind: TagKind::Other, open: Mark::At(page.range(at)), close: None });
                    builder.push(&Piece::Void(number));
                }
                _ => {}
            }
            at += 1;
        }
        while let Some((number, _)) = open.pop() {
            builder.push(&Piece::Close(number));
        }
        (builder.finish(), tags)
    }

    /// The words in the attributes of a picture.
    fn alternatives(&mut self, at: usize) {
        let page = self.page;
        if !page.is(at, "image") || !self.is_in("body") && !self.is_in("annotation") {
            return;
        }
        let start = page.range(at).start;
        for (name, place) in tag_attributes(page.raw(at)) {
            let words = unescape_xml(page.raw(at).get(place.clone()).unwrap_or_default()).trim().to_owned();
            if matches!(name, "alt" | "title") && !words.is_empty() {
                self.document.stretches.push(Stretch {
                    range: start + place.start..start + place.end,
                    text: Marked::from_plain(&words.split_whitespace().collect::<Vec<_>>().join(" ")),
                    tags: Vec::new(),
                    kind: ParagraphKind::Alternative,
                    opens: None,
                    style: Style::Attribute,
                });
            }
        }
    }
}

/// White space, of which a run is one space and none stands at the edges.
#[derive(Default)]
struct Spaces {
    waits: bool,
    last: Option<char>,
}

impl Spaces {
    fn push(&mut self, text: &str, builder: &mut MarkedBuilder) {
        for word in text.split_inclusive(|c: char| c.is_ascii_whitespace()) {
            let bare = word.trim_end_matches(|c: char| c.is_ascii_whitespace());
            if !bare.is_empty() {
                self.flush(builder);
                builder.push_text(bare);
                self.last = bare.chars().last();
            }
            self.waits |= bare.len() < word.len() && self.last.is_some_and(|last| last != ' ');
        }
    }

    fn flush(&mut self, builder: &mut MarkedBuilder) {
        if std::mem::take(&mut self.waits) {
            builder.push_text(" ");
            self.last = Some(' ');
        }
    }
}

fn kind_of(page: &Page, at: usize) -> TagKind {
    match page.name(at).to_ascii_lowercase().as_str() {
        "emphasis" | "strong" | "strikethrough" => TagKind::Emphasis,
        "a" if page.attribute(at, "type").is_some_and(|kind| kind == "note") => TagKind::NoteMark,
        "a" => TagKind::Link,
        "image" => TagKind::Image,
        _ => TagKind::Other,
    }
}

fn plain(page: &Page, tokens: Range<usize>) -> Option<String> {
    let is_text = |at: &usize| {
        matches!(page.kind(*at), Some(TokenKind::Text | TokenKind::Reference | TokenKind::CData))
    };
    let text: String = tokens.filter(is_text).map(|at| token_text(page, at)).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// The bytes of some tokens without the white space around them; nothing where there is neither word nor tag.
fn trimmed(page: &Page, tokens: Range<usize>) -> Option<Range<usize>> {
    let last = tokens.end.checked_sub(1).filter(|last| *last >= tokens.start)?;
    let bytes = page.range(tokens.start).start..page.range(last).end;
    let raw = page.cut(bytes.clone());
    let start = bytes.start + (raw.len() - raw.trim_ascii_start().len());
    let end = bytes.end - (raw.len() - raw.trim_ascii_end().len());
    (start < end).then_some(start..end)
}
