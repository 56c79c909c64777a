//! The XML of an office document as tokens with byte ranges, so that a part can be changed in places and left alone
//! otherwise. Programs write these files, so what is not well-formed is damage and no matter of taste.

use crate::epub::{attributes, count_depth, count_tokens, declared_encoding, resolve_reference, unescape};
use crate::import::ImportError;
use encoding_rs::Encoding;
use messages::Message;
use quick_xml::Reader;
use quick_xml::events::Event;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// A part of a document and its tokens.
#[derive(Debug, Default)]
pub(crate) struct Xml {
    /// The text without its byte order mark.
    pub text: String,
    tokens: Vec<Token>,
    /// What this file calls the namespaces we know: our prefix by its own.
    prefixes: HashMap<String, &'static str>,
}

#[derive(Debug, Clone, Copy)]
struct Token {
    kind: TokenKind,
    start: u32,
    end: u32,
    /// Of a start, its end tag, and the reverse; of everything else, itself.
    mate: u32,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Start,
    Empty,
    End,
    Text,
    Reference,
    CData,
    /// Declarations, comments, instructions.
    Other,
}

/// How a namespace ends, and what we call it. Both the transitional and the strict form of a format end alike.
const NAMESPACES: [(&str, &str); 15] = [
    ("/wordprocessingml/2006/main", "w"),
    ("/wordprocessingml/main", "w"),
    ("/officeDocument/2006/math", "m"),
    ("/officeDocument/math", "m"),
    ("/markup-compatibility/2006", "mc"),
    ("/drawingml/2006/wordprocessingDrawing", "wp"),
    ("/drawingml/wordprocessingDrawing", "wp"),
    ("urn:schemas-microsoft-com:vml", "v"),
    ("http://purl.org/dc/elements/1.1/", "dc"),
    ("xmlns:office:1.0", "office"),
    ("xmlns:text:1.0", "text"),
    ("xmlns:style:1.0", "style"),
    ("xmlns:drawing:1.0", "draw"),
    ("xmlns:svg-compatible:1.0", "svg"),
    ("xmlns:table:1.0", "table"),
];

impl Xml {
    /// Reads a part.
    pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Self, ImportError> {
        let (encoding, mark_len) = Encoding::for_bom(bytes).unwrap_or_else(|| (declared_encoding(bytes), 0));
        let body = bytes.get(mark_len..).unwrap_or_default();
        let (text, _) = encoding.decode_without_bom_handling(body);
        let mut xml = Self { text: text.into_owned(), ..Self::default() };
        let broken = |detail: String| ImportError::Damaged {
            detail: Message::new("part_not_xml").with("name", name).with("detail", detail),
        };
        let text = std::mem::take(&mut xml.text);
        let mut open: Vec<u32> = Vec::new();
        let mut reader = Reader::from_str(&text);
        loop {
            let start = reader.buffer_position();
            let event = reader.read_event().map_err(|error| broken(error.to_string()))?;
            let range = index(start)..index(reader.buffer_position());
            let here = u32::try_from(xml.tokens.len()).unwrap_or(u32::MAX);
            let kind = match event {
                Event::Eof => break,
                Event::Start(_) => TokenKind::Start,
                Event::Empty(_) => TokenKind::Empty,
                Event::End(_) => TokenKind::End,
                Event::Text(_) => TokenKind::Text,
                Event::GeneralRef(_) => TokenKind::Reference,
                Event::CData(_) => TokenKind::CData,
                // Office documents have no document type; one is only there to define entities.
                Event::DocType(_) => {
                    let detail = Message::new("document_type").with("name", name);
                    return Err(ImportError::Hostile { detail });
                }
                Event::Comment(_) | Event::PI(_) | Event::Decl(_) => TokenKind::Other,
            };
            count_tokens(xml.tokens.len())?;
            let mut mate = here;
            match kind {
                TokenKind::Start => {
                    count_depth(open.len())?;
                    open.push(here);
                }
                TokenKind::End => {
                    mate = open.pop().ok_or_else(|| broken("an end without a start".to_owned()))?;
                    if let Some(start) = xml.tokens.get_mut(mate as usize) {
                        start.mate = here;
                    }
                }
                TokenKind::Empty
                | TokenKind::Text
                | TokenKind::Reference
                | TokenKind::CData
                | TokenKind::Other => {}
            }
            if matches!(kind, TokenKind::Start | TokenKind::Empty) {
                let raw = text.get(range.start as usize..range.end as usize).unwrap_or_default();
                xml.learn_prefixes(raw);
            }
            xml.tokens.push(Token { kind, start: range.start, end: range.end, mate });
        }
        if !open.is_empty() {
            return Err(broken("an element is not closed".to_owned()));
        }
        xml.text = text;
        Ok(xml)
    }

    fn learn_prefixes(&mut self, tag: &str) {
        if !tag.contains("xmlns") {
            return;
        }
        for attribute in attributes(tag) {
            let own = match attribute.name.strip_prefix("xmlns") {
                Some("") => "",
                Some(rest) => rest.strip_prefix(':').unwrap_or(rest),
                None => continue,
            };
            let known = NAMESPACES.iter().find(|(end, _)| attribute.value.ends_with(end));
            if let Some((_, ours)) = known {
                self.prefixes.insert(own.to_owned(), ours);
            }
        }
    }

    pub(crate) const fn n_tokens(&self) -> usize {
        self.tokens.len()
    }

    pub(crate) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Whether the token opens an element, with or without content.
    pub(crate) fn opens(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(TokenKind::Start | TokenKind::Empty))
    }

    pub(crate) fn range(&self, at: usize) -> Range<usize> {
        let end = self.text.len();
        self.tokens.get(at).map_or(end..end, |token| token.start as usize..token.end as usize)
    }

    pub(crate) fn raw(&self, at: usize) -> &str {
        self.cut(self.range(at))
    }

    pub(crate) fn cut(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// Of a start, the token of its end tag; of an empty element, itself.
    pub(crate) fn mate(&self, at: usize) -> usize {
        self.tokens.get(at).map_or(at, |token| token.mate as usize)
    }

    /// The first token after the element that opens here.
    pub(crate) fn after(&self, at: usize) -> usize {
        if self.kind(at) == Some(TokenKind::Start) { self.mate(at) + 1 } else { at + 1 }
    }

    /// The bytes of the whole element that opens here.
    pub(crate) fn whole(&self, at: usize) -> Range<usize> {
        self.range(at).start..self.range(self.mate(at)).end
    }

    /// The bytes between the tags of the element that opens here.
    pub(crate) fn inside(&self, at: usize) -> Range<usize> {
        if self.kind(at) == Some(TokenKind::Start) {
            self.range(at).end..self.range(self.mate(at)).start
        } else {
            let end = self.range(at).end;
            end..end
        }
    }

    /// The name of a tag: our prefix where we know the namespace, and the local name.
    pub(crate) fn name(&self, at: usize) -> (&str, &str) {
        let raw = self.raw(at).trim_start_matches(['<', '/']);
        let end = raw.find(|c: char| c.is_ascii_whitespace() || c == '/' || c == '>').unwrap_or(raw.len());
        let name = raw.get(..end).unwrap_or_default();
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        (self.prefixes.get(prefix).copied().unwrap_or(prefix), local)
    }

    /// Whether the tag has this name, such as `w:p`.
    pub(crate) fn is(&self, at: usize, name: &str) -> bool {
        let (prefix, local) = self.name(at);
        name.split_once(':') == Some((prefix, local))
    }

    /// What this file calls one of our prefixes, with its colon.
    pub(crate) fn prefix(&self, ours: &str) -> String {
        let own =
            self.prefixes.iter().filter(|(_, known)| **known == ours).map(|(own, _)| own.as_str()).min();
        match own {
            Some("") => String::new(),
            Some(own) => format!("{own}:"),
            None => format!("{ours}:"),
        }
    }

    /// The value of the attribute with this local name.
    pub(crate) fn attribute(&self, at: usize, local: &str) -> Option<Cow<'_, str>> {
        attributes(self.raw(at))
            .find(|attribute| attribute.name.rsplit(':').next() == Some(local))
            .map(|attribute| unescape(attribute.value))
    }

    /// The bytes of the value of the attribute with this local name.
    pub(crate) fn value_range(&self, at: usize, local: &str) -> Option<Range<usize>> {
        let from = self.range(at).start;
        attributes(self.raw(at))
            .find(|attribute| attribute.name.rsplit(':').next() == Some(local))
            .map(|attribute| from + attribute.value_range.start..from + attribute.value_range.end)
    }

    /// The elements directly inside the one that opens here.
    pub(crate) fn children(&self, at: usize) -> Vec<usize> {
        let end = if self.kind(at) == Some(TokenKind::Start) { self.mate(at) } else { at };
        let mut children = Vec::new();
        let mut inner = at + 1;
        while inner < end {
            if self.opens(inner) {
                children.push(inner);
                inner = self.after(inner);
            } else {
                inner += 1;
            }
        }
        children
    }

    /// The first element of this name directly inside the one that opens here.
    pub(crate) fn child(&self, at: usize, name: &str) -> Option<usize> {
        self.children(at).into_iter().find(|&child| self.is(child, name))
    }

    /// Every element of this name, in order.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = usize> + 'a {
        (0..self.tokens.len()).filter(move |&at| self.opens(at) && self.is(at, name))
    }

    /// The character data inside the element that opens here, of elements inside it too.
    pub(crate) fn text_of(&self, at: usize) -> String {
        (at + 1..self.mate(at)).filter_map(|inner| self.token_text(inner)).collect()
    }

    /// The character data a token is; `None` for markup.
    pub(crate) fn token_text(&self, at: usize) -> Option<Cow<'_, str>> {
        let raw = self.raw(at);
        match self.kind(at)? {
            TokenKind::Text => Some(Cow::Borrowed(raw)),
            TokenKind::Reference => Some(resolve_reference(raw).unwrap_or(Cow::Borrowed(raw))),
            TokenKind::CData => {
                let inside = raw.strip_prefix("<![CDATA[").and_then(|raw| raw.strip_suffix("]]>"));
                Some(Cow::Borrowed(inside.unwrap_or(raw)))
            }
            TokenKind::Start | TokenKind::Empty | TokenKind::End | TokenKind::Other => None,
        }
    }
}

fn index(at: u64) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
