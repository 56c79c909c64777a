//! Tags and ruby as the inline elements of XLIFF, and what other tools made of them.

use super::RUBY;
use crate::epub::escape_xml;
use crate::glossary::xml::{Element, Node};
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::TagKind;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The content of `<source>` or `<target>`. A pair that a translation has split is written as copies of the first.
pub(super) fn write(text: &Marked, tags: &[TagKind]) -> String {
    let mut xml = String::new();
    let mut seen = HashSet::new();
    let mut n_ruby = 0_usize;
    let mut n_copies = 0_usize;
    let mut identity = |number: u16| {
        if seen.insert(number) {
            return format!(r#"id="{number}""#);
        }
        n_copies += 1;
        format!(r#"id="{number}-{n_copies}" copyOf="{number}""#)
    };
    let kind = |number: u16| match tags.get(usize::from(number).saturating_sub(1)) {
        Some(TagKind::Link | TagKind::NoteMark) => r#" type="link""#,
        Some(TagKind::Image) => r#" type="image""#,
        Some(TagKind::Break) => r#" type="fmt" subType="xlf:lb""#,
        Some(TagKind::Emphasis) => r#" type="fmt""#,
        Some(TagKind::Other) | None => r#" type="other""#,
    };
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => xml.push_str(&escape_xml(&text)),
            Piece::Open(number) => {
                let _ = write!(
                    xml,
                    r#"<pc {}{} dispStart="&lt;{number}&gt;" dispEnd="&lt;/{number}&gt;">"#,
                    identity(number),
                    kind(number)
                );
            }
            Piece::Close(_) => xml.push_str("</pc>"),
            Piece::Void(number) => {
                let _ = write!(xml, r#"<ph {}{} disp="&lt;{number}/&gt;"/>"#, identity(number), kind(number));
            }
            Piece::Ruby { base, reading } => {
                n_ruby += 1;
                let _ = write!(
                    xml,
                    r#"<mrk id="r{n_ruby}" type="{RUBY}" value="{}">{}</mrk>"#,
                    attribute(&reading),
                    escape_xml(&base)
                );
            }
        }
    }
    xml
}

/// Text for an attribute.
pub(super) fn attribute(text: &str) -> String {
    escape_xml(text).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;")
}

/// The written form of an element's content. What does not fit together is told by whoever holds it against the source.
pub(super) fn read(content: &Element) -> String {
    let mut reading = Reading::default();
    reading.nodes(content);
    reading.builder.finish().as_str().to_owned()
}

#[derive(Default)]
struct Reading {
    builder: MarkedBuilder,
    /// The number behind the id of a code that is open in the text, not in the XML.
    open: HashMap<String, u16>,
}

impl Reading {
    fn nodes(&mut self, element: &Element) {
        for node in &element.nodes {
            match node {
                Node::Text(text) => self.builder.push_text(text),
                Node::Element(code) => self.code(code),
            }
        }
    }

    fn code(&mut self, code: &Element) {
        let id = code.attribute("id").unwrap_or_default();
        match code.name.as_str() {
            "mrk" if code.attribute("type") == Some(RUBY) => {
                let reading = code.attribute("value").unwrap_or_default().to_owned();
                self.builder
                    .push(&Piece::Ruby { base: Cow::Owned(code.text()), reading: Cow::Owned(reading) });
            }
            "pc" | "g" => match number(code) {
                Some(number) => {
                    self.builder.push(&Piece::Open(number));
                    self.nodes(code);
                    self.builder.push(&Piece::Close(number));
                }
                None => self.nodes(code),
            },
            "sc" | "bx" | "bpt" => {
                if let Some(number) = number(code) {
                    self.open.insert(id.to_owned(), number);
                    self.builder.push(&Piece::Open(number));
                }
            }
            "ec" | "ex" | "ept" => {
                let begun = ["startRef", "rid", "id"].into_iter().find_map(|name| code.attribute(name));
                // What was begun in the segment before is known by its id alone.
                let begun = begun.and_then(|id| self.open.get(id).copied().or_else(|| number_in(id)));
                if let Some(number) = begun {
                    self.builder.push(&Piece::Close(number));
                }
            }
            "ph" | "x" => {
                if let Some(number) = number(code) {
                    self.builder.push(&Piece::Void(number));
                }
            }
            "cp" => {
                let code = code.attribute("hex").and_then(|hex| u32::from_str_radix(hex, 16).ok());
                self.builder.push_text(&code.and_then(char::from_u32).map(String::from).unwrap_or_default());
            }
            "sm" | "em" => {}
            // Of annotations and of what is not known the words stay.
            _ => self.nodes(code),
        }
    }
}

/// The tag behind a code: what it is a copy of, or its own id. Ids of other tools may have letters around the number.
fn number(code: &Element) -> Option<u16> {
    number_in(code.attribute("copyOf").or_else(|| code.attribute("id"))?)
}

fn number_in(id: &str) -> Option<u16> {
    let id = id.split_once('-').map_or(id, |(first, _)| first);
    id.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}
