//! Files that become an EPUB at import: RTF and Kindle books.

use crate::epub_kit::{epub, manuscript, marking};
use book::text::book::{Book, FileFormat};
use book::text::chapter::Matter;
use book::text::paragraph::ParagraphKind;
use formats::certificate;
use formats::export::Layout;
use formats::import::{ImportError, Source};
use formats::template::{TemplateImport, take};

fn taken(bytes: &[u8], name: &str) -> (Book, Vec<u8>, Vec<String>) {
    let TemplateImport { imported, original } = take(&Source::new(bytes, name)).unwrap();
    assert_eq!(imported.book.format, FileFormat::Epub);
    let original = original.unwrap();
    let again = take(&Source::new(bytes, name)).unwrap().original.unwrap();
    assert!(original == again, "the same file gives the same EPUB");
    (imported.book, original, imported.findings.iter().map(ToString::to_string).collect())
}

/// The paragraphs of the pages with text.
fn texts(book: &Book) -> Vec<(&str, ParagraphKind)> {
    let on_pages = |kind| !matches!(kind, ParagraphKind::Label | ParagraphKind::Alternative);
    let paragraphs = book.paragraphs().filter(|p| on_pages(p.kind) && !p.is_empty());
    paragraphs.map(|paragraph| (paragraph.text.as_str(), paragraph.kind)).collect()
}

/// The made EPUB is translated like any other, and every paragraph of it is accounted for.
fn comes_out(book: &Book, original: &[u8]) {
    let (manuscript, layout) = (manuscript(book, marking), Layout::default());
    let written = epub().export(original, &manuscript, &layout).unwrap();
    let certificate = certificate::issue(epub(), original, &manuscript, &layout, &written).unwrap();
    assert_eq!(certificate::check(&written, &certificate), []);
}

const RTF: &[u8] = br"{\rtf1\ansi\ansicpg1252\uc1\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset128 Gothic;}}
{\stylesheet{\s0 Normal;}{\s1 heading 1;}}{\info{\title The Lamp}{\author A. Oar}}
{\header Running head\par}
\pard\s1 One\par
\pard The {\i lamp} burns\'85 \u233? on{\footnote\pard The note.}.\line Next line\par
{\f1 \'93\'fa\'96\'7b} \emdash  {\*\unknown hidden}end\par
{\field{\*\fldinst HYPERLINK x}{\fldrslt a link}} \{here\}{\field{\*\fldinst  MACROBUTTON None <your name>}{\fldrslt }}\par
\deleted gone\deleted0\pard\par
\pard\s1 Two\par \pard\intbl left\cell right\cell\row
\pard The end.\par}";

#[test]
fn rich_text_becomes_an_epub_with_its_words_and_emphasis() {
    use ParagraphKind::{Body, Heading, Note};
    let (book, original, findings) = taken(RTF, "lamp.rtf");
    assert_eq!(
        texts(&book),
        [
            ("One", Heading),
            ("The <1>lamp</1> burns… é on.<2/>Next line", Body),
            ("The note.", Note),
            ("日本 — end", Body),
            ("a link {here}<your name>", Body),
            ("Two", Heading),
            ("left", Body),
            ("right", Body),
            ("The end.", Body),
        ]
    );
    assert_eq!((book.title.as_str(), book.author.as_deref()), ("The Lamp", Some("A. Oar")));
    let titles: Vec<&str> = book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert!(titles.starts_with(&["One", "Two"]), "{titles:?}");
    let digest = blake3::hash(RTF).to_hex();
    assert!(findings.iter().any(|finding| finding.contains(digest.as_str())), "{findings:?}");
    assert!(findings.iter().any(|finding| finding.contains("tracked changes")), "{findings:?}");
    comes_out(&book, &original);
}

/// A Kindle book of one record of text.
fn kindle(compression: u16, protection: u16, text: &[u8]) -> Vec<u8> {
    kindle_with(compression, protection, &[text])
}

/// A Kindle book of one record of text and the records of its index.
fn kindle_with(compression: u16, protection: u16, records: &[&[u8]]) -> Vec<u8> {
    let mut head = vec![0; 16 + 232];
    head[244..248].copy_from_slice(&if records.len() > 1 { 2_u32 } else { u32::MAX }.to_be_bytes());
    head[0..2].copy_from_slice(&compression.to_be_bytes());
    head[8..10].copy_from_slice(&1_u16.to_be_bytes());
    head[12..14].copy_from_slice(&protection.to_be_bytes());
    head[16..20].copy_from_slice(b"MOBI");
    head[20..24].copy_from_slice(&232_u32.to_be_bytes());
    head[28..32].copy_from_slice(&65_001_u32.to_be_bytes());
    let title = "The Lamp";
    let at = u32::try_from(head.len()).unwrap();
    head[84..88].copy_from_slice(&at.to_be_bytes());
    head[88..92].copy_from_slice(&8_u32.to_be_bytes());
    head.extend(title.as_bytes());
    let mut bytes = vec![0; 60];
    bytes.extend(b"BOOKMOBI");
    bytes.resize(76, 0);
    bytes.extend(u16::try_from(records.len() + 1).unwrap().to_be_bytes());
    let mut start = 78 + (records.len() + 1) * 8 + 2;
    for record in [head.as_slice()].iter().chain(records) {
        bytes.extend(u32::try_from(start).unwrap().to_be_bytes());
        bytes.extend([0; 4]);
        start += record.len();
    }
    bytes.extend([0; 2]);
    bytes.extend(head);
    bytes.extend(records.concat());
    bytes
}

/// The records of an index: its head, its entries with place, label and depth, and the labels.
fn index(entries: &[(usize, &str, u8)]) -> [Vec<u8>; 3] {
    let byte = |value: usize| u8::try_from(value & 0x7f).unwrap();
    let number = |value: usize| [byte(value >> 14), byte(value >> 7), byte(value) | 0x80];
    let record = |n: usize, offsets: u32, n_texts: u32| {
        let mut record = vec![0; 192];
        record[0..4].copy_from_slice(b"INDX");
        record[4..8].copy_from_slice(&192_u32.to_be_bytes());
        record[20..24].copy_from_slice(&offsets.to_be_bytes());
        record[24..28].copy_from_slice(&u32::try_from(n).unwrap().to_be_bytes());
        record[52..56].copy_from_slice(&n_texts.to_be_bytes());
        record
    };
    let mut head = record(1, 0, 1);
    head.extend(b"TAGX");
    head.extend(28_u32.to_be_bytes());
    head.extend(1_u32.to_be_bytes());
    head.extend([1, 1, 1, 0, 3, 1, 2, 0, 4, 1, 4, 0, 0, 0, 0, 1]);
    let (mut body, mut offsets, mut labels) = (Vec::new(), b"IDXT".to_vec(), Vec::new());
    for (at, label, depth) in entries {
        offsets.extend(u16::try_from(192 + body.len()).unwrap().to_be_bytes());
        body.extend([1, b'0', 0b111]);
        body.extend([number(*at), number(labels.len()), number(usize::from(*depth))].concat());
        labels.extend(number(label.len()));
        labels.extend(label.bytes());
    }
    let data = record(entries.len(), u32::try_from(192 + body.len()).unwrap(), 0);
    [head, [data, body, offsets].concat(), labels]
}

#[test]
fn the_index_of_a_kindle_book_names_its_chapters() {
    let body = "<p>It burned all night.</p>".repeat(14);
    let markup = format!(
        "<html><body><p>Contents</p><p>The Lamp</p><p>The Oar</p><p>The Sea &amp; I</p><mbp:pagebreak/><p>The Lamp</p>{body}\
         <mbp:pagebreak/><a id=\"x\"/><p><b>THE OAR</b></p>{body}<mbp:pagebreak/><p>*</p>{body}</body></html>"
    );
    let places: Vec<usize> = markup.match_indices("<mbp:pagebreak/>").map(|(at, _)| at + 16).collect();
    let entries =
        [(places[0], "The Lamp", 0), (places[1] + 3, "The Oar", 0), (places[2], "The Sea &amp; I", 0)];
    let [head, data, labels] = index(&entries);
    let (book, original, findings) =
        taken(&kindle_with(1, 0, &[markup.as_bytes(), &head, &data, &labels]), "lamp.mobi");
    let titles = |book: &Book| -> Vec<String> {
        let body = book.chapters.iter().filter(|chapter| chapter.matter == Matter::Body);
        body.map(|chapter| chapter.title.clone()).collect()
    };
    assert_eq!(titles(&book), ["The Lamp", "THE OAR", "The Sea & I"]);
    assert!(!texts(&book).contains(&("Contents", ParagraphKind::Body)), "{:?}", texts(&book));
    assert!(findings.iter().any(|finding| finding.contains("page of contents")), "{findings:?}");
    comes_out(&book, &original);
    // Without an index, the page of contents that the guide names tells the same.
    let link = |at: usize, label: &str| format!("<p><a filepos={at:010}>{label}</a></p>");
    let page = |places: &[usize]| {
        let links: String = places
            .iter()
            .zip(["The Lamp", "The Oar", "The Sea"])
            .map(|(at, label)| link(*at, label))
            .collect();
        format!(
            "<html><head><guide><reference type=\"toc\" filepos={:010} /></guide></head><body>{links}<mbp:pagebreak/><p>The Lamp</p>{body}<p>The Oar</p>{body}<p>The Sea</p>{body}</body></html>",
            places[3]
        )
    };
    let draft = page(&[0, 0, 0, 0]);
    let at = |words: &str| draft.rfind(words).unwrap();
    let markup = page(&[
        at("<p>The Lamp"),
        at("<p>The Oar"),
        at("<p>The Sea"),
        at("<p><a filepos=0000000000>The Lamp"),
    ]);
    let (book, _, _) = taken(&kindle(1, 0, markup.as_bytes()), "lamp.mobi");
    assert_eq!(titles(&book), ["The Lamp", "The Oar", "The Sea"]);
}

#[test]
fn a_kindle_book_becomes_an_epub_and_a_protected_one_is_refused() {
    let markup = "<html><head><guide></guide></head><body><h1>One</h1><p>The <i>lamp</i> burns.</p><mbp:pagebreak/><h1>Two</h1><p>Über &amp; out.</p></body></html>";
    // Literal bytes beyond ASCII are announced, a space before a letter is one byte, and `urns.` comes again.
    let mut packed = Vec::new();
    for byte in markup.bytes() {
        if byte >= 0x80 { packed.extend([1, byte]) } else { packed.push(byte) }
    }
    for (compression, text) in [(1, markup.as_bytes().to_vec()), (2, packed)] {
        let (book, original, _) = taken(&kindle(compression, 0, &text), "lamp.azw3");
        let words: Vec<&str> = texts(&book).into_iter().map(|(text, _)| text).collect();
        assert_eq!(words, ["One", "The <1>lamp</1> burns.", "Two", "Über & out."]);
        assert_eq!(book.title, "The Lamp");
        comes_out(&book, &original);
    }
    let refused = take(&Source::new(&kindle(1, 2, b"x"), "lamp.mobi"));
    assert!(matches!(&refused, Err(ImportError::Protected { .. })), "{refused:?}");
    assert!(refused.unwrap_err().to_string().contains("Kindle"));
    for cut in [70, 80, 100, 200, 350] {
        let bytes = kindle(2, 0, b"<p>\x81\x09\xc1</p>");
        assert!(take(&Source::new(&bytes[..cut], "x.mobi")).is_err(), "cut off at {cut}");
    }
}

#[test]
fn damaged_rich_text_is_no_reason_to_fall_over() {
    for bytes in [
        &b"{\\rtf1"[..],
        b"{\\rtf1 \\bin99999999999 x",
        b"{\\rtf1 \\u-99999? \\'zz}}}}",
        b"{\\rtf1 \\u55357? x}",
    ] {
        let _ = take(&Source::new(bytes, "x.rtf"));
    }
    let deep = [b"{\\rtf1 ".to_vec(), b"{".repeat(5_000)].concat();
    let error = take(&Source::new(&deep, "x.rtf")).unwrap_err().to_string();
    assert!(error.contains("deep"), "{error}");
}

/// Whether other readers of these files see the same words in the same order: LibreOffice of RTF that it wrote itself, and
/// `KindleUnpack` of a packed Kindle book of several records.
#[test]
fn other_readers_see_the_same_words() {
    let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let without_tags = regex::Regex::new(r"</?\d+/?>|｜|《[^》]*》").unwrap();
    for (file, theirs) in [
        ("rtf/ledger.rtf", "rtf/ledger.libreoffice.txt"),
        ("rtf/machi.rtf", "rtf/machi.libreoffice.txt"),
        ("kindle/ledger.mobi", "kindle/ledger.kindleunpack.txt"),
    ] {
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let (book, original, _) = taken(&bytes, file.rsplit('/').next().unwrap());
        let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let ours: Vec<String> =
            texts(&book).iter().map(|(text, _)| bare(&without_tags.replace_all(text, ""))).collect();
        let theirs = std::fs::read_to_string(folder.join(theirs)).unwrap();
        let theirs: Vec<String> = theirs.lines().map(bare).filter(|line| !line.is_empty()).collect();
        assert_eq!(ours, theirs, "{file}");
        comes_out(&book, &original);
    }
}
