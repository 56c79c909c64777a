//! Text as runs, in the formatting and the language it is to have.

use super::languages::{LangAttribute, set_language};
use crate::epub::escape_xml;
use crate::office::inline::Writer;
use crate::office::xml::Xml;
use crate::office::{Block, Languages, Part, Voice};
use book::language::Writing;

/// Writes runs.
pub(super) struct RunWriter<'a> {
    /// What the part calls the namespace, with a colon.
    w: String,
    languages: &'a Languages,
    voice: Voice,
    /// How the document sets ruby.
    ruby: Option<&'a str>,
}

/// What follows these properties in a run, in the order Word demands.
const AFTER_LANGUAGE: [&str; 4] = ["eastAsianLayout", "specVanish", "oMath", "rPrChange"];
const AFTER_DIRECTION: [&str; 7] =
    ["cs", "em", "lang", "eastAsianLayout", "specVanish", "oMath", "rPrChange"];
const AFTER_COLOUR: [&str; 21] = [
    "spacing",
    "w",
    "kern",
    "position",
    "sz",
    "szCs",
    "highlight",
    "u",
    "effect",
    "bdr",
    "shd",
    "fitText",
    "vertAlign",
    "rtl",
    "cs",
    "em",
    "lang",
    "eastAsianLayout",
    "specVanish",
    "oMath",
    "rPrChange",
];

impl<'a> RunWriter<'a> {
    pub(super) fn new(xml: &'a Xml, languages: &'a Languages, voice: Voice) -> Self {
        let ruby = xml.all("w:rubyPr").next().map(|at| xml.cut(xml.whole(at)));
        Self { w: xml.prefix("w"), languages, voice, ruby }
    }

    /// The properties of a run whose formatting is written so.
    fn properties(&self, format: &str) -> String {
        let w = &self.w;
        let mut children: Vec<String> = children(format).into_iter().map(str::to_owned).collect();
        let language = match self.voice {
            Voice::Source => self.languages.source.as_ref(),
            Voice::Translation | Voice::TranslationBeside => self.languages.target.as_ref(),
        };
        if let Some(language) = language {
            let attribute = LangAttribute::for_language(language);
            match children.iter_mut().find(|child| local_name(child) == "lang") {
                Some(child) => *child = set_language(child, w, &attribute),
                None if self.voice != Voice::Translation => {
                    let lang = set_language(&format!("<{w}lang/>"), w, &attribute);
                    insert(&mut children, lang, &AFTER_LANGUAGE);
                }
                None => {}
            }
            if language.writing() == Writing::RightToLeft && !children.iter().any(|c| local_name(c) == "rtl")
            {
                insert(&mut children, format!("<{w}rtl/>"), &AFTER_DIRECTION);
            }
        }
        if self.voice == Voice::Source && !children.iter().any(|child| local_name(child) == "color") {
            insert(&mut children, format!("<{w}color {w}val=\"7F7F7F\"/>"), &AFTER_COLOUR);
        }
        if children.is_empty() { String::new() } else { format!("<{w}rPr>{}</{w}rPr>", children.concat()) }
    }
}

impl Writer for RunWriter<'_> {
    fn text(&self, text: &str, format: &str, written: &mut String) {
        let w = &self.w;
        let (properties, text) = (self.properties(format), escape_xml(text));
        written.extend([
            "<",
            w,
            "r>",
            &properties,
            "<",
            w,
            "t xml:space=\"preserve\">",
            &text,
            "</",
            w,
            "t></",
            w,
            "r>",
        ]);
    }

    fn ruby(&self, base: &str, reading: &str, format: &str, written: &mut String) {
        let w = &self.w;
        let properties = self.properties(format);
        let usual = format!(
            "<{w}rubyPr><{w}rubyAlign {w}val=\"distributeSpace\"/><{w}hps {w}val=\"10\"/><{w}hpsRaise {w}val=\"18\"/>\
             <{w}hpsBaseText {w}val=\"21\"/><{w}lid {w}val=\"ja-JP\"/></{w}rubyPr>"
        );
        let ruby = self.ruby.unwrap_or(&usual);
        let (base, reading) = (escape_xml(base), escape_xml(reading));
        let small = format!("<{w}rPr><{w}sz {w}val=\"10\"/></{w}rPr>");
        written.extend([format!(
            "<{w}r>{properties}<{w}ruby>{ruby}<{w}rt><{w}r>{small}<{w}t>{reading}</{w}t></{w}r></{w}rt>\
             <{w}rubyBase><{w}r>{properties}<{w}t>{base}</{w}t></{w}r></{w}rubyBase></{w}ruby></{w}r>"
        )]);
    }

    fn run(&self, inside: &str, format: &str, written: &mut String) {
        let w = &self.w;
        let properties = if format.is_empty() { String::new() } else { format!("<{w}rPr>{format}</{w}rPr>") };
        written.extend(["<", w, "r>", &properties, inside, "</", w, "r>"]);
    }
}

/// What stands between the two texts of a block.
pub(super) fn between(part: &Part, block: &Block) -> String {
    let w = part.xml.prefix("w");
    if !block.may_double {
        return format!("<{w}r><{w}br/></{w}r>");
    }
    let properties = part.xml.child(block.element, "w:pPr").map(|at| part.xml.cut(part.xml.whole(at)));
    format!("</{w}p><{w}p>{}", properties.unwrap_or_default())
}

fn insert(children: &mut Vec<String>, child: String, after: &[&str]) {
    let is_after = |own: &String| after.contains(&local_name(own)) || own.starts_with("<w14:");
    let at = children.iter().position(is_after).unwrap_or(children.len());
    children.insert(at, child);
}

/// The name of the element a markup begins with, without prefix.
fn local_name(markup: &str) -> &str {
    let name = markup.trim_start_matches('<');
    let end = name.find(|c: char| c.is_whitespace() || matches!(c, '/' | '>')).unwrap_or(name.len());
    let name = name.get(..end).unwrap_or_default();
    name.rsplit(':').next().unwrap_or(name)
}

/// The elements side by side in a piece of markup.
fn children(markup: &str) -> Vec<&str> {
    let (mut children, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    let mut at = 0;
    while let Some(open) = markup.get(at..).and_then(|rest| rest.find('<')).map(|open| at + open) {
        let Some(end) = markup.get(open..).and_then(|rest| rest.find('>')).map(|end| open + end + 1) else {
            break;
        };
        let tag = markup.get(open..end).unwrap_or_default();
        if depth == 0 {
            start = open;
        }
        if tag.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !tag.ends_with("/>") {
            depth += 1;
        }
        if depth == 0 {
            children.extend(markup.get(start..end));
        }
        at = end;
    }
    children
}
