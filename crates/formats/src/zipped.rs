//! One file of a known format in a zip: read and written by that format, everything else in the zip as it is.

use crate::epub::{Archive, add_file};
use crate::export::{Expected, ExportError, Frame, Layout, Manuscript, ReadBack, Resource};
use crate::folder::unpack;
use crate::import::{FileFault, ImportError, Imported, Source};
use crate::{Format, ranged};
use book::text::book::FileFormat;
use book::text::reading::Reading;
use messages::Explain;

/// A format in a zip.
pub(crate) struct Zipped {
    /// Which it is.
    pub(crate) format: FileFormat,
    /// The format of the file inside.
    pub(crate) inner: &'static dyn Format,
}

impl Zipped {
    /// The name of the one file with a name of the inner format.
    fn name(&self, bytes: &[u8]) -> Option<String> {
        if !bytes.starts_with(b"PK\x03\x04") {
            return None;
        }
        let archive = Archive::open(bytes).ok()?;
        let endings = self.inner.format().endings();
        let mut names = archive.names().filter(|name| ranged::has_ending(name, endings));
        let name = names.next()?.to_owned();
        names.next().is_none().then_some(name)
    }

    /// The name and bytes of the file inside.
    fn inside(&self, bytes: &[u8]) -> Result<(String, Vec<u8>), ImportError> {
        let name = self.name(bytes).ok_or(ImportError::UnknownFormat)?;
        let mut archive = Archive::open(bytes)?;
        let at = archive.position(&name).ok_or(ImportError::UnknownFormat)?;
        Ok((name, archive.read_page(at)?))
    }

    fn reopen(&self, bytes: &[u8]) -> Result<(String, Vec<u8>), ExportError> {
        self.inside(bytes).map_err(|error| unreadable(&error))
    }

    /// What stands beside the file, by name and digest.
    fn frame(bytes: &[u8], own: &str) -> Result<Frame, ExportError> {
        let files = unpack(bytes).map_err(|error| unreadable(&error))?;
        let others = files
            .into_iter()
            .filter(|file| file.name != own)
            .map(|file| Resource { digest: blake3::hash(&file.bytes).to_hex().to_string(), name: file.name });
        Ok(Frame { resources: others.collect(), ..Frame::default() })
    }
}

impl Format for Zipped {
    fn format(&self) -> FileFormat {
        self.format
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        self.name(source.bytes).is_some()
    }

    fn import(&self, source: &Source<'_>) -> Result<Imported, ImportError> {
        let (name, bytes) = self.inside(source.bytes)?;
        let file_name = name.rsplit('/').next().unwrap_or(&name);
        let mut imported = self.inner.import(&Source {
            encoding: source.encoding,
            language: source.language.clone(),
            reading: source.reading,
            heading: source.heading,
            progress: source.progress,
            ..Source::new(&bytes, file_name)
        })?;
        imported.book.format = self.format;
        Ok(imported)
    }

    fn export(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Vec<u8>, ExportError> {
        let (name, bytes) = self.reopen(original)?;
        let written = self.inner.export(&bytes, manuscript, layout)?;
        if written == bytes {
            return Ok(original.to_vec());
        }
        add_file(original, &name, &written).ok_or_else(|| ExportError::technical("the zip cannot be written"))
    }

    fn expected(
        &self,
        original: &[u8],
        manuscript: &Manuscript,
        layout: &Layout,
    ) -> Result<Expected, ExportError> {
        let (name, bytes) = self.reopen(original)?;
        let expected = self.inner.expected(&bytes, manuscript, layout)?;
        Ok(Expected { frame: Self::frame(original, &name)?, ..expected })
    }

    fn remarks(&self, original: &[u8], manuscript: &Manuscript) -> Result<Vec<FileFault>, ExportError> {
        self.inner.remarks(&self.reopen(original)?.1, manuscript)
    }

    fn read_back(&self, bytes: &[u8], reading: Reading) -> Result<ReadBack, ExportError> {
        let (name, inside) = self.reopen(bytes)?;
        let found = self.inner.read_back(&inside, reading)?;
        Ok(ReadBack { frame: Self::frame(bytes, &name)?, ..found })
    }
}

fn unreadable(error: &ImportError) -> ExportError {
    ExportError::Unreadable { detail: error.message() }
}
