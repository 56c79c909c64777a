//! The limits no honest book comes near: they bound memory and time whatever a file claims.

use crate::decode::MAX_LINES;
use crate::import::ImportError;
use messages::Message;

/// Files in one book.
pub(super) const MAX_ENTRIES: usize = 20_000;
/// One page, package or table of contents, unpacked.
pub(super) const MAX_PAGE: u64 = 24 << 20;
/// One part of an office document, unpacked.
pub(super) const MAX_DOCUMENT: u64 = 128 << 20;
/// A certificate, unpacked. It is read piece by piece, and never held whole.
pub(super) const MAX_OWN_REPORT: u64 = 768 << 20;
/// A table in a large book, unpacked.
pub(super) const MAX_REPORT: u64 = 192 << 20;
/// All pages together, unpacked.
pub(super) const MAX_PAGES: u64 = 256 << 20;
/// Any single file, unpacked.
pub(super) const MAX_FILE: u64 = 1 << 30;
/// No book is imported that is larger.
pub(super) const MAX_BOOK: u64 = 512 << 20;
/// All files together, unpacked, when each of them has to be looked at.
pub(super) const MAX_TOTAL: u64 = 4 << 30;
/// How many times larger than its packed form a file may be, once it is large.
const MAX_RATIO: u64 = 150;
/// Silence and white pictures pack well, so this is generous.
const LARGE_FILE: u64 = 32 << 20;
const LARGE_PAGE: u64 = 4 << 20;
const MAX_DEPTH: usize = 200;
const MAX_TOKENS: usize = 6_000_000;

/// Refuses a file that claims to be, or is, out of all proportion.
pub(super) fn check_size(name: &str, packed: u64, unpacked: u64) -> Result<(), ImportError> {
    if unpacked > MAX_FILE {
        return hostile(
            Message::new("file_unpacks_too_large").with("name", name).count("megabytes", MAX_FILE >> 20),
        );
    }
    if unpacked > LARGE_FILE && unpacked / packed.max(1) > MAX_RATIO {
        return hostile(Message::new("grows_too_much").with("name", name).count("limit", MAX_RATIO));
    }
    Ok(())
}

/// Refuses a page beyond its limit or out of all proportion, or one page too many.
pub(super) fn check_page(name: &str, packed: u64, unpacked: u64, all_pages: u64) -> Result<(), ImportError> {
    if unpacked > LARGE_PAGE && unpacked / packed.max(1) > MAX_RATIO {
        return hostile(Message::new("grows_too_much").with("name", name).count("limit", MAX_RATIO));
    }
    if all_pages > MAX_PAGES {
        return hostile(Message::new("pages_too_large").count("megabytes", MAX_PAGES >> 20));
    }
    Ok(())
}

/// Refuses names that lead out of the book.
pub(super) fn check_name(name: &str) -> Result<(), ImportError> {
    let drive = name.as_bytes().get(1) == Some(&b':');
    let leaves = name.split(['/', '\\']).any(|part| part == "..");
    if drive || leaves || name.starts_with(['/', '\\']) || name.contains('\0') {
        return hostile(Message::new("name_leads_out").with("name", name.escape_debug()));
    }
    Ok(())
}

/// Refuses a book of more paragraphs than a text may have lines.
pub(crate) fn check_paragraphs(n_paragraphs: usize) -> Result<(), ImportError> {
    if n_paragraphs > MAX_LINES {
        hostile(Message::new("too_many_paragraphs").count("limit", MAX_LINES))
    } else {
        Ok(())
    }
}

pub(super) fn check_count(n_entries: usize) -> Result<(), ImportError> {
    if n_entries > MAX_ENTRIES {
        hostile(Message::new("too_many_files").count("limit", MAX_ENTRIES))
    } else {
        Ok(())
    }
}

pub(crate) fn count_depth(depth: usize) -> Result<(), ImportError> {
    if depth >= MAX_DEPTH {
        hostile(Message::new("markup_too_deep").count("limit", MAX_DEPTH))
    } else {
        Ok(())
    }
}

pub(crate) fn count_tokens(n_tokens: usize) -> Result<(), ImportError> {
    if n_tokens >= MAX_TOKENS {
        return hostile(Message::new("too_much_markup").count("limit", MAX_TOKENS));
    }
    Ok(())
}

pub(super) fn hostile<T>(detail: Message) -> Result<T, ImportError> {
    Err(ImportError::Hostile { detail })
}
