//! Reads TBX of the second edition (`martif`) and of the third, with categories as attributes or as elements.

use super::super::xml::{self, Records};
use super::super::{GlossaryError, GlossaryFormat, GlossarySource, Languages, ReadGlossary};
use super::concept::{self, Section};
use crate::import::FileFault;
use book::knowledge::draft::Draft;
use book::language::LanguageTag;
use messages::Message;
use std::collections::BTreeSet;

/// Reads a file that begins like XML.
pub(crate) fn read(source: &GlossarySource<'_>) -> Result<ReadGlossary, GlossaryError> {
    let text = xml::decode(source.bytes)?;
    let mut records = Records::new(&text, &["termEntry", "conceptEntry"]);
    let (mut draft, mut findings) = (Draft::default(), Vec::new());
    let mut languages = BTreeSet::new();
    let mut n_passed = 0_usize;
    while let Some(concept) = records.next()? {
        let sections = concept::sections(&concept);
        languages.extend(sections.iter().map(|section| section.language.to_owned()));
        let Some((from, to)) = pair(&sections, source.languages) else {
            n_passed += 1;
            if n_passed == 1 {
                let message =
                    "the languages of the book are not both there; the entry was passed over".to_owned();
                findings.push(FileFault { subject: format!("line {}", concept.line), message });
            }
            continue;
        };
        let drafts = concept::drafts(&concept, from, to, draft.terms.len(), &mut findings)?;
        draft.terms.extend(drafts);
    }
    refuse_other_xml(&records)?;
    if draft.terms.is_empty() && n_passed > 0 {
        let found: Vec<String> = languages.into_iter().map(|language| format!("`{language}`")).collect();
        return Err(GlossaryError::Languages {
            found: found.join(", "),
            wanted: describe_languages(source.languages),
        });
    }
    if n_passed > 1 {
        let message = format!("{n_passed} entries lack one of the book's languages and were passed over");
        findings.push(FileFault { subject: String::new(), message });
    }
    Ok(ReadGlossary { draft, format: GlossaryFormat::Tbx, encoding: None, findings })
}

fn refuse_other_xml(records: &Records<'_>) -> Result<(), GlossaryError> {
    let root = records.root.as_ref().map_or("", |root| root.name.as_str());
    match root {
        "tbx" | "martif" => Ok(()),
        "tmx" => Err(GlossaryError::broken("line 1", Message::new("memory_not_glossary"))),
        other => Err(GlossaryError::broken("line 1", Message::new("xml_not_glossary").with("root", other))),
    }
}

/// The sections of the two languages that are wanted; without a wish, the first two.
fn pair<'s, 'e>(
    sections: &'s [Section<'e>],
    languages: &Languages,
) -> Option<(&'s Section<'e>, &'s Section<'e>)> {
    let speaks = |section: &Section<'_>, wanted: &LanguageTag| {
        section.language.parse::<LanguageTag>().is_ok_and(|tag| tag.primary() == wanted.primary())
    };
    let find = |wanted: &LanguageTag| {
        let exact =
            sections.iter().find(|one| one.language.parse::<LanguageTag>().is_ok_and(|tag| tag == *wanted));
        exact.or_else(|| sections.iter().find(|one| speaks(one, wanted)))
    };
    let other = |than: &Section<'_>| sections.iter().find(|one| !std::ptr::eq(*one, than));
    let (from, to) = match (&languages.source, &languages.target) {
        (Some(source), Some(target)) => (find(source)?, find(target)?),
        (Some(source), None) => find(source).and_then(|from| Some((from, other(from)?)))?,
        (None, Some(target)) => find(target).and_then(|to| Some((other(to)?, to)))?,
        (None, None) => (sections.first()?, sections.get(1)?),
    };
    // Two languages nobody has named are told apart by their order.
    if std::ptr::eq(from, to) { Some((sections.first()?, sections.get(1)?)) } else { Some((from, to)) }
}

fn describe_languages(languages: &Languages) -> String {
    let tag = |tag: &Option<LanguageTag>| tag.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
    format!("`{}` and `{}`", tag(&languages.source), tag(&languages.target))
}
