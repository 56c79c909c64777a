//! What a document says about languages and the direction of its lines.

use crate::epub::{attributes, escape_attribute, escape_xml};
use crate::office::xml::{TokenKind, Xml};
use crate::office::{Languages, Part, PartRole, with_country};
use crate::patches::Patches;
use book::language::{LanguageTag, Writing};

/// The style of the source in a bilingual document.
pub(super) const SOURCE_STYLE: &str = "TsumugiSource";

/// Makes the changes of a part; gives whether they matter without a translated text in it.
pub(super) fn adjust(part: &Part, languages: &Languages, patches: &mut Patches) -> bool {
    if part.role == PartRole::Properties {
        if let (Some(at), Some(target)) = (part.xml.all("dc:language").next(), &languages.target) {
            patches.replace(part.xml.inside(at), escape_xml(with_country(target)));
        }
        return false;
    }
    change(&part.xml, languages, patches);
    let is_styles = part.role == PartRole::Margins && !patches.is_empty();
    if languages.is_bilingual {
        add_source_style(&part.xml, languages, patches);
    }
    is_styles
}

/// Styles without text of their own.
pub(super) fn change_sheet(text: &str, languages: &Languages) -> Option<String> {
    let xml = Xml::read(text.as_bytes(), "").ok()?;
    let mut patches = Patches::default();
    change(&xml, languages, &mut patches);
    (!patches.is_empty()).then(|| patches.apply(&xml.text))
}

/// How attributes name a language of this script.
fn names(language: &LanguageTag) -> [&'static str; 2] {
    match language.writing() {
        Writing::Ideographic | Writing::Hangul => ["language-asian", "country-asian"],
        Writing::RightToLeft => ["language-complex", "country-complex"],
        Writing::LeftToRight => ["language", "country"],
    }
}

fn change(xml: &Xml, languages: &Languages, patches: &mut Patches) {
    let Some(target) = &languages.target else { return };
    let [language_name, country_name] = names(target);
    let named = with_country(target);
    let (language, country) = named.split_once('-').unwrap_or((named, "none"));
    for default in xml.all("style:default-style") {
        if let Some(at) = xml.child(default, "style:text-properties") {
            set(xml, at, [(language_name, language), (country_name, country)], patches);
        }
    }
    let defaults: Vec<_> = xml.all("style:default-style").map(|at| xml.whole(at)).collect();
    for at in xml.all("style:text-properties") {
        let is_default = defaults.iter().any(|range| range.contains(&xml.range(at).start));
        if !is_default && xml.attribute(at, language_name).is_some_and(|own| languages.is_source(&own)) {
            set(xml, at, [(language_name, language), (country_name, country)], patches);
        }
    }
    if languages.turns {
        turn(xml, target, patches);
    }
}

/// Replaces the values of attributes that are there.
fn set(xml: &Xml, at: usize, values: [(&str, &str); 2], patches: &mut Patches) {
    for (name, value) in values {
        if let Some(range) = xml.value_range(at, name) {
            patches.replace(range, escape_attribute(value));
        }
    }
}

/// Vertical lines become horizontal, and pages run as the target does.
fn turn(xml: &Xml, target: &LanguageTag, patches: &mut Patches) {
    let is_rtl = target.writing() == Writing::RightToLeft;
    for at in (0..xml.n_tokens()).filter(|&at| xml.opens(at)) {
        let Some(mode) = xml.attribute(at, "writing-mode") else { continue };
        let is_page = xml.is(at, "style:page-layout-properties");
        let turned = match (&*mode, is_rtl) {
            (mode, true) if mode.starts_with("tb") || (is_page && mode.starts_with("lr")) => "rl-tb",
            (mode, false) if mode.starts_with("tb") || (is_page && mode.starts_with("rl")) => "lr-tb",
            _ => continue,
        };
        if let Some(range) = xml.value_range(at, "writing-mode") {
            patches.replace(range, turned.to_owned());
        }
    }
}

/// The look and the language of the source beside its translation.
fn add_source_style(xml: &Xml, languages: &Languages, patches: &mut Patches) {
    let root = (0..xml.n_tokens()).find(|&at| xml.opens(at));
    let has_fo = root.is_some_and(|root| attributes(xml.raw(root)).any(|own| own.name == "xmlns:fo"));
    let s = xml.prefix("style");
    let language = languages.source.as_ref().filter(|_| has_fo).map(|source| {
        let named = with_country(source);
        let (language, country) = named.split_once('-').unwrap_or((named, "none"));
        let [language_name, country_name] = names(source);
        let prefix = if language_name == "language" { "fo:" } else { s.as_str() };
        format!(" {prefix}{language_name}=\"{language}\" {prefix}{country_name}=\"{country}\"")
    });
    let colour = if has_fo { " fo:color=\"#7f7f7f\"" } else { "" };
    let properties = format!("<{s}text-properties{colour}{}/>", language.unwrap_or_default());
    let style = format!("<{s}style {s}name=\"{SOURCE_STYLE}\" {s}family=\"text\">{properties}</{s}style>");
    let o = xml.prefix("office");
    let whole = format!("<{o}automatic-styles>{style}</{o}automatic-styles>");
    match xml.all("office:automatic-styles").next() {
        Some(at) if xml.kind(at) == Some(TokenKind::Start) => {
            let end = xml.inside(at).end;
            patches.replace(end..end, style);
        }
        Some(at) => patches.replace(xml.range(at), whole),
        None => {
            let before = xml.all("office:body").chain(xml.all("office:master-styles")).next();
            if let Some(at) = before {
                let start = xml.range(at).start;
                patches.replace(start..start, whole);
            }
        }
    }
}
