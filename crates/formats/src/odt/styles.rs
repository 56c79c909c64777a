//! The styles of a document, as far as they say what a paragraph is and whether two stretches look alike.

use crate::epub::attributes;
use crate::office::xml::Xml;
use std::collections::HashMap;

/// Styles by family and name.
#[derive(Debug, Default)]
pub(super) struct Styles {
    text: HashMap<String, TextStyle>,
    paragraph: HashMap<String, ParagraphStyle>,
    /// The language of text that names none.
    pub language: Option<String>,
}

/// A style of stretches of text.
#[derive(Debug)]
pub(super) struct TextStyle {
    /// What of it a reader sees; nothing if it only says who wrote when, or in which language.
    pub look: String,
    pub is_stressed: bool,
}

#[derive(Debug, Default)]
struct ParagraphStyle {
    parent: Option<String>,
    breaks: bool,
}

/// Attributes of a style that no reader sees.
const NOISE: [&str; 10] = [
    "rsid",
    "paragraph-rsid",
    "language",
    "country",
    "language-asian",
    "country-asian",
    "language-complex",
    "country-complex",
    "script",
    "rfc-language-tag",
];

/// A chain of styles longer than this goes in a circle.
const MAX_CHAIN: usize = 20;

impl Styles {
    /// Takes in the styles of a part.
    pub(super) fn learn(&mut self, xml: &Xml) {
        for at in xml.all("style:default-style") {
            if self.language.is_none()
                && xml.attribute(at, "family").is_some_and(|family| family == "paragraph")
            {
                let text = xml.child(at, "style:text-properties");
                self.language = text.and_then(|text| Some(xml.attribute(text, "language")?.into_owned()));
            }
        }
        for at in xml.all("style:style") {
            let Some(name) = xml.attribute(at, "name") else { continue };
            let parent = xml.attribute(at, "parent-style-name").map(std::borrow::Cow::into_owned);
            match xml.attribute(at, "family").as_deref() {
                Some("text") => {
                    let style = text_style(xml, at, &name, parent.as_deref());
                    self.text.insert(name.into_owned(), style);
                }
                Some("paragraph") => {
                    let properties = xml.child(at, "style:paragraph-properties");
                    let breaks = properties.is_some_and(|properties| {
                        let breaks = ["break-before", "break-after"];
                        breaks
                            .iter()
                            .any(|name| xml.attribute(properties, name).is_some_and(|value| value != "auto"))
                    });
                    let has_page = xml.attribute(at, "master-page-name").is_some_and(|page| !page.is_empty());
                    let style = ParagraphStyle { parent, breaks: breaks || has_page };
                    self.paragraph.insert(name.into_owned(), style);
                }
                _ => {}
            }
        }
    }

    pub(super) fn text(&self, name: &str) -> Option<&TextStyle> {
        self.text.get(name)
    }

    /// The style and those above it.
    fn chain<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (&'a str, Option<&'a ParagraphStyle>)> {
        let first = Some((name, self.paragraph.get(name)));
        let next = |(_, style): &(&'a str, Option<&'a ParagraphStyle>)| {
            let parent = (*style)?.parent.as_deref()?;
            Some((parent, self.paragraph.get(parent)))
        };
        std::iter::successors(first, next).take(MAX_CHAIN)
    }

    pub(super) fn is_title(&self, name: &str) -> bool {
        self.chain(name).any(|(name, _)| matches!(name, "Title" | "Subtitle"))
    }

    pub(super) fn is_caption(&self, name: &str) -> bool {
        self.chain(name).any(|(name, _)| name == "Caption")
    }

    /// Whether a paragraph in this style begins or ends a page.
    pub(super) fn breaks(&self, name: &str) -> bool {
        self.chain(name).any(|(_, style)| style.is_some_and(|style| style.breaks))
    }
}

fn text_style(xml: &Xml, at: usize, name: &str, parent: Option<&str>) -> TextStyle {
    let is_automatic = parent.is_none() && xml.attribute(at, "display-name").is_none();
    let mut look = if is_automatic { String::new() } else { parent.unwrap_or(name).to_owned() };
    let mut is_stressed = matches!(name, "Emphasis" | "Strong_20_Emphasis");
    if let Some(properties) = xml.child(at, "style:text-properties") {
        for attribute in attributes(xml.raw(properties)) {
            let local = attribute.name.rsplit(':').next().unwrap_or_default();
            if NOISE.contains(&local) {
                continue;
            }
            look.extend([" ", local, "=", attribute.value]);
            is_stressed |= match local {
                "font-style" | "font-weight" => attribute.value != "normal",
                "text-underline-style" | "text-emphasize" => attribute.value != "none",
                _ => false,
            };
        }
    }
    TextStyle { look, is_stressed }
}
