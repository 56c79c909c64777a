//! Writes a book as XLIFF 2.1.

use super::{OWN, inline};
use crate::epub::escape_xml;
use crate::exchange::{ExchangeUnit, Handout, UnitState};
use inline::attribute;
use std::fmt::Write;

/// The bytes of a file: one group for each chapter, one unit for each paragraph.
pub(in crate::exchange) fn write(handout: &Handout<'_>) -> Vec<u8> {
    let mut xml = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:tsumugi="{OWN}" version="2.1" srcLang="{}" trgLang="{}">
<file id="{}" original="{}" canResegment="no">
<notes><note id="title" category="title">{}</note></notes>
"#,
        handout.source,
        handout.target,
        attribute(handout.book),
        attribute(handout.file_name),
        escape_xml(handout.title)
    );
    for chapter in handout.chapters {
        let _ = writeln!(
            xml,
            r#"<group id="chapter-{}" name="{}">"#,
            attribute(&chapter.id),
            attribute(&chapter.title)
        );
        for one in &chapter.units {
            unit(&mut xml, one);
        }
        xml.push_str("</group>\n");
    }
    xml.push_str("</file>\n</xliff>\n");
    xml.into_bytes()
}

fn unit(xml: &mut String, unit: &ExchangeUnit) {
    let translate = if unit.state == UnitState::Locked { r#" translate="no""# } else { "" };
    let _ = write!(
        xml,
        "<unit id=\"{}\"{translate} xml:space=\"preserve\" tsumugi:base=\"{}\">",
        attribute(&unit.id),
        unit.base()
    );
    if !unit.comment.is_empty() {
        let _ = write!(xml, r#"<notes><note id="n1">{}</note></notes>"#, escape_xml(&unit.comment));
    }
    let (state, sub_state) = unit.state.to_xliff();
    let sub_state = sub_state.map(|word| format!(r#" subState="{word}""#)).unwrap_or_default();
    let _ = write!(
        xml,
        r#"<segment state="{state}"{sub_state}><source>{}</source>"#,
        inline::write(&unit.source, &unit.tags)
    );
    if let Some(translation) = &unit.translation {
        let _ = write!(xml, "<target>{}</target>", inline::write(translation, &unit.tags));
    }
    xml.push_str("</segment></unit>\n");
}
