//! A document with one table, as word processors edit it: a row for each paragraph, source and translation side by side.

use super::table::{HEAD, from_rows, rows};
use super::{ExchangeFormat, Handout, ReadExchange};
use crate::epub::{Archive, escape_xml};
use crate::glossary::GlossaryError;
use crate::glossary::table::{Row, as_text};
use crate::glossary::xml::{self, Element, Node, Records};
use messages::Message;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// How wide the columns are, in twentieths of a point. A page lying on its side has 14,000 of them.
const WIDTHS: [u16; 7] = [900, 900, 1_200, 4_100, 4_100, 1_700, 1_100];

pub(super) fn write(handout: &Handout<'_>) -> Result<Vec<u8>, GlossaryError> {
    pack(&document(handout)).map_err(|error| GlossaryError::Unwritable { detail: error.to_string() })
}

fn pack(document: &str) -> zip::result::ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let parts =
        [("[Content_Types].xml", CONTENT_TYPES), ("_rels/.rels", RELATIONS), ("word/document.xml", document)];
    for (name, contents) in parts {
        writer.start_file(name, options)?;
        writer.write_all(contents.as_bytes())?;
    }
    Ok(writer.finish()?.into_inner())
}

fn document(handout: &Handout<'_>) -> String {
    let mut xml = String::from(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>"#,
    );
    paragraphs(&mut xml, handout.title, "<w:b/>");
    xml.push_str(r#"<w:tbl><w:tblPr><w:tblW w:w="14000" w:type="dxa"/><w:tblBorders>"#);
    for side in ["top", "left", "bottom", "right", "insideH", "insideV"] {
        let _ = write!(xml, r#"<w:{side} w:val="single" w:sz="4" w:space="0" w:color="A0A0A0"/>"#);
    }
    xml.push_str(r#"</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>"#);
    for width in WIDTHS {
        let _ = write!(xml, r#"<w:gridCol w:w="{width}"/>"#);
    }
    xml.push_str("</w:tblGrid>");
    row(&mut xml, &HEAD.map(str::to_owned), "<w:b/>", "<w:cantSplit/><w:tblHeader/>");
    for cells in rows(handout) {
        row(&mut xml, &cells, "", "");
    }
    xml.push_str(concat!(
        r#"</w:tbl><w:p/><w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>"#,
        r#"<w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="709" w:footer="709" w:gutter="0"/>"#,
        "</w:sectPr></w:body></w:document>"
    ));
    xml
}

fn row(xml: &mut String, cells: &[String], look: &str, properties: &str) {
    xml.push_str("<w:tr>");
    if !properties.is_empty() {
        let _ = write!(xml, "<w:trPr>{properties}</w:trPr>");
    }
    for ((cell, width), name) in cells.iter().zip(WIDTHS).zip(HEAD) {
        let _ = write!(xml, r#"<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>"#);
        // What nobody edits is small and grey.
        let is_quiet = look.is_empty() && matches!(name, "id" | "base" | "chapter");
        paragraphs(xml, cell, if is_quiet { r#"<w:color w:val="808080"/><w:sz w:val="14"/>"# } else { look });
        xml.push_str("</w:tc>");
    }
    xml.push_str("</w:tr>");
}

/// A text as one paragraph, its line breaks as line breaks.
fn paragraphs(xml: &mut String, text: &str, look: &str) {
    xml.push_str("<w:p>");
    for (number, line) in text.split('\n').enumerate() {
        xml.push_str("<w:r>");
        if !look.is_empty() {
            let _ = write!(xml, "<w:rPr>{look}</w:rPr>");
        }
        if number > 0 {
            xml.push_str("<w:br/>");
        }
        let _ = write!(xml, r#"<w:t xml:space="preserve">{}</w:t></w:r>"#, escape_xml(line));
    }
    xml.push_str("</w:p>");
}

/// Reads the first table whose first row names the columns. Changes that are tracked count as accepted, and what
/// somebody said in the margin of a row is a comment on it.
pub(super) fn read(mut archive: Archive<'_>) -> Result<ReadExchange, GlossaryError> {
    let mut part = |name: &str| -> Result<Option<String>, GlossaryError> {
        let Some(at) = archive.position(name) else { return Ok(None) };
        let bytes = archive.read_large(at)?;
        xml::decode(&bytes).map(Some)
    };
    let text = part("word/document.xml")?.unwrap_or_default();
    let margin = match part("word/comments.xml")? {
        Some(text) => margin(&text)?,
        None => HashMap::new(),
    };
    let mut records = Records::new(&text, &["tr"]);
    let mut rows = Vec::new();
    while let Some(record) = records.next()? {
        let place = format!("row {}", rows.len() + 1);
        let mut cells: Vec<String> = record.children("tc").map(|cell| as_text(&cell_text(cell))).collect();
        let remarks = record.descendants("commentReference");
        let remarks = remarks.iter().filter_map(|one| margin.get(one.attribute("id")?));
        let remarks: Vec<&str> = remarks.map(String::as_str).collect();
        if let Some(cell) = cells.get_mut(COMMENT).filter(|_| !remarks.is_empty()) {
            let own = Some(cell.as_str()).filter(|text| !text.trim().is_empty());
            *cell = own.into_iter().chain(remarks).collect::<Vec<_>>().join("\n");
        }
        rows.push(Row { place, cells });
    }
    if rows.is_empty() {
        return Err(GlossaryError::broken("row 1", Message::new("document_without_table")));
    }
    from_rows(rows, ExchangeFormat::Docx)
}

/// The column that comments are in.
const COMMENT: usize = 5;

fn margin(text: &str) -> Result<HashMap<String, String>, GlossaryError> {
    let mut records = Records::new(text, &["comment"]);
    let mut found = HashMap::new();
    while let Some(record) = records.next()? {
        if let Some(id) = record.attribute("id") {
            found.insert(id.to_owned(), cell_text(&record));
        }
    }
    Ok(found)
}

/// The text of a cell: its paragraphs as lines.
fn cell_text(cell: &Element) -> String {
    fn gather(element: &Element, lines: &mut Vec<String>) {
        for inner in element.elements() {
            match inner.name.as_str() {
                "p" => {
                    let mut line = String::new();
                    run(inner, &mut line);
                    lines.push(line);
                }
                // A table inside a cell is somebody's drawing.
                "tbl" => {}
                _ => gather(inner, lines),
            }
        }
    }
    let mut lines = Vec::new();
    gather(cell, &mut lines);
    lines.join("\n").trim_end_matches('\n').to_owned()
}

fn run(element: &Element, line: &mut String) {
    for node in &element.nodes {
        let Node::Element(inner) = node else { continue };
        match inner.name.as_str() {
            "t" => line.push_str(&inner.text()),
            "br" | "cr" => line.push('\n'),
            "tab" => line.push('\t'),
            "noBreakHyphen" => line.push('\u{2011}'),
            "softHyphen" => line.push('\u{ad}'),
            // Deleted text, properties and the insides of fields are no words of the cell.
            "del" | "moveFrom" | "pPr" | "rPr" | "instrText" | "delText" | "commentReference" => {}
            _ => run(inner, line),
        }
    }
}

const CONTENT_TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;

const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
