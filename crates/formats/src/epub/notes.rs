//! Footnotes of an EPUB: a mark in the text that leads to a page of notes at the end of the book.

use super::entities::{escape, escape_attribute};
use super::epub_package::{EpubPackage, unreadable};
use super::extras::{Item, items};
use super::package::find;
use super::package::find_all;
use super::scan::tag_name;
use super::write::add_file;
use crate::export::{ByPlace, ExportError, Manuscript, ManuscriptChapter, ManuscriptParagraph, Outcome};
use crate::import::Source;
use crate::notes::{Attempt, NotesByParagraph, added_marks, next_number, replaced, translation};
use crate::patches::Patches;
use book::id::{ChapterId, ParagraphId};
use book::text::paragraph::{ParagraphKind, Place};
use messages::Message;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// What the page of notes is called, by language; English for every other one.
const HEADINGS: &[(&str, &str)] = &[
    ("zh-hant", "譯註"),
    ("zh-tw", "譯註"),
    ("zh-hk", "譯註"),
    ("zh", "译注"),
    ("ja", "訳注"),
    ("ko", "옮긴이 주"),
    ("fr", "Notes de traduction"),
    ("de", "Anmerkungen zur Übersetzung"),
    ("es", "Notas de traducción"),
    ("pt", "Notas de tradução"),
    ("it", "Note di traduzione"),
    ("ru", "Примечания переводчика"),
    ("pl", "Przypisy tłumacza"),
];

pub(crate) fn add(
    original: &[u8],
    manuscript: &Manuscript,
    notes: &NotesByParagraph,
) -> Result<Attempt, ExportError> {
    let mut epub = EpubPackage::reopen(original, manuscript.reading)?;
    let language = manuscript.target_language.as_ref().map_or_else(|| "en".to_owned(), ToString::to_string);
    let (file, path) = page_name(&epub);
    let is_modern = epub.package.is_modern;
    let (marked_pages, numbers, mut without_place) = mark(&mut epub, manuscript, notes, &path)?;
    if !without_place.is_empty() {
        return Ok(Attempt::NoPlace(without_place));
    }
    let page = page(manuscript, notes, &numbers, &language, is_modern);
    let package = package_with(&epub, &file);
    let mut added = add_file(original, &path, page.as_bytes())
        .and_then(|bytes| add_file(&bytes, &epub.package.path, &package));
    for (name, contents) in &marked_pages {
        added = added.and_then(|bytes| add_file(&bytes, name, contents));
    }
    let broken = || ExportError::Unreadable { detail: Message::new("notes_not_added") };
    let bytes = added.ok_or_else(broken)?;
    let labels = epub.labels_part();
    drop(epub);
    let imported = super::read::import(&Source { reading: manuscript.reading, ..Source::new(&bytes, "") })
        .map_err(|error| unreadable(&error))?;
    let read: HashMap<Place, _> =
        imported.book.paragraphs().map(|paragraph| (paragraph.place, &paragraph.text)).collect();
    let mut manuscript = manuscript.clone();
    let next = next_number(&manuscript);
    for paragraph in manuscript.chapters.iter_mut().flat_map(|chapter| &mut chapter.paragraphs) {
        // The labels outside the pages are behind the last page, which is a new one now.
        if manuscript.reading.is_complete() && paragraph.place.part == labels {
            paragraph.place.part += 1;
        }
        let Some(notes) = notes.get(&paragraph.id) else { continue };
        let now = read.get(&paragraph.place);
        let marks = now.and_then(|now| added_marks(&paragraph.source, now, notes.len()));
        let marked = translation(paragraph).zip(marks).and_then(|(translation, marks)| {
            replaced(translation, notes, |at| marks.get(at).cloned().unwrap_or_default())
        });
        match marked.zip(now) {
            Some((marked, now)) => {
                paragraph.source = (*now).clone();
                paragraph.outcome = Outcome::Translated(marked);
            }
            None => drop(without_place.insert(paragraph.id)),
        }
    }
    if !without_place.is_empty() {
        return Ok(Attempt::NoPlace(without_place));
    }
    let own = imported.book.paragraphs();
    let own =
        own.filter(|paragraph| paragraph.place.part == labels && paragraph.kind != ParagraphKind::Label);
    let paragraphs: Vec<ManuscriptParagraph> = own
        .zip(next..)
        .map(|(paragraph, number)| ManuscriptParagraph {
            id: ParagraphId::from_number(number),
            place: paragraph.place,
            source: paragraph.text.clone(),
            outcome: Outcome::Kept,
        })
        .collect();
    let number = manuscript.chapters.iter().map(|chapter| chapter.id.number() + 1).max().unwrap_or_default();
    let (id, title) = (ChapterId::from_number(number), String::new());
    manuscript.chapters.push(ManuscriptChapter {
        id,
        title,
        title_translation: None,
        paragraphs: paragraphs.into(),
    });
    Ok(Attempt::Done(bytes, manuscript))
}

type MarkedPages = Vec<(String, Vec<u8>)>;
/// The number of each paragraph's first note.
type Numbers = HashMap<ParagraphId, usize>;

/// Puts a mark for each note at the end of its paragraph's source; translations move it to where the note stood.
fn mark(
    epub: &mut EpubPackage<'_>,
    manuscript: &Manuscript,
    notes: &NotesByParagraph,
    notes_page: &str,
) -> Result<(MarkedPages, Numbers, HashSet<ParagraphId>), ExportError> {
    let by_place = ByPlace::new(manuscript);
    let (mut pages, mut numbers) = (MarkedPages::new(), Numbers::new());
    let mut next = 1;
    for (part, at) in epub.parts() {
        let name = epub.name(at);
        let decoded = epub.page(at).map_err(|error| unreadable(&error))?;
        let mut patches = Patches::default();
        for (item, block) in items(&decoded.page).iter().zip(0_u32..) {
            let Item::Block(own) = item else { continue };
            // The table of contents names a heading by its words, and has no place for a mark.
            if own.kind == ParagraphKind::Heading {
                continue;
            }
            let Some(paragraph) = by_place.get(Place { part, block }) else { continue };
            let Some(notes) = notes.get(&paragraph.id) else { continue };
            numbers.insert(paragraph.id, next);
            let mut marks = String::new();
            for number in (next..).take(notes.len()) {
                let href =
                    escape_attribute(&format!("{}#tsumugi-note-{number}", relative(&name, notes_page)));
                let _ = if epub.package.is_modern {
                    write!(
                        marks,
                        "<a xmlns:epub=\"http://www.idpf.org/2007/ops\" epub:type=\"noteref\" href=\"{href}\">{number}</a>"
                    )
                } else {
                    write!(marks, "<a class=\"noteref\" href=\"{href}\">{number}</a>")
                };
            }
            next += notes.len();
            patches.replace(own.content.end..own.content.end, marks);
        }
        if !patches.is_empty() {
            let contents = decoded.encode(&patches.apply(&decoded.page.text));
            pages.push((name, contents));
        }
    }
    let without_place = notes.keys().filter(|id| !numbers.contains_key(id)).copied().collect();
    Ok((pages, numbers, without_place))
}

/// How one file of the book points to another.
fn relative(from: &str, to: &str) -> String {
    let folders: Vec<&str> = from.split('/').collect();
    let folders = folders.split_last().map_or(&[][..], |(_, folders)| folders);
    let parts: Vec<&str> = to.split('/').collect();
    let n_shared = folders.iter().zip(&parts).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", folders.len() - n_shared);
    up.chain(parts.into_iter().skip(n_shared)).collect::<Vec<_>>().join("/")
}

/// A name beside the package that no file has, alone and from the root.
fn page_name(epub: &EpubPackage<'_>) -> (String, String) {
    let folder =
        epub.package.path.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let names = (1_u32..).map(|n| match n {
        1 => "tsumugi-notes.xhtml".to_owned(),
        n => format!("tsumugi-notes-{n}.xhtml"),
    });
    let mut free = names.filter(|file| epub.archive.position(&format!("{folder}{file}")).is_none());
    let file = free.next().unwrap_or_default();
    let path = format!("{folder}{file}");
    (file, path)
}

fn page(
    manuscript: &Manuscript,
    notes: &NotesByParagraph,
    numbers: &Numbers,
    language: &str,
    is_modern: bool,
) -> String {
    let own = HEADINGS.iter().find(|(start, _)| language.to_ascii_lowercase().starts_with(start));
    let heading = escape(own.map_or("Translator's notes", |(_, heading)| heading));
    let mut lines: Vec<(usize, &str)> = Vec::new();
    for paragraph in manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs) {
        if let (Some(notes), Some(first)) = (notes.get(&paragraph.id), numbers.get(&paragraph.id)) {
            lines.extend((*first..).zip(notes.iter().map(|note| note.body.as_str())));
        }
    }
    lines.sort_unstable();
    let mut text = String::new();
    for (number, body) in lines {
        let body = escape(body);
        let _ = if is_modern {
            writeln!(
                text,
                "<aside epub:type=\"footnote\" id=\"tsumugi-note-{number}\"><p>{number}. {body}</p></aside>"
            )
        } else {
            writeln!(text, "<p id=\"tsumugi-note-{number}\">{number}. {body}</p>")
        };
    }
    let namespace = if is_modern { " xmlns:epub=\"http://www.idpf.org/2007/ops\"" } else { "" };
    let language = escape_attribute(language);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"{namespace} xml:lang=\"{language}\">\n<head><title>{heading}</title></head>\n<body>\n<h2>{heading}</h2>\n{text}</body>\n</html>\n"
    )
}

/// The package document with the page of notes.
fn package_with(epub: &EpubPackage<'_>, file: &str) -> Vec<u8> {
    let page = &epub.package.document.page;
    let raw = find_all(page, "manifest").next().map_or("", |at| tag_name(page.raw(at)));
    let opf = raw.rsplit_once(':').map_or_else(String::new, |(prefix, _)| format!("{prefix}:"));
    let mut patches = Patches::default();
    let mut before_end = |name: &str, text: String| {
        let end = find(page, name).and_then(|at| page.end_tag(at)).map(|end| page.range(end).start);
        if let Some(end) = end {
            patches.replace(end..end, text);
        }
    };
    before_end(
        "manifest",
        format!("<{opf}item id=\"tsumugi-notes\" href=\"{file}\" media-type=\"application/xhtml+xml\"/>\n"),
    );
    before_end("spine", format!("<{opf}itemref idref=\"tsumugi-notes\"/>\n"));
    epub.package.document.encode(&patches.apply(&page.text))
}
