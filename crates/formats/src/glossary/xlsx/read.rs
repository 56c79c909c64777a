//! Reads the sheets of a workbook as tables of texts, within the limits of the archive it is.

use super::super::table::{self, FirstRow, Row, as_text};
use super::super::xml::{self, Element, Records};
use super::super::{GlossaryError, GlossaryFormat, GlossarySource, ReadGlossary};
use super::unescape;
use crate::epub::Archive;
use crate::foreign;
use book::knowledge::draft::Draft;
use messages::Message;
use std::collections::HashMap;

/// More cells than any honest glossary; empty ones count, because a file may claim a cell far to the right.
const MAX_CELLS: usize = 4_000_000;
/// Further to the right than any honest glossary writes.
const MAX_COLUMN: usize = 512;

/// Reads every sheet with rows in it.
pub(crate) fn read(source: &GlossarySource<'_>) -> Result<ReadGlossary, GlossaryError> {
    let mut book = Workbook { archive: Archive::open(source.bytes)?, shared: Vec::new(), n_cells: 0 };
    let sheets = book.sheets()?;
    book.shared = book.shared_texts()?;
    let (mut draft, mut findings) = (Draft::default(), Vec::new());
    let several = sheets.len() > 1;
    for (name, path) in sheets {
        let rows = book.rows(&name, &path)?;
        let read = table::read(
            rows,
            FirstRow::NamesOrEntry,
            source.rows,
            source.languages,
            &mut draft,
            &mut findings,
        );
        match read {
            // Workbooks have sheets for other things too; the first that is a glossary is enough.
            Err(GlossaryError::Columns { place, found }) if several => {
                let found = if found.is_empty() { "there are no columns" } else { found.as_str() };
                let message = format!("not a glossary ({found}); the sheet was passed over");
                findings.push(crate::import::FileFault { subject: place, message });
            }
            other => other?,
        }
    }
    Ok(ReadGlossary { draft, format: GlossaryFormat::Xlsx, encoding: None, findings })
}

/// The rows of every sheet, in the order of the sheets.
pub(crate) fn read_sheets(bytes: &[u8]) -> Result<Vec<Vec<Row>>, GlossaryError> {
    let mut book = Workbook { archive: Archive::open(bytes)?, shared: Vec::new(), n_cells: 0 };
    let sheets = book.sheets()?;
    book.shared = book.shared_texts()?;
    sheets.iter().map(|(name, path)| book.rows(name, path)).collect()
}

/// The sheets in order: name and file.
pub(crate) fn sheet_parts(bytes: &[u8]) -> Result<Vec<(String, String)>, GlossaryError> {
    Workbook { archive: Archive::open(bytes)?, shared: Vec::new(), n_cells: 0 }.sheets()
}

struct Workbook<'a> {
    archive: Archive<'a>,
    shared: Vec<String>,
    n_cells: usize,
}

impl Workbook<'_> {
    fn part(&mut self, name: &str) -> Result<Option<String>, GlossaryError> {
        let Some(at) = self.archive.position(name) else { return Ok(None) };
        let bytes = self.archive.read_large(at)?;
        xml::decode(&bytes).map(Some).map_err(|error| within(name, error))
    }

    /// The sheets in order: name and file.
    fn sheets(&mut self) -> Result<Vec<(String, String)>, GlossaryError> {
        let Some(workbook) = self.part("xl/workbook.xml")? else {
            return Err(foreign::NOT_A_WORKBOOK.refusal().into());
        };
        let relations = self.part("xl/_rels/workbook.xml.rels")?.unwrap_or_default();
        let mut targets = HashMap::new();
        for relation in records(&relations, &["Relationship"], "xl/_rels/workbook.xml.rels")? {
            if let (Some(id), Some(target)) = (relation.attribute("Id"), relation.attribute("Target")) {
                let path = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
                targets.insert(id.to_owned(), path);
            }
        }
        let mut sheets = Vec::new();
        for sheet in records(&workbook, &["sheet"], "xl/workbook.xml")? {
            let name = sheet.attribute("name").unwrap_or("?").to_owned();
            let path = sheet.attribute("id").and_then(|id| targets.get(id)).cloned();
            let path = path.unwrap_or_else(|| format!("xl/worksheets/sheet{}.xml", sheets.len() + 1));
            sheets.push((name, path));
        }
        Ok(sheets)
    }

    fn shared_texts(&mut self) -> Result<Vec<String>, GlossaryError> {
        let name = "xl/sharedStrings.xml";
        let Some(text) = self.part(name)? else { return Ok(Vec::new()) };
        Ok(records(&text, &["si"], name)?.iter().map(|item| unescape(&item_text(item))).collect())
    }

    fn rows(&mut self, sheet: &str, path: &str) -> Result<Vec<Row>, GlossaryError> {
        let Some(text) = self.part(path)? else { return Ok(Vec::new()) };
        let mut records = Records::new(&text, &["row"]);
        let mut rows = Vec::new();
        while let Some(row) = records.next().map_err(|error| within(path, error))? {
            let number = row.attribute("r").and_then(|number| number.parse().ok()).unwrap_or(rows.len() + 1);
            let place = format!("sheet `{sheet}`, row {number}");
            let mut cells: Vec<String> = Vec::new();
            for cell in row.children("c") {
                let at = cell.attribute("r").map_or(Some(cells.len()), column_of);
                let at = at.filter(|at| *at < MAX_COLUMN).ok_or_else(|| {
                    GlossaryError::hostile(&place, Message::new("too_far_a_cell").count("limit", MAX_COLUMN))
                })?;
                self.n_cells += (at + 1).saturating_sub(cells.len());
                if self.n_cells > MAX_CELLS {
                    let what = Message::new("too_many_cells").count("limit", MAX_CELLS);
                    return Err(GlossaryError::hostile(&place, what));
                }
                if cells.len() <= at {
                    cells.resize(at + 1, String::new());
                }
                if let Some(slot) = cells.get_mut(at) {
                    *slot = as_text(&self.value(cell, &place)?);
                }
            }
            rows.push(Row { place, cells });
        }
        Ok(rows)
    }

    /// The text of a cell; of a formula, what it last came to.
    fn value(&self, cell: &Element, place: &str) -> Result<String, GlossaryError> {
        let last = || cell.children("v").next().map(Element::text).unwrap_or_default();
        // A text that a program took for a formula and never calculated is still that text.
        let formula = cell.children("f").next().map(|formula| format!("={}", formula.text()));
        let value =
            || Some(last()).filter(|last| !last.is_empty()).or_else(|| formula.clone()).unwrap_or_default();
        Ok(match cell.attribute("t") {
            Some("s") => {
                let number = value();
                let shared = number.trim().parse::<usize>().ok().and_then(|number| self.shared.get(number));
                shared.cloned().ok_or_else(|| {
                    GlossaryError::broken(place, Message::new("no_such_text").with("number", number.trim()))
                })?
            }
            Some("inlineStr") => {
                cell.children("is").next().map(item_text).map(|text| unescape(&text)).unwrap_or_default()
            }
            Some("str") => unescape(&value()),
            // What cannot be calculated is no word.
            Some("e") => String::new(),
            Some(_) | None => value(),
        })
    }
}

/// The text of a string item: its runs, without the readings that some programs write beside them.
fn item_text(item: &Element) -> String {
    let mut text = String::new();
    for element in item.elements() {
        match element.name.as_str() {
            "t" => text.push_str(&element.text()),
            "r" => text.extend(element.children("t").map(Element::text)),
            _ => {}
        }
    }
    text
}

/// The number of a column, from zero: `B7` is one.
fn column_of(reference: &str) -> Option<usize> {
    let mut number = 0_usize;
    for letter in reference.bytes().take_while(u8::is_ascii_alphabetic) {
        let digit = usize::from(letter.to_ascii_uppercase() - b'A') + 1;
        number = number.checked_mul(26)?.checked_add(digit)?;
    }
    number.checked_sub(1)
}

fn records(text: &str, names: &[&str], part: &str) -> Result<Vec<Element>, GlossaryError> {
    let mut records = Records::new(text, names);
    let mut found = Vec::new();
    while let Some(record) = records.next().map_err(|error| within(part, error))? {
        found.push(record);
    }
    Ok(found)
}

/// The error with the part of the workbook it is in.
fn within(part: &str, mut error: GlossaryError) -> GlossaryError {
    if let GlossaryError::Broken { place, .. } | GlossaryError::Hostile { place, .. } = &mut error {
        *place = format!("`{part}`, {place}");
    }
    error
}
