//! Files that are broken, hostile or of another book are refused whole, with the reason.

use crate::people::test_book::{LAMP, TestBook};
use std::io::Write;

fn refused(book: &TestBook, name: &str, bytes: impl AsRef<[u8]>, words: &str) {
    let n_changes = book.json(&["history", "book"]).as_array().unwrap().len();
    book.file(name, bytes);
    let said = book.run(&["exchange", "import", "book", name]);
    assert_eq!(said.code, 1, "{name}: {said:?}");
    assert!(said.stderr.contains(words) && said.stderr.contains(name), "{name}, `{words}`: {}", said.stderr);
    assert_eq!(book.json(&["history", "book"]).as_array().unwrap().len(), n_changes, "{name}");
}

fn zipped(name: &str, contents: &[u8]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(contents).unwrap();
    writer.finish().unwrap().into_inner()
}

#[test]
fn broken_files_are_refused_whole_with_the_place() {
    let book = TestBook::translated(LAMP);
    let id = book.put("差出人", "No name.");
    let xliff = String::from_utf8(book.hand_out("out.xliff")).unwrap();
    let edited = xliff.replace("No name.", "Nameless.");
    refused(&book, "cut.xliff", edited.split_once("</file>").unwrap().0, "ends in the middle");
    refused(&book, "version.xliff", edited.replace("version=\"2.1\"", "version=\"7\""), "XLIFF `7`");
    refused(&book, "html.xliff", "<html><body/></html>", "`html`");
    refused(&book, "empty.csv", "", "empty");
    refused(&book, "blank.csv", "id,translation\n", "no translations");
    refused(&book, "columns.csv", "id,source\nx,y\n", "`translation`");
    refused(&book, "quotes.csv", "id,translation\nx,\"y\n", "never closed");
    refused(&book, "row.csv", format!("id,translation\n{id},Nameless.\n,Added.\n"), "line 3");
    refused(&book, "twice.csv", format!("id,translation\n{id},One.\n{id},Two.\n"), "two different");
    refused(&book, "binary.csv", "\u{1}\u{2}\u{3}\u{4}", "no XLIFF");
    let long = "words and words ".repeat(20);
    refused(&book, "control.csv", format!("id,translation\n{id},{long}a\u{7}b\n"), "U+0007");
    refused(
        &book,
        "not.docx",
        zipped("word/document.xml", b"<w:document xmlns:w=\"w\"><w:body/></w:document>"),
        "no table",
    );
    refused(&book, "not.xlsx", zipped("a.txt", b"x"), "workbook");
    assert_eq!(book.translation("差出人"), "No name.");
}

#[test]
fn hostile_files_are_refused_before_they_grow() {
    let book = TestBook::translated(LAMP);
    let id = book.paragraph("差出人").id;
    let bomb = "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><xliff version=\"2.1\"><file id=\"f\"><unit id=\"u\"><segment><source>&b;</source></segment></unit></file></xliff>";
    refused(&book, "bomb.xliff", bomb, "entities");
    let deep = format!("<xliff version=\"2.1\">{}{}</xliff>", "<group>".repeat(500), "</group>".repeat(500));
    refused(&book, "deep.xliff", deep, "nested");
    refused(
        &book,
        "long.csv",
        format!("id,translation\n{id},{}\n", "x".repeat(100_001)),
        "longer than 100000",
    );
    refused(&book, "bomb.xlsx", zipped("xl/workbook.xml", &vec![b' '; 30 << 20]), "refused");
    refused(&book, "bomb.docx", zipped("word/document.xml", &vec![b' '; 300 << 20]), "refused");
}

#[test]
fn the_file_of_another_book_is_refused() {
    let other = TestBook::new();
    other.file("book.txt", "第一章　海\n\n　海は青い。\n　空も青い。\n　船が出る。\n");
    other.ok(&["import", "book.txt", "--from", "ja"]);
    other.translate(&[]);
    let book = TestBook::translated(LAMP);
    for format in ["xliff", "csv", "xlsx", "docx"] {
        let name = format!("other.{format}");
        refused(&book, &name, other.hand_out(&name), "not those of this book");
    }
    let spanish = TestBook::new();
    spanish.file("book.txt", LAMP);
    spanish.ok(&["import", "book.txt", "--from", "ja"]);
    spanish.ok(&["translate", "book", "--to", "es", "--model", "rehearsal"]);
    refused(&book, "spanish.xliff", spanish.hand_out("spanish.xliff"), "`es`");
}
