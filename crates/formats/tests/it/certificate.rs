//! The loss certificate as a proof: each way of damaging an exported book is found, and nothing else is.

use crate::epub_kit::{Files, epub, import, manuscript, marking};
use book::text::markup::Marked;
use book::text::reading::Reading;
use formats::certificate::{self, BlockRole, Certificate, CertificateFault, ParagraphStatus};
use formats::export::{Bilingual, Layout, Manuscript, Outcome};

fn original() -> Files {
    Files::of_bodies(&[
        "<h1>first</h1><p>alpha <ruby>漢<rt>かん</rt></ruby></p><p>beta<img src='pic.png' alt=''/></p><p>gamma</p>",
        "<h1 id='t'>second</h1><p>delta <a href='c1.xhtml'>link</a></p><p>&#160;</p><ul><li>epsilon</li></ul><p>◇◇◇</p><p>late</p>",
    ])
}

fn outcome(paragraph: &book::text::paragraph::Paragraph) -> Outcome {
    match paragraph.text.as_str() {
        "◇◇◇" => Outcome::Kept,
        "late" => Outcome::Untranslated("budget".into()),
        _ => marking(paragraph),
    }
}

fn issue(layout: Layout) -> (Files, Certificate, Manuscript) {
    let original = original().zip();
    let manuscript = manuscript(&import(&original).book, outcome);
    let exported = epub().export(&original, &manuscript, &layout).unwrap();
    let certificate = certificate::issue(epub(), &original, &manuscript, &layout, &exported).unwrap();
    (Files::unzip(&exported), certificate, manuscript)
}

#[test]
fn a_whole_book_is_certified_in_one_line() {
    let (files, certificate, _) = issue(Layout::default());
    let violations = certificate::check(&files.zip(), &certificate);
    assert_eq!(violations, []);
    assert_eq!(
        certificate.summary(&violations).to_string(),
        "12 of 12 paragraphs accounted for (10 translated, 1 kept, 1 untranslated)"
    );
    let late = certificate.blocks.iter().last().unwrap();
    assert_eq!(
        (late.role, late.status, late.reason.as_deref()),
        (BlockRole::Source, ParagraphStatus::Untranslated, Some("budget"))
    );
}

#[test]
fn every_damage_is_found_and_nothing_else() {
    let (files, certificate, manuscript) = issue(Layout::default());
    let (c1, c2) = ("EPUB/c1.xhtml", "EPUB/c2.xhtml");
    let id = |chapter: usize, paragraph: usize| Some(manuscript.chapters[chapter].paragraphs[paragraph].id);
    let swapped = |files: &Files| {
        let page = files.text(c1).replace("«GAMMA»", "@").replace("«BETA", "«GAMMA»").replace('@', "«BETA»");
        files.clone().with(
            c1,
            page.replace("«GAMMA»<img src='pic.png' alt=''/>»", "«GAMMA»<img src='pic.png' alt=''/>")
                .as_bytes(),
        )
    };
    let cases: Vec<(&str, Files, CertificateFault, Option<book::id::ParagraphId>)> = vec![
        ("drop", files.clone().edit(c1, "<p>«GAMMA»</p>", ""), CertificateFault::Missing, id(0, 3)),
        ("empty", files.clone().edit(c1, "«GAMMA»", ""), CertificateFault::Missing, id(0, 3)),
        ("blank", files.clone().edit(c1, "«GAMMA»", "&#160;"), CertificateFault::Missing, id(0, 3)),
        ("alter", files.clone().edit(c1, "«GAMMA»", "«GAMMB»"), CertificateFault::Altered, id(0, 3)),
        ("reading", files.clone().edit(c1, "<rt>かん</rt>", ""), CertificateFault::Altered, id(0, 1)),
        (
            "repeat",
            files.clone().edit(c1, "<p>«GAMMA»</p>", "<p>«GAMMA»</p><p>«GAMMA»</p>"),
            CertificateFault::Repeated,
            id(0, 3),
        ),
        (
            "repeat far",
            files.clone().edit(c2, "<p>late</p>", "<p>late</p><p>«GAMMA»</p>"),
            CertificateFault::Repeated,
            id(0, 3),
        ),
        (
            "extra",
            files.clone().edit(c2, "<p>late</p>", "<p>an advertisement</p><p>late</p>"),
            CertificateFault::Unexpected,
            None,
        ),
        ("outside", files.clone().edit(c2, "</body>", "loose</body>"), CertificateFault::Unexpected, None),
        ("kept lost", files.clone().edit(c2, "<p>◇◇◇</p>", ""), CertificateFault::Missing, id(1, 4)),
        ("picture", files.clone().edit(c1, "pic.png", "gone.png"), CertificateFault::LinkBroken, None),
        ("link", files.clone().edit(c2, "c1.xhtml", "c9.xhtml"), CertificateFault::LinkBroken, None),
        (
            "anchor",
            files.clone().edit(c2, "href='c1.xhtml'", "href='#gone'"),
            CertificateFault::LinkBroken,
            None,
        ),
        (
            "contents",
            files.clone().edit("EPUB/nav.xhtml", "<li><a href=\"c2.xhtml\">«CHAPTER 2»</a></li>", ""),
            CertificateFault::ContentsChanged,
            None,
        ),
        (
            "style altered",
            files.clone().edit("EPUB/style.css", "0", "1"),
            CertificateFault::ResourceAltered,
            None,
        ),
        (
            "picture altered",
            files.clone().with("EPUB/pic.png", b"other"),
            CertificateFault::ResourceAltered,
            None,
        ),
    ];
    for (name, damaged, fault, paragraph) in cases {
        let violations = certificate::check(&damaged.zip(), &certificate);
        let found: Vec<_> =
            violations.iter().map(|violation| (violation.fault, violation.paragraph)).collect();
        // A line of the table of contents is a label as well, and missed as one.
        let n_labels = usize::from(name == "contents");
        assert_eq!(found.len(), 1 + n_labels, "{name}: {violations:?}");
        assert_eq!(found[n_labels..], [(fault, paragraph)], "{name}: {violations:?}");
    }
    let violations = certificate::check(&swapped(&files).zip(), &certificate);
    let faults: Vec<_> = violations.iter().map(|violation| violation.fault).collect();
    assert_eq!(faults, [CertificateFault::Moved], "{violations:?}");
    assert!(certificate.summary(&violations).to_string().starts_with("11 of 12"));
}

#[test]
fn a_picture_that_is_gone_is_missed_wherever_it_is_used() {
    let (files, certificate, _) = issue(Layout::default());
    let violations = certificate::check(&files.without("EPUB/pic.png").zip(), &certificate);
    let mut faults: Vec<_> = violations.iter().map(|violation| violation.fault).collect();
    faults.sort();
    // The file itself, the page that shows it, and the manifest that names it.
    assert_eq!(
        faults,
        [CertificateFault::ResourceMissing, CertificateFault::LinkBroken, CertificateFault::LinkBroken]
    );
}

#[test]
fn a_translation_into_nothing_is_a_loss() {
    let original = original().zip();
    let manuscript = manuscript(&import(&original).book, |paragraph| match paragraph.text.as_str() {
        "gamma" => Outcome::Translated(Marked::from_plain(" ")),
        _ => Outcome::Kept,
    });
    let exported = epub().export(&original, &manuscript, &Layout::default()).unwrap();
    let certificate =
        certificate::issue(epub(), &original, &manuscript, &Layout::default(), &exported).unwrap();
    let violations = certificate::check(&exported, &certificate);
    assert_eq!(violations.len(), 1, "{violations:?}");
    assert_eq!(
        (violations[0].fault, violations[0].paragraph),
        (CertificateFault::Missing, Some(manuscript.chapters[0].paragraphs[3].id))
    );
}

#[test]
fn a_bilingual_book_must_hold_both_texts() {
    for bilingual in [Bilingual::Above, Bilingual::Below] {
        let (files, certificate, _) = issue(Layout { bilingual, ..Layout::default() });
        assert_eq!(certificate::check(&files.zip(), &certificate), []);
        let roles: Vec<BlockRole> = certificate.blocks.iter().take(2).map(|block| block.role).collect();
        let wanted = if bilingual == Bilingual::Above {
            [BlockRole::Source, BlockRole::Translation]
        } else {
            [BlockRole::Translation, BlockRole::Source]
        };
        assert_eq!(roles, wanted);
        for text in ["gamma", "«GAMMA»"] {
            let violations =
                certificate::check(&files.clone().edit("EPUB/c1.xhtml", text, "").zip(), &certificate);
            assert_eq!(
                violations.iter().map(|v| v.fault).collect::<Vec<_>>(),
                [CertificateFault::Missing],
                "{violations:?}"
            );
        }
    }
}

#[test]
fn the_certificate_travels_inside_the_book() {
    let (files, certificate, _) = issue(Layout::default());
    let plain = files.zip();
    assert!(certificate::embedded(&plain).unwrap().is_none());
    let sealed = certificate::embed(&plain, &certificate).unwrap().unwrap();
    let found = certificate::embedded(&sealed).unwrap().unwrap();
    assert_eq!(found, certificate);
    assert_eq!(certificate::check(&sealed, &found), []);
    let again = certificate::embed(&sealed, &certificate).unwrap().unwrap();
    assert_eq!(Files::unzip(&again).0.len(), files.0.len() + 1);
    // A book that is exported from a sealed one starts without a certificate.
    let manuscript = manuscript(&import(&sealed).book, crate::epub_kit::untranslated);
    let fresh = epub().export(&sealed, &manuscript, &Layout::default()).unwrap();
    assert!(certificate::embedded(&fresh).unwrap().is_none());
}

#[test]
fn a_report_from_the_future_is_refused_and_a_lost_file_is_a_violation() {
    let (_, certificate, _) = issue(Layout::default());
    let json = String::from_utf8(certificate.to_json().unwrap()).unwrap();
    assert_eq!(Certificate::from_json(json.as_bytes()).unwrap(), certificate);
    let newer = json.replacen("\"version\":2", "\"version\":9", 1);
    assert!(Certificate::from_json(newer.as_bytes()).unwrap_err().to_string().contains("newer version"));
    assert!(Certificate::from_json(b"{}").is_err());
    let violations = certificate::check(b"not a zip", &certificate);
    assert_eq!(violations[0].fault, CertificateFault::Unreadable);
    assert!(certificate.summary(&violations).to_string().starts_with("0 of 12"));
    assert_eq!(certificate::beside("a/b.txt".as_ref()), std::path::PathBuf::from("a/b.txt.certificate.json"));
}

#[test]
fn what_is_expected_of_an_untranslated_book_is_what_its_original_holds() {
    let original = original().edit("EPUB/c2.xhtml", "href='c1.xhtml'", "href='#gone'").zip();
    let manuscript = manuscript(&import(&original).book, crate::epub_kit::untranslated);
    let expected = epub().expected(&original, &manuscript, &Layout::default()).unwrap();
    let found = epub().read_back(&original, Reading::NEWEST).unwrap();
    assert_eq!(expected.frame, found.frame);
    assert!(expected.blocks.iter().all(|block| block.role == BlockRole::Source));
    assert_eq!(expected.blocks.into_iter().map(|block| block.text).collect::<Vec<_>>(), found.blocks);
    assert_eq!(found.frame.broken_links, ["EPUB/c2.xhtml: #gone"]);
    assert_eq!(found.frame.contents.len(), 2);
}

#[test]
fn the_style_sheets_of_a_book_are_found_without_the_rest_of_it() {
    let book = original().with("EPUB/more/OLD.CSS", b"p{color:red}").zip();
    let sheets = epub().style_sheets(&book).unwrap();
    let resources = epub().read_back(&book, Reading::NEWEST).unwrap().frame.resources;
    assert_eq!(
        sheets.iter().map(|sheet| sheet.name.as_str()).collect::<Vec<_>>(),
        ["EPUB/more/OLD.CSS", "EPUB/style.css"]
    );
    assert!(sheets.iter().all(|sheet| resources.contains(sheet)));
    assert!(resources.len() > sheets.len());
    let text = formats::format_of(book::text::book::FileFormat::Text).unwrap();
    assert_eq!(text.style_sheets(b"text").unwrap(), []);
    assert!(epub().style_sheets(b"not a zip").is_err());
}

/// A book of so many pages of a hundred paragraphs each.
fn long_book(n_pages: usize) -> Vec<u8> {
    let body = |page: usize| {
        let lines = (0..100).map(|line| format!("<p>page {page}, line {line}</p>"));
        format!("<h1>part {page}</h1>{}", lines.collect::<String>())
    };
    let bodies: Vec<String> = (1..=n_pages).map(body).collect();
    Files::of_bodies(&bodies.iter().map(String::as_str).collect::<Vec<_>>()).zip()
}

#[test]
fn the_certificate_of_a_long_book_is_the_same_after_its_journey() {
    let original = long_book(12);
    let some = |paragraph: &book::text::paragraph::Paragraph| match paragraph.place.block % 3 {
        0 => Outcome::Untranslated(format!("reason {}", paragraph.place.part).into()),
        1 => Outcome::Kept,
        _ => marking(paragraph),
    };
    let manuscript = manuscript(&import(&original).book, some);
    let layout = Layout::default();
    let exported = epub().export(&original, &manuscript, &layout).unwrap();
    let certificate = certificate::issue(epub(), &original, &manuscript, &layout, &exported).unwrap();
    assert_eq!(certificate::check(&exported, &certificate), []);
    let blocks: Vec<_> = certificate.blocks.iter().collect();
    assert_eq!((blocks.len(), certificate.blocks.len()), (12 * 101, 12 * 101));
    for (at, block) in blocks.iter().enumerate() {
        assert_eq!(certificate.blocks.get(at).as_ref(), Some(block));
    }
    assert_eq!(certificate.blocks.get(blocks.len()), None);
    let late = &blocks[1201];
    assert_eq!((late.excerpt.as_str(), late.reason.as_deref()), ("page 12, line 89", Some("reason 11")));
    let mut json = Vec::new();
    certificate.write_json(&mut json).unwrap();
    assert_eq!(json, certificate.to_json().unwrap());
    assert_eq!(Certificate::read_json(std::io::Cursor::new(&json)).unwrap(), certificate);
    let sealed = certificate::embed(&exported, &certificate).unwrap().unwrap();
    assert_eq!(certificate::embedded(&sealed).unwrap().unwrap(), certificate);
}

#[test]
fn what_is_altered_on_the_last_page_of_a_long_book_is_told_in_both_its_forms() {
    let original = long_book(12);
    let manuscript = manuscript(&import(&original).book, crate::epub_kit::untranslated);
    let layout = Layout::default();
    let exported = epub().export(&original, &manuscript, &layout).unwrap();
    let certificate = certificate::issue(epub(), &original, &manuscript, &layout, &exported).unwrap();
    let damaged = Files::unzip(&exported).edit("EPUB/c12.xhtml", "page 12, line 97", "nothing of it").zip();
    let violations = certificate::check(&damaged, &certificate);
    let told: Vec<_> = violations.iter().map(|one| (one.fault, &*one.expected, &*one.found)).collect();
    assert_eq!(told, [(CertificateFault::Altered, "page 12, line 97", "nothing of it")]);
    assert_eq!(violations[0].paragraph, Some(manuscript.chapters[11].paragraphs[98].id));
}

#[test]
fn what_does_not_fit_is_told_in_reading_order_wherever_it_stands_in_the_archive() {
    let mut files = Files::of_bodies(&["<p>one</p>", "<p>two</p>", "<p>three</p>"]);
    let mut other = manuscript(&import(&files.zip()).book, crate::epub_kit::untranslated);
    for chapter in &mut other.chapters[1..] {
        chapter.paragraphs[0].source = Marked::from_plain("something else");
    }
    // The last page is the first in the archive.
    files.0.reverse();
    let error = epub().export(&files.zip(), &other, &Layout::default()).unwrap_err().to_string();
    assert!(error.contains("c2.xhtml") && error.contains("two"), "{error}");
}
