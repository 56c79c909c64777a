//! Tables and data of which a person names the column or the path that is text.

use crate::epub_kit::{manuscript, marking};
use book::text::book::{Book, FileFormat};
use formats::certificate;
use formats::data::Fields;
use formats::export::{Layout, Outcome};
use formats::import::{ImportError, Imported, Source};
use std::io::{Cursor, Read, Write};

const CSV: &str =
    "id;text;who;zh\r\n1;\"Hello; {name}!\";Ann;\r\n2;\"Say \"\"no\"\"\";Bo;\"\"\r\n3;Line one;Cy;old\r\n";
const JSON: &str = r#"{
  "version": "1.0",
  "scenes": [
    {"id": "a1", "text": "Hello, {name}!\nSecond line \u00e9", "translation": ""},
    {"id": "a2", "text": "He said \"no\" <b>loudly</b>", "translation": "x", "notes": ["text"]}
  ]
}
"#;

fn read(bytes: &[u8], name: &str, text: &str, into: Option<&str>) -> Result<Imported, ImportError> {
    formats::import(&Source { fields: Some(Fields { text, into }), ..Source::new(bytes, name) })
}

fn texts(book: &Book) -> Vec<&str> {
    book.paragraphs().map(|paragraph| paragraph.text.as_str()).collect()
}

/// Nothing is changed without translations; with them, every string of the file is accounted for.
fn written(bytes: &[u8], book: &Book) -> Vec<u8> {
    let (format, layout) = (formats::format_of(book.format).unwrap(), Layout::default());
    let untouched = manuscript(book, |_| Outcome::Kept);
    let same = format.export(bytes, &untouched, &layout).unwrap();
    assert!(same == bytes, "without translations every byte is as it was");
    let certificate = certificate::issue(format, bytes, &untouched, &layout, &same).unwrap();
    assert_eq!(certificate::check(&same, &certificate), []);
    let translated = manuscript(book, marking);
    let written = format.export(bytes, &translated, &layout).unwrap();
    let certificate = certificate::issue(format, bytes, &translated, &layout, &written).unwrap();
    assert_eq!(certificate::check(&written, &certificate), []);
    assert_eq!(certificate.n_translated, book.paragraphs().count());
    written
}

fn marked(text: &str) -> String {
    format!("«{}»", text.to_uppercase())
}

#[test]
fn a_named_column_of_csv_is_the_book_and_the_rest_keeps_its_bytes() {
    let imported = read(CSV.as_bytes(), "lines.csv", "text", None).unwrap();
    assert_eq!(imported.book.format, FileFormat::Csv);
    assert_eq!(texts(&imported.book), ["Hello; <1/>!", "Say \"no\"", "Line one"]);
    let written = String::from_utf8(written(CSV.as_bytes(), &imported.book)).unwrap();
    assert!(written.starts_with("id;text;who;zh\r\n1;\""), "{written}");
    assert!(written.contains("{name}"), "{written}");
    assert!(written.contains("\";Ann;\r\n2;") && written.ends_with(";Cy;old\r\n"), "{written}");
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(written.as_bytes());
    let column: Vec<String> = reader.records().map(|row| row.unwrap()[1].to_owned()).collect();
    assert_eq!(column[1], marked("Say \"no\""));
}

#[test]
fn translations_go_into_another_column_and_the_source_stays() {
    let imported = read(CSV.as_bytes(), "lines.csv", "text", Some("zh")).unwrap();
    let written = String::from_utf8(written(CSV.as_bytes(), &imported.book)).unwrap();
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(written.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(&rows[0][1], "Hello; {name}!");
    assert!(rows[0][3].contains("{name}") && rows[0][3].contains("HELLO"), "{written}");
    assert_eq!(&rows[2][3], marked("Line one").as_str());
    let short = "text,zh\na\nb,\n";
    let error = read(short.as_bytes(), "x.csv", "text", Some("zh")).unwrap_err().to_string();
    assert!(error.contains("row 2"), "{error}");
}

#[test]
fn strings_of_json_are_chosen_by_path_and_only_they_change() {
    let imported = read(JSON.as_bytes(), "scenes.json", "scenes/*/text", None).unwrap();
    assert_eq!(texts(&imported.book), ["Hello, <1/>!<2/>Second line é", "He said \"no\" <1/>loudly<2/>"]);
    let by_name = read(JSON.as_bytes(), "scenes.json", "text", None).unwrap();
    assert_eq!(by_name.book.paragraphs().count(), 2);
    let everything = read(JSON.as_bytes(), "scenes.json", "**", None).unwrap();
    assert_eq!(everything.book.paragraphs().count(), 7, "{:?}", texts(&everything.book));
    for (into, place) in [(None, "text"), (Some("translation"), "translation")] {
        let imported = read(JSON.as_bytes(), "scenes.json", "scenes/*/text", into).unwrap();
        let written = String::from_utf8(written(JSON.as_bytes(), &imported.book)).unwrap();
        let mut value: serde_json::Value = serde_json::from_str(&written).unwrap();
        let mut before: serde_json::Value = serde_json::from_str(JSON).unwrap();
        for at in 0..2 {
            let new = value["scenes"][at][place].take();
            assert!(new.as_str().unwrap().contains(["{name}", "<b>"][at]), "{new}");
            before["scenes"][at][place].take();
        }
        assert_eq!(value, before, "nothing else changed");
    }
    let error = read(JSON.as_bytes(), "scenes.json", "scenes/*/words", None).unwrap_err().to_string();
    assert!(error.contains("scenes/*/text"), "what there is to choose from is told: {error}");
}

fn workbook() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/data/lines.xlsx")).unwrap()
}

#[test]
fn a_column_of_a_workbook_is_the_book_and_every_other_part_stays() {
    let bytes = workbook();
    let imported = read(&bytes, "lines.xlsx", "text", None).unwrap();
    assert_eq!(texts(&imported.book), ["Hello <1/>"]);
    let written = written(&bytes, &imported.book);
    let part = |bytes: &[u8], name: &str| {
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes.to_vec())).unwrap();
        let mut text = String::new();
        zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    for name in ["xl/workbook.xml", "xl/sharedStrings.xml", "[Content_Types].xml"] {
        assert_eq!(part(&bytes, name), part(&written, name));
    }
    let sheet = part(&written, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<c r=\"B2\" s=\"1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">"), "{sheet}");
    assert!(sheet.contains("<c r=\"A2\"><v>7</v></c>"), "{sheet}");
    let letter = read(&bytes, "lines.xlsx", "B", None).unwrap();
    assert_eq!(texts(&letter.book), ["Hello <1/>"]);
}

#[test]
fn data_is_refused_with_what_to_say_unless_its_text_is_named() {
    for (bytes, name) in [(CSV.as_bytes().to_vec(), "lines.csv"), (JSON.as_bytes().to_vec(), "s.json")] {
        let error = formats::import(&Source::new(&bytes, name)).unwrap_err();
        assert!(matches!(error, ImportError::Foreign(_)), "{name}: {error}");
        assert!(error.to_string().contains("--text"), "{error}");
    }
}

#[test]
fn hostile_data_is_refused() {
    let deep = format!("{}\"x\"{}", "[".repeat(5_000), "]".repeat(5_000));
    assert!(read(deep.as_bytes(), "x.json", "**", None).is_err());
    for (bytes, name) in
        [(&b"a,b\n\"never closed"[..], "x.csv"), (b"{\"a\": \"b", "x.json"), (b"PK\x03\x04", "x.xlsx")]
    {
        assert!(read(bytes, name, "a", None).is_err(), "{name}");
    }
    assert!(read(b"a,b\n1,2\n", "x.csv", "**", None).is_err(), "a pattern is no column");
    let twice = r#"{"text": "one", "text": "two"}"#;
    let _ = read(twice.as_bytes(), "x.json", "text", None);
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("xl/workbook.xml", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(b"<workbook><sheets><sheet name=\"S\"/></sheets></workbook>").unwrap();
    zip.start_file("xl/worksheets/sheet1.xml", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(
        b"<worksheet><sheetData><row><c r=\"ZZZZZZZZZ1\"><v>1</v></c></row></sheetData></worksheet>",
    )
    .unwrap();
    assert!(read(&zip.finish().unwrap().into_inner(), "x.xlsx", "A", None).is_err());
}
