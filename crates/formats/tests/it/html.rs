//! Web pages in and out: one page, a folder, a zip.

use crate::ranged_kit::{bare, comes_back, export, file, import, paragraphs, python, translated, try_import};
use crate::text_manuscript::untouched;
use formats::export::Bilingual;
use formats::folder::{File, pack, unpack};
use formats::import::ImportError;

#[test]
fn a_web_page_is_read_as_its_texts_and_comes_back_byte_for_byte() {
    let imported = comes_back(&file("garden.html"), "garden.html");
    assert_eq!(imported.book.title, "The Garden");
    assert_eq!(imported.book.author.as_deref(), Some("Ana Reis"));
    assert_eq!(imported.book.language.as_ref().unwrap().as_str(), "en");
    let titles: Vec<&str> = imported.book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(titles, ["The Garden", "At night"]);
    insta::assert_snapshot!(paragraphs(&imported).join("\n"));
}

#[test]
fn every_text_of_a_web_page_is_replaced_and_nothing_else() {
    let bytes = file("garden.html");
    for bilingual in [Bilingual::No, Bilingual::Above, Bilingual::Below] {
        let written = String::from_utf8(translated(&bytes, "garden.html", "Wort <&>", bilingual)).unwrap();
        assert!(written.contains("<html lang=\"de\">") && !written.contains("xml:lang"), "{written}");
        if bilingual != Bilingual::Below {
            insta::assert_snapshot!(format!("html_{bilingual:?}").to_lowercase(), written);
        }
    }
}

/// What a browser's parser makes of the page: the words that are seen.
const READER: &str = "
import sys, html5lib
tree = html5lib.parse(open(sys.argv[1], 'rb').read(), treebuilder='lxml', namespaceHTMLElements=False)
for bad in tree.xpath('//script|//style|//head'):
    tail = bad.tail
    parent = bad.getparent()
    if tail:
        before = bad.getprevious()
        if before is not None: before.tail = (before.tail or '') + tail
        else: parent.text = (parent.text or '') + tail
    parent.remove(bad)
print('\\n'.join(t for t in tree.getroot().itertext() if t.strip()))
print('\\n'.join(tree.xpath('//@alt|//@title')))
";

#[test]
fn a_browsers_parser_sees_every_translation() {
    let bytes = file("garden.html");
    let Some(before) = python(READER, &bytes, "html") else { return };
    let imported = import(&bytes, "garden.html");
    for paragraph in imported.book.paragraphs() {
        let text = bare(&paragraph.text.plain());
        assert!(bare(&before).contains(&text), "{text}\n{before}");
    }
    let after = python(READER, &translated(&bytes, "garden.html", "Wort", Bilingual::No), "html").unwrap();
    let rest = bare(&after).replace("Wort", "").replace("x=1", "").replace("letgate=open;", "");
    assert!(rest.is_empty(), "{after}");
}

#[test]
fn a_page_in_an_old_encoding_is_written_as_utf_8_and_says_so() {
    let bytes =
        b"<html><head><meta charset=shift_jis></head><body><p>\x93\xfa\x96{\x8c\xea</p></body></html>";
    let imported = comes_back(bytes, "a.htm");
    assert_eq!(paragraphs(&imported), ["body: 日本語"]);
    let written = String::from_utf8(translated(bytes, "a.htm", "Größe", Bilingual::No)).unwrap();
    assert!(written.contains("charset=utf-8>") && written.contains("<p>Größe</p>"), "{written}");
}

fn saved() -> Vec<u8> {
    let file_of = |name: &str, bytes: &[u8]| File { name: name.to_owned(), bytes: bytes.to_vec() };
    pack(&[
        file_of("10.html", b"<h1>Ten</h1><p>The tenth.</p>"),
        file_of("2.html", b"<h1>Two</h1><p>The second.</p>"),
        file_of("2_files/ad.html", b"<p>Buy!</p>"),
        file_of("2_files/a.png", b"\x89PNG picture"),
        file_of("index.html", b"<h1>Start</h1><p>Here it begins.</p>"),
    ])
    .unwrap()
}

#[test]
fn a_saved_folder_is_one_book_and_everything_beside_the_pages_stays() {
    for (name, format) in [("saved", "html-folder"), ("saved.htmlz", "htmlz")] {
        let zip = saved();
        let imported = import(&zip, name);
        assert_eq!(imported.book.format.as_str(), format);
        let titles: Vec<&str> = imported.book.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
        assert_eq!(titles, ["Start", "Two", "Ten"]);
        assert_eq!(export(&imported, &zip, &untouched(&imported.book), Bilingual::No), zip);
        let written = unpack(&translated(&zip, name, "Wort", Bilingual::No)).unwrap();
        let text = |name: &str| {
            let file = written.iter().find(|file| file.name == name).unwrap();
            String::from_utf8_lossy(&file.bytes).into_owned()
        };
        assert_eq!(text("2.html"), "<h1>Wort</h1><p>Wort</p>");
        assert_eq!(text("2_files/ad.html"), "<p>Buy!</p>");
    }
}

#[test]
fn hostile_web_pages_are_refused_or_read_at_once() {
    let deep = format!("<html><body>{}x", "<div>".repeat(100_000));
    assert!(matches!(try_import(deep.as_bytes(), "a.html"), Err(ImportError::Hostile { .. })));
    let open = format!("<html><body>{}", "<p>word".repeat(20_000));
    assert_eq!(comes_back(open.as_bytes(), "a.html").book.n_paragraphs(), 20_000);
    let bomb = b"<!DOCTYPE html [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><html><p>&b;</p>";
    assert!(matches!(try_import(bomb, "a.html"), Err(ImportError::Hostile { .. })));
    for text in ["<html><a href=\"".repeat(9_000), "<html><script>".repeat(9_000), "<html>&".repeat(9_000)] {
        let _ = try_import(text.as_bytes(), "a.html");
    }
}

#[test]
fn a_page_says_that_it_is_utf_8_once_it_is() {
    let page = b"<html><head><meta http-equiv='Content-Type' content='text/html; charset=Shift_JIS'></head><p>\x93\xfa\x96{</p>";
    let imported = comes_back(page, "a.html");
    assert_eq!(paragraphs(&imported), ["body: 日本"]);
    assert_eq!(imported.encoding.unwrap().name, "Shift_JIS");
    let written = String::from_utf8(translated(page, "a.html", "日本", Bilingual::No)).unwrap();
    assert!(written.contains("charset=utf-8'") && written.contains("日本"), "{written}");
    let page = b"<html><head></head><p>word</p>";
    let written = String::from_utf8(translated(page, "a.html", "言葉", Bilingual::No)).unwrap();
    assert!(written.starts_with("<html lang=\"de\"><head><meta charset=\"utf-8\"></head>"), "{written}");
}

/// The texts of a page, and what was found faulty in it.
fn read(text: &str) -> (Vec<String>, Vec<String>) {
    let imported = import(text.as_bytes(), "a.html");
    let texts = imported.book.paragraphs().map(|paragraph| paragraph.text.to_string()).collect();
    (texts, imported.findings.iter().map(|finding| finding.message.clone()).collect())
}

#[test]
fn end_tags_that_are_left_out_are_no_faults() {
    let text = "<!DOCTYPE html><title>x</title><p>one<p>two <b>three</b><ul><li>four<li>five</ul><table><tr><td>six<td>seven<tr><td>eight</table>nine";
    let (texts, faults) = read(text);
    assert_eq!(faults, [""; 0]);
    // Without a head, the title is a line like any other.
    assert_eq!(texts, ["x", "one", "two <1>three</1>", "four", "five", "six", "seven", "eight", "nine"]);
}

#[test]
fn scripts_and_stray_brackets_are_no_markup() {
    let text =
        "<body><script>if (a<b && c>d) document.write('<p>no');</script><P CLASS=x>a < b &amp; c</P></body>";
    let (texts, faults) = read(text);
    assert_eq!(texts, ["a < b & c"]);
    assert_eq!(faults, ["the markup is faulty in 1 places; read as well as could be"]);
}

#[test]
fn references_are_resolved_and_unknown_ones_stay() {
    for (written, meant) in [
        ("a&nbsp;b &#x65e5;&#26412; &foo; R&D &amp;lt;", "a\u{a0}b 日本 &foo; R&D &lt;"),
        ("&#0;&#xd800;&#99999999;", "&#0;&#xd800;&#99999999;"),
    ] {
        let page = format!("<html><head><meta name='author' content='{written}'></head><p>{written}</p>");
        let book = import(page.as_bytes(), "a.html").book;
        assert_eq!(book.author.as_deref(), Some(meant));
        let texts: Vec<_> = book.paragraphs().map(|paragraph| paragraph.text.plain()).collect();
        assert_eq!(texts, [meant]);
    }
}

#[test]
fn entities_made_of_entities_are_refused_and_simple_ones_are_not() {
    let with = |doctype: &str| try_import(format!("<!DOCTYPE {doctype}><html><p>x</p>").as_bytes(), "a.html");
    let bomb = with("html [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]");
    assert!(matches!(bomb, Err(ImportError::Hostile { .. })));
    assert!(with("html [<!ENTITY a \"ha\"> <!ENTITY b \"&#160;\">]").is_ok());
}
