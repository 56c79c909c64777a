//! Which parts of a document have text: found by their relationships, as Word finds them.

use super::segment::{self, Context};
use super::styles::Styles;
use crate::epub::Archive;
use crate::import::ImportError;
use crate::office::import::finding;
use crate::office::xml::Xml;
use crate::office::{Extra, ExtraForm, Opened, Part, PartItem, PartRole, read_part};
use messages::Message;
use std::collections::HashSet;

/// Whether a zip has a Word document in it.
pub(super) fn is_document(bytes: &[u8]) -> bool {
    Archive::open(bytes).is_ok_and(
        |mut archive| matches!(main_part(&mut archive), Ok(Some(name)) if name.starts_with("word/")),
    )
}

/// The name of the part with the text.
fn main_part(archive: &mut Archive<'_>) -> Result<Option<String>, ImportError> {
    let main = relationships(archive, "_rels/.rels", "")?;
    let main = main.into_iter().find(|(kind, _)| kind == "officeDocument").map(|(_, target)| target);
    // A document without its relationships is still a document.
    let usual = || archive.position("word/document.xml").map(|_| "word/document.xml".to_owned());
    Ok(main.filter(|name| archive.position(name).is_some()).or_else(usual))
}

/// Refuses templates and documents with macros: under the name of an ordinary document Word would not open them.
fn refuse_macros(archive: &mut Archive<'_>) -> Result<(), ImportError> {
    let Some((_, types)) = read_part(archive, "[Content_Types].xml")? else { return Ok(()) };
    let is_other = |at: usize| {
        let kind = types.attribute(at, "ContentType").unwrap_or_default();
        kind.ends_with("main+xml") && (kind.contains("macroEnabled") || kind.contains("template"))
    };
    let mut elements = (0..types.n_tokens()).filter(|&at| types.opens(at));
    if elements.any(is_other) { Err(crate::foreign::DOCM.refusal()) } else { Ok(()) }
}

/// Kinds and targets of the relationships in a part, in order.
fn relationships(
    archive: &mut Archive<'_>,
    name: &str,
    folder: &str,
) -> Result<Vec<(String, String)>, ImportError> {
    let Some((_, xml)) = read_part(archive, name)? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for at in (0..xml.n_tokens()).filter(|&at| xml.opens(at) && xml.name(at).1 == "Relationship") {
        if xml.attribute(at, "TargetMode").is_some_and(|mode| mode == "External") {
            continue;
        }
        let (Some(kind), Some(target)) = (xml.attribute(at, "Type"), xml.attribute(at, "Target")) else {
            continue;
        };
        let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
        let target = match target.strip_prefix('/') {
            Some(absolute) => absolute.to_owned(),
            None => joined(folder, &target),
        };
        found.push((kind, target));
    }
    Ok(found)
}

fn joined(folder: &str, target: &str) -> String {
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            ".." => drop(steps.pop()),
            "." | "" => {}
            step => steps.push(step),
        }
    }
    steps.join("/")
}

/// Reads everything that has text.
pub(super) fn open(archive: &mut Archive<'_>) -> Result<Opened, ImportError> {
    let no_document = || ImportError::Damaged { detail: Message::new("no_document_part") };
    let main = main_part(archive)?.ok_or_else(no_document)?;
    refuse_macros(archive)?;
    let (folder, file) = main.rsplit_once('/').unwrap_or(("", &main));
    let related = relationships(archive, &format!("{folder}/_rels/{file}.rels"), folder)?;
    let of_kind = |kind: &str| -> Vec<String> {
        let mut seen = HashSet::new();
        let targets = related.iter().filter(|(own, _)| own == kind).map(|(_, target)| target.clone());
        targets.filter(|target| seen.insert(target.clone())).collect()
    };
    let mut opened = Opened::default();
    let styles_name = of_kind("styles").into_iter().next();
    let styles = match &styles_name {
        Some(name) => read_part(archive, name)?.map(|(_, xml)| Styles::read(&xml)).unwrap_or_default(),
        None => Styles::default(),
    };
    opened.language.clone_from(&styles.language);
    let sheets = of_kind("styles").into_iter().chain(of_kind("settings"));
    opened.sheets = sheets.filter_map(|name| archive.position(&name)).collect();
    let mut wanted = vec![(main.clone(), PartRole::Body)];
    wanted.extend(of_kind("footnotes").into_iter().map(|name| (name, PartRole::Notes)));
    wanted.extend(of_kind("endnotes").into_iter().map(|name| (name, PartRole::Notes)));
    wanted.extend(of_kind("header").into_iter().map(|name| (name, PartRole::Margins)));
    wanted.extend(of_kind("footer").into_iter().map(|name| (name, PartRole::Margins)));
    let mut read: Vec<(String, PartRole, usize, Xml)> = Vec::new();
    for (name, role) in wanted {
        match read_part(archive, &name)? {
            Some((at, xml)) => read.push((name, role, at, xml)),
            None => opened.findings.push(finding(&name, "named by the document, but missing")),
        }
    }
    let repeated = read.iter().flat_map(|(_, _, _, xml)| segment::repeated_bookmarks(xml)).collect();
    let context = Context { styles: &styles, repeated: &repeated };
    let mut has_changes = false;
    for (name, role, at, xml) in read {
        let read = segment::segment(&xml, &context)?;
        has_changes |= read.has_changes;
        opened.parts.push(Part { at, name, role, xml, formats: read.formats, items: read.items });
    }
    if has_changes {
        let message = "has tracked changes; the text was read as if all of them were accepted";
        opened.findings.push(finding(&main, message));
    }
    note_unread(archive, &related, &mut opened);
    opened.broken_links = broken_links(&opened);
    properties(archive, &mut opened)?;
    Ok(opened)
}

/// Says what has words and is left alone.
fn note_unread(archive: &Archive<'_>, related: &[(String, String)], opened: &mut Opened) {
    for (kind, what) in [
        ("comments", "comments are kept as they are"),
        ("diagramData", "words in a diagram are kept as they are"),
        ("chart", "words in a chart are kept as they are"),
    ] {
        let named = related.iter().find(|(own, name)| own == kind && archive.position(name).is_some());
        if let Some((_, name)) = named {
            opened.findings.push(finding(name, what));
        }
    }
}

/// Links to bookmarks that are not there.
fn broken_links(opened: &Opened) -> Vec<String> {
    let mut names: HashSet<String> = HashSet::new();
    let mut links = Vec::new();
    for part in &opened.parts {
        let xml = &part.xml;
        names.extend(
            xml.all("w:bookmarkStart").filter_map(|at| Some(xml.attribute(at, "name")?.into_owned())),
        );
        let anchors = xml.all("w:hyperlink").filter_map(|at| xml.attribute(at, "anchor"));
        links.extend(anchors.map(|anchor| (part.name.clone(), anchor.into_owned())));
    }
    links.retain(|(_, anchor)| !names.contains(anchor) && anchor != "_top");
    links.into_iter().map(|(name, anchor)| format!("{name}: #{anchor}")).collect()
}

/// Title and author, as the document's properties say them.
fn properties(archive: &mut Archive<'_>, opened: &mut Opened) -> Result<(), ImportError> {
    let core = relationships(archive, "_rels/.rels", "")?;
    let core = core.into_iter().find(|(kind, _)| kind == "core-properties").map(|(_, target)| target);
    let Some(name) = core else { return Ok(()) };
    let Some((at, xml)) = read_part(archive, &name)? else { return Ok(()) };
    let said = |name: &str| {
        let at = xml.all(name).next()?;
        let text = xml.text_of(at).trim().to_owned();
        (!text.is_empty()).then_some((at, text))
    };
    opened.author = said("dc:creator").map(|(_, author)| author);
    if let Some((element, text)) = said("dc:title") {
        opened.title = Some(text.clone());
        let extra = Extra { text, range: xml.inside(element), form: ExtraForm::Title };
        let items = vec![PartItem::Extra(extra)];
        let (role, formats) = (PartRole::Properties, crate::office::inline::Formats::default());
        opened.parts.push(Part { at, name, role, xml, formats, items });
    }
    Ok(())
}
