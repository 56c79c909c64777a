//! What must be in an exported book, and what is: two lists made apart from each other, so that comparing them proves something.

use super::archive::Archive;
use super::census::{self, Census, PageCensus};
use super::contents;
use super::epub_package::{EpubPackage, unreadable};
use super::extras::{self, Item, items};
use super::inline::Inline;
use super::labels::{self, Label};
use super::layout;
use super::links::Links;
use super::scan::Page;
use super::segment::Block;
use super::titles::{MAX_TITLE, Titles, key};
use crate::certificate::BlockRole;
use crate::export::{
    Bilingual, ByPlace, CountedPart, Expected, ExpectedBlock, ExportError, Frame, KeptText, Layout,
    Manuscript, ManuscriptParagraph, Outcome, ReadBack, Resource,
};
use crate::import::ImportError;
use book::id::ParagraphId;
use book::text::markup::{Marked, Piece};
use book::text::paragraph::{Place, TagKind};
use book::text::reading::Reading;
use messages::Message;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Tells what a book with these translations must show, page by page; gives back what its original holds besides.
pub(super) fn expect(
    original: &[u8],
    manuscript: &Manuscript,
    layout: Layout,
    tell: &mut dyn FnMut(ExpectedBlock),
) -> Result<Expected, ExportError> {
    let mut epub = EpubPackage::reopen(original, manuscript.reading)?;
    let by_place = ByPlace::new(manuscript);
    let mut expected = Expected::default();
    let mut links = Links::default();
    for (part, at) in epub.parts() {
        let name = epub.name(at);
        let page = epub.page(at).map_err(|error| unreadable(&error))?.page;
        links.collect(&page, &name);
        expect_part(&page, part, &name, &by_place, layout.bilingual, &mut expected)?;
        expected.blocks.drain(..).for_each(&mut *tell);
    }
    if epub.is_complete() {
        expect_labels(&mut epub, manuscript, &mut expected)?;
    }
    expected.frame = frame(&mut epub, links).map_err(|error| unreadable(&error))?;
    Ok(expected)
}

/// Notes what one page must show.
pub(super) fn expect_part(
    page: &Page,
    part: u32,
    name: &str,
    by_place: &ByPlace<'_>,
    bilingual: Bilingual,
    expected: &mut Expected,
) -> Result<(), ExportError> {
    let mut paragraphs = Vec::new();
    for (item, ordinal) in items(page).into_iter().zip(0_u32..) {
        let paragraph = paragraph_at(by_place, Place { part, block: ordinal }, &item, name)?;
        paragraphs.push((item, paragraph));
    }
    expect_page(page, name, &paragraphs, bilingual, expected);
    Ok(())
}

/// What one page must show.
fn expect_page(
    page: &Page,
    name: &str,
    paragraphs: &[(Item, Cow<'_, ManuscriptParagraph>)],
    bilingual: Bilingual,
    expected: &mut Expected,
) {
    let (mut before, mut after) = (Census::default(), Census::default());
    let mut doubled: Vec<DoubledBlock<'_>> = Vec::new();
    for (item, paragraph) in paragraphs {
        let Item::Block(block) = item else { continue };
        before.add(&all_characters(&paragraph.source));
        for (role, text) in texts(paragraph, bilingual) {
            after.add(&all_characters(text));
            let push = |text| expected.blocks.push(ExpectedBlock { paragraph: paragraph.id, role, text });
            each_line(text, breaks(&block.inline), push);
        }
        if let Outcome::Translated(translation) = &paragraph.outcome {
            doubled.push(DoubledBlock {
                range: layout::replaced(page, block, bilingual),
                block,
                translation,
            });
        }
    }
    for (item, paragraph) in paragraphs {
        let Item::Extra(extra) = item else { continue };
        before.add(&extra.text);
        let copies = copies(&doubled, &extra.range, bilingual);
        let translation = match &paragraph.outcome {
            Outcome::Translated(translation) => Some(translation.plain()),
            Outcome::Kept | Outcome::Untranslated(_) => None,
        };
        let shown = translation
            .as_deref()
            .map_or((BlockRole::Source, extra.text.as_str()), |t| (BlockRole::Translation, t));
        for (n, (role, text)) in
            [(copies.source, (BlockRole::Source, extra.text.as_str())), (copies.translation, shown)]
        {
            after.add_times(text, n);
            for _ in 0..n {
                let text = text.to_owned();
                expected.extras.push(ExpectedBlock { paragraph: paragraph.id, role, text });
            }
        }
    }
    for kept in extras::kept_elements(page) {
        before.add(&kept.text);
        let copies = copies(&doubled, &kept.range, bilingual);
        after.add_times(&kept.text, copies.source + copies.translation);
        expected.kept.push(KeptText { part: name.to_owned(), text: kept.text, reason: kept.reason.into() });
    }
    expect_census(page, name, before, after, expected);
}

/// Notes how many characters a page must show, and what of the original no paragraph says.
fn expect_census(page: &Page, name: &str, before: Census, after: Census, expected: &mut Expected) {
    if !page.is_complete || page.n_faults > 0 {
        return;
    }
    let mut found = Census::default();
    let texts = census::texts(&page.text);
    for text in &texts {
        found.add(text);
    }
    let census = PageCensus { found, read: before, written: after };
    expected.unread.extend(census.disagreement().map(|detail| format!("{name}: {detail}")));
    expected.parts.push(census.expected().of_part(name.to_owned()));
}

/// A block that a translation takes the place of, or stands beside.
struct DoubledBlock<'a> {
    range: Range<usize>,
    block: &'a Block,
    translation: &'a Marked,
}

/// How often a text inside a page stands there in the written book.
struct Copies {
    source: usize,
    translation: usize,
}

fn copies(doubled: &[DoubledBlock<'_>], range: &Range<usize>, bilingual: Bilingual) -> Copies {
    let at = doubled.partition_point(|doubled| doubled.range.end <= range.start);
    let Some(doubled) = doubled.get(at).filter(|doubled| doubled.range.start <= range.start) else {
        return Copies { source: 0, translation: 1 };
    };
    let source = usize::from(bilingual != Bilingual::No);
    if !doubled.block.content.contains(&range.start) {
        return Copies { source, translation: 1 };
    }
    let tags = &doubled.block.inline.tags;
    let holds = |number: u16| {
        let tag = usize::from(number).checked_sub(1).and_then(|at| tags.get(at));
        tag.is_some_and(|tag| tag.open.start <= range.start && range.end <= tag.open.end)
    };
    let pieces = doubled.translation.pieces();
    let n =
        pieces.filter(|piece| matches!(piece, Piece::Open(number) | Piece::Void(number) if holds(*number)));
    Copies { source, translation: n.count() }
}

/// What the labels outside the pages must say.
fn expect_labels(
    epub: &mut EpubPackage<'_>,
    manuscript: &Manuscript,
    expected: &mut Expected,
) -> Result<(), ExportError> {
    let titles = Titles::new(manuscript);
    let mut extras = Vec::new();
    let (nav, ncx) = (epub.package.nav, epub.package.ncx);
    let in_package = labels::in_package(&epub.package.document.page);
    let mut outside = Vec::new();
    for at in [nav, ncx].into_iter().flatten() {
        let (page, name) = (epub.page(at).map_err(|error| unreadable(&error))?.page, epub.name(at));
        let labels = if Some(at) == nav { labels::in_nav(&page) } else { labels::in_ncx(&page) };
        outside.push((page, name, labels));
    }
    let by_key = said_in(manuscript, in_package.iter().chain(outside.iter().flat_map(|(.., labels)| labels)));
    let mut expect = |labels: &[Label], after: &mut Census| -> Result<(), ExportError> {
        for label in labels {
            let Some(&paragraph) = by_key.get(label.key().as_ref()) else {
                let message = Message::new("mismatch_in_contents").with("label", &label.text);
                return Err(ExportError::TemplateMismatch(message));
            };
            let translation = labels::translation_of(label, &titles);
            let role = if translation.is_some() { BlockRole::Translation } else { BlockRole::Source };
            let text = translation.map_or_else(|| label.counted.clone(), Cow::into_owned);
            after.add(&text);
            extras.push(ExpectedBlock { paragraph, role, text });
        }
        Ok(())
    };
    expect(&in_package, &mut Census::default())?;
    let mut pages = Vec::new();
    for (page, name, labels) in outside {
        let (mut before, mut after) = (Census::default(), Census::default());
        for label in &labels {
            before.add(&label.counted);
        }
        expect(&labels, &mut after)?;
        for kept in extras::kept_elements(&page) {
            before.add(&kept.text);
            after.add(&kept.text);
        }
        pages.push((page, name, before, after));
    }
    expected.extras.append(&mut extras);
    for (page, name, before, after) in pages {
        expect_census(&page, &name, before, after, expected);
    }
    Ok(())
}

/// The first paragraph that says what a label says, for every label that one says.
fn said_in<'a>(
    manuscript: &Manuscript,
    labels: impl Iterator<Item = &'a Label>,
) -> HashMap<String, ParagraphId> {
    let wanted: HashSet<Cow<'_, str>> = labels.map(Label::key).collect();
    let mut by_key = HashMap::new();
    for paragraph in manuscript.chapters.iter().flat_map(|chapter| chapter.paragraphs.each()) {
        if paragraph.source.as_str().len() <= MAX_TITLE {
            let key = key(paragraph.source.plain());
            if wanted.contains(&key) && !by_key.contains_key(key.as_ref()) {
                by_key.insert(key.into_owned(), paragraph.id);
            }
        }
    }
    by_key
}

/// How many paragraphs of the manuscript are labels.
pub(super) fn n_labels(manuscript: &Manuscript, part: u32) -> usize {
    let paragraphs = manuscript.chapters.iter().flat_map(|chapter| chapter.paragraphs.each());
    paragraphs.filter(|paragraph| manuscript.reading.is_complete() && paragraph.place.part == part).count()
}

/// Every character of a text, readings included.
pub(crate) fn all_characters(text: &Marked) -> String {
    let mut all = String::with_capacity(text.as_str().len());
    for piece in text.pieces() {
        match piece {
            Piece::Text(text) => all.push_str(&text),
            Piece::Ruby { base, reading } => all.extend([&*base, &*reading]),
            Piece::Open(_) | Piece::Close(_) | Piece::Void(_) => {}
        }
    }
    all
}

/// Tells the blocks of an exported file page by page, and lists what else it holds.
pub(super) fn read_blocks(
    bytes: &[u8],
    reading: Reading,
    tell: &mut dyn FnMut(String),
) -> Result<ReadBack, ExportError> {
    let mut epub = EpubPackage::reopen(bytes, reading)?;
    list(&mut epub, reading, tell).map_err(|error| unreadable(&error))
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
    by_place: &ByPlace<'a>,
    place: Place,
    item: &Item,
    page_name: &str,
) -> Result<Cow<'a, ManuscriptParagraph>, ExportError> {
    let mismatch = |code| Message::new(code).count("number", place.block + 1).with("page", page_name);
    let Some(paragraph) = by_place.get(place) else {
        return Err(ExportError::TemplateMismatch(mismatch("mismatch_unknown_paragraph")));
    };
    let extra;
    let text = match item {
        Item::Block(block) => &block.inline.text,
        Item::Extra(found) => {
            extra = Marked::from_plain(&found.text);
            &extra
        }
    };
    if paragraph.source == *text {
        return Ok(paragraph);
    }
    let excerpt = |text: &Marked| text.plain().chars().take(40).collect::<String>();
    let (file, library) = (excerpt(text), excerpt(&paragraph.source));
    let message = mismatch("mismatch_in_text").with("file", file).with("library", library);
    Err(ExportError::TemplateMismatch(message))
}

/// The texts of a paragraph that are to be seen, in order.
pub(crate) fn texts(
    paragraph: &ManuscriptParagraph,
    bilingual: Bilingual,
) -> impl Iterator<Item = (BlockRole, &Marked)> {
    let source = Some((BlockRole::Source, &paragraph.source));
    let texts = match (&paragraph.outcome, bilingual) {
        (Outcome::Translated(translation), bilingual) => {
            let translation = Some((BlockRole::Translation, translation));
            match bilingual {
                Bilingual::No => [translation, None],
                Bilingual::Below => [translation, source],
                Bilingual::Above => [source, translation],
            }
        }
        (Outcome::Kept | Outcome::Untranslated(_), _) => [source, None],
    };
    texts.into_iter().flatten()
}

fn list(
    epub: &mut EpubPackage<'_>,
    reading: Reading,
    tell: &mut dyn FnMut(String),
) -> Result<ReadBack, ImportError> {
    let mut read_back = ReadBack::default();
    let mut links = Links::default();
    for (_, at) in epub.parts() {
        let (page, name) = (epub.page(at)?.page, epub.name(at));
        links.collect(&page, &name);
        list_page(&page, name, &mut read_back);
        read_back.blocks.drain(..).for_each(&mut *tell);
    }
    let outside = [epub.package.nav, epub.package.ncx].into_iter().flatten();
    for at in outside.filter(|_| reading.is_complete()).collect::<Vec<_>>() {
        let (page, name) = (epub.page(at)?.page, epub.name(at));
        read_back.parts.push(counted(&page, name));
    }
    read_back.extras.extend(epub.labels()?.into_iter().map(|label| label.counted));
    read_back.frame = frame(epub, links)?;
    Ok(read_back)
}

/// Notes what a page shows.
pub(super) fn list_page(page: &Page, name: String, read_back: &mut ReadBack) {
    for item in items(page) {
        match item {
            Item::Block(block) => {
                each_line(&block.inline.text, breaks(&block.inline), |line| read_back.blocks.push(line));
            }
            Item::Extra(extra) => read_back.extras.push(extra.text),
        }
    }
    if page.is_complete {
        read_back.parts.push(counted(page, name));
    }
}

/// What a page shows and speaks, counted without reading it.
fn counted(page: &Page, name: String) -> CountedPart {
    let mut census = Census::default();
    for text in &census::texts(&page.text) {
        census.add(text);
    }
    census.of_part(name)
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

/// Which tags are line breaks.
fn breaks(inline: &Inline) -> impl Fn(u16) -> bool {
    |number| {
        let tag = usize::from(number).checked_sub(1).and_then(|at| inline.tags.get(at));
        tag.is_some_and(|tag| tag.kind == TagKind::Break)
    }
}

/// The lines of a text, broken where its source has breaks; ruby as base and reading, so that neither can get lost.
pub(crate) fn each_line(text: &Marked, is_break: impl Fn(u16) -> bool, mut take: impl FnMut(String)) {
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
                if is_break(number) {
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
