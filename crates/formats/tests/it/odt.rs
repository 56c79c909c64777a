//! OpenDocument texts at the door: what is read and what is written back.

use crate::epub_kit::{manuscript, marking, untranslated};
use book::text::book::{Book, FileFormat};
use book::text::markup::{Marked, Piece};
use book::text::paragraph::{Paragraph, ParagraphKind};
use formats::certificate;
use formats::export::{Bilingual, Layout, Manuscript, Outcome};
use formats::import::{ImportError, Imported, Source};
use formats::{Format, format_of};
use std::io::{Cursor, Read as _, Write as _};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

const NAMESPACES: &str = r#"xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:officeooo="http://openoffice.org/2009/office""#;

const AUTOMATIC: &str = r#"<style:style style:name="T1" style:family="text"><style:text-properties officeooo:rsid="0012"/></style:style><style:style style:name="T2" style:family="text"><style:text-properties fo:font-style="italic"/></style:style><style:style style:name="T3" style:family="text"><style:text-properties fo:font-style="italic" officeooo:rsid="0013"/></style:style>"#;

const STYLES: &str = r#"<office:styles><style:default-style style:family="paragraph"><style:text-properties fo:language="en" fo:country="US" style:language-asian="ja" style:country-asian="JP"/></style:default-style></office:styles><office:automatic-styles><style:page-layout style:name="L1"><style:page-layout-properties style:writing-mode="tb-rl"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L1"><style:header><text:p>On every page</text:p></style:header></style:master-page></office:master-styles>"#;

fn pack(files: &[(&str, String)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        writer.start_file(*name, options).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn odt(body: &str) -> Vec<u8> {
    pack(&[
        ("mimetype", "application/vnd.oasis.opendocument.text".to_owned()),
        (
            "content.xml",
            format!(
                r#"<?xml version="1.0" encoding="UTF-8"?><office:document-content {NAMESPACES}><office:automatic-styles>{AUTOMATIC}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>"#
            ),
        ),
        ("styles.xml", format!("<office:document-styles {NAMESPACES}>{STYLES}</office:document-styles>")),
        (
            "meta.xml",
            format!(
                r"<office:document-meta {NAMESPACES}><office:meta><dc:title>The Lamp</dc:title><dc:creator>A. Oar</dc:creator><dc:language>en-US</dc:language></office:meta></office:document-meta>"
            ),
        ),
    ])
}

/// Everything at once: notes, changes, fields, boxes, ruby.
fn full() -> Vec<u8> {
    let note = |number: u8, text: &str| {
        format!(
            r#"<text:note text:id="n{number}" text:note-class="footnote"><text:note-citation>{number}</text:note-citation><text:note-body><text:p>{text}</text:p></text:note-body></text:note>"#
        )
    };
    odt(&[
        r"<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>",
        r#"<text:h text:outline-level="1"><text:bookmark-start text:name="b"/>One<text:bookmark-end text:name="b"/>: the harbour</text:h>"#,
        r#"<text:p>The <text:span text:style-name="T1">la</text:span>mp <text:span text:style-name="T2">b</text:span><text:span text:style-name="T3">urns</text:span>
        on.</text:p>"#,
        &format!("<text:p>First{} and second{} note.</text:p>", note(1, "The first."), note(2, "The second.")),
        r##"<text:p><office:annotation><dc:creator>x</dc:creator><text:p>A remark</text:p></office:annotation>See <text:a xlink:href="#b"><text:span text:style-name="T2">One</text:span></text:a>, <text:bookmark-ref text:ref-name="b">One</text:bookmark-ref> on page <text:page-number>7</text:page-number>.</text:p>"##,
        r#"<text:p>What was <text:change-start text:change-id="c"/>kept<text:change-end text:change-id="c"/> stays.<text:line-break/>Next<text:s text:c="3"/>line<text:tab/>end</text:p>"#,
        r#"<text:p><draw:frame text:anchor-type="paragraph"><draw:text-box><text:p>In the box</text:p></draw:text-box><svg:desc>A gull</svg:desc></draw:frame>Around the box</text:p>"#,
        r"<text:p><text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>を読む。</text:p>",
        r"<table:table><table:table-row><table:table-cell><text:p>left</text:p></table:table-cell><table:table-cell><text:p/></table:table-cell></table:table-row></table:table>",
        r"<text:list><text:list-item><text:p>an item</text:p></text:list-item></text:list>",
        r#"<text:h text:outline-level="1">Two</text:h><text:p>The end.</text:p>"#,
    ]
    .concat())
}

fn try_import(bytes: &[u8]) -> Result<Imported, ImportError> {
    formats::import(&Source::new(bytes, "book.odt"))
}

fn import(bytes: &[u8]) -> Imported {
    let imported = try_import(bytes).unwrap();
    assert_eq!(imported.book.format, FileFormat::Odt);
    imported
}

fn format() -> &'static dyn Format {
    format_of(FileFormat::Odt).unwrap()
}

fn texts(book: &Book) -> Vec<&str> {
    book.paragraphs().map(|paragraph| paragraph.text.as_str()).collect()
}

fn file(bytes: &[u8], name: &str) -> String {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

fn write(original: &[u8], manuscript: &Manuscript, layout: Layout) -> Vec<u8> {
    let written = format().export(original, manuscript, &layout).unwrap();
    let certificate = certificate::issue(format(), original, manuscript, &layout, &written).unwrap();
    let violations = certificate::check(&written, &certificate);
    assert!(violations.is_empty(), "{violations:#?}\n{}", file(&written, "content.xml"));
    written
}

fn translated(bytes: &[u8], outcome: impl Fn(&Paragraph) -> Outcome) -> Vec<u8> {
    write(bytes, &manuscript(&import(bytes).book, outcome), Layout::default())
}

#[test]
fn everything_with_words_is_read_and_noise_is_not() {
    let imported = import(&full());
    let book = &imported.book;
    assert_eq!(
        texts(book),
        [
            "<1>One</1>: the harbour",
            "The lamp <1>burns</1> on.",
            "First<1/> and second<2/> note.",
            "The first.",
            "The second.",
            "See <1>One</1>, <2>One</2> on page <3/>.",
            "What was kept stays.<1/>Next   line<2/>end",
            "Around the box",
            "In the box",
            "A gull",
            "｜漢字《かんじ》を読む。",
            "left",
            "",
            "an item",
            "Two",
            "The end.",
            "On every page",
            "The Lamp",
        ]
    );
    let titles: Vec<&str> = book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(titles, ["One: the harbour", "Two", ""]);
    let kinds = |kind| book.paragraphs().filter(|paragraph| paragraph.kind == kind).count();
    assert_eq!(
        (kinds(ParagraphKind::Note), kinds(ParagraphKind::Cell), kinds(ParagraphKind::Item)),
        (2, 2, 1)
    );
    assert!(imported.findings.iter().any(|finding| finding.message.contains("tracked changes")));
    assert_eq!((book.title.as_str(), book.author.as_deref()), ("The Lamp", Some("A. Oar")));
}

#[test]
fn a_document_without_translations_comes_back_byte_for_byte() {
    for bytes in [full(), include_bytes!("../files/lamp.odt").to_vec()] {
        assert!(translated(&bytes, untranslated) == bytes);
    }
}

#[test]
fn a_translation_stands_in_the_spans_of_its_source() {
    let bytes = full();
    let written = translated(&bytes, marking);
    let content = file(&written, "content.xml");
    for wanted in [
        r#"«<text:bookmark-start text:name="b"/>ONE<text:bookmark-end text:name="b"/>: THE HARBOUR»"#,
        r#"«THE LAMP <text:span text:style-name="T2">BURNS</text:span> ON.»"#,
        "<text:p>«THE FIRST.»</text:p>",
        r##"<text:a xlink:href="#b"><text:span text:style-name="T2">ONE</text:span></text:a>"##,
        "<text:page-number>7</text:page-number>",
        "<text:p>A remark</text:p>",
        "«WHAT WAS KEPT STAYS.<text:line-break/>NEXT <text:s text:c=\"2\"/>LINE<text:tab/>END»",
        "<svg:desc>«A GULL»</svg:desc>",
        "<text:ruby-text>かんじ</text:ruby-text>",
    ] {
        assert!(content.contains(wanted), "{wanted}\n{content}");
    }
    let styles = file(&written, "styles.xml");
    assert!(styles.contains("«ON EVERY PAGE»") && styles.contains(r#"writing-mode="lr-tb""#), "{styles}");
    assert!(file(&written, "meta.xml").contains("<dc:title>«THE LAMP»</dc:title>"));
    let zip = ZipArchive::new(Cursor::new(written)).unwrap();
    assert_eq!(zip.name_for_index(0).unwrap().unwrap(), "mimetype");
}

#[test]
fn notes_move_with_their_marks() {
    let bytes = full();
    let swap = |paragraph: &Paragraph| {
        if !paragraph.text.as_str().starts_with("First") {
            return Outcome::Kept;
        }
        let mut builder = book::text::markup::MarkedBuilder::default();
        for piece in [Piece::Text("b".into()), Piece::Void(2), Piece::Text("a".into()), Piece::Void(1)] {
            builder.push(&piece);
        }
        Outcome::Translated(builder.finish())
    };
    let content = file(&translated(&bytes, swap), "content.xml");
    assert!(content.find("The second.") < content.find("The first."), "{content}");
}

#[test]
fn languages_turn_with_the_translation() {
    let bytes = full();
    let book = import(&bytes).book;
    for (target, wanted) in [
        ("fr", r#"fo:language="fr" fo:country="FR" style:language-asian="ja""#),
        ("zh-Hans", r#"style:language-asian="zh" style:country-asian="CN""#),
        ("ar", r#"writing-mode="rl-tb""#),
    ] {
        let manuscript =
            Manuscript { target_language: Some(target.parse().unwrap()), ..manuscript(&book, marking) };
        let styles = file(&write(&bytes, &manuscript, Layout::default()), "styles.xml");
        assert!(styles.contains(wanted), "{target}: {styles}");
    }
}

#[test]
fn a_bilingual_document_has_both_texts_and_every_note_once() {
    let bytes = full();
    let book = import(&bytes).book;
    for bilingual in [Bilingual::Above, Bilingual::Below] {
        let layout = Layout { bilingual, ..Layout::default() };
        let content = file(&write(&bytes, &manuscript(&book, marking), layout), "content.xml");
        assert_eq!(content.matches("<text:note ").count(), 2, "{content}");
        assert_eq!(content.matches("<text:h ").count(), 2, "{content}");
        assert!(content.contains("style:name=\"TsumugiSource\""), "{content}");
        assert!(content.contains(">The end.<") && content.contains("«THE END.»"), "{content}");
    }
}

#[test]
fn documents_of_other_programs_are_read_and_written() {
    let bytes = include_bytes!("../files/lamp.odt");
    let book = import(bytes).book;
    let wanted = "The lamp was <1>lit</1> before the <2>storm</2> came, and <3>the harbour</3> lay quiet.";
    assert!(texts(&book).contains(&wanted), "{:?}", texts(&book));
    let again = import(&translated(bytes, marking)).book;
    let is_done = |paragraph: &Paragraph| !paragraph.is_work() || paragraph.text.plain().starts_with('«');
    assert!(again.paragraphs().all(is_done), "{:?}", texts(&again));
    assert!(texts(&again).iter().all(|text| Marked::parse(text).is_ok()));
}

#[test]
fn locked_and_damaged_documents_are_refused_by_name() {
    let kind = || ("mimetype", "application/vnd.oasis.opendocument.text".to_owned());
    let locked = pack(&[
        kind(),
        ("content.xml", "???".to_owned()),
        ("META-INF/manifest.xml", "<m><encryption-data/></m>".to_owned()),
    ]);
    let sheet = pack(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet".to_owned()),
        ("content.xml", "<x/>".to_owned()),
        ("META-INF/manifest.xml", "<m/>".to_owned()),
    ]);
    for (bytes, wanted) in [
        (locked, "protected"),
        (pack(&[kind(), ("content.xml", "<office:text>".to_owned())]), "no well-formed XML"),
        (
            pack(&[kind(), ("content.xml", "<!DOCTYPE x [<!ENTITY a \"b\">]><x/>".to_owned())]),
            "document type",
        ),
        (sheet, "does not read"),
    ] {
        let result = try_import(&bytes).map(|imported| imported.book.n_paragraphs());
        let error = result.map_err(|error| error.to_string());
        assert!(error.as_ref().is_err_and(|error| error.contains(wanted)), "{wanted}: {error:?}");
    }
}
