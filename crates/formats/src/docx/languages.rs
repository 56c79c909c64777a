//! What a document says about languages and the direction of its lines.

use crate::epub::{attributes, escape_attribute};
use crate::office::xml::Xml;
use crate::office::{Languages, with_country};
use crate::patches::Patches;
use book::language::{LanguageTag, Writing};

/// How `w:lang` names a language: one attribute for each family of scripts.
pub(super) struct LangAttribute {
    name: &'static str,
    value: String,
}

impl LangAttribute {
    pub(super) fn for_language(language: &LanguageTag) -> Self {
        let name = match language.writing() {
            Writing::Ideographic | Writing::Hangul => "eastAsia",
            Writing::RightToLeft => "bidi",
            Writing::LeftToRight => "val",
        };
        Self { name, value: with_country(language).to_owned() }
    }
}

/// A `w:lang` that names this language.
pub(super) fn set_language(tag: &str, w: &str, language: &LangAttribute) -> String {
    let value = escape_attribute(&language.value);
    let found = attributes(tag).find(|attribute| attribute.name.rsplit(':').next() == Some(language.name));
    if let Some(found) = found {
        let (head, tail) = (tag.get(..found.value_range.start), tag.get(found.value_range.end..));
        return format!("{}{value}{}", head.unwrap_or_default(), tail.unwrap_or_default());
    }
    let end = tag.rfind("/>").or_else(|| tag.rfind('>')).unwrap_or(tag.len());
    let (head, tail) = tag.split_at_checked(end).unwrap_or((tag, ""));
    format!("{} {w}{}=\"{value}\"{tail}", head.trim_end(), language.name)
}

/// The styles or settings with the language turned: the usual one, and wherever else the source's is named.
pub(super) fn change_sheet(text: &str, languages: &Languages) -> Option<String> {
    let target = LangAttribute::for_language(languages.target.as_ref()?);
    let xml = Xml::read(text.as_bytes(), "").ok()?;
    let w = xml.prefix("w");
    let defaults = xml.all("w:docDefaults").next().map(|at| xml.whole(at));
    let mut patches = Patches::default();
    for at in (0..xml.n_tokens()).filter(|&at| xml.opens(at)) {
        let is_usual = match xml.name(at) {
            ("w", "themeFontLang") => true,
            ("w", "lang") => defaults.as_ref().is_some_and(|range| range.contains(&xml.range(at).start)),
            _ => continue,
        };
        let names_source = attributes(xml.raw(at)).any(|attribute| {
            attribute.name.rsplit(':').next() == Some(target.name) && languages.is_source(attribute.value)
        });
        if is_usual || names_source {
            let changed = set_language(xml.raw(at), &w, &target);
            if changed != xml.raw(at) {
                patches.replace(xml.range(at), changed);
            }
        }
    }
    (!patches.is_empty()).then(|| patches.apply(&xml.text))
}

/// Vertical lines become horizontal where the target needs it, and paragraphs run from right to left.
pub(super) fn adjust(xml: &Xml, languages: &Languages, patches: &mut Patches) {
    if !languages.turns {
        return;
    }
    for at in xml.all("w:sectPr") {
        let direction = xml.child(at, "w:textDirection");
        let is_vertical = |at: usize| xml.attribute(at, "val").is_some_and(|value| value.starts_with("tb"));
        if let Some(direction) = direction.filter(|&at| is_vertical(at)) {
            patches.replace(xml.whole(direction), String::new());
        }
    }
    let is_rtl = languages.target.as_ref().is_some_and(|target| target.writing() == Writing::RightToLeft);
    if is_rtl && !languages.is_bilingual {
        for at in xml.all("w:p") {
            make_right_to_left(xml, at, patches);
        }
    }
}

/// What follows `w:bidi` among the properties of a paragraph.
const AFTER_BIDI: [&str; 16] = [
    "adjustRightInd",
    "snapToGrid",
    "spacing",
    "ind",
    "contextualSpacing",
    "mirrorIndents",
    "suppressOverlap",
    "jc",
    "textDirection",
    "textAlignment",
    "textboxTightWrap",
    "outlineLvl",
    "divId",
    "rPr",
    "sectPr",
    "pPrChange",
];

fn make_right_to_left(xml: &Xml, at: usize, patches: &mut Patches) {
    let w = xml.prefix("w");
    let bidi = format!("<{w}bidi/>");
    let Some(properties) = xml.child(at, "w:pPr") else {
        let start = xml.inside(at).start;
        if xml.inside(at).end > start {
            patches.replace(start..start, format!("<{w}pPr>{bidi}</{w}pPr>"));
        }
        return;
    };
    if xml.child(properties, "w:bidi").is_some() || xml.inside(properties).is_empty() {
        return;
    }
    let follows = xml.children(properties).into_iter().find(|&child| AFTER_BIDI.contains(&xml.name(child).1));
    let place = follows.map_or_else(|| xml.inside(properties).end, |child| xml.range(child).start);
    patches.replace(place..place, bidi);
}
