//! Reads TMX of any tool: two languages of it, unit by unit, in bounded memory.

use super::{BASE, TOOL, TranslationMemory, TranslationPair};
use crate::glossary::xml::{self, Element, Node, Records};
use crate::glossary::{GlossaryError, Languages};
use crate::import::{FileFault, ImportError};
use book::language::LanguageTag;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use messages::Message;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Larger than any honest memory.
const MAX_BYTES: usize = 256 << 20;
/// Longer than any honest paragraph.
const MAX_SEGMENT: usize = 100_000;
/// More units than any honest memory.
const MAX_UNITS: usize = 2_000_000;

/// Reads the pairs of the languages that are wanted; without a wish, of the file's own first two.
pub fn read(bytes: &[u8], languages: &Languages) -> Result<TranslationMemory, GlossaryError> {
    if bytes.is_empty() {
        return Err(ImportError::Empty.into());
    }
    if bytes.len() > MAX_BYTES {
        let detail = Message::new("too_large_a_memory").count("megabytes", bytes.len() >> 20);
        return Err(ImportError::Hostile { detail }.into());
    }
    if !xml::looks_like_xml(bytes) {
        return Err(GlossaryError::broken("line 1", Message::new("not_xml")));
    }
    let text = xml::decode(bytes)?;
    let mut records = Records::new(&text, &["header", "tu"]);
    let mut reading = Reading::new(languages);
    while let Some(record) = records.next()? {
        match record.name.as_str() {
            "header" => reading.header(&record),
            _ => reading.unit(&record)?,
        }
    }
    match records.root.as_ref().map_or("", |root| root.name.as_str()) {
        "tmx" => reading.finish(),
        other => Err(GlossaryError::broken("line 1", Message::new("xml_not_memory").with("root", other))),
    }
}

struct Reading {
    source: Option<LanguageTag>,
    target: Option<LanguageTag>,
    is_ours: bool,
    pairs: Vec<TranslationPair>,
    findings: Vec<FileFault>,
    languages: BTreeSet<String>,
    n_units: usize,
}

impl Reading {
    fn new(languages: &Languages) -> Self {
        Self {
            source: languages.source.clone(),
            target: languages.target.clone(),
            is_ours: false,
            pairs: Vec::new(),
            findings: Vec::new(),
            languages: BTreeSet::new(),
            n_units: 0,
        }
    }

    fn header(&mut self, header: &Element) {
        self.is_ours = header.attribute("creationtool") == Some(TOOL);
        if self.source.is_none() {
            // `*all*` is no language, and then the first of each unit is the source.
            self.source = header.attribute("srclang").and_then(|language| language.parse().ok());
        }
    }

    fn unit(&mut self, unit: &Element) -> Result<(), GlossaryError> {
        let place = format!("line {}", unit.line);
        self.n_units += 1;
        if self.n_units > MAX_UNITS {
            return Err(GlossaryError::hostile(
                place,
                Message::new("too_many_units").count("limit", MAX_UNITS),
            ));
        }
        let variants: Vec<(LanguageTag, &Element)> = unit
            .children("tuv")
            .filter_map(|variant| {
                let language = variant.attribute("lang")?.parse().ok()?;
                Some((language, variant.children("seg").next()?))
            })
            .collect();
        self.languages.extend(variants.iter().map(|(language, _)| language.to_string()));
        if self.source.is_none() {
            self.source = variants.first().map(|(language, _)| language.clone());
        }
        let Some((source, at)) = find(&variants, self.source.as_ref()) else { return Ok(()) };
        if self.target.is_none() {
            self.target =
                variants.iter().enumerate().find(|(other, _)| *other != at).map(|(_, one)| one.0.clone());
        }
        let Some((target, _)) = find(&variants, self.target.as_ref()) else { return Ok(()) };
        if std::ptr::eq(source, target) {
            return Ok(());
        }
        let (Some(source), Some(translation)) = (self.text(source, &place)?, self.text(target, &place)?)
        else {
            let message = "the markup of the unit is broken; it was passed over".to_owned();
            self.findings.push(FileFault { subject: place, message });
            return Ok(());
        };
        if !source.plain().trim().is_empty() && !translation.plain().trim().is_empty() {
            let base = unit.children("prop").find(|prop| prop.attribute("type") == Some(BASE));
            let notes: Vec<String> = unit.children("note").map(Element::text).collect();
            self.pairs.push(TranslationPair {
                source,
                translation,
                // Only a unit that was made from a paragraph names one.
                id: base.and_then(|_| unit.attribute("tuid")).map(str::to_owned),
                base: base.map(Element::text),
                comment: notes.join("\n"),
            });
        }
        Ok(())
    }

    fn text(&self, segment: &Element, place: &str) -> Result<Option<Marked>, GlossaryError> {
        let text = if self.is_ours { own(segment) } else { Some(foreign(segment)) };
        if text.as_ref().is_some_and(|text| text.as_str().chars().nth(MAX_SEGMENT).is_some()) {
            let what = Message::new("too_long_a_text").count("limit", MAX_SEGMENT);
            return Err(GlossaryError::hostile(place, what));
        }
        Ok(text)
    }

    fn finish(self) -> Result<TranslationMemory, GlossaryError> {
        let tag =
            |tag: &Option<LanguageTag>| tag.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
        if self.pairs.is_empty() {
            let found: Vec<String> = self.languages.iter().map(|language| format!("`{language}`")).collect();
            if self.n_units == 0 || found.is_empty() {
                return Err(GlossaryError::NoEntries { first: None });
            }
            let wanted = format!("`{}` and `{}`", tag(&self.source), tag(&self.target));
            return Err(GlossaryError::Languages { found: found.join(", "), wanted });
        }
        let und = LanguageTag::undetermined;
        Ok(TranslationMemory {
            source: self.source.unwrap_or_else(und),
            target: self.target.unwrap_or_else(und),
            pairs: self.pairs,
            findings: self.findings,
        })
    }
}

/// The variant in a language: the very one, or else one of another region or script.
fn find<'a>(
    variants: &[(LanguageTag, &'a Element)],
    wanted: Option<&LanguageTag>,
) -> Option<(&'a Element, usize)> {
    let wanted = wanted?;
    let exact = variants.iter().position(|(language, _)| language == wanted);
    let at = exact.or_else(|| variants.iter().position(|(one, _)| one.primary() == wanted.primary()))?;
    variants.get(at).map(|(_, segment)| (*segment, at))
}

/// The words of a segment of another tool, without its codes: what they meant there means nothing here.
fn foreign(segment: &Element) -> Marked {
    fn gather(element: &Element, text: &mut String) {
        for node in &element.nodes {
            match node {
                Node::Text(piece) => text.push_str(piece),
                Node::Element(inner) if matches!(inner.name.as_str(), "hi" | "g" | "mrk") => {
                    gather(inner, text);
                }
                Node::Element(_) => {}
            }
        }
    }
    let mut text = String::new();
    gather(segment, &mut text);
    Marked::from_plain(&text)
}

/// A segment that this program wrote, with its tags and ruby; `None` if they do not fit together.
fn own(segment: &Element) -> Option<Marked> {
    let mut builder = MarkedBuilder::default();
    let mut ruby: Option<(&str, String)> = None;
    for node in &segment.nodes {
        match node {
            Node::Text(text) => match ruby.as_mut() {
                Some((_, base)) => base.push_str(text),
                None => builder.push_text(text),
            },
            Node::Element(code) => match (code.name.as_str(), code.attribute("i"), ruby.take()) {
                ("ept", Some(number), Some((opened, base))) if number == opened => {
                    builder.push(&Piece::Ruby { base: Cow::Owned(base), reading: Cow::Owned(code.text()) });
                }
                ("bpt", Some(number), None) if code.attribute("type") == Some("x-ruby") => {
                    ruby = Some((number, String::new()));
                }
                ("bpt" | "ept" | "ph", _, None) => builder.push(&tag(&code.text())?),
                _ => return None,
            },
        }
    }
    let marked = builder.finish();
    // Whatever was edited in between must still be whole.
    Marked::parse(marked.as_str()).ok().filter(|_| ruby.is_none())
}

fn tag(text: &str) -> Option<Piece<'static>> {
    let inner = text.strip_prefix('<')?.strip_suffix('>')?;
    if let Some(number) = inner.strip_prefix('/') {
        return number.parse().ok().map(Piece::Close);
    }
    match inner.strip_suffix('/') {
        Some(number) => number.parse().ok().map(Piece::Void),
        None => inner.parse().ok().map(Piece::Open),
    }
}
