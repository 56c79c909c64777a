//! Makes small EPUBs and other zips, sound and broken.

use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A zip as a list of files.
#[derive(Clone)]
pub(crate) struct Archive(pub(crate) Vec<(String, Vec<u8>)>);

const CONTAINER: &str = r#"<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;

impl Archive {
    /// Any zip of these files.
    pub(crate) fn of(files: &[(&str, &[u8])]) -> Self {
        Self(files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect())
    }

    /// A sound EPUB of one page.
    pub(crate) fn epub(page: &str) -> Self {
        let package = r#"<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x:1</dc:identifier><dc:title>T</dc:title><dc:language>en</dc:language></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>"#;
        Self::of(&[
            ("mimetype", b"application/epub+zip"),
            ("META-INF/container.xml", CONTAINER.as_bytes()),
            ("p.opf", package.as_bytes()),
            ("c.xhtml", page.as_bytes()),
        ])
    }

    pub(crate) fn with(mut self, name: &str, bytes: &[u8]) -> Self {
        self.0.retain(|(present, _)| present != name);
        self.0.push((name.to_owned(), bytes.to_vec()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.0.retain(|(present, _)| present != name);
        self
    }

    pub(crate) fn packed(&self) -> Vec<u8> {
        self.zip(CompressionMethod::Deflated)
    }

    pub(crate) fn unpacked(&self) -> Vec<u8> {
        self.zip(CompressionMethod::Stored)
    }

    fn zip(&self, method: CompressionMethod) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in &self.0 {
            let method = if name == "mimetype" { CompressionMethod::Stored } else { method };
            writer.start_file(name, SimpleFileOptions::default().compression_method(method)).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }
}

/// A page with this body.
pub(crate) fn page(body: &str) -> String {
    format!(
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>t</title></head><body>{body}</body></html>"
    )
}

/// The zip, with every entry of its directory leading to the bytes of the last one.
pub(crate) fn sharing_bytes(mut zip: Vec<u8>) -> Vec<u8> {
    let records: Vec<usize> =
        zip.windows(4).enumerate().filter(|(_, w)| *w == b"PK\x01\x02").map(|(at, _)| at).collect();
    let last = *records.last().unwrap();
    let offset = zip[last + 42..last + 46].to_vec();
    for record in records {
        zip[record + 42..record + 46].copy_from_slice(&offset);
    }
    zip
}

/// The zip, with a directory that says its last entry unpacks to more than a gigabyte.
pub(crate) fn claiming_gigabytes(mut zip: Vec<u8>) -> Vec<u8> {
    let last = zip.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    zip[last + 24..last + 28].copy_from_slice(&(0x5000_0000_u32).to_le_bytes());
    zip
}

/// The zip, with the bit set that says an entry is encrypted.
pub(crate) fn with_password(mut zip: Vec<u8>) -> Vec<u8> {
    for (magic, flag) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let places: Vec<usize> =
            zip.windows(4).enumerate().filter(|(_, w)| *w == magic).map(|(at, _)| at).collect();
        for at in places {
            zip[at + flag] |= 1;
        }
    }
    zip
}
