//! The zip around a book: opened with suspicion, read within limits, and looked up the way readers do.

use super::guard;
use crate::import::ImportError;
use messages::Message;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// The archive of one book.
pub(crate) struct Archive<'a> {
    zip: Zip<'a>,
    entries: Vec<Entry>,
    by_name: HashMap<String, usize>,
    by_folded_name: HashMap<String, usize>,
    /// Whether something stands behind the end of the archive.
    pub has_tail: bool,
    /// Bytes of pages unpacked so far.
    n_page_bytes: u64,
    /// Bytes of other files unpacked so far.
    n_digested_bytes: u64,
}

/// A file in the archive.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// Its name, with slashes.
    pub name: String,
    /// Whether the name was written with backslashes.
    pub odd_name: bool,
    packed: u64,
}

impl Entry {
    /// Whether the file says by its name that it is a style sheet.
    pub(super) fn is_style_sheet(&self) -> bool {
        self.name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("css"))
    }
}

/// The digest of a file.
pub(crate) struct Digest {
    /// In hexadecimal digits.
    pub text: String,
    /// Whether the file could be unpacked.
    pub is_sound: bool,
}

/// How a file was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// Under its name.
    Exactly(usize),
    /// Under a name that differs in case or in escaping.
    Nearly(usize),
}

impl<'a> Archive<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, ImportError> {
        let (mut zip, has_tail) = match ZipArchive::new(Cursor::new(Cow::Borrowed(bytes))) {
            Ok(zip) => (zip, false),
            Err(error) => by_its_end(bytes).ok_or_else(|| damaged("the archive", &error))?,
        };
        guard::check_count(zip.len())?;
        let mut entries = Vec::with_capacity(zip.len());
        for at in 0..zip.len() {
            let file = zip.by_index_raw(at).map_err(|error| damaged("the archive", &error))?;
            let written = written_name(&file)?;
            guard::check_name(&written)?;
            if file.encrypted() {
                return Err(ImportError::Protected { scheme: Message::new("zip_password") });
            }
            guard::check_size(&written, file.compressed_size(), file.size())?;
            let name = written.replace('\\', "/");
            entries.push(Entry { odd_name: name != written, name, packed: file.compressed_size() });
        }
        if zip.has_overlapping_files().map_err(|error| damaged("the archive", &error))? {
            return guard::hostile(Message::new("shared_bytes"));
        }
        let mut by_name = HashMap::new();
        let mut by_folded_name = HashMap::new();
        for (at, entry) in entries.iter().enumerate() {
            by_name.insert(entry.name.clone(), at);
            by_folded_name.entry(fold(&entry.name)).or_insert(at);
        }
        Ok(Self { zip, entries, by_name, by_folded_name, has_tail, n_page_bytes: 0, n_digested_bytes: 0 })
    }

    /// The names of all files, in their order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn find(&self, name: &str) -> Option<Found> {
        if let Some(&at) = self.by_name.get(name) {
            return Some(Found::Exactly(at));
        }
        self.by_folded_name.get(&fold(name)).map(|&at| Found::Nearly(at))
    }

    /// The place of a file under this name or nearly so.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.find(name).map(|found| match found {
            Found::Exactly(at) | Found::Nearly(at) => at,
        })
    }

    /// The bytes of a page, package or table of contents.
    pub(crate) fn read_page(&mut self, at: usize) -> Result<Vec<u8>, ImportError> {
        self.read_guarded(at, guard::MAX_PAGE)
    }

    /// The bytes of a table, which in a large book is larger than any page; it must not have grown more than a page may.
    pub(crate) fn read_large(&mut self, at: usize) -> Result<Vec<u8>, ImportError> {
        self.read_guarded(at, guard::MAX_REPORT)
    }

    /// The bytes of a book inside an archive.
    pub(crate) fn read_book(&mut self, at: usize) -> Result<Vec<u8>, ImportError> {
        self.read(at, guard::MAX_BOOK)
    }

    fn read_guarded(&mut self, at: usize, limit: u64) -> Result<Vec<u8>, ImportError> {
        let bytes = self.read(at, limit)?;
        self.n_page_bytes += bytes.len() as u64;
        let entry = self.entries.get(at);
        let (name, packed) = entry.map_or(("", 0), |entry| (&entry.name, entry.packed));
        guard::check_page(name, packed, bytes.len() as u64, self.n_page_bytes)?;
        Ok(bytes)
    }

    /// The bytes of the text of an office document, which may be one part however long the book is.
    pub(crate) fn read_document(&mut self, at: usize) -> Result<Vec<u8>, ImportError> {
        let bytes = self.read(at, guard::MAX_DOCUMENT)?;
        self.n_page_bytes += bytes.len() as u64;
        let entry = self.entries.get(at);
        let (name, packed) = entry.map_or(("", 0), |entry| (&entry.name, entry.packed));
        guard::check_page(name, packed, bytes.len() as u64, self.n_page_bytes)?;
        Ok(bytes)
    }

    /// Refuses a report of our own that cannot be unpacked, or is larger than that of any book.
    pub(crate) fn check_report(&mut self, at: usize) -> Result<(), ImportError> {
        let name = self.entries.get(at).map_or_else(String::new, |entry| entry.name.clone());
        let mut report = self.report(at)?;
        let n_bytes =
            io::copy(&mut report, &mut io::sink()).map_err(|error| damaged(&name, &error.into()))?;
        if n_bytes > guard::MAX_OWN_REPORT {
            let message = Message::new("too_large_inside").with("name", name);
            return guard::hostile(message.count("megabytes", guard::MAX_OWN_REPORT >> 20));
        }
        Ok(())
    }

    /// A report of our own, to be read piece by piece: in a large book it is larger than any page.
    pub(crate) fn report(&mut self, at: usize) -> Result<impl Read, ImportError> {
        let name = self.entries.get(at).map_or_else(String::new, |entry| entry.name.clone());
        let file = self.zip.by_index(at).map_err(|error| damaged(&name, &error))?;
        Ok(file.take(guard::MAX_OWN_REPORT + 1))
    }

    /// The bytes of a file, cut off just beyond the limit: the declared size is only a claim.
    fn read(&mut self, at: usize, limit: u64) -> Result<Vec<u8>, ImportError> {
        let name = self.entries.get(at).map_or_else(String::new, |entry| entry.name.clone());
        let file = self.zip.by_index(at).map_err(|error| damaged(&name, &error))?;
        let mut bytes = Vec::new();
        file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| damaged(&name, &error.into()))?;
        if bytes.len() as u64 > limit {
            return guard::hostile(
                Message::new("too_large_inside").with("name", name).count("megabytes", limit >> 20),
            );
        }
        Ok(bytes)
    }

    /// A digest of a file's bytes; of its packed bytes where it cannot be unpacked, because those are what is copied.
    pub(crate) fn digest(&mut self, at: usize) -> Result<Digest, ImportError> {
        let name = self.entries.get(at).map_or_else(String::new, |entry| entry.name.clone());
        let mut hasher = blake3::Hasher::new();
        let unpacked = self.zip.by_index(at).map_err(std::io::Error::other);
        let unpacked = unpacked.and_then(|file| hasher.update_reader(file.take(guard::MAX_FILE)).map(|_| ()));
        let is_sound = unpacked.is_ok();
        if !is_sound {
            hasher.reset();
            let packed = self.zip.by_index_raw(at).map_err(|error| damaged(&name, &error))?;
            hasher.update_reader(packed).map_err(|error| damaged(&name, &error.into()))?;
        }
        self.n_digested_bytes += hasher.count();
        if self.n_digested_bytes > guard::MAX_TOTAL {
            return guard::hostile(
                Message::new("unpacks_too_large").count("gigabytes", guard::MAX_TOTAL >> 30),
            );
        }
        Ok(Digest { text: hasher.finalize().to_hex().chars().take(32).collect(), is_sound })
    }

    /// The archive itself, for copying files as they are.
    pub(crate) const fn zip(&mut self) -> &mut Zip<'a> {
        &mut self.zip
    }
}

type Zip<'a> = ZipArchive<Cursor<Cow<'a, [u8]>>>;

/// The archive up to the last record that can be its end, and whether something stands behind it; other programs do not
/// look at what follows. Nor do they look at what the record says of disks.
fn by_its_end(bytes: &[u8]) -> Option<(Zip<'_>, bool)> {
    const END: &[u8] = b"PK\x05\x06";
    const LEN: usize = 22;
    const MAX_TRIES: usize = 16;
    let mut to = bytes.len();
    for _ in 0..MAX_TRIES {
        let at = bytes.get(..to)?.windows(END.len()).rposition(|window| window == END)?;
        let Some(whole) = bytes.get(..at + LEN) else {
            to = at;
            continue;
        };
        if let Ok(zip) = ZipArchive::new(Cursor::new(Cow::Borrowed(whole))) {
            return Some((zip, whole.len() < bytes.len()));
        }
        let mut one_disk = whole.to_vec();
        if let Some([_, _, _, _, disks @ .., _, _, _, _, _, _, _, _, _, _]) = one_disk.get_mut(at..)
            && let [own @ .., low, high] = disks
        {
            // Two numbers of disks and the entries on this one, before the number of all entries.
            let total = [*low, *high];
            own.fill(0);
            if let Some(entries) = own.last_chunk_mut::<2>() {
                *entries = total;
            }
        }
        if let Ok(zip) = ZipArchive::new(Cursor::new(Cow::Owned(one_disk))) {
            return Some((zip, whole.len() < bytes.len()));
        }
        to = at;
    }
    None
}

/// The name as it was written, which for most books is UTF-8 whatever the archive's flags say.
pub(crate) fn written_name<R: Read>(file: &zip::read::ZipFile<'_, R>) -> Result<String, ImportError> {
    if let Ok(name) = std::str::from_utf8(file.name_raw()) {
        return Ok(name.to_owned());
    }
    file.name().map(std::borrow::Cow::into_owned).map_err(|error| damaged("the archive", &error))
}

fn fold(name: &str) -> String {
    super::paths::decode_percent(name).to_lowercase()
}

fn damaged(what: &str, error: &ZipError) -> ImportError {
    ImportError::Damaged { detail: Message::new("not_unpacked").with("what", what).with("detail", error) }
}
