//! From the bytes of an EPUB to a book.

use super::chapters::{Part, ReadParagraph, arrange, each_of};
use super::contents::Contents;
use super::decoded::Decoded;
use super::epub_package::EpubPackage;
use super::extras::{Item, items};
use super::guard;
use super::labels::{self, Label};
use super::package::finding;
use super::scan::Page;
use super::segment::Block;
use crate::import::{FileFault, ImportError, Imported, Progress, Source};
use crate::language;
use book::language::LanguageTag;
use book::text::book::{Book, FileFormat};
use book::text::chapter::{Chapter, Matter};
use book::text::markup::Marked;
use book::text::packed::Packer;
use book::text::paragraph::{Paragraph, ParagraphKind, Place};
use book::text::reading::Reading;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// So many paragraphs tell the language of a book.
const SAMPLE: usize = 4_000;
/// Less text than this proves nothing against what a book says of itself, in characters.
const ENOUGH_TO_DOUBT: usize = 2_000;

/// Reads a book.
pub(super) fn import(source: &Source<'_>) -> Result<Imported, ImportError> {
    let mut epub = EpubPackage::open(source.bytes, source.reading)?;
    epub.note_damaged_files()?;
    let contents = epub.contents()?;
    if contents.entries.is_empty() {
        epub.findings.push(finding("", "no table of contents; chapters were found by headings"));
    }
    let wanted = wanted_anchors(&contents, &epub.package.guide);
    let all_parts = epub.parts();
    let mut parts = Vec::with_capacity(all_parts.len());
    let (mut n_paragraphs, mut packer) = (0, Packer::default());
    for (done, &(part, at)) in all_parts.iter().enumerate() {
        let name = epub.name(at);
        let decoded = epub.page(at)?;
        note_faults(&decoded, &name, &mut epub.findings);
        let mut read = read_part(&decoded.page, part, name, &wanted);
        packer.put_away(&mut read.paragraphs);
        n_paragraphs += read.paragraphs.len();
        guard::check_paragraphs(n_paragraphs)?;
        parts.push(read);
        (source.progress)(Progress { done: done as u64 + 1, total: all_parts.len() as u64 });
    }
    if each_of(&parts).all(|read| read.paragraph.is_empty()) {
        return Err(ImportError::NoText);
    }
    let language = match &source.language {
        Some(told) => Some(told.clone()),
        None => find_language(&mut epub, &parts),
    };
    let labels = labels_beside(&mut epub, &parts)?;
    let package = epub.package;
    let mut chapters = arrange(parts, &contents, &package.guide);
    if !labels.is_empty() {
        let (title, volume) = (String::new(), None);
        chapters.push(Chapter { title, volume, matter: Matter::Back, paragraphs: labels.into() });
    }
    let reading = Reading { wrapped: None, ..source.reading };
    let title = if package.title.is_empty() { stem(source.file_name) } else { package.title };
    let book = Book { title, author: package.author, language, format: FileFormat::Epub, reading, chapters };
    Ok(Imported { book, encoding: None, findings: epub.findings })
}

/// The paragraph a block or a text beside the blocks is, and what it says about its chapter.
pub(super) fn paragraph(item: Item, place: Place) -> ReadParagraph {
    match item {
        Item::Block(block) => {
            let tags = block.inline.tags.iter().map(|tag| tag.kind).collect();
            // A text that grew piece by piece has room for half as much again, which a long book has not.
            let text = Marked::from_written(block.inline.text.as_str().to_owned());
            let paragraph = Paragraph { text, tags, kind: block.kind, place };
            ReadParagraph { paragraph, matter: block.matter }
        }
        Item::Extra(extra) => {
            let (text, kind) = (Marked::from_plain(&extra.text), extra.kind());
            let paragraph = Paragraph { text, tags: Vec::new(), kind, place };
            ReadParagraph { paragraph, matter: None }
        }
    }
}

/// The labels outside the pages that no paragraph says.
fn labels_beside(epub: &mut EpubPackage<'_>, parts: &[Part]) -> Result<Vec<Paragraph>, ImportError> {
    let found = epub.labels()?;
    let wanted: HashSet<Cow<'_, str>> = found.iter().map(Label::key).collect();
    // Only what a label says too: the words of the whole book would be there twice otherwise.
    let wanted_key = |read: Cow<'_, ReadParagraph>| {
        let ReadParagraph { paragraph, .. } = &*read;
        let said = labels::said_by(&paragraph.text, paragraph.kind);
        said.filter(|key| wanted.contains(key)).map(Cow::into_owned)
    };
    let said = each_of(parts).filter_map(wanted_key).collect();
    Ok(labels::paragraphs(&found, &said, epub.labels_part()))
}

fn read_part(page: &Page, part: u32, path: String, wanted: &HashSet<String>) -> Part {
    let items = items(page);
    let anchors = anchors(page, &items, wanted);
    let numbered = items.into_iter().zip(0_u32..);
    let paragraphs = numbered.map(|(item, block)| paragraph(item, Place { part, block })).collect();
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

/// For each wanted id, the first block that ends after it, or a text beside the blocks before that one.
fn anchors(page: &Page, items: &[Item], wanted: &HashSet<String>) -> HashMap<String, usize> {
    let mut anchors = HashMap::new();
    if wanted.is_empty() {
        return anchors;
    }
    let blocks: Vec<(usize, &Block)> = items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| match item {
            Item::Block(block) => Some((at, block)),
            Item::Extra(_) => None,
        })
        .collect();
    for at in (0..page.tokens.len()).filter(|&at| page.opens(at)) {
        let id = page.attribute(at, "id").or_else(|| page.attribute(at, "name"));
        let Some(id) = id.filter(|id| wanted.contains(id.as_ref())) else { continue };
        let byte = page.range(at).start;
        let block = blocks.partition_point(|(_, block)| block.content.end <= byte);
        let block = blocks.get(block).map_or(items.len(), |(at, _)| *at);
        let from = items.partition_point(|item| item.start() < byte);
        let extra = (from..block).find(|&at| matches!(items.get(at), Some(Item::Extra(_))));
        anchors.entry(id.into_owned()).or_insert(extra.unwrap_or(block));
    }
    anchors
}

fn note_faults(decoded: &Decoded, name: &str, findings: &mut Vec<FileFault>) {
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

/// The language the package names, or the one the text seems to be in; where the two differ, that is said.
fn find_language(epub: &mut EpubPackage<'_>, parts: &[Part]) -> Option<LanguageTag> {
    let paragraphs = each_of(parts).filter(|read| read.paragraph.kind != ParagraphKind::Code);
    let texts: Vec<String> =
        paragraphs.map(|read| read.paragraph.text.plain().into_owned()).take(SAMPLE).collect();
    let recognised = language::recognise(texts.iter().map(AsRef::as_ref));
    let declared = epub.package.language.as_deref().and_then(|tag| tag.parse::<LanguageTag>().ok());
    let declared = declared.filter(|tag| !matches!(tag.primary(), "und" | "zxx" | "mul"));
    let n_chars: usize = texts.iter().map(|text| text.chars().count()).sum();
    if let (Some(declared), Some(recognised)) = (&declared, &recognised)
        && declared.primary() != recognised.primary()
        && n_chars >= ENOUGH_TO_DOUBT
    {
        let message = format!(
            "the book says it is in {} ({declared}), but reads like {} ({recognised}); `--from {recognised}` overrides",
            declared.english_name(),
            recognised.english_name()
        );
        let path = epub.package.path.clone();
        epub.findings.push(finding(&path, &message));
    }
    declared.or(recognised)
}

fn stem(file_name: &str) -> String {
    file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem).to_owned()
}
