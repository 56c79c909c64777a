//! What the readers and the checks promise for any bytes at all: no panic, the same answer twice, an untranslated book
//! comes back as it went in, and a mended translation needs no mending. Used by `cargo fuzz`, and where that is not installed by the loop in [`watch`].

pub mod damage;
pub mod seeds;
pub mod watch;

use book::id::{ChapterId, ParagraphId};
use book::text::book::{Book, FileFormat};
use formats::Format;
use formats::certificate::{self, CertificateFault};
use formats::data::Fields;
use formats::export::{Layout, Manuscript, ManuscriptChapter, ManuscriptParagraph, Outcome};
use formats::import::Source;
use formats::template::{TemplateImport, take};

mod exchanging;
mod judging;

/// A reader's name, which is also the name of its folder of seeds, and what is done with the bytes.
pub type FuzzTarget = (&'static str, fn(&[u8]));

/// Every target.
pub const ALL: &[FuzzTarget] = &[
    ("aozora", aozora),
    ("checks", judging::checks),
    ("data", data),
    ("docx", docx),
    ("epub", epub),
    ("exchange", exchanging::exchange),
    ("fb2", fb2),
    ("folder", folder),
    ("game", game),
    ("html", html),
    ("kindle", kindle),
    ("markdown", markdown),
    ("odt", odt),
    ("pdf", pdf),
    ("rtf", rtf),
    ("subtitles", subtitles),
    ("text", text),
];

/// The reader of Aozora Bunko text.
pub fn aozora(bytes: &[u8]) {
    go_through(FileFormat::Aozora, bytes, "book.txt");
}

/// The checks, see [`judging::checks`].
pub use judging::checks;

/// The readers of edited translations, see [`exchanging::exchange`].
pub use exchanging::exchange;
/// The reader of Word documents.
pub fn docx(bytes: &[u8]) {
    go_through(FileFormat::Docx, bytes, "book.docx");
}

/// The reader of OpenDocument texts.
pub fn odt(bytes: &[u8]) {
    go_through(FileFormat::Odt, bytes, "book.odt");
}

/// The reader of EPUB.
pub fn epub(bytes: &[u8]) {
    go_through(FileFormat::Epub, bytes, "book.epub");
}

/// The reader of `FictionBook`.
pub fn fb2(bytes: &[u8]) {
    go_through(FileFormat::Fb2, bytes, "book.fb2");
}

/// The readers of texts of games.
pub fn game(bytes: &[u8]) {
    go_through(FileFormat::Renpy, bytes, "script.rpy");
    go_through(FileFormat::Kirikiri, bytes, "scene.ks");
    go_through(FileFormat::RpgMaker, bytes, "Map001.json");
}

/// The readers of tables and data.
pub fn data(bytes: &[u8]) {
    let fields = Fields { text: "text,1,**", into: None };
    for (format, name) in
        [(FileFormat::Csv, "t.csv"), (FileFormat::Json, "t.json"), (FileFormat::Xlsx, "t.xlsx")]
    {
        let source = Source { fields: Some(fields), ..Source::new(bytes, name) };
        let Some(format) = formats::format_of(format) else { continue };
        if let Ok(imported) = format.import(&source) {
            come_back(format, bytes, &imported.book);
        }
    }
}

/// The reader of Kindle books.
pub fn kindle(bytes: &[u8]) {
    become_epub(bytes, "book.mobi");
}

/// The reader of PDF.
pub fn pdf(bytes: &[u8]) {
    become_epub(bytes, "book.pdf");
}

/// The reader of Rich Text.
pub fn rtf(bytes: &[u8]) {
    become_epub(bytes, "book.rtf");
}

/// A file that is read and not written becomes the same EPUB each time, and that is a book like any other.
fn become_epub(bytes: &[u8], file_name: &str) {
    let source = Source::new(bytes, file_name);
    let Ok(TemplateImport { imported, original: Some(epub) }) = take(&source) else { return };
    let again = take(&source).ok().and_then(|taken| taken.original);
    assert!(again.as_ref() == Some(&epub), "the same bytes became two different books");
    if let Some(format) = formats::format_of(FileFormat::Epub) {
        come_back(format, &epub, &imported.book);
    }
}

/// The reader of web pages.
pub fn html(bytes: &[u8]) {
    go_through(FileFormat::Html, bytes, "page.html");
}

/// The reader of Markdown.
pub fn markdown(bytes: &[u8]) {
    go_through(FileFormat::Markdown, bytes, "book.md");
}

/// The readers of subtitles.
pub fn subtitles(bytes: &[u8]) {
    go_through(FileFormat::Srt, bytes, "film.srt");
    go_through(FileFormat::Vtt, bytes, "film.vtt");
    go_through(FileFormat::Ass, bytes, "film.ass");
}

/// The reader of several texts in one zip.
pub fn folder(bytes: &[u8]) {
    go_through(FileFormat::TextFolder, bytes, "book.zip");
    go_through(FileFormat::AozoraFolder, bytes, "book.zip");
}

/// The reader of plain text.
pub fn text(bytes: &[u8]) {
    go_through(FileFormat::Text, bytes, "book.txt");
}

fn go_through(format: FileFormat, bytes: &[u8], file_name: &str) {
    let source = Source::new(bytes, file_name);
    // The front door must hold too: it decides which reader is asked.
    let _ = formats::import(&source);
    let Some(format) = formats::format_of(format) else { return };
    let Ok(imported) = format.import(&source) else { return };
    let again = format.import(&source);
    assert!(
        again.is_ok_and(|again| again.book == imported.book),
        "the same bytes were read in two different ways"
    );
    come_back(format, bytes, &imported.book);
}

/// An export without translations is the import again, whatever the file was, and its certificate says so.
fn come_back(format: &dyn Format, bytes: &[u8], book: &Book) {
    let (manuscript, layout) = (untranslated(book), Layout::default());
    let written = match format.export(bytes, &manuscript, &layout) {
        Ok(written) => written,
        Err(error) => panic!("what was read cannot be written: {error}"),
    };
    if format.format().is_folder() {
        let files = |bytes| formats::folder::unpack(bytes).ok();
        assert!(files(&written) == files(bytes), "files without translations came back with other bytes");
    } else if format.format() != FileFormat::Epub {
        assert!(written == bytes, "a text without translations came back with other bytes");
    }
    let certificate = match certificate::issue(format, bytes, &manuscript, &layout, &written) {
        Ok(certificate) => certificate,
        Err(error) => panic!("what was written cannot be certified: {error}"),
    };
    // Of a damaged file the reader and the counting may think differently; the certificate says so, and nothing else.
    let mut lost = certificate::check(&written, &certificate).into_iter();
    if let Some(violation) = lost.find(|violation| violation.fault != CertificateFault::Unread) {
        panic!("something was lost: {violation:?}");
    }
}

fn untranslated(book: &Book) -> Manuscript {
    let mut ids = (0..).map(ParagraphId::from_number);
    let chapters = (0..).map(ChapterId::from_number).zip(&book.chapters);
    let chapters = chapters.map(|(id, chapter)| ManuscriptChapter {
        id,
        title: chapter.title.clone(),
        title_translation: None,
        paragraphs: chapter
            .paragraphs
            .iter()
            .zip(&mut ids)
            .map(|(paragraph, id)| ManuscriptParagraph {
                id,
                place: paragraph.place,
                source: paragraph.text.clone(),
                outcome: Outcome::Kept,
            })
            .collect(),
    });
    Manuscript {
        title: book.title.clone(),
        title_translation: None,
        source_language: book.language.clone(),
        target_language: None,
        reading: book.reading,
        chapters: chapters.collect(),
    }
}
