//! The package document: what files a book has, in which order they are read, and what the book is called.

use super::archive::{Archive, Found};
use super::decoded::{self, Decoded};
use super::inline::plain_text;
use super::paths::{self, Target};
use super::scan::Page;
use crate::foreign;
use crate::import::{FileFault, ImportError};
use book::text::reading::Reading;
use messages::Message;
use std::collections::BTreeMap;

/// A book's package.
#[derive(Debug)]
pub(super) struct Package {
    /// Where the document stands in the archive.
    pub at: usize,
    /// Its name.
    pub path: String,
    pub document: Decoded,
    pub title: String,
    pub author: Option<String>,
    pub language: Option<String>,
    /// Whether this is EPUB 3 or later.
    pub is_modern: bool,
    /// Positions in the archive of the documents to be read, in order; `None` where the file is missing or no page.
    pub spine: Vec<Option<usize>>,
    /// The navigation document.
    pub nav: Option<usize>,
    /// The table of contents of EPUB 2.
    pub ncx: Option<usize>,
    /// Kinds of places named by the guide of EPUB 2.
    pub guide: Vec<(String, Target)>,
    /// Files the manifest names that are not there.
    pub missing: Vec<String>,
}

struct Item {
    path: String,
    media_type: String,
    properties: String,
    at: Option<usize>,
}

/// Reads the package a container points to.
pub(super) fn read(
    archive: &mut Archive<'_>,
    reading: Reading,
    findings: &mut Vec<FileFault>,
) -> Result<Package, ImportError> {
    let at = locate(archive, findings)?;
    let path = archive.entries().get(at).map_or_else(String::new, |entry| entry.name.clone());
    let document = decoded::decode(&archive.read_page(at)?, &path)?;
    let page = &document.page;
    let mut missing = Vec::new();
    let items = manifest(page, &path, archive, findings, &mut missing);
    let spine_start = find(page, "spine");
    let nav = items.values().find(|item| item.properties.split_ascii_whitespace().any(|word| word == "nav"));
    let ncx = spine_start
        .and_then(|spine| page.attribute(spine, "toc"))
        .and_then(|id| items.get(id.as_ref()))
        .or_else(|| items.values().find(|item| item.media_type == "application/x-dtbncx+xml"));
    let (nav, ncx) = (nav.and_then(|item| item.at), ncx.and_then(|item| item.at));
    let spine = spine(page, &items, reading, findings);
    if spine.iter().all(Option::is_none) {
        let has_pictures =
            items.values().any(|item| item.at.is_some() && item.media_type.starts_with("image/"));
        let spine_exists = find_all(page, "itemref").next().is_some();
        return Err(if has_pictures && spine_exists && missing.is_empty() {
            ImportError::NoText
        } else {
            ImportError::Damaged { detail: Message::new("no_page_exists").with("path", path) }
        });
    }
    let version = find(page, "package").and_then(|at| page.attribute(at, "version")).unwrap_or_default();
    Ok(Package {
        at,
        title: metadata(page, "title").unwrap_or_default(),
        author: metadata(page, "creator"),
        language: metadata(page, "language"),
        is_modern: version.starts_with('3') || nav.is_some(),
        guide: guide(page, &path),
        spine,
        nav,
        ncx,
        missing,
        path,
        document,
    })
}

/// The first start tag with this name.
pub(super) fn find(page: &Page, name: &str) -> Option<usize> {
    (0..page.tokens.len()).find(|&at| page.opens(at) && page.is(at, name))
}

/// All start tags with this name.
pub(super) fn find_all<'a>(page: &'a Page, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    (0..page.tokens.len()).filter(move |&at| page.opens(at) && page.is(at, name))
}

fn locate(archive: &mut Archive<'_>, findings: &mut Vec<FileFault>) -> Result<usize, ImportError> {
    let container = "META-INF/container.xml";
    if let Some(at) = archive.position(container) {
        let page = decoded::decode(&archive.read_page(at)?, container)?.page;
        let named = find_all(&page, "rootfile")
            .filter_map(|at| page.attribute(at, "full-path"))
            .find_map(|path| archive.position(&paths::join("", &paths::decode_percent(&path))));
        if let Some(at) = named {
            return Ok(at);
        }
        findings.push(finding(container, "it names no package that exists; the first `.opf` file was used"));
    } else {
        findings.push(finding(container, "missing; the first `.opf` file was used"));
    }
    let is_package =
        |name: &str| name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("opf"));
    archive.entries().iter().position(|entry| is_package(&entry.name)).ok_or_else(|| not_a_book(archive))
}

/// Other things that come in a zip.
fn not_a_book(archive: &Archive<'_>) -> ImportError {
    let has = |name| archive.position(name).is_some();
    if has("META-INF/container.xml") {
        return ImportError::Damaged { detail: Message::new("no_package") };
    }
    let kind = if has("content.xml") && has("META-INF/manifest.xml") {
        &foreign::ODF
    } else if has("xl/workbook.xml") {
        &foreign::TABLE
    } else if has("ppt/presentation.xml") {
        &foreign::SLIDES
    } else {
        let is_book = |name: &&str| {
            let endings = ["epub", "docx", "odt", "pdf", "mobi", "azw3", "rtf", "fb2"];
            name.rsplit_once('.')
                .is_some_and(|(_, end)| endings.iter().any(|own| end.eq_ignore_ascii_case(own)))
        };
        if let Some(name) = archive.names().find(is_book) {
            return ImportError::BookInside { name: name.to_owned() };
        }
        &foreign::ZIP
    };
    kind.refusal()
}

fn manifest(
    page: &Page,
    path: &str,
    archive: &Archive<'_>,
    findings: &mut Vec<FileFault>,
    missing: &mut Vec<String>,
) -> BTreeMap<String, Item> {
    let mut items = BTreeMap::new();
    for tag in find_all(page, "item") {
        let value = |name| page.attribute(tag, name).unwrap_or_default().into_owned();
        let href = value("href");
        let Some(target) = paths::resolve(path, &href) else { continue };
        let at = match archive.find(&target.path) {
            Some(Found::Exactly(at)) => Some(at),
            Some(Found::Nearly(at)) => {
                findings
                    .push(finding(&href, "the name differs in case or spelling from the file in the book"));
                Some(at)
            }
            None => {
                findings.push(finding(&href, "named in the manifest, but the file is missing"));
                missing.push(href.clone());
                None
            }
        };
        let item =
            Item { path: target.path, media_type: value("media-type"), properties: value("properties"), at };
        items.entry(value("id")).or_insert(item);
    }
    items
}

fn spine(
    page: &Page,
    items: &BTreeMap<String, Item>,
    reading: Reading,
    findings: &mut Vec<FileFault>,
) -> Vec<Option<usize>> {
    let mut spine: Vec<Option<usize>> = Vec::new();
    for tag in find_all(page, "itemref") {
        let id = page.attribute(tag, "idref").unwrap_or_default();
        let Some(item) = items.get(id.as_ref()) else {
            findings.push(finding(&id, "in the reading order, but not in the manifest; passed over"));
            spine.push(None);
            continue;
        };
        if item.at.is_some() && spine.contains(&item.at) {
            findings.push(finding(&item.path, "twice in the reading order; read once"));
            spine.push(None);
            continue;
        }
        spine.push(item.at.filter(|_| is_page(item, reading, findings)));
    }
    spine
}

fn is_page(item: &Item, reading: Reading, findings: &mut Vec<FileFault>) -> bool {
    let end = item.path.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
    let by_name = ["xhtml", "html", "htm", "xht", "xml"].contains(&end.as_str());
    match item.media_type.trim() {
        "application/xhtml+xml" | "application/x-dtbook+xml" | "text/x-oeb1-document" => true,
        "image/svg+xml" => reading.is_complete(),
        media_type if by_name => {
            findings.push(finding(
                &item.path,
                &format!("media type `{media_type}`; read as a page all the same"),
            ));
            true
        }
        _ => false,
    }
}

fn metadata(page: &Page, name: &str) -> Option<String> {
    let metadata = find(page, "metadata")?;
    (metadata + 1..page.mate(metadata))
        .filter(|&at| page.opens(at) && page.is(at, name))
        .map(|at| plain_text(page, at + 1..page.mate(at)))
        .find(|text| !text.is_empty())
}

fn guide(page: &Page, path: &str) -> Vec<(String, Target)> {
    find_all(page, "reference")
        .filter_map(|at| {
            let target = paths::resolve(path, &page.attribute(at, "href")?)?;
            Some((page.attribute(at, "type")?.to_ascii_lowercase(), target))
        })
        .collect()
}

pub(super) fn finding(subject: &str, message: &str) -> FileFault {
    FileFault { subject: subject.to_owned(), message: message.to_owned() }
}
