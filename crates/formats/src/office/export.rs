//! From a document and its translations to a document: the original is the template.

use super::inline::{Copy, Rendering, fragments, render};
use super::{
    Block, Document, Extra, ExtraForm, Languages, Opened, Part, PartItem, Voice, numbered, title_of,
};
use crate::epub::{Archive, escape_attribute, escape_xml, written_name};
use crate::export::{Bilingual, ByPlace, Direction, ExportError, Layout, Manuscript, Outcome};
use crate::import::ImportError;
use crate::patches::Patches;
use book::language::Writing;
use book::text::markup::Marked;
use book::text::paragraph::Place;
use messages::{Explain, Message};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Writes the document. Without a translation it is the original, byte for byte.
pub(crate) fn export(
    document: &dyn Document,
    original: &[u8],
    manuscript: &Manuscript,
    layout: Layout,
) -> Result<Vec<u8>, ExportError> {
    let (mut archive, opened) = super::open(document, original).map_err(|error| unreadable(&error))?;
    let by_place = ByPlace::new(manuscript);
    check(&opened, &by_place)?;
    if !is_translated(manuscript) {
        return Ok(original.to_vec());
    }
    let languages = languages(manuscript, layout);
    let mut changed: HashMap<usize, Vec<u8>> = HashMap::new();
    for (part, number) in opened.parts.iter().zip(0_u32..) {
        let job = Job { document, part, number, by_place: &by_place, languages: &languages, manuscript };
        if let Some(text) = job.write(layout.bilingual) {
            changed.insert(part.at, as_utf_8(text));
        }
    }
    for &at in &opened.sheets {
        let bytes = archive.read_document(at).map_err(|error| unreadable(&error))?;
        let text = String::from_utf8_lossy(&bytes);
        if let Some(text) = document.change_sheet(&text, &languages) {
            changed.insert(at, as_utf_8(text));
        }
    }
    pack(&mut archive, &changed).map_err(ExportError::technical)
}

fn is_translated(manuscript: &Manuscript) -> bool {
    let mut paragraphs = manuscript.chapters.iter().flat_map(|chapter| &chapter.paragraphs);
    title_of(manuscript).is_some() || paragraphs.any(|p| matches!(p.outcome, Outcome::Translated(_)))
}

fn languages(manuscript: &Manuscript, layout: Layout) -> Languages {
    let target = manuscript.target_language.clone();
    let is_vertical = target.as_ref().is_some_and(|target| target.writing() == Writing::Ideographic);
    let turns = layout.direction == Direction::Auto && target.is_some() && !is_vertical;
    let is_bilingual = layout.bilingual != Bilingual::No;
    Languages { source: manuscript.source_language.clone(), target, turns, is_bilingual }
}

/// Fails where the document does not give the paragraphs the library has.
pub(super) fn check(opened: &Opened, by_place: &ByPlace<'_>) -> Result<(), ExportError> {
    let mut n_blocks = 0;
    for (part, number) in opened.parts.iter().zip(0_u32..) {
        for (item, block) in numbered(part) {
            n_blocks += 1;
            let place = Place { part: number, block };
            let mismatch = |code| Message::new(code).count("number", block + 1).with("page", &part.name);
            let Some(paragraph) = by_place.get(place) else {
                return Err(ExportError::TemplateMismatch(mismatch("mismatch_unknown_paragraph")));
            };
            let is_same = match item {
                PartItem::Block(own) => own.inline.text == paragraph.source,
                PartItem::Extra(extra) => Marked::from_plain(&extra.text) == paragraph.source,
            };
            if !is_same {
                let excerpt = |text: &str| text.chars().take(40).collect::<String>();
                let file = match item {
                    PartItem::Block(own) => excerpt(&own.inline.text.plain()),
                    PartItem::Extra(extra) => excerpt(&extra.text),
                };
                let library = excerpt(&paragraph.source.plain());
                let message = mismatch("mismatch_in_text").with("file", file).with("library", library);
                return Err(ExportError::TemplateMismatch(message));
            }
        }
    }
    if n_blocks == by_place.len() {
        return Ok(());
    }
    let message = Message::new("mismatch_in_number").count("n_file", n_blocks);
    Err(ExportError::TemplateMismatch(message.count("n_library", by_place.len())))
}

/// A part to be written.
struct Job<'a> {
    document: &'a dyn Document,
    part: &'a Part,
    number: u32,
    by_place: &'a ByPlace<'a>,
    languages: &'a Languages,
    manuscript: &'a Manuscript,
}

impl Job<'_> {
    fn write(&self, bilingual: Bilingual) -> Option<String> {
        let mut patches = Patches::default();
        let translations = self.translations();
        let mut is_changed = self.document.adjust(self.part, self.languages, &mut patches);
        is_changed |= translations.iter().any(Option::is_some);
        for (item, translation) in self.part.items.iter().zip(&translations) {
            if let PartItem::Extra(extra) = item {
                is_changed |= self.write_extra(extra, translation.as_deref(), &mut patches);
            }
        }
        let blocks: Vec<(&Block, &Marked)> = self
            .part
            .items
            .iter()
            .zip(&translations)
            .filter_map(|(item, translation)| match (item, translation) {
                (PartItem::Block(block), Some(translation)) => Some((block, &**translation)),
                (PartItem::Block(_) | PartItem::Extra(_), _) => None,
            })
            .collect();
        // What stands inside a paragraph is carried in its text, so it must be done before.
        let deepest = blocks.iter().map(|(block, _)| block.depth).max().unwrap_or_default();
        for depth in (0..=deepest).rev() {
            patches.sort();
            let mut own = Patches::default();
            for (block, translation) in blocks.iter().filter(|(block, _)| block.depth == depth) {
                let text = self.markup(block, translation, bilingual, &patches);
                own.replace(block.content.clone(), text);
            }
            patches.extend(&own);
        }
        is_changed.then(|| patches.apply(&self.part.xml.text))
    }

    /// The translation of every item; a block that repeats another has that one's.
    fn translations(&self) -> Vec<Option<Cow<'_, Marked>>> {
        let mut translations: Vec<Option<Cow<'_, Marked>>> = Vec::with_capacity(self.part.items.len());
        let mut block = 0;
        for item in &self.part.items {
            let twin_of = match item {
                PartItem::Block(own) => own.twin_of,
                PartItem::Extra(_) => None,
            };
            if let Some(twin_of) = twin_of {
                translations.push(translations.get(twin_of).cloned().flatten());
                continue;
            }
            let paragraph = self.by_place.get(Place { part: self.number, block });
            block += 1;
            translations.push(paragraph.and_then(Outcome::translation_of));
        }
        translations
    }

    fn write_extra(&self, extra: &Extra, translation: Option<&Marked>, patches: &mut Patches) -> bool {
        let text = extra_text(extra, translation, self.manuscript);
        let Some(text) = text.filter(|text| *text != extra.text) else { return false };
        let markup = match extra.form {
            ExtraForm::Attribute => escape_attribute(&text),
            ExtraForm::Element | ExtraForm::Title => escape_xml(&text),
        };
        patches.replace(extra.range.clone(), markup);
        true
    }

    fn markup(&self, block: &Block, translation: &Marked, bilingual: Bilingual, inside: &Patches) -> String {
        let write = |text: &Marked, voice: Voice| {
            let copy = if voice == Voice::Source { Copy::Beside } else { Copy::Only };
            let (original, formats) = (self.part.xml.text.as_str(), &self.part.formats);
            let rendering = Rendering { original, formats, inside, copy };
            let writer = self.document.writer(self.part, self.languages, voice);
            render(&block.inline, text, &rendering, &*writer)
        };
        let marks = |marks, written: &mut String| {
            let (original, formats) = (self.part.xml.text.as_str(), &self.part.formats);
            let rendering = Rendering { original, formats, inside, copy: Copy::Only };
            let writer = self.document.writer(self.part, self.languages, Voice::Translation);
            fragments(marks, &rendering, &*writer, written);
        };
        let mut written = String::new();
        marks(&block.inline.before, &mut written);
        let order = match bilingual {
            Bilingual::No => {
                written.push_str(&write(translation, Voice::Translation));
                None
            }
            Bilingual::Above => {
                Some([(&block.inline.text, Voice::Source), (translation, Voice::TranslationBeside)])
            }
            Bilingual::Below => {
                Some([(translation, Voice::TranslationBeside), (&block.inline.text, Voice::Source)])
            }
        };
        if let Some([(first, first_voice), (second, second_voice)]) = order {
            written.push_str(&write(first, first_voice));
            written.push_str(&self.document.between(self.part, block));
            written.push_str(&write(second, second_voice));
        }
        marks(&block.inline.behind, &mut written);
        written
    }
}

/// What a text outside the paragraphs becomes, if it is translated.
pub(super) fn extra_text(
    extra: &Extra,
    translation: Option<&Marked>,
    manuscript: &Manuscript,
) -> Option<String> {
    let title = title_of(manuscript).filter(|_| extra.form == ExtraForm::Title);
    title.map(str::to_owned).or_else(|| translation.map(|translation| translation.plain().into_owned()))
}

/// The bytes of a changed part, which says that it is UTF-8 whatever it was before.
fn as_utf_8(text: String) -> Vec<u8> {
    let declaration = text.starts_with("<?xml").then(|| text.find("?>")).flatten();
    let Some((head, rest)) = declaration.and_then(|end| text.split_at_checked(end)) else {
        return text.into_bytes();
    };
    let upper = head.to_ascii_uppercase();
    if !upper.contains("ENCODING") || upper.contains("UTF-8") {
        return text.into_bytes();
    }
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"{rest}").into_bytes()
}

fn pack(archive: &mut Archive<'_>, changed: &HashMap<usize, Vec<u8>>) -> zip::result::ZipResult<Vec<u8>> {
    let zip = archive.zip();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..zip.len() {
        let file = zip.by_index_raw(at)?;
        let Some(bytes) = changed.get(&at) else {
            writer.raw_copy_file(file)?;
            continue;
        };
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(file.last_modified().unwrap_or_default());
        let name = written_name(&file).map_err(|_| zip::result::ZipError::FileNotFound)?;
        writer.start_file(name, options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}

pub(super) fn unreadable(error: &ImportError) -> ExportError {
    ExportError::Unreadable { detail: error.message() }
}
