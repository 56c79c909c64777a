//! Faulty books that are read all the same, with a word about each fault; and files that are refused, with a reason.

use crate::epub_kit::{Files, import, manuscript, marking, page, texts, try_import};
use formats::export::Layout;
use formats::import::ImportError;

fn sound() -> Files {
    Files::of_bodies(&["<p>one</p><p>two</p>", "<p>three</p>"])
}

/// A fault: its name, the book, what must be among the findings, and the texts that are read.
type Tolerated = (&'static str, Files, &'static str, &'static [&'static str]);

const ALL: &[&str] = &["one", "two", "three"];

/// Faults of the package and the archive.
fn faulty_packages() -> Vec<Tolerated> {
    vec![
        (
            "missing file",
            sound().edit(
                "EPUB/package.opf",
                "<manifest>",
                "<manifest><item id='x' href='gone.mp3' media-type='audio/mpeg'/>",
            ),
            "gone.mp3",
            ALL,
        ),
        ("missing page", sound().without("EPUB/c2.xhtml"), "c2.xhtml", &["one", "two"]),
        (
            "unknown idref",
            sound().edit("EPUB/package.opf", "<spine>", "<spine><itemref idref='nobody'/>"),
            "nobody",
            ALL,
        ),
        (
            "page twice",
            sound().edit("EPUB/package.opf", "<spine>", "<spine><itemref idref='c1'/>"),
            "twice",
            ALL,
        ),
        (
            "wrong media type",
            sound().edit(
                "EPUB/package.opf",
                "c1.xhtml\" media-type=\"application/xhtml+xml\"",
                "c1.xhtml\" media-type=\"text/html\"",
            ),
            "text/html",
            ALL,
        ),
        ("wrong case", sound().edit("EPUB/package.opf", "\"c1.xhtml\"", "\"C1.XHTML\""), "C1.XHTML", ALL),
        ("percent-encoded", sound().edit("EPUB/package.opf", "\"c1.xhtml\"", "\"%63%31.xhtml\""), "", ALL),
        (
            "no navigation",
            sound().edit("EPUB/package.opf", " properties=\"nav\"", ""),
            "no table of contents",
            ALL,
        ),
        ("no mimetype", sound().without("mimetype"), "mimetype", ALL),
        ("no container", sound().without("META-INF/container.xml"), "container.xml", ALL),
    ]
}

/// Faults of single pages.
fn faulty_pages() -> Vec<Tolerated> {
    let bom = [b"\xef\xbb\xbf".as_slice(), page("<p>one</p><p>two</p>").as_bytes()].concat();
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(
            page("<p>one</p><p>two</p>").replace("utf-8", "utf-16").encode_utf16().flat_map(u16::to_le_bytes),
        )
        .collect();
    vec![
        ("byte order mark", sound().with("EPUB/c1.xhtml", &bom), "", ALL),
        ("utf-16", sound().with("EPUB/c1.xhtml", &utf16), "UTF-16LE", ALL),
        (
            "unclosed tags",
            sound().with("EPUB/c1.xhtml", page("<p>one<p>two").replace("</body></html>", "").as_bytes()),
            "faulty",
            ALL,
        ),
        ("html breaks", Files::of_bodies(&["<p>one<br>two<img src=pic.png></p>"]), "", &["one<1/>two<2/>"]),
        (
            "stray end tags",
            Files::of_bodies(&["</div><p>one</b></p></p><p>two</p>"]),
            "faulty",
            &["one", "two"],
        ),
        ("bare ampersand", Files::of_bodies(&["<p>R&D; AT&T & Co; x</p>"]), "`&D;`", &["R&D; AT&T & Co; x"]),
        (
            "bare bracket",
            Files::of_bodies(&["<p>1 < 2 <3 and a<b</p><p>two</p>"]),
            "faulty",
            &["1 < 2 <3 and a<b", "two"],
        ),
        ("unknown entity", Files::of_bodies(&["<p>a&foo;b&nbsp;c</p>"]), "`&foo;`", &["a&foo;b\u{a0}c"]),
        (
            "harmless doctype",
            Files::of_pages(&[page("<p>a&me;b</p>")
                .replace("<html", "<!DOCTYPE html [<!ENTITY me \"myself\">]><html")
                .as_bytes()]),
            "`&me;`",
            &["a&me;b"],
        ),
        ("duplicate ids", Files::of_bodies(&["<p id='a'>one</p><p id='a'>two</p>"]), "", &["one", "two"]),
        (
            "garbled fonts",
            sound().with(
                "META-INF/encryption.xml",
                encryption("http://www.idpf.org/2008/embedding", "EPUB/font.otf").as_bytes(),
            ),
            "",
            ALL,
        ),
    ]
}

#[test]
fn common_faults_are_lived_with_and_told() {
    for (name, files, wanted, expected) in faulty_packages().into_iter().chain(faulty_pages()) {
        let bytes = files.zip();
        let imported = import(&bytes);
        assert_eq!(texts(&imported.book), *expected, "{name}");
        let findings: Vec<String> = imported.findings.iter().map(ToString::to_string).collect();
        assert!(
            findings.iter().any(|finding| finding.contains(wanted)) || wanted.is_empty(),
            "{name}: {findings:?}"
        );
        assert!(!wanted.is_empty() || findings.is_empty(), "{name}: {findings:?}");
        let manuscript = manuscript(&imported.book, marking);
        let exported = crate::epub_kit::epub().export(&bytes, &manuscript, &Layout::default()).unwrap();
        let certificate = formats::certificate::issue(
            crate::epub_kit::epub(),
            &bytes,
            &manuscript,
            &Layout::default(),
            &exported,
        )
        .unwrap();
        let violations = formats::certificate::check(&exported, &certificate);
        assert!(violations.is_empty(), "{name}: {violations:?}");
    }
}

#[test]
fn names_with_backslashes_are_read_and_told() {
    let mut files = sound();
    for (name, _) in &mut files.0 {
        *name = name.replace("EPUB/", "EPUB\\");
    }
    let imported = import(&files.zip());
    assert_eq!(texts(&imported.book), ["one", "two", "three"]);
    assert!(imported.findings.iter().any(|finding| finding.message.contains("backslashes")));
}

fn encryption(method: &str, uri: &str) -> String {
    format!(
        "<encryption><EncryptedData><EncryptionMethod Algorithm='{method}'/><CipherData><CipherReference URI='{uri}'/></CipherData></EncryptedData></encryption>"
    )
}

/// A book with a page of spaces that unpacks to a thousand times its size.
fn bomb() -> Vec<u8> {
    let mut page = page("<p>one</p>").into_bytes();
    page.resize(8 << 20, b' ');
    Files::of_pages(&[&page]).zip()
}

fn nested_entities() -> Files {
    let doctype =
        "<!DOCTYPE html [<!ENTITY a \"haha\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;\">]><html";
    Files::of_pages(&[page("<p>&c;</p>").replace("<html", doctype).as_bytes()])
}

#[test]
fn what_is_locked_broken_or_hostile_is_refused_with_its_reason() {
    let adept = encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "EPUB/c1.xhtml");
    let deep = format!("{}x{}", "<div>".repeat(5_000), "</div>".repeat(5_000));
    let sound_bytes = sound().zip();
    let cut = sound_bytes[..sound_bytes.len() / 2].to_vec();
    let mut garbled = sound_bytes.clone();
    let opf = garbled.windows(16).position(|window| window == b"EPUB/package.opf").unwrap() + 30;
    garbled[opf..opf + 40].fill(0x55);
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        (
            "Adobe",
            sound()
                .with("META-INF/encryption.xml", adept.as_bytes())
                .with("META-INF/rights.xml", b"<rights/>")
                .zip(),
            "Adobe ADEPT",
        ),
        ("encrypted", sound().with("META-INF/encryption.xml", adept.as_bytes()).zip(), "encrypted content"),
        ("LCP", sound().with("META-INF/license.lcpl", b"{}").zip(), "Readium LCP"),
        ("Apple", sound().with("META-INF/sinf.xml", b"<sinf/>").zip(), "Apple FairPlay"),
        ("cut short", cut, "damaged"),
        ("garbled", garbled, "damaged"),
        ("not a zip", b"PK\x03\x04 nonsense".to_vec(), "damaged"),
        ("zip bomb", bomb(), "times its size"),
        ("leads out", sound().with("../../etc/passwd", b"x").zip(), "leads out of the book"),
        ("absolute", sound().with("/etc/passwd", b"x").zip(), "leads out of the book"),
        ("entity bomb", nested_entities().zip(), "in terms of one another"),
        ("nested", Files::of_bodies(&[&deep]).zip(), "nested more than"),
        (
            "no pages",
            sound().edit("EPUB/package.opf", "<itemref idref=\"c1\"/><itemref idref=\"c2\"/>", "").zip(),
            "names no page",
        ),
        ("no text", Files::of_bodies(&["<p><img src='pic.png'/></p>"]).zip(), "no text"),
        ("other zip", Files(vec![("picture.png".into(), b"hi".to_vec())]).zip(), "zip archive"),
    ];
    for (name, bytes, wanted) in cases {
        let error = try_import(&bytes).map(|imported| imported.book.n_paragraphs()).unwrap_err();
        let message = error.to_string();
        assert!(message.contains(wanted), "{name}: {message}");
    }
}

#[test]
fn a_size_that_is_a_lie_is_found_out_while_unpacking() {
    let mut bytes = bomb();
    let true_size = (8_u32 << 20).to_le_bytes();
    let places: Vec<usize> =
        bytes.windows(4).enumerate().filter(|(_, window)| *window == true_size).map(|(at, _)| at).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + 4].copy_from_slice(&1000_u32.to_le_bytes());
    }
    let error = try_import(&bytes).map(|imported| imported.book.n_paragraphs()).unwrap_err();
    assert!(matches!(error, ImportError::Hostile { .. } | ImportError::Damaged { .. }), "{error}");
}

#[test]
fn a_library_that_disagrees_with_its_file_is_told_where() {
    let bytes = sound().zip();
    let mut manuscript = manuscript(&import(&bytes).book, marking);
    manuscript.chapters[0].paragraphs[1].source = crate::epub_kit::marked("something else");
    let error =
        crate::epub_kit::epub().export(&bytes, &manuscript, &Layout::default()).unwrap_err().to_string();
    assert!(error.contains("paragraph 2 of `EPUB/c1.xhtml`") && error.contains("something else"), "{error}");
    manuscript.chapters[0].paragraphs.pop();
    assert!(crate::epub_kit::epub().export(&bytes, &manuscript, &Layout::default()).is_err());
}

#[test]
fn an_end_record_that_counts_wrongly_costs_nothing() {
    let mut bytes = sound().zip();
    let at = bytes.windows(4).rposition(|window| window == b"PK\x05\x06").unwrap();
    for (disk, n_entries) in [(0, 0), (1, 1), (0, 3)] {
        bytes[at + 4] = disk;
        bytes[at + 8] = n_entries;
        let imported = import(&bytes);
        assert_eq!(texts(&imported.book), ALL);
        let (manuscript, layout) = (manuscript(&imported.book, marking), Layout::default());
        let written = crate::epub_kit::epub().export(&bytes, &manuscript, &layout).unwrap();
        assert_eq!(texts(&import(&written).book).len(), ALL.len());
    }
}

#[test]
fn an_empty_file_is_called_empty() {
    assert!(matches!(try_import(b""), Err(ImportError::Empty)));
}

#[test]
fn folders_in_the_archive_are_carried_along() {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (at, (name, bytes)) in sound().0.iter().enumerate() {
        if at == 1 {
            writer.add_directory("EPUB/", options).unwrap();
        }
        writer.start_file(name, options).unwrap();
        std::io::Write::write_all(&mut writer, bytes).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let manuscript = manuscript(&import(&bytes).book, marking);
    let exported = crate::epub_kit::epub().export(&bytes, &manuscript, &Layout::default()).unwrap();
    assert!(Files::unzip(&exported).0.iter().any(|(name, _)| name == "EPUB/"));
    assert_eq!(texts(&import(&exported).book).len(), 3);
}

#[test]
fn a_damaged_picture_or_table_of_contents_is_told_at_import_and_never_costs_the_export() {
    let mut bytes = sound().with("EPUB/lamp.svg", b"<svg>a lamp</svg>").zip();
    for name in ["EPUB/lamp.svg", "EPUB/nav.xhtml"] {
        // The checksum stands thirty bytes before the name in the archive's own list of files.
        let place = bytes.windows(name.len()).rposition(|seen| seen == name.as_bytes()).unwrap();
        bytes[place - 30] ^= 0xff;
    }
    let imported = import(&bytes);
    let told = imported.findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(told.contains("lamp.svg: damaged") && told.contains("nav.xhtml: damaged"), "{told}");
    let manuscript = manuscript(&imported.book, marking);
    let exported = crate::epub_kit::export(&bytes, &manuscript);
    let certificate = formats::certificate::issue(
        crate::epub_kit::epub(),
        &bytes,
        &manuscript,
        &Layout::default(),
        &exported,
    )
    .unwrap();
    assert_eq!(formats::certificate::check(&exported, &certificate), []);
}

#[test]
fn more_paragraphs_than_a_text_may_have_lines_are_refused() {
    let page = |from: u32| (from..from + 700_000).map(|n| format!("<p>{n}</p>")).collect::<Vec<_>>().concat();
    let pages = [page(0), page(700_000), page(1_400_000)];
    let files = Files::of_bodies(&pages.each_ref().map(String::as_str));
    let refused = try_import(&files.zip()).unwrap_err();
    assert!(matches!(refused, ImportError::Hostile { .. }), "{refused}");
    assert!(refused.to_string().contains("2000000 paragraphs"), "{refused}");
}
