//! Several text files that are one book: a zip of them, or a folder that is packed into one.
//!
//! Every file is read and written by the format of its text. Chapters never reach over the end of a file, the part of a
//! paragraph's place is the position of its file, and everything that is no text of the book is copied as it is.

mod order;
mod pack;

pub(crate) use order::natural;
pub use order::{LIST, is_text};
pub use pack::{File, pack, unpack};

use crate::epub::Archive;
use crate::export::{
    CountedPart, Expected, ExportError, Frame, KeptText, Layout, Manuscript, ManuscriptChapter, ReadBack,
};
use crate::game::Game;
use crate::import::{FileFault, ImportError, Imported, Progress, Source};
use crate::markdown::Markdown;
use crate::ranged::{Ranged, has_ending};
use crate::txt::title_of;
use crate::{Format, aozora::Aozora, txt::Text};
use book::text::book::{Book, FileFormat};
use book::text::chapter::Chapter;
use book::text::reading::Reading;
use messages::Explain;
use std::collections::{BTreeMap, HashMap};

/// Several files of one format of text.
pub(crate) struct Folder {
    /// Which it is.
    format: FileFormat,
    /// The format of the files.
    inner: &'static dyn Format,
    /// Whether a file of this name is a text of the book.
    is_part: fn(&str) -> bool,
}

/// Files of plain text.
pub(crate) const TEXTS: Folder = Folder { format: FileFormat::TextFolder, inner: &Text, is_part: is_text };
/// Files of which at least one has the notation of the Aozora Bunko library.
pub(crate) const AOZORA_TEXTS: Folder =
    Folder { format: FileFormat::AozoraFolder, inner: &Aozora, is_part: is_text };
/// Files of Markdown.
pub(crate) const MARKDOWN: Folder = Folder {
    format: FileFormat::MarkdownFolder,
    inner: &Ranged(Markdown),
    is_part: |name| is_seen(name) && has_ending(name, FileFormat::Markdown.endings()),
};
/// The data of a game made with RPG Maker MV or MZ.
pub(crate) const RPG_MAKER: Folder = Folder {
    format: FileFormat::RpgMakerFolder,
    inner: &Ranged(Game::RpgMaker),
    is_part: |name| Game::RpgMaker.is_part(name),
};
/// The scripts of a visual novel made with Ren'Py.
pub(crate) const RENPY: Folder = Folder {
    format: FileFormat::RenpyFolder,
    inner: &Ranged(Game::Renpy),
    is_part: |name| Game::Renpy.is_part(name),
};
/// The scenarios of a visual novel made with `KiriKiri`.
pub(crate) const KIRIKIRI: Folder = Folder {
    format: FileFormat::KirikiriFolder,
    inner: &Ranged(Game::Kirikiri),
    is_part: |name| Game::Kirikiri.is_part(name),
};

impl Format for Folder {
    fn format(&self) -> FileFormat {
        self.format
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        let Some(files) = self.texts_of(source.bytes) else { return false };
        let is_aozora = |file: &File| Aozora.recognises(&of_file(source, file, source.reading));
        if self.format == FileFormat::AozoraFolder { files.iter().any(is_aozora) } else { !files.is_empty() }
    }

    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError> {
        let files = ordered(&unpack(source.bytes)?, self.is_part);
        let first = self.read_all(source, &files, source.reading)?;
        let reading = common(&first, source.reading);
        let is_common = first.iter().flatten().all(|imported| imported.book.reading == reading);
        let read = if is_common { first } else { self.read_all(source, &files, reading)? };
        let title = title_of(source.file_name);
        let mut book = Book { title, format: self.format, reading, ..Book::default() };
        let (mut encoding, mut findings) = (None, Vec::new());
        let mut encodings = BTreeMap::new();
        for ((file, imported), part) in files.iter().zip(read).zip(0_u32..) {
            let Some(imported) = imported else {
                let message = "there is no text in this file; it is kept as it is".to_owned();
                findings.push(FileFault { subject: file.name.clone(), message });
                continue;
            };
            book.author = book.author.or(imported.book.author);
            book.language = book.language.or(imported.book.language);
            if let Some(own) = &imported.encoding {
                *encodings.entry(own.name).or_insert(0_usize) += 1;
            }
            encoding = encoding.or(imported.encoding);
            book.chapters.extend(chapters(imported.book.chapters, file, part));
            findings.extend(imported.findings.into_iter().map(|finding| about(finding, &file.name)));
        }
        if book.chapters.is_empty() {
            return Err(ImportError::NoText);
        }
        if encodings.len() > 1 {
            let told: Vec<String> =
                encodings.iter().map(|(name, n_files)| format!("{name} ({n_files})")).collect();
            let message = format!("files in several encodings: {}", told.join(", "));
            findings.push(FileFault { subject: String::new(), message });
        }
        Ok(Imported { book, encoding, findings })
    }

    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError> {
        let mut files = unpack(original).map_err(|error| unreadable(&error))?;
        let manuscripts = by_file(manuscript);
        let mut written: HashMap<String, Vec<u8>> = HashMap::new();
        for (file, part) in ordered(&files, self.is_part).into_iter().zip(0_u32..) {
            let Some(of_file) = manuscripts.get(&part) else { continue };
            written.insert(file.name, self.inner.export(&file.bytes, of_file, layout)?);
        }
        for file in &mut files {
            if let Some(bytes) = written.remove(&file.name) {
                file.bytes = bytes;
            }
        }
        pack(&files).map_err(ExportError::technical)
    }

    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError> {
        let files = unpack(original).map_err(|error| unreadable(&error))?;
        let manuscripts = by_file(manuscript);
        let mut expected = Expected { frame: self.frame(&files), ..Expected::default() };
        for (file, part) in ordered(&files, self.is_part).into_iter().zip(0_u32..) {
            let Some(of_file) = manuscripts.get(&part) else { continue };
            let inner = self.inner.expected(&file.bytes, of_file, layout)?;
            expected.blocks.extend(inner.blocks);
            expected.extras.extend(inner.extras);
            expected
                .kept
                .extend(inner.kept.into_iter().map(|kept| KeptText { part: file.name.clone(), ..kept }));
            expected.unread.extend(inner.unread.into_iter().map(|detail| format!("{}: {detail}", file.name)));
            expected.parts.extend(inner.parts.into_iter().map(|part| named(part, &file.name)));
        }
        Ok(expected)
    }

    fn read_back(&self, bytes: &[u8], reading: Reading) -> Result<ReadBack, ExportError> {
        let files = unpack(bytes).map_err(|error| unreadable(&error))?;
        let mut found = ReadBack { frame: self.frame(&files), ..ReadBack::default() };
        for file in ordered(&files, self.is_part) {
            let inner = self.inner.read_back(&file.bytes, reading)?;
            found.blocks.extend(inner.blocks);
            found.extras.extend(inner.extras);
            found.parts.extend(inner.parts.into_iter().map(|part| named(part, &file.name)));
        }
        Ok(found)
    }
}

impl Folder {
    /// The texts of a zip that is a folder of texts and nothing else we know.
    fn texts_of(&self, bytes: &[u8]) -> Option<Vec<File>> {
        const OTHERS: [&str; 3] = ["META-INF/container.xml", "mimetype", "[Content_Types].xml"];
        if !bytes.starts_with(b"PK\x03\x04") {
            return None;
        }
        let archive = Archive::open(bytes).ok()?;
        if archive.names().any(|name| OTHERS.contains(&name)) || !archive.names().any(self.is_part) {
            return None;
        }
        unpack(bytes).ok().map(|files| ordered(&files, self.is_part))
    }

    /// What stands beside the texts, by name and digest.
    fn frame(&self, files: &[File]) -> Frame {
        let others = files.iter().filter(|file| !(self.is_part)(&file.name));
        let resources = others.map(|file| crate::export::Resource {
            name: file.name.clone(),
            digest: blake3::hash(&file.bytes).to_hex().to_string(),
        });
        Frame { resources: resources.collect(), ..Frame::default() }
    }

    /// Every file as a book of its own; `None` for one without text.
    fn read_all(
        &self,
        source: &Source<'_>,
        files: &[File],
        reading: Reading,
    ) -> Result<Vec<Option<Imported>>, ImportError> {
        let total = u64::try_from(files.len()).unwrap_or(u64::MAX);
        let mut read = Vec::with_capacity(files.len());
        for (file, done) in files.iter().zip(1_u64..) {
            read.push(match self.inner.import(&of_file(source, file, reading)) {
                Ok(imported) => Some(imported),
                Err(ImportError::NoText | ImportError::Empty) => None,
                Err(error) => return Err(error),
            });
            (source.progress)(Progress { done, total });
        }
        Ok(read)
    }
}

/// Something about a file that its name tells.
pub type OfName = fn(&str) -> bool;

/// Which files of a folder with these names belong to a book: the texts of a game, otherwise texts, web pages with
/// everything beside them, or Markdown; `None` where there is nothing of the kind.
pub fn belongs(names: &[&str]) -> Option<OfName> {
    let has = |is_part: OfName| names.iter().any(|name| is_part(name));
    // A game comes with texts about it, a site with a page about its making.
    let kinds: [(OfName, OfName); 6] = [
        (RPG_MAKER.is_part, RPG_MAKER.is_part),
        (RENPY.is_part, RENPY.is_part),
        (KIRIKIRI.is_part, KIRIKIRI.is_part),
        (is_text, |name| is_text(name) || name == LIST),
        (crate::html::is_page, is_seen),
        (MARKDOWN.is_part, |name| (MARKDOWN.is_part)(name) || name == LIST),
    ];
    kinds.into_iter().find(|(is_part, _)| has(*is_part)).map(|(_, belongs)| belongs)
}

/// Whether a file is not hidden.
fn is_seen(name: &str) -> bool {
    !name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// The names of the texts in the order of the book.
pub fn in_order(files: &[File]) -> Vec<String> {
    ordered(files, is_text).into_iter().map(|file| file.name).collect()
}

/// The texts in the order of the book.
fn ordered(files: &[File], is_part: fn(&str) -> bool) -> Vec<File> {
    let names = files.iter().map(|file| file.name.clone()).filter(|name| is_part(name)).collect();
    let list = files.iter().find(|file| file.name == LIST);
    let list = list.map(|file| String::from_utf8_lossy(&file.bytes).into_owned());
    let names = order::arranged(names, list.as_deref());
    let by_name: HashMap<&str, &File> = files.iter().map(|file| (file.name.as_str(), file)).collect();
    names.iter().filter_map(|name| by_name.get(name.as_str()).map(|file| File::clone(file))).collect()
}

fn of_file<'a>(source: &Source<'a>, file: &'a File, reading: Reading) -> Source<'a> {
    Source {
        bytes: &file.bytes,
        file_name: &file.name,
        encoding: source.encoding,
        language: source.language.clone(),
        reading,
        heading: source.heading,
        fields: None,
        progress: &|_| {},
    }
}

/// One reading for all files: lines are joined if they are in most of the text.
fn common(read: &[Option<Imported>], asked: Reading) -> Reading {
    let (mut n_joined, mut n_single) = (0, 0);
    for imported in read.iter().flatten() {
        let n_chars: usize = imported.book.paragraphs().map(|paragraph| paragraph.text.as_str().len()).sum();
        match imported.book.reading.wrapped {
            Some(true) => n_joined += n_chars,
            Some(false) => n_single += n_chars,
            None => {}
        }
    }
    let wrapped = (n_joined + n_single > 0).then_some(n_joined > n_single);
    Reading { wrapped, ..asked }
}

/// The chapters of a file; one without headings is a chapter with the file's name.
fn chapters(chapters: Vec<Chapter>, file: &File, part: u32) -> Vec<Chapter> {
    let (folder, name) = file.name.rsplit_once('/').unwrap_or(("", &file.name));
    let is_only = chapters.len() == 1;
    let placed = |mut chapter: Chapter| {
        if is_only && chapter.title.is_empty() {
            chapter.title = title_of(name);
        }
        if chapter.volume.is_none() && !folder.is_empty() {
            chapter.volume = Some(folder.rsplit('/').next().unwrap_or(folder).to_owned());
        }
        for paragraph in &mut chapter.paragraphs {
            paragraph.place.part = part;
        }
        chapter
    };
    chapters.into_iter().map(placed).collect()
}

/// What was counted in a file, under the file's name.
fn named(mut part: CountedPart, name: &str) -> CountedPart {
    name.clone_into(&mut part.name);
    part
}

fn about(finding: FileFault, name: &str) -> FileFault {
    let subject =
        if finding.subject.is_empty() { name.to_owned() } else { format!("{name}, {}", finding.subject) };
    FileFault { subject, ..finding }
}

/// A manuscript cut at the ends of the files: the manuscript of every file that has paragraphs.
fn by_file(manuscript: &Manuscript) -> HashMap<u32, Manuscript> {
    let mut cut: HashMap<u32, Manuscript> = HashMap::new();
    for chapter in &manuscript.chapters {
        let mut rest = chapter.paragraphs.as_slice();
        while let Some(part) = rest.first().map(|paragraph| paragraph.place.part) {
            let end = rest.iter().position(|paragraph| paragraph.place.part != part).unwrap_or(rest.len());
            let (own, others) = rest.split_at(end);
            let mut paragraphs = own.to_vec();
            for paragraph in &mut paragraphs {
                paragraph.place.part = 0;
            }
            let of_file = cut.entry(part).or_insert_with(|| Manuscript {
                title: manuscript.title.clone(),
                title_translation: manuscript.title_translation.clone(),
                source_language: manuscript.source_language.clone(),
                target_language: manuscript.target_language.clone(),
                reading: manuscript.reading,
                chapters: Vec::new(),
            });
            of_file.chapters.push(ManuscriptChapter {
                id: chapter.id,
                title: chapter.title.clone(),
                title_translation: chapter.title_translation.clone(),
                paragraphs: paragraphs.into(),
            });
            rest = others;
        }
    }
    cut
}

fn unreadable(error: &ImportError) -> ExportError {
    ExportError::Unreadable { detail: error.message() }
}
