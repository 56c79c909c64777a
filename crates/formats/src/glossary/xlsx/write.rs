//! Writes a table as a workbook of one sheet. Every cell is text, so that nothing in it is ever calculated.

use super::super::table::Table;
use super::super::{GlossaryError, Rows};
use super::escape;
use crate::epub::escape_xml;
use std::fmt::Write as _;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The bytes of the workbook; the same table always gives the same bytes.
pub(crate) fn write(table: &Table, rows: Rows) -> Result<Vec<u8>, GlossaryError> {
    let name = match rows {
        Rows::Terms => "Terms",
        Rows::Characters => "Characters",
    };
    write_sheet(table, name, &[])
}

/// The bytes of a workbook whose only sheet has this name; columns beyond the given widths have the usual one.
pub(crate) fn write_sheet(table: &Table, name: &str, widths: &[u16]) -> Result<Vec<u8>, GlossaryError> {
    let packed = pack(table, name, widths);
    packed.map_err(|error| GlossaryError::Unwritable { detail: error.to_string() })
}

fn pack(table: &Table, name: &str, widths: &[u16]) -> zip::result::ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let parts = [
        ("[Content_Types].xml", CONTENT_TYPES.to_owned()),
        ("_rels/.rels", RELATIONS.to_owned()),
        ("xl/workbook.xml", WORKBOOK.replace("NAME", name)),
        ("xl/_rels/workbook.xml.rels", WORKBOOK_RELATIONS.to_owned()),
        ("xl/styles.xml", STYLES.to_owned()),
        ("xl/worksheets/sheet1.xml", sheet(table, widths)),
    ];
    for (name, contents) in parts {
        writer.start_file(name, options)?;
        writer.write_all(contents.as_bytes())?;
    }
    Ok(writer.finish()?.into_inner())
}

fn sheet(table: &Table, widths: &[u16]) -> String {
    let mut xml = String::from(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>"#,
    );
    for number in 1..=table.head.len() {
        let width = widths.get(number - 1).copied().unwrap_or(USUAL_WIDTH);
        let _ = write!(xml, r#"<col min="{number}" max="{number}" width="{width}" customWidth="1"/>"#);
    }
    xml.push_str("</cols><sheetData>");
    let head = table.head.iter().map(|name| (*name).to_owned()).collect();
    for (row, number) in std::iter::once(&head).chain(&table.rows).zip(1_usize..) {
        let _ = write!(xml, r#"<row r="{number}">"#);
        for (cell, column) in row.iter().zip(1_usize..).filter(|(cell, _)| !cell.is_empty()) {
            let style = if number == 1 { HEAD } else { TEXT };
            let text = escape_xml(&escape(cell));
            let letters = letters_of(column);
            let _ = write!(
                xml,
                r#"<c r="{letters}{number}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>"#
            );
        }
        xml.push_str("</row>");
    }
    xml.push_str("</sheetData></worksheet>");
    xml
}

/// How wide a column is, in characters.
const USUAL_WIDTH: u16 = 24;

/// The letters of a column, from one.
fn letters_of(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    while rest > 0 {
        let digit = u8::try_from((rest - 1) % 26).unwrap_or_default();
        letters.push(char::from(b'A' + digit));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// The numbers of the styles below: text that stays text when somebody edits it, and the same in bold.
const TEXT: u8 = 1;
const HEAD: u8 = 2;

const CONTENT_TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>"#;

const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;

const WORKBOOK: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="NAME" sheetId="1" r:id="rId1"/></sheets></workbook>"#;

const WORKBOOK_RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#;

const STYLES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>"#;
