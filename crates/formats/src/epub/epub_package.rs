//! An opened book: archive, package, contents and pages, the same way for reading, writing and proving.

use super::archive::Archive;
use super::contents::{self, Contents};
use super::decoded::{self, Decoded};
use super::labels::{self, Label};
use super::package::{self, Package};
use super::protection;
use crate::export::ExportError;
use crate::import::{FileFault, ImportError};
use book::text::reading::Reading;
use messages::Explain;
use std::collections::HashSet;

/// A book that was found to be readable.
pub(super) struct EpubPackage<'a> {
    pub archive: Archive<'a>,
    pub package: Package,
    pub findings: Vec<FileFault>,
    reading: Reading,
}

impl<'a> EpubPackage<'a> {
    /// Opens a book, or says why it cannot be read.
    pub(super) fn open(bytes: &'a [u8], reading: Reading) -> Result<Self, ImportError> {
        let mut archive = Archive::open(bytes)?;
        let mut findings = Vec::new();
        if archive.entries().first().is_none_or(|entry| entry.name != "mimetype") {
            findings.push(package::finding("mimetype", "missing or not the first file"));
        }
        if archive.has_tail {
            let message = "something stands behind the end of the archive; it was passed over";
            findings.push(package::finding("", message));
        }
        if archive.entries().iter().any(|entry| entry.odd_name) {
            findings.push(package::finding("", "names of files are written with backslashes"));
        }
        protection::refuse_protected(&mut archive)?;
        let package = package::read(&mut archive, reading, &mut findings)?;
        let mut epub = Self { archive, package, findings, reading };
        epub.package.nav = epub.package.nav.filter(|&at| epub.archive.read_page(at).is_ok());
        epub.package.ncx = epub.package.ncx.filter(|&at| epub.archive.read_page(at).is_ok());
        Ok(epub)
    }

    /// Notes the files that cannot be unpacked and are no pages: they are given back as they are.
    pub(super) fn note_damaged_files(&mut self) -> Result<(), ImportError> {
        let pages: HashSet<usize> = self.parts().into_iter().map(|(_, at)| at).collect();
        for at in (0..self.archive.entries().len()).filter(|at| !pages.contains(at)) {
            if !self.archive.digest(at)?.is_sound {
                let name = self.name(at);
                self.findings
                    .push(package::finding(&name, "damaged: it cannot be unpacked, and is kept as it is"));
            }
        }
        Ok(())
    }

    /// Opens a book that was imported before.
    pub(super) fn reopen(bytes: &'a [u8], reading: Reading) -> Result<Self, ExportError> {
        Self::open(bytes, reading).map_err(|error| unreadable(&error))
    }

    /// The name of a file.
    pub(super) fn name(&self, at: usize) -> String {
        self.archive.entries().get(at).map_or_else(String::new, |entry| entry.name.clone())
    }

    /// A page of the book.
    pub(super) fn page(&mut self, at: usize) -> Result<Decoded, ImportError> {
        let name = self.name(at);
        let mut decoded = decoded::decode(&self.archive.read_page(at)?, &name)?;
        if self.reading.is_complete() {
            decoded.page.read_completely();
        }
        Ok(decoded)
    }

    /// Whether texts outside the blocks of the pages are paragraphs too.
    pub(super) const fn is_complete(&self) -> bool {
        self.reading.is_complete()
    }

    /// The part that the labels outside the pages are.
    pub(super) fn labels_part(&self) -> u32 {
        u32::try_from(self.package.spine.len()).unwrap_or(u32::MAX)
    }

    /// All labels outside the pages: of the package, the navigation document and the NCX.
    pub(super) fn labels(&mut self) -> Result<Vec<Label>, ImportError> {
        if !self.is_complete() {
            return Ok(Vec::new());
        }
        let mut labels = labels::in_package(&self.package.document.page);
        if let Some(nav) = self.package.nav {
            labels.extend(labels::in_nav(&self.page(nav)?.page));
        }
        if let Some(ncx) = self.package.ncx {
            labels.extend(labels::in_ncx(&self.page(ncx)?.page));
        }
        Ok(labels)
    }

    /// The pages to be read, as part number and place in the archive. The navigation document is not among them.
    pub(super) fn parts(&self) -> Vec<(u32, usize)> {
        let nav = self.package.nav;
        let pages = self.package.spine.iter().zip(0_u32..);
        pages.filter_map(|(at, part)| at.filter(|&at| Some(at) != nav).map(|at| (part, at))).collect()
    }

    /// The table of contents: the navigation document's, or the older kind where that has none.
    pub(super) fn contents(&mut self) -> Result<Contents, ImportError> {
        let mut contents = Contents::default();
        if let Some(nav) = self.package.nav {
            let name = self.name(nav);
            contents = contents::read_nav(&self.page(nav)?.page, &name);
        }
        if let Some(ncx) = self.package.ncx.filter(|_| contents.entries.is_empty()) {
            let name = self.name(ncx);
            contents.entries = contents::read_ncx(&self.page(ncx)?.page, &name).entries;
        }
        Ok(contents)
    }
}

/// What import would refuse cannot be exported either.
pub(super) fn unreadable(error: &ImportError) -> ExportError {
    ExportError::Unreadable { detail: error.message() }
}
