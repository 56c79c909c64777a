//! Everything a reader sees or hears: texts outside the blocks of pages are read, translated and proved, and books
//! that were read before keep their reading.

use crate::epub_kit::{CONTAINER, Files, epub, import, manuscript, marking, page, try_import};
use book::text::book::Book;
use book::text::paragraph::ParagraphKind;
use book::text::reading::Reading;
use formats::certificate::{self, Certificate, CertificateFault, ParagraphStatus};
use formats::export::{Bilingual, Layout, Manuscript, Outcome};
use formats::import::{ImportError, Source};

fn of_kind(book: &Book, kind: ParagraphKind) -> Vec<String> {
    book.paragraphs().filter(|p| p.kind == kind).map(|p| p.text.plain().into_owned()).collect()
}

/// Exports and proves; gives the files and the certificate.
fn carry(original: &[u8], manuscript: &Manuscript, bilingual: Bilingual) -> (Files, Certificate) {
    let layout = Layout { bilingual, ..Layout::default() };
    let exported = epub().export(original, manuscript, &layout).unwrap();
    let certificate = certificate::issue(epub(), original, manuscript, &layout, &exported).unwrap();
    assert_eq!(certificate::check(&exported, &certificate), []);
    (Files::unzip(&exported), certificate)
}

fn translated(files: &Files) -> (Files, Certificate) {
    let original = files.zip();
    carry(&original, &manuscript(&import(&original).book, marking), Bilingual::No)
}

const SPOKEN: &str = r#"<p title="tip">one <img src="pic.png" alt="a &quot;dog&quot;"/> two</p>
<figure aria-label='a view'><svg xmlns="http://www.w3.org/2000/svg"><title>chart</title><text>left<tspan>right</tspan></text></svg></figure>
<p><svg xmlns="http://www.w3.org/2000/svg"><text>inline</text></svg> after</p>"#;

#[test]
fn attributes_and_words_in_pictures_are_paragraphs_of_their_own_kind() {
    let files = Files::of_bodies(&[SPOKEN]);
    let book = import(&files.zip()).book;
    let found = of_kind(&book, ParagraphKind::Alternative);
    assert_eq!(found, ["tip", "a \"dog\"", "a view", "chart", "left", "right", "inline"]);
    let (exported, certificate) = translated(&files);
    let page = exported.text("EPUB/c1.xhtml");
    for wanted in [
        "title=\"«TIP»\"",
        "alt=\"«A &quot;DOG&quot;»\"",
        "aria-label='«A VIEW»'",
        "<title>«CHART»</title>",
        "<text>«LEFT»<tspan>«RIGHT»</tspan></text>",
        "<text>«INLINE»</text>",
    ] {
        assert!(page.contains(wanted), "{wanted}\n{page}");
    }
    assert_eq!(certificate.unread, Vec::<String>::new());
    assert!(
        certificate.extras.iter().filter(|extra| extra.status == ParagraphStatus::Translated).count() >= 7
    );
}

#[test]
fn two_languages_on_a_page_have_both_their_alternative_texts() {
    let files = Files::of_bodies(&[SPOKEN]);
    let original = files.zip();
    let manuscript = manuscript(&import(&original).book, marking);
    for bilingual in [Bilingual::Above, Bilingual::Below] {
        let (exported, _) = carry(&original, &manuscript, bilingual);
        let page = exported.text("EPUB/c1.xhtml");
        assert!(
            page.contains("alt=\"a &quot;dog&quot;\"") && page.contains("alt=\"«A &quot;DOG&quot;»\""),
            "{page}"
        );
        assert!(page.contains("aria-label='«A VIEW»'") && !page.contains("aria-label='a view'"), "{page}");
    }
}

#[test]
fn a_lost_or_changed_alternative_text_is_found() {
    let (exported, certificate) = translated(&Files::of_bodies(&[SPOKEN]));
    let damaged = exported.edit("EPUB/c1.xhtml", "title=\"«TIP»\"", "title=\"other\"").zip();
    let faults: Vec<CertificateFault> =
        certificate::check(&damaged, &certificate).iter().map(|v| v.fault).collect();
    assert!(
        faults.contains(&CertificateFault::Missing) && faults.contains(&CertificateFault::Unexpected),
        "{faults:?}"
    );
}

#[test]
fn every_page_is_counted_by_code_that_does_not_read_it() {
    let (exported, certificate) = translated(&Files::of_bodies(&["<p>one</p>"]));
    // A text that the reader takes for part of a script-like element and does not see.
    let damaged = exported.edit("EPUB/c1.xhtml", "</body>", "<iframe>an advertisement</iframe></body>").zip();
    let faults: Vec<CertificateFault> =
        certificate::check(&damaged, &certificate).iter().map(|v| v.fault).collect();
    assert_eq!(faults, [CertificateFault::Unaccounted]);
}

#[test]
fn every_label_of_the_navigation_is_translated_or_kept() {
    let nav = page(
        r#"<h1>Table of Contents</h1><nav epub:type="toc"><ol><li><span>Part One</span><ol>
        <li><a href="c1.xhtml">First</a></li><li><a href="c2.xhtml">Picture</a></li></ol></li></ol></nav>
        <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c1.xhtml">Begin Reading</a></li></ol></nav>
        <nav epub:type="page-list"><ol><li><a href="c1.xhtml#p">xii</a></li></ol></nav>"#,
    );
    let files =
        Files::of_bodies(&["<h1 id='p'>First</h1><p>one two</p>", "<p><img src='pic.png' alt=''/></p>"])
            .with("EPUB/nav.xhtml", nav.as_bytes())
            .edit(
                "EPUB/package.opf",
                "<itemref idref=\"c1\"/>",
                "<itemref idref=\"nav\"/><itemref idref=\"c1\"/>",
            );
    let book = import(&files.zip()).book;
    let labels = of_kind(&book, ParagraphKind::Label);
    for wanted in ["Table of Contents", "Part One", "Picture", "Begin Reading"] {
        assert_eq!(labels.iter().filter(|label| *label == wanted).count(), 1, "{labels:?}");
    }
    assert!(!labels.contains(&"First".to_owned()), "the heading says it already: {labels:?}");
    assert_eq!(of_kind(&book, ParagraphKind::Notation), ["xii"]);
    let (exported, certificate) = translated(&files);
    let nav = exported.text("EPUB/nav.xhtml");
    for wanted in ["«TABLE OF CONTENTS»", "«PART ONE»", "«FIRST»", "«PICTURE»", "«BEGIN READING»", ">xii<"]
    {
        assert!(nav.contains(wanted), "{wanted}\n{nav}");
    }
    assert!(certificate.parts.iter().any(|part| part.name == "EPUB/nav.xhtml"));
    assert_eq!(certificate.unread, Vec::<String>::new());
}

#[test]
fn the_title_of_the_book_is_translated_though_no_chapter_says_it() {
    let files = Files::of_bodies(&["<p>one</p>"]);
    let title = import(&files.zip()).book.title;
    let (exported, _) = translated(&files);
    let package = exported.text("EPUB/package.opf");
    assert!(package.contains(&format!("«{}»", title.to_uppercase())), "{package}");
}

#[test]
fn code_is_kept_and_listed_and_verse_is_not_code() {
    let body = r#"<p>call <code>foo()</code> or <kbd>Ctrl</kbd> now</p><pre><code>let x = 1;
let y = 2;</code></pre><pre>Roses are red
Violets are blue</pre><p translate="no">BRAND</p><p>where <math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math> is</p>"#;
    let files = Files::of_bodies(&[body]);
    let book = import(&files.zip()).book;
    assert_eq!(of_kind(&book, ParagraphKind::Code), ["let x = 1;\nlet y = 2;", "BRAND"]);
    assert_eq!(of_kind(&book, ParagraphKind::Verse), ["Roses are red\nViolets are blue"]);
    assert_eq!(book.paragraphs().next().unwrap().text.as_str(), "call <1/> or <2/> now");
    let (exported, certificate) = translated(&files);
    let page = exported.text("EPUB/c1.xhtml");
    assert!(page.contains("«CALL <code>foo()</code> OR <kbd>Ctrl</kbd> NOW»"), "{page}");
    let kept: Vec<(&str, &str)> =
        certificate.kept.iter().map(|kept| (kept.text.as_str(), kept.reason.as_ref())).collect();
    assert_eq!(kept, [("foo()", "code"), ("Ctrl", "code"), ("x", "mathematics")]);
    assert_eq!(certificate.unread, Vec::<String>::new());
}

#[test]
fn a_picture_in_the_reading_order_is_read() {
    let picture =
        r#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><text>Cover words</text></svg>"#;
    let files = Files::of_bodies(&["<p>one</p>"])
        .with("EPUB/cover.svg", picture.as_bytes())
        .edit(
            "EPUB/package.opf",
            "<item id=\"c1\"",
            "<item id=\"cover\" href=\"cover.svg\" media-type=\"image/svg+xml\"/><item id=\"c1\"",
        )
        .edit(
            "EPUB/package.opf",
            "<itemref idref=\"c1\"/>",
            "<itemref idref=\"cover\"/><itemref idref=\"c1\"/>",
        );
    assert_eq!(of_kind(&import(&files.zip()).book, ParagraphKind::Alternative), ["Cover words"]);
    let (exported, _) = translated(&files);
    assert!(exported.text("EPUB/cover.svg").contains("«COVER WORDS»"));
}

#[test]
fn language_and_direction_inside_a_page_turn_with_the_text() {
    let files = Files::of_bodies(&[
        r#"<div xml:lang="ja" lang="ja"><p>原 <i lang="fr">mot</i></p></div><p lang="de">ein</p>"#,
    ]);
    let original = files.zip();
    let book = try_import(&original).unwrap().book;
    let mut manuscript = manuscript(&book, marking);
    manuscript.source_language = Some("ja".parse().unwrap());
    manuscript.target_language = Some("ar".parse().unwrap());
    let (exported, _) = carry(&original, &manuscript, Bilingual::No);
    let page = exported.text("EPUB/c1.xhtml");
    assert!(page.contains(r#"<div xml:lang="ar" lang="ar">"#), "{page}");
    assert!(page.contains(r#"<i lang="fr">"#) && page.contains(r#"<p lang="de">"#), "{page}");
}

#[test]
fn a_book_of_the_first_reader_is_written_and_checked_as_before() {
    let files = Files::of_bodies(&[SPOKEN, "<pre><code>x</code></pre>"]);
    let original = files.zip();
    let first = Source { reading: Reading::FIRST, ..Source::new(&original, "book.epub") };
    let book = formats::import(&first).unwrap().book;
    assert_eq!(book.reading, Reading::FIRST);
    assert_eq!(of_kind(&book, ParagraphKind::Alternative), Vec::<String>::new());
    let (exported, certificate) = carry(&original, &manuscript(&book, marking), Bilingual::No);
    assert!(exported.text("EPUB/c1.xhtml").contains("title=\"tip\""));
    assert_eq!((certificate.version, certificate.reading), (1, 1));
    assert_eq!((certificate.extras.len(), certificate.parts.len()), (0, 0));
    // A certificate from before versions were counted says nothing about them.
    let json = String::from_utf8(certificate.to_json().unwrap()).unwrap().replace("\"reading\":1,", "");
    let old = Certificate::from_json(json.as_bytes()).unwrap();
    let exported = epub().export(&original, &manuscript(&book, marking), &Layout::default()).unwrap();
    assert_eq!(certificate::check(&exported, &old), []);
}

#[test]
fn the_newest_reading_of_a_book_does_not_fit_a_manuscript_of_the_first() {
    let original = Files::of_bodies(&[SPOKEN]).zip();
    let first = Source { reading: Reading::FIRST, ..Source::new(&original, "book.epub") };
    let mut manuscript = manuscript(&formats::import(&first).unwrap().book, |_| Outcome::Kept);
    manuscript.reading = Reading::NEWEST;
    assert!(epub().export(&original, &manuscript, &Layout::default()).is_err());
}

#[test]
fn a_reading_order_of_pictures_alone_is_called_what_it_is() {
    let opf = r#"<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>t</dc:title></metadata><manifest><item id="p" href="pic.png" media-type="image/png"/></manifest><spine><itemref idref="p"/></spine></package>"#;
    let files = Files(vec![
        ("mimetype".to_owned(), b"application/epub+zip".to_vec()),
        ("META-INF/container.xml".to_owned(), CONTAINER.into()),
        ("EPUB/package.opf".to_owned(), opf.into()),
        ("EPUB/pic.png".to_owned(), b"not really a picture".to_vec()),
    ]);
    assert!(matches!(try_import(&files.zip()), Err(ImportError::NoText)));
}

#[test]
fn a_false_language_is_doubted_and_a_tail_behind_the_archive_is_passed_over() {
    let japanese = "<p>吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。</p>".repeat(80);
    let files =
        Files::of_bodies(&[&japanese]).edit("EPUB/package.opf", "<dc:language>ja<", "<dc:language>en<");
    let mut bytes = files.zip();
    let told: Vec<String> = import(&bytes).findings.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|finding| finding.contains("--from ja")), "{told:?}");
    bytes.extend(std::iter::repeat_n(b'x', 70_000));
    assert!(import(&bytes).book.n_paragraphs() > 80);
}

/// Seen in a manual about a program: a heading with code in it, and the table of contents that repeats it.
#[test]
fn code_in_the_middle_of_a_line_of_the_contents_stays_in_its_place() {
    let heading = "Why <code>run --fast</code>?";
    let files = Files::of_bodies(&[&format!("<h1>{heading}</h1><p>Because.</p>")]).edit(
        "EPUB/nav.xhtml",
        "Chapter 1",
        &format!("{heading}</a></li><li><a href=\"c1.xhtml#x\">Only <code>here</code> once"),
    );
    let (exported, certificate) = translated(&files);
    let nav = exported.text("EPUB/nav.xhtml");
    assert!(nav.contains("«WHY <code>run --fast</code>?»"), "{nav}");
    // No paragraph of the pages says it, so nobody knows where in the translation the code belongs.
    assert!(nav.contains("<code>here</code>") && nav.contains("«ONLY"), "{nav}");
    assert_eq!(certificate.unread, Vec::<String>::new());
}
