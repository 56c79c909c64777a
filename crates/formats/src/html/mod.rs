//! Web pages: one page, a saved folder of pages with their pictures, or the same in a zip (`.htmlz`).
//!
//! Policy:
//! - the pages are read and written by the reader of the pages of an EPUB, by the rules of HTML;
//! - a page that changes is written as UTF-8 and says so; every other file is copied as it is;
//! - in a folder the pages stand in the order people count, `index` first; what a browser saved beside a page
//!   (`…_files/`) is no page of the book.

mod charset;

use crate::Format;
use crate::epub::web_page::{PageWriter, WebPage, chapters, list};
use crate::export::{Expected, ExportError, Frame, Layout, Manuscript, ReadBack, Resource};
use crate::folder::{File, natural, pack, unpack};
use crate::import::{DetectedEncoding, FileFault, ImportError, Imported, Progress, Source};
use crate::language;
use crate::ranged::has_ending;
use crate::txt::title_of;
use book::text::book::{Book, FileFormat};
use book::text::reading::Reading;
use charset::Charset;
use messages::Explain;

/// Web pages in one of the ways they come.
pub(crate) struct WebPages {
    pub(crate) format: FileFormat,
}

/// The endings of pages.
const PAGES: [&str; 3] = ["html", "htm", "xhtml"];

/// Whether a file of this name is a page of the book.
pub fn is_page(name: &str) -> bool {
    let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
    let is_beside = |part: &str| part.ends_with("_files") || part.starts_with('.') || part == "__MACOSX";
    has_ending(last, &PAGES) && !last.starts_with('.') && !folder.split('/').any(is_beside)
}

impl WebPages {
    /// The files: one without a name, or those of the zip.
    fn files(&self, bytes: &[u8]) -> Result<Vec<File>, ImportError> {
        if self.format == FileFormat::Html {
            return Ok(vec![File { name: String::new(), bytes: bytes.to_vec() }]);
        }
        unpack(bytes)
    }

    /// The places of the pages among the files, in the order of the book.
    fn pages(&self, files: &[File]) -> Vec<usize> {
        let mut pages: Vec<usize> = (0..files.len())
            .filter(|&at| {
                files.get(at).is_some_and(|file| self.format == FileFormat::Html || is_page(&file.name))
            })
            .collect();
        let key = |at: usize| {
            let name = files.get(at).map_or("", |file| file.name.as_str());
            let is_index = name.rsplit('/').next().is_some_and(|last| last.starts_with("index."));
            (name.matches('/').count(), !is_index, name.to_owned())
        };
        pages.sort_by(|left, right| {
            let ((left_depth, left_first, left), (right_depth, right_first, right)) =
                (key(*left), key(*right));
            (left_depth, left_first).cmp(&(right_depth, right_first)).then_with(|| natural(&left, &right))
        });
        pages
    }

    /// The pages as an exporter reads them.
    fn reopen(
        &self,
        files: &[File],
        manuscript: &Manuscript,
    ) -> Result<Vec<(usize, WebPage, Charset)>, ExportError> {
        let mut pages = Vec::new();
        for (at, part) in self.pages(files).into_iter().zip(0_u32..) {
            let Some(file) = files.get(at) else { continue };
            let (text, charset) = charset::decode(
                &file.bytes,
                charset::encoding_of_manuscript(&file.bytes, manuscript, part).as_deref(),
            );
            let page = WebPage::read(text, &file.name, part).map_err(|error| unreadable(&error))?;
            pages.push((at, page, charset));
        }
        Ok(pages)
    }

    /// What stands beside the pages.
    fn frame(&self, files: &[File]) -> Frame {
        if self.format == FileFormat::Html {
            return Frame::default();
        }
        let others = files.iter().filter(|file| !is_page(&file.name)).map(|file| Resource {
            name: file.name.clone(),
            digest: blake3::hash(&file.bytes).to_hex().to_string(),
        });
        Frame { resources: others.collect(), ..Frame::default() }
    }
}

impl Format for WebPages {
    fn format(&self) -> FileFormat {
        self.format
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        const OTHERS: [&str; 3] = ["META-INF/container.xml", "mimetype", "[Content_Types].xml"];
        let is_zip = source.bytes.starts_with(b"PK\x03\x04");
        if self.format == FileFormat::Html {
            let head = crate::foreign::head(source.bytes);
            let root = crate::foreign::root(head.trim_start());
            let is_html = root.is_some_and(|root| matches!(root.as_str(), "html" | "head" | "body"));
            return !is_zip && (is_html || has_ending(source.file_name, &PAGES));
        }
        let Ok(archive) = crate::epub::Archive::open(source.bytes) else { return false };
        let is_named = has_ending(source.file_name, FileFormat::Htmlz.endings());
        // A package makes a book of pages an EPUB, even where the rest of it is missing.
        let is_package = |name: &str| !is_named && has_ending(name, &["opf", "ncx"]);
        let is_other = archive.names().any(|name| OTHERS.contains(&name) || is_package(name))
            || has_ending(source.file_name, FileFormat::Epub.endings());
        is_zip && !is_other && archive.names().any(is_page) && is_named == (self.format == FileFormat::Htmlz)
    }

    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError> {
        let files = self.files(source.bytes)?;
        let places = self.pages(&files);
        let total = u64::try_from(places.len()).unwrap_or(u64::MAX);
        let (mut pages, mut findings) = (Vec::with_capacity(places.len()), Vec::new());
        let (mut title, mut author, mut declared, mut encoding) = (None, None, None, None);
        for (at, part) in places.into_iter().zip(0_u32..) {
            let Some(file) = files.get(at) else { continue };
            let (text, charset) = charset::decode_told(&file.bytes, source.encoding)?;
            findings.extend(crate::cut::in_a_page(&text, &file.name));
            let page = WebPage::read(text, &file.name, part)?;
            if page.n_faults() > 0 {
                let n = page.n_faults();
                let message = format!("the markup is faulty in {n} places; read as well as could be");
                findings.push(FileFault { subject: file.name.clone(), message });
            }
            title = title.or_else(|| page.title());
            author = author.or_else(|| page.author());
            declared = declared.or_else(|| page.language());
            encoding.get_or_insert(DetectedEncoding { name: charset.name(), how: charset.how() });
            pages.push((file.name.clone(), page.paragraphs()?));
            (source.progress)(Progress { done: u64::from(part) + 1, total });
        }
        let texts: Vec<String> = pages
            .iter()
            .flat_map(|(_, paragraphs)| paragraphs)
            .map(|read| read.paragraph.text.plain().into_owned())
            .filter(|text| !text.trim().is_empty())
            .collect();
        if texts.is_empty() {
            return Err(ImportError::NoText);
        }
        let declared = declared.and_then(|tag| tag.parse().ok());
        let recognised = || language::recognise(texts.iter().map(String::as_str));
        let language = source.language.clone().or(declared).or_else(recognised);
        let title = title.unwrap_or_else(|| title_of(source.file_name));
        let reading = Reading { wrapped: None, ..source.reading };
        let book = Book { title, author, language, format: self.format, reading, chapters: chapters(pages) };
        Ok(Imported { book, encoding, findings })
    }

    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError> {
        let mut files = self.files(original).map_err(|error| unreadable(&error))?;
        let writer = PageWriter::new(manuscript, *layout);
        let (mut n_blocks, mut is_changed) = (0, false);
        for (at, page, charset) in self.reopen(&files, manuscript)? {
            let (changed, n) = writer.change(&page)?;
            n_blocks += n;
            if let (Some(text), Some(file)) = (changed, files.get_mut(at)) {
                file.bytes = charset.encode(&text);
                is_changed = true;
            }
        }
        writer.check_number(n_blocks)?;
        if !is_changed {
            return Ok(original.to_vec());
        }
        match files.pop() {
            Some(file) if self.format == FileFormat::Html => Ok(file.bytes),
            last => {
                files.extend(last);
                pack(&files).map_err(ExportError::technical)
            }
        }
    }

    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError> {
        let files = self.files(original).map_err(|error| unreadable(&error))?;
        let writer = PageWriter::new(manuscript, *layout);
        let mut expected = Expected { frame: self.frame(&files), ..Expected::default() };
        for (_, page, _) in self.reopen(&files, manuscript)? {
            writer.expect(&page, &mut expected)?;
        }
        Ok(expected)
    }

    fn read_back(&self, bytes: &[u8], _reading: Reading) -> Result<ReadBack, ExportError> {
        let files = self.files(bytes).map_err(|error| unreadable(&error))?;
        let mut found = ReadBack { frame: self.frame(&files), ..ReadBack::default() };
        for (at, part) in self.pages(&files).into_iter().zip(0_u32..) {
            let Some(file) = files.get(at) else { continue };
            let (text, _) = charset::decode(&file.bytes, None);
            let page = WebPage::read(text, &file.name, part).map_err(|error| unreadable(&error))?;
            list(&page, &mut found);
        }
        Ok(found)
    }
}

fn unreadable(error: &ImportError) -> ExportError {
    ExportError::Unreadable { detail: error.message() }
}
