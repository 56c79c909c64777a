//! Word documents at the door: what is read, what is written back, and what other programs make of it.

use crate::epub_kit::{manuscript, marking, untranslated};
use book::text::book::{Book, FileFormat};
use book::text::chapter::Matter;
use book::text::markup::Marked;
use book::text::paragraph::{Paragraph, ParagraphKind};
use formats::certificate;
use formats::export::{Bilingual, Direction, Layout, Manuscript, Outcome};
use formats::import::{ImportError, Imported, Source};
use formats::{Format, format_of};
use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const NAMESPACES: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml""#;

const STYLES: &str = r#"<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US" w:eastAsia="ja-JP"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Own"><w:name w:val="My chapter"/><w:basedOn w:val="H1"/></w:style>"#;

/// A document with this body and these further parts, which `word/_rels` names by their kinds.
fn docx_with(body: &str, parts: &[(&str, &str, String)]) -> Vec<u8> {
    let relationship = |kind: &str, target: &str, at: usize| {
        format!(
            r#"<Relationship Id="r{at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"/>"#
        )
    };
    let rels = |inside: String| {
        format!(
            r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{inside}</Relationships>"#
        )
    };
    let own: String =
        parts.iter().enumerate().map(|(at, (name, kind, _))| relationship(kind, name, at + 2)).collect();
    let mut files = vec![
        (
            "[Content_Types].xml".to_owned(),
            r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#
                .to_owned(),
        ),
        ("_rels/.rels".to_owned(), rels(relationship("officeDocument", "word/document.xml", 1))),
        ("word/_rels/document.xml.rels".to_owned(), rels(relationship("styles", "styles.xml", 1) + &own)),
        (
            "word/document.xml".to_owned(),
            format!(r#"<?xml version="1.0" encoding="UTF-8"?><w:document {NAMESPACES}><w:body>{body}</w:body></w:document>"#),
        ),
        ("word/styles.xml".to_owned(), format!("<w:styles {NAMESPACES}>{STYLES}</w:styles>")),
    ];
    files.extend(parts.iter().map(|(name, _, text)| (format!("word/{name}"), text.clone())));
    pack(&files)
}

fn pack(files: &[(String, String)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        writer.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn docx(body: &str) -> Vec<u8> {
    docx_with(body, &[])
}

fn try_import(bytes: &[u8]) -> Result<Imported, ImportError> {
    formats::import(&Source::new(bytes, "book.docx"))
}

fn import(bytes: &[u8]) -> Imported {
    let imported = try_import(bytes).unwrap();
    assert_eq!(imported.book.format, FileFormat::Docx);
    imported
}

fn format() -> &'static dyn Format {
    format_of(FileFormat::Docx).unwrap()
}

fn texts(book: &Book) -> Vec<&str> {
    book.paragraphs().map(|paragraph| paragraph.text.as_str()).collect()
}

fn files(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut files = BTreeMap::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        files.insert(file.name().unwrap().into_owned(), bytes);
    }
    files
}

fn document(bytes: &[u8]) -> String {
    String::from_utf8(files(bytes).remove("word/document.xml").unwrap()).unwrap()
}

/// Writes, certifies, and lets the certificate look at what was written.
fn write(original: &[u8], manuscript: &Manuscript, layout: Layout) -> Vec<u8> {
    let written = format().export(original, manuscript, &layout).unwrap();
    let certificate = certificate::issue(format(), original, manuscript, &layout, &written).unwrap();
    let violations = certificate::check(&written, &certificate);
    assert!(violations.is_empty(), "{violations:#?}\n{}", document(&written));
    written
}

fn translated(bytes: &[u8], outcome: impl Fn(&Paragraph) -> Outcome) -> Vec<u8> {
    write(bytes, &manuscript(&import(bytes).book, outcome), Layout::default())
}

fn run(text: &str) -> String {
    format!(r#"<w:r><w:t xml:space="preserve">{text}</w:t></w:r>"#)
}

fn p(inside: &str) -> String {
    format!("<w:p>{inside}</w:p>")
}

/// Everything at once: notes, margins, changes, fields, boxes, ruby.
fn full() -> Vec<u8> {
    let mark = |kind: &str| format!(r#"<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>"#);
    let field = |instruction: &str, result: &str| {
        let instruction = format!("<w:r><w:instrText>{instruction}</w:instrText></w:r>");
        format!("{}{instruction}{}{}{}", mark("begin"), mark("separate"), run(result), mark("end"))
    };
    let text_box = p(&run("In the box"));
    let body = [
        r#"<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:bookmarkStart w:id="1" w:name="_Ref1"/>"#,
        &run("One"),
        r#"<w:bookmarkEnd w:id="1"/>"#,
        &run(": the harbour"),
        "</w:p>",
        &p(&format!(
            r#"<w:proofErr w:type="spellStart"/><w:r w:rsidR="00A"><w:rPr><w:lang w:val="en-GB"/></w:rPr><w:t>The la</w:t></w:r><w:proofErr w:type="spellEnd"/><w:r w:rsidR="00B"><w:t>mp</w:t></w:r>{}<w:r><w:rPr><w:i/></w:rPr><w:t>b</w:t></w:r><w:r><w:rPr><w:i/><w:noProof/></w:rPr><w:t>urns</w:t></w:r>{}"#,
            run(" "),
            run(" on.")
        )),
        &p(&format!(
            r#"<w:commentRangeStart w:id="5"/>{}<w:hyperlink r:id="r9" w:anchor="_Ref1"><w:r><w:rPr><w:u w:val="single"/></w:rPr><w:t>One</w:t></w:r></w:hyperlink>{}<w:commentRangeEnd w:id="5"/><w:r><w:commentReference w:id="5"/></w:r>"#,
            run("See "),
            run(", or not.")
        )),
        &p(&format!("{}{}{}{}", run("See "), field("REF _Ref1 \\h", "One"), run(" on page "), field("PAGEREF _Ref1", "7"))),
        &p(&format!(
            r#"{}<w:ins w:id="8" w:author="x"><w:r><w:t>kept</w:t></w:r></w:ins><w:del w:id="9" w:author="x"><w:r><w:delText>gone</w:delText></w:r></w:del>{}"#,
            run("What was "),
            run(" stays.")
        )),
        &p(&format!(
            r#"<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="A gull"/></wp:inline></w:drawing></w:r>{}<w:r><w:footnoteReference w:id="2"/></w:r>{}<w:r><w:br/></w:r>{}<w:r><w:tab/></w:r>{}"#,
            run("A note"),
            run(" here."),
            run("Next line"),
            run("after a tab")
        )),
        &p(&format!(
            r#"<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wps:txbx><w:txbxContent>{text_box}</w:txbxContent></wps:txbx></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>{text_box}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>{}<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>"#,
            run("Around the box ")
        )),
        &p(r#"<w:r><w:ruby><w:rubyPr><w:hps w:val="9"/></w:rubyPr><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:t>を読む。</w:t></w:r>"#),
        &format!("<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>", p(&run("left")), p(&run("right"))),
        r#"<w:p><w:pPr><w:pStyle w:val="Own"/></w:pPr>"#,
        &run("Two"),
        "</w:p>",
        &p(""),
        &p(&run("The end.")),
        r#"<w:sectPr><w:textDirection w:val="tbRl"/></w:sectPr>"#,
    ]
    .concat();
    let notes = format!(
        r#"<w:footnotes {NAMESPACES}><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>{}</w:p></w:footnote></w:footnotes>"#,
        run(" The note itself.")
    );
    let header = format!("<w:hdr {NAMESPACES}>{}</w:hdr>", p(&run("On every page")));
    let comments = format!("<w:comments {NAMESPACES}>{}</w:comments>", p(&run("A remark")));
    docx_with(
        &body,
        &[
            ("footnotes.xml", "footnotes", notes),
            ("header1.xml", "header", header),
            ("comments.xml", "comments", comments),
        ],
    )
}

#[test]
fn an_emoji_is_a_character_of_its_text() {
    let emoji = r#"<w:r><w:rPr><mc:AlternateContent><mc:Choice Requires="w16se"/><mc:Fallback><w:rFonts w:ascii="Segoe UI Emoji"/></mc:Fallback></mc:AlternateContent></w:rPr><mc:AlternateContent><mc:Choice Requires="w16se"><w16se:symEx xmlns:w16se="x" w16se:font="Segoe UI Emoji" w16se:char="1F600"/></mc:Choice><mc:Fallback><w:t>😀</w:t></mc:Fallback></mc:AlternateContent></w:r>"#;
    let bytes = docx_with(&p(&format!("{}{emoji}{}", run("Hello "), run(" there."))), &[]);
    let imported = import(&bytes);
    let texts: Vec<String> = imported.book.paragraphs().map(|paragraph| paragraph.text.to_string()).collect();
    assert_eq!(texts, ["Hello 😀 there."]);
    let written = translated(&bytes, |_| Outcome::Translated(Marked::from_plain("Hallo 😀.")));
    assert!(document(&written).contains("Hallo 😀."));
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
            "See <1>One</1>, or not.",
            "See <1>One</1> on page <2/>",
            "What was kept stays.",
            "<1/>A note<2/> here.<3/>Next line<4/>after a tab",
            "A gull",
            "Around the box <1/>",
            "In the box",
            "｜漢字《かんじ》を読む。",
            "left",
            "right",
            " The note itself.".trim(),
            "Two",
            "",
            "The end.",
            "On every page",
        ]
    );
    let chapters: Vec<(&str, usize)> =
        book.chapters.iter().map(|chapter| (chapter.title.as_str(), chapter.paragraphs.len())).collect();
    assert_eq!(chapters, [("One: the harbour", 13), ("Two", 3), ("", 1)]);
    assert_eq!(book.chapters[2].matter, Matter::Back);
    let kinds = |kind| book.paragraphs().filter(|paragraph| paragraph.kind == kind).count();
    assert_eq!(
        (kinds(ParagraphKind::Heading), kinds(ParagraphKind::Cell), kinds(ParagraphKind::Note)),
        (2, 2, 1)
    );
    let findings: Vec<String> = imported.findings.iter().map(ToString::to_string).collect();
    assert!(findings.iter().any(|finding| finding.contains("tracked changes")), "{findings:?}");
    assert!(findings.iter().any(|finding| finding.contains("comments are kept")), "{findings:?}");
}

#[test]
fn a_document_without_translations_comes_back_byte_for_byte() {
    for bytes in [
        full(),
        include_bytes!("../files/ferry.docx").to_vec(),
        include_bytes!("../files/lamp.docx").to_vec(),
    ] {
        assert!(translated(&bytes, untranslated) == bytes);
    }
}

#[test]
fn a_translation_stands_in_the_formatting_of_its_source() {
    let bytes = full();
    let written = translated(&bytes, marking);
    let document = document(&written);
    for wanted in [
        r#"<w:r><w:rPr><w:lang w:val="en-US"/></w:rPr><w:t xml:space="preserve">«THE LAMP </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve">BURNS</w:t></w:r><w:r>"#,
        r#"<w:hyperlink r:id="r9" w:anchor="_Ref1"><w:r><w:rPr><w:u w:val="single"/></w:rPr><w:t xml:space="preserve">ONE</w:t></w:r></w:hyperlink>"#,
        // The bookmark that a field repeats is around its word, the comment around the paragraph.
        r#"<w:bookmarkStart w:id="1" w:name="_Ref1"/><w:r><w:t xml:space="preserve">ONE</w:t></w:r><w:bookmarkEnd w:id="1"/>"#,
        r#"<w:p><w:commentRangeStart w:id="5"/>"#,
        r#"<w:commentRangeEnd w:id="5"/><w:r><w:commentReference w:id="5"/></w:r></w:p>"#,
        r"<w:instrText>PAGEREF _Ref1</w:instrText>",
        "«WHAT WAS KEPT STAYS.»",
        r#"<w:footnoteReference w:id="2"/>"#,
        r#"descr="«A GULL»""#,
        r#"<w:ruby><w:rubyPr><w:hps w:val="9"/></w:rubyPr><w:rt>"#,
        "<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>",
    ] {
        assert!(document.contains(wanted), "{wanted}\n{document}");
    }
    assert_eq!(document.matches("«IN THE BOX»").count(), 2, "for programs that cannot show the box, too");
    assert!(!document.contains("gone") && !document.contains("proofErr"), "{document}");
    assert!(!document.contains("tbRl"), "English lines are horizontal");
    let (before, after) = (files(&bytes), files(&written));
    assert_eq!(before["word/comments.xml"], after["word/comments.xml"]);
    let notes = String::from_utf8(after["word/footnotes.xml"].clone()).unwrap();
    assert!(notes.contains(r#"<w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t>"#), "{notes}");
    let names: Vec<&String> = before.keys().collect();
    assert_eq!(names, after.keys().collect::<Vec<_>>());
}

#[test]
fn languages_turn_with_the_translation() {
    let bytes = full();
    let book = import(&bytes).book;
    for (target, wanted) in [
        ("fr", r#"<w:lang w:val="fr-FR" w:eastAsia="ja-JP"/>"#),
        ("zh-Hans", r#"<w:lang w:val="en-US" w:eastAsia="zh-CN"/>"#),
    ] {
        let manuscript =
            Manuscript { target_language: Some(target.parse().unwrap()), ..manuscript(&book, marking) };
        let written = write(&bytes, &manuscript, Layout::default());
        let styles = String::from_utf8(files(&written).remove("word/styles.xml").unwrap()).unwrap();
        assert!(styles.contains(wanted), "{styles}");
        assert_eq!(document(&written).contains("tbRl"), target == "zh-Hans");
    }
    let arabic = Manuscript { target_language: Some("ar".parse().unwrap()), ..manuscript(&book, marking) };
    let written = document(&write(&bytes, &arabic, Layout::default()));
    assert!(written.contains("<w:pPr><w:bidi/></w:pPr>") && written.contains("<w:rtl/>"), "{written}");
    let kept = Layout { direction: Direction::Keep, ..Layout::default() };
    assert!(document(&write(&bytes, &manuscript(&book, marking), kept)).contains("tbRl"));
}

#[test]
fn a_bilingual_document_has_both_texts_and_every_note_once() {
    let bytes = full();
    let book = import(&bytes).book;
    for bilingual in [Bilingual::Above, Bilingual::Below] {
        let layout = Layout { bilingual, ..Layout::default() };
        let written = document(&write(&bytes, &manuscript(&book, marking), layout));
        assert_eq!(written.matches("footnoteReference").count(), 1);
        assert_eq!(written.matches("w:bookmarkStart").count(), 1);
        assert!(written.contains("The lamp ") && written.contains("«THE LAMP "), "{written}");
        let both = written.find("What was kept stays.").zip(written.find("«WHAT WAS KEPT STAYS.»"));
        assert_eq!(both.map(|(source, own)| source < own), Some(bilingual == Bilingual::Above));
        // A heading stays one line of the table of contents.
        assert_eq!(written.matches(r#"<w:pStyle w:val="H1"/>"#).count(), 1);
    }
}

#[test]
fn documents_of_other_programs_are_read_and_written() {
    let ferry = import(include_bytes!("../files/ferry.docx"));
    assert_eq!((ferry.book.title.as_str(), ferry.book.author.as_deref()), ("The Ferry", Some("A. Oar")));
    let titles: Vec<&str> = ferry.book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(titles, ["", "Chapter 1", "Chapter 2", ""]);
    assert!(texts(&ferry.book).contains(&"The <1>last</1> ferry left at dusk, and nobody <2>waved</2>."));
    let lamp = import(include_bytes!("../files/lamp.docx"));
    let wanted = "The lamp was <1>lit</1> before the <2>storm</2> came, and <3>the harbour</3> lay quiet.";
    assert!(texts(&lamp.book).contains(&wanted), "{:?}", texts(&lamp.book));
    for bytes in
        [include_bytes!("../files/ferry.docx").to_vec(), include_bytes!("../files/lamp.docx").to_vec()]
    {
        let book = import(&translated(&bytes, marking)).book;
        let all = book.paragraphs().filter(|paragraph| paragraph.is_work());
        assert!(
            all.into_iter().all(|paragraph| paragraph.text.plain().starts_with('«')),
            "{:?}",
            texts(&book)
        );
    }
}

#[test]
fn headings_by_outline_level_or_by_their_words_make_chapters() {
    let level = |text: &str| format!(r#"<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>{}</w:p>"#, run(text));
    let by_level = docx(&[level("Dawn"), p(&run("a b c.")), level("Dusk"), p(&run("d e f."))].concat());
    let by_words = docx(
        &[p(&run("Chapter 1")), p(&run("It began.")), p(&run("Chapter 2")), p(&run("It went on."))].concat(),
    );
    for (bytes, wanted) in [(by_level, ["Dawn", "Dusk"]), (by_words, ["Chapter 1", "Chapter 2"])] {
        let book = import(&bytes).book;
        let titles: Vec<&str> = book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
        assert_eq!(titles, wanted);
    }
}

#[test]
fn hostile_and_damaged_documents_are_refused_by_name() {
    let bomb = r#"<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>"#;
    let with = |text: &str| {
        let mut files: Vec<(String, String)> = files(&docx(&p("")))
            .into_iter()
            .map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap()))
            .collect();
        for (name, own) in &mut files {
            if name == "word/document.xml" {
                text.clone_into(own);
            }
        }
        pack(&files)
    };
    let deep = format!("{}{}", "<w:p><w:r>".repeat(150), "</w:r></w:p>".repeat(150));
    let macros = {
        let bytes = docx(&p(&run("x")));
        let files = files(&bytes).into_iter().map(|(name, bytes)| {
            let text = String::from_utf8(bytes).unwrap();
            (
                name,
                text.replace(
                    "openxmlformats-officedocument.wordprocessingml.document.main",
                    "ms-word.document.macroEnabled.main",
                ),
            )
        });
        pack(&files.collect::<Vec<_>>())
    };
    let mut locked = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    locked.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    for (bytes, wanted) in [
        (with(bomb), "has a document type"),
        (with("<w:document>"), "no well-formed XML"),
        (docx(&deep), "deep"),
        (docx(&p("")), "no text"),
        (macros, "macros"),
        (locked, "a document with a password"),
        (docx(&p(&run(&" ".repeat(12 << 20)))), "times"),
    ] {
        let error = try_import(&bytes).map(|imported| imported.book.n_paragraphs()).unwrap_err().to_string();
        assert!(error.contains(wanted), "{wanted}: {error}");
    }
}

#[test]
fn what_stands_in_a_translated_document_is_accounted_for() {
    let bytes = full();
    let manuscript = manuscript(&import(&bytes).book, marking);
    let layout = Layout::default();
    let written = format().export(&bytes, &manuscript, &layout).unwrap();
    let certificate = certificate::issue(format(), &bytes, &manuscript, &layout, &written).unwrap();
    for (from, to) in [
        ("«THE END.»", ""),
        ("«IN THE BOX»", "«in the box»"),
        ("x=1", "x=2"),
        ("<w:t xml:space=\"preserve\">«THE END.»", "<w:t>new</w:t><w:t xml:space=\"preserve\">«THE END.»"),
    ] {
        let tampered: Vec<(String, String)> = files(&written)
            .into_iter()
            .map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap().replacen(from, to, 1)))
            .collect();
        assert!(!certificate::check(&pack(&tampered), &certificate).is_empty(), "{from} → {to}");
    }
}
