//! PDF with text, which becomes an EPUB at import. `files/pdf` holds what LibreOffice made of our samples: the PDF,
//! the paragraphs that went in (`.txt`), and what `pdftotext -raw` of Poppler reads (`.pdftotext.txt`).

use crate::epub_kit::validator::NamedBook;
use crate::epub_kit::{epub, manuscript, marking};
use book::text::book::Book;
use book::text::paragraph::ParagraphKind;
use formats::certificate;
use formats::export::Layout;
use formats::import::{ImportError, Source};
use formats::template::take;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

fn file(name: &str) -> Vec<u8> {
    std::fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files/pdf").join(name)).unwrap()
}

fn words(name: &str) -> String {
    String::from_utf8(file(name)).unwrap()
}

/// The book, the EPUB that was made for it, and what was told.
fn taken(bytes: &[u8]) -> (Book, Vec<u8>, Vec<String>) {
    let taken = take(&Source::new(bytes, "book.pdf")).unwrap();
    (
        taken.imported.book,
        taken.original.unwrap(),
        taken.imported.findings.iter().map(ToString::to_string).collect(),
    )
}

/// The paragraphs of the pages, headings with `# ` before them and readings in brackets.
fn paragraphs(book: &Book) -> Vec<String> {
    let on_pages = |kind| !matches!(kind, ParagraphKind::Label | ParagraphKind::Alternative);
    let paragraphs = book.paragraphs().filter(|p| on_pages(p.kind) && !p.is_empty());
    let without_tags = regex::Regex::new(r"</?\d+/?>").unwrap();
    let shown = |text: &str| without_tags.replace_all(text, "").replace('｜', "");
    paragraphs
        .map(|p| {
            format!("{}{}", if p.kind == ParagraphKind::Heading { "# " } else { "" }, shown(p.text.as_str()))
        })
        .collect()
}

#[test]
fn the_paragraphs_of_a_pdf_are_those_of_the_document_it_was_made_of() {
    for name in ["ledger", "deng", "machi", "machi-vertical"] {
        let (book, _, findings) = taken(&file(&format!("{name}.pdf")));
        let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected: Vec<String> = words(&format!("{name}.txt")).lines().map(bare).collect();
        let found: Vec<String> = paragraphs(&book).iter().map(|text| bare(text)).collect();
        let missing: Vec<&String> = expected.iter().filter(|text| !found.contains(text)).collect();
        let more: Vec<&String> = found.iter().filter(|text| !expected.contains(text)).collect();
        // At the end of a page two paragraphs may be one, or one two: that cannot be seen.
        assert!(
            missing.len() * 20 <= expected.len(),
            "{name}: missing {missing:#?}\ninstead {more:#?}\n{findings:?}"
        );
        let of_text: String = expected.join("").split_whitespace().collect();
        let of_book: String = found.join("").split_whitespace().collect();
        assert_eq!(
            of_book.replace("# ", "").replace('#', ""),
            of_text.replace('#', ""),
            "{name}: every word in its order"
        );
    }
}

/// EPUBs made of PDFs, for the validator.
pub(crate) fn epubs_of_pdfs() -> Vec<NamedBook> {
    let made = |name: &str| NamedBook::new(format!("{name}.pdf"), taken(&file(&format!("{name}.pdf"))).1);
    ["ledger", "machi-vertical"].map(made).into()
}

#[test]
fn every_character_that_poppler_reads_is_imported_or_told_as_dropped() {
    for name in ["ledger", "deng", "machi", "machi-vertical"] {
        let (book, ..) = taken(&file(&format!("{name}.pdf")));
        let census = |text: &str| {
            let mut census: BTreeMap<char, usize> = BTreeMap::new();
            for c in text.chars().filter(|c| !c.is_whitespace() && !"#《》\u{c}".contains(*c)) {
                *census.entry(c).or_default() += 1;
            }
            census
        };
        let theirs = words(&format!("{name}.pdftotext.txt"));
        let is_head = |line: &&str| {
            let line = line.trim_matches('\u{c}').trim();
            line == book.title || line.starts_with('–') && line.ends_with('–') && line.len() < 14
        };
        let theirs: String = theirs.lines().filter(|line| !is_head(line)).collect();
        assert_eq!(census(&paragraphs(&book).concat()), census(&theirs), "{name}");
    }
}

#[test]
fn running_heads_and_page_numbers_are_dropped_and_told_and_the_book_goes_out() {
    let (book, original, findings) = taken(&file("ledger.pdf"));
    assert_eq!(book.title, "The Lamplighter's Ledger");
    assert!(
        !paragraphs(&book).iter().any(|text| text.contains("Lamplighter's Ledger")),
        "{:?}",
        paragraphs(&book)
    );
    let told = |words: &str| assert!(findings.iter().any(|f| f.contains(words)), "{words}: {findings:?}");
    told("running head dropped: The Lamplighter's Ledger");
    told("page numbers dropped");
    let titles: Vec<&str> = book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert!(titles.contains(&"Chapter I. Two Hundred and Twelve"), "{titles:?}");
    let (manuscript, layout) = (manuscript(&book, marking), Layout::default());
    let written = epub().export(&original, &manuscript, &layout).unwrap();
    let certificate = certificate::issue(epub(), &original, &manuscript, &layout, &written).unwrap();
    assert_eq!(certificate::check(&written, &certificate), []);
    assert_eq!(taken(&file("ledger.pdf")).1, original, "the same file gives the same EPUB");
}

#[test]
fn declared_languages_are_believed_only_if_the_words_agree() {
    for (name, language) in [("machi", "ja"), ("machi-vertical", "ja"), ("ledger", "en-US")] {
        let (book, ..) = taken(&file(&format!("{name}.pdf")));
        assert_eq!(book.language.map(|l| l.to_string()), Some(language.to_owned()), "{name}");
    }
    let (book, ..) = taken(&file("deng.pdf"));
    assert!(book.language.is_some_and(|language| language.to_string().starts_with("zh")));
}

/// A document of these pages, each what it draws.
fn document(pages: &[&str]) -> Vec<u8> {
    let streams: Vec<(String, Vec<u8>)> =
        pages.iter().map(|content| (String::new(), content.as_bytes().to_vec())).collect();
    document_of(&streams, "")
}

/// A document of pages with the entries of their streams, and further objects from number 10 on.
fn document_of(pages: &[(String, Vec<u8>)], more: &str) -> Vec<u8> {
    let mut objects: Vec<(usize, Vec<u8>)> = vec![(1, b"<</Type/Catalog/Pages 2 0 R>>".to_vec())];
    let kids: Vec<String> = (0..pages.len()).map(|at| format!("{} 0 R", 100 + 2 * at)).collect();
    let kids = kids.join(" ");
    objects.push((
        2,
        format!("<</Type/Pages/Kids[{kids}]/Count {}/MediaBox[0 0 612 792]/Resources 3 0 R>>", pages.len())
            .into_bytes(),
    ));
    objects.push((3, b"<</Font<</F 4 0 R/J 5 0 R/U 7 0 R>>/XObject<</P 8 0 R/Form 9 0 R>>>>".to_vec()));
    objects.push((4, b"<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>".to_vec()));
    objects.push((
        5,
        b"<</Type/Font/Subtype/Type0/BaseFont/Ryumin/Encoding/90ms-RKSJ-H/DescendantFonts[6 0 R]>>".to_vec(),
    ));
    objects.push((6, b"<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>".to_vec()));
    objects.push((
        7,
        b"<</Type/Font/Subtype/Type0/BaseFont/Odd/Encoding/Identity-H/DescendantFonts[]>>".to_vec(),
    ));
    objects.push((8, b"<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>\nstream\nx\nendstream".to_vec()));
    let form = "BT /F 10 Tf 72 100 Td (From a form.) Tj ET /Form Do";
    objects.push((
        9,
        format!(
            "<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Length {}>>\nstream\n{form}\nendstream",
            form.len()
        )
        .into_bytes(),
    ));
    for (at, object) in (10..).zip(more.split('\u{1}').filter(|more| !more.is_empty())) {
        objects.push((at, object.as_bytes().to_vec()));
    }
    for (at, (entries, content)) in pages.iter().enumerate() {
        let number = 100 + 2 * at;
        objects
            .push((number, format!("<</Type/Page/Parent 2 0 R/Contents {} 0 R>>", number + 1).into_bytes()));
        let head = format!("<<{entries}/Length {}>>\nstream\n", content.len());
        objects.push((number + 1, [head.as_bytes(), content, b"\nendstream"].concat()));
    }
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut table = String::from("xref\n0 1\n0000000000 65535 f \n");
    for (number, object) in &objects {
        writeln!(table, "{number} 1\n{:010} 00000 n ", bytes.len()).unwrap();
        bytes.extend(format!("{number} 0 obj\n").as_bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let at = bytes.len();
    let size = 101 + 2 * pages.len();
    bytes.extend(format!("{table}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{at}\n%%EOF\n").as_bytes());
    bytes
}

#[test]
fn divided_words_are_joined_and_compounds_keep_their_hyphen() {
    let page = "BT /F 10 Tf 12 TL 72 700 Td (The lamp-lit room was known to every-) Tj T* (body who came by the narrow, lamp-) Tj T* (lit stairs of the old house at sea.) Tj ET";
    let (book, _, findings) = taken(&document(&[page]));
    assert_eq!(
        paragraphs(&book),
        [
            "The lamp-lit room was known to everybody who came by the narrow, lamp-lit stairs of the old house at sea."
        ]
    );
    assert!(findings.iter().any(|f| f.contains("lamp-lit")), "{findings:?}");
}

#[test]
fn fonts_forms_and_pictures_are_read_or_told() {
    let japanese = "BT /J 10 Tf 72 700 Td <93FA967B8CEA82CC95B68FCD82C582B78142> Tj ET /Form Do";
    let unknown = "BT /F 10 Tf 72 700 Td (Known, ) Tj /U 10 Tf <00050006> Tj ET";
    let (book, _, findings) = taken(&document(&[japanese, unknown, "q 600 0 0 800 0 0 cm /P Do Q"]));
    assert_eq!(paragraphs(&book), ["日本語の文章です。", "From a form.", "Known, \u{fffd}\u{fffd}"]);
    let told = |words: &str| assert!(findings.iter().any(|f| f.contains(words)), "{words}: {findings:?}");
    told("page 3: a picture without text");
    told("page 2: 2 characters");
}

#[test]
fn scans_and_encrypted_files_are_refused_by_what_they_are() {
    let scan = take(&Source::new(&document(&["/P Do", "/P Do"]), "scan.pdf")).unwrap_err().to_string();
    assert!(scan.contains("scanned pages"), "{scan}");
    let error = take(&Source::new(&file("password.pdf"), "password.pdf")).unwrap_err();
    assert!(matches!(error, ImportError::Protected { .. }), "{error}");
    assert!(error.to_string().contains("PDF"), "{error}");
    // Only printing and copying are forbidden: everybody can open it.
    assert!(!paragraphs(&taken(&file("restricted.pdf")).0).is_empty());
    let unknown = format!("BT /U 12 Tf 72 700 Td <{}> Tj ET", "0001000200030004".repeat(20));
    let unknown = take(&Source::new(&document(&[&unknown]), "u.pdf")).unwrap_err().to_string();
    assert!(unknown.contains("scanned pages"), "{unknown}");
}

#[test]
fn a_negative_size_with_a_negative_scale_is_text_that_goes_forwards() {
    let lines = |size: &str| -> String {
        let lines = (0..30).map(|line| {
            let y = 740 - line * 14;
            format!("1 0 0 -1 72 {y} Tm (The lamp burned all night and nobody came to put it out) Tj ")
        });
        format!("BT {size} {}ET", lines.collect::<String>())
    };
    let straight = lines("/F 12 Tf").replace("0 -1 72", "0 1 72");
    let turned = lines("/F -12 Tf -100 Tz");
    assert_eq!(paragraphs(&taken(&document(&[&turned])).0), paragraphs(&taken(&document(&[&straight])).0));
}

#[test]
fn a_pdf_in_pieces_is_no_book() {
    // A long line shows that the others are short, and so paragraphs of their own.
    let long = "The lamp burned all night and nobody came to put it out before the morning came.";
    let piece = |at: usize| {
        format!("1 0 0 1 72 {} Tm ({}) Tj ", 760 - at * 14, if at % 10 == 5 { long } else { "a." })
    };
    let page = format!("BT /F 12 Tf {}ET", (0..50).map(piece).collect::<String>());
    let error = take(&Source::new(&document(&[page.as_str(); 60]), "f.pdf")).unwrap_err();
    assert!(matches!(error, ImportError::InPieces { .. }), "{error}");
}

#[test]
fn a_title_in_the_bytes_of_gbk_is_read() {
    let bytes = document(&["BT /F 12 Tf 72 700 Td (It burned.) Tj ET"]);
    let at = bytes.windows(8).rposition(|window| window == b"/Root 1 ").unwrap();
    let info = b"/Info<</Title<C1ACB5C6C8CB2031>>>";
    let book = taken(&[&bytes[..at], info, &bytes[at..]].concat()).0;
    assert_eq!(book.title, "连灯人 1");
}

#[test]
fn hostile_pdfs_are_refused_or_read_within_limits() {
    let packed = |content: &[u8]| {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut encoder, content).unwrap();
        encoder.finish().unwrap()
    };
    let bomb = packed(&vec![b' '; 17 << 20]);
    let refused = |bytes: &[u8]| match take(&Source::new(bytes, "x.pdf")) {
        Err(error @ ImportError::Hostile { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    refused(&document_of(&[("/Filter/FlateDecode".to_owned(), bomb.clone())], ""));
    let twice = packed(&packed(&vec![b' '; 17 << 20]));
    refused(&document_of(&[("/Filter[/FlateDecode/FlateDecode]".to_owned(), twice)], ""));
    let values = packed("1 ".repeat(4_100_000).as_bytes());
    refused(&document_of(&[("/Filter/FlateDecode".to_owned(), values)], ""));
    // Deep, endless or turned in on itself: read as far as it goes.
    for content in [
        "[".repeat(100_000),
        "q ".repeat(100_000),
        "/Form Do ".repeat(50),
        "BT /F 1e30 Tf 1e30 0 0 1e30 1e30 1e30 Tm (x) Tj ET".to_owned(),
    ] {
        let page = format!("{content} BT /F 10 Tf 72 700 Td (Text.) Tj ET");
        let _ = take(&Source::new(&document(&[&page, "BT /F 10 Tf 72 700 Td (Text.) Tj ET"]), "x.pdf"));
    }
    let whole = document(&["BT /F 10 Tf 72 700 Td (Text on a page.) Tj ET"]);
    for cut in (0..whole.len()).step_by(23) {
        let _ = take(&Source::new(&whole[..cut], "x.pdf"));
        let mut damaged = whole.clone();
        damaged[cut] ^= 0x55;
        let _ = take(&Source::new(&damaged, "x.pdf"));
    }
}
