//! Out, edited by programs of others, and in again, with a conflict; and what a schema says of the file.

use super::n;
use crate::foreign_clients::{python, succeed};
use crate::office::office;
use crate::people::test_book::{LAMP, TestBook};
use crate::program::{is_build_server, skip};
use serde_json::json;
use std::path::Path;
use std::process::Command;

fn circle(test: &str, format: &str) {
    circle_with(test, format, "=Nameless <i>", |_, _| true);
}

/// The same with a file that LibreOffice has saved once more. It computes what begins with `=`, so nothing does here.
fn circle_through_office(test: &str, format: &str) {
    circle_with(test, format, "Nameless <i>", |book, file| {
        let saved = office(test, book, file, format);
        saved.is_some_and(|saved| std::fs::write(book.path(file), saved).is_ok())
    });
}

fn circle_with(test: &str, format: &str, nameless: &str, saved_again: impl FnOnce(&TestBook, &str) -> bool) {
    let Some(python) = python(test, "python") else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign/edit_exchange.py");
    let book = TestBook::translated(LAMP);
    let (fog, name) = (book.put("霧の夜", "On foggy nights."), book.put("差出人", "No name."));
    let letter = book.paragraph("朝になると");
    let file = format!("out.{format}");
    book.hand_out(&file);
    let note = format!("note:{name}");
    let edits = [&fog, "In \"fog\", & cold.", &name, nameless, &note, "please check"];
    succeed(Command::new(python).arg(script).arg(book.path(&file)).args(edits));
    if !saved_again(&book, &file) {
        return;
    }
    book.put("霧の夜", "When fog came.");
    let dry = book.preview(&file);
    assert_eq!((n(&dry, "taken"), n(&dry, "conflicts"), n(&dry, "left_out")), (1, 1, 0), "{dry}");
    let taken = book.take_back(&file);
    assert_eq!(taken["conflicts"][0]["paragraph_id"], json!(fog), "{taken}");
    assert_eq!(
        (&taken["comments"][0]["paragraph_id"], &taken["comments"][0]["comment"]),
        (&json!(name), &json!("please check"))
    );
    assert_eq!(book.translation("差出人"), nameless);
    assert_eq!(book.translation("霧の夜"), "When fog came.");
    assert_eq!(book.json(&["suggestions", "book"])[0]["suggestion"], "In \"fog\", & cold.");
    assert_eq!(
        book.paragraph("朝になると").translation,
        letter.translation,
        "what nobody touched is as it was"
    );
    assert_eq!(n(&book.take_back(&file), "taken"), 0);
}

#[test]
fn translate_toolkit_edits_xliff() {
    circle("translate_toolkit_edits_xliff", "xliff");
}

#[test]
fn translate_toolkit_edits_a_memory() {
    circle("translate_toolkit_edits_a_memory", "tmx");
}

#[test]
fn openpyxl_edits_a_workbook() {
    circle("openpyxl_edits_a_workbook", "xlsx");
}

#[test]
fn python_docx_edits_a_document() {
    circle("python_docx_edits_a_document", "docx");
}

#[test]
fn libreoffice_saves_an_edited_workbook_again() {
    circle_through_office("libreoffice_saves_an_edited_workbook_again", "xlsx");
}

#[test]
fn libreoffice_saves_an_edited_document_again() {
    circle_through_office("libreoffice_saves_an_edited_document_again", "docx");
}

#[test]
fn xliff_is_valid_by_its_schema() {
    let test = "xliff_is_valid_by_its_schema";
    let folder = "usr/share/php/Symfony/Component/Translation/Resources/schemas";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let places = [Path::new("/").join(folder), root.join("target/corpora").join(folder)];
    let schema = places.iter().map(|place| place.join("xliff-core-2.0.xsd")).find(|path| path.exists());
    let has_xmllint = Command::new("xmllint").arg("--version").output().is_ok();
    let Some(schema) = schema.filter(|_| has_xmllint) else {
        assert!(
            !is_build_server(),
            "the build server must have the schema; `scripts/setup-tests` unpacks it"
        );
        return skip(test, "`xmllint` or the schema is missing; `scripts/setup-tests` unpacks it");
    };
    let book = TestBook::new();
    book.file("book.txt", "book\n無名\n\n［＃２字下げ］一［＃「一」は中見出し］\n\n　｜紡《つむ》ぎ手の［＃傍点］家［＃傍点終わり］に灯《あか》りがついた。\n　朝が来た。\n\n底本：なし\n");
    book.ok(&["import", "book.txt", "--from", "ja"]);
    book.translate(&[]);
    let id = book.paragraph("朝が来た").id;
    book.ok(&["lock", "book", &id]);
    let file = String::from_utf8(book.hand_out("out.xliff")).unwrap();
    assert!(file.contains("<pc id=\"1\"") && file.contains("type=\"tsumugi:ruby\" value=\"つむ\""), "{file}");
    // The schema names another one in a folder that is not there; it stands beside it.
    let own = std::fs::read_to_string(&schema).unwrap();
    book.file("own.xsd", own.replace("informativeCopiesOf3rdPartySchemas/w3c/xml.xsd", "xml.xsd"));
    book.file("xml.xsd", std::fs::read(schema.with_file_name("xml.xsd")).unwrap());
    let mut xmllint = Command::new("xmllint");
    xmllint.args(["--nonet", "--noout", "--schema"]).arg(book.path("own.xsd"));
    succeed(xmllint.arg(book.path("out.xliff")));
}
