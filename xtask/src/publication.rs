//! A small EPUB 3 written from ready pages, byte for byte the same every time: for the samples and for measuring.

use anyhow::Result;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A book ready to be packed.
pub struct Publication {
    /// Its title.
    pub title: String,
    /// Who wrote it.
    pub author: String,
    /// The language it is written in, as a tag.
    pub language: &'static str,
    /// What tells it from every other book.
    pub identifier: String,
    /// When it was last changed, as EPUB writes a moment.
    pub modified: String,
    /// Who may do what with it.
    pub rights: String,
    /// How its lines run.
    pub direction: LineDirection,
    /// The style sheet every page uses.
    pub style: String,
    /// A drawing the pages may show as `../drawing.svg`.
    pub drawing: Option<String>,
    /// Its files of text, in reading order.
    pub pages: Vec<Page>,
}

/// How the lines of a book run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LineDirection {
    /// From left to right, lines below each other.
    Horizontal,
    /// From top to bottom, lines to the left of each other.
    Vertical,
}

/// One file of text.
pub struct Page {
    /// Its name without ending.
    pub name: String,
    /// What the table of contents calls it.
    pub title: String,
    /// What it is, in the words of EPUB (`chapter`, `titlepage` …).
    pub role: &'static str,
    /// What stands in its `body`.
    pub body: String,
}

/// Text as it stands between tags.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const CONTAINER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
"#;

impl Publication {
    /// Packs the book.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let plain = SimpleFileOptions::default()
            .last_modified_time(DateTime::DEFAULT)
            .compression_method(CompressionMethod::Stored);
        let packed = plain.compression_method(CompressionMethod::Deflated);
        archive.start_file("mimetype", plain)?;
        archive.write_all(b"application/epub+zip")?;
        let mut add = |name: &str, text: &str| -> Result<()> {
            archive.start_file(name, packed)?;
            Ok(archive.write_all(text.as_bytes())?)
        };
        add("META-INF/container.xml", CONTAINER)?;
        add("EPUB/package.opf", &self.package())?;
        add("EPUB/nav.xhtml", &self.navigation())?;
        add("EPUB/toc.ncx", &self.old_navigation())?;
        add("EPUB/style.css", &self.style)?;
        if let Some(drawing) = &self.drawing {
            add("EPUB/drawing.svg", drawing)?;
        }
        for page in &self.pages {
            add(&format!("EPUB/text/{}.xhtml", page.name), &self.page(page))?;
        }
        Ok(archive.finish()?.into_inner())
    }

    fn package(&self) -> String {
        let (mut manifest, mut spine) = (String::new(), String::new());
        for page in &self.pages {
            let name = &page.name;
            let _ = writeln!(
                manifest,
                r#"    <item id="{name}" href="text/{name}.xhtml" media-type="application/xhtml+xml"/>"#
            );
            let _ = writeln!(spine, r#"    <itemref idref="{name}"/>"#);
        }
        if self.drawing.is_some() {
            manifest
                .push_str("    <item id=\"drawing\" href=\"drawing.svg\" media-type=\"image/svg+xml\"/>\n");
        }
        let progression = match self.direction {
            LineDirection::Horizontal => "ltr",
            LineDirection::Vertical => "rtl",
        };
        let (title, author) = (escape(&self.title), escape(&self.author));
        let (language, identifier) = (self.language, &self.identifier);
        let (rights, modified) = (escape(&self.rights), &self.modified);
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id" xml:lang="{language}">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="book-id">{identifier}</dc:identifier>
    <dc:title>{title}</dc:title>
    <dc:creator>{author}</dc:creator>
    <dc:language>{language}</dc:language>
    <dc:rights>{rights}</dc:rights>
    <meta property="dcterms:modified">{modified}</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
    <item id="style" href="style.css" media-type="text/css"/>
{manifest}  </manifest>
  <spine toc="ncx" page-progression-direction="{progression}">
{spine}  </spine>
</package>
"#
        )
    }

    fn navigation(&self) -> String {
        let mut entries = String::new();
        for Page { name, title, .. } in &self.pages {
            let title = escape(title);
            let _ = writeln!(entries, r#"        <li><a href="text/{name}.xhtml">{title}</a></li>"#);
        }
        let contents = match self.language {
            "ja" => "目次",
            _ => "Contents",
        };
        self.document(
            contents,
            &format!(
                "  <body>\n    <nav epub:type=\"toc\" role=\"doc-toc\">\n      <h1>{contents}</h1>\n      \
                 <ol>\n{entries}      </ol>\n    </nav>\n  </body>\n"
            ),
            "style.css",
        )
    }

    fn old_navigation(&self) -> String {
        let mut points = String::new();
        for (number, Page { name, title, .. }) in (1_usize..).zip(&self.pages) {
            let title = escape(title);
            let _ = writeln!(
                points,
                r#"    <navPoint id="point-{number}" playOrder="{number}"><navLabel><text>{title}</text></navLabel><content src="text/{name}.xhtml"/></navPoint>"#
            );
        }
        let (title, identifier, language) = (escape(&self.title), &self.identifier, self.language);
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="{language}">
  <head>
    <meta name="dtb:uid" content="{identifier}"/>
  </head>
  <docTitle><text>{title}</text></docTitle>
  <navMap>
{points}  </navMap>
</ncx>
"#
        )
    }

    fn page(&self, page: &Page) -> String {
        let Page { title, role, body, .. } = page;
        let body = format!("  <body>\n    <section epub:type=\"{role}\">\n{body}    </section>\n  </body>\n");
        self.document(title, &body, "../style.css")
    }

    fn document(&self, title: &str, body: &str, style: &str) -> String {
        let (language, title) = (self.language, escape(title));
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="{language}" lang="{language}">
  <head>
    <title>{title}</title>
    <link rel="stylesheet" type="text/css" href="{style}"/>
  </head>
{body}</html>
"#
        )
    }
}
