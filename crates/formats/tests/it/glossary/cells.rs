//! What stands in one cell: lists in one text, and characters that a workbook writes as others.

use super::read;
use super::round_trip::{term, through};
use formats::glossary::{GlossaryFormat, Rows};
use std::io::Write;

#[test]
fn lists_come_back_whatever_stands_in_them() {
    let items = ["a|b", "c;d", "e\\", "f\ng", "普通；"].map(str::to_owned);
    let mut listed = term(0, "凛", "Rin");
    listed.other_forms = items.to_vec();
    assert_eq!(through(&[listed], &[], GlossaryFormat::Csv, Rows::Terms).terms[0].other_forms, items);
    let forms = |cell: &str| {
        let table = format!("source,translation,other forms\n凛,Rin,{cell}\n");
        read(table.as_bytes(), "g.csv").unwrap().draft.terms[0].other_forms.clone()
    };
    assert_eq!(forms("Rin; Lin ；林"), ["Rin", "Lin", "林"]);
    assert!(forms(" | ").is_empty());
}

/// What is read from a cell of a workbook that has this text.
fn in_workbook(text: &str) -> String {
    let sheet = format!(
        r#"<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>source</t></is></c><c r="B1" t="inlineStr"><is><t>translation</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>凛</t></is></c><c r="B2" t="inlineStr"><is><t>{text}</t></is></c></row></sheetData></worksheet>"#
    );
    let book = r#"<workbook><sheets><sheet name="S" sheetId="1"/></sheets></workbook>"#;
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in [("xl/workbook.xml", book), ("xl/worksheets/sheet1.xml", sheet.as_str())] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    let read = read(&writer.finish().unwrap().into_inner(), "g.xlsx").unwrap();
    read.draft.terms[0].translation.clone().unwrap()
}

#[test]
fn texts_that_look_escaped_come_back_as_they_were() {
    for text in ["_x000D_", "a_x0041_b", "_x", "_x00", "__x0041__", "普通_x", "_x005F_x000D_"] {
        let read = through(&[term(0, "凛", text)], &[], GlossaryFormat::Xlsx, Rows::Terms);
        assert_eq!(read.terms[0].translation.as_deref(), Some(text));
    }
    // A glossary has one kind of line break.
    assert_eq!(in_workbook("a_x000D_\nb"), "a\nb");
    assert_eq!(in_workbook("a_x000D_b"), "a\nb");
}
