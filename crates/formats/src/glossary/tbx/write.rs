//! Writes TBX of the third edition in the dialect every tool reads, TBX-Basic, with categories as attributes.

use super::super::GlossaryContent;
use super::OWN_NOTE;
use crate::epub::escape_xml;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::{Strictness, Term};
use book::language::LanguageTag;
use std::collections::HashSet;
use std::fmt::Write;

/// The bytes of the file: terms, and the names of characters that are no terms.
pub(crate) fn write(knowledge: &GlossaryContent<'_>) -> Vec<u8> {
    let tag = |tag: &Option<LanguageTag>| tag.as_ref().map_or_else(|| "und".to_owned(), ToString::to_string);
    let (from, to) = (tag(&knowledge.languages.source), tag(&knowledge.languages.target));
    let mut xml = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<tbx style="dca" type="TBX-Basic" xml:lang="{from}" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><titleStmt><title>{}</title></titleStmt><sourceDesc><p>Tsumugi</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
"#,
        escape_xml(knowledge.series)
    );
    for (term, number) in knowledge.terms.iter().zip(1..) {
        concept(&mut xml, &format!("t{number}"), term, &from, &to);
    }
    let known: HashSet<&str> = knowledge.terms.iter().map(|term| term.source.as_str()).collect();
    let names = knowledge.characters.iter().flat_map(book::knowledge::character::Character::names);
    for (name, number) in names.filter(|name| !known.contains(name.source.as_str())).zip(1..) {
        let term = Term {
            id: book::id::TermId::from_number(0),
            source: name.source.clone(),
            reading: name.reading.clone(),
            translation: name.translation.clone(),
            other_forms: Vec::new(),
            kind: book::knowledge::term::TermKind::Person,
            note: String::new(),
            strictness: Strictness::default(),
            evidence: Vec::new(),
            standing: EntryState::Confirmed,
        };
        concept(&mut xml, &format!("n{number}"), &term, &from, &to);
    }
    xml.push_str("</body></text>\n</tbx>\n");
    xml.into_bytes()
}

fn concept(xml: &mut String, id: &str, term: &Term, from: &str, to: &str) {
    let _ = writeln!(xml, r#"<conceptEntry id="{id}">"#);
    let _ = writeln!(xml, r#"<descrip type="subjectField">{}</descrip>"#, term.kind.as_str());
    if !term.note.is_empty() {
        let _ = writeln!(xml, "<note>{}</note>", escape_xml(&term.note));
    }
    let reading = term.reading.as_deref().map(|reading| format!("; reading={reading}")).unwrap_or_default();
    let own = format!(
        "{OWN_NOTE} strictness={}; standing={}{reading}",
        term.strictness.as_str(),
        term.standing.as_str()
    );
    let _ = writeln!(xml, "<note>{}</note>", escape_xml(&own));
    let _ = writeln!(
        xml,
        r#"<langSec xml:lang="{from}"><termSec><term>{}</term></termSec></langSec>"#,
        escape_xml(&term.source)
    );
    let _ = write!(xml, r#"<langSec xml:lang="{to}">"#);
    let first = match term.standing {
        EntryState::Confirmed => "preferredTerm-admn-sts",
        EntryState::Proposed => "admittedTerm-admn-sts",
        EntryState::Rejected => "deprecatedTerm-admn-sts",
    };
    let agreed = if term.translation.is_empty() { &term.source } else { &term.translation };
    word(xml, agreed, first);
    for form in &term.other_forms {
        word(xml, form, "admittedTerm-admn-sts");
    }
    xml.push_str("</langSec>\n</conceptEntry>\n");
}

fn word(xml: &mut String, text: &str, status: &str) {
    let _ = write!(
        xml,
        r#"<termSec><term>{}</term><termNote type="administrativeStatus">{status}</termNote></termSec>"#,
        escape_xml(text)
    );
}
