//! Reads XLIFF of any tool, 2.x and 1.2, unit by unit in bounded memory.

use super::inline;
use crate::exchange::{ExchangeFormat, MAX_UNITS, ReadExchange, ReadUnit, UnitState};
use crate::glossary::xml::{Element, Records};
use crate::glossary::{GlossaryError, Languages};
use book::text::markup::Marked;
use messages::Message;

/// Reads the units of a file.
pub(in crate::exchange) fn read(text: &str) -> Result<ReadExchange, GlossaryError> {
    let mut records = Records::new(text, &["unit", "trans-unit", "header"]);
    let mut units = Vec::new();
    while let Some(record) = records.next()? {
        if units.len() >= MAX_UNITS {
            let what = Message::new("too_many_units").count("limit", MAX_UNITS);
            return Err(GlossaryError::hostile(format!("line {}", record.line), what));
        }
        match record.name.as_str() {
            "unit" => units.push(unit_2(&record)),
            "trans-unit" => units.push(unit_1(&record)),
            _ => {}
        }
    }
    let root = records.root.clone().unwrap_or_default();
    let version = root.attribute("version").unwrap_or_default().to_owned();
    if !(version.starts_with("2.") || version.starts_with("1.")) {
        let what = Message::new("xliff_version").with("version", version);
        return Err(GlossaryError::broken("line 1", what));
    }
    // XLIFF 2 says its languages once, 1.2 says them on every file.
    let file = records.inner.clone().unwrap_or_default();
    let language = |newer: &str, older: &str| {
        let said = root.attribute(newer).or_else(|| file.attribute(older));
        said.and_then(|tag| tag.parse().ok())
    };
    let languages = Languages {
        source: language("srcLang", "source-language"),
        target: language("trgLang", "target-language"),
    };
    Ok(ReadExchange { format: ExchangeFormat::Xliff, languages, units, findings: Vec::new() })
}

/// A unit of XLIFF 2: its segments are one paragraph again.
fn unit_2(unit: &Element) -> ReadUnit {
    let mut source = String::new();
    let mut translation = String::new();
    let mut state = None;
    let mut n_without = 0_usize;
    let segments: Vec<&Element> =
        unit.elements().filter(|one| matches!(one.name.as_str(), "segment" | "ignorable")).collect();
    for segment in &segments {
        let said = segment.children("source").next().map(inline::read).unwrap_or_default();
        match segment.children("target").next() {
            Some(target) => translation.push_str(&inline::read(target)),
            // What stands between segments is the same in both languages where nothing else is said.
            None if segment.name == "ignorable" => translation.push_str(&said),
            None => n_without += 1,
        }
        source.push_str(&said);
        if segment.name == "segment" {
            let own = segment.attribute("state").unwrap_or("initial");
            let own = UnitState::from_xliff(own, segment.attribute("subState"));
            // A paragraph is as far as the least of its segments.
            state = state.map_or(own, |before: UnitState| own.map(|own| own.min(before)));
        }
    }
    if n_without > 0 {
        translation.clear();
    }
    // Some tools write what is said about a segment into the segment.
    let notes = unit.descendants("note").into_iter().map(Element::text);
    ReadUnit { state, ..read_unit(unit, &source, translation, notes) }
}

/// A unit of XLIFF 1.2.
fn unit_1(unit: &Element) -> ReadUnit {
    let source = unit.children("source").next().map(inline::read).unwrap_or_default();
    let target = unit.children("target").next();
    let translation = target.map(inline::read).unwrap_or_default();
    let state = target.and_then(|target| target.attribute("state"));
    let state = state.and_then(|state| UnitState::from_xliff(state, None));
    let is_approved = unit.attribute("approved") == Some("yes");
    let state = if is_approved { state.or(Some(UnitState::Reviewed)) } else { state };
    ReadUnit { state, ..read_unit(unit, &source, translation, unit.children("note").map(Element::text)) }
}

fn read_unit(
    unit: &Element,
    source: &str,
    translation: String,
    notes: impl Iterator<Item = String>,
) -> ReadUnit {
    let notes: Vec<String> =
        notes.map(|note| note.trim().to_owned()).filter(|note| !note.is_empty()).collect();
    let source =
        Marked::parse(source).map_or_else(|_| source.to_owned(), |source| source.plain().into_owned());
    ReadUnit {
        place: format!("line {}", unit.line),
        id: Some(unit.attribute("id").unwrap_or_default().trim().to_owned()),
        base: unit.attribute("base").map(str::to_owned),
        source: Some(source),
        translation: if translation.trim().is_empty() { String::new() } else { translation },
        comment: notes.join("\n"),
        state: None,
    }
}
