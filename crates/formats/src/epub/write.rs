//! From an EPUB and its translations to an EPUB: the original is the template, and what needs no change is copied as it is.

use super::archive::written_name;
use super::contents;
use super::direction::{self, DirectionChange, DirectionRewriter};
use super::epub_package::{EpubPackage, unreadable};
use super::extras::{Item, items};
use super::labels;
use super::layout::{self, Languages, TagEdits};
use super::package::find;
use super::scan::Page;
use super::segment::Block;
use super::titles::{self, Titles};
use super::{attributes, proof};
use crate::export::{Bilingual, ByPlace, ExportError, Layout, Manuscript, ManuscriptParagraph, Outcome};
use crate::import::ImportError;
use crate::patches::Patches;
use book::text::markup::Marked;
use book::text::paragraph::Place;
use messages::Message;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{BufWriter, Cursor, Write};
use std::ops::Range;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Writes the book.
pub(super) fn export(
    original: &[u8],
    manuscript: &Manuscript,
    layout: Layout,
) -> Result<Vec<u8>, ExportError> {
    let mut epub = EpubPackage::reopen(original, manuscript.reading)?;
    let changes = Changes::new(manuscript, layout, Languages::new(manuscript, epub.package.is_modern));
    let by_place = ByPlace::new(manuscript);
    let frame = if is_translated(manuscript) {
        change_frame(&mut epub, manuscript, &changes).map_err(|error| unreadable(&error))
    } else {
        Ok(Changed::new())
    };
    // Two texts on a page repeat each other's names and markup.
    let effort = if layout.bilingual == Bilingual::No { Effort::Less } else { Effort::Usual };
    let pages = Pages { manuscript, by_place: &by_place, changes: &changes };
    let written = frame.and_then(|frame| pack(&mut epub, &pages, &frame, effort));
    // Pages are written in the order of the archive; what does not fit is told in the order in which they are read.
    written.or_else(|error| Err(pages.first_misfit(original)?.unwrap_or(error)))
}

/// The same file with one more entry, or with that entry replaced.
pub(crate) fn add_file(bytes: &[u8], name: &str, contents: &[u8]) -> Option<Vec<u8>> {
    add_written(bytes, name, |to| to.write_all(contents)).and_then(Result::ok)
}

/// What the packer is given at once decides which bytes it writes: contents up to this size are packed as one piece, always
/// into the same bytes. Pages of the buffer that are not needed take no memory.
const WRITTEN_AT_ONCE: usize = 1 << 22;

/// The same for contents that are written piece by piece.
pub(crate) fn add_written<E>(
    bytes: &[u8],
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Option<Result<Vec<u8>, E>> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut writer = ZipWriter::new(Cursor::new(Vec::with_capacity(bytes.len())));
    for at in 0..zip.len() {
        let file = zip.by_index_raw(at).ok()?;
        if file.name_raw() != name.as_bytes() {
            writer.raw_copy_file(file).ok()?;
        }
    }
    writer.start_file(name, deflated(Effort::Less)).ok()?;
    let mut buffered = BufWriter::with_capacity(WRITTEN_AT_ONCE, &mut writer);
    if let Err(error) = write(&mut buffered) {
        return Some(Err(error));
    }
    // Flushing the archive as well would end a block of the packed stream, which makes it longer.
    buffered.into_inner().ok()?;
    writer.finish().ok().map(|written| Ok(written.into_inner()))
}

/// How hard text is packed.
#[derive(Clone, Copy)]
enum Effort {
    /// Takes two thirds of the usual time and leaves one byte in a hundred more.
    Less,
    /// The usual one, which finds far repetitions better.
    Usual,
}

fn deflated(effort: Effort) -> SimpleFileOptions {
    let level = match effort {
        Effort::Less => 5,
        Effort::Usual => 6,
    };
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(level))
}

/// What is to be done to every page.
pub(super) struct Changes<'a> {
    titles: Titles<'a>,
    languages: Languages,
    bilingual: Bilingual,
    direction: DirectionChange,
    direction_rewriter: DirectionRewriter,
}

impl<'a> Changes<'a> {
    fn new(manuscript: &'a Manuscript, layout: Layout, languages: Languages) -> Self {
        let direction = if is_translated(manuscript) {
            direction::required_change(manuscript, layout)
        } else {
            DirectionChange::Stay
        };
        Self {
            titles: Titles::new(manuscript),
            languages,
            bilingual: layout.bilingual,
            direction,
            direction_rewriter: DirectionRewriter::new(),
        }
    }

    /// What is to be done to pages outside of a package.
    pub(super) fn of_web_pages(manuscript: &'a Manuscript, layout: Layout) -> Self {
        Self::new(manuscript, layout, Languages::of_html(manuscript))
    }
}

fn is_translated(manuscript: &Manuscript) -> bool {
    let has_translation = |p: &ManuscriptParagraph| matches!(p.outcome, Outcome::Translated(_));
    manuscript.title_translation.is_some()
        || manuscript.chapters.iter().any(|chapter| {
            chapter.title_translation.is_some() || chapter.paragraphs.each().any(|one| has_translation(&one))
        })
}

type Changed = HashMap<usize, Vec<u8>>;

/// What is put into the pages.
struct Pages<'a> {
    manuscript: &'a Manuscript,
    by_place: &'a ByPlace<'a>,
    changes: &'a Changes<'a>,
}

impl Pages<'_> {
    /// The bytes of a page that stands as these parts in the book, where anything of it changes, and how many paragraphs
    /// it has.
    fn change(
        &self,
        epub: &mut EpubPackage<'_>,
        at: usize,
        parts: &[u32],
    ) -> Result<(Option<Vec<u8>>, usize), ExportError> {
        let name = epub.name(at);
        let decoded = epub.page(at).map_err(|error| unreadable(&error))?;
        let (mut changed, mut n_blocks) = (None, 0);
        for &part in parts {
            let (text, n) = change_page(&decoded.page, part, &name, self.by_place, self.changes)?;
            n_blocks += n;
            changed = text.map(|text| decoded.encode(&text)).or(changed);
        }
        Ok((changed, n_blocks))
    }

    /// Fails where the pages have another number of paragraphs than the manuscript.
    fn check_number(&self, n_in_pages: usize, epub: &EpubPackage<'_>) -> Result<(), ExportError> {
        let n_blocks = n_in_pages + proof::n_labels(self.manuscript, epub.labels_part());
        if n_blocks == self.by_place.len() {
            return Ok(());
        }
        let message = Message::new("mismatch_in_number").count("n_file", n_blocks);
        Err(ExportError::TemplateMismatch(message.count("n_library", self.by_place.len())))
    }

    /// The first page in reading order that does not fit, and why.
    fn first_misfit(&self, original: &[u8]) -> Result<Option<ExportError>, ExportError> {
        let mut epub = EpubPackage::reopen(original, self.manuscript.reading)?;
        let mut n_blocks = 0;
        for (part, at) in epub.parts() {
            match self.change(&mut epub, at, &[part]) {
                Ok((_, n)) => n_blocks += n,
                Err(error) => return Ok(Some(error)),
            }
        }
        Ok(self.check_number(n_blocks, &epub).err())
    }
}

/// The text of a page with its translations, where anything of it changes, and how many paragraphs it has.
pub(super) fn change_page(
    page: &Page,
    part: u32,
    name: &str,
    by_place: &ByPlace<'_>,
    changes: &Changes<'_>,
) -> Result<(Option<String>, usize), ExportError> {
    let mut patches = Patches::default();
    let items = items(page);
    let (mut texts, mut blocks) = (Patches::default(), Vec::new());
    for (item, ordinal) in items.iter().zip(0_u32..) {
        let paragraph = proof::paragraph_at(by_place, Place { part, block: ordinal }, item, name)?;
        let Some(translation) = Outcome::translation_of(paragraph) else { continue };
        match item {
            Item::Block(block) => blocks.push((block, translation)),
            // What says the same keeps its bytes.
            Item::Extra(extra) if translation.plain() == extra.text => {}
            Item::Extra(extra) => {
                texts.replace(extra.range.clone(), extra.markup(&translation.plain()));
            }
        }
    }
    let edits = tag_edits(page, &texts, &blocks, changes);
    for (block, translation) in blocks {
        let (bilingual, languages) = (changes.bilingual, &changes.languages);
        layout::write_translation(page, block, &translation, bilingual, languages, &edits, &mut patches);
    }
    Ok((finish_page(page, patches, &edits, changes), items.len()))
}

/// What changes inside the tags of a page: texts of attributes and pictures, direction, language.
fn tag_edits(
    page: &Page,
    texts: &Patches,
    blocks: &[(&Block, Cow<'_, Marked>)],
    changes: &Changes<'_>,
) -> TagEdits {
    let mut everywhere = Patches::default();
    if changes.direction != DirectionChange::Stay {
        changes.direction_rewriter.page(page, &mut everywhere);
    }
    let mut translated = everywhere.clone();
    if page.is_complete && changes.bilingual == Bilingual::No {
        let places: Vec<Range<usize>> = blocks.iter().map(|(block, _)| block.content.clone()).collect();
        changes.languages.change_inside(page, &places, changes.direction, &mut translated);
    }
    translated.extend(texts);
    everywhere.sort();
    translated.sort();
    TagEdits { everywhere, translated, has_texts: !texts.is_empty() }
}

/// Language, title and direction of a page whose blocks are done.
fn finish_page(page: &Page, mut patches: Patches, edits: &TagEdits, changes: &Changes<'_>) -> Option<String> {
    let is_translated = !patches.is_empty() || edits.has_texts;
    let is_bilingual = changes.bilingual != Bilingual::No;
    if is_bilingual && page.is_complete && !patches.is_empty() {
        let end = find(page, "head").and_then(|head| page.end_tag(head)).map(|end| page.range(end).start);
        if let Some(end) = end {
            patches.replace(end..end, layout::BILINGUAL_STYLE.to_owned());
        }
    }
    if is_translated {
        changes.titles.translate_head(page, &mut patches);
    }
    patches.extend(&edits.translated);
    for (root, is_html) in [("html", true), ("body", false)] {
        let Some(at) = find(page, root) else { continue };
        let old = page.raw(at);
        let mut tag = edits.translated.cut(&page.text, page.range(at)).into_owned();
        if is_translated {
            tag = changes.languages.root_tag(&tag, is_html);
        }
        // Pages without any translation keep their direction, but not vertical lines.
        let direction = if is_translated { changes.direction } else { DirectionChange::Stay };
        if changes.direction != DirectionChange::Stay {
            tag = changes.direction_rewriter.root_tag(&tag, is_html, direction);
        }
        if tag != old {
            patches.replace(page.range(at), tag);
        }
    }
    (!patches.is_empty()).then(|| patches.apply(&page.text))
}

/// Tables of contents, package and style sheets.
fn change_frame(
    epub: &mut EpubPackage<'_>,
    manuscript: &Manuscript,
    changes: &Changes<'_>,
) -> Result<Changed, ImportError> {
    let mut changed = Changed::new();
    if let Some(nav) = epub.package.nav {
        let (decoded, name) = (epub.page(nav)?, epub.name(nav));
        let mut patches = Patches::default();
        if epub.is_complete() {
            labels::translate(&decoded.page, &labels::in_nav(&decoded.page), &changes.titles, &mut patches);
        } else {
            let entries = contents::read_nav(&decoded.page, &name).entries;
            changes.titles.translate_entries(&decoded.page, &entries, &mut patches);
        }
        let edits = tag_edits(&decoded.page, &Patches::default(), &[], changes);
        let text = finish_page(&decoded.page, patches, &edits, changes);
        changed.extend(text.map(|text| (nav, decoded.encode(&text))));
    }
    if let Some(ncx) = epub.package.ncx {
        let (decoded, name) = (epub.page(ncx)?, epub.name(ncx));
        let mut patches = Patches::default();
        if epub.is_complete() {
            labels::translate(&decoded.page, &labels::in_ncx(&decoded.page), &changes.titles, &mut patches);
        } else {
            let entries = contents::read_ncx(&decoded.page, &name).entries;
            changes.titles.translate_entries(&decoded.page, &entries, &mut patches);
            changes.titles.translate_ncx_title(&decoded.page, &mut patches);
        }
        if let Some(root) = find(&decoded.page, "ncx").filter(|_| !patches.is_empty()) {
            let tag = decoded.page.raw(root);
            if let Some(target) =
                manuscript.target_language.as_ref().filter(|_| attributes::find(tag, "xml:lang").is_some())
            {
                patches.replace(decoded.page.range(root), attributes::with(tag, "xml:lang", target.as_str()));
            }
        }
        if !patches.is_empty() {
            changed.insert(ncx, decoded.encode(&patches.apply(&decoded.page.text)));
        }
    }
    let package = &epub.package;
    let mut patches = Patches::default();
    if epub.is_complete() {
        let page = &package.document.page;
        labels::translate(page, &labels::in_package(page), &changes.titles, &mut patches);
        if let Some(target) = manuscript.target_language.as_ref().filter(|_| !patches.is_empty()) {
            labels::mark_language(page, target.as_str(), &mut patches);
        }
        titles::replace_language(page, manuscript.target_language.as_ref(), &mut patches);
    } else {
        changes.titles.translate_package(package, manuscript.target_language.as_ref(), &mut patches);
    }
    direction::change_package(&package.document.page, package.is_modern, changes.direction, &mut patches);
    if !patches.is_empty() {
        changed.insert(package.at, package.document.encode(&patches.apply(&package.document.page.text)));
    }
    if changes.direction != DirectionChange::Stay {
        changed.extend(change_styles(epub, &changes.direction_rewriter)?);
    }
    Ok(changed)
}

fn change_styles(
    epub: &mut EpubPackage<'_>,
    direction_rewriter: &DirectionRewriter,
) -> Result<Changed, ImportError> {
    let sheets: Vec<usize> = epub
        .archive
        .entries()
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.is_style_sheet())
        .map(|(at, _)| at)
        .collect();
    let mut changed = Changed::new();
    for at in sheets {
        let bytes = epub.archive.read_page(at)?;
        // A style sheet in an exotic encoding is left alone rather than damaged.
        if let Some(turned) = std::str::from_utf8(&bytes).ok().and_then(|css| direction_rewriter.style(css)) {
            changed.insert(at, turned.into_bytes());
        }
    }
    Ok(changed)
}

/// Writes the archive anew, page by page.
fn pack(
    epub: &mut EpubPackage<'_>,
    pages: &Pages<'_>,
    frame: &Changed,
    effort: Effort,
) -> Result<Vec<u8>, ExportError> {
    let mut parts: HashMap<usize, Vec<u32>> = HashMap::new();
    for (part, at) in epub.parts() {
        parts.entry(at).or_default().push(part);
    }
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let is_first = epub.archive.zip().by_index_raw(0).is_ok_and(|file| {
        file.name_raw() == b"mimetype" && file.compression() == CompressionMethod::Stored && file.size() == 20
    });
    if !is_first {
        write_mimetype(&mut writer).map_err(ExportError::technical)?;
    }
    let mut n_blocks = 0;
    for at in 0..epub.archive.entries().len() {
        let page = match parts.get(&at) {
            Some(parts) => {
                let (page, n) = pages.change(epub, at, parts)?;
                n_blocks += n;
                page
            }
            None => None,
        };
        let changed = frame.get(&at).map(Vec::as_slice).or(page.as_deref());
        write_entry(epub, at, changed, is_first, effort, &mut writer).map_err(ExportError::technical)?;
    }
    pages.check_number(n_blocks, epub)?;
    Ok(writer.finish().map_err(ExportError::technical)?.into_inner())
}

type Writer = ZipWriter<Cursor<Vec<u8>>>;

fn write_mimetype(writer: &mut Writer) -> ZipResult<()> {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    writer.start_file("mimetype", stored)?;
    Ok(writer.write_all(b"application/epub+zip")?)
}

/// Writes one file of the archive, as it is or with other bytes.
fn write_entry(
    epub: &mut EpubPackage<'_>,
    at: usize,
    changed: Option<&[u8]>,
    is_mimetype_first: bool,
    effort: Effort,
    writer: &mut Writer,
) -> ZipResult<()> {
    let file = epub.archive.zip().by_index_raw(at)?;
    let is_mimetype = file.name_raw() == b"mimetype";
    if (is_mimetype && !is_mimetype_first) || file.name_raw() == crate::certificate::ENTRY.as_bytes() {
        return Ok(());
    }
    let Some(bytes) = changed else { return writer.raw_copy_file(file) };
    let options = deflated(effort).last_modified_time(file.last_modified().unwrap_or_default());
    let name = written_name(&file).map_err(|_| zip::result::ZipError::FileNotFound)?;
    writer.start_file(name, options)?;
    Ok(writer.write_all(bytes)?)
}
