//! What must be in an exported book, and what is: two lists made apart from each other, so that comparing them proves something.

use super::contents;
use super::inline::Inline;
use super::opened::{Opened, unreadable};
use super::paths;
use super::scan::Page;
use super::segment::{Block, segment};
use super::write::by_place;
use crate::export::{
    Bilingual, ExpectedBlock, ExportError, Layout, Manuscript, ManuscriptParagraph, Outcome, ReadBack,
    Resource,
};
use crate::import::ImportError;
use book::text::markup::{Marked, Piece};
use book::text::paragraph::{Place, TagKind};
use std::collections::{HashMap, HashSet};

/// The lines of text a book with these translations must show.
pub(super) fn expected_blocks(
    original: &[u8],
    manuscript: &Manuscript,
    layout: Layout,
) -> Result<Vec<ExpectedBlock>, ExportError> {
    let mut opened = Opened::reopen(original)?;
    let by_place = by_place(manuscript);
    let mut expected = Vec::new();
    for (part, at) in opened.parts() {
        let name = opened.name(at);
        let page = opened.page(at).map_err(|error| unreadable(&error))?.page;
        for (block, ordinal) in segment(&page).iter().zip(0_u32..) {
            let paragraph = paragraph_at(&by_place, Place { part, block: ordinal }, block, &name)?;
            let source = Some(&paragraph.source);
            let texts = match (&paragraph.outcome, layout.bilingual) {
                (Outcome::Translated(translation), Bilingual::No) => [Some(translation), None],
                (Outcome::Translated(translation), Bilingual::Below) => [Some(translation), source],
                (Outcome::Translated(translation), Bilingual::Above | Bilingual::Side) => {
                    [source, Some(translation)]
                }
                (Outcome::Kept | Outcome::Untranslated(_), _) => [source, None],
            };
            for text in texts.into_iter().flatten() {
                let lines = lines(text, &block.inline);
                expected
                    .extend(lines.into_iter().map(|text| ExpectedBlock { paragraph: paragraph.id, text }));
            }
        }
    }
    Ok(expected)
}

/// Lists what an exported file holds.
pub(super) fn read_back(bytes: &[u8]) -> Result<ReadBack, ExportError> {
    let mut opened = Opened::reopen(bytes)?;
    list(&mut opened).map_err(|error| unreadable(&error))
}

/// The paragraph of the manuscript that stands where this block does, if both say the same.
pub(super) fn paragraph_at<'a>(
    by_place: &HashMap<Place, &'a ManuscriptParagraph>,
    place: Place,
    block: &Block,
    page_name: &str,
) -> Result<&'a ManuscriptParagraph, ExportError> {
    let place_name = || format!("paragraph {} of `{page_name}`", place.block + 1);
    let Some(paragraph) = by_place.get(&place) else {
        let detail = "the library does not have this paragraph".to_owned();
        return Err(ExportError::TemplateMismatch { place: place_name(), detail });
    };
    if paragraph.source == block.inline.text {
        return Ok(paragraph);
    }
    let excerpt = |text: &Marked| text.plain().chars().take(40).collect::<String>();
    let (file, library) = (excerpt(&block.inline.text), excerpt(&paragraph.source));
    let detail = format!("the file says `{file}`, the library `{library}`");
    Err(ExportError::TemplateMismatch { place: place_name(), detail })
}

fn list(opened: &mut Opened<'_>) -> Result<ReadBack, ImportError> {
    let mut found = ReadBack::default();
    let mut links = Links::default();
    for (_, at) in opened.parts() {
        let page = opened.page(at)?.page;
        links.collect(&page, &opened.name(at));
        for block in segment(&page) {
            found.blocks.extend(lines(&block.inline.text, &block.inline));
        }
    }
    if let Some(nav) = opened.package.nav {
        let (page, name) = (opened.page(nav)?.page, opened.name(nav));
        links.collect(&page, &name);
        found.contents.extend(contents::read_nav(&page, &name).entries.into_iter().map(|entry| entry.label));
    }
    if let Some(ncx) = opened.package.ncx {
        let (page, name) = (opened.page(ncx)?.page, opened.name(ncx));
        links.collect(&page, &name);
        found.contents.extend(contents::read_ncx(&page, &name).entries.into_iter().map(|entry| entry.label));
    }
    found.broken_links = links.broken(opened);
    let package = &opened.package;
    let missing = package.missing.iter().map(|name| format!("{}: {name}", package.path));
    found.broken_links.extend(missing);
    found.resources = resources(opened)?;
    Ok(found)
}

/// The lines of a text, broken where its source has breaks; ruby as base and reading, so that neither can get lost.
fn lines(text: &Marked, inline: &Inline) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in text.pieces() {
        let Some(line) = lines.last_mut() else { continue };
        match piece {
            Piece::Text(text) => line.push_str(&text),
            Piece::Ruby { base, reading } if reading.trim().is_empty() => line.push_str(&base),
            Piece::Ruby { base, reading } => line.extend([&*base, "《", &*reading, "》"]),
            Piece::Void(number) => {
                let tag = usize::from(number).checked_sub(1).and_then(|at| inline.tags.get(at));
                if tag.is_some_and(|tag| tag.kind == TagKind::Break) {
                    lines.push(String::new());
                }
            }
            Piece::Open(_) | Piece::Close(_) => {}
        }
    }
    lines.retain(|line| !line.trim().is_empty());
    lines
}

/// Everything in the book that is neither text nor its table of contents.
fn resources(opened: &mut Opened<'_>) -> Result<Vec<Resource>, ImportError> {
    let package = &opened.package;
    let mut known: HashSet<usize> = package.spine.iter().copied().flatten().collect();
    known.extend([Some(package.at), package.nav, package.ncx].into_iter().flatten());
    let others: Vec<(usize, String)> = opened
        .archive
        .entries()
        .iter()
        .enumerate()
        .filter(|(at, entry)| !known.contains(at) && !entry.name.ends_with('/'))
        .map(|(at, entry)| (at, entry.name.clone()))
        .filter(|(_, name)| {
            !["mimetype", "META-INF/container.xml", crate::certificate::ENTRY].contains(&name.as_str())
        })
        .collect();
    let mut resources = Vec::with_capacity(others.len());
    for (at, name) in others {
        resources.push(Resource { digest: opened.archive.digest(at)?.text, name });
    }
    resources.sort();
    Ok(resources)
}

/// Every reference inside the book, and every id one can lead to.
#[derive(Default)]
struct Links {
    ids: HashMap<String, HashSet<String>>,
    links: Vec<(String, String)>,
}

impl Links {
    fn collect(&mut self, page: &Page, name: &str) {
        let ids = self.ids.entry(name.to_owned()).or_default();
        for at in (0..page.tokens.len()).filter(|&at| page.opens(at)) {
            for attribute in super::attributes::attributes(page.raw(at)) {
                let value = || super::entities::unescape(attribute.value).into_owned();
                match attribute.name.to_ascii_lowercase().as_str() {
                    "id" | "xml:id" => {
                        ids.insert(value());
                    }
                    "name" if page.is(at, "a") => {
                        ids.insert(value());
                    }
                    "href" | "src" | "xlink:href" | "poster" => self.links.push((name.to_owned(), value())),
                    _ => {}
                }
            }
        }
    }

    fn broken(&self, opened: &Opened<'_>) -> Vec<String> {
        let mut broken: Vec<String> = self
            .links
            .iter()
            .filter(|(from, href)| !href.trim().is_empty() && !self.resolves(opened, from, href))
            .map(|(from, href)| format!("{from}: {href}"))
            .collect();
        broken.sort();
        broken.dedup();
        broken
    }

    fn resolves(&self, opened: &Opened<'_>, from: &str, href: &str) -> bool {
        let Some(target) = paths::resolve(from, href) else { return true };
        let Some(at) = opened.archive.position(&target.path) else { return false };
        let is_plain = target.fragment.is_empty() || target.fragment.contains('(');
        is_plain || self.ids.get(&opened.name(at)).is_none_or(|ids| ids.contains(&target.fragment))
    }
}
