//! From the bytes of an EPUB to a book.

use super::chapters::{Part, arrange};
use super::contents::Contents;
use super::decoded::Decoded;
use super::epub_package::EpubPackage;
use super::package::finding;
use super::scan::Page;
use super::segment::{Block, segment};
use crate::import::{Finding, ImportError, Imported, Progress, Source};
use crate::language;
use book::language::LanguageTag;
use book::text::book::{Book, FileFormat};
use book::text::paragraph::{Paragraph, Place};
use std::collections::{HashMap, HashSet};

/// Reads a book.
pub(super) fn import(source: &Source<'_>) -> Result<Imported, ImportError> {
    let mut epub = EpubPackage::open(source.bytes)?;
    epub.note_damaged_files()?;
    let contents = epub.contents()?;
    if contents.entries.is_empty() {
        epub.findings.push(finding("", "no table of contents; chapters were found by headings"));
    }
    let wanted = wanted_anchors(&contents, &epub.package.guide);
    let all_parts = epub.parts();
    let mut parts = Vec::with_capacity(all_parts.len());
    for (done, &(part, at)) in all_parts.iter().enumerate() {
        let name = epub.name(at);
        let decoded = epub.page(at)?;
        note_faults(&decoded, &name, &mut epub.findings);
        parts.push(read_part(&decoded.page, part, name, &wanted));
        (source.progress)(Progress { done: done as u64 + 1, total: all_parts.len() as u64 });
    }
    if parts.iter().flat_map(|part| &part.paragraphs).all(|(paragraph, _)| paragraph.is_empty()) {
        return Err(ImportError::NoText);
    }
    let language = source.language.clone().or_else(|| find_language(&epub, &parts));
    let package = epub.package;
    let chapters = arrange(parts, &contents, &package.guide);
    let title = if package.title.is_empty() { stem(source.file_name) } else { package.title };
    let book = Book { title, author: package.author, language, format: FileFormat::Epub, chapters };
    Ok(Imported { book, encoding: None, findings: epub.findings })
}

/// The paragraph a block is.
fn paragraph(block: Block, place: Place) -> Paragraph {
    Paragraph {
        text: block.inline.text,
        tags: block.inline.tags.iter().map(|tag| tag.kind).collect(),
        kind: block.kind,
        place,
    }
}

fn read_part(page: &Page, part: u32, path: String, wanted: &HashSet<String>) -> Part {
    let blocks = segment(page);
    let anchors = anchors(page, &blocks, wanted);
    let paragraphs = blocks
        .into_iter()
        .zip(0_u32..)
        .map(|(block, ordinal)| {
            let matter = block.matter;
            (paragraph(block, Place { part, block: ordinal }), matter)
        })
        .collect();
    Part { path, paragraphs, anchors }
}

fn wanted_anchors(contents: &Contents, guide: &[(String, super::paths::Target)]) -> HashSet<String> {
    let entries = contents.entries.iter().filter_map(|entry| entry.target.as_ref());
    let places = contents.landmarks.iter().chain(guide).map(|(_, target)| target);
    entries
        .chain(places)
        .map(|target| target.fragment.clone())
        .filter(|fragment| !fragment.is_empty())
        .collect()
}

/// For each wanted id, the first block that ends after it.
fn anchors(page: &Page, blocks: &[Block], wanted: &HashSet<String>) -> HashMap<String, usize> {
    let mut anchors = HashMap::new();
    if wanted.is_empty() {
        return anchors;
    }
    for at in (0..page.tokens.len()).filter(|&at| page.opens(at)) {
        let id = page.attribute(at, "id").or_else(|| page.attribute(at, "name"));
        let Some(id) = id.filter(|id| wanted.contains(id.as_ref())) else { continue };
        let byte = page.range(at).start;
        let block = blocks.partition_point(|block| block.content.end <= byte);
        anchors.entry(id.into_owned()).or_insert(block);
    }
    anchors
}

fn note_faults(decoded: &Decoded, name: &str, findings: &mut Vec<Finding>) {
    if decoded.has_errors {
        let message = format!("some characters cannot be read as {}", decoded.encoding.name());
        findings.push(finding(name, &message));
    }
    if decoded.encoding != encoding_rs::UTF_8 {
        findings.push(finding(
            name,
            &format!("written in {}; it will be written back as UTF-8", decoded.encoding.name()),
        ));
    }
    if decoded.page.n_faults > 0 {
        let message =
            format!("the markup is faulty in {} places; read as well as could be", decoded.page.n_faults);
        findings.push(finding(name, &message));
    }
    let unknown = unknown_references(&decoded.page);
    if !unknown.is_empty() {
        findings.push(finding(name, &format!("unknown references kept as they are: {}", unknown.join(", "))));
    }
}

fn unknown_references(page: &Page) -> Vec<String> {
    let mut unknown: Vec<String> = (0..page.tokens.len())
        .filter(|&at| page.kind(at) == Some(super::scan::TokenKind::Reference))
        .map(|at| page.raw(at))
        .filter(|raw| super::entities::is_named(raw) && super::entities::resolve(raw).is_none())
        .map(|raw| format!("`{raw}`"))
        .collect();
    unknown.sort_unstable();
    unknown.dedup();
    unknown.truncate(5);
    unknown
}

fn find_language(epub: &EpubPackage<'_>, parts: &[Part]) -> Option<LanguageTag> {
    let declared = epub.package.language.as_deref().and_then(|tag| tag.parse::<LanguageTag>().ok());
    declared.filter(|tag| !matches!(tag.primary(), "und" | "zxx" | "mul")).or_else(|| {
        let texts: Vec<_> = parts
            .iter()
            .flat_map(|part| &part.paragraphs)
            .map(|(paragraph, _)| paragraph.text.plain())
            .collect();
        language::recognise(texts.iter().map(AsRef::as_ref))
    })
}

fn stem(file_name: &str) -> String {
    file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem).to_owned()
}
