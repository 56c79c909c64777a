//! The content of one paragraph: text with spans, links, notes and fields between.

use super::styles::Styles;
use crate::import::ImportError;
use crate::office::fields::{self, Entry, Placed, extent, trim};
use crate::office::inline::{Around, FormatId, Formats, Fragment, Inline, Item, Void, What, build};
use crate::office::xml::{TokenKind, Xml};
use book::text::paragraph::TagKind;
use messages::Message;
use std::collections::HashSet;
use std::ops::Range;

/// A paragraph's text and where it stands.
pub(super) struct ReadParagraph {
    pub inline: Inline,
    pub content: Range<usize>,
}

/// Fields whose results are numbers and dates that programs compute.
const COMPUTED: [&str; 21] = [
    "page-number",
    "page-count",
    "page-continuation",
    "date",
    "time",
    "sequence",
    "sequence-ref",
    "note-ref",
    "word-count",
    "character-count",
    "paragraph-count",
    "image-count",
    "table-count",
    "object-count",
    "creation-date",
    "creation-time",
    "modification-date",
    "modification-time",
    "print-date",
    "print-time",
    "editing-cycles",
];

/// Reads the paragraph that opens here.
pub(super) fn read(
    xml: &Xml,
    at: usize,
    styles: &Styles,
    formats: &mut Formats,
    repeated: &HashSet<String>,
) -> Result<ReadParagraph, ImportError> {
    let mut walker = Walker {
        xml,
        styles,
        formats,
        repeated,
        entries: Vec::new(),
        node: 0,
        spans: Vec::new(),
        after_space: true,
    };
    let mut nodes = Vec::new();
    let mut inner = at + 1;
    let end = if xml.kind(at) == Some(TokenKind::Start) { xml.mate(at) } else { at };
    while inner < end {
        let next = xml.after(inner);
        walker.node = nodes.len();
        nodes.push(xml.range(inner).start..xml.range(next - 1).end);
        walker.node_at(inner);
        inner = next;
    }
    let (items, marks) = fields::resolve(walker.entries);
    let Some((first, last)) = extent(&items) else {
        let start = xml.inside(at).start;
        return Ok(ReadParagraph { inline: Inline::default(), content: start..start });
    };
    let is_inside = |nodes: (usize, usize)| first <= nodes.0 && nodes.1 <= last;
    let mut items: Vec<Item> = items.into_iter().filter(|item| is_inside(item.nodes)).collect();
    // White space at the edges means nothing here; what means something is an element.
    trim(&mut items);
    let too_many = || ImportError::Hostile { detail: Message::new("too_much_markup").count("limit", 9_000) };
    let mut inline = build(items, formats).ok_or_else(too_many)?;
    for mark in marks.into_iter().filter(|mark| is_inside((mark.node, mark.node))) {
        if mark.is_start {
            inline.before.push(mark.fragment);
        } else {
            inline.behind.push(mark.fragment);
        }
    }
    let edge = |node: usize| nodes.get(node).cloned().unwrap_or_default();
    Ok(ReadParagraph { inline, content: edge(first).start..edge(last).end })
}

struct Walker<'a> {
    xml: &'a Xml,
    styles: &'a Styles,
    formats: &'a mut Formats,
    repeated: &'a HashSet<String>,
    entries: Vec<Placed>,
    node: usize,
    /// The spans that are open and show: start tag and look.
    spans: Vec<(String, String, bool)>,
    /// Whether a space here would follow another one.
    after_space: bool,
}

impl Walker<'_> {
    fn push(&mut self, entry: Entry, range: Range<usize>) {
        let format = self.format();
        let fragment = Fragment { range, run: None };
        self.entries.push(Placed { entry, format, fragment, node: self.node });
    }

    fn format(&mut self) -> FormatId {
        let markup: String = self.spans.iter().map(|(tag, _, _)| tag.as_str()).collect();
        let looks: Vec<String> = self.spans.iter().map(|(_, look, _)| look.clone()).collect();
        let key = looks.join("|");
        let is_stressed = self.spans.iter().any(|(_, _, is_stressed)| *is_stressed);
        self.formats.intern(markup, key, if is_stressed { TagKind::Emphasis } else { TagKind::Other })
    }

    fn inside(&mut self, at: usize) {
        let mut inner = at + 1;
        while inner < self.xml.mate(at) {
            self.node_at(inner);
            inner = self.xml.after(inner);
        }
    }

    fn text(&mut self, text: &str, range: Range<usize>) {
        let mut collapsed = String::with_capacity(text.len());
        for character in text.chars() {
            let is_space = matches!(character, ' ' | '\t' | '\n' | '\r');
            if !is_space {
                collapsed.push(character);
            } else if !self.after_space {
                collapsed.push(' ');
            }
            self.after_space = is_space;
        }
        if !collapsed.is_empty() {
            self.push(Entry::Item(What::Text(collapsed)), range);
        }
    }

    fn node_at(&mut self, at: usize) {
        let xml = self.xml;
        if let Some(text) = xml.token_text(at) {
            return self.text(&text, xml.range(at));
        }
        if !xml.opens(at) {
            return;
        }
        match xml.name(at) {
            ("text", "span") => self.span(at),
            ("text", "a") => self.around(at, TagKind::Link, true),
            ("text", "meta" | "meta-field") => self.around(at, TagKind::Other, false),
            ("text", "s") => {
                let n = xml.attribute(at, "c").and_then(|count| count.parse().ok()).unwrap_or(1_usize);
                self.push(Entry::Item(What::Text(" ".repeat(n.min(200)))), xml.whole(at));
                self.after_space = false;
            }
            ("text", "line-break") => {
                self.void(at, TagKind::Break, false, true);
                self.after_space = true;
            }
            ("text", "tab") => self.void(at, TagKind::Other, false, true),
            ("text", "note") => self.void(at, TagKind::NoteMark, true, false),
            ("text", "ruby") => self.ruby(at),
            ("text", "soft-page-break" | "change" | "change-start" | "change-end") => {}
            ("text", name @ ("bookmark-start" | "reference-mark-start")) => {
                let own = xml.attribute(at, "name").unwrap_or_default().into_owned();
                let entry = if self.repeated.contains(&own) {
                    Entry::BookmarkStart(format!("{} {own}", name.trim_end_matches("-start")))
                } else {
                    Entry::Mark { is_start: true }
                };
                self.push(entry, xml.whole(at));
            }
            ("text", name @ ("bookmark-end" | "reference-mark-end")) => {
                let own = xml.attribute(at, "name").unwrap_or_default();
                let entry = Entry::BookmarkEnd(format!("{} {own}", name.trim_end_matches("-end")));
                self.push(entry, xml.whole(at));
            }
            ("office", "annotation-end") => self.push(Entry::Mark { is_start: false }, xml.whole(at)),
            ("office", "annotation") => self.push(Entry::Mark { is_start: true }, xml.whole(at)),
            ("text", name) if name.ends_with("-end") => {
                self.push(Entry::Mark { is_start: false }, xml.whole(at));
            }
            ("text", name) if name.contains("mark") && xml.text_of(at).is_empty() => {
                self.push(Entry::Mark { is_start: true }, xml.whole(at));
            }
            ("text", name) if COMPUTED.contains(&name) || xml.text_of(at).trim().is_empty() => {
                self.void(at, TagKind::Other, true, true);
            }
            ("text", _) => self.around(at, TagKind::Other, true),
            ("draw", _) => {
                let is_inline = xml.attribute(at, "anchor-type").is_some_and(|anchor| anchor == "as-char");
                self.void(at, TagKind::Image, is_inline, false);
            }
            _ => self.void(at, TagKind::Other, true, false),
        }
    }

    fn span(&mut self, at: usize) {
        let name = self.xml.attribute(at, "style-name").unwrap_or_default();
        let (look, is_stressed) = match self.styles.text(&name) {
            Some(style) => (style.look.clone(), style.is_stressed),
            None => (name.into_owned(), false),
        };
        if self.xml.kind(at) != Some(TokenKind::Start) {
            return;
        }
        let shows = !look.is_empty();
        if shows {
            self.spans.push((self.xml.raw(at).to_owned(), look, is_stressed));
        }
        self.inside(at);
        if shows {
            self.spans.pop();
        }
    }

    fn around(&mut self, at: usize, kind: TagKind, is_copied: bool) {
        let xml = self.xml;
        if xml.kind(at) != Some(TokenKind::Start) {
            return self.void(at, kind, false, is_copied);
        }
        let (open, close) = (xml.range(at), xml.range(xml.mate(at)));
        let fragment = |range: &Range<usize>| vec![Fragment { range: range.clone(), run: None }];
        let around = Around { kind, open: fragment(&open), close: fragment(&close), is_copied, base: 0 };
        self.push(Entry::Open(around), open);
        // What stands around a text is around its formatting, too.
        self.inside(at);
        self.push(Entry::Close, close);
    }

    /// Something carried as a whole; the text in it that is in no paragraph of its own is kept.
    fn void(&mut self, at: usize, kind: TagKind, is_content: bool, is_copied: bool) {
        let xml = self.xml;
        let mut kept = String::new();
        let mut inner = at + 1;
        while inner < xml.mate(at) {
            let is_own = matches!(
                xml.name(inner),
                ("text", "p" | "h" | "note-citation") | ("office", "annotation") | ("svg", "title" | "desc")
            );
            if xml.opens(inner) && is_own {
                inner = xml.after(inner);
                continue;
            }
            // White space between elements is the program's.
            if let Some(text) = xml.token_text(inner).filter(|text| !text.trim().is_empty()) {
                kept.push_str(&text);
            }
            inner += 1;
        }
        self.after_space = false;
        let fragments = vec![Fragment { range: xml.whole(at), run: None }];
        let void = Void { kind, fragments, is_content, is_copied, kept };
        self.push(Entry::Item(What::Void(void)), xml.whole(at));
    }

    fn ruby(&mut self, at: usize) {
        let xml = self.xml;
        let said = |name| xml.child(at, name).map(|part| xml.text_of(part)).unwrap_or_default();
        let (base, reading) = (said("text:ruby-base"), said("text:ruby-text"));
        if base.trim().is_empty() || reading.trim().is_empty() {
            return self.void(at, TagKind::Other, true, true);
        }
        self.after_space = false;
        self.push(Entry::Item(What::Ruby { base, reading }), xml.whole(at));
    }
}
