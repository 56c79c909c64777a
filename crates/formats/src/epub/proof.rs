//! What must be in an exported book, and what is: two lists made apart from each other, so that comparing them proves something.

use super::archive::Archive;
use super::contents;
use super::epub_package::{EpubPackage, unreadable};
use super::inline::Inline;
use super::links::Links;
use super::segment::{Block, segment};
use super::write::by_place;
use crate::certificate::Role;
use crate::export::{
    Bilingual, Expected, ExpectedBlock, ExportError, Frame, Layout, Manuscript, ManuscriptParagraph, Outcome,
    ReadBack, Resource,
};
use crate::import::ImportError;
use book::text::markup::{Marked, Piece};
use book::text::paragraph::{Place, TagKind};
use std::collections::{HashMap, HashSet};

/// What a book with these translations must show, and what its original holds besides.
pub(super) fn expected(
    original: &[u8],
    manuscript: &Manuscript,
    layout: Layout,
) -> Result<Expected, ExportError> {
    let mut epub = EpubPackage::reopen(original)?;
    let by_place = by_place(manuscript);
    let mut blocks = Vec::with_capacity(by_place.len());
    let mut links = Links::default();
    for (part, at) in epub.parts() {
        let name = epub.name(at);
        let page = epub.page(at).map_err(|error| unreadable(&error))?.page;
        links.collect(&page, &name);
        for (block, ordinal) in segment(&page).iter().zip(0_u32..) {
            let paragraph = paragraph_at(&by_place, Place { part, block: ordinal }, block, &name)?;
            for (role, text) in texts(paragraph, layout.bilingual) {
                let push = |text| blocks.push(ExpectedBlock { paragraph: paragraph.id, role, text });
                each_line(text, &block.inline, push);
            }
        }
    }
    let frame = frame(&mut epub, links).map_err(|error| unreadable(&error))?;
    Ok(Expected { blocks, frame })
}

/// Lists what an exported file holds.
pub(super) fn read_back(bytes: &[u8]) -> Result<ReadBack, ExportError> {
    let mut epub = EpubPackage::reopen(bytes)?;
    list(&mut epub).map_err(|error| unreadable(&error))
}

/// Names and digests of the style sheets.
pub(super) fn style_sheets(bytes: &[u8]) -> Result<Vec<Resource>, ExportError> {
    let mut archive = Archive::open(bytes).map_err(|error| unreadable(&error))?;
    let sheets: Vec<(usize, String)> = archive
        .entries()
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.is_style_sheet())
        .map(|(at, entry)| (at, entry.name.clone()))
        .collect();
    digests(&mut archive, sheets).map_err(|error| unreadable(&error))
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

/// The texts of a paragraph that are to be seen, in order.
fn texts(paragraph: &ManuscriptParagraph, bilingual: Bilingual) -> impl Iterator<Item = (Role, &Marked)> {
    let source = Some((Role::Source, &paragraph.source));
    let texts = match (&paragraph.outcome, bilingual) {
        (Outcome::Translated(translation), bilingual) => {
            let translation = Some((Role::Translation, translation));
            match bilingual {
                Bilingual::No => [translation, None],
                Bilingual::Below => [translation, source],
                Bilingual::Above | Bilingual::Side => [source, translation],
            }
        }
        (Outcome::Kept | Outcome::Untranslated(_), _) => [source, None],
    };
    texts.into_iter().flatten()
}

fn list(epub: &mut EpubPackage<'_>) -> Result<ReadBack, ImportError> {
    let mut blocks = Vec::new();
    let mut links = Links::default();
    for (_, at) in epub.parts() {
        let page = epub.page(at)?.page;
        links.collect(&page, &epub.name(at));
        for block in segment(&page) {
            each_line(&block.inline.text, &block.inline, |line| blocks.push(line));
        }
    }
    Ok(ReadBack { blocks, frame: frame(epub, links)? })
}

/// What there is besides the pages whose links these are.
fn frame(epub: &mut EpubPackage<'_>, mut links: Links) -> Result<Frame, ImportError> {
    let mut titles = Vec::new();
    if let Some(nav) = epub.package.nav {
        let (page, name) = (epub.page(nav)?.page, epub.name(nav));
        links.collect(&page, &name);
        titles.extend(contents::read_nav(&page, &name).entries.into_iter().map(|entry| entry.label));
    }
    if let Some(ncx) = epub.package.ncx {
        let (page, name) = (epub.page(ncx)?.page, epub.name(ncx));
        links.collect(&page, &name);
        titles.extend(contents::read_ncx(&page, &name).entries.into_iter().map(|entry| entry.label));
    }
    let mut broken_links = links.broken(epub);
    let package = &epub.package;
    broken_links.extend(package.missing.iter().map(|name| format!("{}: {name}", package.path)));
    Ok(Frame { broken_links, resources: resources(epub)?, contents: titles })
}

/// The lines of a text, broken where its source has breaks; ruby as base and reading, so that neither can get lost.
fn each_line(text: &Marked, inline: &Inline, mut take: impl FnMut(String)) {
    let mut end = |line: String| {
        if !line.trim().is_empty() {
            take(line);
        }
    };
    let mut line = String::with_capacity(text.as_str().len());
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => line.push_str(&text),
            Piece::Ruby { base, reading } if reading.trim().is_empty() => line.push_str(&base),
            Piece::Ruby { base, reading } => line.extend([&*base, "《", &*reading, "》"]),
            Piece::Void(number) => {
                let tag = usize::from(number).checked_sub(1).and_then(|at| inline.tags.get(at));
                if tag.is_some_and(|tag| tag.kind == TagKind::Break) {
                    end(std::mem::take(&mut line));
                }
            }
            Piece::Open(_) | Piece::Close(_) => {}
        }
    }
    end(line);
}

/// Everything in the book that is neither text nor its table of contents.
fn resources(epub: &mut EpubPackage<'_>) -> Result<Vec<Resource>, ImportError> {
    let package = &epub.package;
    let mut known: HashSet<usize> = package.spine.iter().copied().flatten().collect();
    known.extend([Some(package.at), package.nav, package.ncx].into_iter().flatten());
    let others: Vec<(usize, String)> = epub
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
    digests(&mut epub.archive, others)
}

fn digests(archive: &mut Archive<'_>, files: Vec<(usize, String)>) -> Result<Vec<Resource>, ImportError> {
    let mut resources = Vec::with_capacity(files.len());
    for (at, name) in files {
        resources.push(Resource { digest: archive.digest(at)?.text, name });
    }
    resources.sort();
    Ok(resources)
}
