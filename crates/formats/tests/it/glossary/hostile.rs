//! Broken files and files made to do harm: each is refused, quickly, with the place of the fault.

use super::read;
use std::io::Write;

fn refused(bytes: &[u8], name: &str, words: &[&str]) {
    let error = read(bytes, name).map(|read| read.draft).unwrap_err().to_string();
    for word in words {
        assert!(error.contains(word), "{name}: `{word}` is not in `{error}`");
    }
}

#[test]
fn broken_tables_say_the_line() {
    refused(b"", "g.csv", &["empty"]);
    refused(b"source,translation\na,b\nc,\"d\n", "g.csv", &["line 3", "never closed"]);
    refused(
        "source,target,译文\na,b,c\n".as_bytes(),
        "g.csv",
        &["line 1", "2 (`target`)", "3 (`译文`)", "translation"],
    );
    refused(b"source,source\na,b\n", "g.csv", &["the columns are not known"]);
    refused(b"only one column\nx\n", "g.csv", &["line 1", "`only one column`"]);
    refused(b"source,note\na,b\n", "g.csv", &["`source`, `note`", "hint: name them"]);
    refused(b"source,translation\n,\n", "g.csv", &["no entries"]);
    refused(b"source,translation\n,x\n", "g.csv", &["no entries", "line 2: the source is empty"]);
    refused(b"source,translation\na\0,b\n", "g.csv", &["byte 0"]);
    refused(
        format!("source,translation\na\x01,b\n{}", "c,d\n".repeat(100)).as_bytes(),
        "g.csv",
        &["line 2, column 1", "U+0001"],
    );
    let long = format!("source,translation\na,b\nc,{}\n", "x".repeat(40_000));
    refused(long.as_bytes(), "g.csv", &["line 3, column 2", "longer than 32767"]);
    let wide = format!("source,translation{}\n", ",".repeat(600));
    refused(wide.as_bytes(), "g.csv", &["line 1", "more than 512 columns"]);
    let many = format!("source,translation\n{}", "a,b\n".repeat(200_001));
    refused(many.as_bytes(), "g.csv", &["line 200001", "more than 200000 rows"]);
}

#[test]
fn broken_json_says_the_line_and_column() {
    refused(b"[\n{\"src\": \"a\", \"dst\": }\n]", "g.json", &["line 2, column"]);
    refused(b"[{\"a\": \"b\"}]", "g.json", &["the keys", "`a`"]);
    refused(b"[]", "g.json", &["no entries"]);
    refused(b"7", "g.json", &["neither a list nor a map"]);
    refused("[".repeat(100_000).as_bytes(), "g.json", &["line 1", "recursion"]);
    refused(b"[{\"src\": \"a\\u0000\", \"dst\": \"b\"}]", "g.json", &["entry 1", "U+0000"]);
    refused(b"{\"format\": \"tsumugi-knowledge\", \"version\": 9}", "g.json", &["shape 9", "newer Tsumugi"]);
    refused(
        b"{\"format\": \"tsumugi-knowledge\", \"version\": 1,\n\"terms\": [{\"id\": 3}]}",
        "g.json",
        &["line 2"],
    );
}

#[test]
fn xml_bombs_and_broken_xml_are_refused_with_the_line() {
    let bomb =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE tbx [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>\n<tbx>&b;</tbx>";
    refused(bomb.as_bytes(), "g.tbx", &["line 2", "entities of its own"]);
    let outside = "<!DOCTYPE tbx [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><tbx><text><body><conceptEntry><note>&x;</note></conceptEntry></body></text></tbx>";
    refused(outside.as_bytes(), "g.tbx", &["entities of its own"]);
    refused(
        b"<tbx>\n<conceptEntry>\n<note>&who;</note>\n</conceptEntry></tbx>",
        "g.tbx",
        &["line 3", "`&who;`"],
    );
    refused(b"<tbx>\n<conceptEntry>\n</langSec></conceptEntry></tbx>", "g.tbx", &["line 3"]);
    refused(b"<tbx><text>\n<body>", "g.tbx", &["line 2", "its end is missing"]);
    refused("<a>".repeat(100).as_bytes(), "g.tbx", &["more than 64 deep"]);
    refused(b"<html><body/></html>", "g.tbx", &["another kind (`html`)"]);
    refused(b"<tmx version=\"1.4\"><body/></tmx>", "g.tbx", &["translation memory"]);
    let endless = format!("<tbx><conceptEntry>{}</conceptEntry></tbx>", "<x/>".repeat(300_000));
    refused(endless.as_bytes(), "g.tbx", &["more than 200000 pieces"]);
}

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

const BOOK: &[u8] = br#"<workbook><sheets><sheet name="S" sheetId="1"/></sheets></workbook>"#;

#[test]
fn zip_bombs_and_broken_workbooks_are_refused() {
    let zeros = vec![b' '; 30 << 20];
    refused(&archive(&[("xl/workbook.xml", BOOK), ("xl/sharedStrings.xml", &zeros)]), "g.xlsx", &["refused"]);
    refused(&archive(&[("hello.txt", b"x")]), "g.xlsx", &["not a workbook"]);
    refused(&archive(&[("../xl/workbook.xml", BOOK)]), "g.xlsx", &["leads out"]);
    refused(b"PK\x03\x04 and nothing else", "g.xlsx", &["damaged"]);
    refused(&[0xd0, 0xcf, 0x11, 0xe0, 0, 0], "g.xls", &[".xlsx"]);
    let far = br#"<worksheet><row r="3"><c r="XFD3" t="inlineStr"><is><t>x</t></is></c></row></worksheet>"#;
    refused(
        &archive(&[("xl/workbook.xml", BOOK), ("xl/worksheets/sheet1.xml", far)]),
        "g.xlsx",
        &["row 3", "column 512"],
    );
    let lost = br#"<worksheet><row r="2"><c r="A2" t="s"><v>99</v></c></row></worksheet>"#;
    refused(
        &archive(&[("xl/workbook.xml", BOOK), ("xl/worksheets/sheet1.xml", lost)]),
        "g.xlsx",
        &["sheet `S`, row 2", "`99`"],
    );
    let broken = b"<worksheet>\n<row r=\"2\">\n</c></row></worksheet>";
    refused(
        &archive(&[("xl/workbook.xml", BOOK), ("xl/worksheets/sheet1.xml", broken)]),
        "g.xlsx",
        &["sheet1.xml`, line 3"],
    );
}
