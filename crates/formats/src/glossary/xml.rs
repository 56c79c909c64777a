//! XML as glossaries and memories need it: record by record, with the line each begins in, and bounded throughout.

use super::GlossaryError;
use crate::epub::{declared_encoding, is_xml_char};
use messages::Message;
use quick_xml::Reader;
use quick_xml::escape::{resolve_xml_entity, unescape};
use quick_xml::events::{BytesStart, Event};
use std::fmt;

/// An element with what is in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Element {
    /// Its name without prefix.
    pub(crate) name: String,
    /// The line it begins in.
    pub(crate) line: usize,
    attributes: Vec<(String, String)>,
    /// What is in it, in order.
    pub(crate) nodes: Vec<Node>,
}

/// Something in an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// The value of an attribute, by its name with or without prefix.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let is_it =
            |written: &str| written == name || written.rsplit_once(':').is_some_and(|(_, end)| end == name);
        self.attributes.iter().find(|(written, _)| is_it(written)).map(|(_, value)| value.as_str())
    }

    /// The elements directly inside.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The elements of this name directly inside.
    pub(crate) fn children<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.elements().filter(move |element| element.name == name)
    }

    /// Every element of this name, however deep inside, in order.
    pub(crate) fn descendants(&self, name: &str) -> Vec<&Self> {
        let mut found = Vec::new();
        for element in self.elements() {
            if element.name == name {
                found.push(element);
            }
            found.extend(element.descendants(name));
        }
        found
    }

    /// The text inside, of inner elements too.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for node in &self.nodes {
            match node {
                Node::Text(piece) => text.push_str(piece),
                Node::Element(element) => text.push_str(&element.text()),
            }
        }
        text
    }
}

/// Deeper than any honest file.
const MAX_DEPTH: usize = 64;
/// More pieces than any honest record has.
const MAX_NODES: usize = 200_000;

/// Whether the bytes begin like XML, in any encoding.
pub(crate) fn looks_like_xml(bytes: &[u8]) -> bool {
    let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let body = body.strip_prefix(b"\xff\xfe").or_else(|| body.strip_prefix(b"\xfe\xff")).unwrap_or(body);
    let start: Vec<u8> =
        body.iter().take(64).copied().filter(|byte| *byte != 0 && !byte.is_ascii_whitespace()).collect();
    matches!(start.as_slice(), [b'<', second, ..] if matches!(second, b'?' | b'!') || second.is_ascii_alphabetic())
}

/// The text of a file in the encoding it declares.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, GlossaryError> {
    let (encoding, mark) =
        encoding_rs::Encoding::for_bom(bytes).unwrap_or_else(|| (declared_encoding(bytes), 0));
    let body = bytes.get(mark..).unwrap_or_default();
    let (text, has_errors) = encoding.decode_without_bom_handling(body);
    if has_errors {
        let line = 1 + text.split('\u{fffd}').next().map_or(0, |before| before.matches('\n').count());
        return Err(GlossaryError::broken(
            format!("line {line}"),
            Message::new("not_in_its_encoding").with("encoding", encoding.name()),
        ));
    }
    Ok(text.into_owned())
}

/// The name of the outermost element.
pub(crate) fn root_of(text: &str) -> Result<String, GlossaryError> {
    let mut reader = Reader::from_str(text);
    loop {
        let event = reader.read_event().map_err(|error| {
            GlossaryError::broken("line 1", Message::new("xml_broken").with("detail", error))
        })?;
        if let Event::Start(start) | Event::Empty(start) = &event {
            return Ok(start.local_name().as_ref().to_owned());
        }
        if matches!(event, Event::Eof) {
            return Err(GlossaryError::broken("line 1", Message::new("xml_ends_early")));
        }
    }
}

/// Goes through a document and gives the elements with certain names, whole, wherever they stand.
pub(crate) struct Records<'a> {
    reader: Reader<&'a [u8]>,
    text: &'a str,
    names: &'a [&'a str],
    line: usize,
    counted: usize,
    /// The outermost element, without what is in it, once it was met.
    pub(crate) root: Option<Element>,
    /// The first element inside it, without what is in it.
    pub(crate) inner: Option<Element>,
    depth: usize,
}

impl<'a> Records<'a> {
    pub(crate) fn new(text: &'a str, names: &'a [&'a str]) -> Self {
        let reader = Reader::from_str(text);
        Self { reader, text, names, line: 1, counted: 0, root: None, inner: None, depth: 0 }
    }

    /// The next record.
    pub(crate) fn next(&mut self) -> Result<Option<Element>, GlossaryError> {
        let mut open: Vec<Element> = Vec::new();
        let mut n_nodes = 0_usize;
        loop {
            let line = self.line_now();
            let event = self.reader.read_event().map_err(|error| self.fault(&error))?;
            n_nodes += 1;
            if n_nodes > MAX_NODES && !open.is_empty() {
                let what = Message::new("too_many_pieces").count("limit", MAX_NODES);
                return Err(GlossaryError::hostile(format!("line {line}"), what));
            }
            match event {
                Event::Start(start) => {
                    let element = self.begin(&start, line)?;
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        let what = Message::new("nested_too_deep").count("limit", MAX_DEPTH);
                        return Err(GlossaryError::hostile(format!("line {line}"), what));
                    }
                    if !open.is_empty() || self.names.contains(&element.name.as_str()) {
                        n_nodes = if open.is_empty() { 0 } else { n_nodes };
                        open.push(element);
                    }
                }
                Event::Empty(start) => {
                    let element = self.begin(&start, line)?;
                    match open.last_mut() {
                        Some(parent) => parent.nodes.push(Node::Element(element)),
                        None if self.names.contains(&element.name.as_str()) => return Ok(Some(element)),
                        None => {}
                    }
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    if let Some(done) = open.pop() {
                        match open.last_mut() {
                            Some(parent) => parent.nodes.push(Node::Element(done)),
                            None => return Ok(Some(done)),
                        }
                    }
                }
                Event::Text(text) => push_text(&mut open, &text.xml10_content()),
                Event::CData(text) => push_text(&mut open, &text.xml10_content()),
                Event::GeneralRef(reference) => {
                    let name = reference.into_inner();
                    let meaning = meaning_of(&name).ok_or_else(|| unknown_reference(line, &name))?;
                    push_text(&mut open, &meaning);
                }
                Event::DocType(declaration) => refuse_entities(&declaration, line)?,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
                Event::Eof if self.depth > 0 => {
                    return Err(GlossaryError::broken(
                        format!("line {line}"),
                        Message::new("xml_ends_early"),
                    ));
                }
                Event::Eof => return Ok(None),
            }
        }
    }

    fn begin(&mut self, start: &BytesStart<'_>, line: usize) -> Result<Element, GlossaryError> {
        let mut element =
            Element { name: start.local_name().as_ref().to_owned(), line, ..Element::default() };
        for attribute in start.attributes() {
            let faulty = |error: &dyn fmt::Display| {
                let what = Message::new("broken_attribute").with("detail", error);
                GlossaryError::broken(format!("line {line}"), what)
            };
            let attribute = attribute.map_err(|error| faulty(&error))?;
            let value = unescape(&attribute.value).map_err(|error| faulty(&error))?;
            element.attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
        }
        if self.root.is_none() {
            self.root = Some(element.clone());
        } else if self.inner.is_none() {
            self.inner = Some(element.clone());
        }
        Ok(element)
    }

    fn fault(&mut self, error: &quick_xml::Error) -> GlossaryError {
        let position = usize::try_from(self.reader.error_position()).unwrap_or(usize::MAX);
        let line = 1 + n_lines(self.text.as_bytes().get(..position.min(self.text.len())));
        GlossaryError::broken(format!("line {line}"), Message::new("xml_broken").with("detail", error))
    }

    /// The line of what comes next; every byte is counted once.
    fn line_now(&mut self) -> usize {
        let position = usize::try_from(self.reader.buffer_position()).unwrap_or(self.counted);
        self.line += n_lines(self.text.as_bytes().get(self.counted..position));
        self.counted = position.max(self.counted);
        self.line
    }
}

fn n_lines(bytes: Option<&[u8]>) -> usize {
    bytes.unwrap_or_default().split(|byte| *byte == b'\n').count().saturating_sub(1)
}

fn push_text(open: &mut [Element], text: &str) {
    let Some(parent) = open.last_mut() else { return };
    match parent.nodes.last_mut() {
        Some(Node::Text(before)) => before.push_str(text),
        Some(Node::Element(_)) | None => parent.nodes.push(Node::Text(text.to_owned())),
    }
}

fn meaning_of(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|character| is_xml_char(*character)).map(String::from);
    }
    resolve_xml_entity(name).map(str::to_owned)
}

fn unknown_reference(line: usize, name: &str) -> GlossaryError {
    let short: String = name.chars().take(40).collect();
    GlossaryError::broken(format!("line {line}"), Message::new("unknown_entity").with("entity", short))
}

/// A file that brings its own entities can be made to grow without end; no glossary needs them.
fn refuse_entities(declaration: &str, line: usize) -> Result<(), GlossaryError> {
    if declaration.contains("<!ENTITY") {
        return Err(GlossaryError::hostile(format!("line {line}"), Message::new("own_entities")));
    }
    Ok(())
}
