//! The styles of a document, as far as they say what a paragraph is.

use crate::office::xml::Xml;
use std::collections::HashMap;

/// Paragraph styles by their ids.
#[derive(Debug, Default)]
pub(super) struct Styles {
    by_id: HashMap<String, Style>,
    /// The style of paragraphs that name none.
    default: Option<String>,
    /// The language of text that names none.
    pub language: Option<String>,
}

#[derive(Debug, Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    is_list: bool,
}

/// A chain of styles longer than this goes in a circle.
const MAX_CHAIN: usize = 20;

impl Styles {
    pub(super) fn read(xml: &Xml) -> Self {
        let mut styles = Self::default();
        let defaults = xml.all("w:docDefaults").next();
        let language = defaults
            .and_then(|at| (at + 1..xml.mate(at)).find(|&inner| xml.opens(inner) && xml.is(inner, "w:lang")));
        styles.language = language.and_then(|at| Some(xml.attribute(at, "val")?.into_owned()));
        for at in xml.all("w:style") {
            if xml.attribute(at, "type").is_some_and(|kind| kind != "paragraph") {
                continue;
            }
            let Some(id) = xml.attribute(at, "styleId") else { continue };
            let value = |name: &str| {
                xml.child(at, name).and_then(|child| Some(xml.attribute(child, "val")?.into_owned()))
            };
            let properties = xml.child(at, "w:pPr");
            let style = Style {
                name: value("w:name").unwrap_or_default().to_lowercase(),
                based_on: value("w:basedOn"),
                outline: properties.and_then(|properties| outline(xml, properties)),
                is_list: properties.is_some_and(|properties| xml.child(properties, "w:numPr").is_some()),
            };
            if xml.attribute(at, "default").is_some_and(|is| is == "1" || is == "true") {
                styles.default = Some(id.clone().into_owned());
            }
            styles.by_id.insert(id.into_owned(), style);
        }
        styles
    }

    /// The style and those it is based on.
    fn chain<'a>(&'a self, id: Option<&'a str>) -> impl Iterator<Item = &'a Style> {
        let first = id.or(self.default.as_deref()).and_then(|id| self.by_id.get(id));
        let next = |style: &&'a Style| self.by_id.get(style.based_on.as_deref()?);
        std::iter::successors(first, next).take(MAX_CHAIN)
    }

    /// How high a heading in this style stands, from 1.
    pub(super) fn level(&self, id: Option<&str>) -> Option<u8> {
        self.chain(id).find_map(|style| style.outline.or_else(|| heading_number(&style.name)))
    }

    pub(super) fn is_title(&self, id: Option<&str>) -> bool {
        self.chain(id).any(|style| matches!(style.name.as_str(), "title" | "subtitle"))
    }

    pub(super) fn is_caption(&self, id: Option<&str>) -> bool {
        self.chain(id).any(|style| style.name == "caption")
    }

    /// Whether paragraphs in this style are lines of a table of contents or an index.
    pub(super) fn is_contents(&self, id: Option<&str>) -> bool {
        let is_line = |style: &Style| {
            let name = style.name.strip_prefix("toc ").or_else(|| style.name.strip_prefix("index "));
            name.is_some_and(|number| number.parse::<u8>().is_ok())
        };
        self.chain(id).any(|style| is_line(style) || style.name == "table of figures")
    }

    pub(super) fn is_list(&self, id: Option<&str>) -> bool {
        self.chain(id).any(|style| style.is_list)
    }
}

/// The level that `w:outlineLvl` among properties names, from 1; the ninth means body text.
pub(super) fn outline(xml: &Xml, properties: usize) -> Option<u8> {
    let at = xml.child(properties, "w:outlineLvl")?;
    let level: u8 = xml.attribute(at, "val")?.parse().ok()?;
    (level < 9).then_some(level + 1)
}

fn heading_number(name: &str) -> Option<u8> {
    let number = name.strip_prefix("heading ")?.trim().parse().ok()?;
    (1..=9).contains(&number).then_some(number)
}
