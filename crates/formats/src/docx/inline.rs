//! The content of one paragraph, flattened: runs, and what stands around and between them.

use crate::import::ImportError;
use crate::office::fields::{self, Entry, Placed, extent, trim};
use crate::office::inline::{Around, FormatId, Formats, Fragment, Inline, Item, Void, What, build};
use crate::office::xml::Xml;
use book::text::paragraph::TagKind;
use messages::Message;
use std::collections::HashSet;
use std::ops::Range;

/// A paragraph's text and where it stands.
pub(super) struct ReadParagraph {
    pub inline: Inline,
    pub content: Range<usize>,
    pub refers_to: Vec<String>,
}

/// The name of a note: its kind and number.
pub(super) fn note(xml: &Xml, at: usize, kind: &str) -> String {
    format!("{kind} {}", xml.attribute(at, "id").unwrap_or_default())
}

/// Reads the paragraph that opens here.
pub(super) fn read(
    xml: &Xml,
    at: usize,
    formats: &mut Formats,
    repeated: &HashSet<String>,
) -> Result<ReadParagraph, ImportError> {
    let mut walker = Walker { xml, formats, repeated, entries: Vec::new(), node: 0, refers_to: Vec::new() };
    let nodes = xml.children(at);
    for (number, &node) in nodes.iter().enumerate() {
        walker.node = number;
        walker.content(node);
    }
    let (entries, refers_to) = (walker.entries, walker.refers_to);
    let (items, marks) = fields::resolve(entries);
    let Some((first, last)) = extent(&items) else {
        let start = xml.inside(at).start;
        return Ok(ReadParagraph { inline: Inline::default(), content: start..start, refers_to });
    };
    let (first, last) = with_noise(xml, &nodes, first, last);
    let is_inside = |nodes: (usize, usize)| first <= nodes.0 && nodes.1 <= last;
    let mut items: Vec<Item> = items.into_iter().filter(|item| is_inside(item.nodes)).collect();
    let (lead, trail) = trim(&mut items);
    let too_many = || ImportError::Hostile { detail: Message::new("too_much_markup").count("limit", 9_000) };
    let mut inline = build(items, formats).ok_or_else(too_many)?;
    (inline.lead, inline.trail) = (lead, trail);
    for mark in marks.into_iter().filter(|mark| is_inside((mark.node, mark.node))) {
        if mark.is_start {
            inline.before.push(mark.fragment);
        } else {
            inline.behind.push(mark.fragment);
        }
    }
    let edge = |node: usize| nodes.get(node).map_or(0..0, |&node| xml.whole(node));
    Ok(ReadParagraph { inline, content: edge(first).start..edge(last).end, refers_to })
}

/// The extent with the marks of the spelling check at its edges, which are about words that will be gone.
fn with_noise(xml: &Xml, nodes: &[usize], mut first: usize, mut last: usize) -> (usize, usize) {
    let is_noise = |at: usize| nodes.get(at).is_some_and(|&node| xml.is(node, "w:proofErr"));
    while first.checked_sub(1).is_some_and(is_noise) {
        first -= 1;
    }
    while is_noise(last + 1) {
        last += 1;
    }
    (first, last)
}

struct Walker<'a> {
    xml: &'a Xml,
    formats: &'a mut Formats,
    repeated: &'a HashSet<String>,
    entries: Vec<Placed>,
    node: usize,
    refers_to: Vec<String>,
}

impl Walker<'_> {
    fn push(&mut self, entry: Entry, format: FormatId, fragment: Fragment) {
        self.entries.push(Placed { entry, format, fragment, node: self.node });
    }

    fn carried(&self, at: usize) -> Fragment {
        Fragment { range: self.xml.whole(at), run: None }
    }

    /// A child of the paragraph or of something around runs.
    fn content(&mut self, at: usize) {
        let xml = self.xml;
        match xml.name(at) {
            ("w", "r") => self.run(at),
            ("w", "hyperlink") => {
                let (open, close) = (xml.range(at), xml.range(xml.mate(at)));
                self.around(at, at, TagKind::Link, true, (open, close));
            }
            ("w", "ins" | "moveTo" | "smartTag" | "customXml" | "dir" | "bdo") => self.inside(at),
            ("w", "fldSimple") => {
                let instruction = xml.attribute(at, "instr").unwrap_or_default().into_owned();
                if fields::is_computed(&instruction) || xml.text_of(at).trim().is_empty() {
                    self.void(at, TagKind::Other, true, true, None);
                } else {
                    let (open, close) = (xml.range(at), xml.range(xml.mate(at)));
                    self.around(at, at, fields::kind(&instruction), true, (open, close));
                }
            }
            ("w", "sdt") => {
                let Some(content) = xml.child(at, "w:sdtContent") else { return };
                let (outer, inner) = (xml.whole(at), xml.inside(content));
                let frame = (outer.start..inner.start, inner.end..outer.end);
                self.around(at, content, TagKind::Other, false, frame);
            }
            ("w", "bookmarkStart") => {
                let id = xml.attribute(at, "id").unwrap_or_default().into_owned();
                let is_repeated =
                    xml.attribute(at, "name").is_some_and(|name| self.repeated.contains(name.as_ref()));
                let entry =
                    if is_repeated { Entry::BookmarkStart(id) } else { Entry::Mark { is_start: true } };
                let fragment = self.carried(at);
                self.push(entry, 0, fragment);
            }
            ("w", "bookmarkEnd") => {
                let id = xml.attribute(at, "id").unwrap_or_default().into_owned();
                let fragment = self.carried(at);
                self.push(Entry::BookmarkEnd(id), 0, fragment);
            }
            ("w", name) if name.ends_with("RangeStart") || name == "permStart" => {
                let fragment = self.carried(at);
                self.push(Entry::Mark { is_start: true }, 0, fragment);
            }
            ("w", name) if name.ends_with("RangeEnd") || name == "permEnd" => {
                let fragment = self.carried(at);
                self.push(Entry::Mark { is_start: false }, 0, fragment);
            }
            // Properties are no content; what was deleted or moved away is none any more; the rest is noise of checking.
            ("w", "pPr" | "del" | "moveFrom" | "proofErr" | "smartTagPr" | "customXmlPr") => {}
            ("m", "oMath" | "oMathPara") => self.void(at, TagKind::Other, true, true, None),
            _ => self.void(at, TagKind::Image, true, false, None),
        }
    }

    fn inside(&mut self, at: usize) {
        for child in self.xml.children(at) {
            self.content(child);
        }
    }

    /// Something around the content of `inner`, with the bytes before and behind that.
    fn around(
        &mut self,
        at: usize,
        inner: usize,
        kind: TagKind,
        is_copied: bool,
        (open, close): (Range<usize>, Range<usize>),
    ) {
        if self.xml.kind(at) != Some(crate::office::xml::TokenKind::Start) {
            return self.void(at, kind, false, is_copied, None);
        }
        let (open, close) = (Fragment { range: open, run: None }, Fragment { range: close, run: None });
        let around =
            Around { kind, open: vec![open.clone()], close: vec![close.clone()], is_copied, base: 0 };
        self.push(Entry::Open(around), 0, open);
        self.inside(inner);
        self.push(Entry::Close, 0, close);
    }

    /// Something carried as a whole; the text in it that is in no paragraph of its own is kept.
    fn void(&mut self, at: usize, kind: TagKind, is_content: bool, is_copied: bool, run: Option<FormatId>) {
        let xml = self.xml;
        let mut kept = String::new();
        let mut inner = at;
        while inner <= xml.mate(at) {
            if xml.opens(inner) && matches!(xml.name(inner), ("w", "p" | "del" | "moveFrom")) {
                inner = xml.after(inner);
                continue;
            }
            match xml.name(inner) {
                (_, "t") if xml.opens(inner) => kept.push_str(&xml.text_of(inner)),
                ("w", "noBreakHyphen") if xml.opens(inner) => kept.push('\u{2011}'),
                ("w", "softHyphen") if xml.opens(inner) => kept.push('\u{ad}'),
                _ => {}
            }
            inner += 1;
        }
        let fragment = Fragment { range: xml.whole(at), run };
        let void = Void { kind, fragments: vec![fragment.clone()], is_content, is_copied, kept };
        self.push(Entry::Item(What::Void(void)), run.unwrap_or_default(), fragment);
    }

    fn run(&mut self, at: usize) {
        let xml = self.xml;
        let format = xml.child(at, "w:rPr").map_or(0, |properties| self.format(properties));
        for child in xml.children(at) {
            self.run_content(child, format);
        }
    }

    fn run_content(&mut self, at: usize, format: FormatId) {
        let xml = self.xml;
        let fragment = Fragment { range: xml.whole(at), run: Some(format) };
        let text = |text: String| Entry::Item(What::Text(text.replace(['\t', '\n', '\r'], " ")));
        match xml.name(at) {
            ("w", "rPr" | "delText" | "delInstrText" | "lastRenderedPageBreak") => {}
            ("w", "t") => self.push(text(xml.text_of(at)), format, fragment),
            ("w", "noBreakHyphen") => self.push(text("\u{2011}".to_owned()), format, fragment),
            ("w", "softHyphen") => self.push(text("\u{ad}".to_owned()), format, fragment),
            ("w", "br") => {
                let is_line = xml.attribute(at, "type").is_none_or(|kind| kind == "textWrapping");
                let kind = if is_line { TagKind::Break } else { TagKind::Other };
                self.void(at, kind, false, is_line, Some(format));
            }
            ("w", "cr") => self.void(at, TagKind::Break, false, true, Some(format)),
            ("w", "tab" | "ptab") => self.void(at, TagKind::Other, false, true, Some(format)),
            ("w", "sym") => self.void(at, TagKind::Other, true, true, Some(format)),
            ("w", name @ ("footnoteReference" | "endnoteReference")) => {
                let kind = name.strip_suffix("Reference").unwrap_or(name);
                self.refers_to.push(note(xml, at, kind));
                self.void(at, TagKind::NoteMark, true, false, Some(format));
            }
            ("w", "commentReference") => self.push(Entry::Mark { is_start: false }, format, fragment),
            ("w", "fldChar") => {
                let entry = match xml.attribute(at, "fldCharType").as_deref() {
                    Some("begin") => Entry::FieldBegin,
                    Some("separate") => Entry::FieldSeparate,
                    _ => Entry::FieldEnd,
                };
                self.push(entry, format, fragment);
            }
            ("w", "instrText") => self.push(Entry::Instruction(xml.text_of(at)), format, fragment),
            ("w", "ruby") => self.ruby(at, format),
            ("w", "drawing") => {
                let is_inline = xml.child(at, "wp:inline").is_some();
                self.void(at, TagKind::Image, is_inline, false, Some(format));
            }
            ("w", "pict" | "object") => self.void(at, TagKind::Image, true, false, Some(format)),
            ("mc", "AlternateContent") => match self.symbol(at) {
                Some(symbol) => self.push(text(symbol), format, fragment),
                None => self.void(at, TagKind::Image, false, false, Some(format)),
            },
            _ => self.void(at, TagKind::Other, false, false, Some(format)),
        }
    }

    /// An emoji, which Word writes as a symbol of a font and again as the character for other programs.
    fn symbol(&self, at: usize) -> Option<String> {
        let xml = self.xml;
        let choice = xml.child(at, "mc:Choice")?;
        let is_symbol = xml.children(choice).iter().all(|&inner| xml.name(inner).1 == "symEx");
        let fallback = xml.child(at, "mc:Fallback").filter(|_| is_symbol)?;
        let inside = xml.children(fallback);
        let is_text = inside.iter().all(|&inner| xml.is(inner, "w:t"));
        let text: String = inside.iter().map(|&inner| xml.text_of(inner)).collect();
        (is_text && !text.is_empty()).then_some(text)
    }

    fn ruby(&mut self, at: usize, format: FormatId) {
        let xml = self.xml;
        let said = |name| {
            let part = xml.child(at, name)?;
            let texts = (part + 1..xml.mate(part)).filter(|&inner| xml.opens(inner) && xml.is(inner, "w:t"));
            Some(texts.map(|inner| xml.text_of(inner)).collect::<String>())
        };
        let (base, reading) = (said("w:rubyBase").unwrap_or_default(), said("w:rt").unwrap_or_default());
        if base.trim().is_empty() || reading.trim().is_empty() {
            return self.void(at, TagKind::Other, true, true, Some(format));
        }
        let fragment = Fragment { range: xml.whole(at), run: Some(format) };
        self.push(Entry::Item(What::Ruby { base, reading }), format, fragment);
    }

    /// The number of a formatting. Language, hints for fonts and marks of the spelling check make no difference to a
    /// reader, and a formatting that was tracked is the accepted one.
    fn format(&mut self, properties: usize) -> FormatId {
        let xml = self.xml;
        let (mut markup, mut key) = (String::new(), String::new());
        let mut is_stressed = false;
        for child in xml.children(properties) {
            let whole = xml.cut(xml.whole(child));
            let (prefix, name) = xml.name(child);
            if prefix == "w" && name == "rPrChange" {
                continue;
            }
            markup.push_str(whole);
            let is_hint = name == "rFonts" && whole.matches('=').count() == 1 && whole.contains("hint=");
            let is_noise = matches!(name, "lang" | "noProof" | "webHidden") || is_hint;
            // The font of an emoji, once for Word and once for others.
            let is_fallback = prefix == "mc" && name == "AlternateContent";
            if !(is_fallback || prefix == "w" && is_noise) {
                key.push_str(whole);
            }
            let is_off =
                xml.attribute(child, "val").is_some_and(|value| matches!(&*value, "0" | "false" | "none"));
            is_stressed |= matches!(name, "b" | "i" | "u" | "em" | "bCs" | "iCs") && prefix == "w" && !is_off;
        }
        let kind = if is_stressed { TagKind::Emphasis } else { TagKind::Other };
        self.formats.intern(markup, key, kind)
    }
}
