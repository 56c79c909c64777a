//! A PDF opened within limits: how much its streams unpack to, how many objects and operations it has.

use crate::import::ImportError;
use encoding_rs::GBK;
use lopdf::{DecompressError, Dictionary, Document, Error, LoadOptions, Object, ObjectId, Stream};
use messages::Message;
use std::cell::Cell;
use std::collections::HashSet;

/// No PDF is read that is larger.
const MAX_FILE: usize = 256 << 20;
/// One stream of objects, or what one page draws, unpacked.
const MAX_STREAM: usize = 16 << 20;
/// All streams of objects together, unpacked.
const MAX_OBJECT_STREAMS: usize = 96 << 20;
/// Everything that pages draw, unpacked: forms count each time they are drawn.
const MAX_DRAWN: usize = 1 << 30;
/// Values in the file as it stands, and in one stream of objects or operations.
const MAX_VALUES: usize = 20_000_000;
/// Values in what one page or form draws, which are all in memory at once if no operator follows them.
const MAX_DRAWN_VALUES: usize = 4_000_000;
const MAX_PAGES: usize = 20_000;
/// Operations of all pages together.
const MAX_OPERATIONS: usize = 30_000_000;
/// Forms drawn by all pages together.
const MAX_FORMS: usize = 200_000;

thread_local! {
    /// What streams of objects may still unpack to, and values they may still have, in the file under way.
    static LEFT: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    static IS_EXHAUSTED: Cell<bool> = const { Cell::new(false) };
}

/// An open document and what is left of its limits.
pub(super) struct Pdf {
    pub(super) document: Document,
    pub(super) fonts: super::font::Fonts,
    n_drawn: usize,
    n_operations: usize,
    n_forms: usize,
}

impl Pdf {
    pub(super) fn open(bytes: &[u8]) -> Result<Self, ImportError> {
        if bytes.len() > MAX_FILE {
            let detail = Message::new("file_unpacks_too_large").with("name", "PDF");
            return Err(ImportError::Hostile { detail: detail.count("megabytes", MAX_FILE >> 20) });
        }
        if n_values(bytes) > MAX_VALUES {
            return Err(too_much());
        }
        LEFT.set((MAX_OBJECT_STREAMS, MAX_VALUES));
        IS_EXHAUSTED.set(false);
        let options = LoadOptions {
            filter: Some(within_limits),
            max_decompressed_size: Some(MAX_STREAM),
            ..LoadOptions::default()
        };
        let document = match Document::load_mem_with_options(bytes, options) {
            Ok(document) => document,
            Err(Error::InvalidPassword | Error::Decryption(_)) => return Err(encrypted()),
            Err(error) if is_too_large(&error) => return Err(too_large()),
            // What the parser says is of no use to a reader.
            Err(_) => return Err(ImportError::Damaged { detail: Message::new("pdf_unreadable") }),
        };
        if IS_EXHAUSTED.get() {
            return Err(too_large());
        }
        // With an empty password the parser has opened it already.
        if document.is_encrypted() && !document.was_encrypted() {
            return Err(encrypted());
        }
        let fonts = super::font::Fonts::default();
        Ok(Self { document, fonts, n_drawn: 0, n_operations: 0, n_forms: 0 })
    }

    /// The pages in order, each once.
    pub(super) fn pages(&self) -> Result<Vec<ObjectId>, ImportError> {
        let pages: Vec<ObjectId> = self.document.page_iter().take(MAX_PAGES + 1).collect();
        if pages.len() > MAX_PAGES {
            let detail = Message::new("too_many_files").count("limit", MAX_PAGES);
            return Err(ImportError::Hostile { detail });
        }
        if pages.is_empty() {
            return Err(ImportError::NoText);
        }
        Ok(pages)
    }

    /// What a page draws.
    pub(super) fn page_content(&mut self, page: ObjectId) -> Result<Vec<u8>, ImportError> {
        match self.document.get_page_content_with_limit(page, MAX_STREAM) {
            Ok(content) => self.drawn(content),
            Err(error) if is_too_large(&error) => Err(too_large()),
            Err(_) => Ok(Vec::new()),
        }
    }

    /// What a form draws, `None` if that cannot be unpacked.
    pub(super) fn form_content(&mut self, form: &Stream) -> Result<Option<Vec<u8>>, ImportError> {
        self.n_forms += 1;
        if self.n_forms > MAX_FORMS {
            return Err(too_much());
        }
        match form.get_plain_content_with_limit(MAX_STREAM) {
            Ok(content) => self.drawn(content).map(Some),
            Err(error) if is_too_large(&error) => Err(too_large()),
            Err(_) => Ok(None),
        }
    }

    fn drawn(&mut self, content: Vec<u8>) -> Result<Vec<u8>, ImportError> {
        self.n_drawn += content.len();
        if self.n_drawn > MAX_DRAWN {
            return Err(too_large());
        }
        if n_values(&content) > MAX_DRAWN_VALUES {
            return Err(too_much());
        }
        Ok(content)
    }

    pub(super) fn count_operation(&mut self) -> Result<(), ImportError> {
        self.n_operations += 1;
        if self.n_operations > MAX_OPERATIONS { Err(too_much()) } else { Ok(()) }
    }

    /// What the pages above a page say, as far as it says nothing itself.
    pub(super) fn inherited(&self, page: ObjectId, key: &[u8]) -> Option<&Object> {
        let (mut id, mut seen) = (page, HashSet::new());
        while seen.insert(id) && seen.len() < 64 {
            let node = self.document.get_dictionary(id).ok()?;
            if let Ok(value) = node.get_deref(key, &self.document) {
                return Some(value);
            }
            id = node.get(b"Parent").and_then(Object::as_reference).ok()?;
        }
        None
    }

    pub(super) fn title_and_author(&self) -> (String, String) {
        let info = self.document.trailer.get_deref(b"Info", &self.document).and_then(Object::as_dict);
        let value = |key: &[u8]| {
            let value = info.as_ref().ok()?.get_deref(key, &self.document).ok()?;
            let text = of_china(value).or_else(|| lopdf::decode_text_string(value).ok())?;
            (text.len() < 2_000).then(|| text.chars().filter(|c| !c.is_control()).collect::<String>())
        };
        // Programs put the name of the file where people put nothing.
        let is_name = |title: &str| {
            let title = title.to_lowercase();
            title.starts_with("microsoft word")
                || [".doc", ".docx", ".odt", ".tex", ".indd", ".dvi"].iter().any(|e| title.ends_with(e))
        };
        let title = value(b"Title").filter(|title| !is_name(title)).unwrap_or_default();
        (title.trim().to_owned(), value(b"Author").unwrap_or_default().trim().to_owned())
    }

    /// The language the document declares.
    pub(super) fn language(&self) -> Option<String> {
        let catalog = self.document.catalog().ok()?;
        let language = lopdf::decode_text_string(catalog.get_deref(b"Lang", &self.document).ok()?).ok()?;
        Some(language.trim().to_owned()).filter(|language| !language.is_empty())
    }

    pub(super) fn dictionary<'a>(&'a self, outer: &'a Dictionary, key: &[u8]) -> Option<&'a Dictionary> {
        let object = outer.get_deref(key, &self.document).ok()?;
        object.as_stream().map(|stream| &stream.dict).or_else(|_| object.as_dict()).ok()
    }
}

/// Asked for every object before a stream of objects is read.
fn within_limits(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    let Object::Stream(stream) = object else { return Some((id, object.clone())) };
    if stream.dict.has_type(b"ObjStm") {
        let (bytes, values) = LEFT.get();
        match stream.get_plain_content_with_limit(bytes.min(MAX_STREAM)) {
            Ok(content) => {
                let n_values = n_values(&content);
                if n_values > values {
                    IS_EXHAUSTED.set(true);
                    return None;
                }
                LEFT.set((bytes - content.len(), values - n_values));
            }
            Err(error) if is_too_large(&error) => {
                IS_EXHAUSTED.set(true);
                return None;
            }
            Err(_) => {}
        }
    }
    // Only whether there is an answer counts for what stands in the file itself.
    Some((id, Object::Null))
}

/// How many values these bytes could hold at most, whatever they are read as. Bytes at random hold few.
fn n_values(bytes: &[u8]) -> usize {
    let mut before = b' ';
    let mut n = 0;
    for byte in bytes {
        let is_number = byte.is_ascii_digit() && !before.is_ascii_digit() && before != b'.';
        let is_word = matches!(byte, b'n' | b't' | b'f') && !before.is_ascii_alphanumeric();
        n += usize::from(is_number || is_word || matches!(byte, b'/' | b'[' | b'(' | b'<'));
        before = *byte;
    }
    n
}

/// A text whose bytes are GBK, which programs in China write although a PDF has no such text: its letters are pairs of
/// high bytes, all of them Chinese.
fn of_china(value: &Object) -> Option<String> {
    let bytes = value
        .as_str()
        .ok()
        .filter(|bytes| !bytes.starts_with(b"\xfe\xff") && !bytes.starts_with(b"\xff\xfe"))?;
    let are_pairs = bytes.chunk_by(|one, next| (*one < 0x80) == (*next < 0x80)).all(|run| {
        run.iter().all(u8::is_ascii)
            || (run.len() % 2 == 0 && run.iter().all(|byte| *byte > 0xa0 && *byte < 0xff))
    });
    let text = GBK
        .decode_without_bom_handling_and_without_replacement(bytes)
        .filter(|_| are_pairs && !bytes.is_ascii())?;
    let is_chinese = |c: char| {
        c.is_ascii()
            || matches!(c, '\u{3000}'..='\u{303f}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}' | '·' | '—' | '“' | '”' | '…')
    };
    text.chars().all(is_chinese).then(|| text.into_owned())
}

pub(super) fn is_too_large(error: &Error) -> bool {
    matches!(error, Error::Decompress(DecompressError::MemoryLimitExceeded { .. }))
}

pub(super) fn too_large() -> ImportError {
    let detail = Message::new("file_unpacks_too_large").with("name", "PDF");
    ImportError::Hostile { detail: detail.count("megabytes", MAX_STREAM >> 20) }
}

fn too_much() -> ImportError {
    ImportError::Hostile { detail: Message::new("too_much_markup").count("limit", MAX_VALUES) }
}

fn encrypted() -> ImportError {
    ImportError::Protected { scheme: Message::new("pdf_encryption") }
}
